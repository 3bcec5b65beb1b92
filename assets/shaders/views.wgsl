// The views that explain the land, each a colour by a number. Colours are display values.
#define_import_path orogen::views

#import orogen::land::{terrain, tables, noise_from_height}
#import orogen::natural::{Place, Shares}

const CLAY: u32 = 1u;
const WIREFRAME: u32 = 2u;
const CONTOURS: u32 = 3u;
const SLOPE: u32 = 4u;
const NORMALS: u32 = 5u;
const CURVATURE: u32 = 6u;
const MATERIALS: u32 = 7u;
const LEVELS: u32 = 8u;
const NOISE: u32 = 9u;

// The palette's rows.
const HEIGHTS: u32 = 0u;
const SLOPES: u32 = 1u;
const SIGNED: u32 = 2u;
const KINDS: u32 = 3u;

fn palette_at(row: u32, column: u32) -> vec3<f32> {
    return tables[terrain.palette + row * terrain.palette_columns + min(column, terrain.palette_columns - 1u)].rgb;
}

// The colour of a share from 0 to 1.
fn palette(row: u32, share: f32) -> vec3<f32> {
    let x = clamp(share, 0.0, 1.0) * f32(terrain.palette_columns - 1u);
    return mix(palette_at(row, u32(x)), palette_at(row, u32(x) + 1u), fract(x));
}

// How much of a line of a width in pixels covers a pixel, where `value` is a whole number.
fn line_at(value: f32, change: f32, width: f32) -> f32 {
    let away = abs(fract(value + 0.5) - 0.5) / max(change, 1e-6);
    let covers = clamp(0.5 * width + 0.5 - away, 0.0, 1.0);
    // Lines closer than pixels are no lines any more.
    return covers * (1.0 - smoothstep(0.25, 0.5, change));
}

// The form: pale, lit from the sun's side, dark below.
fn form(normal: vec3<f32>) -> f32 {
    let sun = dot(normal, terrain.to_sun) * 0.5 + 0.5;
    return mix(0.5 + 0.5 * normal.y, sun, 0.5) * (0.5 + 0.5 * sun);
}

// `ground` is the curvature as the mesh has it, and how far the vertex has turned into the coarser
// grid; `change` that of the bed from pixel to pixel.
fn view_colour(place: Place, parts: Shares, level: u32, ground: vec2<f32>, edges: f32, change: f32) -> vec3<f32> {
    let normal = place.normal;
    let water = place.bed_m <= terrain.sea_level_m;
    switch terrain.overlay {
        case CLAY: {
            return terrain.clay * form(normal);
        }
        case WIREFRAME: {
            return mix(terrain.clay * form(normal), terrain.ink, edges);
        }
        case CONTOURS: {
            let height = (place.bed_m - terrain.low_m) / max(terrain.high_m - terrain.low_m, 1e-6);
            let colour = palette(HEIGHTS, height) * (0.5 + 0.5 * form(normal));
            let step = place.bed_m / terrain.contour_m;
            let fine = line_at(step, change / terrain.contour_m, terrain.line);
            let coarse = step / terrain.bold;
            let bold = line_at(coarse, change / (terrain.contour_m * terrain.bold), 2.0 * terrain.line);
            return mix(colour, terrain.ink, max(0.5 * fine, bold));
        }
        case SLOPE: {
            return palette(SLOPES, acos(clamp(normal.y, 0.0, 1.0)) / terrain.steepest_rad);
        }
        case NORMALS: {
            return vec3(normal.x, normal.y, -normal.z) * 0.5 + 0.5;
        }
        case CURVATURE: {
            return palette(SIGNED, 0.5 + 0.5 * ground.x / terrain.sharpest);
        }
        case MATERIALS: {
            let colour = parts.sand * palette_at(KINDS, 1u) + parts.meadow * palette_at(KINDS, 2u)
                + parts.grass * palette_at(KINDS, 3u) + parts.scree * palette_at(KINDS, 4u)
                + parts.rock * palette_at(KINDS, 5u) + parts.snow * palette_at(KINDS, 6u);
            return select(colour, palette_at(KINDS, 0u), water) * (0.5 + 0.5 * form(normal));
        }
        case LEVELS: {
            let colour = mix(palette_at(LEVEL_ROW, level % terrain.palette_columns), vec3(1.0), 0.5 * ground.y);
            return mix(colour * (0.5 + 0.5 * form(normal)), terrain.ink, 0.5 * edges);
        }
        case NOISE: {
            return palette(SLOPES, (noise_from_height(place.bed_m) - terrain.low_noise)
                / max(terrain.high_noise - terrain.low_noise, 1e-6));
        }
        default: {
            return terrain.clay;
        }
    }
}

const LEVEL_ROW: u32 = 4u;
