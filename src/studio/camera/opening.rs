//! The first look: the camera comes slowly nearer, until somebody does anything.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::rig::Rig;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::ShownLand;
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::Keys;

/// For how long it comes nearer.
const SECONDS: f32 = 14.0;
/// So many frames so long, in seconds, and it is given up: it would be no glide, and nobody has
/// asked for the work.
const SLOW_FRAMES: u32 = 6;
const SLOW: f32 = 0.15;
/// The share of the distance that it comes nearer by.
const NEARER: f32 = 0.12;

/// Comes nearer at the start.
pub fn plugin(app: &mut App) {
    app.init_resource::<Opening>().add_systems(PostUpdate, push_in.in_set(OrogenSet::Edit));
}

/// How much of the opening has passed, in seconds; `None` once it is over.
#[derive(Resource, Debug, PartialEq)]
pub struct Opening(Option<f32>);

impl Default for Opening {
    fn default() -> Self {
        Self(Some(0.0))
    }
}

impl Opening {
    /// Whether the camera still comes nearer.
    pub fn is_running(&self) -> bool {
        self.0.is_some()
    }
}

/// How far the way is gone after some seconds, from 0 to 1: it begins and ends softly.
fn gone(seconds: f32) -> f32 {
    let share = (seconds / SECONDS).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn push_in(
    mut opening: ResMut<Opening>,
    shown: Res<ShownLand>,
    time: Res<Time<Real>>,
    keys: Res<Keys>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut wheel: MessageReader<MouseWheel>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
    mut slow: Local<u32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(seconds) = opening.0 else { return };
    let is_touched =
        keys.any() || buttons.get_pressed().next().is_some() || wheel.read().next().is_some();
    let is_slow = shown.current.is_some() && time.delta_secs() > SLOW;
    *slow = if is_slow { *slow + 1 } else { 0 };
    if is_touched || seconds >= SECONDS || *slow > SLOW_FRAMES {
        opening.0 = None;
        return;
    }
    if shown.current.is_none() {
        return;
    }
    // A frame that was long takes the camera no further than another.
    let next = seconds + time.delta_secs().min(0.1);
    opening.0 = Some(next);
    let nearer = (1.0 - NEARER * gone(next)) / (1.0 - NEARER * gone(seconds));
    for mut rig in &mut rigs {
        let (now, mut goal) = (rig.now(), rig.goal());
        goal.distance_m *= f64::from(nearer);
        rig.approach(now, goal);
    }
    redraw.write(RequestRedraw);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_is_soft_at_both_ends_and_ends() {
        assert_eq!((gone(0.0), gone(SECONDS), gone(2.0 * SECONDS)), (0.0, 1.0, 1.0));
        assert!(gone(0.1) < 0.001 && gone(SECONDS - 0.1) > 0.999);
        assert!((0..140).all(|i| gone(i as f32 * 0.1) < gone((i + 1) as f32 * 0.1)));
    }
}
