//! Water that moves while nothing else does.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use crate::plugin::land::state::WantedScene;
use crate::plugin::look::daylight::is_natural;
use crate::plugin::look::quality::Effects;
use crate::plugin::look::set::WaterTime;
use crate::plugin::order::OrogenSet;

/// Moves the water of the natural style where the effects ask for it, and keeps frames coming while
/// it does.
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
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // A window that is not looked at is left in peace.
    let is_watched = windows.iter().all(|window| window.focused);
    if effects.waves_move
        && is_watched
        && is_natural(&wanted.0.view.params)
        && wanted.0.recipe.lake.waves > 0.0
    {
        // After a pause the water goes on where it stood.
        water.0 += time.delta_secs().min(0.1);
        redraw.write(RequestRedraw);
    }
}
