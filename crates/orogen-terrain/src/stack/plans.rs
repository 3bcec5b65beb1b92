//! The data that the chunks of a revision share: the set-up of noises, and the land below each part
//! whose masks read the curvature of that land.
//!
//! A revision is one complete build of the land after an edit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::batch::BatchEvaluator;
use super::kept_samples::{KeptField, KeptSamples};
use super::make::Stack;
use super::places::Places;
use super::planes::Planes;
use super::shared::{BelowTile, SampleRequest, Shared, SharedSamples};
use crate::chunk::{ChunkKey, chunk_grids};
use orogen_noise::grid::{Grid, Plan};

/// The set-up ("plan") of each noise source for all chunks, and tiles of the land below parts; both are
/// made on first use.
///
/// Each source has two plans: for the land, and for the erosion's guide. Landforms and
/// heightmaps have no plan.
pub(crate) struct Plans<'a> {
    stack: &'a Stack,
    chunks: Vec<ChunkKey>,
    finest_m: f64,
    /// Two grids per chunk: the fine grid, then the coarse grid.
    grids: Vec<Grid>,
    /// The same grids with the band limit of the erosion's guide.
    guide_grids: Vec<Grid>,
    plans: Vec<[OnceLock<Option<Plan<'a>>>; 2]>,
    /// The index of each chunk, made when a mask reads a curvature.
    indices: OnceLock<HashMap<ChunkKey, usize>>,
    below: Mutex<HashMap<BelowTile, Arc<OnceLock<Arc<[f32]>>>>>,
    /// For each chunk, the samples of its sources that the chunks around it have already made.
    fields: Mutex<HashMap<ChunkKey, Vec<KeptField>>>,
}

impl<'a> Plans<'a> {
    /// Prepares the plans of chunks. The finest spacing of the land is `finest_m`.
    pub fn new(stack: &'a Stack, chunks: Vec<ChunkKey>, finest_m: f64) -> Self {
        let grids: Vec<_> = chunks.iter().flat_map(|key| chunk_grids(*key, finest_m)).collect();
        let limit_m = stack.erosion.as_ref().map_or(0.0, |erosion| erosion.limit_m);
        let guide = |grid: &Grid| Grid { band_limit_m: grid.band_limit_m.max(limit_m), ..*grid };
        let guide_grids = match stack.erosion {
            Some(_) => grids.iter().map(guide).collect(),
            None => vec![],
        };
        let plans = stack.sources.iter().map(|_| Default::default()).collect();
        let (indices, below, fields) = Default::default();
        Self { stack, chunks, finest_m, grids, guide_grids, plans, indices, below, fields }
    }

    fn grids(&self, guide: bool) -> &[Grid] {
        if guide { &self.guide_grids } else { &self.grids }
    }

    fn plan(&self, source: usize, guide: bool) -> Option<&Plan<'a>> {
        let plan = &self.plans[source][usize::from(guide)];
        plan.get_or_init(|| self.stack.sources[source].plan(self.grids(guide))).as_ref()
    }

    fn tile(&self, tile: BelowTile) -> Arc<OnceLock<Arc<[f32]>>> {
        lock(&self.below).entry(tile).or_default().clone()
    }
}

impl Shared for Plans<'_> {
    fn sampled(&self, request: SampleRequest) -> Option<Planes> {
        let SampleRequest { chunk_index, source, slot, slopes, guide } = request;
        let plan = self.plan(source, guide)?;
        let index = 2 * chunk_index + slot;
        let [columns, rows] = self.grids(guide)[index].size;
        let mut planes = Planes::new(columns * rows, slopes);
        match planes.parts() {
            (values, None) => plan.fill(index, values),
            (values, Some([east, south])) => plan.fill_slopes(index, [values, east, south]),
        }
        Some(planes)
    }

    fn sampled_at(&self, source: usize, places: &Places<'_>, slopes: bool) -> Planes {
        let plan = match places.moves() {
            None => self.plan(source, false),
            Some(_) => None,
        };
        let Some(plan) = plan else { return self.stack.sources[source].sampled(places, slopes) };
        let (lines_m, limit_m) = (places.lines_m(), places.band_limit_m);
        let mut planes = Planes::new(places.count(), slopes);
        match planes.parts() {
            (values, None) => plan.fill_at(lines_m, limit_m, values),
            (values, Some([east, south])) => {
                plan.fill_slopes_at(lines_m, limit_m, [values, east, south]);
            }
        }
        planes
    }

    fn below(&self, tile: BelowTile) -> Option<Arc<[f32]>> {
        let BelowTile { part, chunk, slot, guide } = tile;
        let numbered =
            || self.chunks.iter().enumerate().map(|(index, key)| (*key, index)).collect();
        let index = *self.indices.get_or_init(numbered).get(&chunk)?;
        // A part needs only tiles of parts below it, so threads never wait for each other in a circle.
        let heights_m = self
            .tile(tile)
            .get_or_init(|| {
                let shared = SharedSamples { all: self, chunk, index };
                let mut batch =
                    BatchEvaluator::sharing(self.stack, KeptSamples::default(), Some(shared));
                batch.cache.slot = slot;
                let places = Places::of_grid(&chunk_grids(chunk, self.finest_m)[slot]).with_cache();
                let places = match (&self.stack.erosion, guide) {
                    (Some(erosion), true) => places.for_guide(erosion.limit_m),
                    _ => places,
                };
                let heights_m = batch.land_below(part, &places).values.into();
                lock(&self.fields).entry(chunk).or_default().extend(batch.cache.kept);
                heights_m
            })
            .clone();
        Some(heights_m)
    }

    fn share_below(&self, tile: BelowTile, heights_m: &[f32]) {
        self.tile(tile).get_or_init(|| heights_m.into());
    }

    fn fields_of(&self, chunk: ChunkKey) -> Vec<KeptField> {
        lock(&self.fields).get(&chunk).cloned().unwrap_or_default()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
