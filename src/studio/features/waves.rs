//! Water and clouds that move while nothing else does.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use crate::plugin::kept::{Picture, Pieces};
use crate::plugin::land::state::WantedScene;
use crate::plugin::look::clouds::CloudDrift;
use crate::plugin::look::daylight::is_natural;
use crate::plugin::look::quality::Effects;
use crate::plugin::look::set::WaterTime;
use crate::plugin::order::OrogenSet;
use crate::studio::app::settings::kept::KeptSettings;

/// Moves the water and the clouds of the natural style where the effects ask for it, and keeps
/// frames coming while they do.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, flow.in_set(OrogenSet::Edit));
}

/// Water and clouds move on by no more at once.
const LONGEST_STEP_S: f32 = 0.1;

/// What the picture before has taken.
#[derive(Default)]
struct Seen {
    /// Since what moves was last moved.
    seconds: f32,
    /// Which picture is whole, and since when.
    whole: Option<(u64, Instant)>,
}

impl Seen {
    /// Whether what moves may move on: the picture of where it stands is whole, and drawing has rested for so long that
    /// it has no more than a share of the time.
    fn may_move(&mut self, picture: &Picture, pieces: Pieces, share: f32) -> bool {
        if !picture.is_whole() {
            return false;
        }
        let number = picture.number();
        let (_, since) = *self.whole.insert(
            self.whole.filter(|(known, _)| *known == number).unwrap_or((number, Instant::now())),
        );
        // Pieces are waited for. A graphics card begins a whole picture when the processor is done with it.
        let drawn = if pieces.0.is_some() { Duration::ZERO } else { picture.cost() };
        since.elapsed() >= drawn + picture.cost().mul_f32(1.0 / share - 1.0)
    }
}

fn flow(
    effects: Res<Effects>,
    wanted: Res<WantedScene>,
    windows: Query<&Window, With<PrimaryWindow>>,
    settings: Res<KeptSettings>,
    (picture, pieces): (Option<Res<Picture>>, Option<Res<Pieces>>),
    time: Res<Time<Real>>,
    mut seen: Local<Seen>,
    mut water: ResMut<WaterTime>,
    mut drift: ResMut<CloudDrift>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // A window that is not looked at is left in peace.
    let is_watched = windows.iter().all(|window| window.focused);
    let view = &wanted.0.view.params;
    if !is_watched || !is_natural(view) {
        return;
    }
    let clouds = &view.clouds;
    let has_clouds = clouds.low.max(clouds.high).max(view.light.clouds).max(clouds.mist_m) > 0.0;
    let is_blown = effects.clouds_move && has_clouds && clouds.wind_m_s > 0.0;
    let flows = effects.waves_move && wanted.0.recipe.lake.waves > 0.0;
    if !is_blown && !flows {
        return;
    }
    redraw.write(RequestRedraw);
    let pieces = pieces.map_or(Pieces(None), |pieces| *pieces);
    // After a pause they go on where they stood.
    seen.seconds += time.delta_secs().min(LONGEST_STEP_S);
    if !picture.is_none_or(|picture| seen.may_move(&picture, pieces, settings.moving_share)) {
        return;
    }
    let seconds = std::mem::take(&mut seen.seconds).min(LONGEST_STEP_S);
    if is_blown {
        drift.blow(view, f64::from(seconds));
    }
    if flows {
        water.0 += seconds;
    }
}
