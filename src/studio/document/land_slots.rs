//! The slots A and B, which compare two lands. One land is shown, the other is stored.

use bevy::prelude::*;

use super::history::steps as history;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::command::kinds::Command;
use crate::terrain::scene::Scene;

/// Handles the two slots.
pub fn plugin(app: &mut App) {
    app.init_resource::<LandSlots>()
        .add_systems(PostUpdate, handle_commands.before(history::settle).in_set(OrogenSet::Edit));
}

/// The two slots: the stored land, and which slot is shown.
#[derive(Resource, Debug, Default)]
pub struct LandSlots {
    /// `None` until the first swap.
    hidden: Option<Scene>,
    shows_b: bool,
}

impl LandSlots {
    /// Returns the slot that is shown, `A` or `B`; `None` before the first swap.
    pub fn shown_slot(&self) -> Option<char> {
        self.hidden.as_ref().map(|_| if self.shows_b { 'B' } else { 'A' })
    }

    /// Swaps the lands and returns the notice. The view stays the same, so that only the lands
    /// differ.
    fn swap(&mut self, scene: &mut Scene) -> String {
        let is_first = self.hidden.is_none();
        let mut hidden = self.hidden.take().unwrap_or_else(|| scene.clone());
        hidden.view = scene.view.clone();
        self.hidden = Some(std::mem::replace(scene, hidden));
        self.shows_b = !self.shows_b;
        match (is_first, self.shows_b) {
            (true, _) => {
                "B starts as a copy of A; change it, then press Ctrl+B to compare".to_owned()
            }
            (false, true) => "B".to_owned(),
            (false, false) => "A".to_owned(),
        }
    }
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut slots: ResMut<LandSlots>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
) {
    for _ in commands.read().filter(|command| **command == Command::SwapSlots) {
        let mut scene = wanted.0.clone();
        notice.say(slots.swap(&mut scene));
        if wanted.0 != scene {
            wanted.0 = scene;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn land(seed: &str) -> Scene {
        let mut scene = Scene::default();
        scene.recipe.world.seed = seed.to_owned();
        scene
    }

    #[test]
    fn the_two_slots_swap_lands_and_share_the_light() {
        let (mut slots, mut shown) = (LandSlots::default(), land("first"));
        assert_eq!(slots.shown_slot(), None);
        slots.swap(&mut shown);
        assert_eq!((slots.shown_slot(), &shown), (Some('B'), &land("first")), "a copy");
        shown = land("second");
        shown.view.params.light.sun_elevation_deg = 3.0;
        slots.swap(&mut shown);
        assert_eq!(slots.shown_slot(), Some('A'));
        assert_eq!(shown.recipe, land("first").recipe);
        assert_eq!(shown.view.params.light.sun_elevation_deg, 3.0);
        slots.swap(&mut shown);
        assert_eq!((slots.shown_slot(), shown.recipe), (Some('B'), land("second").recipe));
    }
}
