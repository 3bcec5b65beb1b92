//! Limits the number of chunks and the graphics memory of their meshes.
//!
//! The environment variable `OROGEN_MESH_MIB` sets a memory budget. If an endless land would exceed
//! it, its horizon comes nearer.

use std::fmt;

use bevy::prelude::*;

use orogen_terrain::chunk::{CHUNK_CELLS, CHUNK_VERTICES};
use orogen_terrain::lod::Levels;
use orogen_terrain::mesh::Vertex;
use orogen_terrain::view::ViewParams;

/// The environment variable that sets the budget, in MiB.
const BUDGET_VARIABLE: &str = "OROGEN_MESH_MIB";

/// The largest number of chunks in memory.
///
/// A chunk takes about 210 kB for vertices, indices and noise. A twin less than doubles that,
/// because both share their noise. Near this limit, coarser chunks replace finer chunks before
/// finer chunks are built. The largest view, out to 64 km at 0.25 m, has about 400 chunks.
pub const MAX_CHUNKS: usize = 1200;

/// The graphics memory of a chunk's mesh: its vertices, and two triangles per cell.
pub const MESH_BYTES: usize = CHUNK_VERTICES * CHUNK_VERTICES * size_of::<Vertex>()
    + 6 * CHUNK_CELLS * CHUNK_CELLS * size_of::<u16>();

/// The smallest budget, in chunks. A land with the nearest horizon shows about 60 chunks.
const MIN_CHUNKS: usize = 240;

/// The largest number of chunks, and their resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkLimit {
    /// The largest number of chunks in memory.
    pub max_chunks: usize,
    /// The budget in MiB, and the largest number of visible chunks of an endless land; `None`
    /// without a budget.
    budget: Option<(usize, usize)>,
    /// The resolution of an endless land's meshes in quarters: 4 is the usual resolution, 8 is
    /// twice as fine.
    quarters: u32,
}

/// The largest height of a picture, in pixels, for which the usual resolution is enough.
const USUAL_ROWS: u32 = 360;

impl Default for ChunkLimit {
    fn default() -> Self {
        Self { max_chunks: MAX_CHUNKS, budget: None, quarters: 4 }
    }
}

impl ChunkLimit {
    /// The limit that `OROGEN_MESH_MIB` sets, or the default.
    ///
    /// Logs a warning if the value is invalid.
    pub fn from_environment() -> Self {
        let Ok(text) = std::env::var(BUDGET_VARIABLE) else { return Self::default() };
        Self::of_text(&text).unwrap_or_else(|| {
            warn!("{BUDGET_VARIABLE} must be a whole number of MiB from 1; `{text}` is ignored");
            Self::default()
        })
    }

    fn of_text(text: &str) -> Option<Self> {
        text.trim().parse().ok().filter(|mib| *mib > 0).map(Self::of_mib)
    }

    /// The limit for a budget in MiB.
    ///
    /// The budget counts the meshes of the wanted land. It excludes twins and the memory that the
    /// allocator reserves.
    pub fn of_mib(mib: usize) -> Self {
        let chunks = (mib.saturating_mul(1 << 20) / MESH_BYTES).max(MIN_CHUNKS);
        // While a revision replaces another, the chunks of both need meshes: a third for the
        // visible chunks of the new land, two thirds for the old.
        Self {
            max_chunks: (chunks / 3 * 2).min(MAX_CHUNKS),
            budget: Some((mib, chunks / 3)),
            quarters: 4,
        }
    }

    /// The limit for a still picture with `rows` rows of pixels.
    ///
    /// Meshes are up to twice as fine as usual, because a single picture may take longer. With a
    /// budget nothing changes.
    pub fn for_picture(self, rows: u32) -> Self {
        if self.budget.is_some() {
            return self;
        }
        let quarters = (4 * rows / USUAL_ROWS).clamp(4, 8);
        Self { max_chunks: MAX_CHUNKS * (quarters * quarters) as usize / 16, quarters, ..self }
    }

    /// Returns the levels of an endless land that respect this limit.
    ///
    /// With a budget, the horizon comes nearer until the budget suffices for the visible chunks.
    pub fn fit(self, levels: Levels) -> Levels {
        let finer = levels.with_longer_ranges(0.25 * f64::from(self.quarters));
        self.budget.map_or(finer, |(_, max_visible)| finer.limit_chunks(max_visible))
    }

    /// Returns the horizon that this limit allows; `None` if it allows the `wanted` horizon.
    pub fn limited_horizon(self, wanted: Levels) -> Option<LimitedHorizon> {
        let (budget_mib, _) = self.budget?;
        let horizon_m = self.fit(wanted).horizon_m();
        (horizon_m < wanted.horizon_m()).then_some(LimitedHorizon { horizon_m, budget_mib })
    }
}

/// A horizon that the memory budget limits, and the budget.
///
/// It displays as a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitedHorizon {
    /// The distance to the limited horizon, in metres.
    pub horizon_m: f64,
    budget_mib: usize,
}

impl LimitedHorizon {
    /// A copy of `view` with this horizon, where haze hides the edge of the land.
    pub fn limit_view(&self, view: &ViewParams) -> ViewParams {
        let mut view = view.clone();
        view.distance.horizon_km = view.distance.horizon_km.min(self.horizon_m / 1000.0);
        view
    }
}

impl fmt::Display for LimitedHorizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (horizon_km, budget_mib) = (self.horizon_m / 1000.0, self.budget_mib);
        write!(
            f,
            "the horizon is limited to {horizon_km:.1} km: {BUDGET_VARIABLE} allows {budget_mib} MiB \
             of graphics memory for meshes"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::lod::Viewer;

    #[test]
    fn a_budget_brings_the_horizon_nearer() {
        let wanted = Levels::new(0.25, 64_000.0);
        assert_eq!(ChunkLimit::default().fit(wanted), wanted);
        assert_eq!(ChunkLimit::default().limited_horizon(wanted), None);
        assert_eq!(ChunkLimit::of_mib(4096).max_chunks, MAX_CHUNKS);
        assert_eq!(ChunkLimit::of_mib(4096).limited_horizon(wanted), None, "enough");
        let mut before_m = f64::INFINITY;
        for mib in [100, 64, 1] {
            let limit = ChunkLimit::of_mib(mib);
            let levels = limit.fit(wanted);
            let visible = levels.ideal(&Viewer::default()).len();
            let chunks = (mib << 20) / MESH_BYTES;
            assert!(visible + limit.max_chunks <= chunks.max(MIN_CHUNKS), "{visible} of {chunks}");
            let limited = limit.limited_horizon(wanted).unwrap();
            assert!(limited.horizon_m < before_m && levels.finest_m() == 0.25);
            before_m = limited.horizon_m;
            let line = limited.to_string();
            assert!(line.contains(&format!("{mib} MiB")) && line.lines().count() == 1, "{line}");
            let view = limited.limit_view(&ViewParams::default());
            assert!(view.distance.horizon_km <= limited.horizon_m / 1000.0);
        }
    }

    #[test]
    fn pictures_of_many_rows_have_finer_meshes() {
        let wanted = Levels::new(1.0, 16_000.0);
        let fit = |rows| ChunkLimit::default().for_picture(rows).fit(wanted);
        assert_eq!((fit(1), fit(270), fit(360)), (wanted, wanted, wanted));
        assert_eq!(
            (fit(540), fit(720)),
            (wanted.with_longer_ranges(1.5), wanted.with_longer_ranges(2.0))
        );
        assert_eq!(
            (fit(2160), fit(16_384)),
            (wanted.with_longer_ranges(2.0), wanted.with_longer_ranges(2.0))
        );
        let budget = ChunkLimit::of_mib(64);
        assert_eq!(budget.for_picture(2160), budget);
    }

    #[test]
    fn a_budget_is_a_whole_number() {
        assert_eq!(ChunkLimit::of_text(" 64\n"), Some(ChunkLimit::of_mib(64)));
        assert_eq!(ChunkLimit::of_text("99999999999999999999"), None);
        for text in ["", "0", "-1", "64 MiB", "lots"] {
            assert_eq!(ChunkLimit::of_text(text), None, "{text}");
        }
    }
}
