//! Makes random variations of a scene, for randomising and for choosing among nine.
//!
//! The random numbers of a parameter depend only on the seed and the parameter's address, so a lock
//! does not change the values of other parameters. Candidates that are drowned, flat or too steep
//! compared with the scene are rejected. Each new candidate is closer to the scene; if all are
//! rejected, the result is the scene itself.

mod soft_ranges;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::address::{AddressRow, Target, visit};
use crate::land::Land;
use crate::layer::LayerKind;
use crate::look::Style;
use crate::param::{Document, Value};
use crate::recipe::Recipe;
use crate::recipe_text::is_noise_group;
use crate::scene::Scene;
use crate::statistics::{MeasuredSquare, Statistics};
use orogen_noise::hash::{fnv1a, words};

/// The number of candidates of falling strength, and the factor on the strength after each.
const CANDIDATES: u32 = 12;
const WEAKENING: f64 = 0.8;
/// The number of samples per side of the measured square, and their band limit.
const SAMPLES: usize = 33;
const BAND_LIMIT_M: f64 = 16.0;

/// The parameters that variations must not change.
///
/// An entry is a key (`world.seed`, `noise.frequency`), a group (`erosion`), or the address of a
/// layer or part (`layer.2`, `layer.2.noise`, `operation.1.step_m`). A layer's key or group without
/// a layer locks it in all layers. The set is serialised as a list of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Locks(pub BTreeSet<String>);

impl Locks {
    /// Returns true if a parameter is locked, or if its group, layer or part is locked.
    ///
    /// ```
    /// use orogen_terrain::vary::Locks;
    ///
    /// let locks = Locks(["erosion", "noise.basis"].map(str::to_owned).into());
    /// assert!(locks.is_locked("erosion.gully_m") && locks.is_locked("layer.2.noise.basis"));
    /// assert!(!locks.is_locked("layer.2.noise.frequency"));
    /// ```
    pub fn is_locked(&self, address: &str) -> bool {
        let is_in = |address: &str| {
            let ends = address.match_indices('.').map(|(end, _)| end).chain([address.len()]);
            ends.into_iter().any(|end| self.0.contains(&address[..end]))
        };
        let within = address.strip_prefix("layer.").and_then(|rest| rest.split_once('.'));
        is_in(address) || within.is_some_and(|(_, key)| is_in(key))
    }
}

/// Returns a random variation of a scene; equal arguments give equal results.
///
/// The variation has another world seed, and other values of the unlocked numbers, choices and
/// switches that have an effect. It keeps the view, the scale and extent of the world (spacing,
/// bounds, periods), positions, colours, and the set of layers, operations and masks.
///
/// `strength`, from 0 to 1, sets how far values move within sensible ranges. Choices and switches
/// change only above one half. At 0, only the world seed changes.
pub fn randomise(scene: &Scene, seed: u64, strength: f64, locks: &Locks) -> Scene {
    let parent = measure(scene);
    let relief_m = parent.map_or(100.0, |numbers| numbers.relief_m);
    let mut strength = if strength.is_finite() { strength.clamp(0.0, 1.0) } else { 0.0 };
    for candidate in 0..2 * CANDIDATES {
        let draws = RandomDraws(splitmix64(seed ^ u64::from(candidate) << 48));
        // The second half of the candidates changes only the world seed.
        let strength_now = if candidate < CANDIDATES { strength } else { 0.0 };
        let other = candidate_of(scene, &draws, strength_now, locks, relief_m);
        let is_acceptable = match (measure(&other), parent) {
            (Some(numbers), Some(parent)) => is_comparable(&numbers, &parent),
            (numbers, parent) => numbers.is_some() || parent.is_none(),
        };
        if is_acceptable {
            return other;
        }
        strength *= WEAKENING;
    }
    scene.clone()
}

/// Returns nine scenes for a 3 × 3 grid, with the scene itself in the centre.
///
/// The scenes above, below, left and right of the centre keep the world seed, so they show the same
/// place. The corners have other world seeds, unless the seed is locked.
pub fn variations(scene: &Scene, seed: u64, strength: f64, locks: &Locks) -> [Scene; 9] {
    let mut seed_locked = locks.clone();
    seed_locked.0.insert("world.seed".to_owned());
    std::array::from_fn(|place| {
        let seed = splitmix64(seed.wrapping_add(place as u64));
        match place {
            4 => scene.clone(),
            0 | 2 | 6 | 8 => randomise(scene, seed, strength, locks),
            _ => randomise(scene, seed, strength, &seed_locked),
        }
    })
}

/// Random numbers that depend on a seed and on the address of a parameter.
struct RandomDraws(u64);

impl RandomDraws {
    /// A number in 0..1. `index` distinguishes several numbers for the same address.
    fn number(&self, address: &str, index: u64) -> f64 {
        let bits = splitmix64(self.0 ^ fnv1a(address.as_bytes()).rotate_left(index as u32 * 13));
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A well-mixed 64-bit number from a seed, by SplitMix64 (Steele, Lea, Flood 2014).
fn splitmix64(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn candidate_of(
    scene: &Scene,
    draws: &RandomDraws,
    strength: f64,
    locks: &Locks,
    relief_m: f64,
) -> Scene {
    let mut other = scene.clone();
    if !locks.is_locked("world.seed") {
        // A 32-bit number is short enough to type.
        other.recipe.world.seed = words(draws.0)[0].to_string();
    }
    if strength == 0.0 {
        return other;
    }
    let vary_value = |address: &str, row: &AddressRow, value: &Value| {
        if locks.is_locked(address) || soft_ranges::is_fixed(address) {
            return None;
        }
        let draw = |index| draws.number(address, index);
        soft_ranges::vary_value(address, row, value, draw, strength, relief_m)
    };
    for param in Recipe::params().iter().filter(|param| is_visible(scene, param.group(), param.key))
    {
        let (row, value) = (param.row(param.key), (param.get)(&scene.recipe));
        if let Some(value) = vary_value(param.key, &row, &value) {
            // If the new value is out of range, the old value stays.
            let _ = param.set(&mut other.recipe, value);
        }
    }
    let inactive_parts = inactive_parts(scene);
    visit(&mut other.recipe, |prefix, target| {
        if inactive_parts.iter().any(|part| prefix.starts_with(part)) {
            return;
        }
        for row in target.rows() {
            let is_used = match target {
                Target::Layer(layer) => match &layer.kind {
                    LayerKind::Noise(noise) => noise.uses(row.key),
                    LayerKind::Landform(_) => true,
                    // A heightmap and marks stay unchanged.
                    LayerKind::Heightmap(_) | LayerKind::Marks(_) => false,
                },
                _ => true,
            };
            let value = target.get(row.key).filter(|_| is_used);
            let value = value.and_then(|v| vary_value(&format!("{prefix}{}", row.key), &row, &v));
            if let Some(value) = value {
                let _ = target.set(row.key, value);
            }
        }
    });
    other
}

/// Returns true if a change of this parameter is visible. Layers' parameters return false.
fn is_visible(scene: &Scene, group: &str, key: &str) -> bool {
    let is_course = scene.view.params.look.style == Style::Course;
    match group {
        // Parameters of layers are varied by their addresses in the layers.
        _ if is_noise_group(group) => false,
        "colour" => is_course,
        "ground" | "lake" => !is_course,
        "plants" => !is_course && scene.recipe.uses(key),
        _ => scene.recipe.uses(key),
    }
}

/// The addresses of hidden layers and of operations and masks that are off.
fn inactive_parts(scene: &Scene) -> Vec<String> {
    let mut recipe = scene.recipe.clone();
    let visible: Vec<u32> = recipe.layers.visible().map(|layer| layer.id).collect();
    let mut inactive_parts = vec![];
    visit(&mut recipe, |prefix, target| {
        let is_active = match target {
            Target::Layer(layer) => visible.contains(&layer.id),
            Target::Operation(listed) => listed.on,
            Target::Mask(mask) => mask.on,
            Target::Mark(mark) => mark.on,
        };
        let is_erosion_off = prefix.starts_with("erosion") && !scene.recipe.erosion.on;
        if !is_active || is_erosion_off {
            inactive_parts.push(prefix.to_owned());
        }
    });
    inactive_parts
}

/// Measures the land around the camera's focus; `None` if the recipe is invalid.
fn measure(scene: &Scene) -> Option<Statistics> {
    scene.validate().ok()?;
    let land = Land::new(&scene.recipe).ok()?;
    let camera = scene.view.camera;
    let [x, _, z] = camera.focus_m.unwrap_or_default();
    let square = MeasuredSquare {
        middle_m: [x, z],
        side_m: camera.distance_m.clamp(1500.0, 8000.0),
        samples: SAMPLES,
        band_limit_m: BAND_LIMIT_M.max(land.spacing_m()),
    };
    Some(Statistics::of(&scene.recipe, &land, &square))
}

/// Returns true if a land is neither drowned, nor flat, nor too steep, compared with the scene.
fn is_comparable(other: &Statistics, scene: &Statistics) -> bool {
    let is_dry = 1.0 - other.water >= (0.5 * (1.0 - scene.water)).min(0.3);
    let relief_m = 0.2 * scene.relief_m.min(500.0)..=(3.0 * scene.relief_m).max(2500.0);
    let max_slope = (1.5 * scene.slope).max(0.7);
    is_dry && relief_m.contains(&other.relief_m) && other.slope <= max_slope
}

#[cfg(test)]
mod tests;
