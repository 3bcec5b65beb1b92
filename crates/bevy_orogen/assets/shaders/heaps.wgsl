// Low clouds: heaps of noise that the wind moves over the whole world, how dense they are and how
// they are lit. A line of sight is followed through them here; other files ask for single places.
#define_import_path orogen::heaps

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, cloud_noise, cloud_sampler, luminance}

// Widths over which the block of noise is spread, in metres; all divide the size after which the
// program has it repeat: heaps, their frays, where there are many and where few.
const HEAPS_M: f32 = 8192.0;
const FRAYS_M: f32 = 1024.0;
const PATCHES_M: f32 = 65536.0;
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
// How often the way to a cloud's edge is halved, and how dense that is, by eye.
const HALVINGS: u32 = 4u;
const EDGE: f32 = 0.06;
// Less than this passes is nothing.
const OPAQUE: f32 = 0.015;
// How much cloud a long step meets at most, by eye: more is grain.
const COARSE_M: f32 = 220.0;
// Between which distances clouds end: beyond them the earth is before those that hang low.
const FADES_M: f32 = 100000.0;
const ENDS_M: f32 = 220000.0;
// The earth's radius. Land is drawn as if it were level, for it ends before it would sink; clouds
// go on down to the horizon.
const EARTH_M: f32 = 6.36e6;
// What is never met is so far, and no height is less apart.
const NEVER_M: f32 = 1e9;
const LEAST_M: f32 = 1e-3;
// How often steps are halved at most where clouds are thin, and over which share of the way to the
// next halving longer steps go over into shorter ones.
const FINEST: f32 = 5.0;
const JOINS: f32 = 0.3;
// Steps grow with the distance as if they began so far behind the eye.
const BEHIND_M: f32 = 2500.0;

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

// How much higher than on a level earth a line of sight is at a distance.
fn sunk_m(away_m: f32) -> f32 {
    return away_m * away_m / (2.0 * EARTH_M);
}

// A place of a line of sight, with its height above the round earth.
fn along_sight(start: vec3<f32>, direction: vec3<f32>, away_m: f32) -> vec3<f32> {
    return start + away_m * direction + vec3(0.0, sunk_m(away_m), 0.0);
}

// At which distance a line of sight with such a slope first comes so much higher or lower.
fn met_m(rise_m: f32, slope: f32) -> f32 {
    let rise = select(rise_m, LEAST_M, abs(rise_m) < LEAST_M);
    let under = slope * slope + 2.0 * rise / EARTH_M;
    if under < 0.0 || (rise < 0.0 && slope >= 0.0) {
        return NEVER_M;
    }
    return 2.0 * rise / (slope + sign(rise) * sqrt(under));
}

// Between which distances a line of sight is first between two heights; the second is the smaller
// where it never is.
fn crossing(start_m: f32, slope: f32, heights_m: vec2<f32>, end_m: f32) -> vec2<f32> {
    let low_m = met_m(heights_m.x - start_m, slope);
    let high_m = met_m(heights_m.y - start_m, slope);
    if start_m > heights_m.x && start_m < heights_m.y {
        return vec2(0.0, min(min(low_m, high_m), end_m));
    }
    return vec2(min(low_m, high_m), min(max(low_m, high_m), end_m));
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

// The same with what goes around in the cloud first.
fn gathered(cosine: f32) -> f32 {
    return 0.25 * AROUND * thrown(cosine);
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
    let gain = gathered(cosine) * sun_through(to_sun) * powder;
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
    let place = unmoved(along_sight(view.world_position, direction, away_m));
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

// How much further from a point behind the eye each step is than the one before, as a power of two,
// with so many halvings. Lines of sight beside each other share the places that they ask, wherever
// they enter clouds: else far clouds are combed.
fn growth_of(halvings: f32) -> f32 {
    let whole = log2((ENDS_M + BEHIND_M) / BEHIND_M);
    return whole / f32(terrain.clouds.steps) * exp2(-halvings);
}

// How often steps between two distances are halved, which leaves no more than the steps that there
// are. A fraction says how far the next halving is.
fn halvings_of(from_m: f32, to_m: f32) -> f32 {
    let whole = log2((ENDS_M + BEHIND_M) / BEHIND_M);
    let part = log2((to_m + BEHIND_M) / (from_m + BEHIND_M));
    return max(log2(whole / part), 0.0);
}

// Low clouds along a line of sight, between two distances, as they are. Where steps are halved once
// more, the picture goes over from longer steps to shorter ones: else a line is seen there.
fn solid(direction: vec3<f32>, from_m: f32, to_m: f32) -> Veil {
    let halvings = halvings_of(from_m, to_m);
    let finer = min(floor(halvings), FINEST);
    let share = select(clamp((halvings - finer) / JOINS, 0.0, 1.0), 1.0, finer == 0.0);
    let shares = vec2(share, 1.0 - share);
    var sum = Veil(vec3(0.0), 0.0, 0.0, 0.0);
    for (var i = 0; i < 2; i++) {
        if shares[i] > 0.0 {
            let veil = followed(direction, from_m, to_m, growth_of(finer - f32(i)));
            let taken = shares[i] * (1.0 - veil.passes);
            sum.light += shares[i] * veil.light;
            sum.passes += shares[i] * veil.passes;
            sum.away_m += taken * veil.away_m;
            sum.height_m += taken * veil.height_m;
        }
    }
    let taken = max(1.0 - sum.passes, 1e-6);
    return Veil(sum.light, sum.passes, sum.away_m / taken, sum.height_m / taken);
}

// Low clouds along a line of sight whose steps grow so much (see `growth_of`). Between the places
// that are asked, density is interpolated linearly: else steps show in clouds.
fn followed(direction: vec3<f32>, from_m: f32, to_m: f32, growth: f32) -> Veil {
    let first = floor(log2((from_m + BEHIND_M) / BEHIND_M) / growth);
    let cosine = dot(direction, terrain.sun.towards);
    var passes = 1.0;
    var light = vec3(0.0);
    var seen = vec2(0.0);
    // The place before, and how dense clouds are there.
    var last_m = from_m;
    var last_dense = 0.0;
    for (var i = 0u; i < terrain.clouds.steps; i++) {
        let number = first + f32(i) + 0.5;
        let behind_m = BEHIND_M * exp2(growth * number);
        let away_m = behind_m - BEHIND_M;
        let step_m = behind_m * (exp2(growth) - 1.0);
        if away_m <= from_m {
            continue;
        }
        if away_m > to_m {
            break;
        }
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
        let at = along_sight(view.world_position, direction, lit_m);
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
