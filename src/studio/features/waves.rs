//! Moves water and clouds while the rest of the view stays the same.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use crate::plugin::kept_picture::{PictureState, PieceTimeLimit};
use crate::plugin::land::state::WantedScene;
use crate::plugin::look::clouds::CloudDrift;
use crate::plugin::look::daylight::is_natural;
use crate::plugin::look::plugins::WaterTime;
use crate::plugin::look::quality::Effects;
use crate::plugin::order::OrogenSet;
use crate::studio::app::settings::file::KeptSettings;

/// Moves water and clouds of the natural style if the settings ask for it. While they move, it
/// requests frames.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, animate.in_set(OrogenSet::Edit));
}

/// The longest time step of the motion, in seconds.
const MAX_STEP_S: f32 = 0.1;

/// The state of the motion between frames.
#[derive(Default)]
struct MotionState {
    /// The time that the motion has still to advance, in seconds.
    seconds: f32,
    /// The number of the last complete picture, and the time at which it was found complete.
    last_complete: Option<(u64, Instant)>,
}

impl MotionState {
    /// Returns true if water and clouds may advance now. The last picture must be complete, and
    /// drawing may take at most `max_load` of the time, from 0 to 1.
    fn may_move(&mut self, picture: &PictureState, pieces: PieceTimeLimit, max_load: f32) -> bool {
        if !picture.is_complete() {
            return false;
        }
        let number = picture.number();
        let (_, since) = *self.last_complete.insert(
            self.last_complete
                .filter(|(known, _)| *known == number)
                .unwrap_or((number, Instant::now())),
        );
        // The cost of a picture drawn in pieces has passed when the picture is complete, because
        // the program waits for each piece. A whole picture is different: the card starts to draw
        // it only after the processor has submitted it, so its cost is still to come.
        let pending_cost =
            if pieces.0.is_some() { Duration::ZERO } else { picture.draw_duration() };
        since.elapsed() >= pending_cost + picture.draw_duration().mul_f32(1.0 / max_load - 1.0)
    }
}

fn animate(
    effects: Res<Effects>,
    wanted: Res<WantedScene>,
    windows: Query<&Window, With<PrimaryWindow>>,
    settings: Res<KeptSettings>,
    (picture, pieces): (Option<Res<PictureState>>, Option<Res<PieceTimeLimit>>),
    time: Res<Time<Real>>,
    mut motion: Local<MotionState>,
    mut water: ResMut<WaterTime>,
    mut drift: ResMut<CloudDrift>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // An unfocused window does not animate.
    let is_watched = windows.iter().all(|window| window.focused);
    let view = &wanted.0.view.params;
    if !is_watched || !is_natural(view) {
        return;
    }
    let clouds = &view.clouds;
    let has_clouds = clouds.low.max(clouds.high).max(view.light.clouds).max(clouds.mist_m) > 0.0;
    let moves_clouds = effects.clouds_move && has_clouds && clouds.wind_m_s > 0.0;
    let moves_water = effects.waves_move && wanted.0.recipe.lake.waves > 0.0;
    if !moves_clouds && !moves_water {
        return;
    }
    redraw.write(RequestRedraw);
    let pieces = pieces.map_or(PieceTimeLimit(None), |pieces| *pieces);
    // The step is limited, so that after a pause the motion continues where it stopped.
    motion.seconds += time.delta_secs().min(MAX_STEP_S);
    if !picture.is_none_or(|picture| motion.may_move(&picture, pieces, settings.moving_share)) {
        return;
    }
    let seconds = std::mem::take(&mut motion.seconds).min(MAX_STEP_S);
    if moves_clouds {
        drift.blow(view, f64::from(seconds));
    }
    if moves_water {
        water.0 += seconds;
    }
}
