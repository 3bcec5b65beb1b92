//! The view of masks shows those of the selected layer, if it has any.

use bevy::prelude::*;

use super::panels::state::SelectedLayer;
use crate::plugin::land::state::{MaskOf, WantedScene};
use crate::plugin::order::OrogenSet;

/// Has the view of masks follow the selection.
pub struct MaskViewPlugin;

impl Plugin for MaskViewPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, follow.before(OrogenSet::Build));
    }
}

fn follow(selected: Res<SelectedLayer>, wanted: Res<WantedScene>, mut of: ResMut<MaskOf>) {
    let layers = &wanted.0.recipe.layers;
    let is_masked =
        layers.iter().any(|layer| layer.id == selected.0 && layer.masks.on().next().is_some());
    of.set_if_neq(MaskOf(is_masked.then_some(selected.0)));
}
