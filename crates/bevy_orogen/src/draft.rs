//! Drafts: the land drawn quickly rather than well, while something moves on a machine that would
//! draw it too slowly otherwise.
//!
//! A draft has fewer triangles, half the pixels each way or less, one sample a pixel and no shadows. It
//! is the same land: nothing is built anew for it.

use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};

/// Whether drafts are drawn. Whoever sets it sees to it that the last picture is none.
#[derive(Resource, ExtractResource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draft(pub bool);

/// How many times fewer pixels a draft has each way, from 2 on.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftTimes(pub u32);

impl Default for DraftTimes {
    fn default() -> Self {
        Self(2)
    }
}

/// Makes drafts possible; none is drawn until [`Draft`] says so.
pub(super) struct DraftPlugin;

impl Plugin for DraftPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Draft>()
            .init_resource::<DraftTimes>()
            .add_plugins(ExtractResourcePlugin::<Draft>::default());
    }
}
