// The views that explain the land: each maps a number to a colour. Colours are display values.
#define_import_path orogen::views

#import orogen::land::{terrain, tables, noise_from_height}
#import orogen::rock::{Place, Shares}

const CLAY: u32 = 1u;
const WIREFRAME: u32 = 2u;
const CONTOURS: u32 = 3u;
const SLOPE: u32 = 4u;
const NORMALS: u32 = 5u;
const CURVATURE: u32 = 6u;
const MATERIALS: u32 = 7u;
const LEVELS: u32 = 8u;
const NOISE: u32 = 9u;
const MASK: u32 = 10u;
const RIDGES: u32 = 11u;

// The palette's rows.
const HEIGHTS: u32 = 0u;
const SLOPES: u32 = 1u;
const SIGNED: u32 = 2u;
const KINDS: u32 = 3u;
const LEVEL_ROW: u32 = 4u;
// Display values, tuned by eye: unglazed clay, and an ink that is dark on every colour of the
// palettes.
const CLAY_COLOUR: vec3<f32> = vec3(0.86, 0.83, 0.79);
const INK: vec3<f32> = vec3(0.12, 0.11, 0.13);
// The width of lines: a pixel, and a little for their soft edges.
const LINE: f32 = 1.2;
// The shore line in the view of heights: its colour, and half its width in pixels, tuned by eye.
const SHORE_LINE: vec3<f32> = vec3(0.03, 0.16, 0.48);
const SHORE_WIDTH: f32 = 1.3;
// The darkness of the deepest gullies in the view of erosion.
const SHADE_DEEP: f32 = 0.35;
// Every fifth contour line is bold, as on topographic maps.
const BOLD: f32 = 5.0;

fn palette_at(row: u32, column: u32) -> vec3<f32> {
    let columns = terrain.views.palette_columns;
    return tables[terrain.views.palette + row * columns + min(column, columns - 1u)].rgb;
}

// The palette's colour at a share of the row, from 0 to 1.
fn palette(row: u32, share: f32) -> vec3<f32> {
    let x = clamp(share, 0.0, 1.0) * f32(terrain.views.palette_columns - 1u);
    return mix(palette_at(row, u32(x)), palette_at(row, u32(x) + 1u), fract(x));
}

// The share of a pixel covered by lines of a width in pixels, which lie where `value` is a whole
// number.
fn line_at(value: f32, change: f32, width: f32) -> f32 {
    let away = abs(fract(value + 0.5) - 0.5) / max(change, 1e-6);
    let covers = clamp(0.5 * width + 0.5 - away, 0.0, 1.0);
    // Lines fade out as their spacing falls from four pixels to two.
    return covers * (1.0 - smoothstep(0.25, 0.5, change));
}

// Shading that shows the form: pale, lit from the sun's side, dark below.
fn form(normal: vec3<f32>) -> f32 {
    let sun = dot(normal, terrain.sun.towards) * 0.5 + 0.5;
    return mix(0.5 + 0.5 * normal.y, sun, 0.5) * (0.5 + 0.5 * sun);
}

// The colour of a view. `ground` has the curvature as the mesh stores it, and the progress of the morph
// into the coarser grid. `weight` is the weight of a part of the recipe, `edges` the share of the pixel
// covered by edges of triangles, and `change` the difference of the bed between pixels.
fn view_colour(
    place: Place,
    parts: Shares,
    level: u32,
    ground: vec2<f32>,
    weight: f32,
    edges: f32,
    change: f32,
) -> vec3<f32> {
    let normal = place.normal;
    let water = place.bed_m <= terrain.heights.sea_level_m;
    switch terrain.overlay {
        case CLAY: {
            return CLAY_COLOUR * form(normal);
        }
        case WIREFRAME: {
            return mix(CLAY_COLOUR * form(normal), INK, edges);
        }
        case CONTOURS: {
            let range_m = max(terrain.views.high_m - terrain.views.low_m, 1e-6);
            let height = (place.bed_m - terrain.views.low_m) / range_m;
            let colour = palette(HEIGHTS, height) * (0.5 + 0.5 * form(normal));
            let step = place.bed_m / terrain.views.contour_m;
            let fine = line_at(step, change / terrain.views.contour_m, LINE);
            let coarse = step / BOLD;
            let bold = line_at(coarse, change / (terrain.views.contour_m * BOLD), 2.0 * LINE);
            let lines = mix(colour, INK, max(0.5 * fine, bold));
            let away = abs(place.bed_m - terrain.heights.sea_level_m) / max(change, 1e-6);
            return mix(lines, SHORE_LINE, clamp(SHORE_WIDTH + 0.5 - away, 0.0, 1.0));
        }
        case SLOPE: {
            return palette(SLOPES, acos(clamp(normal.y, 0.0, 1.0)) / terrain.views.steepest_rad);
        }
        case NORMALS: {
            return vec3(normal.x, normal.y, -normal.z) * 0.5 + 0.5;
        }
        case CURVATURE: {
            return palette(SIGNED, 0.5 + 0.5 * ground.x / terrain.views.sharpest);
        }
        case MATERIALS: {
            let colour = parts.sand * palette_at(KINDS, 1u) + parts.meadow * palette_at(KINDS, 2u)
                + parts.grass * palette_at(KINDS, 3u) + parts.scree * palette_at(KINDS, 4u)
                + parts.rock * palette_at(KINDS, 5u) + parts.snow * palette_at(KINDS, 6u);
            return select(colour, palette_at(KINDS, 0u), water) * (0.5 + 0.5 * form(normal));
        }
        case LEVELS: {
            let level_colour = palette_at(LEVEL_ROW, level % terrain.views.palette_columns);
            let colour = mix(level_colour, vec3(1.0), 0.5 * ground.y);
            return mix(colour * (0.5 + 0.5 * form(normal)), INK, 0.5 * edges);
        }
        case NOISE: {
            let range = max(terrain.views.high_noise - terrain.views.low_noise, 1e-6);
            let above = noise_from_height(place.bed_m) - terrain.views.low_noise;
            return palette(SLOPES, above / range);
        }
        case RIDGES: {
            // Deep gullies are darker, because they see little of the sky.
            let colour = palette(SIGNED, 0.5 + 0.5 * place.relief.x);
            return colour * (0.5 + 0.5 * form(normal)) * (1.0 + SHADE_DEEP * place.relief.y);
        }
        case MASK: {
            return palette(SLOPES, weight) * (0.5 + 0.5 * form(normal));
        }
        default: {
            return CLAY_COLOUR;
        }
    }
}
