// What every shader of the land shares: the numbers that come from the program, and the vertex that
// they move.
#define_import_path orogen::land

// All lengths are in metres, angles in radians, light is relative to the sun's above the air.

// The course's shading: colours and light are display values.
struct Course {
    water: vec3<f32>,
    shininess_water: f32,
    grass: vec3<f32>,
    shininess_land: f32,
    mountain: vec3<f32>,
    alpha_scale: f32,
    light: vec3<f32>,
    ambient: f32,
    // Sea level in noise units.
    sea_noise: f32,
}

// How noise becomes height.
struct Heights {
    sea_level_m: f32,
    height_m: f32,
    inverse_exponent: f32,
}

// A display value; between the two distances on the ground it takes over.
struct Haze {
    colour: vec3<f32>,
    near_m: f32,
    far_m: f32,
}

// The grids of the levels, and where they are seen from.
struct Grid {
    // x, height above the ground, z.
    viewer: vec3<f32>,
    // The spacing of level 0, and where it begins and ends to morph; all twice as far on each
    // further level.
    finest_m: f32,
    morph_begin_m: f32,
    morph_end_m: f32,
    // The level that never morphs.
    coarsest: u32,
    // On a side of a chunk.
    cells: u32,
    // The rendering origin in whole metres, modulo 2³².
    origin_x: u32,
    origin_z: u32,
}

struct Sun {
    // Unit vector towards it.
    towards: vec3<f32>,
    // How much of its disc is seen.
    disc: f32,
    // What falls on a surface that faces it, over π.
    light: vec3<f32>,
    // Where the shadows end.
    shadow_far_m: f32,
    // Whether there are any.
    shadows: u32,
}

// Maps of what is around the viewer; see `horizon.wgsl`.
struct Horizon {
    // Where their middle is.
    centre_x: f32,
    centre_z: f32,
    // The spacing of the finest, and how many texels each has on a side.
    finest_m: f32,
    texels: f32,
    // How many there are, of how many lands.
    levels: u32,
    sides: u32,
    // How far they have faded in, and how far they count as those of the land that is seen.
    share: f32,
    fresh: f32,
    // Nothing is higher above the sea.
    top_m: f32,
    // In how many steps water looks for what it mirrors; 0 for the sky alone.
    mirror_steps: u32,
}

struct Sky {
    // What falls on a surface: the mean, and how it leans up and towards the sun.
    mean: vec3<f32>,
    stars: f32,
    up: vec3<f32>,
    // The table of its radiance.
    columns: u32,
    sunward: vec3<f32>,
    rows: u32,
    // What air takes away, a metre.
    air: vec3<f32>,
}

// Tints of what is dark and of what is bright in the picture, and how much colour it has.
struct Grade {
    shadows: vec3<f32>,
    saturation: f32,
    lights: vec3<f32>,
}

// The natural style's ground: colours are linear.
struct Sand {
    colour: vec3<f32>,
    beach_m: f32,
}

struct Grass {
    meadow: vec3<f32>,
    tree_line_m: f32,
    // In hollows and where patches are green.
    lush: vec3<f32>,
    // How far the tree line reaches, and how noise moves it.
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
    // Over which slopes one material turns into another.
    width_rad: f32,
}

struct Snow {
    colour: vec3<f32>,
    line_m: f32,
    width_m: f32,
    slope_rad: f32,
    // By how much the sun lifts the line.
    sun_m: f32,
    // By how many widths a hollow lowers it.
    hollow: f32,
}

// Normals finer than the mesh: see `normals.wgsl`.
struct Normals {
    // For whom they were chosen: x, height above the ground, z.
    viewer: vec3<f32>,
    // Up to where level 0 is used; twice as far on each further level; 0 for no such normals.
    reach_m: f32,
    // The side of a tile of level 0, as a power of two.
    side_octave: i32,
    // The finest and the coarsest level.
    lowest: i32,
    coarsest: i32,
    // The distance asks for no coarser level than this.
    furthest: f32,
}

// What is finer than the mesh.
struct Detail {
    // How many octaves of it are drawn.
    octaves: u32,
    // The size of patches as a power of two.
    patches_octave: i32,
    breakup: f32,
    bumps: f32,
    // How clear ripples of the wind are.
    ripples: f32,
}

// Plants, and the woods that stand for them from afar.
struct Plants {
    conifer: vec3<f32>,
    // The size of woods as a power of two.
    patches_octave: i32,
    broadleaf: vec3<f32>,
    // The noise from which there is a wood.
    threshold: f32,
    // The eye, from the rendering origin.
    viewer: vec3<f32>,
    // How far dark grass is green: where it has the colour of sand there is no tree; and how many
    // trees stand alone.
    leafy: f32,
    lone: f32,
    // Where trees end, and on which slopes.
    line_m: f32,
    steepest_rad: f32,
    conifers: f32,
    // How far shapes are near ones, how far trees are drawn, how far tufts.
    near_m: f32,
    far_m: f32,
    tufts_m: f32,
    // 1 where plants have masks, and vertices know their weight.
    masked: u32,
}

struct Water {
    // The light that deep water throws back, and what a metre takes away.
    deep: vec3<f32>,
    steepness: f32,
    absorbs: vec3<f32>,
    foam_m: f32,
    waves_octave: i32,
    // Seconds of the moving water.
    time_s: f32,
}

// Clouds. Their light is that of a white surface which faces the sun.
struct Clouds {
    light: vec3<f32>,
    // The share of the sky that the low ones cover.
    low: f32,
    light_high: vec3<f32>,
    // The same of the high ones.
    high: f32,
    // What shines on them from the sky above and from the land below.
    above: vec3<f32>,
    // Between which heights the low ones are.
    base_m: f32,
    below: vec3<f32>,
    top_m: f32,
    // Where the high ones are.
    high_m: f32,
    // The rendering origin in the noise that the wind moves; then along the wind and across.
    origin_x: f32,
    origin_z: f32,
    along: f32,
    across: f32,
    // The way of the wind.
    wind_x: f32,
    wind_z: f32,
    // Places on a line of sight that are asked for their density; 0 draws sheets.
    steps: u32,
    // 1 where land may stand up into the low ones, which then are drawn before it.
    meets_land: u32,
}

// Mist in valleys: up to where, and how deep; nothing at 0.
struct Mist {
    top_m: f32,
    depth_m: f32,
}

// The views that explain the land.
struct Views {
    // The step of contour lines.
    contour_m: f32,
    // The ranges of heights and noise that colours show, the steepest slope, the sharpest
    // curvature.
    low_m: f32,
    high_m: f32,
    low_noise: f32,
    high_noise: f32,
    steepest_rad: f32,
    sharpest: f32,
    // Where the palette begins in the tables, and the colours of its rows.
    palette: u32,
    palette_columns: u32,
}

struct TerrainUniform {
    style: u32,
    overlay: u32,
    exposure: f32,
    // The share of the picture's width at which the land beside begins; above 1 if there is none.
    divider: f32,
    // Where the drawn part begins in the whole picture, in pixels.
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
// The noise of clouds: heaps, billows, patches, streaks; x and y are level.
@group(#{MATERIAL_BIND_GROUP}) @binding(7) var cloud_noise: texture_3d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(8) var cloud_sampler: sampler;

const STYLE_NATURAL: u32 = 0u;
// The overlays from which pixels hold numbers for other programs: `crates/bevy_orogen/src/look/pipeline_content.rs`.
const FIRST_PASS: u32 = 100u;

// The sRGB curve, from display to linear values.
fn linear_from_display(display: vec3<f32>) -> vec3<f32> {
    let low = display / 12.92;
    let high = pow((display + 0.055) / 1.055, vec3(2.4));
    return select(high, low, display <= vec3(0.04045));
}

// A film's curve from light to the screen, "AgX" (Sobotka 2022) in Wrensch's polynomial form: light
// is mixed towards grey, so that what is very bright turns white and keeps its hue on the way; its
// logarithm between two exposures goes through a curve; and the mixing is undone.
const AGX_RED: vec3<f32> = vec3(0.84247906, 0.04232824, 0.04237565);
const AGX_GREEN: vec3<f32> = vec3(0.0784336, 0.87846864, 0.0784336);
const AGX_BLUE: vec3<f32> = vec3(0.07922374, 0.07916613, 0.87914297);
const AGX_IN: mat3x3<f32> = mat3x3(AGX_RED, AGX_GREEN, AGX_BLUE);
// The inverse of that.
const FROM_RED: vec3<f32> = vec3(1.196879, -0.05289685, -0.05297163);
const FROM_GREEN: vec3<f32> = vec3(-0.09802088, 1.1519031, -0.09804345);
const FROM_BLUE: vec3<f32> = vec3(-0.09902974, -0.09896118, 1.1510737);
const AGX_OUT: mat3x3<f32> = mat3x3(FROM_RED, FROM_GREEN, FROM_BLUE);
// Its exposures, as powers of two.
const AGX_DARKEST: f32 = -12.47393;
const AGX_RANGE: f32 = 16.5;
// Its curve, by powers.
const AGX_6: f32 = 15.5;
const AGX_5: f32 = -40.14;
const AGX_4: f32 = 31.96;
const AGX_3: f32 = -6.868;
const AGX_2: f32 = 0.4298;
const AGX_1: f32 = 0.1191;
const AGX_0: f32 = -0.00232;
// Its display: plain powers.
const AGX_GAMMA: f32 = 2.2;
// How bright the picture is before the curve, how much contrast it gets after it, and how much
// colour, by eye.
const BRIGHTNESS: f32 = 1.7;
const CONTRAST: f32 = 1.22;
const COLOURFULNESS: f32 = 1.24;
// One step of a screen of eight bits.
const DITHER: f32 = 1.0 / 255.0;

fn luminance(colour: vec3<f32>) -> f32 {
    return dot(colour, vec3(0.2126, 0.7152, 0.0722));
}

// A light as a film shows it, as a display value; shadows and lights each have a tint.
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
    // White stays white, black black.
    let tint = mix(terrain.grade.shadows, terrain.grade.lights, bright);
    return clamp(display * mix(tint, vec3(1.0), bright * bright * bright), vec3(0.0), vec3(1.0));
}

// A number from 0 to 1 by pixel of the whole picture, in which neighbours differ: interleaved
// gradient noise (Jimenez 2014).
fn dithered(pixel: vec2<f32>) -> f32 {
    let at = pixel + vec2(f32(terrain.part_x), f32(terrain.part_y));
    return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715))));
}

// A display value on the screen, with noise below what the eye tells apart, which keeps skies from
// showing bands.
fn printed(display: vec3<f32>, pixel: vec2<f32>) -> vec4<f32> {
    let grain = dithered(pixel) - 0.5;
    return vec4(pow(max(display + grain * DITHER, vec3(0.0)), vec3(AGX_GAMMA)), 1.0);
}

fn develop(light: vec3<f32>, pixel: vec2<f32>) -> vec4<f32> {
    return printed(filmic(light), pixel);
}

// The value of noise that gives a height: the inverse of sign(s)·|s|^exponent × height.
fn noise_from_height(height_m: f32) -> f32 {
    let relative = height_m / max(terrain.heights.height_m, 1e-6);
    return sign(relative) * pow(abs(relative), terrain.heights.inverse_exponent);
}
