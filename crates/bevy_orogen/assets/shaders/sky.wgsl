// The sky: its light by direction, the air before land, and what lies beyond the land.
#define_import_path orogen::sky

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, tables, luminance}
#import bevy_render::maths::{PI, HALF_PI}

fn sky_at(column: u32, row: u32) -> vec3<f32> {
    let x = min(column, terrain.sky.columns - 1u);
    let y = min(row, terrain.sky.rows - 1u);
    return tables[x + terrain.sky.columns * y].rgb;
}

// The radiance of a direction; below the horizon that of the horizon.
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

// Between yellow and blue single scattering goes through a green that eyes do not see in skies:
// green counts no more than this much of red and blue together, and of the brighter of them.
const GREEN_OF_BOTH: f32 = 0.45;
const GREEN_OF_ONE: f32 = 0.1;

fn ungreen(light: vec3<f32>) -> vec3<f32> {
    let most = GREEN_OF_BOTH * (light.r + light.b) + GREEN_OF_ONE * max(light.r, light.b);
    return vec3(light.r, min(light.g, most), light.b);
}

// How much paler light of all around is than the sky: land around throws some of it back, by eye.
const PALER: f32 = 0.25;

// What falls on a surface from the sky and from the ground around, over π.
fn ambient_light(normal: vec3<f32>) -> vec3<f32> {
    let towards = terrain.sun.towards.xz;
    let sunward = dot(normal.xz, towards) / max(length(towards), 1e-6);
    let leaning = terrain.sky.up * normal.y + terrain.sky.sunward * sunward;
    let light = max(terrain.sky.mean + 2.0 * leaning, vec3(0.0));
    return mix(light, vec3(luminance(light)), PALER);
}

// Over how many metres of height the air thins to a third, by eye: about that of haze, as it lies
// in valleys.
const THINS_M: f32 = 1400.0;
// The albedo of what lies beyond the land, and what of it is lost in haze at least, by eye.
const BEYOND: vec3<f32> = vec3(0.13, 0.14, 0.13);
const BEYOND_PASSES: f32 = 0.55;
// Over so much air there is a ground beyond the land at all: without any there is black space.
const BEYOND_M: f32 = 1e6;

// As how many metres of air at the sea's level the air counts along a way from the eye to a height.
fn air_m(to_m: f32, away: f32) -> f32 {
    let sea_m = terrain.heights.sea_level_m;
    let from_eye = max((view.world_position.y - sea_m) / THINS_M, 0.0);
    let to = max((to_m - sea_m) / THINS_M, 0.0);
    let rise = to - from_eye;
    let level = exp(-0.5 * (from_eye + to));
    let mean = (exp(-from_eye) - exp(-to)) / select(rise, 1.0, abs(rise) < THIN);
    return away * select(mean, level, abs(rise) < THIN);
}

// Below this rise the mean is that of the middle: f32 would lose it.
const THIN: f32 = 0.01;

// What is seen in a direction behind all land: the sky, and below the horizon ground that goes on
// to it in haze.
fn backdrop(direction: vec3<f32>) -> vec3<f32> {
    let sky = sky_radiance(direction);
    if direction.y >= 0.0 {
        return sky;
    }
    let up = vec3(0.0, 1.0, 0.0);
    let sea_m = terrain.heights.sea_level_m;
    let height_m = max(view.world_position.y - sea_m, 1.0);
    let away = air_m(sea_m, height_m / -direction.y);
    let is_there = 1.0 - exp(-terrain.sky.air * BEYOND_M);
    let passes = BEYOND_PASSES * is_there * exp(-terrain.sky.air * away);
    let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0);
    return mix(sky, BEYOND * (sun + ambient_light(up)), passes);
}

// A point of the land seen through the air before it.
fn through_air(radiance: vec3<f32>, from_eye: vec3<f32>) -> vec3<f32> {
    let away = length(from_eye);
    let sky = sky_radiance(from_eye / away);
    let passes = exp(-terrain.sky.air * air_m(view.world_position.y + from_eye.y, away));
    // Near air glows with the light from all around, far air like the sky behind it.
    let glow = mix(terrain.sky.mean, sky, 1.0 - passes.g);
    return radiance * passes + glow * (1.0 - passes);
}

// How much of a point of the land is lost in the sky before the world ends.
fn lost(from_eye: vec3<f32>) -> f32 {
    return smoothstep(terrain.haze.near_m, terrain.haze.far_m, length(from_eye.xz));
}
