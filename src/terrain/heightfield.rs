//! The samples of a chunk: its own 67 × 67 and, at twice the spacing, 35 × 35, both with a border
//! of one.

use rayon::prelude::*;

use crate::noise::grid::Grid;
use crate::terrain::chunk::{COARSE_SAMPLES, ChunkKey, FINE_SAMPLES};
use crate::terrain::land::Land;
use crate::terrain::shape::Shape;

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

    /// The heights in metres of a field of noise.
    pub fn shaped(&self, shape: Shape) -> Self {
        let mut heights = Self::new();
        shape.heights_m(&self.fine, &mut heights.fine);
        shape.heights_m(&self.coarse, &mut heights.coarse);
        heights
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

/// Samples the noise of many chunks on the current rayon pool, in the order of the keys. Chunks
/// above and beside each other share what is worked out for their columns and rows.
pub fn sample_chunks(land: &Land, keys: &[ChunkKey]) -> Vec<ChunkField> {
    let grids: Vec<_> = keys.iter().flat_map(|&key| chunk_grids(key, land.spacing_m())).collect();
    let plan = land.plan(&grids);
    let sample = |i: usize| {
        let mut field = ChunkField::new();
        plan.fill(2 * i, &mut field.fine);
        plan.fill(2 * i + 1, &mut field.coarse);
        field
    };
    (0..keys.len()).into_par_iter().map(sample).collect()
}

/// Samples the noise of one chunk.
pub fn sample_chunk(land: &Land, key: ChunkKey) -> ChunkField {
    let mut field = ChunkField::new();
    let [fine, coarse] = chunk_grids(key, land.spacing_m());
    land.sample(&fine, &mut field.fine);
    land.sample(&coarse, &mut field.coarse);
    field
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
            let fields = pool.install(|| sample_chunks(&land, &keys));
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
        let field = &sample_chunks(&land, &[key])[0].shaped(land.shape());
        let [x, z] = key.origin_m(land.spacing_m());
        for (samples, heights, spacing_m) in
            [(FINE_SAMPLES, &field.fine, 2.0), (COARSE_SAMPLES, &field.coarse, 4.0)]
        {
            for (i, &height) in heights.iter().enumerate().step_by(37) {
                let at = |corner: f64, i: usize| corner + (i as f64 - 1.0) * spacing_m;
                let reference = land.height_m([at(x, i % samples), at(z, i / samples)], spacing_m);
                assert!(
                    (f64::from(height) - reference).abs() < 1e-5 * recipe.shape.height_m,
                    "{height} {reference}"
                );
            }
        }
    }
}
