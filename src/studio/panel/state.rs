//! Which panels are shown, and what of the land's making they point at.

use bevy::prelude::*;

pub use crate::terrain::layer::Part as HoveredPart;
use crate::terrain::layer::Weighed;

/// Whether the panels are shown, and which.
#[derive(Resource)]
pub struct UiState {
    pub panel: bool,
    /// No panel is drawn: a picture is being taken.
    pub hidden_for_picture: bool,
}

impl Default for UiState {
    fn default() -> Self {
        Self { panel: true, hidden_for_picture: false }
    }
}

/// The layer whose groups the panel shows, by its lasting number: once the panel was drawn, that of
/// a layer there is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectedLayer(pub u32);

/// Whose masks the view of masks shows, where one asks for others than those of the selected layer.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MasksShown(pub Option<Weighed>);

/// What of the land's making the pointer is over in the panel; the panel writes it in every frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<HoveredPart>);

/// What is searched for in the panel.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Search(pub String);
