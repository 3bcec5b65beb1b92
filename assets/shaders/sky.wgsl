// The sky: its light by direction, the sun's disc, stars.
#define_import_path orogen::sky

#import orogen::land::{terrain, tables}
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
    return mix(near, far, fract(y));
}

// What falls on a surface from the sky and from the ground around, over π.
fn ambient_light(normal: vec3<f32>) -> vec3<f32> {
    let towards = terrain.sun.towards.xz;
    let sunward = dot(normal.xz, towards) / max(length(towards), 1e-6);
    let leaning = terrain.sky.up * normal.y + terrain.sky.sunward * sunward;
    return max(terrain.sky.mean + 2.0 * leaning, vec3(0.0));
}

// A point of the land seen through the air before it: along the line of sight, and lost in the sky
// before the world ends.
fn through_air(radiance: vec3<f32>, from_eye: vec3<f32>) -> vec3<f32> {
    let away = length(from_eye);
    let sky = sky_radiance(from_eye / away);
    let passes = exp(-terrain.sky.air * away);
    // Near air glows with the light from all around, far air like the sky behind it.
    let glow = mix(terrain.sky.mean, sky, 1.0 - passes.g);
    let hazy = radiance * passes + glow * (1.0 - passes);
    return mix(hazy, sky, smoothstep(terrain.haze.near_m, terrain.haze.far_m, length(from_eye.xz)));
}
