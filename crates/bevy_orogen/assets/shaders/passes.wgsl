// Pictures for other programs, which hold numbers instead of colours: depth, and shares of materials.
#define_import_path orogen::passes

#import orogen::land::{terrain, FIRST_PASS, linear_from_display}
#import orogen::rock::Shares

// The numbers of passes, the same as in `src/headless/shot.rs` and above the numbers of all views.
const PASS_DEPTH: u32 = FIRST_PASS;
const PASS_WATER: u32 = FIRST_PASS + 1u;

// The four bytes of a float, for a target whose first three channels are sRGB and the fourth linear.
fn bytes_of(value: f32) -> vec4<f32> {
    let word = bitcast<u32>(value);
    let bytes = vec4<f32>(vec4(word, word >> 8u, word >> 16u, word >> 24u) & vec4(255u)) / 255.0;
    return vec4(linear_from_display(bytes.rgb), bytes.a);
}

// `ahead_m` is the distance along the camera's view direction; `water` is the share of the place
// under water. The target treats shares as light, so samples average.
fn pass_value(ahead_m: f32, parts: Shares, water: f32) -> vec4<f32> {
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
