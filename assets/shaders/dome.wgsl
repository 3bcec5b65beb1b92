// The sky behind the land: one triangle at infinity.

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, develop}
#import orogen::sky::sky_radiance
#import orogen::detail::hash

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) ndc: vec2<f32>,
}

@vertex
fn vertex(@location(0) position: vec3<f32>) -> Varying {
    // Depth 0 is infinitely far.
    return Varying(vec4(position.xy, 0.0, 1.0), position.xy);
}

// Points in cells of a grid over the sky, few of them bright.
fn star(direction: vec3<f32>) -> f32 {
    let scaled = direction * terrain.star_cells;
    let cell = floor(scaled);
    let word = hash(vec2<u32>(vec2<i32>(cell.xy)) + vec2(u32(i32(cell.z)) * terrain.star_stride, 0u));
    let offset = vec3(f32(word & 255u), f32(word >> 8u & 255u), f32(word >> 16u & 255u)) / 255.0;
    let away = distance(scaled - cell, offset);
    let brightness = pow(f32(word >> 24u) / 255.0, terrain.star_rarity);
    return brightness * smoothstep(terrain.star_size, 0.0, away);
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    // A point of the far plane, as a direction from the eye.
    let far = view.world_from_clip * vec4(in.ndc, 1e-6, 1.0);
    let direction = normalize(far.xyz / far.w - view.world_position);
    var light = sky_radiance(direction);
    let above = smoothstep(0.0, terrain.horizon, direction.y);
    let disc = smoothstep(terrain.sun_rim, terrain.sun_inside, dot(direction, terrain.to_sun));
    light += disc * terrain.sun_disc * terrain.sun * above;
    light += terrain.stars * star(direction) * above;
    return develop(light, in.clip_position.xy);
}
