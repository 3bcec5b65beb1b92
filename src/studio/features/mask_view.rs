//! Selects the masks that the mask view shows: by default the masks of the selected layer, or on
//! request the masks of another layer, the rivers, the erosion or the plants.

use bevy::prelude::*;

use crate::plugin::land::state::{ShownMask, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::panel::state::{MasksShown, SelectedLayer};
use crate::terrain::layer::WeightedPart;
use crate::terrain::look::Overlay;

/// Lets the mask view follow the selected layer and the user's requests.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, follow.before(OrogenSet::Build));
}

fn follow(
    selected: Res<SelectedLayer>,
    request: Res<MasksShown>,
    mut last_request: Local<MasksShown>,
    mut wanted: ResMut<WantedScene>,
    mut shown: ResMut<ShownMask>,
) {
    let has_new_request = request.0.is_some() && *request != *last_request;
    if has_new_request && wanted.0.view.params.look.overlay != Overlay::Mask {
        wanted.0.view.params.look.overlay = Overlay::Mask;
    }
    *last_request = *request;
    let layers = &wanted.0.recipe.layers;
    let is_masked =
        layers.iter().any(|layer| layer.id == selected.0 && layer.masks.enabled().next().is_some());
    let layer_part = is_masked.then_some(WeightedPart::Layer(selected.0));
    shown.set_if_neq(ShownMask(request.0.or(layer_part)));
}
