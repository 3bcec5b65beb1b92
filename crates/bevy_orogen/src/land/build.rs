//! Builds a revision of the land: all its chunks, from noise to meshes.
//!
//! A revision is one complete build of the land after an edit. If a divider shows a second land,
//! each chunk has a twin: a second mesh, with the second land's heights.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::platform::time::Instant;

use rayon::prelude::*;

use super::chunk_builder::{BuildProbe, BuiltChunk, ChunkBuilder, ChunkToBuild};
use super::edit_reach::EditReach;
use super::error::LandError;
use super::staging::Staging;
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::heightfield::{ChunkSampler, ChunkSamples};
use orogen_terrain::layer::WeightedPart;
use orogen_terrain::lod::{Levels, Viewer};
use orogen_terrain::marks::SampledArea;
use orogen_terrain::recipe::Recipe;
use orogen_terrain::surface::Surface;

/// The lands of a revision, and the data that its chunks store.
#[derive(Clone)]
pub struct RevisionContent {
    /// The number of the revision.
    pub revision: u64,
    /// The recipe of the land.
    pub recipe: Recipe,
    /// The recipe from which the network of rivers is computed, if it differs from `recipe`.
    pub network_recipe: Option<Recipe>,
    /// The recipe of the second land; `None` without a divider.
    pub second: Option<Recipe>,
    /// The part of the recipe (a layer, the rivers, the erosion or the plants) whose mask weights the vertices
    /// store.
    pub weighted_part: Option<WeightedPart>,
    /// The levels of detail of an endless land; `None` for a bounded land.
    pub levels: Option<Levels>,
}

/// The input of a revision's build.
#[derive(Clone)]
pub struct RevisionJob {
    /// The content of the revision.
    pub content: RevisionContent,
    /// The keys of the chunks, with old samples if any. Samples of unchanged layers are reused.
    pub chunks: Vec<ChunkToBuild>,
    /// The keys of chunks in memory that the edit does not change. They are not built again.
    pub unchanged: Vec<ChunkKey>,
    /// The reach of an edit of marks, which tells the chunks and samples to keep.
    pub reach: Option<EditReach>,
    /// The old samples of the twins.
    pub old_twin_samples: HashMap<ChunkKey, Arc<ChunkSamples>>,
    /// The staging buffers that receive the vertices.
    pub staging: Staging,
    /// A hook for tests.
    pub probe: BuildProbe,
    /// If present, the first result may have fewer chunks, to keep a time limit.
    pub budget: Option<TimeBudget>,
    /// Set to cancel the revision; chunks not yet begun are then skipped.
    pub is_cancelled: Arc<AtomicBool>,
}

/// Limits the build time of a revision.
///
/// A land that would take longer is built with fewer and coarser chunks out to the same horizon.
/// Finer chunks then stream in, nearest first, until a newer revision starts.
#[derive(Clone, Copy, Debug)]
pub struct TimeBudget {
    /// The time limit for the whole land.
    pub limit: Duration,
    /// The viewer around whom the land is finest.
    pub viewer: Viewer,
    /// True if chunks may be sketched (few samples are computed, the others interpolated) when even the
    /// coarsest selection takes too long.
    ///
    /// A sketched land must later be built in full.
    pub may_sketch: bool,
}

/// A revision that is ready to be shown.
pub struct BuiltRevision {
    /// The content of the revision.
    pub content: RevisionContent,
    /// The builder of this revision's chunks, for later streaming.
    pub chunk_builder: ChunkBuilder,
    /// The chunks.
    pub chunks: Vec<BuiltChunk>,
    /// The keys of chunks in memory that stay as they are.
    pub unchanged: Vec<ChunkKey>,
    /// The samples besides those of chunks that plugins have in memory and the edit does not change.
    pub unchanged_areas: Vec<SampledArea>,
    /// True if the chunks are sketched.
    pub is_sketch: bool,
    /// The time from the start of the build to the last mesh.
    pub duration: Duration,
}

impl RevisionJob {
    /// Builds all chunks on the current rayon pool, or fewer to keep the time limit.
    ///
    /// # Errors
    /// If the recipe's choices exclude each other.
    pub fn run(self) -> Result<BuiltRevision, LandError> {
        let start = Instant::now();
        let Self { content, mut chunks, mut unchanged, old_twin_samples, budget, .. } = self;
        let levels = content.levels;
        let chunk_builder = ChunkBuilder::new(
            (&content.recipe, content.network_recipe.as_ref()),
            content.second.as_ref(),
            content.weighted_part,
            self.staging,
            self.probe,
        )?;
        let mut unchanged_areas = vec![];
        if let Some(reach) = self.reach {
            let land = (chunk_builder.surface.land(), &content.recipe);
            let edit = reach.split(chunks, land, &self.is_cancelled);
            (chunks, unchanged_areas) = (edit.chunks, edit.areas);
            unchanged.extend(edit.unchanged);
        }
        let shared_inputs = (&old_twin_samples, &*self.is_cancelled);
        let all_chunks = ChunkBatch::new(&chunk_builder, &chunks, shared_inputs);
        let build_fewer = |levels: Levels, budget: TimeBudget, count| {
            let chunks = select_fewer(&levels, &budget.viewer, count, &chunks);
            (ChunkBatch::new(&chunk_builder, &chunks, shared_inputs).build(), vec![])
        };
        let limited = levels.zip(budget);
        let sketched = limited.filter(|(levels, budget)| all_chunks.is_too_slow(levels, budget));
        let build = || match limited {
            None => (all_chunks.build(), unchanged),
            Some((levels, budget)) => match all_chunks.build_within(budget.limit) {
                Ok(chunks) => (chunks, unchanged),
                Err(count) => build_fewer(levels, budget, count),
            },
        };
        // Also computes the usual range of heights, which the land caches: slow noise would otherwise
        // delay a frame.
        let land = chunk_builder.surface.land();
        let ((chunks, unchanged), ()) = match &sketched {
            Some((levels, budget)) => {
                let sketch = || (all_chunks.sketch(levels, budget), vec![]);
                rayon::join(sketch, || land.guess_usual_heights())
            }
            None => rayon::join(build, || _ = land.usual_noise()),
        };
        Ok(BuiltRevision {
            content,
            chunks,
            unchanged,
            unchanged_areas,
            is_sketch: sketched.is_some(),
            chunk_builder: chunk_builder.clone(),
            duration: start.elapsed(),
        })
    }
}

/// Selects at most `count` chunks, as fine as possible, and adds their old samples. If every
/// selection has more, selects only chunks of the coarsest level.
fn select_fewer(
    levels: &Levels,
    viewer: &Viewer,
    count: usize,
    old: &[ChunkToBuild],
) -> Vec<ChunkToBuild> {
    // If the viewer is raised to the range of a level, this level and finer levels are not selected.
    let keys_from_above = |level| {
        let height_m = viewer.height_m.max(levels.range_m(level));
        levels.ideal(&Viewer { height_m, ..*viewer })
    };
    let mut selections = (0..levels.coarsest()).map(keys_from_above);
    let keys = selections.find(|keys| keys.len() <= count);
    let keys = keys.unwrap_or_else(|| levels.roots(viewer, TO_HORIZON));
    let old: HashMap<_, _> = old.iter().map(|(key, samples)| (*key, samples)).collect();
    keys.into_iter().map(|key| (key, old.get(&key).copied().cloned().flatten())).collect()
}

/// Selects the roots out to the horizon, without a margin.
const TO_HORIZON: f64 = 1.0;

/// Chunks that are built together and share preparation.
struct ChunkBatch<'a> {
    chunk_builder: &'a ChunkBuilder,
    sampler: ChunkSampler<'a>,
    second_sampler: Option<ChunkSampler<'a>>,
    chunks: &'a [ChunkToBuild],
    old_twin_samples: &'a HashMap<ChunkKey, Arc<ChunkSamples>>,
    is_cancelled: &'a AtomicBool,
}

impl<'a> ChunkBatch<'a> {
    fn new(
        chunk_builder: &'a ChunkBuilder,
        chunks: &'a [ChunkToBuild],
        (old_twin_samples, is_cancelled): (
            &'a HashMap<ChunkKey, Arc<ChunkSamples>>,
            &'a AtomicBool,
        ),
    ) -> Self {
        let keys = || chunks.iter().map(|(key, _)| *key);
        let sampler = |surface: &'a Surface| ChunkSampler::new(surface.land(), keys());
        let second_sampler = chunk_builder.second.as_ref().map(sampler);
        let sampler = sampler(&chunk_builder.surface);
        Self { chunk_builder, sampler, second_sampler, chunks, old_twin_samples, is_cancelled }
    }

    /// Estimates from a few samples whether even the coarsest selection would take too long.
    fn is_too_slow(&self, levels: &Levels, budget: &TimeBudget) -> bool {
        let farthest = self.chunks.iter().max_by_key(|(key, _)| key.level);
        let Some((key, old_samples)) = farthest.filter(|_| budget.may_sketch) else { return false };
        let land = self.chunk_builder.surface.land();
        let chunks_per_thread =
            levels.roots(&budget.viewer, TO_HORIZON).len().div_ceil(rayon::current_num_threads());
        let time_per_chunk = budget.limit / chunks_per_thread.max(1) as u32;
        ChunkSamples::is_slow_to_sample(land, *key, old_samples.as_deref(), time_per_chunk)
    }

    /// Sketches the finest selection that takes at most half of the time limit. The other half is
    /// for the rest of the frame.
    fn sketch(&self, levels: &Levels, budget: &TimeBudget) -> Vec<BuiltChunk> {
        let start = Instant::now();
        // Measures the time of the nearest chunk, which has the most octaves.
        self.chunks.iter().take(1).for_each(|(key, _)| _ = self.chunk_builder.sketch(*key));
        let seconds = start.elapsed().as_secs_f64();
        let rounds = 0.5 * budget.limit.as_secs_f64() / seconds.max(1e-9);
        let count = (rounds * rayon::current_num_threads() as f64) as usize;
        let chunks = select_fewer(levels, &budget.viewer, count, &[]);
        chunks.par_iter().map(|(key, _)| self.chunk_builder.sketch(*key)).collect()
    }

    fn build_one(&self, index: usize) -> BuiltChunk {
        let (key, old_samples) = &self.chunks[index];
        let samples = self.sampler.sample(index, *key, old_samples.as_deref());
        let sampled = (index, *key, &samples);
        let old_twin = self.old_twin_samples.get(key).map(|samples| &**samples);
        let second =
            self.second_sampler.as_ref().map(|sampler| sample_second(sampler, sampled, old_twin));
        // The mesh is built at once, while the samples are in the first-level cache.
        self.chunk_builder.build(*key, Arc::new(samples), second.map(Arc::new))
    }

    fn build(&self) -> Vec<BuiltChunk> {
        (0..self.chunks.len())
            .into_par_iter()
            .filter(|_| !self.is_cancelled())
            .map(|index| self.build_one(index))
            .collect()
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Builds some chunks and estimates the total time from them. If it fits in `limit`, builds the
    /// others too; otherwise returns the number of chunks that fit.
    fn build_within(&self, limit: Duration) -> Result<Vec<BuiltChunk>, usize> {
        let count = self.chunks.len();
        // The trial has about one chunk per thread, spread from near to far, because near chunks
        // have more octaves.
        let stride = count.div_ceil(rayon::current_num_threads()).max(2);
        let (trial, others): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|index| index % stride == stride / 2);
        let start = Instant::now();
        let build = |&index: &usize| (index, self.build_one(index));
        let mut built: Vec<_> = trial.par_iter().map(build).collect();
        let seconds = start.elapsed().as_secs_f64();
        let affordable_count = limit.as_secs_f64() / seconds.max(1e-9) * trial.len() as f64;
        if affordable_count < count as f64 && !others.is_empty() {
            return Err(affordable_count as usize);
        }
        built.par_extend(others.par_iter().filter(|_| !self.is_cancelled()).map(build));
        built.sort_by_key(|(index, _)| *index);
        Ok(built.into_iter().map(|(_, chunk)| chunk).collect())
    }
}

/// Samples a twin. Layers that both lands share are sampled once, so an edit with an open divider
/// takes less than twice the time of an edit without it.
fn sample_second(
    sampler: &ChunkSampler<'_>,
    (index, key, sampled): (usize, ChunkKey, &ChunkSamples),
    old_samples: Option<&ChunkSamples>,
) -> ChunkSamples {
    let joined = old_samples.map(|old| sampled.joined(old));
    sampler.sample(index, key, Some(joined.as_ref().unwrap_or(sampled)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::heightfield::sample_chunk;
    use orogen_terrain::layer::{LayerKind, RecipePart};

    #[test]
    fn layers_of_both_lands_are_sampled_once() {
        let mut recipe = Recipe::default();
        for below in 0..2 {
            recipe.layers.add(below, LayerKind::named("noise").unwrap()).unwrap();
        }
        let key = ChunkKey { level: 0, x: 3, z: -2 };
        let surface = |recipe: &Recipe| Surface::new(recipe).unwrap();
        let land = surface(&recipe);
        let full = sample_chunk(land.land(), key, None);
        for part in [1, 2, 3].map(RecipePart::Layer) {
            let second = surface(&recipe.without(part));
            let sampler = ChunkSampler::new(second.land(), [key].into_iter());
            let samples = sample_second(&sampler, (0, key, &full), None);
            assert_eq!(samples.shared_with(&full), [true; 2], "{part:?}");
            let alone = sample_chunk(second.land(), key, None);
            assert_eq!(
                samples.heights_m(second.land()),
                alone.heights_m(second.land()),
                "{part:?}"
            );
        }
        // If layer 1 is solo, the land shows only this layer. The second land lacks it, so it shows
        // all other layers, and it reuses its own old samples.
        recipe.layers[0].head.layer.solo = true;
        let alone = sample_chunk(surface(&recipe).land(), key, Some(&full));
        let second = surface(&recipe.without(RecipePart::Layer(1)));
        let sampler = ChunkSampler::new(second.land(), [key].into_iter());
        let samples = sample_second(&sampler, (0, key, &alone), Some(&full));
        assert_eq!(samples.shared_with(&full), [true; 2], "the others");
    }
}
