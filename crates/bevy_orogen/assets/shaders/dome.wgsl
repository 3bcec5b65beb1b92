// The sky behind the land: a triangle at infinity.

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, filmic, output_colour}
#import orogen::sky::backdrop
#import orogen::clouds::veiled
#import orogen::detail::hash

// The cosines of the sun's rim and of a circle inside it, 0.6° and 0.5° from the centre. The real
// sun's radius is a quarter of a degree, which would be a dot in most pictures.
const SUN_RIM: f32 = 0.99994517;
const SUN_INSIDE: f32 = 0.99996192;
// The glow around the sun: strength and width of a near and a far part, tuned by eye.
const GLOW_NEAR: f32 = 0.42;
const GLOW_NEAR_RAD: f32 = 0.02;
const GLOW_FAR: f32 = 0.22;
const GLOW_FAR_RAD: f32 = 0.12;
// The share of the glow that a cloud in front of it leaves, tuned by eye.
const GLOW_THROUGH: f32 = 0.3;
// The sine of the elevation at which the sun's disc and the stars are fully visible, tuned by eye.
// Disc and stars fade in from 0, and the glow from −HORIZON.
const HORIZON: f32 = 0.02;
// Stars, tuned by eye: the cells of the sky's grid, the size of a star in its cell, and the
// exponent that makes bright stars rare.
const STAR_CELLS: f32 = 90.0;
const STAR_SIZE: f32 = 0.09;
const STAR_RARITY: f32 = 12.0;
// `hash` takes two coordinates, so a cell's z times this stride is added to its x. The stride is
// larger than the number of cells along an axis (181), so no two cells share a hash input.
const STAR_STRIDE: u32 = 0x1f35u;

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) ndc: vec2<f32>,
}

@vertex
fn vertex(@location(0) position: vec3<f32>) -> Varying {
    // Depth 0 is infinitely far.
    return Varying(vec4(position.xy, 0.0, 1.0), position.xy);
}

// Stars: points in the cells of a grid over the sky, few of them bright.
fn star(direction: vec3<f32>) -> f32 {
    let scaled = direction * STAR_CELLS;
    let cell = floor(scaled);
    let at = vec2<u32>(vec2<i32>(cell.xy));
    let word = hash(at + vec2(u32(i32(cell.z)) * STAR_STRIDE, 0u));
    let offset = vec3(f32(word & 255u), f32(word >> 8u & 255u), f32(word >> 16u & 255u)) / 255.0;
    let away = distance(scaled - cell, offset);
    let brightness = pow(f32(word >> 24u) / 255.0, STAR_RARITY);
    return brightness * smoothstep(STAR_SIZE, 0.0, away);
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    // A point near the far plane gives the direction from the eye.
    let far = view.world_from_clip * vec4(in.ndc, 1e-6, 1.0);
    let direction = normalize(far.xyz / far.w - view.world_position);
    let above = smoothstep(0.0, HORIZON, direction.y);
    let stars = terrain.sky.stars * star(direction) * above;
    let seen = veiled(backdrop(direction) + stars, direction, in.clip_position.xy);
    let cosine = dot(direction, terrain.sun.towards);
    let disc = smoothstep(SUN_RIM, SUN_INSIDE, cosine) * above * seen.a;
    // Disc and glow are added after the film curve, because they are brighter than its range.
    let away = sqrt(max(2.0 - 2.0 * cosine, 0.0));
    let tint = terrain.sun.light / max(max(terrain.sun.light.r, terrain.sun.light.g), 1e-6);
    let glow = GLOW_NEAR * exp(-away / GLOW_NEAR_RAD) + GLOW_FAR * exp(-away / GLOW_FAR_RAD);
    let glow_share = smoothstep(-HORIZON, HORIZON, direction.y) * mix(GLOW_THROUGH, 1.0, seen.a);
    // The glow has the sunlight's tint squared, because haze removes more blue from it.
    let added = terrain.sun.disc * clamp(tint * tint * glow * glow_share, vec3(0.0), vec3(1.0));
    let shown = 1.0 - (1.0 - filmic(seen.rgb)) * (1.0 - added);
    return output_colour(mix(shown, vec3(1.0), terrain.sun.disc * disc), in.clip_position.xy);
}
