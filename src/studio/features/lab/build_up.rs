//! Lets figures of the lab change the visible land. The build-up is a figure that makes the land
//! step by step. While the lab shows it, the view shows the land of its current step, and Space
//! plays all steps in one motion. For other figures the user can turn on a preview on the land.
//! Figures of mistakes and of octaves have it on by default.

use std::time::Instant;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::land::LabLand;
use super::state::Lab;
use crate::lab::build_up::{self, SECONDS, STOPS, Stop};
use crate::lab::on_land;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::terrain::scene::Scene;

/// Plays the build-up, and shows the lab's preview on the land.
pub struct BuildUpPlugin;

impl Plugin for BuildUpPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LabLand>()
            .add_systems(PostUpdate, (play, update_preview).chain().in_set(OrogenSet::Edit));
    }
}

/// The name of the build-up among the figures, and the keys of two of its controls.
const FIGURE: &str = "build-up";
const SLIDE: &str = "build-up.slide";
const VALUE: &str = "build-up.value";

/// Returns true if the lab shows the build-up.
fn is_shown(lab: &Lab) -> bool {
    lab.open && !lab.sheet && lab.row.name == FIGURE
}

/// Advances step and slider by the time that has passed, while the build-up plays.
fn play(
    mut lab: ResMut<Lab>,
    wanted: Res<WantedScene>,
    mut start: Local<Option<Instant>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !is_shown(&lab) || lab.next_step_at.is_none() {
        *start = None;
        return;
    }
    let now = Instant::now();
    let seconds = match *start {
        Some(start) => (now - start).as_secs_f64(),
        // Playing starts at the current step.
        None => {
            let seconds = seconds_at(&wanted.0, STOPS[lab.state.step.min(STOPS.len() - 1)].stop);
            let elapsed = std::time::Duration::from_secs_f64(seconds);
            *start = Some(now.checked_sub(elapsed).unwrap_or(now));
            seconds
        }
    };
    let (stop, slide) = build_up::stop_at(&wanted.0.recipe, seconds);
    lab.state.step = STOPS.iter().position(|row| row.stop == stop).unwrap_or_default();
    let row = lab.row;
    lab.state.set(row, SLIDE, slide);
    if seconds >= SECONDS {
        (lab.next_step_at, *start) = (None, None);
    } else {
        // Postpone the next step of `Lab::play_on`, which plays other figures one step at a time.
        lab.next_step_at = Some(now + super::state::STEP_DURATION);
    }
    redraw.write(RequestRedraw);
}

/// Returns the time at which a step of the build-up begins, in seconds.
fn seconds_at(scene: &Scene, stop: Stop) -> f64 {
    let steps_with_effect: Vec<_> =
        STOPS.iter().filter(|row| build_up::changes_land(&scene.recipe, row.stop)).collect();
    let steps_before = steps_with_effect.iter().filter(|row| row.stop < stop).count();
    SECONDS * steps_before as f64 / steps_with_effect.len() as f64
}

/// Sets the preview of the current figure on the land, or removes it for a figure without preview.
fn update_preview(lab: Res<Lab>, wanted: Res<WantedScene>, mut lab_land: ResMut<LabLand>) {
    let previewed = if is_shown(&lab) {
        let stop = STOPS[lab.state.step.min(STOPS.len() - 1)].stop;
        let slide = lab.state.value(lab.row, SLIDE);
        let value = lab.state.value(lab.row, VALUE) >= 0.5;
        Some(build_up::scene(&wanted.0, stop, slide, value)).filter(|scene| *scene != wanted.0)
    } else if lab.open && !lab.sheet && lab.is_on_land() {
        on_land::scene(&wanted.0, lab.row, &lab.state)
    } else {
        None
    };
    let (recipe, view) = match previewed {
        Some(Scene { recipe, view }) => (Some(recipe), Some(view.params)),
        None => (None, None),
    };
    if lab_land.previewed != recipe || lab_land.view != view {
        (lab_land.previewed, lab_land.view) = (recipe, view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_begins_at_the_visible_step() {
        let scene = Scene::default();
        assert_eq!(seconds_at(&scene, Stop::Flat), 0.0);
        for row in STOPS.iter().filter(|row| build_up::changes_land(&scene.recipe, row.stop)) {
            let seconds = seconds_at(&scene, row.stop) + 1e-9;
            assert_eq!(build_up::stop_at(&scene.recipe, seconds).0, row.stop);
        }
    }
}
