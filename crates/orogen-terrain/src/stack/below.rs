//! Everything that the land below a part depends on, by which kept curvatures are told apart.

use crate::heightmap::{Frame, joined};
use crate::layer::Layer;
use crate::mask::Masks;
use crate::operation::ListedOperation;
use crate::recipe::{ErosionGroup, Recipe, StrataGroup, TalusGroup};
use orogen_noise::hash::Seed;

/// Everything that the land below a layer depends on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Below {
    /// Those below, and those of which their masks are made.
    layers: Vec<Layer>,
    erosion: Option<(ErosionGroup, TalusGroup, StrataGroup, Masks)>,
    /// On the sum, where that is what lies below.
    pub(super) operations: Vec<ListedOperation>,
    seed: Seed,
    sea_level_m: f64,
    /// Maps above them take their share of those below.
    joined: Vec<(u32, Frame)>,
}

/// Layers, and those of which their masks are made.
fn made_of(layers: &[&Layer], all: &[&Layer]) -> Vec<Layer> {
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

/// What lies below a part of the land.
pub(super) fn below(recipe: &Recipe, under: &[&Layer], eroded: bool, all: &[&Layer]) -> Below {
    let Recipe { erosion, talus, strata, erosion_masks, .. } = recipe;
    let groups = || (erosion.clone(), talus.clone(), strata.clone(), erosion_masks.clone());
    Below {
        layers: made_of(under, all),
        erosion: eroded.then(groups),
        operations: vec![],
        seed: recipe.seed(),
        sea_level_m: recipe.world.sea_level_m,
        joined: if under.is_empty() { vec![] } else { joined(recipe) },
    }
}
