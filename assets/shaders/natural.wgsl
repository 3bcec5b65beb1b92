// The natural style's ground: which material lies where, its colour and relief, and the light on
// it. Exports have materials and colours from the same formulas in `src/terrain/ground`: what
// changes here changes there.
#define_import_path orogen::natural

#import orogen::land::terrain
#import orogen::detail::{noise, ground_noise, wall_noise, resolved, first_cell}
#import orogen::detail::{window_of, within, border}
#import orogen::sky::ambient_light

// A place of the surface, as all materials see it.
struct Place {
    position: vec3<f32>,
    normal: vec3<f32>,
    bed_m: f32,
    // −1 in a hollow, 1 on a ridge.
    curvature: f32,
    footprint_m: f32,
    // Of erosion: −1 in the bed of a gully, 1 on a ridge; −1 where gullies are deepest.
    relief: vec2<f32>,
}

// Shares of the materials; they add up to 1.
struct Shares {
    sand: f32,
    meadow: f32,
    grass: f32,
    scree: f32,
    rock: f32,
    snow: f32,
    // How wet the sand is.
    wet: f32,
}

// All of these are by eye.
// The share of its light that wet sand still throws back.
const WET: f32 = 0.45;
// By how much noise frays a slope, a height above the sea in beaches, a snow line in its widths.
const FRAY_SLOPE_RAD: f32 = 0.16;
const FRAY_BEACH: f32 = 0.5;
const FRAY_SNOW: f32 = 1.0;
// Brightness: of large patches, of grains, of hollows.
const SHADE_PATCHES: f32 = 0.12;
const SHADE_GRAINS: f32 = 0.22;
const SHADE_HOLLOWS: f32 = 0.35;
// Relief of detail as a slope: of grass, of rock, of snow; and how high strata stand out.
const RELIEF_GRASS: f32 = 0.20;
const RELIEF_ROCK: f32 = 0.42;
const RELIEF_SNOW: f32 = 0.05;
const RELIEF_STRATA: f32 = 0.30;
// Of erosion: by how much steeper a ridge counts as for rock, and less steep a gully; by how much
// debris in a gully lies on gentler ground; by how many widths snow reaches down in a gully, and on
// how much steeper ground it holds there; how dark gullies are, and how damp ground is.
const RIDGE_ROCK_RAD: f32 = 0.12;
const GULLY_SCREE_RAD: f32 = 0.14;
const GULLY_SNOW: f32 = 1.4;
const GULLY_SNOW_RAD: f32 = 0.22;
const SHADE_GULLIES: f32 = 0.45;
const SHADE_DAMP: f32 = 0.18;
// How soft folds are, in the noise's values, and their mean.
const FOLD: f32 = 0.06;
const MEAN_FOLD: f32 = 0.36;
// The largest tufts, stones and cracks as powers of two metres; stones count by so much less a
// size; blocks are wider than high by so much.
const COARSEST_TUFT: i32 = 1;
const COARSEST_STONE: i32 = 4;
const COARSEST_CRACK: i32 = 2;
const FADE_STONE: f32 = 0.12;
const FLAT: f32 = 1.2;
// What bends stones: its size as a power of two, how far it moves them, and its slopes against its
// values.
const WARP_OCTAVE: i32 = 3;
const WARP_M: f32 = 0.5;
const BLOCKS: f32 = 2.0;
// A plane that counts less than this is left out.
const FEW: f32 = 0.06;
// The width of a crack in its cells, how crooked it is, and the noise between which there are some.
const CRACK: f32 = 0.06;
const CROOKED: f32 = 0.13;
const CRACKED_FROM: f32 = 0.0;
const CRACKED_ALL: f32 = 0.7;
// How dark it is between tufts, in cavities, in cracks; and the bounds of all of them.
const SHADE_TUFTS: f32 = 0.34;
const SHADE_CAVITIES: f32 = 0.5;
const SHADE_CRACKS: f32 = 0.4;
const SHADE_LEAST: f32 = 0.3;
const SHADE_MOST: f32 = 1.35;
// The part of that darkness that is colour: dust and damp lie in hollows.
const ALBEDO_OPEN: f32 = 0.6;
// How steep cracks are.
const RELIEF_CRACKS: f32 = 0.9;
// How rock is folded: the size as a power of two, the height, the share of smaller folds; and the
// noise between which it is not layered.
const FOLD_OCTAVE: i32 = 11;
const FOLD_M: f32 = 420.0;
const FOLD_SMALL: f32 = 0.3;
const MASSIVE_FROM: f32 = -0.4;
const MASSIVE_ALL: f32 = 0.25;
// From which strength layers lie level.
const LEVEL_FROM: f32 = 0.5;
const LEVEL_ALL: f32 = 0.85;
// How uneven beds are: by how many layers, over how many.
const UNEVEN: f32 = 1.1;
const UNEVEN_SIZE: f32 = 0.23;
// How narrow the edge of snow is, in shares of its width.
const SNOW_EDGE: f32 = 0.2;
// Between which depths of the ridge map the bed of a gully begins.
const GULLY_BEGINS: f32 = 0.15;
const GULLY_BED: f32 = 0.75;

// Noise from large to small, which frays borders and varies colours: coarse, fine, patches.
fn fraying(place: Place) -> vec3<f32> {
    let at = place.position.xz;
    let far = place.footprint_m;
    let patches = terrain.detail.patches_octave;
    let coarse = ground_noise(at, 6, far).x + 0.5 * ground_noise(at, 4, far).x;
    var fine = 0.0;
    for (var i = 0u; i < terrain.detail.octaves; i++) {
        fine += exp2(-f32(i)) * ground_noise(at, 2 - i32(i), far).x;
    }
    let large = ground_noise(at, patches, far).x + 0.5 * ground_noise(at, patches - 2, far).x;
    return vec3(coarse, fine, large);
}

fn around(edge: f32, width: f32, value: f32) -> f32 {
    return smoothstep(edge - 0.5 * width, edge + 0.5 * width, value);
}

fn shares(place: Place, frays: vec3<f32>) -> Shares {
    var result: Shares;
    let fray = terrain.detail.breakup * (frays.x + 0.5 * frays.y);
    let slope = acos(clamp(place.normal.y, 0.0, 1.0)) + fray * FRAY_SLOPE_RAD;
    let above_sea = place.bed_m - terrain.heights.sea_level_m;
    let ridge = place.relief.x;
    let gully = in_gully(place);

    var left = 1.0;
    // The sun of noon stands in the south.
    let line = terrain.snow.line_m + terrain.snow.sun_m * place.normal.z;
    let height = place.bed_m + fray * FRAY_SNOW * terrain.snow.width_m
        - (terrain.snow.hollow * place.curvature - GULLY_SNOW * gully) * terrain.snow.width_m;
    let holds_rad = terrain.snow.slope_rad + GULLY_SNOW_RAD * gully;
    let lies = 1.0 - around(holds_rad, terrain.rock.width_rad, slope);
    let covers = around(line, terrain.snow.width_m, height) * lies;
    result.snow = around(0.5, SNOW_EDGE * 2.0, covers);
    left -= result.snow;
    let bare = slope + RIDGE_ROCK_RAD * ridge;
    result.rock = left * around(terrain.rock.slope_rad, terrain.rock.width_rad, bare);
    left -= result.rock;
    let loose = slope + GULLY_SCREE_RAD * gully;
    result.scree = left * around(terrain.rock.scree_slope_rad, terrain.rock.width_rad, loose);
    left -= result.scree;
    let beach = above_sea - fray * FRAY_BEACH * terrain.sand.beach_m;
    result.sand = left * (1.0 - smoothstep(0.5, 1.0, beach / max(terrain.sand.beach_m, 1e-6)));
    result.wet = 1.0 - smoothstep(0.0, terrain.water.foam_m, above_sea);
    left -= result.sand;
    let tree_width_m = terrain.grass.tree_width_m;
    let grows_at = place.bed_m + 0.5 * tree_width_m * frays.z;
    // It grows higher where water runs.
    let damp = max(gully, 0.0);
    let dry = around(terrain.grass.tree_line_m + 0.5 * damp * tree_width_m, tree_width_m, grows_at);
    result.scree += left * dry;
    left -= left * dry;
    let lush = smoothstep(-0.5, 0.5, frays.z + 0.5 * frays.x - place.curvature + damp);
    result.grass = left * lush;
    result.meadow = left - result.grass;
    return result;
}

// How far a place lies in the bed of a gully, from 0 to 1.
fn in_gully(place: Place) -> f32 {
    return smoothstep(GULLY_BEGINS, GULLY_BED, -place.relief.x);
}

// A relief's slope, and how high it stands, from a hollow at −1 to a knob at 1.
struct Relief {
    slope: vec3<f32>,
    stands: f32,
}

// Small relief on ground that is not rock: tufts, clods, grains, down to what a pixel can hold.
fn ground_relief(place: Place, count: u32) -> Relief {
    var slope = vec2(0.0);
    var stands = 0.0;
    let window = window_of(place.footprint_m, count);
    for (var i = 0; i < i32(count); i++) {
        let log2 = window.finest + i;
        let left = within(window, log2);
        if log2 > COARSEST_TUFT || left <= 0.0 {
            break;
        }
        let octave = left * ground_noise(place.position.xz, log2, place.footprint_m);
        slope += 0.5 * exp2(f32(log2)) * octave.yz;
        stands += octave.x;
    }
    return Relief(vec3(slope.x, 0.0, slope.y), stands);
}

// A noise folded at 0 without a kink: its value, and what of its slope is left.
fn folded(value: f32) -> vec2<f32> {
    let length = sqrt(value * value + FOLD * FOLD);
    return vec2(length, value / length);
}

// Small relief on steep rock, on the two vertical planes and on the ground by the way it faces.
// Noise that is folded makes the edges of broken stone where it is folded down, and cracks between
// blocks where it is folded up; sizes take turns.
fn rock_relief(place: Place, count: u32) -> Relief {
    let faces = abs(place.normal) * abs(place.normal);
    let squared = faces * faces;
    let weights = squared / (squared.x + squared.y + squared.z);
    // Stone is bent by smooth noise of its own, so that no two stones are alike.
    let p = place.position;
    let bend = ground_noise(vec2(p.x + p.y, p.z - p.y), WARP_OCTAVE, place.footprint_m).xyz;
    let warp = WARP_M * vec3(bend.x, bend.y * BLOCKS, bend.z * BLOCKS);
    let at = (p + warp) * vec3(1.0, FLAT, 1.0);
    var slope = vec3(0.0);
    var stands = 0.0;
    let window = window_of(place.footprint_m, count);
    for (var i = 0; i < i32(count); i++) {
        let log2 = window.finest + i;
        var left = within(window, log2);
        if log2 > COARSEST_STONE || left <= 0.0 {
            break;
        }
        left *= resolved(log2 - 1, place.footprint_m);
        if left <= 0.0 {
            continue;
        }
        let turn = select(-1.0, 1.0, (log2 & 1) == 0);
        let size = turn * left * exp2(f32(log2) - FADE_STONE * f32(COARSEST_STONE - log2));
        var one = vec3(0.0);
        var high = 0.0;
        if weights.x > FEW {
            let n = wall_noise(at, 1u, log2, place.footprint_m);
            let fold = folded(n.x);
            one += weights.x * fold.y * vec3(0.0, FLAT * n.z, n.y);
            high += weights.x * fold.x;
        }
        if weights.z > FEW {
            let n = wall_noise(at, 0u, log2, place.footprint_m);
            let fold = folded(n.x);
            one += weights.z * fold.y * vec3(n.y, FLAT * n.z, 0.0);
            high += weights.z * fold.x;
        }
        if weights.y > FEW {
            let n = ground_noise(at.xz, log2, place.footprint_m);
            let fold = folded(n.x);
            one += weights.y * fold.y * vec3(n.y, 0.0, n.z);
            high += weights.y * fold.x;
        }
        slope += size * one;
        stands += turn * left * (high - MEAN_FOLD);
    }
    return Relief(slope, stands);
}

// Cracks in rock along the borders of cells, on the plane that it faces most: how deep, and their
// slope. Two sizes, as far as a pixel can hold them.
fn cracks(place: Place) -> Relief {
    let faces = abs(place.normal);
    var result = Relief(vec3(0.0), 0.0);
    for (var i = 0; i < 2; i++) {
        let log2 = COARSEST_CRACK - 2 * i;
        let left = resolved(log2 - 2, place.footprint_m);
        if left <= 0.0 {
            break;
        }
        let scale = exp2(-f32(log2));
        let first = first_cell(log2);
        let p = place.position * scale;
        var at = vec2(p.x, FLAT * p.y);
        var cell = vec2(first.x, 0u);
        if faces.y > max(faces.x, faces.z) {
            at = p.xz;
            cell = first;
        } else if faces.x > faces.z {
            at.x = p.z;
            cell.x = first.y;
        }
        // Cracks run crooked, and here and there only.
        let crooked = noise(2.0 * at, 2u * cell);
        let here = noise(0.5 * at, cell >> vec2(1u)).x + 0.5 * crooked.x;
        let some = smoothstep(CRACKED_FROM, CRACKED_ALL, here);
        if some <= 0.0 {
            continue;
        }
        let found = border(at + CROOKED * crooked.yz, cell);
        var along = vec3(found.y, FLAT * found.z, 0.0);
        if faces.y > max(faces.x, faces.z) {
            along = vec3(found.y, 0.0, found.z);
        } else if faces.x > faces.z {
            along = vec3(0.0, FLAT * found.z, found.y);
        }
        // No crack is finer than a pixel, but fainter.
        let width = max(CRACK, 2.0 * place.footprint_m * scale);
        let near = 1.0 - smoothstep(0.0, width, found.x);
        let deep = some * left * CRACK / width;
        result.slope += deep * near * (1.0 - near) * along;
        result.stands -= deep * near;
    }
    return result;
}

// How layers of rock lie here: by how much they are lifted, and how clear they are. Rock is folded
// gently, and some of it is not layered at all; where layers are strong, they lie level.
fn bedding(place: Place) -> vec2<f32> {
    let at = place.position.xz;
    let far = place.footprint_m;
    let level = smoothstep(LEVEL_FROM, LEVEL_ALL, terrain.rock.strata_strength);
    let small = FOLD_SMALL * ground_noise(at, FOLD_OCTAVE - 2, far).x;
    let fold = ground_noise(at, FOLD_OCTAVE, far).x + small;
    let massive = ground_noise(at, FOLD_OCTAVE - 1, far).x;
    let clear = smoothstep(MASSIVE_FROM, MASSIVE_ALL, massive);
    return vec2(FOLD_M * fold * (1.0 - level), mix(clear, 1.0, level));
}

// Layers in rock: how dark the layer is, and its slope with the height. They are of uneven
// thickness and bend.
fn strata(place: Place, bend: f32) -> vec2<f32> {
    let left = 1.0 - smoothstep(0.25, 0.5, place.footprint_m * terrain.rock.strata_per_m);
    if left <= 0.0 {
        return vec2(0.0);
    }
    let lies = bedding(place);
    let even = (place.bed_m + lies.x) * terrain.rock.strata_per_m + bend;
    // Thick beds and thin ones.
    let layers = even + UNEVEN * noise(vec2(UNEVEN_SIZE * even, 0.5), vec2(2u)).x;
    let thick = noise(vec2(layers, 0.5), vec2(0u));
    let thin = noise(vec2(2.0 * layers, 0.5), vec2(1u));
    let dark = smoothstep(-0.5, 0.5, thick.x + 0.5 * thin.x);
    return left * lies.y * vec2(dark, thick.y + thin.y);
}

struct Ground {
    albedo: vec3<f32>,
    normal: vec3<f32>,
    // How much of the light of all around reaches it between its knobs.
    open: f32,
}

// The colour of ground with the darkness of its layer.
fn ground_albedo(place: Place, parts: Shares, frays: vec3<f32>, layer: f32) -> vec3<f32> {
    let rock = mix(terrain.rock.colour, terrain.rock.strata, terrain.rock.strata_strength * layer);
    let sand = mix(terrain.sand.colour, terrain.sand.colour * WET, parts.wet);
    let albedo = parts.sand * sand
        + parts.meadow * terrain.grass.meadow + parts.grass * terrain.grass.lush
        + parts.scree * terrain.rock.scree + parts.rock * rock + parts.snow * terrain.snow.colour;
    // Snow and sand vary less than what grows and what breaks.
    let varies = 1.0 - 0.5 * parts.sand - parts.snow;
    let damp = (parts.meadow + parts.grass) * SHADE_DAMP * in_gully(place);
    let shade = 1.0 + varies * (SHADE_PATCHES * frays.z + SHADE_GRAINS * frays.y) - damp;
    return albedo * clamp(shade, 0.0, 2.0);
}

fn layer_of(place: Place, parts: Shares, frays: vec3<f32>) -> vec2<f32> {
    if parts.rock <= 0.0 {
        return vec2(0.0);
    }
    return strata(place, 0.25 * frays.x + 0.5 * frays.z);
}

fn ground_surface(place: Place, parts: Shares, frays: vec3<f32>) -> Ground {
    let stony = parts.rock + parts.scree;
    let layer = layer_of(place, parts, frays);
    var relief = vec3(0.0);
    var shade = 1.0;
    let soft = parts.meadow + parts.grass + 0.5 * parts.sand;
    if soft + parts.sand + parts.snow > 0.0 {
        let found = ground_relief(place, terrain.detail.octaves + 2u);
        relief += (soft * RELIEF_GRASS + parts.snow * RELIEF_SNOW) * found.slope;
        shade += soft * SHADE_TUFTS * found.stands;
    }
    if stony > 0.0 {
        let found = rock_relief(place, terrain.detail.octaves + 2u);
        relief += stony * RELIEF_ROCK * (0.5 + abs(frays.x)) * found.slope;
        shade += stony * SHADE_CAVITIES * clamp(found.stands, -1.0, 1.0);
        relief.y += parts.rock * RELIEF_STRATA * terrain.rock.strata_strength * layer.y;
        if terrain.detail.octaves > 2u && parts.rock > 0.0 {
            let broken = cracks(place);
            relief += parts.rock * RELIEF_CRACKS * broken.slope;
            shade += parts.rock * SHADE_CRACKS * broken.stands;
        }
    }
    relief *= terrain.detail.bumps;
    let along = relief - dot(relief, place.normal) * place.normal;
    let open = clamp(1.0 + (shade - 1.0) * terrain.detail.bumps, SHADE_LEAST, SHADE_MOST);
    let albedo = ground_albedo(place, parts, frays, layer.x);
    let normal = normalize(place.normal - along);
    return Ground(albedo * mix(1.0, open, ALBEDO_OPEN), normal, min(open, 1.0));
}

// The colour of the bed under water: sand over what would lie there.
fn bed_colour(place: Place, frays: vec3<f32>) -> vec3<f32> {
    let parts = shares(place, frays);
    let albedo = ground_albedo(place, parts, frays, layer_of(place, parts, frays).x);
    return mix(terrain.sand.colour * WET, albedo, 0.5);
}

// What the ground throws back: the sun's part where it is not in shadow, the sky's part where it is
// not in a hollow.
fn lit_ground(ground: Ground, place: Place, sunlit: f32) -> vec3<f32> {
    let sun = terrain.sun.light * max(dot(ground.normal, terrain.sun.towards), 0.0) * sunlit;
    let hollow = SHADE_HOLLOWS * clamp(-place.curvature, 0.0, 1.0);
    let open = (1.0 - hollow) * (1.0 - SHADE_GULLIES * clamp(-place.relief.y, 0.0, 1.0));
    return ground.albedo * (sun + ambient_light(ground.normal) * open * ground.open);
}
