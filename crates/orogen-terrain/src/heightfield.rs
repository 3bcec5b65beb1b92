//! The samples of a chunk: 67 × 67 at its own spacing, and 35 × 35 at twice the spacing. Both grids
//! have a border of one sample.

mod sketch;

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;

pub use crate::chunk::chunk_grids;
use crate::chunk::{COARSE_SAMPLES, ChunkKey, FINE_SAMPLES};
use crate::land::Land;
use crate::mesh::{ChunkWater, WaterSample};
use crate::reliefs::Reliefs;
use crate::stack::{
    BatchEvaluator, KeptField, KeptSamples, KeptStrokes, KeptWater, KnownSamples, MaskedPart,
    Places, Planes, Plans, SharedSamples,
};
use orogen_noise::grid::Grid;

/// A chunk's samples of one quantity: noise values, or heights in metres.
///
/// They go row by row from the north and include the border.
#[derive(Clone, Debug, PartialEq)]
pub struct ChunkField {
    /// 67 × 67 samples at the chunk's spacing. The first lies one cell north-west of the chunk.
    pub fine: Vec<f32>,
    /// 35 × 35 samples at twice the spacing. The first lies one coarse cell north-west of the chunk.
    pub coarse: Vec<f32>,
}

/// The cached samples of a chunk.
///
/// They are the samples of every source (noise, landform or heightmap) of its land, the sums of the
/// strokes that the user drew, and the heights of the land.
#[derive(Clone, Default)]
pub struct ChunkSamples {
    kept: Vec<KeptField>,
    strokes: Vec<KeptStrokes>,
    waters: Vec<KeptWater>,
    heights: Option<Arc<ChunkField>>,
    weights: Option<Arc<ChunkField>>,
    reliefs: Option<Arc<[Reliefs; 2]>>,
    wetness: Option<Arc<ChunkField>>,
    water: Option<Arc<ChunkWater>>,
    /// The finest spacing of the land. At another spacing the same chunk key lies elsewhere.
    spacing_m: f64,
}

impl ChunkSamples {
    /// The heights in metres of the land that the samples were made for.
    ///
    /// # Panics
    /// Panics if the samples were made for another land.
    pub fn heights_m(&self, land: &Land) -> Arc<ChunkField> {
        match (&self.heights, land.stack().only_noise()) {
            (Some(heights), _) => heights.clone(),
            (None, Some((_, shape))) => {
                let [fine, coarse] = self.single_noise().map(|planes| {
                    let mut heights_m = vec![0.0; planes.values.len()];
                    shape.heights_m(&planes.values, &mut heights_m);
                    heights_m
                });
                Arc::new(ChunkField { fine, coarse })
            }
            (None, None) => panic!("samples of another land"),
        }
    }

    /// Returns true if the samples contain heights.
    ///
    /// If a single noise layer makes the land, they contain noise values.
    pub fn has_heights(&self) -> bool {
        self.heights.is_some()
    }

    /// The weights, from 0 to 1, of the part that [`Land::with_weights_of`] chose.
    pub fn weights(&self) -> Option<&ChunkField> {
        self.weights.as_deref()
    }

    /// The ridge map and occlusion of the fine and coarse samples, if the land is eroded.
    pub(crate) fn reliefs(&self) -> Option<&[Reliefs; 2]> {
        self.reliefs.as_deref()
    }

    /// The wetness of the ground near rivers and lakes, from 0 to 1; `None` if there are none nearby.
    pub(crate) fn wetness(&self) -> Option<&ChunkField> {
        self.wetness.as_deref()
    }

    /// The rivers and lakes over the chunk, if there are any.
    pub fn water(&self) -> Option<&ChunkWater> {
        self.water.as_deref()
    }

    /// The samples of a land that is a single noise.
    fn single_noise(&self) -> [&Planes; 2] {
        let [KeptField { fields: [Some(fine), Some(coarse)], .. }] = &*self.kept else {
            panic!("samples of another land");
        };
        [fine, coarse]
    }

    /// The fine samples in noise units.
    ///
    /// For a single noise layer they are its noise, else heights divided by the land's height.
    pub fn in_noise_units(&self, land: &Land) -> Cow<'_, [f32]> {
        if self.heights.is_none() {
            return Cow::Borrowed(&self.single_noise()[0].values);
        }
        let scale = (1.0 / land.shape().height_m) as f32;
        let heights = self.heights_m(land);
        Cow::Owned(heights.fine.iter().map(|height| height * scale).collect())
    }

    /// Combines the cached samples of two lands, for a land made of both.
    ///
    /// `self` and `other` are samples of the same chunk.
    pub fn joined(&self, other: &Self) -> Self {
        let other = match other.spacing_m == self.spacing_m {
            true => other.known(),
            false => KnownSamples::default(),
        };
        let kept = [&self.kept, other.fields].concat();
        let strokes = [&self.strokes, other.strokes].concat();
        let waters = [&self.waters, other.waters].concat();
        Self { kept, strokes, waters, spacing_m: self.spacing_m, ..Self::default() }
    }

    fn known(&self) -> KnownSamples<'_> {
        KnownSamples { fields: &self.kept, strokes: &self.strokes, waters: &self.waters }
    }

    /// The memory use in bytes.
    pub fn bytes(&self) -> usize {
        let fields = self.kept.iter().flat_map(|kept| kept.fields.iter().flatten());
        let heights = self
            .heights
            .as_ref()
            .map_or(0, |heights| size_of_val(&*heights.fine) + size_of_val(&*heights.coarse));
        let reliefs = self.reliefs.iter().flat_map(|reliefs| reliefs.iter());
        let water = self
            .water
            .as_ref()
            .map_or(0, |water| water.0.iter().map(|samples| size_of_val(&**samples)).sum());
        heights
            + self.strokes.iter().map(KeptStrokes::bytes).sum::<usize>()
            + self.waters.iter().map(KeptWater::bytes).sum::<usize>()
            + water
            + reliefs.map(Reliefs::bytes).sum::<usize>()
            + fields.map(|planes| planes.bytes()).sum::<usize>()
    }

    /// Samples of a constant height.
    #[doc(hidden)]
    pub fn level(land: &Land, noise: f32) -> Self {
        let height_m = land.shape().height_m(f64::from(noise)) as f32;
        let [fine, coarse] =
            [FINE_SAMPLES, COARSE_SAMPLES].map(|samples| vec![height_m; samples * samples]);
        let field = ChunkField { fine, coarse };
        let heights = Some(Arc::new(field));
        Self { heights, spacing_m: land.spacing_m(), ..Self::default() }
    }

    /// Returns a flag for each cached field: true if `other` shares its memory.
    #[doc(hidden)]
    pub fn shared_with(&self, other: &Self) -> Vec<bool> {
        let is_shared = |kept: &KeptField| {
            let [Some(fine), _] = &kept.fields else { return false };
            let mut other_fields = other.kept.iter().filter_map(|kept| kept.fields[0].as_ref());
            other_fields.any(|other_fine| Arc::ptr_eq(fine, other_fine))
        };
        self.kept.iter().map(is_shared).collect()
    }
}

/// Samples chunks one by one, on any thread.
///
/// Chunks in the same row or column share the set-up of their noises. Neighbours share the samples
/// that curvature masks read.
pub struct ChunkSampler<'a> {
    land: &'a Land,
    plans: Plans<'a>,
}

impl<'a> ChunkSampler<'a> {
    /// Creates a sampler for these chunks.
    ///
    /// Their order gives the indices for [`Self::sample`].
    pub fn new(land: &'a Land, keys: impl Iterator<Item = ChunkKey>) -> Self {
        Self { land, plans: Plans::new(land.stack(), keys.collect(), land.spacing_m()) }
    }

    /// Samples the chunk `key`.
    ///
    /// `index` is its index in the order of [`Self::new`]. The function reuses the `known` samples of
    /// unchanged sources, because samples depend on their own source alone.
    pub fn sample(
        &self,
        index: usize,
        key: ChunkKey,
        known: Option<&ChunkSamples>,
    ) -> ChunkSamples {
        sample(self.land, key, known, Some(SharedSamples { all: &self.plans, chunk: key, index }))
    }
}

/// Samples many chunks on the current rayon pool.
///
/// The results are in the order of the keys.
pub fn sample_chunks(
    land: &Land,
    chunks: &[(ChunkKey, Option<Arc<ChunkSamples>>)],
) -> Vec<ChunkSamples> {
    let sampler = ChunkSampler::new(land, chunks.iter().map(|(key, _)| *key));
    let chunks = chunks.par_iter().enumerate();
    chunks.map(|(index, (key, known))| sampler.sample(index, *key, known.as_deref())).collect()
}

/// Samples many chunks from scratch.
pub fn sample_all(land: &Land, keys: &[ChunkKey]) -> Vec<ChunkSamples> {
    sample_chunks(land, &keys.iter().map(|key| (*key, None)).collect::<Vec<_>>())
}

/// Samples one chunk, reusing known samples.
pub fn sample_chunk(land: &Land, key: ChunkKey, known: Option<&ChunkSamples>) -> ChunkSamples {
    sample(land, key, known, None)
}

fn sample<'a>(
    land: &'a Land,
    key: ChunkKey,
    known: Option<&'a ChunkSamples>,
    shared: Option<SharedSamples<'a>>,
) -> ChunkSamples {
    let stack = land.stack();
    let known = known.filter(|known| known.spacing_m == land.spacing_m());
    let known = known.map_or_else(KnownSamples::default, ChunkSamples::known);
    let shared_fields = shared.map_or_else(Vec::new, |shared| shared.all.fields_of(key));
    let fields = [known.fields, &shared_fields].concat();
    let known = KnownSamples { fields: &fields, ..known };
    let mut batch = BatchEvaluator::sharing(stack, KeptSamples::of(known), shared);
    let grids = chunk_grids(key, land.spacing_m());
    let mut sample_grid = |slot: usize, grid: &Grid| {
        let places = Places::of_grid(grid).with_cache();
        batch.cache.slot = slot;
        match stack.only_noise() {
            // The heights are computed on demand.
            Some((source, _)) => {
                batch.field(source, &places, false);
                (vec![], None, None)
            }
            None => {
                let (heights_m, weights) = match land.weighted_part() {
                    // Plant masks read the heights of the whole land.
                    Some(MaskedPart::Plants) => batch.land_and_plants(&places),
                    _ => (batch.land(&places, false).values, None),
                };
                (heights_m, batch.relief.take(), weights)
            }
        }
    };
    let [(fine, fine_relief, fine_weights), (coarse, coarse_relief, coarse_weights)] =
        [sample_grid(0, &grids[0]), sample_grid(1, &grids[1])];
    let (water, wetness) = sample_water(&mut batch, &grids, [&fine, &coarse]);
    let water = water.map(|samples| Arc::new(ChunkWater(samples)));
    let heights = (!fine.is_empty()).then(|| Arc::new(ChunkField { fine, coarse }));
    let reliefs = fine_relief.zip(coarse_relief).map(|(fine, coarse)| Arc::new([fine, coarse]));
    let plant_weights = fine_weights.zip(coarse_weights);
    let plant_weights = plant_weights.map(|(fine, coarse)| ChunkField { fine, coarse });
    let weigh = |part| {
        let mut weigh_grid = |slot: usize| {
            let places = Places::of_grid(&grids[slot]).with_cache();
            batch.cache.slot = slot;
            batch.weights(part, &places)
        };
        ChunkField { fine: weigh_grid(0), coarse: weigh_grid(1) }
    };
    let weights = plant_weights.or_else(|| land.weighted_part().map(weigh)).map(Arc::new);
    let KeptSamples { kept, kept_strokes: strokes, kept_waters: waters, .. } = batch.cache;
    let spacing_m = land.spacing_m();
    let wetness = wetness.map(Arc::new);
    ChunkSamples { kept, strokes, waters, heights, weights, reliefs, wetness, water, spacing_m }
}

/// The water over both grids of a chunk and the wetness of the ground beside it, if there is any. Samples
/// of the coarse grid may be too far apart to show a drawn river; its sheet then lies below their ground.
fn sample_water(
    batch: &mut BatchEvaluator<'_>,
    grids: &[Grid; 2],
    heights_m: [&[f32]; 2],
) -> (Option<[Vec<WaterSample>; 2]>, Option<ChunkField>) {
    let places = [0, 1].map(|slot: usize| Places::of_grid(&grids[slot]).with_cache());
    let [(fine, fine_wetness), (coarse, coarse_wetness)] = [0, 1].map(|slot: usize| {
        batch.cache.slot = slot;
        batch.water_and_wetness(&places[slot], heights_m[slot])
    });
    let wetness = (fine_wetness.is_some() || coarse_wetness.is_some()).then(|| {
        let or_dry = |slot: usize, wetness: Option<Vec<f32>>| {
            wetness.unwrap_or_else(|| vec![0.0; heights_m[slot].len()])
        };
        ChunkField { fine: or_dry(0, fine_wetness), coarse: or_dry(1, coarse_wetness) }
    });
    if fine.is_none() && coarse.is_none() {
        return (None, wetness);
    }
    let has_drawn_water = batch.is_near_drawn_water(&places[1]);
    let mut or_hidden_sheet = |slot: usize, water: Option<Vec<WaterSample>>| {
        batch.cache.slot = slot;
        let hidden = || batch.all_water(&places[slot], heights_m[slot]);
        water.or_else(|| has_drawn_water.then(hidden).flatten())
    };
    let [fine, coarse] = [or_hidden_sheet(0, fine), or_hidden_sheet(1, coarse)];
    (fine.zip(coarse).map(|(fine, coarse)| [fine, coarse]), wetness)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::square;
    use crate::recipe::Recipe;

    #[test]
    fn one_two_and_seven_threads_make_the_same_bits() {
        let land = Land::new(&Recipe::default()).unwrap();
        let keys = square(4);
        let bits = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let samples = pool.install(|| sample_all(&land, &keys));
            let fields: Vec<_> = samples.iter().map(|s| s.heights_m(&land)).collect();
            let all = fields.iter().flat_map(|f| f.fine.iter().chain(&f.coarse));
            all.map(|h| h.to_bits()).collect::<Vec<_>>()
        };
        let one = bits(1);
        assert!(one.iter().any(|&b| b != one[0]));
        assert_eq!(bits(2), one);
        assert_eq!(bits(7), one);
    }

    #[test]
    fn samples_agree_with_the_height_function() {
        let recipe = Recipe::default();
        let land = Land::new(&recipe).unwrap();
        let key = ChunkKey { level: 1, x: -3, z: 2 };
        let field = &sample_all(&land, &[key])[0].heights_m(&land);
        let [x, z] = key.origin_m(land.spacing_m());
        for (samples, heights, spacing_m) in
            [(FINE_SAMPLES, &field.fine, 2.0), (COARSE_SAMPLES, &field.coarse, 4.0)]
        {
            for (i, &height) in heights.iter().enumerate().step_by(37) {
                let at = |corner: f64, i: usize| corner + (i as f64 - 1.0) * spacing_m;
                let reference = land.height_m([at(x, i % samples), at(z, i / samples)], spacing_m);
                assert!(
                    (f64::from(height) - reference).abs() < 1e-5 * recipe.base().shape.height_m,
                    "{height} {reference}"
                );
            }
        }
    }
}
