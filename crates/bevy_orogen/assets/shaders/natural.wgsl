// The natural style's ground: its materials, their colour and relief, and the light on it. Exports
// have materials and colours from the same formulas in `crates/orogen-terrain/src/ground`: keep the
// two equal.
#define_import_path orogen::natural

#import orogen::land::terrain
#import orogen::detail::{ground_noise, power_of_two}
#import orogen::horizon::{Around, ground_reflection}
#import orogen::rock::{Ground, Place, Shares, bedding, faces_of, joints_at_origin, stained, strata}
#import orogen::sand::{ground_relief, ripples, stones, turned_from_sun}
#import orogen::sky::{ambient_light, sky_radiance}
#import orogen::woods::wooded

// All constants of this file are tuned by eye, except `MIRROR`. The albedo of wet sand, as a share of
// the albedo of dry sand.
const WET: f32 = 0.45;
// The share by which wetness darkens stone, and the film of water on stone relative to sand.
const WET_STONE: f32 = 0.45;
const STONE_FILM: f32 = 0.7;
// The reflectance of clear water at normal incidence, by Fresnel's law: ((n − 1) / (n + 1))² of its
// refractive index, 1.33.
const MIRROR: f32 = 0.02;
// The amplitude of the noise that frays borders: of slopes in radians, of beaches in beach heights,
// of the snow line in its widths.
const FRAY_SLOPE_RAD: f32 = 0.16;
const FRAY_BEACH: f32 = 0.5;
const FRAY_SNOW: f32 = 1.0;
// The variation of brightness by large patches, by grains and by hollows.
const SHADE_PATCHES: f32 = 0.12;
const SHADE_GRAINS: f32 = 0.22;
const SHADE_HOLLOWS: f32 = 0.35;
// The relief of detail as a slope, on grass, on sand, on the faces of rock, on scree and on snow; then
// the relief of strata.
const RELIEF_GRASS: f32 = 0.20;
const RELIEF_SAND: f32 = 0.15;
const RELIEF_ROCK: f32 = 0.15;
const RELIEF_SCREE: f32 = 0.26;
const RELIEF_SNOW: f32 = 0.05;
const RELIEF_STRATA: f32 = 0.30;
// The share of rock from which other materials do not count.
const ALL_ROCK: f32 = 0.95;
// The least cosine between the ground and a face that it turns to.
const LEAST_TURN: f32 = 0.35;
// The slope that erosion adds on ridges and subtracts in gullies where rock is placed.
const RIDGE_ROCK_RAD: f32 = 0.12;
// The slope that gullies add where scree is placed.
const GULLY_SCREE_RAD: f32 = 0.14;
// The drop of the snow line in gullies, in its widths, and the addition to the steepest slope that
// holds snow there.
const GULLY_SNOW: f32 = 1.4;
const GULLY_SNOW_RAD: f32 = 0.22;
// The darkness of the deepest gullies, and of damp ground.
const SHADE_GULLIES: f32 = 0.45;
const SHADE_DAMP: f32 = 0.18;
// The darkness between tufts, and between grains of stony ground by their relief; then the bounds
// of the brightness that all relief gives.
const SHADE_TUFTS: f32 = 0.34;
const SHADE_CAVITIES: f32 = 1.0;
const SHADE_LEAST: f32 = 0.3;
const SHADE_MOST: f32 = 1.35;
// The darkness of stony hollows and the brightness of stony ridges a few pixels wide.
const SHADE_BULGES: f32 = 1.3;
// The share of the darkness of relief that goes into the albedo, because dust and damp collect in
// hollows.
const ALBEDO_OPEN: f32 = 0.6;
// The variation of brightness by ripples, and the share of all other relief and grain that ripples
// remove; then the strength of ripples on dry beaches.
const SHADE_RIPPLES: f32 = 0.12;
const RIPPLES_TAKE: f32 = 0.8;
const BEACH_RIPPLES: f32 = 0.3;
// The least light of a face that turns from the sun, as a share of the slope's light.
const GRAZING: f32 = 0.3;
// Snow: the width of its edge, as a share of the snow line's width; the range of slopes over which its
// depth falls; the depth that hides all ground; the shift of the edge by the ground's small relief, the
// share of stones in that relief, and the largest shift; and the strength of wind ripples.
const SNOW_EDGE: f32 = 0.2;
const SNOW_WIDE_RAD: f32 = 0.5;
const SNOW_HIDES: f32 = 0.95;
const SNOW_POKES: f32 = 1.0;
const SNOW_SPECKS: f32 = 0.35;
const MOST_POKES: f32 = 0.4;
const SNOW_RIPPLES: f32 = 0.35;
// The light and shade on the sloping edge of snow, and the depth over which the edge rises; the shadow and
// the darkness of the bare ground beside it, and the depth over which they end.
const SNOW_RIM: f32 = 0.7;
const SNOW_THICK: f32 = 0.3;
const SNOW_CASTS: f32 = 0.6;
const SNOW_DARK: f32 = 0.25;
const SNOW_BESIDE: f32 = 0.15;
// The roughness of wet sand and stone.
const FILM_ROUGH: f32 = 0.22;
// The largest reflectance of the film: at a flat angle, grains hide the water between them.
const FILM_MIRRORS: f32 = 0.18;
// The depths of the ridge map between which the bed of a gully begins.
const GULLY_BEGINS: f32 = 0.15;
const GULLY_BED: f32 = 0.75;
// Gravel beside rivers and lakes: the wetness from which it lies, and above which it hides all ground; its
// coarse variation, that in patches along the river, and its fine variation; and its share of stones, beside sand.
const GRAVEL_FROM: f32 = 0.76;
const GRAVEL_ALL: f32 = 0.92;
const FRAY_GRAVEL: f32 = 0.16;
const GRAVEL_RUNS: f32 = 0.24;
const FRAY_PEBBLES: f32 = 0.12;
const GRAVEL_STONES: f32 = 0.55;
// The wetness from which vegetation is lusher, and above which all of it is; then that from which stone is wet.
const LUSH_FROM: f32 = 0.05;
const LUSH_ALL: f32 = 0.5;
const WET_FROM: f32 = 0.95;

// Noise that frays borders and varies colours, in three components: coarse, fine, patches.
// Coarse noise and patches have two sizes each, fine noise a size for each octave of detail.
fn fraying(place: Place) -> vec3<f32> {
    let patches = terrain.detail.patches_octave;
    var result = vec3(0.0);
    for (var i = 0; i < i32(terrain.detail.octaves) + 4; i++) {
        let fine = i - 4;
        var log2 = 2 - fine;
        var weights = vec3(0.0, power_of_two(-fine), 0.0);
        if i < 2 {
            log2 = 6 - 2 * i;
            weights = vec3(1.0 - 0.5 * f32(i), 0.0, 0.0);
        } else if i < 4 {
            log2 = patches + 4 - 2 * i;
            weights = vec3(0.0, 0.0, 2.0 - 0.5 * f32(i));
        }
        result += weights * ground_noise(place.position.xz, log2, place.footprint_m).x;
    }
    return result;
}

// A smooth step of a width, centred at `edge`.
fn soft_step(edge: f32, width: f32, value: f32) -> f32 {
    return smoothstep(0.0, 1.0, (value - edge) / width + 0.5);
}

// The shares of materials. Each border is at least about as wide as the change of its value over a
// pixel.
fn shares(place: Place, frays: vec3<f32>) -> Shares {
    let ground = below_snow(place, frays, 0.0);
    let width_rad = max(terrain.rock.width_rad, place.blur.x);
    let blurs = place.blur.x / width_rad + GULLY_SNOW * place.blur.y;
    return with_snow(ground, soft_step(0.5, clamp(blurs, 2.0 * SNOW_EDGE, 1.0), ground.depth));
}

// The shares of a ground on which snow lies.
fn with_snow(ground: Shares, snow: f32) -> Shares {
    var result = ground;
    let left = 1.0 - snow;
    result.snow = snow;
    result.sand *= left;
    result.meadow *= left;
    result.grass *= left;
    result.scree *= left;
    result.rock *= left;
    return result;
}

// The depth of snow, and the shares of the ground below it. The depth falls to both sides of the snow's
// edge over at least `min_width_rad` of slope.
fn below_snow(place: Place, frays: vec3<f32>, min_width_rad: f32) -> Shares {
    var result: Shares;
    let fray = terrain.detail.breakup * (frays.x + 0.5 * frays.y);
    let slope = acos(clamp(place.normal.y, 0.0, 1.0)) + fray * FRAY_SLOPE_RAD;
    let above_sea = place.bed_m - terrain.heights.sea_level_m;
    let ridge = place.relief.x;
    let gully = in_gully(place);
    let width_rad = max(terrain.rock.width_rad, place.blur.x);
    let stony_rad = max(width_rad, RIDGE_ROCK_RAD * place.blur.y);

    var left = 1.0;
    // The noon sun stands in the south, at positive z.
    let line = terrain.snow.line_m + terrain.snow.sun_m * place.normal.z;
    let height = place.bed_m + fray * FRAY_SNOW * terrain.snow.width_m
        - (terrain.snow.hollow * place.curvature - GULLY_SNOW * gully) * terrain.snow.width_m;
    let holds_rad = terrain.snow.slope_rad + GULLY_SNOW_RAD * gully;
    let lies = 1.0 - soft_step(holds_rad, max(width_rad, min_width_rad), slope);
    result.depth = soft_step(line, terrain.snow.width_m, height) * lies;
    let bare = slope + RIDGE_ROCK_RAD * ridge;
    result.rock = left * soft_step(terrain.rock.slope_rad, stony_rad, bare);
    left -= result.rock;
    let loose = slope + GULLY_SCREE_RAD * gully;
    result.scree = left * soft_step(terrain.rock.scree_slope_rad, stony_rad, loose);
    left -= result.scree;
    let beach = above_sea - fray * FRAY_BEACH * terrain.sand.beach_m;
    result.sand = left * (1.0 - smoothstep(0.5, 1.0, beach / max(terrain.sand.beach_m, 1e-6)));
    result.wet = 1.0 - smoothstep(0.0, terrain.water.foam_m, above_sea);
    left -= result.sand;
    let gravel = left * gravel_share(place, frays);
    result.scree += GRAVEL_STONES * gravel;
    result.sand += (1.0 - GRAVEL_STONES) * gravel;
    left -= gravel;
    result.wet = max(result.wet, smoothstep(WET_FROM, 1.0, place.wetness));
    let tree_width_m = terrain.grass.tree_width_m;
    let grows_at = place.bed_m + 0.5 * tree_width_m * frays.z;
    // Vegetation grows higher where water runs.
    let damp = max(gully, smoothstep(LUSH_FROM, LUSH_ALL, place.wetness));
    let dry = soft_step(terrain.grass.tree_line_m + 0.5 * damp * tree_width_m, tree_width_m, grows_at);
    result.scree += left * dry;
    left -= left * dry;
    let lush = smoothstep(-0.5, 0.5, frays.z + 0.5 * frays.x - place.curvature + damp);
    result.grass = left * lush;
    result.meadow = left - result.grass;
    return result;
}

// The share of gravel on the banks and bars of rivers and on the shores of lakes.
fn gravel_share(place: Place, frays: vec3<f32>) -> f32 {
    let fray = FRAY_GRAVEL * frays.x + FRAY_PEBBLES * frays.y + GRAVEL_RUNS * frays.z;
    return smoothstep(GRAVEL_FROM, GRAVEL_ALL, place.wetness + fray * min(place.wetness * 4.0, 1.0));
}

// The weight of a gully's bed at a place, from 0 to 1.
fn in_gully(place: Place) -> f32 {
    let blurs = 0.5 * place.blur.y;
    return smoothstep(GULLY_BEGINS - blurs, GULLY_BED + blurs, -place.relief.x);
}

// The share of ambient light that the hollow of the mesh around a place leaves.
fn mesh_openness(place: Place) -> f32 {
    let hollow = SHADE_HOLLOWS * clamp(-place.curvature, 0.0, 1.0);
    return (1.0 - hollow) * (1.0 - SHADE_GULLIES * clamp(-place.relief.y, 0.0, 1.0));
}

// The colour of rock in a layer with a darkness from 0 to 1.
fn rock_albedo(layer: f32) -> vec3<f32> {
    return mix(terrain.rock.colour, terrain.rock.strata, terrain.rock.strata_strength * layer);
}

// The colour of the ground, given the colour of its rock. `uneven` is the noise of grains and of
// patches.
fn ground_albedo(place: Place, parts: Shares, uneven: vec2<f32>, rock: vec3<f32>) -> vec3<f32> {
    let sand = mix(terrain.sand.colour, terrain.sand.colour * WET, parts.wet);
    let albedo = parts.sand * sand
        + parts.meadow * terrain.grass.meadow + parts.grass * terrain.grass.lush
        + parts.scree * terrain.rock.scree + parts.rock * rock + parts.snow * terrain.snow.colour;
    // Snow and sand vary less than vegetation and broken rock.
    let varies = 1.0 - 0.5 * parts.sand - parts.snow;
    let grains = SHADE_GRAINS * uneven.x * (1.0 - RIPPLES_TAKE * rippled(parts));
    let damp = (parts.meadow + parts.grass) * SHADE_DAMP * in_gully(place);
    let shade = 1.0 + varies * (SHADE_PATCHES * uneven.y + grains) - damp;
    return albedo * clamp(shade, 0.0, 2.0);
}

// The strength of wind ripples on the ground.
fn rippled(parts: Shares) -> f32 {
    let dry = parts.sand - parts.sand * parts.wet;
    return max(terrain.detail.ripples * (dry + parts.meadow + parts.grass), BEACH_RIPPLES * dry);
}

// The bend of rock layers, in layers.
fn bend_of(frays: vec3<f32>) -> f32 {
    return 0.25 * frays.x + 0.5 * frays.z;
}

// The surface of the ground; `parts` are the shares below the snow. Snow lies in hollows first, and
// its edge leans down to the bare ground.
fn ground_surface(place: Place, parts: Shares, frays: vec3<f32>) -> Ground {
    let mesh_open = mesh_openness(place);
    var relief = vec3(0.0);
    var shade = 1.0 + SHADE_BULGES * (parts.rock + parts.scree) * place.bulge;
    var rock = vec3(0.0);
    var facing = place.normal;
    var lift_m = 0.0;
    var sunlit = 1.0;
    if parts.rock > 0.0 && parts.depth < SNOW_HIDES {
        let beds = bedding(place);
        let bend = bend_of(frays);
        let layers = strata(place, beds, bend);
        let faces = faces_of(place, beds, bend / terrain.rock.strata_per_m, joints_at_origin());
        facing = faces.normal;
        lift_m = beds.lift_m;
        // A relief with this slope turns the ground to the faces of blocks.
        relief -= parts.rock * faces.normal / max(dot(faces.normal, place.normal), LEAST_TURN);
        shade += parts.rock * (faces.open - 1.0);
        sunlit = mix(1.0, faces.sunlit, parts.rock);
        rock = rock_albedo(layers.x) * stained(place, beds, faces);
        relief.y += parts.rock * RELIEF_STRATA * terrain.rock.strata_strength * layers.y;
    }
    let swept = rippled(parts);
    let soft = (parts.meadow + parts.grass) * (1.0 - RIPPLES_TAKE * swept);
    let sand = parts.sand * (1.0 - RIPPLES_TAKE * swept);
#ifdef CRACKS
    let count = terrain.detail.octaves + 2u;
#else
    let count = terrain.detail.octaves + 1u;
#endif
    // Blocks of rock replace the coarsest relief.
    let octaves = select(count, count - 1u, parts.rock > ALL_ROCK);
    let found = ground_relief(place, facing, lift_m, octaves);
    let stony = RELIEF_ROCK * parts.rock + RELIEF_SCREE * parts.scree;
    relief += soft * RELIEF_GRASS * found.soft.slope + sand * RELIEF_SAND * found.sand.slope;
    relief += stony * (0.5 + abs(frays.x)) * found.stony.slope;
    shade += soft * SHADE_TUFTS * found.soft.height + sand * SHADE_GRAINS * found.sand.height;
    shade += stony * SHADE_CAVITIES * clamp(found.stony.height, -1.0, 1.0);
    let soil = parts.meadow + parts.grass + parts.sand;
    let loose = stones(place, parts.scree, soil, in_gully(place));
    relief += loose.relief.slope;
    shade += loose.relief.height;
    let pokes = clamp(SNOW_POKES * (shade - 1.0 + SNOW_SPECKS * found.stony.height), -MOST_POKES, MOST_POKES);
    let over = parts.depth - pokes - 0.5;
    let snow = soft_step(0.0, clamp(fwidth(parts.depth), SNOW_EDGE, 0.5), over);
    var covered = with_snow(parts, snow);
    // Pebbles are of the same stone as scree.
    let bare_soil = 1.0 - loose.cover;
    covered.scree += loose.cover * soil * (1.0 - snow);
    covered.meadow *= bare_soil;
    covered.grass *= bare_soil;
    covered.sand *= bare_soil;
#ifdef CRACKS
    let blown = max(swept, SNOW_RIPPLES * snow);
#else
    let blown = swept;
#endif
    relief = mix(relief, RELIEF_SNOW * found.soft.slope, snow) * terrain.detail.bumps;
    let turned = turned_from_sun(place.position, place.normal, parts.depth);
    let rim = 1.0 - smoothstep(0.0, SNOW_THICK, over);
    let beside = smoothstep(-SNOW_BESIDE, 0.0, over);
    shade = mix(shade * (1.0 - SNOW_DARK * beside), 1.0, snow);
    let shadowed = sunlit * (1.0 - SNOW_CASTS * beside * max(turned, 0.0));
    sunlit = mix(shadowed, 1.0 - SNOW_RIM * rim * turned, snow);
    if blown > 0.0 {
        let found = ripples(place);
        relief += blown * found.slope;
        shade += blown * SHADE_RIPPLES * found.height;
    }
    let tangential = relief - dot(relief, place.normal) * place.normal;
    let open = clamp(1.0 + (shade - 1.0) * terrain.detail.bumps, SHADE_LEAST, SHADE_MOST);
    let uneven = mix(found.soft.height, found.sand.height, covered.sand);
    let albedo = ground_albedo(place, covered, vec2(uneven, frays.z), rock);
    let normal = normalize(place.normal - tangential);
    let stone = covered.rock + covered.scree;
    let film = (covered.sand + STONE_FILM * stone) * parts.wet;
    let damp = 1.0 - WET_STONE * parts.wet * stone;
    // Cracks of rock are deeper than they are wide.
    let sky_open = min(open, 1.0) * mix(1.0, min(open, 1.0), 0.5 * covered.rock);
    let bare = Ground(damp * albedo * mix(1.0, open, ALBEDO_OPEN), normal, sky_open, sunlit, mesh_open, film, snow);
#ifdef WOODS
    return wooded(bare, place, covered, frays);
#else
    return bare;
#endif
}

// The reflectance of water: Schlick's approximation of Fresnel's law.
fn reflected(cosine: f32) -> f32 {
    let away = 1.0 - clamp(cosine, 0.0, 1.0);
    let squared = away * away;
    return MIRROR + (1.0 - MIRROR) * squared * squared * away;
}

// The sun mirrored in a rough surface: the share of facets that face it (Trowbridge and Reitz).
fn glitter(normal: vec3<f32>, to_eye: vec3<f32>, roughness: f32) -> f32 {
    let half_way = normalize(to_eye + terrain.sun.towards);
    let facing = max(dot(normal, half_way), 0.0);
    let alpha = roughness * roughness;
    let below = facing * facing * (alpha - 1.0) + 1.0;
    return alpha / (4.0 * below * below);
}

// The sky and the sun mirrored in the film of water that waves leave on sand and stone.
fn wet_mirror(normal: vec3<f32>, film: f32, to_eye: vec3<f32>, sunlit: f32, around: Around) -> vec3<f32> {
    if film <= 0.0 {
        return vec3(0.0);
    }
    let mirrored = reflect(-to_eye, normal);
    let ray = vec3(mirrored.x, abs(mirrored.y), mirrored.z);
    let sky = min(reflected(dot(normal, to_eye)), FILM_MIRRORS) * around.open * around.open * sky_radiance(ray);
    let facet = normalize(to_eye + terrain.sun.towards);
    let sun = reflected(dot(facet, to_eye)) * glitter(normal, to_eye, FILM_ROUGH) * sunlit * terrain.sun.light;
    return film * (sky + sun);
}

// The colour of the bed under water: half sand, and half the ground that the place would have.
fn bed_colour(place: Place, frays: vec3<f32>) -> vec3<f32> {
    let parts = shares(place, frays);
    var layer = 0.0;
    if parts.rock > 0.0 {
        layer = strata(place, bedding(place), bend_of(frays)).x;
    }
    let albedo = ground_albedo(place, parts, frays.yz, rock_albedo(layer));
    return mix(terrain.sand.colour * WET, albedo, 0.5);
}

// The light that the ground reflects: sunlight outside shadows, sky light by openness, and light
// from the ground around. A hollow of the mesh and the horizon are the same darkness at different
// sizes, so the darker of the two counts.
fn lit_ground(ground: Ground, place: Place, sunlit: f32, around: Around) -> vec3<f32> {
    // Small relief scatters grazing light, so no part of a lit slope is as dark as a shadow.
    let grazing = GRAZING * dot(place.normal, terrain.sun.towards);
    let faces_sun = max(dot(ground.normal, terrain.sun.towards), max(grazing, 0.0));
    let sun = terrain.sun.light * faces_sun * sunlit * ground.sunlit;
    // A place with little open sky sees the part overhead.
    let faces = normalize(ground.normal + vec3(0.0, 1.0 - around.open, 0.0));
    let sky = ambient_light(faces) * min(ground.mesh_open, around.open) * ground.open;
    let from_ground = ground_reflection(around, ground.normal, ground.albedo) * ground.open;
    return ground.albedo * (sun + sky + from_ground);
}
