//! The state of the list of layers between frames.

use bevy::prelude::Resource;

use super::thumbnail::Thumbnails;
use crate::studio::panel::looks::LookPictures;
use crate::studio::panel::state::HoveredPart;
use crate::terrain::fitting::MeasuredArea;
use crate::terrain::layer::{Layers, WeightedPart};

/// The state of the list of layers, and its results for other features.
#[derive(Resource, Default)]
pub struct LayersUi {
    /// The number of the selected layer, which never changes.
    pub selected: u32,
    /// The part under the pointer.
    pub hovered: Option<HoveredPart>,
    /// The owner of the masks in the view of masks, if it is not the selected layer.
    pub masks_shown: Option<WeightedPart>,
    /// The part that the divider leaves out, if it is open.
    pub compared: Option<HoveredPart>,
    /// True if the user wants to add a heightmap, whose file the program asks for.
    pub wants_map: bool,
    /// The area in view. A new mask is fitted to its heights and slopes.
    pub spot: MeasuredArea,
    pub(super) thumbnails: Thumbnails,
    /// The pictures of the erosion looks.
    pub looks: LookPictures,
    /// The layer that the user renames.
    pub(super) renaming: Option<Renaming>,
    /// True if the last press was on the list.
    pub(super) was_pressed: bool,
    /// True if the list takes keys although no row of it has the keyboard.
    pub(super) listens: bool,
    /// The layer whose row or icon has the keyboard.
    pub(super) focused: Option<u32>,
}

impl LayersUi {
    /// Returns the index of the selected layer. If no layer is selected, selects the lowest.
    pub fn selected_index(&mut self, layers: &Layers) -> usize {
        let index = layers.iter().position(|layer| layer.id == self.selected).unwrap_or(0);
        self.selected = layers[index].id;
        index
    }

    /// Frees the pictures if the panel was shown without the list.
    pub fn forget_unseen(&mut self) {
        self.thumbnails.forget_unseen();
    }
}

/// A name that the user types.
pub(super) struct Renaming {
    pub id: u32,
    pub text: String,
    /// True until the field has the keyboard.
    pub is_new: bool,
}
