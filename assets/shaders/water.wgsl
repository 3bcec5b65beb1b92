// The natural style's water: the same clamped mesh, shaded by the bed under it.
#define_import_path orogen::water

#import orogen::land::terrain
#import orogen::detail::{noise, first_cell, resolved}
#import orogen::sky::{ambient_light, sky_radiance}

// What clear water mirrors head on, by Fresnel's law: ((n − 1) / (n + 1))² of its refractive index,
// 1.33.
const MIRROR: f32 = 0.02;
// The roughness of water whose waves are seen: the ripples on them, by eye.
const GLOSS: f32 = 0.06;
// How fast the longest waves go, by eye: about that of waves 1.6 m long (√(g·λ / 2π)).
const WAVE_M_PER_S: f32 = 1.6;
// The albedo of foam, by eye: a little less than fresh snow's.
const FOAM: vec3<f32> = vec3(0.85);

// The slope of the waves, and the part of their steepness that the picture is too coarse for.
fn waves(ground: vec2<f32>, footprint_m: f32) -> vec3<f32> {
    var slope = vec2(0.0);
    var lost = 0.0;
    for (var i = 0u; i < terrain.detail.octaves; i++) {
        let log2 = terrain.water.waves_octave - i32(i);
        let left = resolved(log2, footprint_m);
        let scale = exp2(-f32(log2));
        // Short waves are slower; every octave goes its own way.
        let turn = vec2(cos(2.0 * f32(i)), sin(2.0 * f32(i)));
        let drift = turn * terrain.water.time_s * WAVE_M_PER_S * sqrt(exp2(-f32(i))) * scale;
        if left > 0.0 {
            slope += left * noise(ground * scale + drift, first_cell(log2)).yz;
        }
        lost += (1.0 - left);
    }
    let steepness = terrain.water.steepness / f32(max(terrain.detail.octaves, 1u));
    return vec3(slope, lost) * steepness;
}

// Schlick's approximation of Fresnel's law.
fn reflected(cosine: f32) -> f32 {
    let away = 1.0 - clamp(cosine, 0.0, 1.0);
    let squared = away * away;
    return MIRROR + (1.0 - MIRROR) * squared * squared * away;
}

// The sun mirrored in waves: the share of facets that face it (Trowbridge and Reitz).
fn glitter(normal: vec3<f32>, to_eye: vec3<f32>, roughness: f32) -> f32 {
    let half_way = normalize(to_eye + terrain.sun.towards);
    let facing = max(dot(normal, half_way), 0.0);
    let alpha = roughness * roughness;
    let below = facing * facing * (alpha - 1.0) + 1.0;
    return alpha / (4.0 * below * below);
}

// Light from water of a depth over a bed of a colour, seen from a direction.
fn water_light(
    position: vec3<f32>,
    to_eye: vec3<f32>,
    depth_m: f32,
    bed: vec3<f32>,
    footprint_m: f32,
    sunlit: f32,
) -> vec3<f32> {
    let wave = waves(position.xz, footprint_m);
    let up = vec3(0.0, 1.0, 0.0);
    // Shallow water is calm.
    let calm = smoothstep(0.0, 2.0 * terrain.water.foam_m, depth_m);
    var normal = normalize(vec3(-wave.x * calm, 1.0, -wave.y * calm));
    // A facet that faces away is not seen.
    normal = normalize(normal + max(0.0, -dot(normal, to_eye)) * to_eye);
    let sun = terrain.sun.light * max(terrain.sun.towards.y, 0.0) * sunlit;
    let from_above = sun + ambient_light(up);

    // Down with the sun and up to the eye, bent by the surface.
    let down = sqrt(1.0 - 0.5 * (1.0 - to_eye.y * to_eye.y));
    let passes = exp(-terrain.water.absorbs * depth_m * (1.0 + 1.0 / down));
    let inside = from_above * mix(terrain.water.deep, bed, passes);

    let mirrored = reflect(-to_eye, normal);
    let sky = sky_radiance(normalize(vec3(mirrored.x, abs(mirrored.y) + wave.z, mirrored.z)));
    let share = reflected(dot(normal, to_eye)) / (1.0 + 2.0 * wave.z);
    let facet = normalize(to_eye + terrain.sun.towards);
    let sparkle = terrain.sun.light * sunlit * reflected(dot(facet, to_eye))
        * glitter(normal, to_eye, GLOSS + wave.z);
    return mix(inside, sky, share) + sparkle;
}

// How much foam lies where waves meet the shore.
fn foam_share(position: vec3<f32>, depth_m: f32, frays: vec2<f32>, footprint_m: f32) -> f32 {
    let breaks = 1.0 - smoothstep(0.0, terrain.water.foam_m, depth_m);
    let left = resolved(1, footprint_m);
    return breaks * smoothstep(0.5 - 0.5 * breaks, 1.0, 0.5 + 0.5 * (frays.x + frays.y) * left);
}
