//! The camera that a person moves: it orbits, flies, walks and travels.
//!
//! It reads keys and pointer, and asks the land where the ground is. It may touch the plugin, and
//! the studio's commands and keys; no panel.

pub mod eye;
pub mod fly;
pub mod framing;
pub mod opening;
pub mod orbit;
pub mod pose;
pub mod roam;
pub mod state;
pub mod travel;
pub mod walk;
