// Rock: its knobs, stones and cracks, and the layers in it.
#define_import_path orogen::rock

#import orogen::land::terrain
#import orogen::detail::{noise, ground_noise, wall_noise, resolved, first_cell}
#import orogen::detail::{window_of, within, border, stone}

// A place on the surface, as all materials see it.
struct Place {
    position: vec3<f32>,
    normal: vec3<f32>,
    bed_m: f32,
    // −1 in a hollow, 1 on a ridge.
    curvature: f32,
    footprint_m: f32,
    // Erosion's ridge map: −1 in the bed of a gully, 1 on a ridge. Then its occlusion: −1 where
    // gullies are deepest.
    relief: vec2<f32>,
    // The weight of plants by their masks.
    planted: f32,
}

// The slope of a relief, and its height, from −1 in a hollow to 1 on a knob.
struct Relief {
    slope: vec3<f32>,
    stands: f32,
}

// All constants of this file are tuned by eye. The softness of folds in noise values, and the mean
// of folded noise.
const FOLD: f32 = 0.06;
const MEAN_FOLD: f32 = 0.36;
// The largest knobs, the knobs of full weight and the largest cracks, as powers of two metres.
const COARSEST_KNOB: i32 = 7;
const USUAL_KNOB: i32 = 4;
const COARSEST_CRACK: i32 = 2;
// The fade of smaller and of larger knobs, as an exponent of two per octave.
const FADE_KNOB: f32 = 0.12;
const FADE_LARGE_KNOB: f32 = 0.15;
// The width of blocks relative to their height.
const FLAT: f32 = 1.2;
// Stones: the smallest size, and the sizes between which they become rare, as powers of two metres.
const SMALLEST_STONE: i32 = -5;
const RARE_STONES: f32 = 0.0;
const NO_STONES: f32 = 5.0;
// The number of sizes drawn at once, each four times the one before.
const STONE_SIZES: i32 = 3;
// The distortion of outlines, in cells per slope of the noise.
const STONE_BEND: f32 = 0.16;
// The distances to the border at which a gap begins and at which it is full, in cells.
const GAP_BEGINS: f32 = 0.22;
const GAP_ENDS: f32 = 0.02;
// The variation of brightness between stones, and the darkness of gaps.
const STONE_DIFFERS: f32 = 0.55;
const GAP_DARK: f32 = 1.1;
// The noise that bends stones: its size as a power of two metres, the shift by its value in metres,
// and the weight of its slopes relative to its values.
const WARP_OCTAVE: i32 = 3;
const WARP_M: f32 = 0.5;
const BLOCKS: f32 = 2.0;
// A projection plane of less weight is skipped.
const FEW: f32 = 0.06;
// The width of a crack in cells, its distortion, and the noise values between which cracks appear.
const CRACK: f32 = 0.06;
const CROOKED: f32 = 0.13;
const CRACKED_FROM: f32 = 0.0;
const CRACKED_ALL: f32 = 0.7;
// The folds of rock layers: the size as a power of two metres, the height in metres, and the share
// of smaller folds.
const FOLD_OCTAVE: i32 = 11;
const FOLD_M: f32 = 420.0;
const FOLD_SMALL: f32 = 0.3;
// The noise values between which massive rock turns into layered rock.
const MASSIVE_FROM: f32 = -0.4;
const MASSIVE_ALL: f32 = 0.25;
// The strengths of strata between which folded layers turn level.
const LEVEL_FROM: f32 = 0.5;
const LEVEL_ALL: f32 = 0.85;
// The unevenness of beds: its amplitude in layers, and its frequency per layer.
const UNEVEN: f32 = 1.1;
const UNEVEN_SIZE: f32 = 0.23;

// Noise folded at 0 without a kink: its value, and the factor on its slope.
fn folded(value: f32) -> vec2<f32> {
    let length = sqrt(value * value + FOLD * FOLD);
    return vec2(length, value / length);
}

// The fade of knobs away from the usual size: their slope is divided by two to this power.
fn faded_log2(log2: i32) -> f32 {
    let below = f32(USUAL_KNOB - log2);
    return max(FADE_KNOB * below, -FADE_LARGE_KNOB * below);
}

// Small relief on rock, projected on the two vertical planes and on the ground and weighted by the
// normal. Folded noise makes the edges of broken stone where it is folded down, and cracks between
// blocks where it is folded up. Octaves alternate between the two.
fn rock_relief(place: Place, count: u32) -> Relief {
    let faces = abs(place.normal) * abs(place.normal);
    let squared = faces * faces;
    let weights = squared / (squared.x + squared.y + squared.z);
    // Smooth noise bends the stone, so that each stone differs.
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
        if log2 > COARSEST_KNOB || left <= 0.0 {
            break;
        }
        left *= resolved(log2 - 1, place.footprint_m);
        if left <= 0.0 {
            continue;
        }
        let turn = select(-1.0, 1.0, (log2 & 1) == 0);
        let size = turn * left * exp2(f32(log2) - faded_log2(log2));
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

// Cracks in rock along the borders of cells, projected on the plane that the rock faces most: their
// depth and slope. They have two sizes, as far as a pixel can hold them.
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
        // Cracks run crooked, and appear only in places.
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
        // A crack is at least two pixels wide, and fades instead of becoming thinner.
        let width = max(CRACK, 2.0 * place.footprint_m * scale);
        let near = 1.0 - smoothstep(0.0, width, found.x);
        let deep = some * left * CRACK / width;
        result.slope += deep * near * (1.0 - near) * along;
        result.stands -= deep * near;
    }
    return result;
}

// Stones that lie on the ground, from the finest that a pixel holds, projected on the plane that
// the ground faces most: their brightness and tilt. Large stones are rare.
fn stones(place: Place, count: u32) -> Relief {
    let faces = abs(place.normal);
    let is_level = faces.y > max(faces.x, faces.z);
    let along_z = faces.x > faces.z;
    let finest = window_of(place.footprint_m, count).finest;
    var result = Relief(vec3(0.0), 0.0);
    for (var i = 0; i < STONE_SIZES; i++) {
        let log2 = max(finest + 1, SMALLEST_STONE) + 2 * i;
        let often = 1.0 - smoothstep(RARE_STONES, NO_STONES, f32(log2));
        let left = often * resolved(log2 - 1, place.footprint_m);
        if left <= 0.0 {
            continue;
        }
        let first = first_cell(log2);
        let p = place.position * exp2(-f32(log2));
        var at = vec2(select(p.x, p.z, along_z), FLAT * p.y);
        var cell = vec2(select(first.x, first.y, along_z), 0u);
        if is_level {
            at = p.xz;
            cell = first;
        }
        let bend = noise(2.0 * at, 2u * cell).yz;
        let found = stone(at + STONE_BEND * bend, cell);
        let gap = 1.0 - smoothstep(GAP_ENDS, GAP_BEGINS, found.edge);
        var leans = vec3(found.tilt, 0.0);
        if is_level {
            leans = vec3(found.tilt.x, 0.0, found.tilt.y);
        } else if along_z {
            leans = vec3(0.0, found.tilt.y, found.tilt.x);
        }
        result.slope += left * (1.0 - gap) * leans;
        result.stands += left * (STONE_DIFFERS * found.bright - GAP_DARK * gap);
    }
    return result;
}

// The bedding of rock layers: their lift in metres, and their contrast. Rock is gently folded, and
// partly without layers. Strong layers lie level.
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

// Layers in rock: the darkness of the layer, and its change with height. Layers bend and have
// uneven thickness.
fn strata(place: Place, bend: f32) -> vec2<f32> {
    let left = 1.0 - smoothstep(0.25, 0.5, place.footprint_m * terrain.rock.strata_per_m);
    if left <= 0.0 {
        return vec2(0.0);
    }
    let lies = bedding(place);
    let even = (place.bed_m + lies.x) * terrain.rock.strata_per_m + bend;
    // Thick beds alternate with thin ones.
    let layers = even + UNEVEN * noise(vec2(UNEVEN_SIZE * even, 0.5), vec2(2u)).x;
    let thick = noise(vec2(layers, 0.5), vec2(0u));
    let thin = noise(vec2(2.0 * layers, 0.5), vec2(1u));
    let dark = smoothstep(-0.5, 0.5, thick.x + 0.5 * thin.x);
    return left * lies.y * vec2(dark, thick.y + thin.y);
}
