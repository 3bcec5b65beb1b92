// The natural style's ground: which material lies where, its colour and relief, and the light on
// it.
#define_import_path orogen::natural

#import orogen::land::terrain
#import orogen::detail::{noise, ground_noise, wall_noise, resolved}
#import orogen::sky::ambient_light

// A place of the surface, as all materials see it.
struct Place {
    position: vec3<f32>,
    normal: vec3<f32>,
    bed_m: f32,
    // −1 in a hollow, 1 on a ridge.
    curvature: f32,
    footprint_m: f32,
}

// Shares of the materials; they add up to 1.
struct Shares {
    sand: f32,
    meadow: f32,
    grass: f32,
    scree: f32,
    rock: f32,
    snow: f32,
    // How wet the sand is.
    wet: f32,
}

// Noise from large to small, which frays borders and varies colours: coarse, fine, patches.
fn fraying(place: Place) -> vec3<f32> {
    let at = place.position.xz;
    let far = place.footprint_m;
    let patches = terrain.patches_octave;
    let coarse = ground_noise(at, 6, far).x + 0.5 * ground_noise(at, 4, far).x;
    var fine = 0.0;
    for (var i = 0u; i < terrain.octaves; i++) {
        fine += exp2(-f32(i)) * ground_noise(at, 2 - i32(i), far).x;
    }
    let large = ground_noise(at, patches, far).x + 0.5 * ground_noise(at, patches - 2, far).x;
    return vec3(coarse, fine, large);
}

fn around(edge: f32, width: f32, value: f32) -> f32 {
    return smoothstep(edge - 0.5 * width, edge + 0.5 * width, value);
}

fn shares(place: Place, frays: vec3<f32>) -> Shares {
    var result: Shares;
    let fray = terrain.breakup * (frays.x + 0.5 * frays.y);
    let slope = acos(clamp(place.normal.y, 0.0, 1.0)) + fray * terrain.fray_slope_rad;
    let above_sea = place.bed_m - terrain.sea_level_m;

    var left = 1.0;
    // The sun of noon stands in the south.
    let line = terrain.snow_line_m + terrain.snow_sun_m * place.normal.z;
    let height = place.bed_m + fray * terrain.fray_snow * terrain.snow_width_m
        - terrain.hollow_snow * place.curvature * terrain.snow_width_m;
    let lies = 1.0 - around(terrain.snow_slope_rad, terrain.rock_width_rad, slope);
    result.snow = around(line, terrain.snow_width_m, height) * lies;
    left -= result.snow;
    result.rock = left * around(terrain.rock_slope_rad, terrain.rock_width_rad, slope);
    left -= result.rock;
    result.scree = left * around(terrain.scree_slope_rad, terrain.rock_width_rad, slope);
    left -= result.scree;
    let beach = above_sea - fray * terrain.fray_beach * terrain.beach_m;
    result.sand = left * (1.0 - smoothstep(0.5, 1.0, beach / max(terrain.beach_m, 1e-6)));
    result.wet = 1.0 - smoothstep(0.0, terrain.foam_m, above_sea);
    left -= result.sand;
    let dry = around(terrain.tree_line_m, terrain.tree_width_m, place.bed_m + 0.5 * terrain.tree_width_m * frays.z);
    result.scree += left * dry;
    left -= left * dry;
    let lush = smoothstep(-0.5, 0.5, frays.z + 0.5 * frays.x - place.curvature);
    result.grass = left * lush;
    result.meadow = left - result.grass;
    return result;
}

// The slope of small relief on level ground, per metre, as a horizontal vector.
fn ground_relief(place: Place, count: u32) -> vec3<f32> {
    var slope = vec2(0.0);
    for (var i = 0u; i < count; i++) {
        let octave = ground_noise(place.position.xz, 1 - i32(i), place.footprint_m);
        slope += exp2(-f32(i)) * octave.yz;
    }
    return vec3(slope.x, 0.0, slope.y);
}

// The slope of small relief on steep rock, per metre; on the two vertical planes and on the ground,
// by the way it faces. Noise is folded at 0, which makes edges as in broken stone.
fn rock_relief(place: Place, count: u32) -> vec3<f32> {
    let faces = abs(place.normal) * abs(place.normal);
    let weights = faces / (faces.x + faces.y + faces.z);
    var slope = vec3(0.0);
    for (var i = 0u; i < count + 1u; i++) {
        let log2 = 4 - i32(i);
        let size = exp2(f32(log2));
        // Each octave is bent by the one before it, so that no two stones are alike.
        let at = place.position + 0.5 * size * slope;
        let x = wall_noise(at, 1u, log2, place.footprint_m);
        let z = wall_noise(at, 0u, log2, place.footprint_m);
        let y = ground_noise(at.xz, log2, place.footprint_m);
        // Edges calm down earlier than other detail: from afar, single stones alone would be pits.
        let folded = size * exp2(-0.25 * f32(i)) * resolved(log2 - 1, place.footprint_m);
        slope -= folded * (weights.x * sign(x.x) * vec3(0.0, x.z, x.y) + weights.z * sign(z.x) * vec3(z.y, z.z, 0.0)
            + weights.y * sign(y.x) * vec3(y.y, 0.0, y.z));
    }
    return slope;
}

// Layers in rock: how dark the layer is, and its slope with the height. They are of uneven
// thickness and bend.
fn strata(place: Place, bend: f32) -> vec2<f32> {
    let left = 1.0 - smoothstep(0.25, 0.5, place.footprint_m * terrain.strata_per_m);
    let layers = place.position.y * terrain.strata_per_m + bend;
    let thick = noise(vec2(layers, 0.5), vec2(0u));
    let thin = noise(vec2(2.0 * layers, 0.5), vec2(1u));
    return left * vec2(smoothstep(-0.5, 0.5, thick.x + 0.5 * thin.x), thick.y + thin.y);
}

struct Ground {
    albedo: vec3<f32>,
    normal: vec3<f32>,
}

fn ground_surface(place: Place, parts: Shares, frays: vec3<f32>) -> Ground {
    let stony = parts.rock + parts.scree;
    let layer = strata(place, 0.25 * frays.x + 0.5 * frays.z);
    var relief = vec3(0.0);
    let soft = parts.meadow + parts.grass + parts.sand;
    if soft + parts.snow > 0.0 {
        relief += (soft * terrain.relief_grass + parts.snow * terrain.relief_snow)
            * ground_relief(place, terrain.octaves);
    }
    if stony > 0.0 {
        relief += stony * terrain.relief_rock * (0.5 + abs(frays.x)) * rock_relief(place, terrain.octaves);
        relief.y += parts.rock * terrain.relief_strata * terrain.strata_strength * layer.y;
    }
    relief *= terrain.bumps;
    let along = relief - dot(relief, place.normal) * place.normal;

    let rock = mix(terrain.rock, terrain.strata, terrain.strata_strength * layer.x);
    let sand = mix(terrain.sand, terrain.sand * terrain.wet, parts.wet);
    let albedo = parts.sand * sand + parts.meadow * terrain.meadow + parts.grass * terrain.dark_grass
        + parts.scree * terrain.scree + parts.rock * rock + parts.snow * terrain.snow;
    // Snow and sand vary less than what grows and what breaks.
    let varies = 1.0 - 0.5 * parts.sand - parts.snow;
    let shade = 1.0 + varies * (terrain.shade_patches * frays.z + terrain.shade_grains * frays.y);
    return Ground(albedo * clamp(shade, 0.0, 2.0), normalize(place.normal - along));
}

// What the ground throws back: the sun's part where it is not in shadow, the sky's part where it is
// not in a hollow.
fn lit_ground(ground: Ground, curvature: f32, sunlit: f32) -> vec3<f32> {
    let sun = terrain.sun * max(dot(ground.normal, terrain.to_sun), 0.0) * sunlit;
    let open = 1.0 - terrain.shade_hollows * clamp(-curvature, 0.0, 1.0);
    return ground.albedo * (sun + ambient_light(ground.normal) * open);
}
