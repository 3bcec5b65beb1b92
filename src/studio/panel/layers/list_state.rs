//! The state of the list of layers that stays from frame to frame.

use std::collections::HashSet;

use bevy::prelude::Resource;

use super::thumbnail::Thumbnails;
use crate::studio::panel::looks::LookPictures;
use crate::studio::panel::state::HoveredPart;
use crate::terrain::fitting::MeasuredArea;
use crate::terrain::layer::{Layers, WeightedPart};

/// The state of the list of layers. It also passes the list's results to other features.
#[derive(Resource, Default)]
pub struct LayersUi {
    /// The number of the selected layer. Unlike its index, the number never changes.
    pub selected: u32,
    /// The part of the land whose row is under the pointer.
    pub hovered: Option<HoveredPart>,
    /// The owner of the masks in the mask view: a layer, the rivers, the erosion or the plants. `None` for the
    /// selected layer.
    pub masks_shown: Option<WeightedPart>,
    /// The part that the divider leaves out on one side. `None` while the divider is closed.
    pub compared: Option<HoveredPart>,
    /// True if the user wants to add a heightmap. The program then asks for a file.
    pub wants_map: bool,
    /// The area in the camera's view. The range of a new mask is fitted to its heights and slopes.
    pub view_area: MeasuredArea,
    pub(super) thumbnails: Thumbnails,
    /// The pictures of the erosion looks.
    pub looks: LookPictures,
    /// The document and the number of layers for which the first screen chose the main layer.
    pub main_chosen_for: Option<(String, usize)>,
    /// The addresses of the masks and operations that show their rows.
    pub(super) open_parts: HashSet<String>,
    /// The page of a layer's menu, with the number of the layer. `None` for the entries.
    pub(super) menu_page: Option<(u32, MenuPage)>,
    /// The layer that the user renames.
    pub(super) renaming: Option<Renaming>,
    /// True if the last press of a mouse button was on the list.
    pub(super) was_pressed: bool,
    /// True if the list handles keys although no row has the keyboard.
    pub(super) handles_keys: bool,
    /// The number of the layer whose row or icon has the keyboard.
    pub(super) focused: Option<u32>,
}

impl LayersUi {
    /// Returns the index of the selected layer. If that layer does not exist, selects the lowest
    /// layer.
    pub fn selected_index(&mut self, layers: &Layers) -> usize {
        let index = layers.iter().position(|layer| layer.id == self.selected).unwrap_or(0);
        self.selected = layers[index].id;
        index
    }

    /// Frees the pictures if the panel was drawn without the list.
    pub fn forget_unseen(&mut self) {
        self.thumbnails.forget_unseen();
    }
}

/// A list of kinds that a layer's menu shows instead of its entries, to add a mask or an operation.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum MenuPage {
    Masks,
    Operations,
}

/// A layer's new name while the user types it.
pub(super) struct Renaming {
    pub id: u32,
    pub text: String,
    /// True until the field has the keyboard.
    pub is_new: bool,
}
