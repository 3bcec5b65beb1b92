//! Where a tile's samples lie in the cells of an octave: for each coordinate, a whole number of
//! cells and a fraction for every column and for every row.

use super::simd::{Double, Float, Int, Kernel, MOST_LANES, Simd};
use super::tile::{MOST_COLUMNS, MOST_ROWS};
use crate::noise::octave::Octave;

/// Room for a tile's columns or rows: whole vectors.
pub(super) const ROOM: usize =
    if MOST_COLUMNS > MOST_ROWS { MOST_COLUMNS } else { MOST_ROWS }.next_multiple_of(MOST_LANES);

/// A coordinate's share that belongs to columns, or that belongs to rows.
pub(super) struct Share {
    /// In [0, 1].
    pub fraction: [f32; ROOM],
    pub whole: [f64; ROOM],
    /// The whole number's low word.
    pub low: [u32; ROOM],
}

impl Share {
    /// The share of column or row `i`, as one number.
    #[inline(always)]
    pub fn at(&self, i: usize) -> f64 {
        self.whole[i] + f64::from(self.fraction[i])
    }
}

/// Where a tile's samples lie: each coordinate is the sum of its column's share, its row's share,
/// and the displacement's pull.
pub(super) struct TileCoordinates {
    pub columns: [Share; 2],
    pub rows: [Share; 2],
    /// What a displacement of 1 in x, and in y, adds to each coordinate.
    pub pull: [[f32; 2]; 2],
    /// Whether all cells and their neighbours are below 2³⁰ in magnitude.
    pub near: bool,
}

/// How an octave of a noise turns positions into coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinates {
    frequency: f64,
    /// What 1 in x, and in y, adds to each coordinate, after the frequency.
    matrix: [[f64; 2]; 2],
    shift: [f64; 2],
}

impl Default for TileCoordinates {
    fn default() -> Self {
        let share = || Share { fraction: [0.0; ROOM], whole: [0.0; ROOM], low: [0; ROOM] };
        Self {
            columns: [share(), share()],
            rows: [share(), share()],
            pull: [[0.0; 2]; 2],
            near: true,
        }
    }
}

impl Coordinates {
    /// Those of an octave: scaled, turned and shifted as [`Octave::place`] does; then skewed: x +
    /// k·(x + y), y + k·(x + y).
    pub fn new(octave: &Octave, skew: f64) -> Self {
        let [cos, sin] = octave.rotation.unwrap_or([1.0, 0.0]);
        let skewed = |[x, y]: [f64; 2]| [x + skew * (x + y), y + skew * (x + y)];
        let [x, y] = [skewed([cos, sin]), skewed([-sin, cos])];
        let [shift_x, shift_y, ..] = octave.shift;
        Self { frequency: octave.frequency, matrix: [x, y], shift: skewed([shift_x, shift_y]) }
    }
}

/// Finds the places of a tile's samples.
pub(super) struct CoordinatesKernel<'a> {
    pub coordinates: Coordinates,
    /// Positions of columns and of rows, in units of the noise.
    pub x: &'a [f64; ROOM],
    pub y: &'a [f64; ROOM],
    /// How far a displacement of 1 displaces, in units of the noise, and the largest displacement.
    pub strength: f64,
    pub reach: f32,
    pub places: &'a mut TileCoordinates,
}

impl Kernel for CoordinatesKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self {
            coordinates: Coordinates { frequency, matrix, shift },
            x,
            y,
            strength,
            reach,
            places,
        } = self;
        let mut largest = 0.0;
        for axis in 0..2 {
            largest += share(
                simd,
                x,
                [frequency, matrix[0][axis], shift[axis]],
                &mut places.columns[axis],
            );
            largest += share(simd, y, [frequency, matrix[1][axis], 0.0], &mut places.rows[axis]);
        }
        if matrix == [[1.0, 0.0], [0.0, 1.0]] {
            round_as_the_reference(y, frequency, shift[1], &mut places.rows[1]);
        }
        let pull = |along: usize, axis: usize| strength * frequency * matrix[along][axis];
        places.pull =
            [[pull(0, 0) as f32, pull(0, 1) as f32], [pull(1, 0) as f32, pull(1, 1) as f32]];
        for pull in places.pull.as_flattened() {
            largest += f64::from(pull.abs() * reach);
        }
        places.near = largest < f64::from(1 << 29);
    }
}

/// Splits positions × frequency × factor + shift; the largest magnitude.
#[inline(always)]
fn share<S: Simd>(
    simd: S,
    positions: &[f64; ROOM],
    [frequency, factor, shift]: [f64; 3],
    out: &mut Share,
) -> f64 {
    let mut largest = simd.f32(0.0);
    for first in (0..ROOM).step_by(S::LANES) {
        let at = simd.load_f64(&positions[first..]) * simd.f64(frequency) * simd.f64(factor)
            + simd.f64(shift);
        let whole = at.floor();
        (at - whole).to_f32().store(&mut out.fraction[first..]);
        whole.store(&mut out.whole[first..]);
        whole.to_i32().store(&mut out.low[first..]);
        // In this order, what isn't a number leaves the largest as it is.
        largest = whole.to_f32().abs().max(largest);
    }
    let mut lanes = [0.0; MOST_LANES];
    largest.store(&mut lanes);
    f64::from(lanes.into_iter().fold(0.0, f32::max))
}

/// Far away, a row's position and its shift are known less finely than a column's share knows the
/// shift. The reference rounds their sum; where that is felt, from about 2³² cells on, the rows
/// follow it.
#[inline(always)]
fn round_as_the_reference(y: &[f64; ROOM], frequency: f64, shift: f64, rows: &mut Share) {
    const FELT: f64 = 1.0 / (1 << 20) as f64;
    for (row, y) in y.iter().enumerate() {
        let at = y * frequency;
        let rounding = ((at + shift) - at) - shift;
        if rounding.abs() >= FELT {
            rows.fraction[row] = ((at - at.floor()) + rounding) as f32;
        }
    }
}
