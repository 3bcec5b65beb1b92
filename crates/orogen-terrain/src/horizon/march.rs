//! A step of a ray march: the heights at one distance in one direction from all texels of a level.

use super::heights::{HorizonHeights, SKIRT};

/// The heights at one distance in one direction from a level's texels. They are interpolated on a
/// level as coarse as the step is long.
///
/// All texels of a row read between the same two rows, and all texels of a column between the same
/// two columns, so the interpolation weights are computed once.
pub(super) struct MarchStep {
    pub distance_m: f32,
    source: usize,
    /// The row of the level `source` for the first row, and the step from row to row.
    first_row: f64,
    rows_per_row: f64,
    columns: Vec<u32>,
    shares: Vec<f32>,
    /// The columns of the level `source` that the texels read.
    read_columns: std::ops::Range<usize>,
}

impl MarchStep {
    /// Prepares a step in a direction, a unit vector.
    ///
    /// `stride_m` is its distance from the step before.
    pub fn new(
        heights: &HorizonHeights,
        level: usize,
        direction: [f64; 2],
        distance_m: f64,
        stride_m: f64,
    ) -> Self {
        let nest = &heights.nest;
        let half = 0.5 * nest.texels as f64;
        let distance = distance_m / nest.spacing_m(level);
        // The level's spacing must exceed half the stride, and the level must contain the
        // outermost texel's step.
        let fits = |source: &usize| {
            let ratio = (1u64 << (source - level)) as f64;
            let is_coarse = 2.0 * ratio * nest.spacing_m(level) > stride_m;
            is_coarse && (half + distance) / ratio + 2.0 <= half + SKIRT as f64
        };
        let source =
            (level..heights.coarsest_level()).find(fits).unwrap_or(heights.coarsest_level());
        let rows_per_row = nest.spacing_m(level) / nest.spacing_m(source);
        let centre = heights.centre(source);
        let first = |axis: usize| {
            let offset = direction[axis] * distance_m / nest.spacing_m(source);
            centre[axis] - half * rows_per_row + offset
        };
        let last = heights.side() - 2;
        let split = |i: usize| split(first(0) + i as f64 * rows_per_row, last);
        let (columns, shares): (Vec<u32>, Vec<f32>) =
            (0..nest.texels).map(split).map(|(before, share)| (before as u32, share)).unzip();
        let read_columns = columns[0] as usize..columns[nest.texels - 1] as usize + 2;
        Self {
            distance_m: distance_m as f32,
            source,
            first_row: first(1),
            rows_per_row,
            columns,
            shares,
            read_columns,
        }
    }

    /// Writes the heights at the step's distance from a row's texels.
    ///
    /// `scratch` is reused between calls.
    pub fn write_heights(
        &self,
        heights: &HorizonHeights,
        row: usize,
        scratch: &mut Vec<f32>,
        heights_m: &mut [f32],
    ) {
        let position = self.first_row + row as f64 * self.rows_per_row;
        let (above, share) = split(position, heights.side() - 2);
        let [a, b] =
            [above, above + 1].map(|row| &heights.row(self.source, row)[self.read_columns.clone()]);
        scratch.clear();
        scratch.extend(a.iter().zip(b).map(|(a, b)| a + (b - a) * share));
        let first = self.read_columns.start as u32;
        for ((height_m, column), share) in heights_m.iter_mut().zip(&self.columns).zip(&self.shares)
        {
            let index = (column - first) as usize;
            let [a, b] = [scratch[index], scratch[index + 1]];
            *height_m = a + (b - a) * share;
        }
    }
}

/// Splits a position into the texel before it and the fraction towards the next.
fn split(position: f64, last: usize) -> (usize, f32) {
    let position = position.clamp(0.0, last as f64);
    let before = (position as usize).min(last);
    (before, (position - before as f64) as f32)
}

/// Distances that grow by a factor, each with its stride from the distance before.
pub(super) fn growing_distances(first_m: f64, factor: f64) -> impl Iterator<Item = (f64, f64)> {
    let next = move |m: &f64| Some(m * factor);
    std::iter::successors(Some(first_m), next).map(move |m| (m, m * (1.0 - 1.0 / factor)))
}
