//! The order of the camera's systems.

use bevy::prelude::*;

/// The travelling systems: after edits, before the camera's own.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TravelSet;

/// The change from one way of moving the camera to another: after travelling, before keys and pointer move it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwitchSet;
