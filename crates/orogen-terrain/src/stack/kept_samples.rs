//! The samples that a chunk caches between edits of the recipe.

use std::sync::{Arc, Weak};

use super::below_key::BelowKey;
use super::kept_strokes::{KeptStrokes, longest_prefix};
use super::kept_water::{self, KeptWater, WaterNearPlaces};
use super::places::{MovingOperation, Places};
use super::planes::Planes;
use super::river_land::{LandNetwork, RiverChange};
use super::source::{Source, SourceKey};
use crate::marks::{Mark, StrokeSums};

/// The cache key of a field: all inputs of its samples, except the chunk.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldKey {
    source: FieldSource,
    steps: Vec<MovingOperation>,
    /// The band limit, for fields of the erosion's guide only.
    guide_m: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
enum FieldSource {
    Source(Arc<SourceKey>),
    /// The curvature of the land below a layer, the rivers, the erosion or the plants.
    Curvature {
        below_key: Arc<BelowKey>,
        radius_m: f64,
    },
    /// The change of the ground by the valleys of rivers.
    Valleys(ChangeId),
    /// The share of the erosion that rivers leave.
    ErodedShare(ChangeId),
}

/// Identifies a change by rivers. The change may be gone, but no other change can have its address
/// meanwhile.
#[derive(Clone)]
struct ChangeId(Weak<RiverChange>);

impl PartialEq for ChangeId {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

impl std::fmt::Debug for ChangeId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:p}", self.0.as_ptr())
    }
}

impl FieldKey {
    fn new(source: FieldSource, places: &Places<'_>) -> Self {
        let guide_m = places.is_guide.then_some(places.band_limit_m);
        Self { source, steps: places.steps.clone(), guide_m }
    }

    pub fn source(source: &Source, places: &Places<'_>) -> Self {
        Self::new(FieldSource::Source(source.key.clone()), places)
    }

    /// Returns true if the field has samples of a source, at moved or unmoved places.
    pub fn has_samples_of(&self, source: &Source) -> bool {
        matches!(&self.source, FieldSource::Source(key) if *key == source.key)
    }

    /// The change of the ground by valleys.
    pub fn valleys(change: &Arc<RiverChange>, places: &Places<'_>) -> Self {
        Self::new(FieldSource::Valleys(ChangeId(Arc::downgrade(change))), places)
    }

    /// The share of the erosion that rivers leave.
    pub fn eroded_share(change: &Arc<RiverChange>, places: &Places<'_>) -> Self {
        Self::new(FieldSource::ErodedShare(ChangeId(Arc::downgrade(change))), places)
    }

    pub fn curvature(below_key: &Arc<BelowKey>, radius_m: f64, places: &Places<'_>) -> Self {
        Self::new(FieldSource::Curvature { below_key: below_key.clone(), radius_m }, places)
    }
}

/// A cached field of a chunk.
///
/// `fields` has the samples on the chunk's fine grid and on its coarse grid; `None` if they were
/// not needed.
#[derive(Clone)]
pub(crate) struct KeptField {
    pub key: Arc<FieldKey>,
    pub fields: [Option<Arc<Planes>>; 2],
}

/// The largest size of a chunk's cache in bytes. Fields that do not fit are sampled again with
/// every edit.
const MAX_BYTES: usize = 1 << 20;

/// The samples that a chunk cached earlier.
#[derive(Clone, Copy, Default)]
pub(crate) struct KnownSamples<'a> {
    pub fields: &'a [KeptField],
    pub strokes: &'a [KeptStrokes],
    pub waters: &'a [KeptWater],
}

/// The samples that a chunk cached earlier (`known`), and the samples to cache now (`kept`).
#[derive(Default)]
pub(crate) struct KeptSamples<'a> {
    known: KnownSamples<'a>,
    pub kept: Vec<KeptField>,
    pub kept_strokes: Vec<KeptStrokes>,
    pub kept_waters: Vec<KeptWater>,
    bytes: usize,
    /// The grid of the current evaluation: 0 is the fine grid, 1 the coarse grid.
    pub slot: usize,
}

impl<'a> KeptSamples<'a> {
    /// Starts with the samples that were cached earlier.
    pub fn of(known: KnownSamples<'a>) -> Self {
        Self { known, ..Self::default() }
    }

    /// Returns the water of a network near the places of the current grid, moved by operations, from the
    /// cache; or finds it and caches it.
    pub fn water_near(
        &mut self,
        network: &Arc<LandNetwork>,
        steps: &[MovingOperation],
        find: impl FnOnce() -> WaterNearPlaces,
    ) -> WaterNearPlaces {
        let slot = self.slot;
        let known = |kept: &[KeptWater]| {
            let mut kept = kept.iter().filter(|kept| kept.is_of(network, steps));
            kept.find_map(|kept| kept.near[slot].clone())
        };
        if let Some(near) = known(&self.kept_waters) {
            return near;
        }
        let near = known(self.known.waters).unwrap_or_else(find);
        let bytes = kept_water::bytes(&near);
        if self.bytes + bytes <= MAX_BYTES {
            self.bytes += bytes;
            match self.kept_waters.iter_mut().find(|kept| kept.is_of(network, steps)) {
                Some(kept) => kept.near[slot] = Some(near.clone()),
                None => {
                    let mut both = [None, None];
                    both[slot] = Some(near.clone());
                    let (network, steps) = (Arc::downgrade(network), steps.to_vec());
                    self.kept_waters.push(KeptWater { network, steps, near: both });
                }
            }
        }
        near
    }

    /// Returns the sums of strokes from the cache, or makes and caches them. `make` receives the cached
    /// sums of the longest prefix of these strokes, if there are any.
    pub fn strokes(
        &mut self,
        strokes: &[&Mark],
        make: impl FnOnce(Option<&StrokeSums>) -> StrokeSums,
    ) -> Arc<StrokeSums> {
        let known = match longest_prefix(&self.kept_strokes, self.slot, strokes) {
            Some((sums, true)) => return sums,
            _ => longest_prefix(self.known.strokes, self.slot, strokes),
        };
        let sums = match known {
            Some((sums, true)) => sums,
            known => Arc::new(make(known.as_ref().map(|(sums, _)| &**sums))),
        };
        self.keep_strokes(strokes, sums.clone());
        sums
    }

    /// Caches the sums of strokes, unless the cache would exceed its limit.
    fn keep_strokes(&mut self, strokes: &[&Mark], sums: Arc<StrokeSums>) {
        if self.bytes + sums.bytes() > MAX_BYTES {
            return;
        }
        self.bytes += sums.bytes();
        let is_same = |kept: &&mut KeptStrokes| kept.strokes.iter().eq(strokes.iter().copied());
        match self.kept_strokes.iter_mut().find(is_same) {
            Some(kept) => kept.sums[self.slot] = Some(sums),
            None => {
                let mut both = [None, None];
                both[self.slot] = Some(sums);
                let strokes = strokes.iter().copied().cloned().collect();
                self.kept_strokes.push(KeptStrokes { strokes, sums: both });
            }
        }
    }

    /// Returns a field from the cache, or makes it and caches it.
    pub fn get(
        &mut self,
        key: FieldKey,
        slopes: bool,
        make: impl FnOnce() -> Planes,
    ) -> Arc<Planes> {
        self.recall(&key, slopes).unwrap_or_else(|| {
            let field = Arc::new(make());
            self.keep(Arc::new(key), field.clone());
            field
        })
    }

    /// Returns a field from the cache, and keeps it there for later builds.
    ///
    /// A field with slopes also serves a request without slopes.
    pub fn recall(&mut self, key: &FieldKey, slopes: bool) -> Option<Arc<Planes>> {
        let find = |kept: &[KeptField]| {
            kept.iter().filter(|kept| *kept.key == *key).find_map(|kept| {
                let field = kept.fields[self.slot].clone();
                let field = field.filter(|planes| !slopes || planes.slopes.is_some())?;
                Some((kept.key.clone(), field))
            })
        };
        if let Some((_, field)) = find(&self.kept) {
            return Some(field);
        }
        let (key, field) = find(self.known.fields)?;
        self.keep(key, field.clone());
        Some(field)
    }

    /// Caches a field, unless the cache would exceed its limit.
    pub fn keep(&mut self, key: Arc<FieldKey>, field: Arc<Planes>) {
        if self.bytes + field.bytes() > MAX_BYTES {
            return;
        }
        self.bytes += field.bytes();
        match self.kept.iter_mut().find(|kept| kept.key == key) {
            Some(kept) => kept.fields[self.slot] = Some(field),
            None => {
                let mut fields = [None, None];
                fields[self.slot] = Some(field);
                self.kept.push(KeptField { key, fields });
            }
        }
    }
}
