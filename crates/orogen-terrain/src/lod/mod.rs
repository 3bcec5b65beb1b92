//! Levels of detail: the level for each place, the chunks that tile the plane, and how they morph.
//!
//! Distances are Chebyshev distances on the ground plane, `max(|Δx|, |Δz|)`. They suit square
//! chunks and keep ranges short. A distance is at least the viewer's height above the ground, so a
//! high viewer needs no fine chunks below. Distances ignore the height of a vertex; otherwise
//! neighbours could disagree on a shared edge.
//!
//! For level k, `range[k]` is [`Levels::range_m`] and `side[k]` is [`Levels::side_m`]. A chunk of
//! level k splits where its distance is below `range[k − 1]`. All four children appear at once, so
//! at that moment their points lie between `range[k − 1]` and `range[k − 1] + side[k]`. To avoid
//! popping, a chunk of level k is fully morphed from `range[k]` on, and does not morph up to
//! `range[k − 1] + side[k]`, because `side[k]` is its Chebyshev diameter. Between these two
//! distances, it morphs over a width of `(range_sides / 2 − 1)·side[k]`.

mod morph;
mod neighbours;
mod selection;
#[cfg(test)]
mod tests;

pub use morph::{MorphedVertex, Morphing};
pub use neighbours::{DIRECTIONS, Neighbours};
pub use selection::Selection;

use crate::chunk::{CHUNK_CELLS, ChunkKey};

/// The shortest range of a level, in sides of its chunks.
///
/// It must exceed 2 to leave room for the morph. Neighbours stay within one level if the gap
/// between two ranges is wide enough: `RANGE_SIDES + 2 ≤ 2·RANGE_SIDES`.
pub const RANGE_SIDES: f64 = 2.25;

/// Chunks are built within the range times this factor.
///
/// The factor is above 1, so that chunks are ready when they appear.
pub const BUILD_RANGE_FACTOR: f64 = 1.15;

/// The viewpoint, in metres of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewer {
    /// The position (x, z).
    pub position_m: [f64; 2],
    /// The height above the ground, at least 0.
    ///
    /// Levels whose range is shorter than this are not used.
    pub height_m: f64,
}

/// The levels of a land.
///
/// They go from the finest spacing to the first level whose range reaches the horizon.
///
/// ```
/// use orogen_terrain::lod::{Levels, Viewer};
///
/// let levels = Levels::new(1.0, 16_000.0);
/// let viewer = Viewer { position_m: [-600.0, 1800.0], height_m: 850.0 };
/// let chunks = levels.ideal(&viewer);
/// assert!(chunks[0].level < levels.coarsest(), "the nearest chunk is finer than the farthest");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    finest_m: f64,
    horizon_m: f64,
    /// The range of a level in sides of its chunks: [`RANGE_SIDES`], or more for a long lens.
    range_sides: f64,
    coarsest: u8,
}

impl Levels {
    /// Creates the levels for a finest spacing and a horizon.
    ///
    /// The spacing is a power of two, and both are above 0.
    pub fn new(finest_m: f64, horizon_m: f64) -> Self {
        Self::magnified(finest_m, horizon_m, 1.0)
    }

    /// Creates the levels for the magnification of a lens.
    ///
    /// Ranges grow in steps of a quarter, so that a zoom rebuilds few chunks. They grow by at most
    /// a half, because the number of chunks grows with the square of the range.
    pub fn magnified(finest_m: f64, horizon_m: f64, magnification: f64) -> Self {
        let range_sides = RANGE_SIDES * (4.0 * magnification.clamp(1.0, 1.5)).floor() / 4.0;
        Self { finest_m, horizon_m, range_sides, coarsest: 0 }.to_horizon()
    }

    /// Multiplies the ranges by a factor; a factor below 1 has no effect.
    ///
    /// Pictures use it if cells of the usual size would be visible. The number of chunks grows with
    /// the square of the factor.
    pub fn with_longer_ranges(self, factor: f64) -> Self {
        let range_sides = self.range_sides * factor.max(1.0);
        Self { range_sides, coarsest: 0, ..self }.to_horizon()
    }

    /// Adds levels until the last one reaches the horizon.
    fn to_horizon(mut self) -> Self {
        // 24 levels span four million kilometres at a spacing of 1 m.
        while self.range_m(self.coarsest) < self.horizon_m && self.coarsest < 24 {
            self.coarsest += 1;
        }
        self
    }

    /// Halves the horizon until a view from the ground has at most `max_chunks` chunks.
    ///
    /// It stops at a single level. Near land keeps its detail.
    pub fn limit_chunks(self, max_chunks: usize) -> Self {
        let mut levels = self;
        while levels.coarsest > 0 && levels.ideal(&Viewer::default()).len() > max_chunks {
            levels.horizon_m *= 0.5;
            while levels.coarsest > 0 && levels.range_m(levels.coarsest - 1) >= levels.horizon_m {
                levels.coarsest -= 1;
            }
        }
        levels
    }

    /// The spacing of level 0.
    pub fn finest_m(&self) -> f64 {
        self.finest_m
    }

    /// The distance up to which land is shown.
    pub fn horizon_m(&self) -> f64 {
        self.horizon_m
    }

    /// The level of the root chunks.
    pub fn coarsest(&self) -> u8 {
        self.coarsest
    }

    /// The side length of a level's chunks.
    pub fn side_m(&self, level: u8) -> f64 {
        self.finest_m * (CHUNK_CELLS as u64 * (1u64 << level)) as f64
    }

    /// The distance up to which a level is used.
    pub fn range_m(&self, level: u8) -> f64 {
        self.range_sides * self.side_m(level)
    }

    /// The distances between which a chunk morphs; `None` for the coarsest level.
    ///
    /// Up to the first distance, the chunk has its own shape. From the second distance on, it has the
    /// shape of the next coarser level.
    pub fn morph_m(&self, level: u8) -> Option<[f64; 2]> {
        let begin = 0.5 * self.range_m(level) + self.side_m(level);
        (level < self.coarsest).then(|| [begin, self.range_m(level)])
    }

    /// The distance to a chunk's nearest point.
    pub fn distance_m(&self, viewer: &Viewer, key: ChunkKey) -> f64 {
        let [dx, dz] = self.offsets_m(viewer, key);
        dx.max(dz).max(viewer.height_m)
    }

    /// Returns true if a chunk is too coarse for its distance.
    ///
    /// Ranges are multiplied by `range_factor`.
    pub fn is_too_coarse(&self, viewer: &Viewer, key: ChunkKey, range_factor: f64) -> bool {
        key.level > 0 && self.distance_m(viewer, key) < range_factor * self.range_m(key.level - 1)
    }

    /// Returns true if a root lies within `factor` times the horizon.
    ///
    /// The distance is Euclidean, on the ground plane.
    pub fn is_in_sight(&self, viewer: &Viewer, root: ChunkKey, factor: f64) -> bool {
        let [dx, dz] = self.offsets_m(viewer, root);
        dx * dx + dz * dz < (factor * self.horizon_m) * (factor * self.horizon_m)
    }

    /// The roots within `factor` times the horizon, row by row.
    pub fn roots(&self, viewer: &Viewer, factor: f64) -> Vec<ChunkKey> {
        let (side_m, reach_m) = (self.side_m(self.coarsest), factor * self.horizon_m);
        let span = |c: f64| {
            ((c - reach_m) / side_m).floor() as i64..=((c + reach_m) / side_m).floor() as i64
        };
        let [x, z] = viewer.position_m;
        let keys =
            span(z).flat_map(|z| span(x).map(move |x| ChunkKey { level: self.coarsest, x, z }));
        keys.filter(|&key| self.is_in_sight(viewer, key, factor)).collect()
    }

    /// The chunks that the viewer should see, nearest first.
    ///
    /// They tile the plane out to the horizon, and neighbours (including corners) differ by at most
    /// one level.
    pub fn ideal(&self, viewer: &Viewer) -> Vec<ChunkKey> {
        let mut pending = self.roots(viewer, 1.0);
        let mut chunks = Vec::with_capacity(256);
        while let Some(key) = pending.pop() {
            if self.is_too_coarse(viewer, key, 1.0) {
                pending.extend(key.children())
            } else {
                chunks.push(key)
            }
        }
        self.sort_nearest_first(viewer, &mut chunks);
        chunks
    }

    /// Sorts chunks by distance.
    ///
    /// At equal distance the coarser chunk comes first, because finer chunks wait for it.
    pub fn sort_nearest_first(&self, viewer: &Viewer, chunks: &mut [ChunkKey]) {
        let order = |key: &ChunkKey| (self.distance_m(viewer, *key), std::cmp::Reverse(key.level));
        chunks.sort_by(|a, b| {
            let (distance_a, level_a) = order(a);
            let (distance_b, level_b) = order(b);
            distance_a.total_cmp(&distance_b).then(level_a.cmp(&level_b)).then(a.cmp(b))
        });
    }

    /// The distance from the viewer to a chunk's nearest point, per axis.
    fn offsets_m(&self, viewer: &Viewer, key: ChunkKey) -> [f64; 2] {
        let side_m = self.side_m(key.level);
        let offset = |cell: i64, position: f64| {
            let low = cell as f64 * side_m;
            (low - position).max(position - (low + side_m)).max(0.0)
        };
        let [x, z] = viewer.position_m;
        [offset(key.x, x), offset(key.z, z)]
    }
}
