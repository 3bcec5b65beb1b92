//! A cache key of the land below a layer, the rivers, the erosion or the plants.
//!
//! A chunk caches the curvature of that land. The cached curvature is valid as long as the key of
//! the land stays equal.

use std::sync::Arc;

use crate::heightmap::{MapFrame, joined_maps};
use crate::layer::Layer;
use crate::marks::JoinedMark;
use crate::mask::{MaskNeeds, Masks};
use crate::operation::ListedOperation;
use crate::recipe::{ErosionGroup, Recipe, RiversGroup, StrataGroup, TalusGroup};
use orogen_noise::hash::Seed;

/// All inputs on which the land below a part depends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BelowKey {
    /// The layers below, and the layers that masks read: the masks of these layers, of the rivers and
    /// of the erosion.
    layers: Vec<Layer>,
    rivers: Option<(RiversGroup, Masks)>,
    /// The marks that join the network of rivers.
    pub(super) joined_marks: Arc<[JoinedMark]>,
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

/// The given layers and all layers that `masks` and the masks of these layers read.
fn with_mask_layers(layers: &[&Layer], masks: &[&Masks], all: &[&Layer]) -> Vec<Layer> {
    let mut found: Vec<Layer> = layers.iter().map(|layer| layer.without_name()).collect();
    let mut needed: Vec<MaskNeeds> = masks.iter().flat_map(|masks| masks.needs()).collect();
    let mut index = 0;
    loop {
        for id in needed.iter().filter_map(|needs| needs.layer) {
            let mask_layer = all.iter().find(|layer| layer.id == id);
            if let Some(mask_layer) = mask_layer
                && !found.iter().any(|layer| layer.id == id)
            {
                found.push(mask_layer.without_name());
            }
        }
        let Some(layer) = found.get(index) else { return found };
        needed = layer.masks.needs();
        index += 1;
    }
}

/// Collects the inputs of the land that `layers` make without rivers and erosion.
pub(super) fn make_ground_key(recipe: &Recipe, layers: &[&Layer], all: &[&Layer]) -> BelowKey {
    BelowKey {
        layers: with_mask_layers(layers, &[], all),
        rivers: None,
        joined_marks: Arc::default(),
        other_ground: None,
        erosion: None,
        operations: vec![],
        seed: recipe.seed(),
        sea_level_m: recipe.world.sea_level_m,
        joined: if layers.is_empty() { vec![] } else { joined_maps(recipe) },
    }
}

/// Collects the inputs of the land that `layers` make with rivers, eroded or not.
pub(super) fn make_below_key(
    recipe: &Recipe,
    layers: &[&Layer],
    is_eroded: bool,
    all: &[&Layer],
) -> BelowKey {
    let Recipe { rivers, rivers_masks, erosion, talus, strata, erosion_masks, .. } = recipe;
    let of_rivers = rivers.on.then_some(rivers_masks);
    let of_erosion = is_eroded.then_some(erosion_masks);
    let masks: Vec<&Masks> = of_rivers.into_iter().chain(of_erosion).collect();
    BelowKey {
        layers: with_mask_layers(layers, &masks, all),
        rivers: of_rivers.map(|masks| (rivers.clone(), masks.clone())),
        erosion: of_erosion
            .map(|masks| (erosion.clone(), talus.clone(), strata.clone(), masks.clone())),
        ..make_ground_key(recipe, layers, all)
    }
}
