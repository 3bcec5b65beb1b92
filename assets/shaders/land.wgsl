// What every shader of the land shares: the numbers that come from the program, and the vertex that
// they move.
#define_import_path orogen::land

// All lengths are in metres, angles in radians, light is relative to the sun's above the air.
struct TerrainUniform {
    // The course's colours and light are display values.
    water: vec3<f32>,
    shininess_water: f32,
    grass: vec3<f32>,
    shininess_land: f32,
    mountain: vec3<f32>,
    alpha_scale: f32,
    light: vec3<f32>,
    ambient: f32,
    // Unit vector towards the sun.
    to_sun: vec3<f32>,
    sea_level_m: f32,
    height_m: f32,
    inverse_exponent: f32,
    // Sea level in noise units.
    sea_noise: f32,
    // Display value; between the two distances on the ground it takes over.
    haze_near_m: f32,
    haze: vec3<f32>,
    haze_far_m: f32,
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
    style: u32,
    overlay: u32,
    // What falls on a surface: the sun's light; the sky's mean, and how it leans up and towards the
    // sun.
    sun: vec3<f32>,
    exposure: f32,
    sky_mean: vec3<f32>,
    stars: f32,
    sky_up: vec3<f32>,
    // The cosines at the sun's rim and well inside of it.
    sun_rim: f32,
    sky_sunward: vec3<f32>,
    sun_inside: f32,
    // What air takes away, a metre.
    air: vec3<f32>,
    sun_disc: f32,
    // The natural style's ground: linear colours.
    sand: vec3<f32>,
    beach_m: f32,
    meadow: vec3<f32>,
    rock_slope_rad: f32,
    dark_grass: vec3<f32>,
    rock_width_rad: f32,
    rock: vec3<f32>,
    scree_slope_rad: f32,
    strata: vec3<f32>,
    strata_per_m: f32,
    scree: vec3<f32>,
    strata_strength: f32,
    snow: vec3<f32>,
    snow_line_m: f32,
    // Its slope and sun, and the share of light that wet sand still throws back.
    snow_width_m: f32,
    snow_slope_rad: f32,
    snow_sun_m: f32,
    wet: f32,
    tree_line_m: f32,
    // The size of patches as a power of two.
    patches_octave: i32,
    breakup: f32,
    bumps: f32,
    // By how much noise frays a slope, a height above the sea in beaches, a snow line in its
    // widths.
    fray_slope_rad: f32,
    fray_beach: f32,
    fray_snow: f32,
    // By how many snow widths a hollow lowers the snow line.
    hollow_snow: f32,
    // How far the tree line reaches, and how noise moves it.
    tree_width_m: f32,
    // Brightness: of large patches, of grains, of hollows.
    shade_patches: f32,
    shade_grains: f32,
    shade_hollows: f32,
    // Relief of detail as a slope: of grass, of rock, of snow; and how high strata stand out.
    relief_grass: f32,
    relief_rock: f32,
    relief_snow: f32,
    relief_strata: f32,
    // Natural water: the light that deep water throws back, and what a metre takes away.
    deep: vec3<f32>,
    wave_steepness: f32,
    absorbs: vec3<f32>,
    foam_m: f32,
    foam: vec3<f32>,
    waves_octave: i32,
    // Seconds of the moving water.
    time_s: f32,
    wave_m_per_s: f32,
    // Reflection head on, and the roughness of water whose waves are seen.
    mirror: f32,
    gloss: f32,
    // How many octaves of detail are drawn, whether there are shadows.
    octaves: u32,
    shadows: u32,
    // Contour lines: their step, and how many make a bold one.
    contour_m: f32,
    bold: f32,
    // The ranges of heights and noise that colours show, steepest slope shown, sharpest curvature
    // shown.
    low_m: f32,
    high_m: f32,
    low_noise: f32,
    high_noise: f32,
    steepest_rad: f32,
    sharpest: f32,
    clay: vec3<f32>,
    // Width of lines, in pixels.
    line: f32,
    ink: vec3<f32>,
    // Where the shadows end.
    shadow_far_m: f32,
    // The curve from light to the screen: (x·(a·x + b)) / (x·(c·x + d) + e), and how much of it
    // goes by the channel.
    curve_a: f32,
    curve_b: f32,
    curve_c: f32,
    curve_d: f32,
    curve_e: f32,
    curve_channels: f32,
    // Half a step of the screen's values.
    dither: f32,
    // Stars: cells of the sky's grid, their size in a cell, how few are bright.
    star_cells: f32,
    star_size: f32,
    star_rarity: f32,
    // The height, as a sine, to which the horizon hides sun and stars.
    horizon: f32,
    star_stride: u32,
    // The tables: columns and rows of the sky, colours a row of the palette.
    sky_columns: u32,
    sky_rows: u32,
    palette: u32,
    palette_columns: u32,
}

#ifdef OTHER_MATERIAL
@group(#{MATERIAL_BIND_GROUP}) @binding(100) var<storage, read> terrain: TerrainUniform;
#else
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<storage, read> terrain: TerrainUniform;
#endif
// The sky's radiance by elevation and azimuth, then the colours of the views.
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var<storage, read> tables: array<vec4<f32>>;

const STYLE_NATURAL: u32 = 0u;
const STYLE_COURSE: u32 = 1u;

// The sRGB curve, from display to linear values.
fn linear_from_display(display: vec3<f32>) -> vec3<f32> {
    let low = display / 12.92;
    let high = pow((display + 0.055) / 1.055, vec3(2.4));
    return select(high, low, display <= vec3(0.04045));
}

fn filmic(x: vec3<f32>) -> vec3<f32> {
    let above = x * (terrain.curve_a * x + terrain.curve_b);
    return clamp(above / (x * (terrain.curve_c * x + terrain.curve_d) + terrain.curve_e), vec3(0.0), vec3(1.0));
}

// A light as the screen shows it: brightness by a film's curve, part of it channel by channel, so
// that what is very bright turns white; then noise below what the eye tells apart, which keeps
// skies from showing bands.
fn develop(light: vec3<f32>, pixel: vec2<f32>) -> vec4<f32> {
    let exposed = max(light * terrain.exposure, vec3(0.0));
    let brightness = max(dot(exposed, vec3(0.2126, 0.7152, 0.0722)), 1e-6);
    let kept = exposed * filmic(vec3(brightness)).x / brightness;
    let linear = clamp(mix(kept, filmic(exposed), terrain.curve_channels), vec3(0.0), vec3(1.0));
    // Interleaved gradient noise (Jimenez 2014).
    let grain = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5;
    let display = pow(linear, vec3(1.0 / 2.4)) + grain * terrain.dither;
    return vec4(pow(max(display, vec3(0.0)), vec3(2.4)), 1.0);
}

// The value of noise that gives a height: the inverse of sign(s)·|s|^exponent × height.
fn noise_from_height(height_m: f32) -> f32 {
    let relative = height_m / max(terrain.height_m, 1e-6);
    return sign(relative) * pow(abs(relative), terrain.inverse_exponent);
}
