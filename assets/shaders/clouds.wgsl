// Clouds and mist: two layers of noise over the whole world, moved by the wind. The same noise is
// seen in the sky, mirrored in water and as shadows on the land.
#define_import_path orogen::clouds

#import bevy_pbr::mesh_view_bindings::view
#import bevy_render::maths::PI
#import orogen::land::{terrain, cloud_noise, cloud_sampler, dithered, luminance}
#import orogen::sky::{air_m, ambient_light, backdrop, lost, sky_radiance, through_air}

// Widths over which the block of noise is spread, in metres; all divide the size after which the
// program has it repeat: heaps, their frays, where there are many and where few.
const HEAPS_M: f32 = 8192.0;
const FRAYS_M: f32 = 1024.0;
const PATCHES_M: f32 = 65536.0;
// Of streaks, along the wind and across, and of finer ones in them.
const STREAKS_M: vec2<f32> = vec2(65536.0, 16384.0);
const THREADS_M: vec2<f32> = vec2(16384.0, 4096.0);
// The block is so much lower than wide, and has so many texels a side.
const FLAT: f32 = 4.0;
const TEXELS: f32 = 128.0;
// By eye: how much patches differ in cover, and over which ranks of the noise a heap grows dense.
const CLUMPS: f32 = 1.5;
const SOFT: f32 = 0.28;
const FRAY: f32 = 0.45;
// Where heaps are widest and where they have lost half of that, as shares of their height, by eye.
const BULGE: f32 = 0.1;
const TAPER: f32 = 0.75;
// What a metre of the densest cloud takes from light, by eye: a third of a real one.
const TAKES: f32 = 0.028;
// Light that was scattered many times goes further: its share and how far (Wrenninge 2013).
const FURTHER: f32 = 0.38;
const FURTHER_TAKES: f32 = 0.2;
// Scattering forward and back, and the share of the second (Henyey and Greenstein 1941); by eye.
const FORWARD: f32 = 0.72;
const BACK: f32 = -0.2;
const BACK_SHARE: f32 = 0.75;
// What a cloud gains by light that goes around in it, by eye.
const AROUND: f32 = 3.0;
// How quickly light gathers in from a cloud's edge, and what of the sky above shines through to its
// base; by eye.
const POWDER: f32 = 9.0;
const BASE_SEES: f32 = 0.35;
// How many places towards the sun are asked, and how far the first is.
const SUNWARD: u32 = 4u;
const SUNWARD_M: f32 = 45.0;
// By how many halvings waves blur mirrored clouds, by eye.
const WAVES_BLUR: f32 = 3.5;
// How much softer each halving makes a mirrored cloud's edge, in widths of it, by eye.
const BLURRED_EDGE: f32 = 0.35;
// How much of a cloud waves leave of its mirrored picture, by eye.
const WAVES_LEAVE: f32 = 0.45;
// How often the way to a cloud's edge is halved, and how dense that is, by eye.
const HALVINGS: u32 = 4u;
const EDGE: f32 = 0.06;
// Less than this passes is nothing.
const OPAQUE: f32 = 0.015;
// How much of a step places are moved by, pixel by pixel, and how much cloud a long step meets at
// most; by eye: more is grain.
const DITHER: f32 = 0.25;
const COARSE_M: f32 = 220.0;
// Between which distances clouds end.
const FADES_M: f32 = 50000.0;
const ENDS_M: f32 = 110000.0;
// Steps grow with the distance as if they began so far behind the eye.
const BEHIND_M: f32 = 2500.0;
// Sheets: at which share of their height heaps are asked, how much light a sheet takes at its
// densest, and how far towards the sun shade is looked for.
const SHEET: f32 = 0.3;
const SHEET_TAKES: f32 = 4.5;
const SHEET_SHADE_M: f32 = 320.0;
const SHEET_SHADE: f32 = 0.6;
// No line through a sheet counts as flatter than this.
const STEEP: f32 = 0.25;
// What patches, streaks and threads have in high clouds, how softly they end, and how dense they
// are at most; by eye.
const STREAKS_MIX: vec3<f32> = vec3(0.45, 0.4, 0.25);
const STREAKS_SOFT: f32 = 0.55;
const THREADED: f32 = 0.55;
const STREAKS_TAKE: f32 = 0.75;
// A shadow's darkest, by eye: light goes around clouds. Its blur in texels as a power of two.
const SHADOW: f32 = 0.85;
const BLUR: f32 = 1.0;
// Between which sines of the sun's height clouds begin to throw shadows.
const GRAZES: f32 = 0.03;
const SHINES: f32 = 0.12;
// Mist: what a metre takes, the share of its depth in which it thins, the width of its patches,
// and how many places of a line of sight are asked; all by eye.
const MIST_TAKES: f32 = 0.0035;
const MIST_THINS: f32 = 0.6;
const MIST_M: f32 = 4096.0;
const MIST_STEPS: u32 = 4u;
const MIST_FAR_M: f32 = 12000.0;
// Where even mist is asked on its way, and the share of each place; no mist is thinner.
const MIST_PLACES: vec3<f32> = vec3(0.1, 0.5, 0.9);
const THIRD: f32 = 1.0 / 3.0;
const THINNEST_M: f32 = 1e-3;
// How bright mist is against what shines on it, by eye.
const MIST_LIGHT: f32 = 0.7;

// What is between the eye and something: the light of it, and what passes.
struct Veil {
    light: vec3<f32>,
    passes: f32,
    // How far it is, and how high.
    away_m: f32,
    height_m: f32,
}

const CLEAR: Veil = Veil(vec3(0.0), 1.0, 0.0, 0.0);

fn noise_at(at: vec3<f32>, width_m: f32, blur: f32) -> vec4<f32> {
    let scaled = at.xzy * vec3(1.0, 1.0, FLAT) / width_m;
    return textureSampleLevel(cloud_noise, cloud_sampler, scaled, blur);
}

fn level_noise(at: vec2<f32>, blur: f32) -> vec4<f32> {
    return textureSampleLevel(cloud_noise, cloud_sampler, vec3(at, 0.0), blur);
}

// A place of the rendering world where the wind has blown it from.
fn unmoved(at: vec3<f32>) -> vec3<f32> {
    return vec3(at.x + terrain.clouds.origin_x, at.y, at.z + terrain.clouds.origin_z);
}

// The share that low clouds cover about a place.
fn cover_at(place: vec3<f32>) -> f32 {
    let low = terrain.clouds.low;
    let patch_rank = noise_at(vec3(place.x, 0.0, place.z), PATCHES_M, 0.0).z;
    return clamp(low + CLUMPS * low * (1.0 - low) * (2.0 * patch_rank - 1.0), 0.0, 1.0);
}

// How far a place is within a heap, in ranks of the noise.
fn within_heap(place: vec3<f32>, cover: f32, blur: f32) -> f32 {
    let share = (place.y - terrain.clouds.base_m) / (terrain.clouds.top_m - terrain.clouds.base_m);
    if share <= 0.0 || share >= 1.0 {
        return -1.0;
    }
    let rank = noise_at(place, HEAPS_M, blur).x;
    // Flat below, round above: only the densest cores reach the top.
    let above = share / TAPER;
    let wide = smoothstep(0.0, BULGE, share) * (1.0 - 0.5 * above * above);
    return rank - 1.0 + cover * wide;
}

// How dense a heap is at a place, before its edges are frayed.
fn heap(place: vec3<f32>, cover: f32, blur: f32) -> f32 {
    return clamp(within_heap(place, cover, blur) / SOFT, 0.0, 1.0);
}

fn frayed(dense: f32, place: vec3<f32>, blur: f32) -> f32 {
    let billow = noise_at(place, FRAYS_M, blur).y;
    return clamp(dense - FRAY * (1.0 - dense) * (1.0 - billow), 0.0, 1.0);
}

fn henyey_greenstein(cosine: f32, forward: f32) -> f32 {
    let squared = forward * forward;
    let below = 1.0 + squared - 2.0 * forward * cosine;
    return (1.0 - squared) / (below * sqrt(below));
}

// How much of the sun's light a cloud throws to an eye, against evenly around.
fn thrown(cosine: f32) -> f32 {
    return mix(henyey_greenstein(cosine, FORWARD), henyey_greenstein(cosine, BACK), BACK_SHARE);
}

// What of the sun comes through so much cloud.
fn sun_through(depth: f32) -> f32 {
    return max(exp(-depth), FURTHER * exp(-FURTHER_TAKES * depth));
}

// How much cloud is between a place and the sun.
fn depth_to_sun(place: vec3<f32>, cover: f32, blur: f32) -> f32 {
    var depth = 0.0;
    var step_m = SUNWARD_M;
    var away_m = 0.0;
    for (var i = 0u; i < SUNWARD; i++) {
        let at = place + terrain.sun.towards * (away_m + 0.5 * step_m);
        depth += heap(at, cover, blur + 0.5 * f32(i)) * step_m;
        away_m += step_m;
        step_m *= 2.0;
    }
    return depth * TAKES;
}

// How much paler light gets that was scattered many times, by eye.
const PALER: f32 = 0.35;

fn paler(light: vec3<f32>) -> vec3<f32> {
    return mix(light, vec3(luminance(light)), PALER);
}

// The light that a place in a low cloud throws to the eye.
fn cloud_light(share: f32, dense: f32, to_sun: f32, cosine: f32) -> vec3<f32> {
    // Edges have fewer neighbours that would light them (Schneider 2015: powder).
    let powder = mix(1.0 - exp(-POWDER * dense), 1.0, 0.5 + 0.5 * cosine);
    let gain = 0.25 * AROUND * thrown(cosine) * sun_through(to_sun) * powder;
    let sun = gain * paler(terrain.clouds.light);
    return sun + mix(terrain.clouds.below, terrain.clouds.above, mix(BASE_SEES, 1.0, share));
}

// How dense low clouds are at a distance.
fn density(
    away_m: f32,
    direction: vec3<f32>,
    cover: f32,
    blur: f32,
    fine_blur: f32,
) -> f32 {
    let place = unmoved(view.world_position + away_m * direction);
    let dense = heap(place, cover, blur);
    if dense <= 0.0 {
        return 0.0;
    }
    return frayed(dense, place, fine_blur);
}

// Where a cloud begins between a place outside of it and one within.
fn edge_of(
    outside_m: f32,
    inside_m: f32,
    direction: vec3<f32>,
    cover: f32,
    blur: f32,
    fine_blur: f32,
) -> f32 {
    var clear_m = outside_m;
    var cloudy_m = inside_m;
    for (var k = 0u; k < HALVINGS; k++) {
        let middle_m = 0.5 * (clear_m + cloudy_m);
        if density(middle_m, direction, cover, blur, fine_blur) > EDGE {
            cloudy_m = middle_m;
        } else {
            clear_m = middle_m;
        }
    }
    return clear_m;
}

// Low clouds along a line of sight, between two distances, as they are. Between places that are
// asked density goes on in straight lines: else steps show in clouds.
fn solid(direction: vec3<f32>, from_m: f32, to_m: f32, dither: f32) -> Veil {
    let steps = f32(terrain.clouds.steps);
    let growth = pow((to_m + BEHIND_M) / (from_m + BEHIND_M), 1.0 / steps);
    let cosine = dot(direction, terrain.sun.towards);
    var passes = 1.0;
    var light = vec3(0.0);
    var seen = vec2(0.0);
    var begin_m = from_m;
    // The place before, and how dense clouds are there.
    var last_m = from_m;
    var last_dense = 0.0;
    for (var i = 0u; i < terrain.clouds.steps; i++) {
        let step_m = (begin_m + BEHIND_M) * (growth - 1.0);
        let away_m = begin_m + mix(0.5, dither, DITHER) * step_m;
        begin_m += step_m;
        let cover = cover_at(unmoved(view.world_position + away_m * direction));
        let blur = max(log2(step_m * TEXELS / HEAPS_M) - 1.0, 0.0);
        let fine_blur = max(log2(step_m * TEXELS / FRAYS_M) - 2.0, 0.0);
        let dense = density(away_m, direction, cover, blur, fine_blur);
        if last_dense + dense <= 0.0 {
            last_m = away_m;
            continue;
        }
        var first_m = last_m;
        if last_dense <= 0.0 {
            first_m = edge_of(last_m, away_m, direction, cover, blur, fine_blur);
        }
        let mean = 0.5 * (last_dense + dense);
        let length_m = away_m - first_m;
        last_m = away_m;
        last_dense = dense;
        let lit_m = first_m + 0.5 * min(length_m, COARSE_M);
        let at = view.world_position + lit_m * direction;
        let fades = 1.0 - smoothstep(FADES_M, ENDS_M, lit_m);
        let takes = 1.0 - exp(-TAKES * fades * mean * min(length_m, COARSE_M));
        if takes <= 0.0 {
            continue;
        }
        let share = (at.y - terrain.clouds.base_m) / (terrain.clouds.top_m - terrain.clouds.base_m);
        let to_sun = depth_to_sun(unmoved(at), cover, blur);
        light += passes * takes * cloud_light(share, mean, to_sun, cosine);
        seen += passes * takes * vec2(lit_m, at.y);
        passes *= 1.0 - takes;
        if passes < OPAQUE {
            passes = 0.0;
            break;
        }
    }
    seen /= max(1.0 - passes, 1e-6);
    return Veil(light, passes, seen.x, seen.y);
}

// Low clouds as a sheet that is met at a distance.
fn sheet(direction: vec3<f32>, away_m: f32) -> Veil {
    let at = view.world_position + away_m * direction;
    return sheet_at(at, direction, away_m, 0.0);
}

// The same as waves blur it, by so many halvings.
fn sheet_at(at: vec3<f32>, direction: vec3<f32>, away_m: f32, rough: f32) -> Veil {
    let place = unmoved(at);
    let cover = cover_at(place);
    let blur = rough + max(log2(away_m / BEHIND_M), 0.0);
    // Waves make edges as soft as all else.
    let soft = SOFT * BLURRED_EDGE * rough;
    let within = within_heap(place, cover, blur) + 0.5 * soft;
    var dense = clamp(within / (SOFT + 2.0 * soft), 0.0, 1.0);
    if dense <= 0.0 {
        return CLEAR;
    }
    dense = frayed(dense, place, blur);
    let steep = max(abs(terrain.sun.towards.y), STEEP);
    let towards = place + terrain.sun.towards * vec3(1.0, 0.0, 1.0) * (SHEET_SHADE_M / steep);
    let shade = heap(vec3(towards.x, place.y, towards.z), cover, blur + 1.0);
    let to_sun = SHEET_TAKES * mix(dense, shade, SHEET_SHADE);
    let fade = 1.0 - smoothstep(FADES_M, ENDS_M, away_m);
    let slant = 1.0 / max(abs(direction.y), STEEP);
    let takes = fade * (1.0 - exp(-SHEET_TAKES * dense * slant / (1.0 + rough)));
    let cosine = dot(direction, terrain.sun.towards);
    let light = takes * cloud_light(1.0 - dense, dense, to_sun, cosine);
    return Veil(light, 1.0 - takes, away_m, at.y);
}

// High clouds, met at a distance.
fn streaks(direction: vec3<f32>, away_m: f32, start: vec3<f32>, rough: f32) -> Veil {
    let ground = start.xz + away_m * direction.xz;
    let wind = vec2(terrain.clouds.wind_x, terrain.clouds.wind_z);
    let at = vec2(
        dot(ground, wind) + terrain.clouds.along,
        ground.x * wind.y - ground.y * wind.x + terrain.clouds.across,
    );
    let blur = rough + max(log2(away_m / ENDS_M) + 1.0, 0.0);
    let patch_rank = level_noise(at / PATCHES_M, blur).z;
    let wide = level_noise(at / STREAKS_M, blur).w;
    let bend = vec2(0.0, patch_rank);
    let fine = level_noise(at / THREADS_M + bend, blur).w;
    let high = terrain.clouds.high;
    let rank = dot(vec3(patch_rank, wide, fine), STREAKS_MIX);
    let dense = smoothstep(1.0 - high, 1.0 - high + STREAKS_SOFT, rank) * mix(1.0, fine, THREADED);
    let fade = 1.0 - smoothstep(FADES_M, 2.0 * ENDS_M, away_m);
    let takes = fade * STREAKS_TAKE * clamp(2.0 * dense, 0.0, 1.0);
    let cosine = dot(direction, terrain.sun.towards);
    let sun = paler(terrain.clouds.light_high) * (0.25 * AROUND * thrown(cosine));
    return Veil(takes * (sun + terrain.clouds.above), 1.0 - takes, away_m, terrain.clouds.high_m);
}

// A cloud seen through the air before it, over what is behind it.
fn over(veil: Veil, behind: vec3<f32>, sky: vec3<f32>) -> vec3<f32> {
    let passes = exp(-terrain.sky.air * air_m(veil.height_m, veil.away_m));
    return behind * veil.passes + veil.light * passes + sky * (1.0 - passes) * (1.0 - veil.passes);
}

// Between which distances a line of sight is between two heights; the second is the smaller where
// it never is.
fn between(direction: vec3<f32>, low_m: f32, high_m: f32, end_m: f32) -> vec2<f32> {
    let slope = select(direction.y, 1e-6, abs(direction.y) < 1e-6);
    let distances = (vec2(low_m, high_m) - view.world_position.y) / slope;
    let first = max(min(distances.x, distances.y), 0.0);
    return vec2(first, min(max(distances.x, distances.y), end_m));
}

// Low clouds along a line of sight, up to a distance.
fn low_clouds(direction: vec3<f32>, end_m: f32, pixel: vec2<f32>) -> Veil {
    let base_m = terrain.clouds.base_m;
    let top_m = terrain.clouds.top_m;
    if terrain.clouds.steps > 0u {
        let way = between(direction, base_m, top_m, min(end_m, ENDS_M));
        if way.y > way.x {
            return solid(direction, way.x, way.y, dithered(pixel));
        }
        return CLEAR;
    }
    let away_m = (mix(base_m, top_m, SHEET) - view.world_position.y) / direction.y;
    if away_m > 0.0 && away_m < min(end_m, ENDS_M) {
        return sheet(direction, away_m);
    }
    return CLEAR;
}

// What clouds and mist make of the light of the sky, and how much of it passes.
fn veiled(radiance: vec3<f32>, direction: vec3<f32>, pixel: vec2<f32>) -> vec4<f32> {
    let sky = sky_radiance(direction);
    var seen = vec4(radiance, 1.0);
    let high_m = (terrain.clouds.high_m - view.world_position.y) / direction.y;
    if terrain.clouds.high > 0.0 && high_m > 0.0 && high_m < 2.0 * ENDS_M {
        let veil = streaks(direction, high_m, view.world_position, 0.0);
        seen = vec4(over(veil, seen.rgb, sky), seen.a * veil.passes);
    }
    if terrain.clouds.low > 0.0 {
        let veil = low_clouds(direction, ENDS_M, pixel);
        if veil.passes < 1.0 {
            seen = vec4(over(veil, seen.rgb, sky), seen.a * veil.passes);
        }
    }
    if terrain.mist.depth_m > 0.0 {
        let veil = misty(direction, MIST_FAR_M, dithered(pixel));
        seen = vec4(seen.rgb * veil.passes + veil.light, seen.a * veil.passes);
    }
    return seen;
}

// Mist along a line of sight.
fn misty(direction: vec3<f32>, end_m: f32, dither: f32) -> Veil {
    let bottom_m = terrain.mist.top_m - 2.0 * terrain.mist.depth_m;
    let way = between(direction, bottom_m, terrain.mist.top_m, end_m);
    if way.y <= way.x {
        return CLEAR;
    }
    var depth = 0.0;
    let step_m = (way.y - way.x) / f32(MIST_STEPS);
    for (var i = 0u; i < MIST_STEPS; i++) {
        let at = view.world_position + (way.x + (f32(i) + dither) * step_m) * direction;
        let place = unmoved(at);
        let patches = noise_at(place, MIST_M, 0.0).x;
        let below = (terrain.mist.top_m - at.y) / terrain.mist.depth_m;
        // Its surface has waves.
        depth += smoothstep(0.0, MIST_THINS, below - 0.5 * patches);
    }
    let takes = 1.0 - exp(-MIST_TAKES * depth * step_m);
    let cosine = dot(direction, terrain.sun.towards);
    let sun = terrain.sun.light * (0.25 * thrown(cosine));
    let light = MIST_LIGHT * (sun + ambient_light(vec3(0.0, 1.0, 0.0)));
    return Veil(light * takes, 1.0 - takes, way.x, terrain.mist.top_m);
}

// Mist before a point, from the mean of three places: nothing is looked up, for this is computed on
// all land.
fn even_mist(radiance: vec3<f32>, direction: vec3<f32>, end_m: f32) -> vec3<f32> {
    let bottom_m = terrain.mist.top_m - 2.0 * terrain.mist.depth_m;
    let way = between(direction, bottom_m, terrain.mist.top_m, min(end_m, MIST_FAR_M));
    let length_m = max(way.y - way.x, 0.0);
    let heights = view.world_position.y + (way.x + length_m * MIST_PLACES) * direction.y;
    let below = (terrain.mist.top_m - heights) / max(terrain.mist.depth_m, THINNEST_M);
    let depth = dot(smoothstep(vec3(0.0), vec3(MIST_THINS), below), vec3(THIRD));
    let takes = 1.0 - exp(-MIST_TAKES * depth * length_m);
    let sun = terrain.sun.light * (0.25 * thrown(dot(direction, terrain.sun.towards)));
    let light = MIST_LIGHT * (sun + ambient_light(vec3(0.0, 1.0, 0.0)));
    return mix(radiance, light, takes);
}

// A point of the land or the water seen through air, clouds and mist.
fn seen_from_afar(radiance: vec3<f32>, from_eye: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let away_m = length(from_eye);
    let direction = from_eye / away_m;
    var seen = mix(through_air(radiance, from_eye), backdrop(direction), lost(from_eye));
#ifdef CLOUDS_BEFORE
    let veil = low_clouds(direction, away_m, pixel);
    if veil.passes < 1.0 {
        seen = over(veil, seen, sky_radiance(direction));
    }
#endif
#ifdef MIST
    seen = even_mist(seen, direction, away_m);
#endif
    return seen;
}

// The sky as water mirrors it at a place: its clouds are sheets.
fn mirrored_sky(start: vec3<f32>, direction: vec3<f32>) -> vec3<f32> {
    let sky = sky_radiance(direction);
    var seen = sky;
#ifdef HIGH_CLOUDS
    let high_m = (terrain.clouds.high_m - start.y) / direction.y;
    if high_m > 0.0 && high_m < ENDS_M {
        let cloudy = over(streaks(direction, high_m, start, WAVES_BLUR), seen, sky);
        seen = mix(seen, cloudy, WAVES_LEAVE);
    }
#endif
#ifdef LOW_CLOUDS
    let low_m = mix(terrain.clouds.base_m, terrain.clouds.top_m, SHEET);
    let away_m = (low_m - start.y) / direction.y;
    if away_m > 0.0 && away_m < ENDS_M {
        let at = start + away_m * direction;
        let cloudy = over(sheet_at(at, direction, away_m, WAVES_BLUR), seen, sky);
        seen = mix(seen, cloudy, WAVES_LEAVE);
    }
#endif
    return seen;
}

// How much of the sun low clouds leave to a place.
fn cloud_shadow(at: vec3<f32>) -> f32 {
    let towards = terrain.sun.towards;
    if terrain.clouds.low <= 0.0 || towards.y <= GRAZES {
        return 1.0;
    }
    let height_m = mix(terrain.clouds.base_m, terrain.clouds.top_m, SHEET);
    let away_m = (height_m - at.y) / max(towards.y, SHINES);
    if away_m <= 0.0 {
        return 1.0;
    }
    let place = unmoved(at + away_m * towards);
    let dense = heap(vec3(place.x, height_m, place.z), cover_at(place), BLUR);
    let dark = SHADOW * smoothstep(GRAZES, SHINES, towards.y);
    return 1.0 - dark * (1.0 - exp(-SHEET_TAKES * dense));
}
