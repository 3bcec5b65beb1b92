//! The camera of the user: it orbits, flies, walks and travels.
//!
//! It reads keys and pointer, and asks the land for the ground. It may use the plugin, commands and
//! keys, but no panel.

pub mod cursor;
pub mod fly;
pub mod framing;
pub mod ground;
pub mod hand;
pub mod moves;
pub mod opening;
pub mod orbit;
pub mod overlook;
pub mod pointer;
pub mod reach;
pub mod rig;
pub mod roam;
pub mod sight;
pub mod stance;
pub mod state;
pub mod steer;
pub mod trail;
pub mod travel;
pub mod walk;

use bevy::prelude::*;

/// Adds everything that moves the camera, except the slow approach at a start.
pub fn plugin(app: &mut App) {
    app.add_plugins((rig::plugin, pointer::plugin, hand::plugin, orbit::plugin, roam::plugin))
        .add_plugins((travel::plugin, stance::plugin, trail::plugin, sight::plugin))
        .add_plugins(ground::plugin);
}
