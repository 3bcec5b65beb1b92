//! The view of masks shows those of the selected layer, if it has any, or those of the erosion where
//! one asks for them.

use bevy::prelude::*;

use super::panels::state::{ErosionWeighed, SelectedLayer};
use crate::plugin::land::state::{MaskOf, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::terrain::layer::Weighed;
use crate::terrain::look::Overlay;

/// Has the view of masks follow the selection.
pub struct MaskViewPlugin;

impl Plugin for MaskViewPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, follow.before(OrogenSet::Build));
    }
}

fn follow(
    selected: Res<SelectedLayer>,
    erosion: Res<ErosionWeighed>,
    mut was: Local<bool>,
    mut wanted: ResMut<WantedScene>,
    mut of: ResMut<MaskOf>,
) {
    if erosion.0 && !*was && wanted.0.view.params.look.overlay != Overlay::Mask {
        wanted.0.view.params.look.overlay = Overlay::Mask;
    }
    *was = erosion.0;
    let layers = &wanted.0.recipe.layers;
    let is_masked =
        layers.iter().any(|layer| layer.id == selected.0 && layer.masks.on().next().is_some());
    let weighed = match erosion.0 {
        true => Some(Weighed::Erosion),
        false => is_masked.then_some(Weighed::Layer(selected.0)),
    };
    of.set_if_neq(MaskOf(weighed));
}
