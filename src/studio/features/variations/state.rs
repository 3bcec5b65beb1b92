//! The nine lands of the variations: the current land and eight variations of it. The land that the
//! user chooses becomes the current land.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::noise::hash::avalanche;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::escape::EscWindow;
use crate::studio::app::painter::{PaintedPicture, ScenePainter};
use crate::studio::command::kinds::Command;
use crate::terrain::scene::Scene;
use crate::terrain::vary::{self, Locks};

/// The size of a picture, in pixels.
pub const PICTURE: [usize; 2] = [192, 108];
/// The number of lands. The current land is in the middle.
pub const COUNT: usize = 9;
/// The index of the current land.
pub const MIDDLE: usize = COUNT / 2;

/// The nine lands and their pictures, and the thread that draws the pictures.
#[derive(Resource, Default)]
pub struct Variations {
    pub open: bool,
    /// The inputs of the nine lands: the current land, the strength of the variation, the locked
    /// parameters and `reroll_count`.
    made_for: Option<(Scene, f64, BTreeSet<String>, u32)>,
    lands: Vec<Scene>,
    /// The pictures that are ready, by the index of the land.
    pub pictures: Vec<Option<PaintedPicture>>,
    /// The number of this set of nine lands. Pictures of earlier sets are dropped.
    pub generation: u32,
    /// How many times the user has asked for other variations. The count changes their seed.
    reroll_count: u32,
    painter: Option<ScenePainter>,
}

impl EscWindow for Variations {
    const TITLE: &'static str = "Variations";

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

impl Variations {
    /// Makes the nine lands again if an input has changed.
    pub fn follow(&mut self, scene: &Scene, strength: f64, locks: &BTreeSet<String>) {
        let is_same =
            self.made_for.as_ref().is_some_and(|(land, old_strength, old_locks, reroll_count)| {
                land.recipe == scene.recipe
                    && *old_strength == strength
                    && old_locks == locks
                    && *reroll_count == self.reroll_count
            });
        if is_same {
            return;
        }
        self.made_for = Some((scene.clone(), strength, locks.clone(), self.reroll_count));
        let seed = u64::from(avalanche(self.reroll_count.wrapping_mul(0x9e37_79b9) ^ 0x6272_6565));
        self.lands = vary::variations(scene, seed, strength, &Locks(locks.clone())).to_vec();
        self.pictures = vec![None; self.lands.len()];
        self.generation += 1;
        if self.painter.is_none() {
            self.painter = ScenePainter::new("orogen-variations", PICTURE);
        }
        if let Some(painter) = &self.painter {
            // The thread draws the current land first.
            let places = std::iter::once(MIDDLE).chain((0..COUNT).filter(|place| *place != MIDDLE));
            let scenes = places.map(|place| (place, self.lands[place].clone()));
            painter.ask(self.generation, scenes);
        }
    }

    /// Requests eight other variations of the same land. [`Self::follow`] then makes them.
    pub fn request_others(&mut self) {
        self.reroll_count += 1;
    }

    /// Returns the land at an index, or `None` until the lands are made.
    pub fn land(&self, place: usize) -> Option<&Scene> {
        self.lands.get(place)
    }

    /// Returns true until all pictures are drawn.
    pub fn is_at_work(&self) -> bool {
        self.open && self.painter.is_some() && self.pictures.iter().any(Option::is_none)
    }

    fn take_pictures(&mut self) {
        let Some(painter) = &self.painter else { return };
        for (place, picture) in painter.take(self.generation) {
            self.pictures[place] = Some(picture);
        }
    }
}

pub(super) fn handle_commands(
    mut commands: MessageReader<Command>,
    mut variations: ResMut<Variations>,
) {
    for _ in commands.read().filter(|command| **command == Command::ToggleVariations) {
        variations.open = !variations.open;
    }
}

/// Makes the lands again after a change, and collects the ready pictures.
pub(super) fn update_variations(
    mut variations: ResMut<Variations>,
    wanted: Res<WantedScene>,
    settings: Res<crate::studio::app::settings::file::KeptSettings>,
) {
    if variations.open {
        variations.follow(&wanted.0, settings.variation, &settings.locks);
        variations.take_pictures();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn nine_lands_are_drawn_and_change_only_on_request() {
        let mut nine = Variations { open: true, ..Variations::default() };
        let scene = Scene::default();
        nine.follow(&scene, 0.3, &BTreeSet::new());
        assert_eq!(nine.land(MIDDLE).map(|land| &land.recipe), Some(&scene.recipe));
        let first: Vec<_> = (0..COUNT).map(|place| nine.land(place).unwrap().clone()).collect();
        let deadline = Instant::now() + Duration::from_secs(60);
        while nine.is_at_work() {
            assert!(Instant::now() < deadline, "the pictures come");
            nine.take_pictures();
            std::thread::yield_now();
        }
        assert!(nine.pictures.iter().flatten().all(|p| p.len() == PICTURE[0] * PICTURE[1]));
        let generation = nine.generation;
        nine.follow(&scene, 0.3, &BTreeSet::new());
        assert_eq!(nine.generation, generation, "they stay while nothing changes");
        nine.request_others();
        nine.follow(&scene, 0.3, &BTreeSet::new());
        let others = (0..COUNT).filter(|place| nine.land(*place) != first.get(*place)).count();
        assert_eq!(others, COUNT - 1, "eight others, the middle one stays");
    }
}
