// Where woods are, and what they look like from so far that no tree is drawn. The same formulas and
// constants as `crates/orogen-terrain/src/scatter/woods.rs`, by which trees are placed: what changes here changes
// there.
#define_import_path orogen::woods

#import orogen::land::terrain
#import orogen::detail::{hash, noise, ground_noise, resolved, first_cell}

// By how much each finer size of patches counts against the one four times as large.
const FINER: f32 = 0.5;
// How far dark grass draws woods on, in values of the patches' noise.
const LUSH: f32 = 0.5;
// Over how much of that noise woods thin out.
const EDGE: f32 = 0.22;
// The share of cells with a tree outside woods.
const LONE: f32 = 0.012;
// The shares of green ground from which some and all trees grow.
const GREEN_FROM: f32 = 0.3;
const GREEN_ALL: f32 = 0.75;
// The heights above the sea from which some and all trees grow, in metres.
const DRY_FROM_M: f32 = 1.0;
const DRY_ALL_M: f32 = 4.0;
// Over how many radians of slope woods end, and how far noise frays that.
const STEEP_WIDTH_RAD: f32 = 0.14;
const STEEP_FRAY_RAD: f32 = 0.1;
// How far below the trees' own line half of them are conifers, over how many metres that changes,
// and how far patches of either kind shift it.
const HALF_BELOW_M: f32 = 320.0;
const TURNS_OVER_M: f32 = 420.0;
const MIXED_M: f32 = 320.0;
// How many sizes of patches there are.
const SIZES: i32 = 4;

// The size of cells with a crown each as a power of two metres, how far crowns stand from the
// middle of theirs, and their radii in cells, by eye: about as the trees' own.
const CROWNS: i32 = 3;
const JITTER: f32 = 0.7;
const SLIM: f32 = 0.42;
const BROAD: f32 = 0.62;
// How bright crowns are at the top, how dark the ground between them, and how bright a wood is as a
// whole, as a share of its leaves' colour, by eye.
const CROWN_TOP: f32 = 1.15;
const BETWEEN: f32 = 0.28;
const WHOLE: f32 = 0.72;
// Leaves make crowns uneven: by how much of its radius a crown bulges, how far its hull leans
// there, how much lighter it is where it does, and how much the finer size counts, by eye.
const BULGES: f32 = 0.22;
const LEAFY: f32 = 0.9;
const LEAFY_SHADE: f32 = 0.35;
const LEAFY_FINER: f32 = 0.7;
// How much finer a pixel must be than a crown to hold it; what keeps a quotient from 0 / 0.
const HELD: f32 = 1.2;
const NOTHING: f32 = 1e-3;
// How chance is drawn anew from one number: for kinds, sizes and tints.
const CHANCE_KIND: f32 = 7.31;
const CHANCE_SIZE: f32 = 3.7;
const CHANCE_TINT: f32 = 5.3;
// Trees differ: the least size and the least brightness, what chance adds, and how much higher
// chance lets one stand.
const SIZE_LEAST: f32 = 0.75;
const SIZE_VARIES: f32 = 0.45;
const TINT_LEAST: f32 = 0.85;
const TINT_VARIES: f32 = 0.3;
const HIGHER: f32 = 0.2;
// How bright a crown's rim is, and how far a cone leans.
const CROWN_RIM: f32 = 0.55;
const CONE_LEANS: f32 = 0.75;
// Between crowns: how open it is to the sky, and between which shares of trees it is shade.
const BETWEEN_OPEN: f32 = 0.45;
const BETWEEN_FROM: f32 = 0.35;
const BETWEEN_ALL: f32 = 0.8;
// Of groups of trees: the share of the larger ones.
const GROUPS_LARGE: f32 = 0.6;
// The largest 16-bit number.
const WORD: f32 = 65535.0;
// How far light reaches into woods from all around, and how rough a wood is as a slope where no
// crown is seen, by eye.
const CANOPY_OPEN: f32 = 0.8;
const ROUGH: f32 = 0.5;

struct Spot {
    // The share of cells that have a tree.
    cover: f32,
    // The share of trees that are conifers.
    conifers: f32,
}

fn around(edge: f32, width: f32, value: f32) -> f32 {
    return smoothstep(edge - 0.5 * width, edge + 0.5 * width, value);
}

// What woods are like on ground: where, how high, how steep, its shares of meadow and dark grass,
// and the noise that frays it, coarse and in patches.
fn woods(
    at: vec2<f32>,
    bed_m: f32,
    slope_rad: f32,
    green_parts: vec2<f32>,
    frays: vec2<f32>,
    far: f32,
) -> Spot {
    let green = green_parts.x + green_parts.y;
    if terrain.plants.leafy <= 0.0 || green <= GREEN_FROM {
        return Spot(0.0, 0.0);
    }
    let lush = green_parts.y / max(green, NOTHING);
    let patches = terrain.plants.patches_octave;
    var clump = 0.0;
    var weight = 1.0;
    for (var i = 0; i < SIZES; i++) {
        clump += weight * ground_noise(at, patches - 2 * i, far).x;
        weight *= FINER;
    }
    let value = clump + LUSH * (lush - 0.5);
    let threshold = terrain.plants.threshold;
    let dense = smoothstep(threshold - EDGE, threshold + EDGE, value);
    let width_m = terrain.grass.tree_width_m;
    let line_m = terrain.plants.line_m;
    let below = 1.0 - around(line_m, width_m, bed_m + 0.5 * width_m * frays.y);
    let slope = slope_rad + STEEP_FRAY_RAD * frays.x;
    let stands = 1.0 - around(terrain.plants.steepest_rad, STEEP_WIDTH_RAD, slope);
    let dry = smoothstep(DRY_FROM_M, DRY_ALL_M, bed_m - terrain.heights.sea_level_m);
    let ground = smoothstep(GREEN_FROM, GREEN_ALL, green);
    let trees = terrain.plants.leafy * max(dense, terrain.plants.lone * LONE);
    let cover = trees * below * stands * dry * ground;
    let mixed = ground_noise(at, patches - 1, far).x;
    let under_m = line_m - bed_m + MIXED_M * mixed;
    let high = 1.0 - around(HALF_BELOW_M, TURNS_OVER_M, under_m);
    return Spot(cover, clamp(high + 2.0 * terrain.plants.conifers - 1.0, 0.0, 1.0));
}

// What a wood is from above.
struct Canopy {
    albedo: vec3<f32>,
    // Of the ground, where a crown leans: unit slope of its hull.
    slope: vec2<f32>,
    // How much of the light of all around reaches it.
    open: f32,
    // How much of the ground it hides.
    share: f32,
}

// A random share of a cell.
fn share_of(word: u32) -> f32 {
    return f32(word & 0xffffu) / WORD;
}

// Crowns in cells about a place: the nearest one's hull, as far as a pixel holds crowns up, and
// their mean beyond. Each cell has a tree or none, and it is a conifer or not.
fn canopy(at: vec2<f32>, spot: Spot, far: f32) -> Canopy {
    let mean = mix(terrain.plants.broadleaf, terrain.plants.conifer, spot.conifers);
    let held = resolved(CROWNS, HELD * far);
    // A few trees shade less than their crowns' colour says.
    let whole = Canopy(WHOLE * mean, vec2(0.0), CANOPY_OPEN, spot.cover);
    if held <= 0.0 {
        return whole;
    }
    // As bunches of leaves are.
    let leafy = ground_noise(at, CROWNS - 2, far) + LEAFY_FINER * ground_noise(at, CROWNS - 3, far);
    let scale = exp2(-f32(CROWNS));
    let p = at * scale;
    let floored = floor(p);
    let cell = vec2<u32>(vec2<i32>(floored)) + first_cell(CROWNS);
    var best = Canopy(vec3(0.0), vec2(0.0), 0.0, 0.0);
    var top = 0.0;
    for (var i = 0u; i < 9u; i++) {
        let step = vec2(i % 3u, i / 3u);
        let word = hash((cell + step - vec2(1u)) & vec2(0xfffffu));
        let other = hash(vec2(word, 0x7ee5u));
        if share_of(other) >= spot.cover {
            continue;
        }
        let jitter = JITTER * (vec2(share_of(word), share_of(word >> 16u)) - 0.5);
        let to = p - floored - (vec2<f32>(step) - 0.5 + jitter);
        let random = share_of(other >> 16u);
        let is_conifer = fract(random * CHANCE_KIND) < spot.conifers;
        let size = SIZE_LEAST + SIZE_VARIES * fract(random * CHANCE_SIZE);
        let radius = select(BROAD, SLIM, is_conifer) * size;
        let away = length(to) / radius * (1.0 + BULGES * leafy.x);
        if away >= 1.0 {
            continue;
        }
        // A cone, or a dome.
        let high = select(sqrt(1.0 - away * away), 1.0 - away, is_conifer);
        let stands = high * radius + HIGHER * random;
        if stands > top {
            top = stands;
            let leaves = select(terrain.plants.broadleaf, terrain.plants.conifer, is_conifer);
            let tree = TINT_LEAST + TINT_VARIES * fract(random * CHANCE_TINT);
            let lit = mix(CROWN_RIM, CROWN_TOP, high) * tree * (1.0 + LEAFY_SHADE * leafy.x);
            let lean = select(away, CONE_LEANS, is_conifer) * to / max(length(to), NOTHING);
            best = Canopy(leaves * lit, lean - LEAFY * leafy.yz, 0.5 + 0.5 * high, 1.0);
        }
    }
    // Between crowns is shade, in dense woods.
    let shaded = smoothstep(BETWEEN_FROM, BETWEEN_ALL, spot.cover);
    let shade = Canopy(mean * BETWEEN, vec2(0.0), BETWEEN_OPEN, shaded);
    var near = shade;
    if best.share > 0.0 {
        near = best;
    }
    return Canopy(
        mix(whole.albedo, near.albedo, held),
        held * near.slope,
        mix(whole.open, near.open, held),
        mix(whole.share, near.share, held),
    );
}

// What shows how rough a wood is where a pixel holds no crown: noise of larger groups of trees.
fn groups(at: vec2<f32>, far: f32) -> vec3<f32> {
    return ground_noise(at, CROWNS + 2, far) + GROUPS_LARGE * ground_noise(at, CROWNS + 4, far);
}
