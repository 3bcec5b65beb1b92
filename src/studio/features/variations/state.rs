//! Nine lands to choose from: the current one and eight variations. Choosing one shows variations
//! of it.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::noise::hash::avalanche;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::escape::EscWindow;
use crate::studio::app::painter::{PaintedPicture, Painter};
use crate::studio::command::kinds::Command;
use crate::terrain::scene::Scene;
use crate::terrain::vary::{self, Locks};

/// The size of a picture, in pixels.
pub const PICTURE: [usize; 2] = [192, 108];
/// The number of lands. The one in the middle is the current land.
pub const COUNT: usize = 9;
/// The place of the current land.
pub const MIDDLE: usize = COUNT / 2;

/// The nine lands, their pictures, and the thread that paints them.
#[derive(Resource, Default)]
pub struct Variations {
    pub open: bool,
    /// The inputs: the current land, the strength, the locks and the turn.
    made_of: Option<(Scene, f64, BTreeSet<String>, u32)>,
    children: Vec<Scene>,
    /// The pictures that have arrived.
    pub pictures: Vec<Option<PaintedPicture>>,
    /// Counts the sets of nine. Pictures of an earlier set are dropped.
    pub generation: u32,
    /// Counts how often the user asked for other variations of this land.
    turn: u32,
    painter: Option<Painter>,
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
    /// Computes the nine lands again if the inputs have changed.
    pub fn follow(&mut self, scene: &Scene, strength: f64, locks: &BTreeSet<String>) {
        let is_same = self.made_of.as_ref().is_some_and(|(land, how_far, kept, turn)| {
            land.recipe == scene.recipe
                && *how_far == strength
                && kept == locks
                && *turn == self.turn
        });
        if is_same {
            return;
        }
        self.made_of = Some((scene.clone(), strength, locks.clone(), self.turn));
        let seed = u64::from(avalanche(self.turn.wrapping_mul(0x9e37_79b9) ^ 0x6272_6565));
        self.children = vary::variations(scene, seed, strength, &Locks(locks.clone())).to_vec();
        self.pictures = vec![None; self.children.len()];
        self.generation += 1;
        if self.painter.is_none() {
            self.painter = Painter::new("orogen-variations", PICTURE);
        }
        if let Some(painter) = &self.painter {
            // The middle comes first, because it shows the current land.
            let places = std::iter::once(MIDDLE).chain((0..COUNT).filter(|place| *place != MIDDLE));
            let scenes = places.map(|place| (place, self.children[place].clone()));
            painter.ask(self.generation, scenes);
        }
    }

    /// Asks for eight other variations.
    pub fn show_others(&mut self) {
        self.turn += 1;
    }

    /// Returns the land at a place.
    pub fn land(&self, place: usize) -> Option<&Scene> {
        self.children.get(place)
    }

    /// Returns true while pictures are being painted.
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

/// Takes new pictures and updates the nine lands while the window is open.
pub(super) fn take_pictures(
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
    fn nine_lands_are_made_pictured_and_followed() {
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
        nine.show_others();
        nine.follow(&scene, 0.3, &BTreeSet::new());
        let others = (0..COUNT).filter(|place| nine.land(*place) != first.get(*place)).count();
        assert_eq!(others, COUNT - 1, "eight others, the middle one stays");
    }
}
