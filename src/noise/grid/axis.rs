//! One axis of a grid: for every octave, in which lattice cell each sample lies, and where in it.
//!
//! Cells and fractions are found in f64 from absolute positions, once a column and once a row. What is left is small numbers: a
//! fraction in [0, 1], which f32 holds to 3·10⁻⁸ anywhere in the world, and a cell counted from the first.

use super::rows::Span;
use super::simd::{Double, Float, Kernel, MOST_LANES, Simd};
use crate::noise::fade::Fade;
use crate::noise::hash::{avalanche, axis_key};
use crate::noise::octave::Octave;
use crate::noise::permutation::{Permutation, p289};
use std::ops::Range;

/// The samples along one axis, in one octave. Per-sample lists are [`padded`]: the samples go on past the end.
#[derive(Default)]
pub(super) struct AxisOctave {
    /// Where in its cell each sample lies, in [0, 1].
    pub fraction: Vec<f32>,
    /// The fade of that.
    pub fade: Vec<f32>,
    /// Whether no cell lies between those of two samples that follow each other.
    pub dense: bool,
    /// Each sample's cell, counted from that of the first. Only where dense.
    pub cell: Vec<u32>,
    /// Samples that share a cell.
    runs: Vec<Run>,
    /// Where dense, the key of each cell and of one more; else the keys of each sample's cell, then of the cells after these.
    keys: Vec<u32>,
}

/// Samples that follow each other in one cell, from `start` to the next run's.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    start: usize,
    /// Whether its cell comes right after that of the run before.
    follows: bool,
}

/// `length` rounded up to whole vectors of any width.
pub(super) const fn padded(length: usize) -> usize {
    length.next_multiple_of(MOST_LANES)
}

impl AxisOctave {
    /// The lattice rows above and below some rows of a tile that starts at row `first`: their keys, and which samples lie
    /// between them.
    pub fn find_spans(&self, first: usize, rows: Range<usize>, keys: &mut Vec<u32>, spans: &mut Vec<Span>) {
        keys.clear();
        spans.clear();
        let samples = first + rows.start..first + rows.end;
        let mut run = self.runs.partition_point(|run| run.start <= samples.start) - 1;
        while run < self.runs.len() && self.runs[run].start < samples.end {
            let [upper, lower] = self.keys_at(self.runs[run].start);
            if spans.is_empty() || !self.runs[run].follows {
                keys.push(upper);
            }
            keys.push(lower);
            run += 1;
            let end = self.runs.get(run).map_or(samples.end, |next| usize::min(next.start, samples.end));
            spans.push(Span { end: end - first, lattice_row: keys.len() - 2 });
        }
    }

    /// The key of the cell of sample `index` and of the cell after it.
    fn keys_at(&self, index: usize) -> [u32; 2] {
        let (low, high) = match self.dense {
            true => (self.cell[index] as usize, self.cell[index] as usize + 1),
            false => (index, self.fraction.len() + index),
        };
        [self.keys[low], self.keys[high]]
    }

    /// Where dense: the keys of the cells from that of sample `index` on.
    pub fn keys_from(&self, index: usize) -> &[u32] {
        &self.keys[self.cell[index] as usize..]
    }

    /// Where not dense: the keys of the samples' cells, and of the cells after these.
    pub fn keys_by_sample(&self) -> (&[u32], &[u32]) {
        self.keys.split_at(self.fraction.len())
    }
}

/// Fills in an [`AxisOctave`].
pub(super) struct AxisKernel<'a> {
    pub octave: &'a Octave,
    pub permutation: &'a Permutation,
    pub fade: Fade,
    /// 0 for columns, 1 for rows.
    pub axis: usize,
    /// The samples' coordinates in units of the noise.
    pub positions: &'a [f64],
    pub out: &'a mut AxisOctave,
    /// For cells.
    pub scratch: &'a mut Vec<f64>,
}

impl Kernel for AxisKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { octave, permutation, fade, axis, positions, out, scratch: cells } = self;
        let length = positions.len();
        out.fraction.resize(length, 0.0);
        out.fade.resize(length, 0.0);
        cells.resize(length, 0.0);
        for first in (0..length).step_by(S::LANES) {
            let x = simd.load_f64(&positions[first..]) * simd.f64(octave.frequency) + simd.f64(octave.shift[axis]);
            let cell = x.floor();
            let fraction = x - cell;
            cell.store(&mut cells[first..]);
            fraction.to_f32().store(&mut out.fraction[first..]);
            fade_lanes(simd, fade, fraction).to_f32().store(&mut out.fade[first..]);
        }
        if fade == Fade::Cosine {
            for (fade, &fraction) in out.fade.iter_mut().zip(&out.fraction) {
                *fade = Fade::Cosine.value(f64::from(fraction)) as f32;
            }
        }
        out.find_runs(cells);
        out.find_keys(cells, permutation, axis);
    }
}

/// The fade where it is a polynomial; the cosine's is zero here.
#[inline(always)]
fn fade_lanes<S: Simd>(simd: S, fade: Fade, t: S::D) -> S::D {
    let number = |x: f64| simd.f64(x);
    match fade {
        Fade::Linear => t,
        Fade::Cubic => t * t * (number(3.0) - number(2.0) * t),
        Fade::Quintic => t * t * t * (t * (t * number(6.0) - number(15.0)) + number(10.0)),
        Fade::Cosine => number(0.0),
    }
}

impl AxisOctave {
    /// Groups samples by their cells, which never descend.
    #[inline(always)]
    fn find_runs(&mut self, cells: &[f64]) {
        self.runs.clear();
        self.dense = true;
        let mut before = f64::NAN;
        for (start, &cell) in cells.iter().enumerate() {
            if cell != before {
                let step = cell - before;
                self.runs.push(Run { start, follows: step == 1.0 });
                self.dense &= start == 0 || step == 1.0;
                before = cell;
            }
        }
        self.cell.clear();
        if self.dense {
            self.cell.extend(cells.iter().map(|cell| (cell - cells[0]) as u32));
        }
    }

    #[inline(always)]
    fn find_keys(&mut self, cells: &[f64], permutation: &Permutation, axis: usize) {
        self.keys.clear();
        if self.dense {
            let first = cells[0] as i64;
            let count = self.cell[self.cell.len() - 1] as usize + 2;
            extend_with_keys(&mut self.keys, permutation, axis, (0..count).map(|i| first.wrapping_add(i as i64)));
            // So that a whole vector can be loaded from any cell.
            self.keys.resize(count + MOST_LANES, 0);
        } else {
            let cells = cells.iter().map(|&cell| cell as i64);
            extend_with_keys(&mut self.keys, permutation, axis, cells.clone());
            extend_with_keys(&mut self.keys, permutation, axis, cells.map(|cell| cell.wrapping_add(1)));
        }
    }
}

/// Appends the keys of `cells` on an axis: what [`combine`] makes a lattice point's number from.
#[inline(always)]
fn extend_with_keys(keys: &mut Vec<u32>, permutation: &Permutation, axis: usize, cells: impl Iterator<Item = i64>) {
    match permutation {
        Permutation::Hash(seed) => {
            let word = seed.axis_word(axis as u32);
            keys.extend(cells.map(|cell| axis_key(word, cell)));
        }
        _ => keys.extend(cells.map(|cell| key(permutation, axis, cell))),
    }
}

/// The key of one cell.
fn key(permutation: &Permutation, axis: usize, cell: i64) -> u32 {
    match permutation {
        Permutation::Hash(seed) => axis_key(seed.axis_word(axis as u32), cell),
        // The first axis has been looked up already, the second is still to be added to it.
        Permutation::Table(table) if axis == 0 => u32::from(table[(cell & 255) as usize]),
        Permutation::Table(_) => (cell & 255) as u32,
        Permutation::P289 if axis == 0 => p289(cell.rem_euclid(289) as u32),
        Permutation::P289 => cell.rem_euclid(289) as u32,
        Permutation::Periodic(inner, period) => key(inner, axis, cell.rem_euclid(period[axis])),
    }
}

/// The number of the lattice point whose column and row have these keys: [`Permutation::forward`] of its cell.
pub(super) fn combine(permutation: &Permutation, [column, row]: [u32; 2]) -> u32 {
    match permutation {
        Permutation::Hash(_) => avalanche(column.wrapping_add(row)),
        Permutation::Table(table) => u32::from(table[(column + row) as usize & 255]),
        Permutation::P289 => p289(column + row),
        Permutation::Periodic(inner, _) => combine(inner, [column, row]),
    }
}
