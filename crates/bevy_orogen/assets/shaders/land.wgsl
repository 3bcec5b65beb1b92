// Declarations that all shaders of the land share: the numbers from the program, and functions for
// colours and heights.
#define_import_path orogen::land

// Lengths are in metres, angles in radians, and light is relative to sunlight above the atmosphere.

// The style `course`, the Phong shading of a computer graphics course. Colours and light are display
// values.
struct Course {
    water: vec3<f32>,
    shininess_water: f32,
    grass: vec3<f32>,
    shininess_land: f32,
    mountain: vec3<f32>,
    alpha_scale: f32,
    light: vec3<f32>,
    ambient: f32,
    // The sea level in noise units.
    sea_noise: f32,
}

// The sea level, and the conversion from height to noise.
struct Heights {
    sea_level_m: f32,
    height_m: f32,
    inverse_exponent: f32,
}

// The colour is a display value. It replaces the land's colour between the two distances, which are
// measured on the ground plane.
struct Haze {
    colour: vec3<f32>,
    near_m: f32,
    far_m: f32,
}

// The grids of the levels of detail, and the viewer.
struct Grid {
    // x, height above the ground, z.
    viewer: vec3<f32>,
    // The spacing of level 0, and the distances at which it begins and ends to morph. All three
    // double with each level.
    finest_m: f32,
    morph_begin_m: f32,
    morph_end_m: f32,
    // The level that never morphs.
    coarsest: u32,
    // Cells on a side of a chunk.
    cells: u32,
    // The rendering origin in whole metres, modulo 2³².
    origin_x: u32,
    origin_z: u32,
}

struct Sun {
    // The unit vector towards the sun.
    towards: vec3<f32>,
    // The visible share of the sun's disc.
    disc: f32,
    // The irradiance on a surface that faces the sun, over π.
    light: vec3<f32>,
    // The distance at which shadow maps end.
    shadow_far_m: f32,
    // 1 if the sun casts shadows.
    shadows: u32,
}

// Maps of the land around the viewer; see `horizon.wgsl`.
struct Horizon {
    // The centre of the maps.
    centre_x: f32,
    centre_z: f32,
    // The spacing of the finest map, and the texels on a side of every map.
    finest_m: f32,
    texels: f32,
    // The number of levels, and the number of lands that have maps.
    levels: u32,
    sides: u32,
    // The progress of the first fade-in, and the weight of the maps where their heights differ from
    // the shown land: 0 after an edit, then rising to 1.
    fade_progress: f32,
    mismatch_weight: f32,
    // The height of the highest land above the sea.
    top_m: f32,
    // Steps of the search for land mirrored in water; 0 mirrors the sky alone.
    mirror_steps: u32,
}

struct Sky {
    // The sky's light on a surface, as a mean with gradients upwards and towards the sun.
    mean: vec3<f32>,
    stars: f32,
    up: vec3<f32>,
    // The size of the radiance table in `tables`: columns by azimuth, rows by elevation.
    columns: u32,
    sunward: vec3<f32>,
    rows: u32,
    // The extinction of a metre of air.
    air: vec3<f32>,
}

// The tints of dark and of bright colours in the picture, and its saturation.
struct Grade {
    shadows: vec3<f32>,
    saturation: f32,
    highlights: vec3<f32>,
}

// The natural style's ground. Colours are linear.
struct Sand {
    colour: vec3<f32>,
    beach_m: f32,
}

struct Grass {
    meadow: vec3<f32>,
    tree_line_m: f32,
    // The colour of grass in hollows, in damp gullies and in green patches.
    lush: vec3<f32>,
    // The range of heights over which vegetation ends. Noise shifts the tree line by about half of
    // this range.
    tree_width_m: f32,
}

struct Rock {
    colour: vec3<f32>,
    slope_rad: f32,
    scree: vec3<f32>,
    scree_slope_rad: f32,
    strata: vec3<f32>,
    strata_per_m: f32,
    strata_strength: f32,
    // The range of slopes over which materials blend into each other.
    width_rad: f32,
}

struct Snow {
    colour: vec3<f32>,
    line_m: f32,
    width_m: f32,
    slope_rad: f32,
    // The rise of the snow line on slopes that face the noon sun.
    sun_m: f32,
    // The drop of the snow line in a hollow, in multiples of `width_m`.
    hollow: f32,
}

// Normals finer than the mesh; see `normals.wgsl`.
struct Normals {
    // The viewer for whom the tiles were chosen: x, height above the ground, z.
    viewer: vec3<f32>,
    // The reach of level 0, which doubles with each level; 0 turns fine normals off.
    reach_m: f32,
    // The side of a tile of level 0, as a power of two metres.
    side_octave: i32,
    // The finest and the coarsest level.
    finest: i32,
    coarsest: i32,
    // The coarsest level that the distance selects. A pixel's size may select coarser levels.
    coarsest_by_distance: f32,
}

// Detail finer than the mesh.
struct Detail {
    // The number of octaves.
    octaves: u32,
    // The size of patches, as a power of two metres.
    patches_octave: i32,
    breakup: f32,
    bumps: f32,
    // The strength of wind ripples.
    ripples: f32,
}

// Plants, and the woods that replace them at a distance.
struct Plants {
    conifer: vec3<f32>,
    // The size of the largest patches of wood, as a power of two metres.
    patches_octave: i32,
    broadleaf: vec3<f32>,
    // The noise value at the edge of woods; above it there are trees.
    threshold: f32,
    // The eye, relative to the rendering origin.
    viewer: vec3<f32>,
    // The greenness of dark grass, from 0 to 1: grass that has the colour of sand has no trees.
    // Then the weight of trees that stand alone.
    leafy: f32,
    lone: f32,
    // The height and the slope at which trees end, and the share of conifers.
    line_m: f32,
    steepest_rad: f32,
    conifers: f32,
    // The reach of detailed shapes, of trees, and of tufts.
    near_m: f32,
    far_m: f32,
    tufts_m: f32,
    // 1 if plants have masks and vertices carry their weight.
    masked: u32,
}

struct Water {
    // The albedo of deep water, and the absorption of a metre of water.
    deep: vec3<f32>,
    steepness: f32,
    absorption_per_m: vec3<f32>,
    foam_m: f32,
    waves_octave: i32,
    // The clock of the moving water, in seconds.
    time_s: f32,
}

// Clouds. `light` and `light_high` are the sun's irradiance on a low and a high cloud that faces
// it, over π.
struct Clouds {
    light: vec3<f32>,
    // The share of the sky that low clouds cover.
    low_cover: f32,
    light_high: vec3<f32>,
    // The share of the sky that high clouds cover.
    high_cover: f32,
    // Ambient light on clouds from the sky above and from the land below.
    above: vec3<f32>,
    // The heights of the base and the top of low clouds.
    base_m: f32,
    below: vec3<f32>,
    top_m: f32,
    // The height of high clouds.
    high_m: f32,
    // The rendering origin in coordinates that drift with the wind: x and z, then along the wind
    // and across it.
    origin_x: f32,
    origin_z: f32,
    origin_along: f32,
    origin_across: f32,
    // The unit vector that points downwind.
    wind_x: f32,
    wind_z: f32,
    // Ray-march steps through low clouds; 0 draws them as sheets.
    steps: u32,
    // 1 if low clouds may hide land, and so are drawn in front of it.
    hide_land: u32,
}

// Mist in valleys: the height of its top, and its depth; a depth of 0 draws no mist.
struct Mist {
    top_m: f32,
    depth_m: f32,
}

// The views that explain the land.
struct Views {
    // The interval of contour lines.
    contour_m: f32,
    // The ranges of height and noise that the colours span, the slope and the curvature at which
    // they saturate.
    low_m: f32,
    high_m: f32,
    low_noise: f32,
    high_noise: f32,
    steepest_rad: f32,
    sharpest: f32,
    // The first entry of the palette in `tables`, and the colours in each of its rows.
    palette: u32,
    palette_columns: u32,
}

struct TerrainUniform {
    style: u32,
    overlay: u32,
    exposure: f32,
    // The divider's position as a share of the picture's width; above 1 if there is no second land.
    divider: f32,
    // The upper left corner of the drawn part in the whole picture, in pixels.
    part_x: u32,
    part_y: u32,
    course: Course,
    heights: Heights,
    haze: Haze,
    grid: Grid,
    sun: Sun,
    horizon: Horizon,
    sky: Sky,
    grade: Grade,
    sand: Sand,
    grass: Grass,
    rock: Rock,
    snow: Snow,
    normals: Normals,
    detail: Detail,
    plants: Plants,
    water: Water,
    clouds: Clouds,
    mist: Mist,
    views: Views,
}

#ifdef OTHER_MATERIAL
@group(#{MATERIAL_BIND_GROUP}) @binding(100) var<storage, read> terrain: TerrainUniform;
#else
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<storage, read> terrain: TerrainUniform;
#endif
// The sky's radiance by elevation and azimuth, then the colours of the views.
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var<storage, read> tables: array<vec4<f32>>;
// The noise of clouds in four channels: heaps, billows, patches, streaks. The texture's x and y are
// horizontal.
@group(#{MATERIAL_BIND_GROUP}) @binding(7) var cloud_noise: texture_3d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(8) var cloud_sampler: sampler;

const STYLE_NATURAL: u32 = 0u;
// The first of the overlays whose pixels hold numbers for other programs; also in
// `crates/bevy_orogen/src/look/pipeline_variant.rs`.
const FIRST_PASS: u32 = 100u;

// The sRGB curve, from display to linear values.
fn linear_from_display(display: vec3<f32>) -> vec3<f32> {
    let low = display / 12.92;
    let high = pow((display + 0.055) / 1.055, vec3(2.4));
    return select(high, low, display <= vec3(0.04045));
}

// The film curve "AgX" (Sobotka 2022) in Wrensch's polynomial form. It mixes light towards grey, so
// that very bright light turns white and keeps its hue on the way. It then applies a curve to the
// logarithm between two exposures, and undoes the mixing.
const AGX_RED: vec3<f32> = vec3(0.84247906, 0.04232824, 0.04237565);
const AGX_GREEN: vec3<f32> = vec3(0.0784336, 0.87846864, 0.0784336);
const AGX_BLUE: vec3<f32> = vec3(0.07922374, 0.07916613, 0.87914297);
const AGX_IN: mat3x3<f32> = mat3x3(AGX_RED, AGX_GREEN, AGX_BLUE);
// The inverse of `AGX_IN`.
const FROM_RED: vec3<f32> = vec3(1.196879, -0.05289685, -0.05297163);
const FROM_GREEN: vec3<f32> = vec3(-0.09802088, 1.1519031, -0.09804345);
const FROM_BLUE: vec3<f32> = vec3(-0.09902974, -0.09896118, 1.1510737);
const AGX_OUT: mat3x3<f32> = mat3x3(FROM_RED, FROM_GREEN, FROM_BLUE);
// The exposure range of the curve, as powers of two.
const AGX_DARKEST: f32 = -12.47393;
const AGX_RANGE: f32 = 16.5;
// The coefficients of the curve's polynomial.
const AGX_6: f32 = 15.5;
const AGX_5: f32 = -40.14;
const AGX_4: f32 = 31.96;
const AGX_3: f32 = -6.868;
const AGX_2: f32 = 0.4298;
const AGX_1: f32 = 0.1191;
const AGX_0: f32 = -0.00232;
// The exponent of AgX's display.
const AGX_GAMMA: f32 = 2.2;
// Brightness before the curve, contrast after it, and saturation, tuned by eye.
const BRIGHTNESS: f32 = 1.7;
const CONTRAST: f32 = 1.22;
const COLOURFULNESS: f32 = 1.24;
// The step of an 8-bit screen.
const DITHER: f32 = 1.0 / 255.0;

fn luminance(colour: vec3<f32>) -> f32 {
    return dot(colour, vec3(0.2126, 0.7152, 0.0722));
}

// Converts light to a display value through the film curve. Shadows and highlights each have a tint.
fn filmic(light: vec3<f32>) -> vec3<f32> {
    let exposed = AGX_IN * max(light * terrain.exposure * BRIGHTNESS, vec3(1e-6));
    let x = clamp((log2(exposed) - AGX_DARKEST) / AGX_RANGE, vec3(0.0), vec3(1.0));
    let steep = ((AGX_6 * x + AGX_5) * x + AGX_4) * x + AGX_3;
    let curve = ((steep * x + AGX_2) * x + AGX_1) * x + AGX_0;
    let shown = pow(max(curve, vec3(0.0)), vec3(CONTRAST));
    let grey = luminance(shown);
    let colour = mix(vec3(grey), shown, COLOURFULNESS * terrain.grade.saturation);
    let display = AGX_OUT * colour;
    let bright = smoothstep(0.0, 1.0, grey);
    // White stays white, and black stays black.
    let tint = mix(terrain.grade.shadows, terrain.grade.highlights, bright);
    return clamp(display * mix(tint, vec3(1.0), bright * bright * bright), vec3(0.0), vec3(1.0));
}

// Interleaved gradient noise (Jimenez 2014): a number from 0 to 1 for each pixel of the whole
// picture, which differs between neighbours.
fn dither_value(pixel: vec2<f32>) -> f32 {
    let at = pixel + vec2(f32(terrain.part_x), f32(terrain.part_y));
    return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715))));
}

// Linear output for a display value, with noise of half an 8-bit step. The noise is invisible, and
// keeps skies free of bands.
fn output_colour(display: vec3<f32>, pixel: vec2<f32>) -> vec4<f32> {
    let grain = dither_value(pixel) - 0.5;
    return vec4(pow(max(display + grain * DITHER, vec3(0.0)), vec3(AGX_GAMMA)), 1.0);
}

// Output for light, through the film curve.
fn tone_map(light: vec3<f32>, pixel: vec2<f32>) -> vec4<f32> {
    return output_colour(filmic(light), pixel);
}

// The noise value that gives a height: the inverse of sign(s)·|s|^exponent × height.
fn noise_from_height(height_m: f32) -> f32 {
    let relative = height_m / max(terrain.heights.height_m, 1e-6);
    return sign(relative) * pow(abs(relative), terrain.heights.inverse_exponent);
}
