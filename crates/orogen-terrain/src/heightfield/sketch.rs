//! Sketches of chunks whose land is too slow to sample: a smooth surface through a few samples.

use std::sync::Arc;
use std::time::Duration;

use super::{ChunkField, ChunkSamples, chunk_grids};
use crate::chunk::{COARSE_SAMPLES, ChunkKey, FINE_SAMPLES};
use crate::clock;
use crate::land::Land;
use crate::stack::Places;
use orogen_noise::grid::Grid;

/// Cells between two samples of a sketch.
const STRIDE: usize = 8;

/// The number of extra samples that a cubic needs at each end.
const BORDER: usize = 2;

impl ChunkSamples {
    /// Sketches a chunk's heights from one sample in 64.
    ///
    /// It caches nothing for later edits. Sketches meet at shared edges and at the edges of the
    /// next level, as sampled chunks do.
    pub fn sketched(land: &Land, key: ChunkKey) -> Self {
        let [fine, coarse] = chunk_grids(key, land.spacing_m()).map(|grid| sketch(land, &grid));
        let heights = Some(Arc::new(ChunkField { fine, coarse }));
        Self { heights, spacing_m: land.spacing_m(), ..Self::default() }
    }

    /// Measures whether sampling a chunk would take longer than `limit`.
    ///
    /// Known samples take no time. A slow result is measured again, because the system may have
    /// interrupted the thread.
    pub fn is_slow_to_sample(
        land: &Land,
        key: ChunkKey,
        known: Option<&Self>,
        limit: Duration,
    ) -> bool {
        let [fine, _] = chunk_grids(key, land.spacing_m());
        let stack = land.stack();
        let sources = match land.weighs_plants() {
            true => &stack.sources[..],
            false => &stack.sources[..stack.land_sources],
        };
        let known = known.filter(|known| known.spacing_m == land.spacing_m());
        let is_known = |source: &_| {
            known.is_some_and(|known| known.kept.iter().any(|kept| kept.key.has_samples_of(source)))
        };
        let unknown: Vec<_> = sources.iter().filter(|source| !is_known(source)).collect();
        let chunk_samples = (FINE_SAMPLES * FINE_SAMPLES + COARSE_SAMPLES * COARSE_SAMPLES) as u32;
        let is_slow = |stride: usize| {
            // Use the chunk's own band limit, because fine octaves make a land slow.
            let grid = Grid { band_limit_m: fine.band_limit_m, ..thinned_grid(&fine, stride, 0) };
            let places = Places::of_grid(&grid);
            let start = clock::now();
            unknown.iter().for_each(|source| _ = source.sampled(&places, false));
            (clock::now() - start) * chunk_samples / (grid.size[0] * grid.size[1]) as u32 > limit
        };
        is_slow(STRIDE) && is_slow(STRIDE / 2)
    }
}

/// Takes every `stride`th sample of a chunk's grid from its north-west to its south-east vertex,
/// plus a border.
fn thinned_grid(grid: &Grid, stride: usize, border: usize) -> Grid {
    let spacing_m = stride as f64 * grid.spacing_m;
    // The grid of a chunk has a border of one sample around its vertices.
    let vertex = grid.origin.map(|cell| (cell + 1) / stride as i64);
    let cells = grid.size.map(|samples| (samples - 3) / stride);
    Grid {
        origin: vertex.map(|vertex| vertex - border as i64),
        size: cells.map(|cells| cells + 1 + 2 * border),
        spacing_m,
        band_limit_m: spacing_m,
    }
}

/// Computes a chunk's heights by cubic interpolation (Catmull and Rom 1974) of a few samples.
fn sketch(land: &Land, grid: &Grid) -> Vec<f32> {
    let sparse = thinned_grid(grid, STRIDE, BORDER);
    let mut sparse_m = vec![0.0; sparse.size[0] * sparse.size[1]];
    land.fill(&sparse, &mut sparse_m);
    let (width, sparse_width) = (grid.size[0], sparse.size[0]);
    let wide: Vec<f32> =
        sparse_m.chunks(sparse_width).flat_map(|row| interpolate_line(width, |i| row[i])).collect();
    let mut heights_m = vec![0.0; width * grid.size[1]];
    for column in 0..width {
        let line = interpolate_line(grid.size[1], |row| wide[row * width + column]);
        for (row, height_m) in line.enumerate() {
            heights_m[row * width + column] = height_m;
        }
    }
    heights_m
}

/// Interpolates a line of `count` samples from one sample in [`STRIDE`], starting one sample before
/// the first vertex. Given samples stay exact, so edges depend only on the samples on them.
fn interpolate_line(count: usize, sample: impl Fn(usize) -> f32) -> impl Iterator<Item = f32> {
    (0..count).map(move |i| {
        // The distance from the first given sample, in samples of the line.
        let distance = i + BORDER * STRIDE - 1;
        let (before, t) = (distance / STRIDE, (distance % STRIDE) as f32 / STRIDE as f32);
        if t == 0.0 {
            return sample(before);
        }
        let [a, b, c, d] = [before - 1, before, before + 1, before + 2].map(&sample);
        let (linear, square) = (c - a, 2.0 * a - 5.0 * b + 4.0 * c - d);
        b + 0.5 * t * (linear + t * (square + t * (3.0 * (b - c) + d - a)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::MeshData;
    use crate::preset;
    use crate::recipe::Recipe;

    fn land() -> Land {
        let mut recipe = preset::PRESETS[0].scene().unwrap().recipe;
        recipe.world.bounded = false;
        Land::new(&recipe).unwrap()
    }

    fn heights(land: &Land, key: ChunkKey) -> Arc<ChunkField> {
        ChunkSamples::sketched(land, key).heights_m(land)
    }

    #[test]
    fn sketches_meet_at_shared_edges_and_at_coarser_levels() {
        let land = land();
        for key in [(0, 3, -2), (2, -1, 0), (5, 0, -1)] {
            let key = ChunkKey { level: key.0, x: key.1, z: key.2 };
            let at =
                |field: &[f32], width: usize, x: usize, z: usize| field[z * width + x].to_bits();
            let here = heights(&land, key);
            let [east, south] = [[1, 0], [0, 1]].map(|by| heights(&land, key.neighbour(by)));
            for i in 0..FINE_SAMPLES {
                let (first, last) = (1, FINE_SAMPLES - 2);
                let fine = |field: &ChunkField, x, z| at(&field.fine, FINE_SAMPLES, x, z);
                assert_eq!(fine(&here, last, i), fine(&east, first, i), "{key:?}, {i} south");
                assert_eq!(fine(&here, i, last), fine(&south, i, first), "{key:?}, {i} east");
            }
            // A morphed chunk equals the coarser chunk.
            let (parent, half) = (heights(&land, key.parent()), FINE_SAMPLES / 2 - 1);
            let [dx, dz] = [key.x & 1, key.z & 1].map(|odd| odd as usize * half);
            for (x, z) in (0..COARSE_SAMPLES).flat_map(|z| (0..COARSE_SAMPLES).map(move |x| (x, z)))
            {
                let coarse = at(&here.coarse, COARSE_SAMPLES, x, z);
                assert_eq!(coarse, at(&parent.fine, FINE_SAMPLES, x + dx, z + dz), "{x} {z}");
            }
        }
    }

    #[test]
    fn a_sketch_equals_the_land_at_its_samples_and_is_near_it_elsewhere() {
        let land = Land::new(&Recipe::default()).unwrap();
        // Cells of a metre: the land is smooth between samples eight metres apart.
        let key = ChunkKey { level: 0, x: 1, z: 1 };
        let [grid, _] = chunk_grids(key, land.spacing_m());
        let mut true_m = vec![0.0; FINE_SAMPLES * FINE_SAMPLES];
        let band_limit_m = STRIDE as f64 * grid.spacing_m;
        land.fill(&Grid { band_limit_m, ..grid }, &mut true_m);
        let sketched = heights(&land, key);
        let (low, high) = true_m.iter().fold((f32::MAX, f32::MIN), |(low, high), height| {
            (low.min(*height), high.max(*height))
        });
        for (i, (sketched, height)) in sketched.fine.iter().zip(&true_m).enumerate() {
            let [x, z] = [i % FINE_SAMPLES, i / FINE_SAMPLES];
            if x % STRIDE == 1 && z % STRIDE == 1 {
                assert_eq!(sketched.to_bits(), height.to_bits(), "{x} {z}");
            }
            assert!((sketched - height).abs() < 0.1 * (high - low), "{x} {z}");
        }
        let mesh = MeshData::new(&sketched, grid.spacing_m as f32, -1e4);
        assert!(mesh.positions_m().all(|place| place.iter().all(|c| c.is_finite())));
    }

    #[test]
    fn a_chunk_with_known_samples_is_not_slow() {
        let land = land();
        let key = ChunkKey { level: 1, x: 0, z: 0 };
        let known = super::super::sample_chunk(&land, key, None);
        let is_slow = |known, limit| ChunkSamples::is_slow_to_sample(&land, key, known, limit);
        assert!(is_slow(None, Duration::ZERO) && !is_slow(None, Duration::from_secs(600)));
        assert!(!is_slow(Some(&known), Duration::from_millis(10)));
    }
}
