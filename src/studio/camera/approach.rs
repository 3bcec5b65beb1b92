//! Moves the camera slowly closer after the program's start.
//!
//! The approach happens if the program starts without a scene and without a last session. Any input
//! ends it.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::rig::Rig;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::ShownLand;
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::Keys;

/// The duration of the approach, in seconds.
const DURATION_S: f32 = 14.0;
/// The maximum number of consecutive slow frames. After more, the approach stops, because it would
/// not be smooth.
const MAX_SLOW_FRAMES: u32 = 6;
/// The time from which a frame counts as slow, in seconds.
const SLOW_FRAME_S: f32 = 0.15;
/// The share of its distance by which the camera comes nearer.
const APPROACHED_SHARE: f32 = 0.12;

/// Adds the approach.
pub fn plugin(app: &mut App) {
    app.init_resource::<Approach>().add_systems(PostUpdate, move_closer.in_set(OrogenSet::Edit));
}

/// The time since the start of the approach, in seconds; `None` after its end.
#[derive(Resource, Debug, PartialEq)]
pub struct Approach(Option<f32>);

impl Default for Approach {
    fn default() -> Self {
        Self(Some(0.0))
    }
}

impl Approach {
    /// Returns true if the approach is running.
    pub fn is_running(&self) -> bool {
        self.0.is_some()
    }
}

/// Returns the completed share of the approach after some seconds, from 0 to 1, with smooth ends.
fn approach_share(seconds: f32) -> f32 {
    let share = (seconds / DURATION_S).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

fn move_closer(
    mut approach: ResMut<Approach>,
    shown: Res<ShownLand>,
    time: Res<Time<Real>>,
    keys: Res<Keys>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut wheel: MessageReader<MouseWheel>,
    mut rigs: Query<&mut Rig, With<LandCamera>>,
    mut slow_frames: Local<u32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(seconds) = approach.0 else { return };
    let has_input =
        keys.has_any() || buttons.get_pressed().next().is_some() || wheel.read().next().is_some();
    let is_slow = shown.current.is_some() && time.delta_secs() > SLOW_FRAME_S;
    *slow_frames = if is_slow { *slow_frames + 1 } else { 0 };
    if has_input || seconds >= DURATION_S || *slow_frames > MAX_SLOW_FRAMES {
        approach.0 = None;
        return;
    }
    if shown.current.is_none() {
        return;
    }
    // Long frames must not make the camera jump.
    let next = seconds + time.delta_secs().min(0.1);
    approach.0 = Some(next);
    let distance_factor = (1.0 - APPROACHED_SHARE * approach_share(next))
        / (1.0 - APPROACHED_SHARE * approach_share(seconds));
    for mut rig in &mut rigs {
        let (now, mut goal) = (rig.now(), rig.goal());
        goal.distance_m *= f64::from(distance_factor);
        rig.set(now, goal);
    }
    redraw.write(RequestRedraw);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_approach_starts_and_ends_smoothly() {
        assert_eq!(
            (approach_share(0.0), approach_share(DURATION_S), approach_share(2.0 * DURATION_S)),
            (0.0, 1.0, 1.0)
        );
        assert!(approach_share(0.1) < 0.001 && approach_share(DURATION_S - 0.1) > 0.999);
        assert!(
            (0..140).all(|i| approach_share(i as f32 * 0.1) < approach_share((i + 1) as f32 * 0.1))
        );
    }
}
