//! A cache key of the land below a layer, the erosion or the plants.
//!
//! A chunk caches the curvature of that land. The cached curvature is valid as long as the key of
//! the land stays equal.

use std::sync::Arc;

use crate::heightmap::{MapFrame, joined_maps};
use crate::layer::Layer;
use crate::mask::Masks;
use crate::operation::ListedOperation;
use crate::recipe::{ErosionGroup, Recipe, RiversGroup, StrataGroup, TalusGroup};
use orogen_noise::hash::Seed;

/// All inputs on which the land below a part depends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BelowKey {
    /// The layers below, and the layers that their masks read.
    layers: Vec<Layer>,
    rivers: Option<RiversGroup>,
    /// The ground of the recipe whose river network the land keeps, if that is another recipe.
    pub(super) other_ground: Option<Arc<Self>>,
    erosion: Option<(ErosionGroup, TalusGroup, StrataGroup, Masks)>,
    /// The operations on the whole land, if they come below the part.
    pub(super) operations: Vec<ListedOperation>,
    seed: Seed,
    sea_level_m: f64,
    /// The heightmaps with joined edges, by layer id. Maps share the land where they overlap, so
    /// even a map above the part affects the maps below the part.
    joined: Vec<(u32, MapFrame)>,
}

impl BelowKey {
    /// The key of the same land without rivers.
    pub(super) fn without_rivers(self) -> Self {
        Self { rivers: None, ..self }
    }
}

/// The given layers and all layers that their masks read.
fn with_mask_layers(layers: &[&Layer], all: &[&Layer]) -> Vec<Layer> {
    let mut found: Vec<Layer> = layers.iter().map(|layer| layer.without_name()).collect();
    let mut index = 0;
    while index < found.len() {
        for id in found[index].masks.needs().iter().filter_map(|needs| needs.layer) {
            let mask_layer = all.iter().find(|layer| layer.id == id);
            if let Some(mask_layer) = mask_layer
                && !found.iter().any(|layer| layer.id == id)
            {
                found.push(mask_layer.without_name());
            }
        }
        index += 1;
    }
    found
}

/// Collects the inputs of the land that `layers` make, eroded or not.
pub(super) fn make_below_key(
    recipe: &Recipe,
    layers: &[&Layer],
    is_eroded: bool,
    all: &[&Layer],
) -> BelowKey {
    let Recipe { erosion, talus, strata, erosion_masks, .. } = recipe;
    let groups = || (erosion.clone(), talus.clone(), strata.clone(), erosion_masks.clone());
    BelowKey {
        layers: with_mask_layers(layers, all),
        rivers: recipe.rivers.on.then(|| recipe.rivers.clone()),
        other_ground: None,
        erosion: is_eroded.then(groups),
        operations: vec![],
        seed: recipe.seed(),
        sea_level_m: recipe.world.sea_level_m,
        joined: if layers.is_empty() { vec![] } else { joined_maps(recipe) },
    }
}
