//! Drafts: a faster, coarser drawing of the land while something moves on a slow machine.
//!
//! A draft has fewer triangles, half the pixels each way or less, one sample a pixel and no
//! shadows. It shows the same land without a new build.

use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};

/// True while drafts are drawn. The code that sets it must make sure that the last picture is
/// sharp.
#[derive(Resource, ExtractResource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draft(pub bool);

/// The reduction of a draft's pixels each way, at least 2.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftTimes(pub u32);

impl Default for DraftTimes {
    fn default() -> Self {
        Self(2)
    }
}

/// Adds drafts; [`Draft`] switches them on.
pub(super) struct DraftPlugin;

impl Plugin for DraftPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Draft>()
            .init_resource::<DraftTimes>()
            .add_plugins(ExtractResourcePlugin::<Draft>::default());
    }
}
