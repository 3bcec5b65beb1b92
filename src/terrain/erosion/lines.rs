//! The columns or rows of a tile, by the lattice points whose waves can reach them.

use super::numbers::OctaveNumbers;
use super::stripes::REACH;
use crate::noise::cell::cell_and_fraction;
use crate::noise::hash::axis_key;
use std::ops::Range;

/// A lattice point's coordinate on an axis, and the lines that see it.
pub(super) struct Seen {
    pub key: u32,
    /// In the tile.
    lines: Range<usize>,
    /// Where their ways begin.
    first: usize,
}

/// Lines on an axis.
#[derive(Default)]
pub(super) struct Lines {
    pub seen: Vec<Seen>,
    /// In cells, from the lattice point that is seen.
    ways: Vec<f32>,
    places: Vec<(i64, f32)>,
}

/// How far a place in a cell is from a lattice point.
#[inline(always)]
fn way((own, fraction): (i64, f32), cell: i64) -> f32 {
    fraction - cell.wrapping_sub(own) as f32
}

/// The cell of a position on an axis, and where in it.
#[inline(always)]
pub(super) fn place(octave: &OctaveNumbers, x_m: f64) -> (i64, f32) {
    let (cell, fraction) = cell_and_fraction(x_m / octave.cell_m);
    (cell, fraction as f32)
}

impl Lines {
    /// Finds the lattice points that lines see.
    #[inline(always)]
    pub fn find(&mut self, octave: &OctaveNumbers, axis: u32, lines_m: &[f64]) {
        let Self { seen, ways, places } = self;
        places.clear();
        places.extend(lines_m.iter().map(|x| place(octave, *x)));
        let word = octave.seed.axis_word(axis);
        seen.clear();
        ways.clear();
        let mut last = None;
        for line in 0..places.len() {
            let own = places[line].0;
            for cell in [-1, 0, 1, 2].map(|step| own.saturating_add(step)) {
                if last.is_some_and(|last| last >= cell) {
                    continue;
                }
                last = Some(cell);
                let start = places.partition_point(|(c, _)| *c < cell.saturating_sub(2));
                let end = places.partition_point(|(c, _)| *c <= cell.saturating_add(1));
                let first = ways.len();
                ways.extend(places[start..end].iter().map(|place| way(*place, cell)));
                seen.push(Seen { key: axis_key(word, cell), lines: start..end, first });
            }
        }
    }

    /// The lines that a point can reach which lies `jitter` from a lattice point: the first, and
    /// the ways of all from the lattice point.
    #[inline(always)]
    pub fn near(&self, seen: &Seen, jitter: f32) -> (usize, &[f32]) {
        let ways = &self.ways[seen.first..][..seen.lines.len()];
        let start = ways.iter().take_while(|way| *way - jitter <= -REACH).count();
        let end = ways.iter().rev().take_while(|way| *way - jitter >= REACH).count();
        (seen.lines.start + start, &ways[start..(ways.len() - end).max(start)])
    }
}
