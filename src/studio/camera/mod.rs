//! The user's camera: it orbits a point, flies, walks, and travels to places.
//!
//! These modules read keys and pointer, and ask the land for ground heights. They may use the
//! plugin, commands, keys and notices, but no panel.

pub mod approach;
pub mod cursor;
pub mod fly;
pub mod framing;
pub mod ground;
pub mod ground_clearance;
pub mod moves;
pub mod orbit;
pub mod orbit_gestures;
pub mod orbit_limits;
pub mod overlook;
pub mod pointer;
pub mod rig;
pub mod roam;
pub mod state;
pub mod steer;
pub mod trail;
pub mod travel;
pub mod view_distance;
pub mod walk;

use bevy::prelude::*;

/// Adds everything that moves the camera, except the slow approach at the program's start.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        rig::plugin,
        pointer::plugin,
        orbit_gestures::plugin,
        orbit::plugin,
        roam::plugin,
    ))
    .add_plugins((travel::plugin, ground_clearance::plugin, trail::plugin, view_distance::plugin))
    .add_plugins(ground::plugin);
}
