//! Points that lie on no lines: each sees its lattice points from its own place.

use super::drawing::{Drawing, Run, draw_run, fall};
use super::lines::place;
use super::numbers::OctaveNumbers;
use super::stripes::{REACH, jitter};
use super::tile::{LANES, STRIDE, Tile};
use crate::noise::hash::axis_key;
use std::array::from_fn;
use std::ops::Range;

/// Points whose cells span more along an axis are drawn in halves.
const MOST_CELLS: i64 = 24;

/// A run of samples: where in the tile, and in which cells.
struct Spread {
    at: usize,
    places: [[(i64, f32); LANES]; 2],
}

impl Drawing {
    /// Draws an octave at places of a tile.
    #[inline(always)]
    pub fn scatter(
        &mut self,
        octave: &OctaveNumbers,
        places_m: [&[f64]; 2],
        stride: usize,
        [columns, rows]: [Range<usize>; 2],
        tile: &mut Tile,
    ) {
        let mut runs = vec![];
        for (line, row) in rows.enumerate() {
            for start in columns.clone().step_by(LANES) {
                // Behind the end the last is repeated
                let sample = |i: usize| row * stride + (start + i).min(columns.end - 1);
                let at = line * STRIDE + (start - columns.start);
                let places = places_m.map(|axis| from_fn(|i| place(octave, axis[sample(i)])));
                runs.push(Spread { at, places });
            }
        }
        let words = [octave.seed.axis_word(0), octave.seed.axis_word(1)];
        draw_runs(words, &runs, tile);
    }
}

/// The lowest and the highest cell on an axis.
fn span(runs: &[Spread], axis: usize) -> [i64; 2] {
    let cells = || runs.iter().flat_map(move |run| run.places[axis]).map(|(cell, _)| cell);
    [cells().min().unwrap_or(0), cells().max().unwrap_or(0)]
}

/// Draws runs together if they lie close, else in halves, and what is farther apart than a run
/// may be one by one.
#[inline(always)]
fn draw_runs(words: [u32; 2], runs: &[Spread], tile: &mut Tile) {
    let mut left = vec![runs];
    while let Some(runs) = left.pop() {
        let spans = [span(runs, 0), span(runs, 1)];
        if spans.iter().all(|[low, high]| high.saturating_sub(*low) <= MOST_CELLS) {
            draw_close(words, runs, spans, tile);
        } else if runs.len() > 1 {
            let (one, other) = runs.split_at(runs.len() / 2);
            left.extend([other, one]);
        } else {
            draw_single(words, &runs[0], tile);
        }
    }
}

/// Draws each sample of a run as if the whole run were there.
#[inline(always)]
fn draw_single(words: [u32; 2], run: &Spread, tile: &mut Tile) {
    let mut sums = [[0.0; LANES]; 3];
    for lane in 0..LANES {
        for sum in &mut tile.sums {
            sum[run.at..run.at + LANES].fill(0.0);
        }
        let alone = Spread { at: run.at, places: run.places.map(|axis| [axis[lane]; LANES]) };
        let runs = [alone];
        draw_close(words, &runs, [span(&runs, 0), span(&runs, 1)], tile);
        for (sums, sum) in sums.iter_mut().zip(&tile.sums) {
            sums[lane] = sum[run.at + lane];
        }
    }
    for (sums, sum) in sums.iter().zip(&mut tile.sums) {
        sum[run.at..run.at + LANES].copy_from_slice(sums);
    }
}

/// The places of a run, in cells from the lowest of all, in f32: small numbers.
struct Local {
    at: usize,
    /// Whole numbers.
    cells: [Run; 2],
    fractions: [Run; 2],
    /// The least and the greatest place.
    ends: [[f32; 2]; 2],
}

impl Local {
    fn new(run: &Spread, spans: [[i64; 2]; 2]) -> Self {
        let (mut cells, mut fractions) = ([[0.0; LANES]; 2], [[0.0; LANES]; 2]);
        let mut ends = [[f32::INFINITY, f32::NEG_INFINITY]; 2];
        for axis in 0..2 {
            for (i, (cell, fraction)) in run.places[axis].into_iter().enumerate() {
                let cell = cell.wrapping_sub(spans[axis][0]) as f32;
                (cells[axis][i], fractions[axis][i]) = (cell, fraction);
                let [low, high] = ends[axis];
                ends[axis] = [low.min(cell + fraction), high.max(cell + fraction)];
            }
        }
        Self { at: run.at, cells, fractions, ends }
    }
}

/// Draws all lattice points that runs can see.
#[inline(always)]
fn draw_close(words: [u32; 2], runs: &[Spread], spans: [[i64; 2]; 2], tile: &mut Tile) {
    let locals: Vec<Local> = runs.iter().map(|run| Local::new(run, spans)).collect();
    let lattice = |axis: usize| {
        let [low, high] = spans[axis];
        (low.saturating_sub(1)..=high.saturating_add(2))
            .map(move |cell| (cell.wrapping_sub(low) as f32, axis_key(words[axis], cell)))
    };
    for (south, south_key) in lattice(1) {
        for (east, east_key) in lattice(0) {
            let (cell, jitter) = ([east, south], jitter([east_key, south_key]));
            for local in &locals {
                let mut is_near = true;
                for axis in 0..2 {
                    let ([low, high], point) = (local.ends[axis], cell[axis] + jitter[axis]);
                    is_near &= low - point < REACH && high - point > -REACH;
                }
                if is_near {
                    draw_local(local, cell, jitter, tile);
                }
            }
        }
    }
}

#[inline(always)]
fn draw_local(local: &Local, cell: [f32; 2], jitter: [f32; 2], tile: &mut Tile) {
    let (mut ways, mut falls) = ([[0.0; LANES]; 2], [[0.0; LANES]; 2]);
    for axis in 0..2 {
        for i in 0..LANES {
            // As on lines: from the lattice point in whole cells, which are exact
            let way = local.fractions[axis][i] - (cell[axis] - local.cells[axis][i]);
            ways[axis][i] = way - jitter[axis];
            falls[axis][i] = fall(ways[axis][i]);
        }
    }
    draw_run(tile, local.at, [&ways[0], &ways[1]], [&falls[0], &falls[1]]);
}
