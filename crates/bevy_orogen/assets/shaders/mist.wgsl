// Mist, as deep as the view's parameter sets it, with waves on its surface.
#define_import_path orogen::mist

#import bevy_pbr::mesh_view_bindings::view
#import orogen::heaps::{Veil, CLEAR, noise_at, phase_function, to_cloud_space}
#import orogen::land::terrain
#import orogen::sky::ambient_light

// The extinction per metre, tuned by eye like the next numbers.
const MIST_EXTINCTION: f32 = 0.0035;
// The share of the depth over which the top thins out, and the width of patches.
const MIST_THINS: f32 = 0.6;
const MIST_M: f32 = 4096.0;
// The samples on a ray, and the reach of mist.
const MIST_STEPS: u32 = 4u;
const MIST_FAR_M: f32 = 12000.0;
// Even mist: the sample places as shares of the way through it, the weight of each sample, and the
// least depth of mist.
const MIST_PLACES: vec3<f32> = vec3(0.1, 0.5, 0.9);
const THIRD: f32 = 1.0 / 3.0;
const THINNEST_M: f32 = 1e-3;
// The brightness of mist relative to its illumination, tuned by eye.
const MIST_LIGHT: f32 = 0.7;

// The distances between which a ray that starts at a height lies between two other heights. If it
// never does, the second distance is smaller than the first.
fn between(start_m: f32, direction: vec3<f32>, heights_m: vec2<f32>, end_m: f32) -> vec2<f32> {
    let slope = select(direction.y, 1e-6, abs(direction.y) < 1e-6);
    let distances = (heights_m - start_m) / slope;
    let first = max(min(distances.x, distances.y), 0.0);
    return vec2(first, min(max(distances.x, distances.y), end_m));
}

// Mist on a ray.
fn misty(direction: vec3<f32>, end_m: f32, dither: f32) -> Veil {
    let bottom_m = terrain.mist.top_m - 2.0 * terrain.mist.depth_m;
    let heights_m = vec2(bottom_m, terrain.mist.top_m);
    let way = between(view.world_position.y, direction, heights_m, end_m);
    if way.y <= way.x {
        return CLEAR;
    }
    var depth = 0.0;
    let step_m = (way.y - way.x) / f32(MIST_STEPS);
    for (var i = 0u; i < MIST_STEPS; i++) {
        let at = view.world_position + (way.x + (f32(i) + dither) * step_m) * direction;
        let place = to_cloud_space(at);
        let patches = noise_at(place, MIST_M, 0.0).x;
        let below = (terrain.mist.top_m - at.y) / terrain.mist.depth_m;
        // Noise makes waves on the surface.
        depth += smoothstep(0.0, MIST_THINS, below - 0.5 * patches);
    }
    let opacity = 1.0 - exp(-MIST_EXTINCTION * depth * step_m);
    let cosine = dot(direction, terrain.sun.towards);
    let sun = terrain.sun.light * (0.25 * phase_function(cosine));
    let light = MIST_LIGHT * (sun + ambient_light(vec3(0.0, 1.0, 0.0)));
    return Veil(light * opacity, 1.0 - opacity, way.x, terrain.mist.top_m);
}

// Mist on a ray from a height to a point, as the mean of three places. It reads no texture, because
// every pixel of land computes it.
fn even_mist(radiance: vec3<f32>, start_m: f32, direction: vec3<f32>, end_m: f32) -> vec3<f32> {
    if terrain.mist.depth_m <= 0.0 {
        return radiance;
    }
    let heights_m = vec2(terrain.mist.top_m - 2.0 * terrain.mist.depth_m, terrain.mist.top_m);
    let way = between(start_m, direction, heights_m, min(end_m, MIST_FAR_M));
    let length_m = max(way.y - way.x, 0.0);
    let heights = start_m + (way.x + length_m * MIST_PLACES) * direction.y;
    let below = (terrain.mist.top_m - heights) / max(terrain.mist.depth_m, THINNEST_M);
    let depth = dot(smoothstep(vec3(0.0), vec3(MIST_THINS), below), vec3(THIRD));
    let opacity = 1.0 - exp(-MIST_EXTINCTION * depth * length_m);
    let sun = terrain.sun.light * (0.25 * phase_function(dot(direction, terrain.sun.towards)));
    let light = MIST_LIGHT * (sun + ambient_light(vec3(0.0, 1.0, 0.0)));
    return mix(radiance, light, opacity);
}
