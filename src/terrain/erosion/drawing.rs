//! The waves of points, drawn into a tile.
//!
//! Each lattice point near a tile is hashed once and drawn where it has weight; elsewhere that is
//! exactly 0. A sample meets its points in the order of their lattice and sees each from its own
//! place in its own cell, so that its bits depend neither on the tile nor on the vectors.

use super::lines::Lines;
use super::numbers::OctaveNumbers;
use super::stripes::{CUT, REACH, jitter};
use super::tile::{LANES, SIDE, STRIDE, Tile};
use std::f32::consts::PI;

/// A way without weight.
const FAR: f32 = 3.0;

pub(super) type Run = [f32; LANES];

/// What drawing keeps from octave to octave.
pub(super) struct Drawing {
    columns: Lines,
    rows: Lines,
}

/// Ways from a point along an axis with what weight they leave, by runs.
struct Ways {
    way: [f32; STRIDE],
    fall: [f32; STRIDE],
}

impl Ways {
    /// From ways to a lattice point that its point lies `jitter` from; whole runs, far off behind
    /// the end.
    #[inline(always)]
    fn new(from: &[f32], jitter: f32) -> Self {
        let mut ways = Self { way: [FAR; STRIDE], fall: [0.0; STRIDE] };
        for (way, from) in ways.way.iter_mut().zip(from) {
            *way = from - jitter;
        }
        for start in (0..from.len().min(SIDE)).step_by(LANES) {
            for i in start..start + LANES {
                ways.fall[i] = fall(ways.way[i]);
            }
        }
        ways
    }
}

/// exp(−2x²) within 10⁻⁷ for |x| up to 1½, less beyond than what is cut off.
#[inline(always)]
pub(super) fn fall(x: f32) -> f32 {
    // (e^(−z/2))⁴; the polynomial is the best one of its degree for z up to 2.4.
    const TERMS: [f32; 6] = [
        0.000_013_177_742,
        -0.000_239_598_05,
        0.002_579_609,
        -0.020_82,
        0.124_997_33,
        -0.499_999_9,
    ];
    let square = x * x;
    let z = if square < 2.4 { square } else { 2.4 };
    let mut series = TERMS[0];
    for term in &TERMS[1..] {
        series = series * z + term;
    }
    let root = 1.0 + z * series;
    let half = root * root;
    half * half
}

/// Sine and cosine of half turns within 10⁻⁷, for up to 2²¹ of them.
#[inline(always)]
pub(super) fn sin_cos_half_turns(half_turns: f32) -> (f32, f32) {
    // Adding 1.5·2²³ rounds to a whole number, whose last bit says on which side of the circle
    // the rest is turned.
    const ROUNDING: f32 = 12_582_912.0;
    // The best polynomials of their degrees for up to a quarter turn.
    const SIN: [f32; 5] = [0.077_659_41, -0.598_292_2, 2.550_077_7, -5.167_710_3, PI];
    const COS: [f32; 4] = [0.222_768_05, -1.333_318_7, 4.058_615_7, -4.934_801_6];
    let shifted = half_turns + ROUNDING;
    let x = half_turns - (shifted - ROUNDING);
    let side = shifted.to_bits() << 31;
    let z = x * x;
    let sin = (((SIN[0] * z + SIN[1]) * z + SIN[2]) * z + SIN[3]) * z + SIN[4];
    let cos = ((COS[0] * z + COS[1]) * z + COS[2]) * z + COS[3];
    let turned = |x: f32| f32::from_bits(x.to_bits() ^ side);
    (turned(x * sin), turned(1.0 + z * cos))
}

/// Adds the waves of a point to a run of samples.
#[inline(always)]
pub(super) fn draw_run(tile: &mut Tile, at: usize, way: [&Run; 2], fall: [&Run; 2]) {
    let [across_x, across_z] = &tile.across;
    let across = [run(across_x, at), run(across_z, at)];
    let [sines, cosines, weights] = &mut tile.sums;
    let (sines, cosines, weights) =
        (run_mut(sines, at), run_mut(cosines, at), run_mut(weights, at));
    for i in 0..LANES {
        let (sin, cos) = sin_cos_half_turns(across[0][i] * way[0][i] + across[1][i] * way[1][i]);
        let weight = fall[0][i] * fall[1][i] - CUT as f32;
        let weight = if weight > 0.0 { weight } else { 0.0 };
        sines[i] += weight * sin;
        cosines[i] += weight * cos;
        weights[i] += weight;
    }
}

#[inline(always)]
fn run(plane: &[f32], at: usize) -> &Run {
    plane[at..].first_chunk().expect("a whole run")
}

#[inline(always)]
fn run_mut(plane: &mut [f32], at: usize) -> &mut Run {
    plane[at..].first_chunk_mut().expect("a whole run")
}

impl Drawing {
    pub fn new() -> Self {
        Self { columns: Lines::default(), rows: Lines::default() }
    }

    /// Draws an octave at all pairs of a column and a row.
    #[inline(always)]
    pub fn draw(&mut self, octave: &OctaveNumbers, lines_m: [&[f64]; 2], tile: &mut Tile) {
        let Self { columns, rows } = self;
        columns.find(octave, 0, lines_m[0]);
        rows.find(octave, 1, lines_m[1]);
        for south in &rows.seen {
            for east in &columns.seen {
                let [jitter_x, jitter_z] = jitter([east.key, south.key]);
                let (first, from) = columns.near(east, jitter_x);
                let (top, down) = rows.near(south, jitter_z);
                if from.is_empty() || down.is_empty() {
                    continue;
                }
                let (across, along) = (Ways::new(from, jitter_x), Ways::new(down, jitter_z));
                draw_point(tile, [first, top], [&across, &along], [from.len(), down.len()]);
            }
        }
    }
}

/// Draws a point from a column and a row on.
#[inline(always)]
fn draw_point(
    tile: &mut Tile,
    [first, top]: [usize; 2],
    [columns, rows]: [&Ways; 2],
    [width, height]: [usize; 2],
) {
    let (ways, _) = columns.way.as_chunks::<LANES>();
    let (falls, _) = columns.fall.as_chunks::<LANES>();
    let runs = width.div_ceil(LANES);
    for row in 0..height {
        let (dz, fall_z) = (rows.way[row], rows.fall[row]);
        // Within this the run has weight
        let chord = REACH * REACH - dz * dz;
        let at = (top + row) * STRIDE + first;
        for index in 0..runs {
            let (way, fall) = (&ways[index], &falls[index]);
            let last = way[(width - index * LANES).min(LANES) - 1];
            let near = way[0].max(-last).max(0.0);
            if near * near < chord {
                draw_run(tile, at + index * LANES, [way, &[dz; LANES]], [fall, &[fall_z; LANES]]);
            }
        }
    }
}
