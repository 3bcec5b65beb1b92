// The small relief of the ground: tufts and grains, the ripples that wind draws in sand, loose stones, and
// the edges and the crystals of snow.
#define_import_path orogen::sand

#import bevy_render::maths::PI
#import orogen::land::terrain
#import orogen::detail::{
    Plane, cell_hash, cell_on, opaque_count, origin_cell, power_of_two, quick_ground_noise, quick_noise, resolved,
    stone, window_of, within,
}
#import orogen::rock::{Place, Relief, four_of}

// The shortest ripples as a power of two metres, the number of sizes, and the power of two between
// sizes.
const SHORTEST: i32 = -2;
const SIZES: i32 = 4;
const LONGER: i32 = 2;
// A period of all ripples in metres. The rendering origin moves by multiples of it, so that ripples
// stay in place.
const PERIOD_M: f32 = 2048.0;
// The steepness of the shortest ripples, and its ratio from each size to the next.
const STEEP: f32 = 0.42;
const FLATTER: f32 = 0.82;
// Noise bends crests gently, and makes them fork. For each: the shift in ripples, and the size of
// the noise relative to ripples, as a power of two.
const BENDS: f32 = 2.2;
const BENDS_OVER: i32 = 4;
const FORKS: f32 = 0.45;
const FORKS_OVER: i32 = 1;
// The turn of each size of ripples from the next smaller size; the smallest follow the wind.
const TURN_RAD: f32 = 0.21;
// Ripples come in fields: their size relative to ripples as a power of two, and the noise values
// between which they begin.
const FIELDS_OVER: i32 = 3;
const FIELD_FROM: f32 = -0.7;
const FIELD_ALL: f32 = 0.5;
// Sliding sand has no ripples. They fade in between these two values of the normal's upward
// component.
const SLIDES: f32 = 0.85;
const RESTS: f32 = 0.91;
// The mean height of a ripple.
const MEAN: f32 = 0.47;

// Stones: the smallest size as a power of two metres and in footprints, and the sizes between which they
// become rare, as powers of two metres.
const SMALLEST_STONE: f32 = -6.0;
const STONE_PIXELS: f32 = 4.0;
const RARE_STONES: f32 = -1.0;
const NO_STONES: f32 = 4.5;
// The share of cells of scree with a stone, relative to the next smaller size.
const LARGE_STONES: f32 = 0.35;
// The growth of stones in gullies, as a power of two.
const RUBBLE: f32 = 2.5;
// The number of sizes drawn at once, each four times the next smaller size.
const STONE_SIZES: u32 = 3u;
// The distortion of outlines, in cells.
const STONE_BEND: f32 = 0.04;
// The distances to the border at which a gap begins and at which it is full, in cells.
const GAP_BEGINS: f32 = 0.19;
const GAP_ENDS: f32 = 0.02;
// The share of soil below pebbles, the sizes between which pebbles end as powers of two metres, and the
// sharpness with which cells have a stone or none.
const PEBBLES: f32 = 0.06;
const RARE_PEBBLES: f32 = -6.0;
const NO_PEBBLES: f32 = -1.6;
const STONE_SHARP: f32 = 12.0;
// The share of a pebble's own colour.
const STONE_SHOWS: f32 = 0.7;
// The tilt and the roundness of stones as slopes, the strength of their shades, the variation of brightness
// between them, and the darkness of gaps.
const TILT_STONES: f32 = 0.5;
const STONE_ROUND: f32 = 0.7;
const SHADE_STONES: f32 = 0.42;
const STONE_DIFFERS: f32 = 0.55;
const GAP_DARK: f32 = 0.9;

// The change of the depth of snow per metre below which its edge slopes less, and a number that keeps a
// divisor above 0.
const SNOW_FLAT: f32 = 0.003;
const SMALLEST: f32 = 1e-12;

// The footprints, in metres, between which glints of snow end.
const GLINTS_CLEAR_M: f32 = 0.015;
const GLINTS_GONE_M: f32 = 0.08;
// The size of a glint's cell in footprints, and the exponent of its smallest size, a power of two metres.
const GLINT_PIXELS: f32 = 1.2;
const SMALLEST_GLINT: i32 = -7;
// The range of a glint's position in its cell, and its radius, in cells.
const GLINT_JITTER: f32 = 0.6;
const GLINT_SIZE: f32 = 0.5;
// How far crystals lean, and the cosines between which a crystal begins to mirror the sun.
const GLINTS_LEAN: f32 = 0.7;
const GLINT_FROM: f32 = 0.985;
const GLINT_FULL: f32 = 1.0;
// The light of a glint relative to sunlight.
const GLINT_LIGHT: f32 = 3.0;

// The size of the largest tufts, as a power of two metres.
const COARSEST_TUFT: i32 = 1;
// Fine octaves weigh more, because equal octaves look like suede. From each octave to the next coarser
// octave, the weight halves for sand, and falls to this share for soft ground: √½. Then the weight of the
// finest octave of soft ground.
const SOFT_FADES: f32 = 0.70710678;
const SOFT_FINEST: f32 = 1.4;
// The length of relief along beds relative to its height, as a power of two.
const LONGER_IN_BEDS: i32 = 2;
// The largest relief of stony ground as a power of two metres, the softness of its folds in noise
// values, and the mean of folded noise.
const COARSEST_STONES: i32 = 6;
const FOLD: f32 = 0.06;
const MEAN_FOLD: f32 = 0.36;

// Small relief down to the size of a pixel: of tufts and clods, of sand, and of stony ground.
struct Reliefs {
    soft: Relief,
    sand: Relief,
    stony: Relief,
}

// The slope in the world of a relief on a plane.
fn slope_on(plane: Plane, slope: vec2<f32>) -> vec3<f32> {
    if plane.is_level {
        return vec3(slope.x, 0.0, slope.y);
    }
    return select(vec3(slope, 0.0), vec3(0.0, slope.yx), plane.along_z);
}

// Small relief on the plane that `normal` faces most. Stony ground folds the noise, and so has edges. On
// walls the relief is longer along the beds of rock, which lie `lift_m` higher than the place.
fn ground_relief(place: Place, normal: vec3<f32>, lift_m: f32, count: u32) -> Reliefs {
    let faces = abs(normal);
    let is_level = faces.y > max(faces.x, faces.z);
    let plane = Plane(is_level, !is_level && faces.x > faces.z);
    let p = place.position;
    let window = window_of(place.footprint_m, count);
    let longer = select(LONGER_IN_BEDS, 0, is_level);
    let narrower = select(exp2(-f32(LONGER_IN_BEDS)), 1.0, is_level);
    let at = vec2(narrower * select(p.x, p.z, plane.along_z), select(p.y + lift_m, p.z, is_level));
    var cell = cell_on(plane, vec2(window.finest + longer, window.finest));
    var held = resolved(window.finest, place.footprint_m);
    var soft = vec3(0.0);
    var sand = vec3(0.0);
    var stony = vec3(0.0);
    for (var i = 0; i < i32(count); i++) {
        let log2 = window.finest + i;
        let left = within(window, log2);
        if log2 > COARSEST_STONES || left <= 0.0 {
            break;
        }
        // The slopes are in values per cell.
        let octave = held * quick_noise(power_of_two(-log2) * at, cell);
        let squared = octave.x * octave.x + FOLD * FOLD;
        let inverse = inverseSqrt(squared);
        let turned = select(-left, left, (log2 & 1) == 0);
        stony += turned * vec3(squared * inverse - MEAN_FOLD, octave.x * inverse * octave.yz);
        if log2 <= COARSEST_TUFT {
            let soft_weight = select(SOFT_FINEST, SOFT_FINEST * SOFT_FADES, (i & 1) == 1) * power_of_two(-(i >> 1u));
            soft += left * soft_weight * octave;
            sand += left * power_of_two(-i) * octave;
        }
        // Only the finest octave can be too fine for a pixel.
        held = 1.0;
        cell = cell >> vec2(1u);
    }
    let narrow = vec2(narrower, 1.0);
    return Reliefs(
        Relief(slope_on(plane, 0.5 * narrow * soft.yz), soft.x),
        Relief(slope_on(plane, 0.5 * narrow * sand.yz), sand.x),
        Relief(slope_on(plane, narrow * stony.yz), stony.x),
    );
}

// The slope of ripples, as sharp as sand keeps them, and their height.
fn ripples(place: Place) -> Relief {
    let rests = smoothstep(SLIDES, RESTS, place.normal.y);
    var result = Relief(vec3(0.0), 0.0);
    if rests <= 0.0 {
        return result;
    }
    let ground = place.position.xz;
    let footprint_m = place.footprint_m;
    let wind = vec2(terrain.clouds.wind_x, terrain.clouds.wind_z);
    let steep = rests * STEEP;
    var bend = 0.0;
    var forks = 0.0;
    // The noise of the fields of one size makes the next larger size fork. So after a first noise, each size
    // needs two.
    for (var k = 0; k <= 2 * SIZES; k++) {
        let i = max(k - 1, 0) >> 1u;
        let log2 = SHORTEST + LONGER * i;
        let is_bend = (k & 1) == 1;
        let left = resolved(log2, footprint_m);
        if is_bend && left <= 0.0 {
            continue;
        }
        let over = select(select(FIELDS_OVER, BENDS_OVER, is_bend), FORKS_OVER, k == 0);
        let found = quick_ground_noise(ground, log2 + over, footprint_m).x;
        if is_bend {
            bend = BENDS * found;
            continue;
        }
        if k > 0 && left > 0.0 {
            let angle = TURN_RAD * f32(i);
            let along = cos(angle) * wind + sin(angle) * vec2(-wind.y, wind.x);
            let length_m = power_of_two(log2);
            let way = round(along * PERIOD_M / length_m) / PERIOD_M;
            let high = left * smoothstep(FIELD_FROM, FIELD_ALL, found);
            let phase = 2.0 * PI * fract(dot(way, ground) + bend + FORKS * forks);
            // e^(sin − 1): sharp crests, broad troughs.
            let height = exp(sin(phase) - 1.0);
            let slope = steep * pow(FLATTER, f32(i)) * high * cos(phase) * height * length_m * way;
            result.slope += vec3(slope.x, 0.0, slope.y);
            result.height += rests * high * (height - MEAN);
        }
        forks = found;
    }
    return result;
}

// Stones that lie on the ground: their slope and brightness, and the share that they cover.
struct Stones {
    relief: Relief,
    cover: f32,
}

// Stones from the finest that a pixel can show, of three sizes; larger stones lie on smaller ones. Scree is
// full of stones; soil has a few small stones. Large stones are rare, except at the feet of gullies;
// `gully` is the weight of a gully.
fn stones(place: Place, scree: f32, soil: f32, gully: f32) -> Stones {
    // Sizes stay in place; with the distance the smallest fades out and a larger one fades in.
    let wanted = max(log2(STONE_PIXELS * place.footprint_m), SMALLEST_STONE);
    let smallest = 2 * i32(ceil(0.5 * wanted));
    let progress = 1.0 - 0.5 * (f32(smallest) - wanted);
    var result = Stones(Relief(vec3(0.0), 0.0), 0.0);
    var free = 1.0;
    for (var i = 0u; i < opaque_count(STONE_SIZES); i++) {
        let size = i32(STONE_SIZES - 1u - i);
        let log2 = smallest + 2 * size;
        let often = 1.0 - smoothstep(RARE_STONES, NO_STONES, f32(log2) - RUBBLE * gully);
        let rare = pow(LARGE_STONES, max(f32(size) - progress, 0.0)) * select(1.0, progress, i == 0u);
        var share = scree * often * rare;
#ifdef CRACKS
        share = max(share, PEBBLES * soil * (1.0 - smoothstep(RARE_PEBBLES, NO_PEBBLES, f32(log2))));
#endif
        let left = free * resolved(log2 - 1, place.footprint_m);
        if left * share <= 0.0 {
            continue;
        }
        let at = place.position.xz * power_of_two(-log2);
        let cell = origin_cell(log2);
        let bend = sin(2.0 * PI * vec2(at.x + 2.0 * at.y, 2.0 * at.x - at.y));
        let found = stone(at + STONE_BEND * bend, cell);
        let gap = 1.0 - smoothstep(GAP_ENDS, GAP_BEGINS, found.edge);
        let lies = left * clamp(0.5 + STONE_SHARP * (share - 0.5 - 0.5 * found.bright), 0.0, 1.0);
        let slope = TILT_STONES * found.tilt - STONE_ROUND * found.out;
        result.relief.slope += lies * (1.0 - gap) * vec3(slope.x, 0.0, slope.y);
        // Single pebbles have no gaps around them.
        let dark = GAP_DARK * gap * scree;
        result.relief.height += lies * SHADE_STONES * (STONE_DIFFERS * found.tilt.x * (1.0 - gap) - dark);
        result.cover = max(result.cover, STONE_SHOWS * lies * (1.0 - gap));
        free -= lies;
    }
    return result;
}

// The share of a thickness's slope that turns from the sun, from −1 to 1, from the derivatives of the
// thickness (Mikkelsen 2010).
fn turned_from_sun(position: vec3<f32>, normal: vec3<f32>, thickness: f32) -> f32 {
    let x = dpdx(position);
    let y = dpdy(position);
    let of_x = cross(y, normal);
    let size = dot(x, of_x);
    let change = dpdx(thickness) * of_x + dpdy(thickness) * cross(normal, x);
    let flat_change = SNOW_FLAT * abs(size);
    return sign(size) * dot(change, terrain.sun.towards) / max(length(change), max(flat_change, SMALLEST));
}

// The sunlight that crystals of snow mirror to the eye (glints). The ground is divided into cells of a few
// pixels, each with a crystal. A crystal shines if it faces the middle between sun and eye.
fn glints(place: Place, normal: vec3<f32>, to_eye: vec3<f32>) -> f32 {
    let left = 1.0 - smoothstep(GLINTS_CLEAR_M, GLINTS_GONE_M, place.footprint_m);
    if left <= 0.0 {
        return 0.0;
    }
    let log2 = max(i32(ceil(log2(GLINT_PIXELS * place.footprint_m))), SMALLEST_GLINT);
    let at = place.position.xz * power_of_two(-log2);
    let floored = floor(at);
    let word = cell_hash(vec2<u32>(vec2<i32>(floored)) + origin_cell(log2));
    let random = four_of(word);
    let away = length(at - floored - 0.5 - GLINT_JITTER * (random.xy - 0.5));
    let crystal = normalize(normal + GLINTS_LEAN * (2.0 * random.zxw - 1.0));
    let facing = dot(crystal, normalize(to_eye + terrain.sun.towards));
    let bright = smoothstep(GLINT_FROM, GLINT_FULL, facing);
    return left * bright * bright * smoothstep(GLINT_SIZE, 0.0, away);
}
