// The natural style's water: a level surface, with the bed visible through it.
#define_import_path orogen::water

#import bevy_render::maths::PI
#import orogen::land::terrain
#import orogen::horizon::{Around, around_of, ground_reflection, has_horizon, level_of_reach, light_at, reach_of}
#import orogen::natural::{glitter, ground_albedo, reflected, rock_albedo, shares}
#import orogen::rock::Place
#import orogen::detail::{origin_cell, quick_ground_noise, power_of_two, resolved, stone, opaque_count}
#import orogen::sky::{ambient_light, through_air}
#import orogen::clouds::mirrored_sky
#import orogen::mist::even_mist

// The inverse of water's refractive index, 1.33.
const BENDS: f32 = 0.75;
// The roughness of water whose waves are visible, from the ripples on them, tuned by eye.
const GLOSS: f32 = 0.06;
// The earth's gravity, which sets the speed of waves.
const GRAVITY: f32 = 9.81;
// The albedo of foam, tuned by eye: a little less than fresh snow's.
const FOAM: vec3<f32> = vec3(0.85);
// Waves turn from the wind to both sides, by the sine of multiples of the golden angle. Short waves
// turn further.
const SPREAD_RAD: f32 = 0.5;
const GOLDEN_RAD: f32 = 2.4;
// The ratio of a wave's length to the previous wave's.
const SHORTER: f32 = 0.63;
// A period of all waves in metres. The rendering origin moves by multiples of it, so that waves
// stay in place.
const PERIOD_M: f32 = 2048.0;
// The seconds for which a set of waves is carried by a river, and the distance between two sets.
const CARRIED_S: f32 = 4.0;
const OTHER_PLACE_M: f32 = 37.0;
// The squared speed in m²/s² below which water stands still: a flow of 1 cm/s.
const STILL: f32 = 1e-4;
// The falls between which a river turns white, and the size of white patches as a power of two
// metres.
const RAPIDS_FROM: f32 = 0.02;
const RAPIDS_ALL: f32 = 0.12;
const RAPIDS_OCTAVE: i32 = 0;
// White patches cover a river where noise exceeds a level between 0 and 1: the level where the river
// begins to turn white, and its drop in a full rapid, tuned by eye.
const PATCHES_FROM: f32 = 0.9;
const PATCHES_SINK: f32 = 0.7;
// The number of waves in addition to the octaves of detail.
const WAVES: u32 = 4u;
// Noise bends crests: its size as a power of two metres, and the bend in wavelengths.
const BEND_OCTAVE: i32 = 4;
const BEND: f32 = 0.5;
// Noise makes patches of wind: their size as a power of two metres, and the calm of a lull.
const GUST_OCTAVE: i32 = 7;
const LULL: f32 = 0.5;
// Waves come in groups: the size as a power of two metres, and the variation of height between
// groups.
const GROUP_OCTAVE: i32 = 5;
const GROUPS: f32 = 0.6;
// A factor on the steepness of the sum: waves of equal steepness add up by chance, and crests are
// sharper than troughs.
const CHANCE: f32 = 1.5;
// The steepness of chop relative to waves.
const CHOP: f32 = 0.55;
// The share of waves at the shore.
const CALMEST: f32 = 0.25;
// The phase of a wave relative to the previous wave, in turns: the golden section.
const PHASE: f32 = 0.618034;
// Foam lies in lines along the shore: the number per foam width, and the reach in foam widths.
const LINES: f32 = 1.4;
const LINES_END: f32 = 3.5;
// The move of the torn edge by groups of waves, in foam widths.
const SWASH: f32 = 0.5;
// Bubbles of foam: the size of the largest as a power of two metres, their drift in cells, the mean
// distance to a border in cells, the bend of their borders in cells, the weight of large bubbles, the softness
// of edges, and the distance to a border up to which the densest foam reaches.
const BUBBLES_OCTAVE: i32 = -2;
const BUBBLES_DRIFT: f32 = 0.2;
const BUBBLES_MEAN: f32 = 0.3;
const BUBBLES_BEND: f32 = 0.6;
const LARGE_BUBBLES: f32 = 0.35;
const FOAM_SOFT: f32 = 0.14;
const FOAM_FULL: f32 = 0.66;
// The opacity of foam, the unevenness and the softness of its front edge in foam widths, the share of foam in
// lines, and the footprints in metres between which lines fade.
const FOAM_COVERS: f32 = 0.85;
const LAPS: f32 = 0.3;
const LAPS_SOFT: f32 = 0.1;
const FOAM_LINE: f32 = 0.6;
const LINES_CLEAR_M: f32 = 0.1;
const LINES_GONE_M: f32 = 0.5;
// Lines of light on the bed (caustics): the larger of their two sizes as a power of two metres, their speed,
// the depth from which they are clear, the depth over which they fade to a third, their strength, and their
// mean.
const CAUSTICS_OCTAVE: i32 = 0;
const CAUSTICS_M_S: f32 = 0.3;
const CAUSTICS_FROM_M: f32 = 0.5;
const CAUSTICS_TO_M: f32 = 3.0;
const CAUSTICS_LIGHT: f32 = 1.6;
const CAUSTICS_MEAN: f32 = 0.25;
// The least sine between the line of sight and the water.
const FLATTEST: f32 = 0.01;
// The cosine at which a line of foam begins; a greater value makes it thinner.
const LINE_BEGINS: f32 = 0.72;
// Water of a smaller reflectance mirrors the sky alone.
const MIRRORS_LAND: f32 = 0.05;
// The edge of mirrored mountains: its softness on calm water as a slope, and its blur by waves too
// fine to see.
const SKYLINE: f32 = 0.004;
const BLURS: f32 = 0.5;
// The darkness of the layers in mirrored rock.
const LAYER: f32 = 0.5;

// The part of the water that a pixel covers: the horizontal direction to the eye, and the lengths along
// and across it. At a grazing angle the part is a long strip.
struct Strip {
    way: vec2<f32>,
    along_m: f32,
    across_m: f32,
}

fn strip_of(to_eye: vec3<f32>, footprint_m: f32) -> Strip {
    let across_m = footprint_m / max(1.0, 0.5 / max(to_eye.y, FLATTEST));
    let way = to_eye.xz / max(length(to_eye.xz), 1e-6);
    return Strip(way, across_m / max(to_eye.y, FLATTEST), across_m);
}

// The slope of the waves, the part of their steepness that is too fine for the picture, and the
// difference of the slope between pixels.
fn waves(ground: vec2<f32>, footprint_m: f32, strip: Strip) -> vec4<f32> {
    let bend = BEND * quick_ground_noise(ground, BEND_OCTAVE, footprint_m).x;
    let gust = 1.0 + LULL * quick_ground_noise(ground, GUST_OCTAVE, footprint_m).x;
    let group = quick_ground_noise(ground, GROUP_OCTAVE, footprint_m);
    var slope = vec2(0.0);
    var lost = 0.0;
    var differs = 0.0;
    let wind_rad = atan2(terrain.clouds.wind_z, terrain.clouds.wind_x);
    let count = terrain.detail.octaves + WAVES;
    var length_m = power_of_two(terrain.water.waves_octave + 1);
    for (var i = 0u; i < count; i++) {
        let side = sin(GOLDEN_RAD * f32(i));
        let angle = wind_rad + side * SPREAD_RAD * sqrt(f32(i));
        let heads = vec2(cos(angle), sin(angle));
        let ahead = dot(heads, strip.way);
        let span_m = length(vec2(strip.along_m * ahead, strip.across_m * sqrt(max(1.0 - ahead * ahead, 0.0))));
        let left = 1.0 - smoothstep(0.25, 0.5, span_m / length_m);
        lost += 1.0 - left;
        let step = left * 2.0 * PI * span_m / length_m;
        differs += step * step;
        if left > 0.0 {
            let way = round(heads * PERIOD_M / length_m) / PERIOD_M;
            let turns = dot(way, ground) + bend + PHASE * f32(i)
                - terrain.water.time_s * sqrt(GRAVITY / (2.0 * PI * length_m));
            let phase = 2.0 * PI * fract(turns);
            // e^(sin − 1): sharp crests, broad troughs.
            let high = 1.0 + side * GROUPS * group.x;
            slope += left * high * cos(phase) * exp(sin(phase) - 1.0) * length_m * way;
        }
        length_m *= SHORTER;
    }
    // Chop without a direction fills the gaps between waves.
    for (var i = 1; i <= 5; i += 2) {
        let chop = terrain.water.waves_octave - i;
        slope += CHOP * power_of_two(chop) * quick_ground_noise(ground, chop, footprint_m).yz;
        let left = resolved(chop, footprint_m);
        lost += CHOP * (1.0 - left);
        let step = CHOP * left * 2.0 * PI * footprint_m * power_of_two(-chop);
        differs += step * step;
    }
    let steepness = terrain.water.steepness * CHANCE / sqrt(f32(count));
    let coarse = lost * terrain.water.steepness / f32(count);
    return vec4(slope * steepness, coarse, sqrt(differs) * steepness) * gust;
}

// The slope of waves that travel with the flow; see `waves`. Waves that travel too far would stretch, so
// two sets take turns.
fn carried_waves(ground: vec2<f32>, flow: vec2<f32>, footprint_m: f32, strip: Strip) -> vec4<f32> {
    let is_still = dot(flow, flow) < STILL;
    let turn = fract(terrain.water.time_s / CARRIED_S + vec2(0.0, 0.5));
    let other = select(abs(2.0 * turn.x - 1.0), 0.0, is_still);
    var sum = vec4(0.0);
    for (var i = 0u; i < opaque_count(2u); i++) {
        let share = select(1.0 - other, other, i == 1u);
        if share > 0.0 {
            let carried = select(CARRIED_S * turn[i] * flow, vec2(0.0), is_still);
            sum += share * waves(ground - carried + OTHER_PLACE_M * f32(i), footprint_m, strip);
        }
    }
    return sum;
}

// The share of white water where a river is steep. It travels with the flow in patches.
fn rapids_share(position: vec3<f32>, flow: vec2<f32>, fall: f32, footprint_m: f32) -> f32 {
    let white = smoothstep(RAPIDS_FROM, RAPIDS_ALL, fall);
    if white <= 0.0 {
        return 0.0;
    }
    let turn = fract(terrain.water.time_s / CARRIED_S + vec2(0.0, 0.5));
    let other = abs(2.0 * turn.x - 1.0);
    var torn = 0.5;
    for (var i = 0u; i < opaque_count(2u); i++) {
        let at = position.xz - CARRIED_S * turn[i] * flow + OTHER_PLACE_M * f32(i);
        let share = select(1.0 - other, other, i == 1u);
        torn += 0.5 * share * quick_ground_noise(at, RAPIDS_OCTAVE, footprint_m).x;
    }
    return white * smoothstep(PATCHES_FROM - PATCHES_SINK * white, 1.0, torn);
}

// The light that waves focus on the bed (caustics), relative to its mean: bright lines where two moving
// noises are both near 0.
fn caustics(ground: vec2<f32>, depth_m: f32, footprint_m: f32) -> f32 {
    let deep = smoothstep(0.0, CAUSTICS_FROM_M, depth_m) * exp(-depth_m / CAUSTICS_TO_M);
    let left = deep * resolved(CAUSTICS_OCTAVE, footprint_m);
    if left <= 0.0 {
        return 1.0;
    }
    var lines = 1.0;
    for (var i = 0u; i < opaque_count(2u); i++) {
        let drift = select(-1.0, 1.0, i == 0u) * terrain.water.time_s * CAUSTICS_M_S + OTHER_PLACE_M * f32(i);
        lines *= 1.0 - abs(quick_ground_noise(ground + drift, CAUSTICS_OCTAVE - i32(i), footprint_m).x);
    }
    let narrow = lines * lines * lines * lines;
    return 1.0 + left * CAUSTICS_LIGHT * (narrow - CAUSTICS_MEAN);
}

// The length of the line of sight under water, refracted by the surface, down to a sloping bed.
fn way_m(depth_m: f32, to_eye: vec3<f32>, bed: vec3<f32>) -> f32 {
    let flat = -BENDS * to_eye.xz;
    let down = sqrt(1.0 - dot(flat, flat));
    let rise = -dot(bed.xz, flat) / max(bed.y, 0.25);
    return depth_m / max(down + rise, 0.5 * down);
}

// The height of mirrored land over a ray as a slope, and the distance along the ray at which it
// begins.
struct Mirrored {
    over: f32,
    away_m: f32,
}

// Searches for land along a ray from a place on water. Steps grow, and each reads a map with texels about as
// long as the step.
fn look_along(position: vec3<f32>, way: vec2<f32>, rise: f32, side: u32) -> Mirrored {
    // Maps have heights above the sea, and the water may be a lake or a river.
    let water_m = position.y - terrain.heights.sea_level_m;
    let levels = f32(terrain.horizon.levels);
    let finest_m = terrain.horizon.finest_m;
    let last_m = 0.5 * finest_m * terrain.horizon.texels * exp2(levels - 1.0);
    let end_m = clamp((terrain.horizon.top_m - water_m) / max(rise, 1e-6), finest_m, last_m);
    let growth = pow(max(end_m / finest_m, 1.0), 1.0 / f32(terrain.horizon.mirror_steps));
    var found = Mirrored(-1.0, end_m);
    var met = false;
    var before = Mirrored(-1.0, 0.0);
    var away_m = finest_m;
    for (var i = 0u; i <= terrain.horizon.mirror_steps; i++) {
        let at = position.xz + away_m * way;
        let long = log2(max(away_m * (1.0 - 1.0 / growth) / finest_m, 1.0));
        let level = max(level_of_reach(reach_of(at)), floor(long));
        if level >= levels {
            break;
        }
        let over = (light_at(at, level, side).x - water_m) / away_m - rise;
        if !met && over > 0.0 {
            // The land begins between the previous step and this step.
            met = true;
            let share = clamp(before.over / min(before.over - over, -1e-6), 0.0, 1.0);
            found.away_m = mix(before.away_m, away_m, share);
        } else if !met && over > found.over {
            found.away_m = away_m;
        }
        found.over = max(found.over, over);
        before = Mirrored(over, away_m);
        away_m *= growth;
    }
    return found;
}

// The colour of the land that a ray from the water meets, and the share of the ray that it covers.
fn mirrored_land(position: vec3<f32>, ray: vec3<f32>, blur: f32, side: u32) -> vec4<f32> {
    if terrain.horizon.mirror_steps == 0u || !has_horizon(side) {
        return vec4(0.0);
    }
    let flat_length = max(length(ray.xz), 1e-6);
    let way = ray.xz / flat_length;
    let rise = ray.y / flat_length;
    let found = look_along(position, way, rise, side);
    let soft = SKYLINE + BLURS * blur;
    let covers = smoothstep(-soft, soft, found.over);
    if covers <= 0.0 {
        return vec4(0.0);
    }
    let to = vec3(way.x, rise, way.y) * found.away_m;
    let at = position.xz + to.xz;
    var around = around_of(vec3(at.x, position.y + to.y, at.y), side);
    // The visible side of the land faces the water.
    let out = sqrt(max(1.0 - around.up * around.up, 0.0));
    let normal = vec3(-way.x * out, around.up, -way.y * out);
    let bed_m = terrain.heights.sea_level_m + around.height_m;
    let there = vec3(at.x, bed_m, at.y);
    let place = Place(there, normal, bed_m, 0.0, found.away_m, vec2(0.0), 1.0, 0.0, vec2(0.0), 0.0);
    let albedo = ground_albedo(place, shares(place, vec3(0.0)), vec2(0.0), rock_albedo(LAYER));
    let light = terrain.sun.light * around.sunlit + ambient_light(normal) * around.open
        + ground_reflection(around, normal, albedo);
    let seen = even_mist(through_air(albedo * light, to), position.y, ray, length(to));
    return vec4(seen, covers * around.known);
}

// The light from water of a depth over a bed of a colour, towards the eye.
fn water_light(
    position: vec3<f32>,
    to_eye: vec3<f32>,
    depth_m: f32,
    bed: vec3<f32>,
    place: Place,
    sunlit: f32,
    open: f32,
    side: u32,
    flow: vec2<f32>,
) -> vec3<f32> {
    let strip = strip_of(to_eye, place.footprint_m);
    let wave = carried_waves(position.xz, flow, place.footprint_m, strip);
    let up = vec3(0.0, 1.0, 0.0);
    // Shallow water is calm, but for small ripples.
    let calm = mix(CALMEST, 1.0, smoothstep(0.0, 2.0 * terrain.water.foam_m, depth_m));
    var normal = normalize(vec3(-wave.x * calm, 1.0, -wave.y * calm));
    // A facet that faces away from the eye is invisible.
    normal = normalize(normal + max(0.0, -dot(normal, to_eye)) * to_eye);
    let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0) * sunlit;
    let from_above = sun + open * ambient_light(up);

    // Light goes down to the bed and up to the eye.
    let way = depth_m + way_m(depth_m, to_eye, place.normal);
    let transmittance = exp(-terrain.water.absorption_per_m * way);
    let bed_light = 1.0 + (caustics(position.xz, depth_m, place.footprint_m) - 1.0) * sunlit;
    let inside = from_above * mix(terrain.water.deep, bed_light * bed, transmittance);

    let mirrored = reflect(-to_eye, normal);
    let ray = normalize(vec3(mirrored.x, abs(mirrored.y) + wave.z, mirrored.z));
    // A mirrored ray turns by twice the angle of its mirror.
    var seen = mirrored_sky(position, ray, 2.0 * wave.w);
    let share = reflected(dot(normal, to_eye)) / (1.0 + 2.0 * wave.z);
#ifdef MIRRORS
    if share > MIRRORS_LAND {
        let land = mirrored_land(position, ray, wave.z + wave.w, side);
        let counts = smoothstep(MIRRORS_LAND, 2.0 * MIRRORS_LAND, share);
        seen = mix(seen, land.rgb, counts * land.a);
    }
#endif
    let facet = normalize(to_eye + terrain.sun.towards);
    let sparkle = terrain.sun.light * sunlit * reflected(dot(facet, to_eye))
        * glitter(normal, to_eye, GLOSS + wave.z);
    return mix(inside, seen, share) + sparkle;
}

// The distance to the nearest border between bubbles of foam, from 0, as a mean of two sizes. The noise
// `bend` moves them.
fn bubbles(ground: vec2<f32>, bend: f32, footprint_m: f32) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < i32(opaque_count(2u)); i++) {
        let log2 = BUBBLES_OCTAVE - 2 * i;
        let cell = origin_cell(log2);
        let at = ground * power_of_two(-log2) + BUBBLES_DRIFT * sin(terrain.water.time_s + f32(i));
        let left = resolved(log2 - 1, footprint_m);
        let weight = select(LARGE_BUBBLES, 1.0 - LARGE_BUBBLES, i == 1);
        sum += weight * mix(BUBBLES_MEAN, stone(at + BUBBLES_BEND * bend, cell).edge, left);
    }
    return sum;
}

// The share of foam where waves meet the shore: a torn edge, and lines of waves in front of it. Both
// come and go along the shore with the groups of the swell.
fn foam_share(position: vec3<f32>, depth_m: f32, frays: vec3<f32>, footprint_m: f32) -> f32 {
    let widths = depth_m / terrain.water.foam_m;
    if widths > LINES_END {
        return 0.0;
    }
    let group = quick_ground_noise(position.xz, GROUP_OCTAVE, footprint_m).x;
    let breaks = 1.0 - smoothstep(0.0, 1.0, widths - SWASH * group);
    let visible = 1.0 - smoothstep(0.25, 0.5, 0.25 * footprint_m / terrain.water.foam_m);
    let phase = LINES * widths + frays.x + group + 0.25 * terrain.water.time_s;
    let line = smoothstep(LINE_BEGINS, 1.0, cos(2.0 * PI * phase));
    let fades = 1.0 - smoothstep(0.5, LINES_END, widths);
    let high = smoothstep(-0.5, 0.5, group + 0.5 * frays.x);
    let clear = 1.0 - smoothstep(LINES_CLEAR_M, LINES_GONE_M, footprint_m);
    let full = max(breaks * breaks * breaks, FOAM_LINE * clear * line * fades * high);
    // More foam fills bubbles from their borders inwards.
    let border = bubbles(position.xz, frays.y, footprint_m);
    let widest = FOAM_FULL * full;
    let covered = 1.0 - smoothstep(widest - FOAM_SOFT, widest + FOAM_SOFT, border + FOAM_SOFT);
    // The front edge of the foam does not follow the bed.
    let laps = smoothstep(0.0, LAPS_SOFT, widths - LAPS * (0.5 + frays.y));
    return FOAM_COVERS * visible * covered * laps * min(2.0 * full, 1.0);
}
