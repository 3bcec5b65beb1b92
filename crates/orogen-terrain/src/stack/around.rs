//! The heights around many places, at a distance to each side.
//!
//! The place to the west of a sample is often the place of another sample, of this chunk or of the
//! next chunk. It is then evaluated only once.

use super::batch::BatchEvaluator;
use super::parts::MaskedPart;
use super::places::Places;
use super::planes::Planes;
use super::shared::BelowTile;

impl BatchEvaluator<'_> {
    /// The heights of the land that masks read, at a distance to the west, east, north and south of each
    /// place. `below` has the heights at the places.
    pub(super) fn around(
        &mut self,
        part: MaskedPart,
        radius_m: f64,
        places: &Places<'_>,
        below: &Planes,
    ) -> [Vec<f32>; 4] {
        let [[west, east], [north, south]] =
            [0, 1].map(|axis| match places.cells_across(radius_m) {
                Some(cells) => self.on_both_sides_of_tile(axis, cells, part, places, &below.values),
                None => self.on_both_sides(axis, radius_m, places, |evaluator, places| {
                    evaluator.land_below(part, places).values
                }),
            });
        [west, east, north, south]
    }

    /// The heights at a distance before and after each place along an axis, by `evaluate`.
    pub(super) fn on_both_sides(
        &mut self,
        axis: usize,
        reach_m: f64,
        places: &Places<'_>,
        evaluate: impl Fn(&mut Self, &Places<'_>) -> Vec<f32>,
    ) -> [Vec<f32>; 2] {
        let shifted = |by_m: f64| {
            let mut shift_m = [0.0; 2];
            shift_m[axis] = by_m;
            places.shifted(shift_m)
        };
        let [before, after] = [shifted(-reach_m), shifted(reach_m)];
        let Some((both, lines_before)) = before.joined(&after, axis) else {
            return [before, after].map(|places| evaluate(self, &places));
        };
        let size = before.lines_m().map(<[f64]>::len);
        let heights_m = evaluate(self, &both);
        windows(&heights_m, size, axis, lines_before)
    }

    /// The heights of the land below a part, `cells` samples before and after each sample of a chunk's grid.
    ///
    /// Samples beyond the grid come from the next chunk if it belongs to the same revision.
    fn on_both_sides_of_tile(
        &mut self,
        axis: usize,
        cells: usize,
        part: MaskedPart,
        places: &Places<'_>,
        below: &[f32],
    ) -> [Vec<f32>; 2] {
        let (slot, guide) = (self.cache.slot, places.is_guide);
        let tile = |chunk| BelowTile { part, chunk, slot, guide };
        if let Some(shared) = self.shared {
            shared.all.share_below(tile(shared.chunk), below);
        }
        let side = places.lines_m()[0].len();
        let [before, after] = [-1, 1].map(|direction| {
            let next = self.shared.and_then(|shared| {
                let mut step = [0; 2];
                step[axis] = direction;
                shared.all.below(tile(shared.chunk.neighbour(step)))
            });
            // Two chunks share three lines of samples: their common edge, and a line on each side.
            let first = if direction < 0 { side - 3 - cells } else { 3 };
            match next {
                Some(next) => lines_of(&next, side, axis, first, cells),
                None => {
                    let strip = places.strip(axis, direction, cells);
                    self.land_below(part, &strip).values
                }
            }
        });
        let mut wide = Vec::with_capacity(before.len() + below.len() + after.len());
        match axis {
            1 => [&before, below, &after].iter().for_each(|rows| wide.extend_from_slice(rows)),
            _ => {
                let sides = before.chunks(cells).zip(after.chunks(cells));
                for (row, (before, after)) in below.chunks(side).zip(sides) {
                    [before, row, after].iter().for_each(|samples| wide.extend_from_slice(samples));
                }
            }
        }
        windows(&wide, [side; 2], axis, 2 * cells)
    }
}

/// Some neighbouring lines of a square of samples: columns (axis 0) or rows (axis 1).
fn lines_of(square: &[f32], side: usize, axis: usize, first: usize, count: usize) -> Vec<f32> {
    match axis {
        1 => square[first * side..][..count * side].to_vec(),
        _ => columns_of(square, side, first, count),
    }
}

/// Some neighbouring columns of rows of samples.
fn columns_of(rows: &[f32], width: usize, first: usize, count: usize) -> Vec<f32> {
    let mut columns = Vec::with_capacity(rows.len() / width * count);
    rows.chunks(width).for_each(|row| columns.extend_from_slice(&row[first..][..count]));
    columns
}

/// Cuts two windows of a size from an array with `extra` more lines along an axis: at its start and at its
/// end.
fn windows(wide: &[f32], [width, height]: [usize; 2], axis: usize, extra: usize) -> [Vec<f32>; 2] {
    [0, extra].map(|first| match axis {
        1 => wide[first * width..][..width * height].to_vec(),
        _ => columns_of(wide, width + extra, first, width),
    })
}
