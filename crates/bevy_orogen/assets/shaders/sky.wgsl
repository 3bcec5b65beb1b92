// The sky: its light by direction, the air in front of the land, and the ground beyond the land.
#define_import_path orogen::sky

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, tables, luminance}
#import bevy_render::maths::{PI, HALF_PI}

fn sky_at(column: u32, row: u32) -> vec3<f32> {
    let x = min(column, terrain.sky.columns - 1u);
    let y = min(row, terrain.sky.rows - 1u);
    return tables[x + terrain.sky.columns * y].rgb;
}

// The sky's radiance in a direction. Below the horizon it is the radiance at the horizon.
fn sky_radiance(direction: vec3<f32>) -> vec3<f32> {
    let elevation = asin(clamp(direction.y, 0.0, 1.0));
    let y = sqrt(elevation / HALF_PI) * f32(terrain.sky.rows - 1u);
    let level = length(direction.xz) * length(terrain.sun.towards.xz);
    let cosine = dot(direction.xz, terrain.sun.towards.xz) / max(level, 1e-6);
    let x = acos(clamp(cosine, -1.0, 1.0)) / PI * f32(terrain.sky.columns - 1u);
    let i = u32(x);
    let j = u32(y);
    let near = mix(sky_at(i, j), sky_at(i + 1u, j), fract(x));
    let far = mix(sky_at(i, j + 1u), sky_at(i + 1u, j + 1u), fract(x));
    return ungreen(mix(near, far, fract(y)));
}

// Between yellow and blue, single scattering passes through a green that eyes do not see in skies.
// This limits green to a share of the sum of red and blue, plus a share of the brighter of the two.
const GREEN_OF_BOTH: f32 = 0.45;
const GREEN_OF_ONE: f32 = 0.1;

fn ungreen(light: vec3<f32>) -> vec3<f32> {
    let max_green = GREEN_OF_BOTH * (light.r + light.b) + GREEN_OF_ONE * max(light.r, light.b);
    return vec3(light.r, min(light.g, max_green), light.b);
}

// The desaturation of ambient light relative to the sky, tuned by eye, because the land around
// reflects some of it.
const DESATURATION: f32 = 0.25;

// The light on a surface from the sky and the ground around, over π.
fn ambient_light(normal: vec3<f32>) -> vec3<f32> {
    let towards = terrain.sun.towards.xz;
    let sunward = dot(normal.xz, towards) / max(length(towards), 1e-6);
    let leaning = terrain.sky.up * normal.y + terrain.sky.sunward * sunward;
    let light = max(terrain.sky.mean + 2.0 * leaning, vec3(0.0));
    return mix(light, vec3(luminance(light)), DESATURATION);
}

// The height over which the air thins to a third, tuned by eye. It is close to the height of haze,
// which lies in valleys.
const THINS_M: f32 = 1400.0;
// The albedo of the ground beyond the land, and the largest share of it that shows through haze,
// tuned by eye.
const BEYOND: vec3<f32> = vec3(0.13, 0.14, 0.13);
const BEYOND_PASSES: f32 = 0.55;
// The length of air that decides whether ground continues beyond the land: a land without air ends in
// black space.
const BEYOND_M: f32 = 1e6;

// The length of air at sea level with the same extinction as the way from the eye to a height.
fn air_m(to_m: f32, away: f32) -> f32 {
    let sea_m = terrain.heights.sea_level_m;
    let from_eye = max((view.world_position.y - sea_m) / THINS_M, 0.0);
    let to = max((to_m - sea_m) / THINS_M, 0.0);
    let rise = to - from_eye;
    let level = exp(-0.5 * (from_eye + to));
    let mean = (exp(-from_eye) - exp(-to)) / select(rise, 1.0, abs(rise) < THIN);
    return away * select(mean, level, abs(rise) < THIN);
}

// For a smaller rise the air's density in the middle replaces its mean, because f32 would lose the
// difference.
const THIN: f32 = 0.01;

// The light from behind all land: the sky, and below the horizon a hazy ground that continues to the
// horizon.
fn backdrop(direction: vec3<f32>) -> vec3<f32> {
    return backdrop_with_sky(sky_radiance(direction), direction);
}

// The same, given the sky's radiance in the direction.
fn backdrop_with_sky(sky: vec3<f32>, direction: vec3<f32>) -> vec3<f32> {
    if direction.y >= 0.0 {
        return sky;
    }
    let up = vec3(0.0, 1.0, 0.0);
    let sea_m = terrain.heights.sea_level_m;
    let height_m = max(view.world_position.y - sea_m, 1.0);
    let length_m = air_m(sea_m, height_m / -direction.y);
    let is_there = 1.0 - exp(-terrain.sky.air * BEYOND_M);
    let transmittance = BEYOND_PASSES * is_there * exp(-terrain.sky.air * length_m);
    let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0);
    return mix(sky, BEYOND * (sun + ambient_light(up)), transmittance);
}

// The light of a point of the land after the air in front of it.
fn through_air(radiance: vec3<f32>, from_eye: vec3<f32>) -> vec3<f32> {
    return through_air_with_sky(sky_radiance(normalize(from_eye)), radiance, from_eye);
}

// The same, given the sky's radiance in the direction.
fn through_air_with_sky(sky: vec3<f32>, radiance: vec3<f32>, from_eye: vec3<f32>) -> vec3<f32> {
    let away = length(from_eye);
    let transmittance = exp(-terrain.sky.air * air_m(view.world_position.y + from_eye.y, away));
    // Near air glows with the sky's mean light, far air with the light of the sky behind it.
    let glow = mix(terrain.sky.mean, sky, 1.0 - transmittance.g);
    return radiance * transmittance + glow * (1.0 - transmittance);
}

// The share by which a point of the land has faded into the backdrop, near the edge of the world.
fn edge_fade(from_eye: vec3<f32>) -> f32 {
    return smoothstep(terrain.haze.near_m, terrain.haze.far_m, length(from_eye.xz));
}
