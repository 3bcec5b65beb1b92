//! The heights on a nest of grids ([`Nest`]), sampled from the height function.

use rayon::prelude::*;

use super::{KeepGoing, Nest};
use crate::marks::{ChangedChunks, SampledArea};
use crate::surface::Surface;
use orogen_noise::grid::Grid;

/// Extra texels on each side of a level: the near ground that is visible from its outermost texels.
pub(super) const SKIRT: usize = 16;
/// Extra, coarser levels beyond the nest: the far ground that is visible from its outermost texels.
const EXTRA_LEVELS: usize = 2;
/// The number of rows that are sampled at once.
const BAND_ROWS: usize = 32;
/// The height outside the bounds of a land. It blocks no view.
const OUTSIDE_M: f32 = -8000.0;

/// The heights above the sea on the levels of a nest.
///
/// Each level has the detail that its spacing can hold. Water has height 0.
pub struct HorizonHeights {
    /// The position of the levels.
    pub nest: Nest,
    planes: Vec<Vec<f32>>,
    /// The lowest and the highest height within the land's bounds.
    pub(super) range_m: [f32; 2],
}

impl HorizonHeights {
    /// Samples a surface on all levels of a nest.
    ///
    /// Returns `None` if the work was cancelled. Runs on the current rayon pool.
    pub fn new(surface: &Surface, nest: Nest, keep_going: &KeepGoing<'_>) -> Option<Self> {
        Self::with_known(surface, nest, None, keep_going)
    }

    /// Like [`HorizonHeights::new`], but takes the heights that an edit does not change from those of the land
    /// before the edit. `changed` must have compared the band limits of [`HorizonHeights::band_limits_m`]. Known
    /// heights of another nest are not used.
    pub fn with_known(
        surface: &Surface,
        nest: Nest,
        known: Option<(&Self, &ChangedChunks)>,
        keep_going: &KeepGoing<'_>,
    ) -> Option<Self> {
        let known = known.filter(|(heights, _)| heights.nest == nest);
        let sample_level = |level: usize| match known {
            None => sample_plane(surface, &nest, level, keep_going),
            Some((heights, changed)) => {
                let plane = &heights.planes[level];
                update_plane(surface, &nest, level, (plane, changed), keep_going)
            }
        };
        let levels = 0..nest.levels + EXTRA_LEVELS;
        let planes: Vec<_> = levels.map(sample_level).collect::<Option<_>>()?;
        let heights = || planes.iter().flatten().copied().filter(|m| *m > OUTSIDE_M);
        let range_m = [heights().fold(0.0, f32::min), heights().fold(0.0, f32::max)];
        Some(Self { nest, planes, range_m })
    }

    /// The band limits of the samples of a nest in metres, from fine to coarse.
    pub fn band_limits_m(surface: &Surface, nest: &Nest) -> Vec<f64> {
        let levels = 0..nest.levels + EXTRA_LEVELS;
        levels.map(|level| band_limit_m(surface, nest, level)).collect()
    }

    /// The largest height above the sea.
    pub fn top_m(&self) -> f32 {
        self.range_m[1]
    }

    /// The coarsest level.
    pub(super) fn coarsest_level(&self) -> usize {
        self.planes.len() - 1
    }

    /// The number of texels in a row, with the skirt.
    pub(super) fn side(&self) -> usize {
        side(&self.nest)
    }

    /// The centre's position in a level, in texels east and south of the first one.
    pub(super) fn centre(&self, level: usize) -> [f64; 2] {
        let first = first_texel(&self.nest, level);
        let in_texels = self.nest.centre_m.map(|c| c / self.nest.spacing_m(level));
        [0, 1].map(|axis| in_texels[axis] - first[axis] as f64)
    }

    /// A row of a level, from its skirt on.
    pub(super) fn row(&self, level: usize, row: usize) -> &[f32] {
        &self.planes[level][row * self.side()..][..self.side()]
    }

    /// A row of the nest itself, without the skirt.
    pub(super) fn inner(&self, level: usize, row: usize) -> &[f32] {
        &self.row(level, row + SKIRT)[SKIRT..][..self.nest.texels]
    }

    /// The slopes of the ground to the east and to the south at a texel of the nest.
    pub(super) fn slope(&self, level: usize, row: usize, column: usize) -> [f32; 2] {
        let (row, column) = (row + SKIRT, column + SKIRT);
        let span_m = 2.0 * self.nest.spacing_m(level) as f32;
        let line = self.row(level, row);
        let south = self.row(level, row + 1)[column] - self.row(level, row - 1)[column];
        [(line[column + 1] - line[column - 1]) / span_m, south / span_m]
    }
}

/// The column and the row of a level's first texel in the world. The centre is a texel of the
/// nest's own levels, but may lie between texels of the extra levels.
fn first_texel(nest: &Nest, level: usize) -> [i64; 2] {
    nest.centre_m.map(|c| (c / nest.spacing_m(level)).floor() as i64 - (side(nest) / 2) as i64)
}

fn side(nest: &Nest) -> usize {
    nest.texels + 2 * SKIRT
}

fn band_limit_m(surface: &Surface, nest: &Nest, level: usize) -> f64 {
    nest.spacing_m(level).max(surface.spacing_m())
}

fn sample_plane(
    surface: &Surface,
    nest: &Nest,
    level: usize,
    keep_going: &KeepGoing<'_>,
) -> Option<Vec<f32>> {
    let (side, first) = (side(nest), first_texel(nest, level));
    let mut heights_m = vec![0.0; side * side];
    let bands = heights_m.par_chunks_mut(BAND_ROWS * side).enumerate();
    bands
        .try_for_each(|(band, rows)| {
            let origin = [first[0], first[1] + (band * BAND_ROWS) as i64];
            keep_going().then(|| sample_rows(surface, (nest, level), (origin, side), rows))
        })
        .map(|()| heights_m)
}

/// Samples the squares of a level that an edit changes, and copies the others from the heights before it.
fn update_plane(
    surface: &Surface,
    nest: &Nest,
    level: usize,
    (known_m, changed): (&[f32], &ChangedChunks),
    keep_going: &KeepGoing<'_>,
) -> Option<Vec<f32>> {
    let (side, first) = (side(nest), first_texel(nest, level));
    let mut heights_m = known_m.to_vec();
    let bands = heights_m.par_chunks_mut(BAND_ROWS * side).enumerate();
    bands
        .try_for_each(|(band, rows)| {
            let count = rows.len() / side;
            for column in (0..side).step_by(BAND_ROWS) {
                let width = BAND_ROWS.min(side - column);
                let origin = [first[0] + column as i64, first[1] + (band * BAND_ROWS) as i64];
                let spacing_m = nest.spacing_m(level);
                let corner_m = |by: [usize; 2]| {
                    [0, 1].map(|axis| (origin[axis] + by[axis] as i64) as f64 * spacing_m)
                };
                let samples = SampledArea {
                    corners_m: [corner_m([0; 2]), corner_m([width - 1, count - 1])],
                    spacing_m,
                    band_limit_m: band_limit_m(surface, nest, level),
                };
                if !keep_going() {
                    return None;
                }
                if changed.may_change(&samples) {
                    let mut square_m = vec![0.0; width * count];
                    sample_rows(surface, (nest, level), (origin, width), &mut square_m);
                    for (row, from) in rows.chunks_mut(side).zip(square_m.chunks(width)) {
                        row[column..column + width].copy_from_slice(from);
                    }
                }
            }
            Some(())
        })
        .map(|()| heights_m)
}

/// Samples rows of texels, `side` in each, from a texel on.
fn sample_rows(
    surface: &Surface,
    (nest, level): (&Nest, usize),
    (origin, side): ([i64; 2], usize),
    rows: &mut [f32],
) {
    let (size, spacing_m) = ([side, rows.len() / side], nest.spacing_m(level));
    let band_limit_m = band_limit_m(surface, nest, level);
    surface.land().fill(&Grid { origin, size, spacing_m, band_limit_m }, rows);
    let sea_m = surface.sea_level_m() as f32;
    rows.iter_mut().for_each(|m| *m = (*m - sea_m).max(0.0));
    if surface.bounds_m().is_some() {
        let place = |i: usize| {
            let cell = [i % side, i / side];
            [0, 1].map(|c| (origin[c] + cell[c] as i64) as f64 * spacing_m)
        };
        let texels = rows.iter_mut().enumerate();
        texels.filter(|(i, _)| !surface.contains(place(*i))).for_each(|(_, m)| *m = OUTSIDE_M);
    }
}
