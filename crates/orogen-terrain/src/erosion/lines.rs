//! The columns or rows of a tile, grouped by the lattice points whose waves reach them.

use super::constants::OctaveNumbers;
use super::functions::Wide;
use super::stripes::{CELL_OFFSETS, CellPlace, distance};
use super::tile::{BLOCK, BLOCKS, SIDE};
use orogen_noise::cell::cell_and_fraction;
use orogen_noise::hash::axis_key;
use std::ops::Range;

/// The largest difference between the lattice coordinates that reach the lines of a tile.
const MAX_CELLS: i64 = 28;

/// A lattice coordinate on one axis, with the lines that its points can reach.
pub(super) struct LatticeCoordinate<R> {
    pub key: u32,
    /// The blocks within reach.
    pub blocks: Range<usize>,
    /// The distances, in cells, of the lines in those blocks from this coordinate.
    pub distances: [R; SIDE],
}

/// The columns or the rows of a tile.
pub(super) struct TileLines<R> {
    places: Vec<CellPlace<R>>,
    pub coordinates: Vec<LatticeCoordinate<R>>,
    /// For each block, the range of `coordinates` within its reach.
    pub by_block: [Range<usize>; BLOCKS],
}

/// The cell of a position on an axis, and the fraction within it.
#[inline(always)]
pub(super) fn place<R: Wide>(octave: &OctaveNumbers, x_m: f64) -> CellPlace<R> {
    let (cell, fraction) = cell_and_fraction(x_m / octave.cell_m);
    (cell, R::of(fraction))
}

impl<R: Wide> TileLines<R> {
    pub fn new() -> Self {
        Self { places: vec![], coordinates: vec![], by_block: [const { 0..0 }; BLOCKS] }
    }

    /// Finds the lattice points within reach of a tile's lines.
    ///
    /// Returns false if the lines are too far apart.
    pub fn find(&mut self, octave: &OctaveNumbers, axis: u32, lines_m: &[f64]) -> bool {
        let Self { places, coordinates, by_block } = self;
        places.clear();
        places.extend(lines_m.iter().map(|x| place(octave, *x)));
        let (Some(first), Some(last)) = (places.first(), places.last().copied()) else {
            return false;
        };
        let [low, high] =
            [first.0.checked_add(CELL_OFFSETS[0]), last.0.checked_add(CELL_OFFSETS[3])];
        let (Some(low), Some(high)) = (low, high) else { return false };
        if high.checked_sub(low).is_none_or(|cells| cells > MAX_CELLS) {
            return false;
        }
        // The last line is repeated to fill a block
        places.resize(lines_m.len().next_multiple_of(BLOCK), last);
        let blocks = places.len() / BLOCK;
        for (index, range) in by_block.iter_mut().enumerate().take(blocks) {
            let [first_line, last_line] = [index * BLOCK, index * BLOCK + BLOCK - 1];
            let [start, end] = [
                places[first_line].0 + CELL_OFFSETS[0] - low,
                places[last_line].0 + CELL_OFFSETS[3] - low,
            ];
            *range = start as usize..end as usize + 1;
        }
        let word = octave.seed.axis_word(axis);
        coordinates.clear();
        for (index, cell) in (low..=high).enumerate() {
            let start = by_block[..blocks].partition_point(|range| range.end <= index);
            let end = by_block[..blocks].partition_point(|range| range.start <= index);
            let mut distances = [R::of(0.0); SIDE];
            for (out, place) in distances.iter_mut().zip(&places[start * BLOCK..end * BLOCK]) {
                *out = distance(*place, cell);
            }
            coordinates.push(LatticeCoordinate {
                key: axis_key(word, cell),
                blocks: start..end,
                distances,
            });
        }
        true
    }
}
