//! The history of camera poses for the commands “back” and “forward”.
//!
//! Each gesture is one entry: a drag, a turn of the wheel, a flight, a jump. An edit of the land
//! adds no entry, even if it moves the camera.

use bevy::prelude::*;

use super::approach::Approach;
use super::rig::{Placed, Rig};
use super::state::{InputOwner, Journey};
use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::state::ShownLand;
use crate::plugin::order::OrogenSet;
use crate::studio::app::keys::Keys;

/// The maximum number of past poses.
const LENGTH: usize = 100;

/// Past and future poses of the camera.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// Poses before the current one, the nearest last.
    past: Vec<Pose>,
    future: Vec<Pose>,
    /// The pose after the last finished move; `None` at the start.
    current: Option<Pose>,
}

/// Returns true if two poses are equal as text, which rounds them.
fn is_same(a: &Pose, b: &Pose) -> bool {
    a.view() == b.view()
}

impl Trail {
    /// Records the pose at the end of a move as a new entry.
    pub fn settle(&mut self, pose: Pose) {
        let before = self.current.replace(pose).filter(|before| !is_same(before, &pose));
        if let Some(before) = before {
            self.past.push(before);
            self.future.clear();
            if self.past.len() > LENGTH {
                self.past.remove(0);
            }
        }
    }

    /// Records a new pose that the user did not choose; it adds no entry.
    pub fn replace_current(&mut self, pose: Pose) {
        self.current = Some(pose);
    }

    /// Goes back: returns the pose before the last move, or before the move under way.
    pub fn back(&mut self, now: Pose) -> Option<Pose> {
        self.settle(now);
        let to = pop(&mut self.past, &now)?;
        self.future.push(now);
        self.current = Some(to);
        Some(to)
    }

    /// Goes forward: returns the pose that the last “back” has left.
    pub fn forward(&mut self, now: Pose) -> Option<Pose> {
        self.settle(now);
        let to = pop(&mut self.future, &now)?;
        self.past.push(now);
        self.current = Some(to);
        Some(to)
    }
}

/// Removes and returns the last pose that differs from the current one.
fn pop(poses: &mut Vec<Pose>, now: &Pose) -> Option<Pose> {
    while let Some(pose) = poses.pop() {
        if !is_same(&pose, now) {
            return Some(pose);
        }
    }
    None
}

/// Adds the history of camera poses.
pub fn plugin(app: &mut App) {
    app.init_resource::<Trail>()
        .add_systems(PostUpdate, record_moves.after(Placed).in_set(OrogenSet::AdjustHeight));
}

/// Adds an entry when a move ends: when the camera rests, or when the next move starts.
fn record_moves(
    mut trail: ResMut<Trail>,
    mut last: Local<Option<Pose>>,
    shown: Res<ShownLand>,
    journey: Res<Journey>,
    approach: Option<Res<Approach>>,
    owner: Res<InputOwner>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<Keys>,
    rigs: Query<&Rig, With<LandCamera>>,
) {
    let Ok(rig) = rigs.single() else { return };
    let goal = rig.goal();
    let before = last.replace(goal).unwrap_or(goal);
    let is_approaching = approach.is_some_and(|approach| approach.is_running());
    if shown.current.is_none() || is_approaching {
        trail.replace_current(goal);
        return;
    }
    let is_on_land = !owner.panel_has_pointer;
    if is_on_land && buttons.get_just_pressed().next().is_some() && *journey == Journey::Over {
        trail.settle(before);
    }
    let has_input = is_on_land && buttons.get_pressed().next().is_some()
        || !owner.panel_has_keyboard && !keys.steer().is_idle();
    let is_moving = goal != before || rig.now() != goal || *journey != Journey::Over;
    if !has_input && !is_moving && trail.current != Some(goal) {
        trail.settle(goal);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pose_at(x: f64) -> Pose {
        let mut pose = Rig::default().now();
        pose.focus_m.x = x;
        pose
    }

    #[test]
    fn moves_can_be_undone_and_redone_until_a_new_move() {
        let mut trail = Trail::default();
        (0..4).for_each(|i| trail.settle(pose_at(f64::from(i))));
        assert_eq!(trail.back(pose_at(3.0)), Some(pose_at(2.0)));
        assert_eq!(trail.back(pose_at(2.0)), Some(pose_at(1.0)));
        assert_eq!(trail.forward(pose_at(1.0)), Some(pose_at(2.0)));
        trail.settle(pose_at(9.0));
        assert_eq!(trail.forward(pose_at(9.0)), None);
        assert_eq!(trail.back(pose_at(9.0)), Some(pose_at(2.0)));
        assert_eq!(trail.back(pose_at(2.0)), Some(pose_at(1.0)));
        assert_eq!(trail.back(pose_at(1.0)), Some(pose_at(0.0)));
        assert_eq!(trail.back(pose_at(0.0)), None);
        assert_eq!(trail.forward(pose_at(0.0)), Some(pose_at(1.0)));
    }

    #[test]
    fn a_move_in_progress_can_be_undone() {
        let mut trail = Trail::default();
        trail.settle(pose_at(0.0));
        assert_eq!(trail.back(pose_at(5.0)), Some(pose_at(0.0)));
        assert_eq!(trail.forward(pose_at(0.0)), Some(pose_at(5.0)));
    }

    #[test]
    fn camera_changes_by_an_edit_are_no_moves() {
        let mut trail = Trail::default();
        trail.settle(pose_at(0.0));
        trail.settle(pose_at(1.0));
        trail.replace_current(pose_at(1.5));
        trail.settle(pose_at(1.5));
        assert_eq!(trail.back(pose_at(1.5)), Some(pose_at(0.0)));
    }

    proptest! {
        #[test]
        fn the_trail_keeps_a_bounded_number_of_moves(moves in prop::collection::vec((0..9u8, 0..3u8), 0..400)) {
            let mut trail = Trail::default();
            let mut now = pose_at(0.0);
            for (x, direction) in moves {
                let to = match direction {
                    0 => trail.back(now),
                    1 => trail.forward(now),
                    _ => Some(pose_at(f64::from(x))).inspect(|to| trail.settle(*to)),
                };
                now = to.unwrap_or(now);
                prop_assert_eq!(trail.current, Some(now));
                prop_assert!(trail.past.len() <= LENGTH && trail.future.len() <= LENGTH + 1);
            }
        }
    }
}
