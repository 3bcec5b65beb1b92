//! Colours that several modules of the look share.

use bevy::prelude::*;

/// The background of the style `course` (Phong shading) and the colour of its haze.
pub const BACKGROUND: Color = Color::srgb(0.66, 0.74, 0.80);

/// Converts an sRGB colour to linear values.
pub(super) fn linear(display: [f32; 3]) -> Vec3 {
    Color::srgb(display[0], display[1], display[2]).to_linear().to_vec3()
}
