//! Keeps the network of rivers while the user drags a slider or a handle.
//!
//! A network is discrete: with each small change of the land, rivers would jump to other valleys.
//! So they keep their courses until the drag ends.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::history::states::History;
use super::history::steps::settle;
use super::state::LandGesture;
use crate::plugin::land::state::{NetworkOverride, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::terrain::recipe::Recipe;

/// Adds the system that holds the network.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, hold_during_drags.after(settle).in_set(OrogenSet::Edit));
}

fn hold_during_drags(
    mut contexts: EguiContexts,
    buttons: Res<ButtonInput<MouseButton>>,
    history: Res<History>,
    gesture: Res<LandGesture>,
    wanted: Res<WantedScene>,
    mut held: ResMut<NetworkOverride>,
) {
    let uses_pointer = contexts.ctx_mut().is_ok_and(|context| context.egui_is_using_pointer());
    let is_drag = gesture.0 || uses_pointer || buttons.pressed(MouseButton::Left);
    let before = history.settled().filter(|_| is_drag).map(|scene| &scene.recipe);
    let recipe = network_to_hold(before, &wanted.0.recipe);
    if held.0.as_ref() != recipe {
        held.0 = recipe.cloned();
    }
}

/// Returns the recipe from before the drag if its network is to be held. The drag must have changed
/// the ground under the rivers, but not their settings, the seed or the sea level.
fn network_to_hold<'a>(before: Option<&'a Recipe>, wanted: &Recipe) -> Option<&'a Recipe> {
    before.filter(|before| wanted.can_keep_network_of(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_holds_the_network_from_before_unless_it_changes_the_rivers() {
        let mut before = Recipe::default();
        before.rivers.on = true;
        let mut wanted = before.clone();
        assert_eq!(network_to_hold(Some(&before), &wanted), None, "the land is the same");
        wanted.base_mut().shape.height_m += 50.0;
        assert_eq!(network_to_hold(Some(&before), &wanted), Some(&before));
        assert_eq!(network_to_hold(None, &wanted), None, "no drag is under way");
        wanted.rivers.depth_m += 1.0;
        assert_eq!(network_to_hold(Some(&before), &wanted), None);
    }
}
