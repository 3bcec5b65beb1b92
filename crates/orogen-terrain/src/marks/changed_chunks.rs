//! The chunks and areas that an edit of marks changes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::reach::{ReachArea, margin_m, reach_with_network};
use super::shape::{around_m, widened};
use super::tool::Mark;
use crate::chunk::ChunkKey;
use crate::land::Land;
use crate::layer::Layer;
use crate::recipe::Recipe;

/// The chunks that an edit of marks may change. Coarser levels have wider margins.
///
/// ```
/// use orogen_terrain::Recipe;
/// use orogen_terrain::chunk::ChunkKey;
/// use orogen_terrain::marks::{ChangedChunks, Tool, ToolKind};
///
/// let before = Recipe::default();
/// let mut after = before.clone();
/// after.draw(None, Tool::new(ToolKind::Brush), "32,32".parse()?)?;
/// let changed = ChangedChunks::new(&before, &after, [0], 1.0).expect("only marks differ");
/// assert!(changed.may_contain(ChunkKey { level: 0, x: 0, z: 0 }));
/// assert!(!changed.may_contain(ChunkKey { level: 0, x: 40, z: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ChangedChunks {
    /// The changed areas for samples of band limits, by the bits of the limits.
    areas: HashMap<u64, ChangedArea>,
    finest_m: f64,
    /// The lands before and after the edit, if their networks of rivers differ.
    lands: Option<[Land; 2]>,
}

/// The area that an edit may change, for samples of a band limit.
#[derive(Clone)]
struct ChangedArea {
    area: ReachArea,
    /// How far beyond a change masks and operations may change the land.
    margin_m: f64,
}

/// A rectangle of the land, for samples of a spacing and a band limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledArea {
    /// The lowest and the highest coordinates, east and south, in metres. It includes all samples.
    pub corners_m: [[f64; 2]; 2],
    /// The spacing of the samples in metres.
    pub spacing_m: f64,
    /// The band limit of the samples in metres, or a larger number for a wider margin.
    pub band_limit_m: f64,
}

impl ChangedChunks {
    /// Compares two recipes at the levels of chunks. `finest_m` is the finest spacing in metres. Rivers of
    /// the two lands must have the same network, unless [`ChangedChunks::with_rivers`] compares them. Returns
    /// `None` if any chunk may change; see [`reach_with_network`].
    pub fn new(
        old: &Recipe,
        new: &Recipe,
        levels: impl IntoIterator<Item = u8>,
        finest_m: f64,
    ) -> Option<Self> {
        let empty = Self { areas: HashMap::new(), finest_m, lands: None };
        let bands_m = levels.into_iter().map(|level| coarse_spacing_m(level, finest_m));
        empty.with_bands([old, new], bands_m)
    }

    /// Also compares the two recipes for samples of these band limits, for [`ChangedChunks::may_change`].
    /// Returns `None` if the whole land may change.
    pub fn with_bands(
        mut self,
        [old, new]: [&Recipe; 2],
        band_limits_m: impl IntoIterator<Item = f64>,
    ) -> Option<Self> {
        for limit_m in band_limits_m {
            if let Entry::Vacant(slot) = self.areas.entry(limit_m.to_bits()) {
                let area = reach_with_network(old, new, limit_m)?;
                let margin_m = margin_m(old, limit_m).max(margin_m(new, limit_m));
                slot.insert(ChangedArea { area, margin_m });
            }
        }
        Some(self)
    }

    /// Also compares the rivers of the lands before and after the edit, whose networks differ. The recipe
    /// is that of the land after the edit.
    ///
    /// The comparison makes the parts of both networks that it needs, which takes as long as building a
    /// network.
    pub fn with_rivers(mut self, lands: [Land; 2], recipe: &Recipe) -> Self {
        let upper = recipe.layers.iter().filter(|layer| !layer.is_guide());
        let marks: Vec<&Mark> =
            upper.flat_map(Layer::marks).filter(|mark| mark.has_effect()).collect();
        let finest_m = self.finest_m;
        for ChangedArea { area, margin_m } in self.areas.values_mut() {
            // A mark follows the land below it, which rivers may have changed anywhere along the mark. A
            // later mark may follow that mark.
            for mark in &marks {
                let around_m = widened(around_m(mark), *margin_m);
                if area.touches(&around_m) || have_other_rivers(&lands, around_m, finest_m) {
                    area.rectangles_m.push(around_m);
                }
            }
        }
        self.lands = Some(lands);
        self
    }

    /// Returns true if the edit may change a chunk. Always true for a level that was not compared.
    pub fn may_contain(&self, key: ChunkKey) -> bool {
        let (low_m, side_m) = (key.origin_m(self.finest_m), key.side_m(self.finest_m));
        let spacing_m = key.spacing_m(self.finest_m);
        let coarse_m = 2.0 * spacing_m;
        // The border of the coarser grid, and one more sample for normals.
        let corners_m = widened([low_m, low_m.map(|m| m + side_m)], 2.0 * coarse_m);
        let area = SampledArea { corners_m, spacing_m, band_limit_m: coarse_m };
        self.may_change(&area) || self.may_change(&SampledArea { spacing_m: coarse_m, ..area })
    }

    /// Returns true if the edit may change the samples in a rectangle. Always true for a band limit that
    /// was not compared.
    pub fn may_change(&self, samples: &SampledArea) -> bool {
        let SampledArea { corners_m, spacing_m, band_limit_m } = *samples;
        let Some(ChangedArea { area, margin_m }) = self.areas.get(&band_limit_m.to_bits()) else {
            return true;
        };
        area.touches(&corners_m)
            || self.lands.as_ref().is_some_and(|[old, new]| {
                !old.has_same_rivers_within(new, widened(corners_m, *margin_m), spacing_m)
            })
    }
}

/// The spacing of the coarser samples of a chunk.
fn coarse_spacing_m(level: u8, finest_m: f64) -> f64 {
    ChunkKey { level: level + 1, x: 0, z: 0 }.spacing_m(finest_m)
}

/// Returns true if the rivers of two lands differ in a rectangle, for samples of any spacing.
fn have_other_rivers([old, new]: &[Land; 2], area_m: [[f64; 2]; 2], finest_m: f64) -> bool {
    let spacings_m = (0..MAX_LEVELS).map(|level| finest_m * f64::from(1 << level));
    spacings_m.into_iter().any(|spacing_m| !old.has_same_rivers_within(new, area_m, spacing_m))
}

/// The number of spacings that are compared, each twice the spacing before. Samples at the coarsest show no
/// rivers.
const MAX_LEVELS: u32 = 12;
