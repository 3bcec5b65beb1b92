//! Drafts: quick pictures while something moves on a slow machine.
//!
//! A draft has fewer triangles, at most half the pixels along each side, one sample per pixel and
//! no shadows. It draws the same chunks, so nothing is built for it.

use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};

/// True while drafts are drawn.
///
/// The app sets it, and resets it when the movement ends, so that the last picture is sharp.
#[derive(Resource, ExtractResource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draft(pub bool);

/// The divisor of a draft's width and height in pixels, at least 2.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftDivisor(pub u32);

impl Default for DraftDivisor {
    fn default() -> Self {
        Self(2)
    }
}

/// Adds the resources of drafts; [`Draft`] switches drafts on.
pub(super) struct DraftPlugin;

impl Plugin for DraftPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Draft>()
            .init_resource::<DraftDivisor>()
            .add_plugins(ExtractResourcePlugin::<Draft>::default());
    }
}
