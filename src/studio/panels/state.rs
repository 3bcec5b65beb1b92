//! Which panels are shown.

use bevy::prelude::*;

/// Whether the panels are shown, and which.
#[derive(Resource)]
pub struct UiState {
    pub panel: bool,
    pub help: bool,
    /// No panel is drawn: a picture is being taken.
    pub hidden_for_picture: bool,
}

impl Default for UiState {
    fn default() -> Self {
        Self { panel: true, help: false, hidden_for_picture: false }
    }
}
