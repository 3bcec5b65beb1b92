//! The network of rivers over the guide layers of a recipe.
//!
//! Rivers run over the guide layers, whether erosion is on or off, so switching erosion moves no
//! river.

use std::sync::{Arc, Mutex, PoisonError};

use super::batch::BatchEvaluator;
use super::below_key::BelowKey;
use super::kept_samples::KeptSamples;
use super::make::Stack;
use super::places::Places;
use super::river_land::{RiverChange, RiversLand, torrent_per_m};
use crate::layer::{Layer, derived};
use crate::recipe::Recipe;
use crate::rivers::{self, Change, Network, RiverSettings};
use orogen_noise::NoiseError;

/// The ground that rivers run over: the guide layers of a recipe.
struct GuideGround(Stack);

impl rivers::Ground for GuideGround {
    fn heights_m(
        &self,
        lines_m: [&[f64]; 2],
        offsets_m: Option<[Vec<f32>; 2]>,
        band_limit_m: f64,
    ) -> Vec<f32> {
        let places = Places::new(lines_m, band_limit_m);
        let places = match offsets_m {
            Some(offsets_m) => places.offset_by(offsets_m),
            None => places,
        };
        BatchEvaluator::new(&self.0, KeptSamples::default()).land(&places, false).values
    }
}

/// The inputs of a network.
#[derive(Clone, PartialEq)]
struct Key {
    below: BelowKey,
    settings: RiverSettings,
}

/// The number of networks that are kept. A window uses the network of its land and the network of the
/// divider's second land; the third makes the last edit quick to undo.
const KEPT: usize = 3;

/// The networks in use, the last used at the end. Lands with equal inputs share a network, so an
/// edit that does not change the ground of rivers builds no network.
static NETWORKS: Mutex<Vec<(Key, Arc<RiverChange>)>> = Mutex::new(vec![]);

fn shared(
    key: Key,
    make: impl FnOnce(&Key) -> Result<RiverChange, NoiseError>,
) -> Result<Arc<RiverChange>, NoiseError> {
    let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = networks.iter().position(|(known, _)| *known == key);
    let entry = match known {
        Some(index) => networks.remove(index),
        None => {
            let change = Arc::new(make(&key)?);
            (key, change)
        }
    };
    let change = entry.1.clone();
    if networks.len() == KEPT {
        networks.remove(0);
    }
    networks.push(entry);
    Ok(change)
}

impl Stack {
    /// Prepares the rivers of a recipe; `None` if they are off or there is no layer to run over.
    pub(super) fn rivers(
        recipe: &Recipe,
        guides: &[&Layer],
        below: &BelowKey,
    ) -> Result<Option<RiversLand>, NoiseError> {
        if !recipe.rivers.on || guides.is_empty() {
            return Ok(None);
        }
        let settings = RiverSettings::new(&recipe.rivers, recipe.world.sea_level_m);
        let key = Key { below: below.clone().without_rivers(), settings };
        let change = shared(key, |key| {
            let ground = GuideGround(Self::new(&guides_alone(recipe, guides))?);
            let ground: Box<dyn rivers::Ground> = Box::new(ground);
            let seed = derived(recipe.seed(), RIVERS, 0);
            Ok(Change::new(Network::new(ground, seed, key.settings)?))
        })?;
        let torrent_per_m = torrent_per_m(&recipe.erosion);
        Ok(Some(RiversLand { change, guides: guides.len(), torrent_per_m }))
    }
}

/// The recipe of the guide layers without anything above them.
fn guides_alone(recipe: &Recipe, guides: &[&Layer]) -> Recipe {
    let mut alone = recipe.clone();
    for layer in alone.layers.iter_mut() {
        let head = &mut layer.head.layer;
        head.visible = guides.iter().any(|guide| guide.id == layer.id);
        head.solo = false;
    }
    (alone.erosion.on, alone.rivers.on) = (false, false);
    alone.operations.clear();
    alone.plants_masks.0.clear();
    alone
}

/// A number that keeps the seed of rivers apart from other seeds.
const RIVERS: u32 = 0x7269_7665;
