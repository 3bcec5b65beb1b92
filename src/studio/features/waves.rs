//! Water and clouds that move while nothing else does.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use crate::plugin::land::state::WantedScene;
use crate::plugin::look::clouds::CloudDrift;
use crate::plugin::look::daylight::is_natural;
use crate::plugin::look::quality::Effects;
use crate::plugin::look::set::WaterTime;
use crate::plugin::order::OrogenSet;

/// Moves the water and the clouds of the natural style where the effects ask for it, and keeps
/// frames coming while they do.
pub struct WavesPlugin;

impl Plugin for WavesPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, flow.in_set(OrogenSet::Edit));
    }
}

fn flow(
    effects: Res<Effects>,
    wanted: Res<WantedScene>,
    windows: Query<&Window, With<PrimaryWindow>>,
    time: Res<Time<Real>>,
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
    // After a pause they go on where they stood.
    let seconds = time.delta_secs().min(0.1);
    let clouds = &view.clouds;
    let has_clouds = clouds.low.max(clouds.high).max(view.light.clouds).max(clouds.mist_m) > 0.0;
    let is_blown = effects.clouds_move && has_clouds && clouds.wind_m_s > 0.0;
    let flows = effects.waves_move && wanted.0.recipe.lake.waves > 0.0;
    if is_blown {
        drift.blow(view, f64::from(seconds));
    }
    if flows {
        water.0 += seconds;
    }
    if is_blown || flows {
        redraw.write(RequestRedraw);
    }
}
