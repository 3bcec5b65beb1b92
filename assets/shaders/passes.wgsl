// What pictures for other programs hold in place of colours: depth, and shares of materials.
#define_import_path orogen::passes

#import orogen::land::{terrain, linear_from_display}
#import orogen::natural::Shares

// As `headless/pass.rs` has them, beyond all views.
const PASS_DEPTH: u32 = 100u;
const PASS_WATER: u32 = 101u;
const PASS_ROCK: u32 = 102u;

// The bytes of a float, for a target that keeps display values in three channels.
fn bytes_of(value: f32) -> vec4<f32> {
    let word = bitcast<u32>(value);
    let bytes = vec4<f32>(vec4(word, word >> 8u, word >> 16u, word >> 24u) & vec4(255u)) / 255.0;
    return vec4(linear_from_display(bytes.rgb), bytes.a);
}

// `ahead_m` lies along the way that the camera looks; `change` is that of the bed from pixel to
// pixel. Shares are light as far as the target is concerned, so that samples average.
fn pass_value(ahead_m: f32, parts: Shares, bed_m: f32, change: f32) -> vec4<f32> {
    let depth_m = terrain.heights.sea_level_m - bed_m;
    let water = clamp(0.5 + depth_m / max(change, 1e-6), 0.0, 1.0);
    let dry = 1.0 - water;
    switch terrain.overlay {
        case PASS_DEPTH: {
            return bytes_of(ahead_m);
        }
        case PASS_WATER: {
            return vec4(water, dry * vec3(parts.sand, parts.meadow, parts.grass));
        }
        default: {
            return vec4(dry * vec3(parts.scree, parts.rock, parts.snow), 1.0);
        }
    }
}
