// Low clouds: heaps of noise that the wind moves over the whole world, their density and light.
// This file marches rays through clouds; other files sample single places.
#define_import_path orogen::heaps

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, cloud_noise, cloud_sampler, luminance}

// The widths in metres that the noise texture spans, for heaps, for the frays of their edges, and
// for patches of many or few heaps. All divide the period after which the clouds repeat.
const HEAPS_M: f32 = 8192.0;
const FRAYS_M: f32 = 1024.0;
const PATCHES_M: f32 = 65536.0;
// The ratio of the texture's width to its height, and its texels per side.
const FLAT: f32 = 4.0;
const TEXELS: f32 = 128.0;
// The variation of cover between patches, tuned by eye.
const CLUMPS: f32 = 1.5;
// The range of noise ranks over which a heap grows dense, and the strength of frays, tuned by eye.
const SOFT: f32 = 0.28;
const FRAY: f32 = 0.6;
// Smaller heaps on heaps, so that heaps do not look like pillows: the width that the texture spans, their
// strength, the mean of the noise, and the blur of a texel as large as a texel of heaps.
const KNOBS_M: f32 = 2048.0;
const KNOBS: f32 = 0.22;
const KNOBS_MEAN: f32 = 0.58;
const KNOBS_FINER: f32 = 2.0;
// Finer frays near by: the width that the texture spans, their strength, and the blur of larger frays
// at which they end.
const THREADS_M: f32 = 256.0;
const THREADS: f32 = 0.45;
const THREADS_BLUR: f32 = 2.0;
// The blur of a texel of threads as large as a texel of frays.
const THREADS_FINER: f32 = 2.0;
// The blur of frays relative to the length of a step and to the width of a pixel, in mip levels, tuned by
// eye. Finer frays look grainy, because a ray samples single places of them.
const FRAYS_STEP_BLUR: f32 = -2.0;
const FRAYS_PIXEL_BLUR: f32 = 0.5;
// The share of their height at which heaps are widest, and the share at which they have lost half
// their width, tuned by eye.
const BULGE: f32 = 0.06;
const TAPER: f32 = 0.75;
// The extinction per metre of the densest cloud, tuned by eye: a third of a real cloud's.
const EXTINCTION: f32 = 0.028;
// Multiply scattered light reaches further: its share, and its extinction relative to direct light
// (Wrenninge 2013).
const MULTIPLE_SHARE: f32 = 0.38;
const MULTIPLE_EXTINCTION: f32 = 0.2;
// The asymmetry of forward and of backward scattering, and the share of backward scattering (Henyey
// and Greenstein 1941), tuned by eye.
const FORWARD: f32 = 0.72;
const BACK: f32 = -0.2;
const BACK_SHARE: f32 = 0.75;
// The gain from multiple scattering inside a cloud, tuned by eye.
const MULTIPLE_GAIN: f32 = 3.0;
// The growth of light with density from a cloud's edge inwards, tuned by eye.
const POWDER: f32 = 9.0;
// The share of light from the sky above that reaches a cloud's base, tuned by eye.
const BASE_LIGHT: f32 = 0.35;
// The number of samples towards the sun, and the length of the first step.
const SUNWARD_STEPS: u32 = 3u;
const SUNWARD_M: f32 = 80.0;
// The number of bisections that find a cloud's edge, and the density of that edge, tuned by eye.
const BISECTIONS: u32 = 4u;
const EDGE: f32 = 0.06;
// A smaller transmittance counts as 0.
const OPAQUE: f32 = 0.015;
// The greatest length of cloud that a long step adds, tuned by eye: greater lengths look grainy.
const COARSE_M: f32 = 220.0;
// The distances between which clouds fade out. Farther clouds lie behind the curve of the earth.
const FADES_M: f32 = 45000.0;
const ENDS_M: f32 = 220000.0;
// The earth's radius. Land is drawn on a flat earth, because it ends before the curve would lower it;
// clouds continue down to the horizon.
const EARTH_M: f32 = 6.36e6;
// The distance of a height that a ray never reaches, and the smallest difference in height.
const NEVER_M: f32 = 1e9;
const MIN_RISE_M: f32 = 1e-3;
// The largest number of times that steps are halved. Short spans of a ray inside the layer allow
// more halvings.
const FINEST: f32 = 5.0;
// The share of the way to the next halving over which longer steps blend into shorter steps. A
// smaller share would show a line there.
const BLEND_RANGE: f32 = 0.3;
// Steps grow in proportion to the distance from a point this far behind the eye.
const BEHIND_M: f32 = 2500.0;

// The light that a medium in front of the eye adds, and the share of light that passes through it.
struct Veil {
    light: vec3<f32>,
    transmittance: f32,
    // The mean distance and the mean height of the medium.
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

// Converts a place, relative to the rendering origin, to coordinates that drift with the wind.
fn to_cloud_space(at: vec3<f32>) -> vec3<f32> {
    return vec3(at.x + terrain.clouds.origin_x, at.y, at.z + terrain.clouds.origin_z);
}

// The height of a ray above the round earth, minus its height above a level earth, at a distance.
fn sunk_m(away_m: f32) -> f32 {
    return away_m * away_m / (2.0 * EARTH_M);
}

// A place on a ray, with its height above the round earth.
fn along_sight(start: vec3<f32>, direction: vec3<f32>, away_m: f32) -> vec3<f32> {
    return start + away_m * direction + vec3(0.0, sunk_m(away_m), 0.0);
}

// The distance at which a ray has first risen by `rise_m`, or sunk if that is negative. `slope` is the
// sine of the ray's elevation.
fn distance_to_rise_m(rise_m: f32, slope: f32) -> f32 {
    let rise = select(rise_m, MIN_RISE_M, abs(rise_m) < MIN_RISE_M);
    let under = slope * slope + 2.0 * rise / EARTH_M;
    if under < 0.0 || (rise < 0.0 && slope >= 0.0) {
        return NEVER_M;
    }
    return 2.0 * rise / (slope + sign(rise) * sqrt(under));
}

// The distances between which a ray first lies between two heights. If it never does, the second
// distance is smaller than the first.
fn crossing(start_m: f32, slope: f32, heights_m: vec2<f32>, end_m: f32) -> vec2<f32> {
    let low_m = distance_to_rise_m(heights_m.x - start_m, slope);
    let high_m = distance_to_rise_m(heights_m.y - start_m, slope);
    if start_m > heights_m.x && start_m < heights_m.y {
        return vec2(0.0, min(min(low_m, high_m), end_m));
    }
    return vec2(min(low_m, high_m), min(max(low_m, high_m), end_m));
}

// The share of the sky that low clouds cover around a place.
fn cover_at(place: vec3<f32>) -> f32 {
    let low = terrain.clouds.low_cover;
    let patch_rank = noise_at(vec3(place.x, 0.0, place.z), PATCHES_M, 0.0).z;
    return clamp(low + CLUMPS * low * (1.0 - low) * (2.0 * patch_rank - 1.0), 0.0, 1.0);
}

// The depth of a place inside a heap, in ranks of the noise; negative outside.
fn depth_in_heap(place: vec3<f32>, cover: f32, blur: f32) -> f32 {
    let share = (place.y - terrain.clouds.base_m) / (terrain.clouds.top_m - terrain.clouds.base_m);
    if share <= 0.0 || share >= 1.0 {
        return -1.0;
    }
    let rank = noise_at(place, HEAPS_M, blur).x;
    // Heaps are flat below and round above: only the densest cores reach the top.
    let above = share / TAPER;
    let wide = smoothstep(0.0, BULGE, share) * (1.0 - 0.5 * above * above);
    return rank - 1.0 + cover * wide;
}

// The density of a heap at a place, before its edges are frayed.
fn heap(place: vec3<f32>, cover: f32, blur: f32) -> f32 {
    return clamp(depth_in_heap(place, cover, blur) / SOFT, 0.0, 1.0);
}

fn frayed(dense: f32, place: vec3<f32>, blur: f32) -> f32 {
    var billow = noise_at(place, FRAYS_M, blur).y;
    if blur < THREADS_BLUR {
        let fades = 1.0 - blur / THREADS_BLUR;
        billow += THREADS * min(fades, 1.0) * (noise_at(place, THREADS_M, max(blur + THREADS_FINER, 0.0)).y - 0.5);
    }
    return clamp(dense - FRAY * (1.0 - dense) * (1.0 - billow), 0.0, 1.0);
}

fn henyey_greenstein(cosine: f32, forward: f32) -> f32 {
    let squared = forward * forward;
    let below = 1.0 + squared - 2.0 * forward * cosine;
    return (1.0 - squared) / (below * sqrt(below));
}

// The phase function of a cloud: sunlight scattered to the eye, relative to even scattering.
fn phase_function(cosine: f32) -> f32 {
    return mix(henyey_greenstein(cosine, FORWARD), henyey_greenstein(cosine, BACK), BACK_SHARE);
}

// The same, including multiple scattering inside the cloud.
fn multiple_phase_function(cosine: f32) -> f32 {
    return 0.25 * MULTIPLE_GAIN * phase_function(cosine);
}

// The share of sunlight that passes an optical depth.
fn sun_through(depth: f32) -> f32 {
    return max(exp(-depth), MULTIPLE_SHARE * exp(-MULTIPLE_EXTINCTION * depth));
}

// The optical depth of the cloud between a place and the sun.
fn depth_to_sun(place: vec3<f32>, cover: f32, blur: f32) -> f32 {
    var depth = 0.0;
    var step_m = SUNWARD_M;
    var away_m = 0.0;
    for (var i = 0u; i < SUNWARD_STEPS; i++) {
        let at = place + terrain.sun.towards * (away_m + 0.5 * step_m);
        depth += heap(at, cover, blur + 0.5 * f32(i)) * step_m;
        away_m += step_m;
        step_m *= 2.0;
    }
    return depth * EXTINCTION;
}

// The desaturation of multiply scattered light, tuned by eye.
const DESATURATION: f32 = 0.35;

fn desaturated(light: vec3<f32>) -> vec3<f32> {
    return mix(light, vec3(luminance(light)), DESATURATION);
}

// The light that a place in a low cloud scatters to the eye.
fn cloud_light(share: f32, dense: f32, to_sun: f32, cosine: f32) -> vec3<f32> {
    // Little cloud around an edge scatters light to it (Schneider 2015: powder).
    let powder = mix(1.0 - exp(-POWDER * dense), 1.0, 0.5 + 0.5 * cosine);
    let gain = multiple_phase_function(cosine) * sun_through(to_sun) * powder;
    let sun = gain * desaturated(terrain.clouds.light);
    return sun + mix(terrain.clouds.below, terrain.clouds.above, mix(BASE_LIGHT, 1.0, share));
}

// The density of low clouds at a distance.
fn density(
    away_m: f32,
    direction: vec3<f32>,
    cover: f32,
    blur: f32,
    fine_blur: f32,
) -> f32 {
    let place = to_cloud_space(along_sight(view.world_position, direction, away_m));
    let within = depth_in_heap(place, cover, blur);
    if within <= KNOBS * (KNOBS_MEAN - 1.0) {
        return 0.0;
    }
    let knob = noise_at(place, KNOBS_M, blur + KNOBS_FINER).x - KNOBS_MEAN;
    let dense = clamp((within + KNOBS * knob) / SOFT, 0.0, 1.0);
    if dense <= 0.0 {
        return 0.0;
    }
    return frayed(dense, place, fine_blur);
}

// The distance of a cloud's edge, between a place outside it and a place inside.
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
    for (var k = 0u; k < BISECTIONS; k++) {
        let middle_m = 0.5 * (clear_m + cloudy_m);
        if density(middle_m, direction, cover, blur, fine_blur) > EDGE {
            cloudy_m = middle_m;
        } else {
            clear_m = middle_m;
        }
    }
    return clear_m;
}

// The ratio of each sample's distance to the previous sample's, from the point behind the eye, as a
// power of two, after a number of halvings. Neighbouring rays sample the same distances wherever
// they enter clouds; otherwise far clouds look combed.
fn growth_of(halvings: f32) -> f32 {
    let whole = log2((ENDS_M + BEHIND_M) / BEHIND_M);
    return whole / f32(terrain.clouds.steps) * exp2(-halvings);
}

// The number of times that the steps between two distances are halved and still fit in the
// available number of steps. The fraction is the progress to the next halving.
fn halvings_of(from_m: f32, to_m: f32) -> f32 {
    let whole = log2((ENDS_M + BEHIND_M) / BEHIND_M);
    let part = log2((to_m + BEHIND_M) / (from_m + BEHIND_M));
    return max(log2(whole / part), 0.0);
}

// Low clouds on a ray between two distances, as a volume. At each halving of the steps, the picture
// blends from longer steps to shorter steps; otherwise a line would be visible there.
fn cloud_volume(direction: vec3<f32>, from_m: f32, to_m: f32) -> Veil {
    let halvings = halvings_of(from_m, to_m);
    let finer = min(floor(halvings), FINEST);
    let share = select(clamp((halvings - finer) / BLEND_RANGE, 0.0, 1.0), 1.0, finer == 0.0);
    let shares = vec2(share, 1.0 - share);
    var sum = Veil(vec3(0.0), 0.0, 0.0, 0.0);
    for (var i = 0; i < 2; i++) {
        if shares[i] > 0.0 {
            let veil = march_clouds(direction, from_m, to_m, growth_of(finer - f32(i)));
            let taken = shares[i] * (1.0 - veil.transmittance);
            sum.light += shares[i] * veil.light;
            sum.transmittance += shares[i] * veil.transmittance;
            sum.away_m += taken * veil.away_m;
            sum.height_m += taken * veil.height_m;
        }
    }
    let taken = max(1.0 - sum.transmittance, 1e-6);
    return Veil(sum.light, sum.transmittance, sum.away_m / taken, sum.height_m / taken);
}

// Low clouds on a ray whose steps grow by `growth` (see `growth_of`). Density is interpolated
// linearly between samples; otherwise steps would be visible in clouds.
fn march_clouds(direction: vec3<f32>, from_m: f32, to_m: f32, growth: f32) -> Veil {
    let first = floor(log2((from_m + BEHIND_M) / BEHIND_M) / growth);
    let cosine = dot(direction, terrain.sun.towards);
    let pixel_rad = 2.0 / (view.clip_from_view[1][1] * view.main_pass_viewport.w);
    var transmittance = 1.0;
    var light = vec3(0.0);
    var seen = vec2(0.0);
    // The previous sample's distance and density.
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
        let cover = cover_at(to_cloud_space(view.world_position + away_m * direction));
        let blur = max(log2(step_m * TEXELS / HEAPS_M) - 1.0, 0.0);
        let widths = vec2(step_m, away_m * pixel_rad) * TEXELS / FRAYS_M;
        let blurs = log2(widths) + vec2(FRAYS_STEP_BLUR, FRAYS_PIXEL_BLUR);
        let fine_blur = max(max(blurs.x, blurs.y), -THREADS_FINER);
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
        let opacity = 1.0 - exp(-EXTINCTION * fades * mean * min(length_m, COARSE_M));
        if opacity <= 0.0 {
            continue;
        }
        let share = (at.y - terrain.clouds.base_m) / (terrain.clouds.top_m - terrain.clouds.base_m);
        let to_sun = depth_to_sun(to_cloud_space(at), cover, blur);
        light += transmittance * opacity * cloud_light(share, mean, to_sun, cosine);
        seen += transmittance * opacity * vec2(lit_m, at.y);
        transmittance *= 1.0 - opacity;
        if transmittance < OPAQUE {
            transmittance = 0.0;
            break;
        }
    }
    seen /= max(1.0 - transmittance, 1e-6);
    return Veil(light, transmittance, seen.x, seen.y);
}
