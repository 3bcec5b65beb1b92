//! The rig: the only owner of the camera's pose.
//!
//! The pose is in f64 world coordinates, independent of the rendering origin. Orbit, flights,
//! walks, glides and bookmarks read and write the rig; no other state holds the pose.

use bevy::prelude::*;

use crate::plugin::camera::LandCamera;
use crate::plugin::camera::pose::Pose;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::ShownLand;
use crate::plugin::order::OrogenSet;

/// The camera's pose in this frame, and the goal that it approaches.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Rig {
    now: Pose,
    goal: Pose,
}

impl Default for Rig {
    fn default() -> Self {
        let pose = Pose::with_focus(&default(), [0.0; 3]);
        Self { now: pose, goal: pose }
    }
}

impl Rig {
    /// Returns the pose in this frame.
    pub fn now(&self) -> Pose {
        self.now
    }

    /// Returns the pose that the camera approaches. Bookmarks and pictures store it.
    pub fn goal(&self) -> Pose {
        self.goal
    }

    /// Jumps to a pose.
    pub fn jump_to(&mut self, pose: Pose) {
        (self.now, self.goal) = (pose, pose);
    }

    /// Sets a goal. The orbit approaches it smoothly and turns the shorter way.
    pub fn aim(&mut self, goal: Pose) {
        use std::f64::consts::{PI, TAU};
        let turn = (goal.yaw_rad - self.now.yaw_rad + PI).rem_euclid(TAU) - PI;
        self.goal = Pose { yaw_rad: self.now.yaw_rad + turn, ..goal };
    }

    /// Sets the pose and the goal separately.
    pub fn set(&mut self, now: Pose, goal: Pose) {
        (self.now, self.goal) = (now, goal);
    }
}

/// The system set that places cameras on the land of this frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed;

/// Adds the systems that place cameras at their rigs.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        // The first run is before the build of the land, which needs the camera's position. The
        // second is after the build, because the land may have changed.
        (
            place_cameras.in_set(OrogenSet::Place),
            place_cameras.in_set(Placed).in_set(OrogenSet::AdjustHeight),
        ),
    );
}

/// Places the camera at its rig, lifted out of the ground. The rig keeps its pose, so the camera
/// comes down again when the land sinks.
fn place_cameras(
    shown: Res<ShownLand>,
    origin: Res<RenderOrigin>,
    mut cameras: Query<(&Rig, &mut Transform), With<LandCamera>>,
) {
    for (rig, mut transform) in &mut cameras {
        let eye = shown.surface().map_or(rig.now.eye(), |surface| rig.now.eye_above(surface));
        transform.set_if_neq(eye.transform(*origin));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_approached_by_the_shorter_turn() {
        let turned = |degrees: f64| Pose { yaw_rad: degrees.to_radians(), ..Rig::default().now() };
        for (from_deg, to_deg, turn_deg) in
            [(350.0, 10.0, 20.0), (10.0, 350.0, -20.0), (730.0, 0.0, -10.0), (0.0, 90.0, 90.0)]
        {
            let mut rig = Rig::default();
            rig.jump_to(turned(from_deg));
            rig.aim(turned(to_deg));
            let turn = (rig.goal().yaw_rad - rig.now().yaw_rad).to_degrees();
            assert!((turn - turn_deg).abs() < 1e-9, "{from_deg} to {to_deg}: {turn}");
        }
    }
}
