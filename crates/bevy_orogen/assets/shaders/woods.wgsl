// The places of woods, and their look from distances at which no tree is drawn. The code in
// `crates/orogen-terrain/src/scatter/woods.rs` has the same formulas and constants and places the
// trees: keep the two equal.
#define_import_path orogen::woods

#import orogen::land::terrain
#import orogen::rock::{Ground, Place, Shares}
#import orogen::detail::{
    cell_hash, ground_noise, next_hash, opaque_count, origin_cell, power_of_two, quick_ground_noise, resolved,
}

// The weight of each size of patches relative to the next larger size, which is four times as large.
const FINER: f32 = 0.5;
// The pull of dark grass on woods, in values of the patches' noise.
const LUSH: f32 = 0.5;
// The range of that noise over which woods thin out.
const EDGE: f32 = 0.22;
// The slope of a smooth step from −1 to 1 in its middle.
const STEEPEST_STEP: f32 = 0.75;
// The share of cells with a tree outside woods.
const LONE: f32 = 0.012;
// The shares of green ground from which some and all trees grow.
const GREEN_FROM: f32 = 0.3;
const GREEN_ALL: f32 = 0.75;
// The heights above the sea from which some and all trees grow, in metres.
const DRY_FROM_M: f32 = 1.0;
const DRY_ALL_M: f32 = 4.0;
// The range of slopes over which woods end, and the noise that frays it, in radians.
const STEEP_WIDTH_RAD: f32 = 0.14;
const STEEP_FRAY_RAD: f32 = 0.1;
// The depth below the tree line at which half of the trees are conifers, the range over which that
// changes, and the shift by patches of either kind, in metres.
const HALF_BELOW_M: f32 = 320.0;
const TURNS_OVER_M: f32 = 420.0;
const MIXED_M: f32 = 320.0;
// The number of sizes of patches.
const SIZES: i32 = 4;

// The size of the cells that hold crowns, as a power of two metres, and the range of a crown's
// position in its cell.
const CROWNS: i32 = 3;
const JITTER: f32 = 0.7;
// The radii of conifers and of broadleaves in cells, tuned by eye to match the trees.
const SLIM: f32 = 0.42;
const BROAD: f32 = 0.62;
// The brightness of the tops of crowns, of the ground between them, and of a wood as a whole, as
// shares of the leaves' colour, tuned by eye.
const CROWN_TOP: f32 = 1.3;
const BETWEEN: f32 = 0.5;
const WHOLE: f32 = 1.45;
// Leaves make crowns uneven, all by eye: the bulge of a crown as a share of its radius, and the
// tilt of its hull there.
const BULGES: f32 = 0.22;
const LEAFY: f32 = 0.9;
// The brightness of bulges, and the weight of the finer size of bunches.
const LEAFY_SHADE: f32 = 0.35;
const LEAFY_FINER: f32 = 0.7;
// A factor on the size of a pixel, which decides whether the pixel shows single crowns.
const HELD: f32 = 0.8;
// The smallest divisor, which avoids 0 / 0.
const NOTHING: f32 = 1e-3;
// Factors that derive new random numbers from a number: for kinds, sizes and tints.
const CHANCE_KIND: f32 = 7.31;
const CHANCE_SIZE: f32 = 3.7;
const CHANCE_TINT: f32 = 5.3;
// Differences between trees: the least size and the random addition, then the least brightness and
// the random addition.
const SIZE_LEAST: f32 = 0.75;
const SIZE_VARIES: f32 = 0.45;
const TINT_LEAST: f32 = 0.85;
const TINT_VARIES: f32 = 0.3;
// The random height that lets a crown stand above its neighbours, in cells.
const HIGHER: f32 = 0.2;
// The brightness of a crown's rim, and the tilt of a cone's side.
const CROWN_RIM: f32 = 0.75;
const CONE_LEANS: f32 = 0.75;
// The ground between crowns: its openness to the sky, and the shares of trees between which it
// becomes shade.
const BETWEEN_OPEN: f32 = 0.65;
const BETWEEN_FROM: f32 = 0.35;
const BETWEEN_ALL: f32 = 0.8;
// The weight of each size of groups, and the growth up to which larger groups are as steep as small
// groups.
const GROUPS: f32 = 0.75;
const GROUPS_STEEP: f32 = 4.0;
// The largest 16-bit number.
const WORD: f32 = 65535.0;
// The share of ambient light that reaches into woods, tuned by eye.
const CANOPY_OPEN: f32 = 0.9;
// The roughness of a wood as a slope where its crowns are too small to see, tuned by eye.
const ROUGH: f32 = 0.5;

// The share of trees below which ground is drawn without woods.
const FEWEST_TREES: f32 = 0.004;
// The forest floor: its colour, its visible share and its darkness.
const FLOOR: vec3<f32> = vec3(0.085, 0.068, 0.04);
const FLOOR_SHARE: f32 = 0.7;
const FLOOR_SHADE: f32 = 0.15;
// The share of the trees' reach over which crowns on the ground replace drawn trees.
const FADE_OF_TREES: f32 = 0.25;
// The shares of trees between which a wood grows dense. Then, for distances at which crowns are too
// small to see, the tilt of the wood's surface and its variation of brightness.
const OPEN_WOOD: f32 = 0.1;
const DENSE_WOOD: f32 = 0.8;
const ROUGH_LEANS: f32 = 20.0;
const ROUGH_SHADE: f32 = 0.5;
// The height of woods over the ground, the height that tilts the normals of their sides, the darkness and
// the longest reach of their shadow, and the least sine of the sun's elevation for the shadow.
const WOODS_M: f32 = 14.0;
const WOODS_LEAN_M: f32 = 22.0;
const WOODS_SHADE: f32 = 0.7;
const LONGEST_M: f32 = 60.0;
const LOW_SUN: f32 = 0.15;

struct Spot {
    // The share of cells that have a tree.
    cover: f32,
    // The share of trees that are conifers.
    conifers: f32,
    // The change of the cover per metre.
    edge: vec2<f32>,
}

fn soft_step(edge: f32, width: f32, value: f32) -> f32 {
    return smoothstep(0.0, 1.0, (value - edge) / width + 0.5);
}

// The woods at a place, from its height, its slope, its shares of meadow and dark grass, and the
// noise that frays it, coarse and in patches.
fn woods(
    at: vec2<f32>,
    bed_m: f32,
    slope_rad: f32,
    green_parts: vec2<f32>,
    frays: vec2<f32>,
    footprint_m: f32,
) -> Spot {
    let green = green_parts.x + green_parts.y;
    if terrain.plants.leafy <= 0.0 || green <= GREEN_FROM {
        return Spot(0.0, 0.0, vec2(0.0));
    }
    let lush = green_parts.y / max(green, NOTHING);
    let patches = terrain.plants.patches_octave;
    var clump = vec3(0.0);
    var weight = 1.0;
    var mixed = 0.0;
    // The last noise mixes both kinds of trees.
    for (var i = 0; i <= i32(opaque_count(u32(SIZES))); i++) {
        let is_last = i == SIZES;
        let found = ground_noise(at, select(patches - 2 * i, patches - 1, is_last), footprint_m);
        clump += select(weight, 0.0, is_last) * found;
        mixed = found.x;
        weight *= FINER;
    }
    let value = clump.x + LUSH * (lush - 0.5);
    let threshold = terrain.plants.threshold;
    let dense = smoothstep(threshold - EDGE, threshold + EDGE, value);
    let within = clamp((value - threshold) / EDGE, -1.0, 1.0);
    let denser = STEEPEST_STEP * (1.0 - within * within) / EDGE * clump.yz;
    let width_m = terrain.grass.tree_width_m;
    let line_m = terrain.plants.line_m;
    let below = 1.0 - soft_step(line_m, width_m, bed_m + width_m * (0.5 * frays.y));
    let slope = slope_rad + STEEP_FRAY_RAD * frays.x;
    let stands = 1.0 - soft_step(terrain.plants.steepest_rad, STEEP_WIDTH_RAD, slope);
    let sea_m = terrain.heights.sea_level_m;
    let dry = smoothstep(sea_m + DRY_FROM_M, sea_m + DRY_ALL_M, bed_m);
    let ground = smoothstep(GREEN_FROM, GREEN_ALL, green);
    let trees = terrain.plants.leafy * max(dense, terrain.plants.lone * LONE);
    let grows = below * stands * dry * ground;
    let under_m = line_m - bed_m + MIXED_M * mixed;
    let high = 1.0 - soft_step(HALF_BELOW_M, TURNS_OVER_M, under_m);
    let conifers = clamp(high + 2.0 * terrain.plants.conifers - 1.0, 0.0, 1.0);
    return Spot(trees * grows, conifers, terrain.plants.leafy * grows * denser);
}

// A wood from above.
struct Canopy {
    albedo: vec3<f32>,
    // The slope of the crown's hull relative to the ground.
    slope: vec2<f32>,
    // The share of ambient light that reaches the crowns.
    open: f32,
    // The share of the ground that it hides.
    share: f32,
}

// A random number from 0 to 1, from a word's lower half.
fn random_of(word: u32) -> f32 {
    return f32(word & 0xffffu) / WORD;
}

// The hull of the highest crown at a place, or the mean of crowns where they are too small for a pixel.
// Each cell may have a tree, which is a conifer or a broadleaf. `leafy` is the noise of leaves.
fn canopy(at: vec2<f32>, spot: Spot, footprint_m: f32, leafy: vec3<f32>) -> Canopy {
    let visible = resolved(CROWNS, HELD * footprint_m);
    if visible <= 0.0 {
        // Sparse trees hide only a part of the ground, so their mean colour counts by their share.
        let mean = mix(terrain.plants.broadleaf, terrain.plants.conifer, spot.conifers);
        return Canopy(WHOLE * mean, vec2(0.0), CANOPY_OPEN, spot.cover);
    }
    let scale = power_of_two(-CROWNS);
    let p = at * scale;
    let floored = floor(p);
    let cell = vec2<u32>(vec2<i32>(floored)) + origin_cell(CROWNS);
    // The north-western cell of nine, and the place relative to its centre.
    let first = cell - vec2(1u);
    let within = p - floored + 0.5;
    // In dense woods the ground between crowns is shade.
    var light = BETWEEN;
    var kind = spot.conifers;
    var lean = vec2(0.0);
    var open = BETWEEN_OPEN;
    var top = 0.0;
    for (var i = 0u; i < opaque_count(9u); i++) {
        let step = vec2(i % 3u, i / 3u);
        let word = cell_hash(first + step);
        let other = next_hash(word ^ 0x7ee5u);
        if random_of(other) >= spot.cover {
            continue;
        }
        let jitter = JITTER * (vec2(random_of(word), random_of(word >> 16u)) - 0.5);
        let to = within - vec2<f32>(step) - jitter;
        let random = random_of(other >> 16u);
        let is_conifer = fract(random * CHANCE_KIND) < spot.conifers;
        let size = SIZE_LEAST + SIZE_VARIES * fract(random * CHANCE_SIZE);
        let radius = select(BROAD, SLIM, is_conifer) * size;
        let away = length(to) / radius * (1.0 + BULGES * leafy.x);
        if away >= 1.0 {
            continue;
        }
        // A conifer is a cone, a broadleaf a dome.
        let high = select(sqrt(1.0 - away * away), 1.0 - away, is_conifer);
        let stands = high * radius + HIGHER * random;
        if stands > top {
            top = stands;
            let tree = TINT_LEAST + TINT_VARIES * fract(random * CHANCE_TINT);
            light = mix(CROWN_RIM, CROWN_TOP, high) * tree * (1.0 + LEAFY_SHADE * leafy.x);
            kind = f32(is_conifer);
            lean = select(away, CONE_LEANS, is_conifer) * to / max(length(to), NOTHING) - LEAFY * leafy.yz;
            open = 0.5 + 0.5 * high;
        }
    }
    let share = select(smoothstep(BETWEEN_FROM, BETWEEN_ALL, spot.cover), 1.0, top > 0.0);
    let leaves = mix(terrain.plants.broadleaf, terrain.plants.conifer, mix(spot.conifers, kind, visible));
    return Canopy(
        leaves * mix(WHOLE, light, visible),
        visible * lean,
        mix(CANOPY_OPEN, open, visible),
        mix(spot.cover, share, visible),
    );
}

// Noise of the size of bunches of leaves; and noise of groups of trees, from the smallest that a pixel
// can show, which makes a wood rough where crowns are smaller than a pixel.
struct Roughness {
    leaves: vec3<f32>,
    groups: vec3<f32>,
}

fn roughness(at: vec2<f32>, footprint_m: f32) -> Roughness {
    let smallest = max(log2(footprint_m) + 2.0, f32(CROWNS + 1));
    let first = i32(ceil(smallest));
    let progress = f32(first) - smallest;
    let weights = vec3(progress, 1.0, 1.0 - progress);
    var result = Roughness(vec3(0.0), vec3(0.0));
    for (var i = 0; i < i32(opaque_count(5u)); i++) {
        let is_group = i < 3;
        let log2 = select(CROWNS + 1 - i, first + i, is_group);
        let found = quick_ground_noise(at, log2, footprint_m);
        let bounded = min(power_of_two(log2 - CROWNS - 2), GROUPS_STEEP);
        let weight = weights[min(i, 2)] * GROUPS;
        result.groups += select(0.0, weight, is_group) * vec3(1.0, bounded, bounded) * found;
        result.leaves += select(select(1.0, LEAFY_FINER, i == 4), 0.0, is_group) * found;
    }
    return result;
}

// Ground with woods: the forest floor below drawn trees, and crowns beyond their reach.
fn wooded(bare: Ground, place: Place, parts: Shares, frays: vec3<f32>) -> Ground {
    let slope = acos(clamp(place.normal.y, 0.0, 1.0));
    let green = vec2(parts.meadow, parts.grass);
    let at = place.position.xz;
    let footprint_m = place.footprint_m;
    var spot = woods(at, place.bed_m, slope, green, frays.xz, footprint_m);
    spot.cover *= place.planted;
    // Woods rise over the ground: their sides have light and shade, and cast a shadow.
    let towards = terrain.sun.towards;
    let long_m = min(WOODS_M * length(towards.xz) / max(towards.y, LOW_SUN), LONGEST_M);
    let ahead = dot(spot.edge, normalize(towards.xz + vec2(1e-6))) * long_m;
    let shaded = WOODS_SHADE * place.planted * clamp(ahead, 0.0, 1.0) * (1.0 - spot.cover);
    if spot.cover < FEWEST_TREES && shaded < FEWEST_TREES {
        return bare;
    }
    let dense = smoothstep(OPEN_WOOD, DENSE_WOOD, spot.cover);
    var ground = bare;
    ground.albedo = mix(bare.albedo, FLOOR, FLOOR_SHARE * dense);
    ground.open = bare.open * (1.0 - FLOOR_SHADE * dense);
    let end = max(terrain.plants.far_m, 1.0);
    let away = distance(place.position, terrain.plants.viewer);
    let gone = smoothstep(end * (1.0 - FADE_OF_TREES), end, away);
    if gone <= 0.0 {
        return ground;
    }
    let noises = roughness(at, footprint_m);
    let crowns = canopy(at, spot, footprint_m, noises.leaves);
    let share = gone * crowns.share;
    let rough = ROUGH * spot.cover * noises.groups;
    let leans = crowns.slope - ROUGH_LEANS * rough.yz - WOODS_LEAN_M * spot.edge;
    ground.sunlit *= 1.0 - gone * shaded;
    ground.albedo = mix(ground.albedo, crowns.albedo * (1.0 + ROUGH_SHADE * rough.x), share);
    ground.open = mix(ground.open, crowns.open * (1.0 + ROUGH_SHADE * rough.x), share);
    ground.sunlit = mix(ground.sunlit, 1.0, share);
    ground.normal = normalize(ground.normal + share * vec3(leans.x, 0.0, leans.y));
    return ground;
}
