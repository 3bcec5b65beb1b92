//! State of the panels: their visibility, and the parts that they point at.

use bevy::prelude::*;

pub use crate::terrain::layer::RecipePart as HoveredPart;
use crate::terrain::layer::WeightedPart;

/// The visibility of the panels.
#[derive(Resource)]
pub struct UiState {
    /// True if the side panel is shown.
    pub panel: bool,
    /// True while a screenshot is taken, which hides all panels.
    pub hidden_for_picture: bool,
}

impl Default for UiState {
    fn default() -> Self {
        Self { panel: true, hidden_for_picture: false }
    }
}

/// The number (not index) of the layer whose groups the panel shows. The panel makes sure that the
/// layer exists.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectedLayer(pub u32);

/// The owner of the masks in the mask view: a layer, the rivers, the erosion or the plants. `None` for the
/// selected layer.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MasksShown(pub Option<WeightedPart>);

/// The part of the land whose row in the panel is under the pointer. The panel updates it every
/// frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hovered(pub Option<HoveredPart>);

/// The text of the panel's search field.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchText(pub String);
