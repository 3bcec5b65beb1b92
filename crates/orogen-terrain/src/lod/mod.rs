//! Levels of detail: which level a place is to have, which chunks tile the plane, and how they
//! morph into each other.
//!
//! The distance is Chebyshev's on the ground plane, `max(|Δx|, |Δz|)`, and never less than the
//! viewer's height above the ground: squares suit square chunks, so that ranges can be short, and a
//! high viewer needs no fine chunk below. It does not depend on a vertex's own height; that would
//! let neighbours disagree on a shared edge.
//!
//! A chunk of level k is split where its distance is under `range[k − 1]`. Its four children come
//! whole, so that at the moment of a split the children's points lie between `range[k − 1]` and
//! `range[k − 1] + side[k]`. No pop then means: a chunk is fully morphed from its own range on, and
//! not at all before `range[k − 1] + side[k]` (the diameter of a node in this distance). Both leave
//! a band of width `(range_sides / 2 − 1)·side[k]`.

mod morph;
mod neighbours;
mod selection;
#[cfg(test)]
mod tests;

pub use morph::{MorphedVertex, Morphing};
pub use neighbours::{DIRECTIONS, Neighbours};
pub use selection::Selection;

use crate::chunk::{CHUNK_CELLS, ChunkKey};

/// A level's least range in sides of its chunks. Above 2, or nothing is left to morph in; at most 2 more
/// than half of it lies between two ranges, which keeps neighbours within one level: `RANGE_SIDES +
/// 2 ≤ 2·RANGE_SIDES`.
pub const RANGE_SIDES: f64 = 2.25;

/// How much further than its range a chunk's children are built ahead, so that they are ready when
/// they are due.
pub const AHEAD: f64 = 1.15;

/// Where one looks from, in metres of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewer {
    /// x and z.
    pub position_m: [f64; 2],
    /// Above the ground, at least 0: no level whose range is shorter is used.
    pub height_m: f64,
}

/// The levels of a land: from the finest spacing up to the first whose range reaches the horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    finest_m: f64,
    horizon_m: f64,
    /// The range of a level in sides of its chunks: [`RANGE_SIDES`], more through a long lens.
    range_sides: f64,
    coarsest: u8,
}

impl Levels {
    /// The levels for a finest spacing (a power of two) and a horizon, both above 0.
    pub fn new(finest_m: f64, horizon_m: f64) -> Self {
        Self::magnified(finest_m, horizon_m, 1.0)
    }

    /// The levels for a lens that makes what is far away so much larger. Their ranges grow with
    /// it by whole quarters, so that a lens which turns builds little anew, and no further than by
    /// half: there are as many chunks as the square of that.
    pub fn magnified(finest_m: f64, horizon_m: f64, times: f64) -> Self {
        let range_sides = RANGE_SIDES * (4.0 * times.clamp(1.0, 1.5)).floor() / 4.0;
        Self { finest_m, horizon_m, range_sides, coarsest: 0 }.to_horizon()
    }

    /// The same with ranges so many times as long, for pictures whose pixels would show cells of the
    /// usual size: there are as many chunks as the square of that.
    pub fn finer(self, times: f64) -> Self {
        let range_sides = self.range_sides * times.max(1.0);
        Self { range_sides, coarsest: 0, ..self }.to_horizon()
    }

    /// With as many levels as it takes to the horizon.
    fn to_horizon(mut self) -> Self {
        // 24 levels span four million kilometres at a spacing of 1 m.
        while self.range_m(self.coarsest) < self.horizon_m && self.coarsest < 24 {
            self.coarsest += 1;
        }
        self
    }

    /// The same with the horizon halved until no more than so many chunks are seen from the ground,
    /// or one level is left: near land stays as fine as it is.
    pub fn within(self, most: usize) -> Self {
        let mut levels = self;
        while levels.coarsest > 0 && levels.ideal(&Viewer::default()).len() > most {
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

    /// How far the land is shown.
    pub fn horizon_m(&self) -> f64 {
        self.horizon_m
    }

    /// The level of the roots.
    pub fn coarsest(&self) -> u8 {
        self.coarsest
    }

    /// The side of a level's chunks.
    pub fn side_m(&self, level: u8) -> f64 {
        self.finest_m * (CHUNK_CELLS as u64 * (1u64 << level)) as f64
    }

    /// Up to which distance a level is used.
    pub fn range_m(&self, level: u8) -> f64 {
        self.range_sides * self.side_m(level)
    }

    /// Between which distances a chunk of a level turns into the next coarser one; `None` for the
    /// coarsest.
    pub fn morph_m(&self, level: u8) -> Option<[f64; 2]> {
        let begin = 0.5 * self.range_m(level) + self.side_m(level);
        (level < self.coarsest).then(|| [begin, self.range_m(level)])
    }

    /// The distance of a chunk's nearest point.
    pub fn distance_m(&self, viewer: &Viewer, key: ChunkKey) -> f64 {
        let [dx, dz] = self.offsets_m(viewer, key);
        dx.max(dz).max(viewer.height_m)
    }

    /// Whether a chunk is too coarse for its distance, the range taken `ahead` times as long.
    pub fn is_too_coarse(&self, viewer: &Viewer, key: ChunkKey, ahead: f64) -> bool {
        key.level > 0 && self.distance_m(viewer, key) < ahead * self.range_m(key.level - 1)
    }

    /// Whether a root is within `ahead` times the horizon (as the crow flies, on the ground).
    pub fn is_in_sight(&self, viewer: &Viewer, root: ChunkKey, ahead: f64) -> bool {
        let [dx, dz] = self.offsets_m(viewer, root);
        dx * dx + dz * dz < (ahead * self.horizon_m) * (ahead * self.horizon_m)
    }

    /// The roots within `ahead` times the horizon, row by row.
    pub fn roots(&self, viewer: &Viewer, ahead: f64) -> Vec<ChunkKey> {
        let (side_m, reach_m) = (self.side_m(self.coarsest), ahead * self.horizon_m);
        let span = |c: f64| {
            ((c - reach_m) / side_m).floor() as i64..=((c + reach_m) / side_m).floor() as i64
        };
        let [x, z] = viewer.position_m;
        let keys =
            span(z).flat_map(|z| span(x).map(move |x| ChunkKey { level: self.coarsest, x, z }));
        keys.filter(|&key| self.is_in_sight(viewer, key, ahead)).collect()
    }

    /// The chunks that a viewer is to see: they tile the plane out to the horizon, neighbours
    /// (corners included) differ by at most one level. Nearest first.
    pub fn ideal(&self, viewer: &Viewer) -> Vec<ChunkKey> {
        let mut open = self.roots(viewer, 1.0);
        let mut chunks = Vec::with_capacity(256);
        while let Some(key) = open.pop() {
            if self.is_too_coarse(viewer, key, 1.0) {
                open.extend(key.children())
            } else {
                chunks.push(key)
            }
        }
        self.sort_nearest_first(viewer, &mut chunks);
        chunks
    }

    /// Sorts by distance, of equal ones the coarser first: what a finer one waits for.
    pub fn sort_nearest_first(&self, viewer: &Viewer, chunks: &mut [ChunkKey]) {
        let order = |key: &ChunkKey| (self.distance_m(viewer, *key), std::cmp::Reverse(key.level));
        chunks.sort_by(|a, b| {
            let (near, level) = order(a);
            let (far, other) = order(b);
            near.total_cmp(&far).then(level.cmp(&other)).then(a.cmp(b))
        });
    }

    /// How far from the viewer a chunk's nearest point is, on each axis.
    fn offsets_m(&self, viewer: &Viewer, key: ChunkKey) -> [f64; 2] {
        let side_m = self.side_m(key.level);
        let offset = |cell: i64, at: f64| {
            let low = cell as f64 * side_m;
            (low - at).max(at - (low + side_m)).max(0.0)
        };
        let [x, z] = viewer.position_m;
        [offset(key.x, x), offset(key.z, z)]
    }
}
