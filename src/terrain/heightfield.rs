//! The samples of a chunk: its own 67 × 67 and, at twice the spacing, 35 × 35, both with a border
//! of one.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;

use crate::noise::grid::Grid;
use crate::terrain::chunk::{COARSE_SAMPLES, ChunkKey, FINE_SAMPLES};
use crate::terrain::land::Land;
use crate::terrain::layer_land::{LayerLand, SampleKey};

/// A chunk's samples of one quantity (noise, or heights in metres), row by row from the north, the
/// border included.
#[derive(Clone, Debug, PartialEq)]
pub struct ChunkField {
    /// 67 × 67 at the chunk's spacing, the first one a cell north-west of the chunk.
    pub fine: Vec<f32>,
    /// 35 × 35 at twice the spacing, the first one such a cell north-west of the chunk.
    pub coarse: Vec<f32>,
}

impl ChunkField {
    fn new() -> Self {
        Self {
            fine: vec![0.0; FINE_SAMPLES * FINE_SAMPLES],
            coarse: vec![0.0; COARSE_SAMPLES * COARSE_SAMPLES],
        }
    }
}

/// A chunk's samples of every layer that is seen, before they are composed.
#[derive(Clone, Default)]
pub struct ChunkSamples {
    layers: Vec<LayerSamples>,
}

/// Those of one layer, and what they depend on.
#[derive(Clone)]
struct LayerSamples {
    key: Arc<SampleKey>,
    field: Arc<ChunkField>,
}

impl ChunkSamples {
    /// The heights of the land that the samples were made for, in metres.
    ///
    /// # Panics
    /// If they were made for another number of layers.
    pub fn heights_m(&self, land: &Land) -> ChunkField {
        let mut heights = ChunkField::new();
        let fields = |of: fn(&ChunkField) -> &[f32]| {
            self.layers.iter().map(|layer| of(&layer.field)).collect::<Vec<_>>()
        };
        land.compose(&fields(|field| &field.fine), &mut heights.fine);
        land.compose(&fields(|field| &field.coarse), &mut heights.coarse);
        heights
    }

    /// The fine samples in noise units: those of the only layer as they are.
    pub fn in_noise_units(&self, land: &Land) -> Cow<'_, [f32]> {
        match (&*self.layers, land.layers()) {
            ([only], [layer]) if layer.is_whole => Cow::Borrowed(&only.field.fine),
            _ => {
                let mut heights = self.heights_m(land).fine;
                let scale = (1.0 / land.shape().height_m) as f32;
                heights.iter_mut().for_each(|height| *height *= scale);
                Cow::Owned(heights)
            }
        }
    }

    /// Samples that are the same everywhere.
    #[cfg(test)]
    pub fn level(land: &Land, noise: f32) -> Self {
        let mut field = ChunkField::new();
        field.fine.fill(noise);
        field.coarse.fill(noise);
        let field = Arc::new(field);
        let samples =
            |layer: &LayerLand| LayerSamples { key: layer.key.clone(), field: field.clone() };
        Self { layers: land.layers().iter().map(samples).collect() }
    }

    /// Of each layer, whether its samples are those of another chunk's.
    #[cfg(test)]
    pub fn shared_with(&self, other: &Self) -> Vec<bool> {
        let is_shared = |layer: &LayerSamples| {
            other.layers.iter().any(|theirs| Arc::ptr_eq(&layer.field, &theirs.field))
        };
        self.layers.iter().map(is_shared).collect()
    }

    /// The samples of a layer, if they are among these.
    fn find(&self, key: &SampleKey) -> Option<Arc<ChunkField>> {
        let found = self.layers.iter().find(|layer| *layer.key == *key);
        found.map(|layer| layer.field.clone())
    }
}

/// The grids that a chunk samples: its own, and the next coarser one, each at its own band limit.
pub fn chunk_grids(key: ChunkKey, finest_m: f64) -> [Grid; 2] {
    let [x, z] = key.origin_cell();
    let spacing_m = key.spacing_m(finest_m);
    let grid = |origin: [i64; 2], samples, spacing_m| Grid {
        origin: origin.map(|c| c - 1),
        size: [samples; 2],
        spacing_m,
        band_limit_m: spacing_m,
    };
    [grid([x, z], FINE_SAMPLES, spacing_m), grid([x / 2, z / 2], COARSE_SAMPLES, 2.0 * spacing_m)]
}

/// Samples many chunks on the current rayon pool, in the order of the keys. What is known of a
/// chunk is not sampled again: a layer's samples depend on that layer alone. Chunks above and beside
/// each other share what is worked out for their columns and rows.
pub fn sample_chunks(
    land: &Land,
    chunks: &[(ChunkKey, Option<Arc<ChunkSamples>>)],
) -> Vec<ChunkSamples> {
    let mut sampled: Vec<_> = chunks.iter().map(|_| ChunkSamples::default()).collect();
    for layer in land.layers() {
        let known = |known: &Option<Arc<ChunkSamples>>| known.as_ref()?.find(&layer.key);
        let fields: Vec<_> = chunks.iter().map(|(_, samples)| known(samples)).collect();
        let unknown = chunks.iter().zip(&fields).filter(|(_, field)| field.is_none());
        let grids: Vec<_> =
            unknown.flat_map(|((key, _), _)| chunk_grids(*key, land.spacing_m())).collect();
        let plan = layer.plan(&grids);
        let sample = |i: usize| {
            let mut field = ChunkField::new();
            plan.fill(2 * i, &mut field.fine);
            plan.fill(2 * i + 1, &mut field.coarse);
            Arc::new(field)
        };
        let new: Vec<_> = (0..grids.len() / 2).into_par_iter().map(sample).collect();
        let mut new = new.into_iter();
        for (samples, field) in sampled.iter_mut().zip(fields) {
            let field = field.or_else(|| new.next()).expect("a field a chunk");
            samples.layers.push(LayerSamples { key: layer.key.clone(), field });
        }
    }
    sampled
}

/// Samples many chunks of which nothing is known.
pub fn sample_all(land: &Land, keys: &[ChunkKey]) -> Vec<ChunkSamples> {
    sample_chunks(land, &keys.iter().map(|key| (*key, None)).collect::<Vec<_>>())
}

/// Samples one chunk, but for what is known of it.
pub fn sample_chunk(land: &Land, key: ChunkKey, known: Option<&ChunkSamples>) -> ChunkSamples {
    let [fine, coarse] = chunk_grids(key, land.spacing_m());
    let sample = |layer: &LayerLand| {
        let known = known.and_then(|known| known.find(&layer.key));
        let field = known.unwrap_or_else(|| {
            Arc::new(ChunkField {
                fine: layer.sampled(&fine, FINE_SAMPLES * FINE_SAMPLES),
                coarse: layer.sampled(&coarse, COARSE_SAMPLES * COARSE_SAMPLES),
            })
        });
        LayerSamples { key: layer.key.clone(), field }
    };
    ChunkSamples { layers: land.layers().iter().map(sample).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::chunk::square;
    use crate::terrain::recipe::Recipe;

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
    fn samples_are_the_height_function_at_their_positions() {
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
