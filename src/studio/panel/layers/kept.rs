//! What the list of layers keeps from frame to frame.

use bevy::prelude::Resource;

use super::thumbnail::Thumbnails;
use crate::studio::panel::looks::Looks;
use crate::studio::panel::state::HoveredPart;
use crate::terrain::fitting::Spot;
use crate::terrain::layer::{Layers, Weighed};

/// What the list of layers keeps from frame to frame, and what it says of itself.
#[derive(Resource, Default)]
pub struct LayersUi {
    /// The selected layer, by its lasting number.
    pub selected: u32,
    /// What the pointer is over.
    pub hovered: Option<HoveredPart>,
    /// Whose masks the view of masks shows, if not those of the selected layer.
    pub masks_shown: Option<Weighed>,
    /// What the divider leaves out on its right, if it is open.
    pub compared: Option<HoveredPart>,
    /// A heightmap is to be added, whose file is to be chosen.
    pub wants_map: bool,
    /// What one looks at, whose heights and slopes a new mask begins with.
    pub spot: Spot,
    pub(super) thumbnails: Thumbnails,
    /// The pictures of the looks of erosion.
    pub looks: Looks,
    /// The layer whose name is typed.
    pub(super) renaming: Option<Renaming>,
    /// Whether the last press of a button was on the list.
    pub(super) was_pressed: bool,
    /// Whether the list listens to keys though no row of it has the keyboard.
    pub(super) listens: bool,
    /// The layer whose row, or a sign of it, has the keyboard.
    pub(super) focused: Option<u32>,
}

impl LayersUi {
    /// The place of the selected layer; the lowest is where none of them is.
    pub fn selected_index(&mut self, layers: &Layers) -> usize {
        let index = layers.iter().position(|layer| layer.id == self.selected).unwrap_or(0);
        self.selected = layers[index].id;
        index
    }

    /// Gives back what only the list shows, where the panel has just been shown without it.
    pub fn forget_unseen(&mut self) {
        self.thumbnails.forget_unseen();
    }
}

/// A name that is typed.
pub(super) struct Renaming {
    pub id: u32,
    pub text: String,
    /// Whether the field has yet to get the keyboard.
    pub is_new: bool,
}
