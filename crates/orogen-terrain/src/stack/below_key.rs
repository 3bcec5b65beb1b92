//! A cache key of the land below a layer, the erosion or the plants.
//!
//! A chunk caches the curvature of that land. The cached curvature is valid as long as the key of
//! the land stays equal.

use crate::heightmap::{MapFrame, joined};
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
    erosion: Option<(ErosionGroup, TalusGroup, StrataGroup, Masks)>,
    /// The operations on the whole land, if they come below the part.
    pub(super) operations: Vec<ListedOperation>,
    seed: Seed,
    sea_level_m: f64,
    /// The heightmaps with joined edges, by layer id: even a map above the part changes the share
    /// of the land that maps below it get.
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
    let mut made: Vec<Layer> = layers.iter().map(|layer| layer.nameless()).collect();
    let mut index = 0;
    while index < made.len() {
        for asked in made[index].masks.needs().iter().filter_map(|needs| needs.layer) {
            let asked = all.iter().find(|layer| layer.id == asked);
            if let Some(asked) = asked
                && !made.iter().any(|layer| layer.id == asked.id)
            {
                made.push(asked.nameless());
            }
        }
        index += 1;
    }
    made
}

/// Collects the inputs of the land below a part.
pub(super) fn below(recipe: &Recipe, under: &[&Layer], eroded: bool, all: &[&Layer]) -> BelowKey {
    let Recipe { erosion, talus, strata, erosion_masks, .. } = recipe;
    let groups = || (erosion.clone(), talus.clone(), strata.clone(), erosion_masks.clone());
    BelowKey {
        layers: with_mask_layers(under, all),
        rivers: recipe.rivers.on.then(|| recipe.rivers.clone()),
        erosion: eroded.then(groups),
        operations: vec![],
        seed: recipe.seed(),
        sea_level_m: recipe.world.sea_level_m,
        joined: if under.is_empty() { vec![] } else { joined(recipe) },
    }
}
