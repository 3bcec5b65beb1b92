//! The network of rivers over the guide layers of a recipe.
//!
//! Rivers run over the guide layers, whether erosion is on or off, so switching erosion moves no
//! river.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::batch::BatchEvaluator;
use super::below_key::{BelowKey, make_ground_key};
use super::kept_samples::KeptSamples;
use super::make::Stack;
use super::places::Places;
use super::river_land::{LandNetwork, RiverChange, RiversLand, torrent_per_m};
use crate::dual::Bounds;
use crate::layer::Layer;
use crate::marks::JoinedMark;
use crate::mask::Masks;
use crate::part_seed::derive_seed;
use crate::recipe::Recipe;
use crate::rivers::{self, GroundChange, Network, RiverSettings};
use orogen_noise::NoiseError;

/// The ground that rivers run over: the guide layers of a recipe.
struct GuideGround(Stack);

impl rivers::RiverGround for GuideGround {
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
struct NetworkKey {
    ground: BelowKey,
    settings: RiverSettings,
    /// The rivers and lakes that the user has drawn into the network.
    joined: Vec<JoinedMark>,
}

/// A cached network, for later lands.
struct KeptNetwork {
    key: NetworkKey,
    network: Arc<LandNetwork>,
    /// The bounds of the ground that the network was made from.
    ground_bounds: Bounds,
    /// The last changes by the network, each with the ground that it changes.
    changes: Vec<(BelowKey, Arc<RiverChange>)>,
}

/// The number of cached networks. A window uses the network of its land and the network of the second
/// land beyond the divider; the third makes the last edit quick to undo.
const MAX_NETWORKS: usize = 3;

/// The number of cached changes of each network: for its own ground, and for the ground at the current
/// state of a drag.
const MAX_CHANGES: usize = 2;

/// The cached networks, the last used at the end. Lands with equal inputs share a network, so an
/// edit that does not change the ground of rivers builds no network.
static NETWORKS: Mutex<Vec<KeptNetwork>> = Mutex::new(vec![]);

impl KeptNetwork {
    fn new(key: NetworkKey, recipe: &Recipe, guides: &[&Layer]) -> Result<Self, NoiseError> {
        let ground = Stack::new(&guide_recipe(recipe, guides))?;
        let mut ground_bounds = ground.bounds()?;
        let joined = key.joined.iter().map(JoinedMark::heights_m);
        let [down_m, up_m] =
            joined.fold([0.0f64; 2], |[down, up], [low, high]| [down.min(low), up.max(high)]);
        (ground_bounds.low_m, ground_bounds.high_m) =
            (ground_bounds.low_m + down_m, ground_bounds.high_m + up_m);
        let ground: Box<dyn rivers::RiverGround> = Box::new(GuideGround(ground));
        let seed = derive_seed(recipe.seed(), RIVERS, 0);
        let waters = key.joined.iter().map(JoinedMark::fixed_water).collect();
        let network = Arc::new(Network::with_waters(ground, seed, key.settings, waters)?);
        Ok(Self { key, network, ground_bounds, changes: vec![] })
    }

    /// The change of a ground by the network.
    fn change(
        &mut self,
        key: &BelowKey,
        recipe: &Recipe,
        guides: &[&Layer],
    ) -> Result<Arc<RiverChange>, NoiseError> {
        let known = self.changes.iter().position(|(known, _)| known == key);
        let change = match known {
            Some(index) => self.changes.remove(index).1,
            None if *key == self.key.ground => Arc::new(GroundChange::new(self.network.clone())),
            None => {
                let ground = Stack::new(&guide_recipe(recipe, guides))?;
                let ground: Box<dyn rivers::RiverGround> = Box::new(GuideGround(ground));
                Arc::new(GroundChange::with_ground(self.network.clone(), ground))
            }
        };
        push(&mut self.changes, MAX_CHANGES, (key.clone(), change.clone()));
        Ok(change)
    }
}

/// Adds an item at the end of a list, and removes the first if there are more than `limit`.
fn push<T>(list: &mut Vec<T>, limit: usize, item: T) {
    if list.len() == limit {
        list.remove(0);
    }
    list.push(item);
}

/// The layers that rivers run over, in order, with the key of the ground that they make.
fn guides_of(recipe: &Recipe) -> (Vec<&Layer>, BelowKey) {
    let visible = recipe.layers.visible();
    let guides: Vec<&Layer> =
        visible.filter(|layer| layer.has_effect() && layer.is_guide()).collect();
    let all: Vec<&Layer> = recipe.layers.iter().collect();
    let key = make_ground_key(recipe, &guides, &all);
    (guides, key)
}

impl Recipe {
    /// The key of the ground and of the fixed waters that the network of the rivers is made from.
    pub(super) fn network_ground(&self) -> BelowKey {
        let mut key = guides_of(self).1;
        key.joined_marks = self.joined_waters().into();
        key
    }

    /// The marks that are a part of the network; empty if there is no network.
    fn joined_waters(&self) -> Vec<JoinedMark> {
        let has_guide = || {
            let mut visible = self.layers.visible();
            visible.any(|layer| layer.has_effect() && layer.is_guide())
        };
        let joined = self.joined_marks();
        if joined.is_empty() || has_guide() { joined } else { vec![] }
    }

    /// The marks that are a part of the network of another recipe, or of this recipe's own.
    pub(super) fn joined_to(&self, network_recipe: Option<&Self>) -> Arc<[JoinedMark]> {
        let mut joined = self.joined_waters();
        if let Some(other) = network_recipe {
            let of_network = other.joined_waters();
            let known: HashMap<_, _> = of_network.iter().map(|it| (it.address, it)).collect();
            joined.retain(|mark| known.get(&mark.address) == Some(&mark));
        }
        joined.into()
    }

    /// Returns true if the rivers of two recipes have the same courses and levels. Masks of rivers move
    /// no course.
    pub fn has_same_network(&self, other: &Self) -> bool {
        let settings = |recipe: &Self| RiverSettings::new(&recipe.rivers, recipe.world.sea_level_m);
        self.rivers.on == other.rivers.on
            && settings(self) == settings(other)
            && self.network_ground() == other.network_ground()
    }

    /// Returns true if the land can keep the rivers of another recipe, and they differ from its own.
    ///
    /// The two recipes need equal settings of rivers, seeds and sea levels.
    pub fn can_keep_network_of(&self, other: &Self) -> bool {
        if !(self.rivers.on && other.rivers == self.rivers && other.seed() == self.seed()) {
            return false;
        }
        other.world.sea_level_m == self.world.sea_level_m
            && !guides_of(other).0.is_empty()
            && other.network_ground() != self.network_ground()
    }
}

impl Stack {
    /// Prepares the rivers of a recipe, with the network of `network_recipe`. Returns `None` if the
    /// rivers are off or have no layer to run over.
    pub(super) fn rivers(
        &mut self,
        recipe: &Recipe,
        network_recipe: &Recipe,
    ) -> Result<Option<RiversLand>, NoiseError> {
        if !recipe.rivers.on {
            return Ok(None);
        }
        let (guides, ground) = guides_of(recipe);
        if guides.is_empty() {
            return Ok(None);
        }
        let (network_guides, network_ground) = guides_of(network_recipe);
        let settings = RiverSettings::new(&recipe.rivers, recipe.world.sea_level_m);
        let joined = network_recipe.joined_waters();
        let is_lake = |(index, mark): (usize, &JoinedMark)| {
            let is_shared = mark.is_lake() && self.joined.contains(mark);
            is_shared.then_some((mark.address, index))
        };
        let lakes = joined.iter().enumerate().filter_map(is_lake).collect();
        let key = NetworkKey { ground: network_ground, settings, joined };
        let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = networks.iter().position(|kept| kept.key == key);
        let mut kept = match known {
            Some(index) => networks.remove(index),
            None => KeptNetwork::new(key, network_recipe, &network_guides)?,
        };
        let change = kept.change(&ground, recipe, &guides);
        let ground_bounds = kept.ground_bounds;
        push(&mut networks, MAX_NETWORKS, kept);
        drop(networks);
        let seed = derive_seed(recipe.seed(), RIVERS, 0);
        Ok(Some(RiversLand {
            change: change?,
            ground_bounds,
            guide_count: guides.len(),
            masks: Masks(recipe.rivers_masks.enabled().cloned().collect()),
            mask_inputs: self.mask_input_indices(&recipe.rivers_masks, seed)?,
            below_key: Arc::new(ground),
            lakes,
            torrent_per_m: torrent_per_m(&recipe.erosion),
        }))
    }
}

/// The recipe of the guide layers without anything above them.
fn guide_recipe(recipe: &Recipe, guides: &[&Layer]) -> Recipe {
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
