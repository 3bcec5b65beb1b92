//! Colours that several parts of the look share.

use bevy::prelude::*;

/// The colour behind the land in the course's style, and of the haze before it, as a display value.
pub const BACKGROUND: Color = Color::srgb(0.66, 0.74, 0.80);

/// A display value as a linear one.
pub(super) fn linear(display: [f32; 3]) -> Vec3 {
    Color::srgb(display[0], display[1], display[2]).to_linear().to_vec3()
}
