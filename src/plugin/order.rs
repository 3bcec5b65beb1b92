//! The order of a frame.

use bevy::prelude::*;

/// The order of a frame, written once: edits, the build that they ask for, the uniform; then Bevy's asset events and
/// transforms, so that an edit reaches the render world in the frame that made it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrogenSet {
    Edit,
    Build,
    Shade,
}
