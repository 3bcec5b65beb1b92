// The natural style's ground: which material lies where, its colour and relief, and the light on
// it. Exports have materials and colours from the same formulas in `src/terrain/ground`: what
// changes here changes there.
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
    // Of erosion: −1 in the bed of a gully, 1 on a ridge; −1 where gullies are deepest.
    relief: vec2<f32>,
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

// All of these are by eye.
// The share of its light that wet sand still throws back.
const WET: f32 = 0.45;
// By how much noise frays a slope, a height above the sea in beaches, a snow line in its widths.
const FRAY_SLOPE_RAD: f32 = 0.16;
const FRAY_BEACH: f32 = 0.5;
const FRAY_SNOW: f32 = 1.0;
// Brightness: of large patches, of grains, of hollows.
const SHADE_PATCHES: f32 = 0.12;
const SHADE_GRAINS: f32 = 0.22;
const SHADE_HOLLOWS: f32 = 0.35;
// Relief of detail as a slope: of grass, of rock, of snow; and how high strata stand out.
const RELIEF_GRASS: f32 = 0.20;
const RELIEF_ROCK: f32 = 0.26;
const RELIEF_SNOW: f32 = 0.05;
const RELIEF_STRATA: f32 = 0.30;
// Of erosion: by how much steeper a ridge counts as for rock, and less steep a gully; by how much
// debris in a gully lies on gentler ground; by how many widths snow reaches down in a gully, and on
// how much steeper ground it holds there; how dark gullies are, and how damp ground is.
const RIDGE_ROCK_RAD: f32 = 0.12;
const GULLY_SCREE_RAD: f32 = 0.14;
const GULLY_SNOW: f32 = 1.4;
const GULLY_SNOW_RAD: f32 = 0.22;
const SHADE_GULLIES: f32 = 0.45;
const SHADE_DAMP: f32 = 0.18;
// Between which depths of the ridge map the bed of a gully begins.
const GULLY_BEGINS: f32 = 0.15;
const GULLY_BED: f32 = 0.75;

// Noise from large to small, which frays borders and varies colours: coarse, fine, patches.
fn fraying(place: Place) -> vec3<f32> {
    let at = place.position.xz;
    let far = place.footprint_m;
    let patches = terrain.detail.patches_octave;
    let coarse = ground_noise(at, 6, far).x + 0.5 * ground_noise(at, 4, far).x;
    var fine = 0.0;
    for (var i = 0u; i < terrain.detail.octaves; i++) {
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
    let fray = terrain.detail.breakup * (frays.x + 0.5 * frays.y);
    let slope = acos(clamp(place.normal.y, 0.0, 1.0)) + fray * FRAY_SLOPE_RAD;
    let above_sea = place.bed_m - terrain.heights.sea_level_m;
    let ridge = place.relief.x;
    let gully = in_gully(place);

    var left = 1.0;
    // The sun of noon stands in the south.
    let line = terrain.snow.line_m + terrain.snow.sun_m * place.normal.z;
    let height = place.bed_m + fray * FRAY_SNOW * terrain.snow.width_m
        - (terrain.snow.hollow * place.curvature - GULLY_SNOW * gully) * terrain.snow.width_m;
    let holds_rad = terrain.snow.slope_rad + GULLY_SNOW_RAD * gully;
    let lies = 1.0 - around(holds_rad, terrain.rock.width_rad, slope);
    result.snow = around(line, terrain.snow.width_m, height) * lies;
    left -= result.snow;
    let bare = slope + RIDGE_ROCK_RAD * ridge;
    result.rock = left * around(terrain.rock.slope_rad, terrain.rock.width_rad, bare);
    left -= result.rock;
    let loose = slope + GULLY_SCREE_RAD * gully;
    result.scree = left * around(terrain.rock.scree_slope_rad, terrain.rock.width_rad, loose);
    left -= result.scree;
    let beach = above_sea - fray * FRAY_BEACH * terrain.sand.beach_m;
    result.sand = left * (1.0 - smoothstep(0.5, 1.0, beach / max(terrain.sand.beach_m, 1e-6)));
    result.wet = 1.0 - smoothstep(0.0, terrain.water.foam_m, above_sea);
    left -= result.sand;
    let tree_width_m = terrain.grass.tree_width_m;
    let grows_at = place.bed_m + 0.5 * tree_width_m * frays.z;
    // It grows higher where water runs.
    let damp = max(gully, 0.0);
    let dry = around(terrain.grass.tree_line_m + 0.5 * damp * tree_width_m, tree_width_m, grows_at);
    result.scree += left * dry;
    left -= left * dry;
    let lush = smoothstep(-0.5, 0.5, frays.z + 0.5 * frays.x - place.curvature + damp);
    result.grass = left * lush;
    result.meadow = left - result.grass;
    return result;
}

// How far a place lies in the bed of a gully, from 0 to 1.
fn in_gully(place: Place) -> f32 {
    return smoothstep(GULLY_BEGINS, GULLY_BED, -place.relief.x);
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
        slope -= folded * (weights.x * sign(x.x) * vec3(0.0, x.z, x.y)
            + weights.z * sign(z.x) * vec3(z.y, z.z, 0.0)
            + weights.y * sign(y.x) * vec3(y.y, 0.0, y.z));
    }
    return slope;
}

// Layers in rock: how dark the layer is, and its slope with the height. They are of uneven
// thickness and bend.
fn strata(place: Place, bend: f32) -> vec2<f32> {
    let left = 1.0 - smoothstep(0.25, 0.5, place.footprint_m * terrain.rock.strata_per_m);
    let layers = place.position.y * terrain.rock.strata_per_m + bend;
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
        relief += (soft * RELIEF_GRASS + parts.snow * RELIEF_SNOW)
            * ground_relief(place, terrain.detail.octaves);
    }
    if stony > 0.0 {
        relief += stony * RELIEF_ROCK * (0.5 + abs(frays.x))
            * rock_relief(place, terrain.detail.octaves);
        relief.y += parts.rock * RELIEF_STRATA * terrain.rock.strata_strength * layer.y;
    }
    relief *= terrain.detail.bumps;
    let along = relief - dot(relief, place.normal) * place.normal;

    let layered = terrain.rock.strata_strength * layer.x;
    let rock = mix(terrain.rock.colour, terrain.rock.strata, layered);
    let sand = mix(terrain.sand.colour, terrain.sand.colour * WET, parts.wet);
    let albedo = parts.sand * sand
        + parts.meadow * terrain.grass.meadow + parts.grass * terrain.grass.lush
        + parts.scree * terrain.rock.scree + parts.rock * rock + parts.snow * terrain.snow.colour;
    // Snow and sand vary less than what grows and what breaks.
    let varies = 1.0 - 0.5 * parts.sand - parts.snow;
    let damp = (parts.meadow + parts.grass) * SHADE_DAMP * in_gully(place);
    let shade = 1.0 + varies * (SHADE_PATCHES * frays.z + SHADE_GRAINS * frays.y) - damp;
    return Ground(albedo * clamp(shade, 0.0, 2.0), normalize(place.normal - along));
}

// What the ground throws back: the sun's part where it is not in shadow, the sky's part where it is
// not in a hollow.
fn lit_ground(ground: Ground, place: Place, sunlit: f32) -> vec3<f32> {
    let sun = terrain.sun.light * max(dot(ground.normal, terrain.sun.towards), 0.0) * sunlit;
    let hollow = SHADE_HOLLOWS * clamp(-place.curvature, 0.0, 1.0);
    let open = (1.0 - hollow) * (1.0 - SHADE_GULLIES * clamp(-place.relief.y, 0.0, 1.0));
    return ground.albedo * (sun + ambient_light(ground.normal) * open);
}
