//! Octaves at any positions: warped, turned, or of noises whose cells aren't squares.
//!
//! Lanes are columns here too, and samples are taken down the columns: where cells are large, a sample mostly lies in the same cells
//! as the one above it. What was worked out for the lattice points around these cells is kept until any lane leaves its own.

use super::fold::OctaveFold;
use super::simd::{Double, Float, Kernel, MOST_LANES, Simd};
use super::tile::{MOST_COLUMNS, MOST_ROWS, Tile, Turn, blocks};
use crate::noise::octave::Octave;

/// Positions of a tile's samples in units of the noise, row by row. Rows go on to fill whole vectors.
pub(super) struct Positions {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// The largest coordinate's magnitude, about.
    reach: f32,
}

impl Default for Positions {
    fn default() -> Self {
        let most = MOST_COLUMNS * MOST_ROWS;
        Self { x: vec![0.0; most], y: vec![0.0; most], reach: 0.0 }
    }
}

/// Samples in a row of [`Positions`].
pub(super) const fn row_length(columns: usize) -> usize {
    columns.next_multiple_of(MOST_LANES)
}

/// A basis in lanes.
pub(super) trait PointBasis {
    /// What is kept from sample to sample.
    type Kept<S: Simd>;

    /// For no sample yet.
    fn nothing<S: Simd>(&self, simd: S) -> Self::Kept<S>;

    /// The basis at these positions in its own units. They are `near` if their coordinates and cells are below 2³⁰: a hint that
    /// changes nothing else.
    fn value<S: Simd>(&self, simd: S, at: [S::D; 2], near: bool, kept: &mut Self::Kept<S>) -> S::F;
}

/// Adds an octave to a tile.
pub(super) struct PointKernel<'a, 't, B> {
    pub basis: &'a B,
    pub octave: &'a Octave,
    pub fold: OctaveFold,
    pub positions: &'a Positions,
    pub tile: &'a mut Tile<'t>,
    pub turn: Turn,
}

impl<B: PointBasis> Kernel for PointKernel<'_, '_, B> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { basis, octave, fold: OctaveFold { centre, fold, .. }, positions, tile, turn } = self;
        let [columns, height] = tile.size;
        let stride = row_length(columns);
        // Room for turning, shifting and skewing
        let near = f64::from(positions.reach) * octave.frequency < f64::from(1 << 28);
        let frequency = simd.f64(octave.frequency);
        let [cos, sin] = octave.rotation.unwrap_or([1.0, 0.0]).map(|x| simd.f64(x));
        let [shift_x, shift_y, ..] = octave.shift.map(|x| simd.f64(x));
        for (block, vectors) in blocks(columns, S::LANES) {
            let width = vectors * S::LANES;
            for lane in (0..width).step_by(S::LANES) {
                let mut kept = basis.nothing(simd);
                let mut rows = tile.rows_of(block, width, 0, turn);
                for row in 0..height {
                    let at = row * stride + block + lane;
                    let x = simd.load_f64(&positions.x[at..]) * frequency;
                    let y = simd.load_f64(&positions.y[at..]) * frequency;
                    let (x, y) = match octave.rotation {
                        Some(_) => (cos * x - sin * y, sin * x + cos * y),
                        None => (x, y),
                    };
                    let value = basis.value(simd, [x + shift_x, y + shift_y], near, &mut kept) + simd.f32(centre);
                    // SAFETY: a row of the tile, and a vector of the block.
                    unsafe { rows.fold(simd, fold, lane, value) };
                    rows.down();
                }
            }
            tile.finish(block, width, 0..height, turn);
        }
    }
}

/// Finds the positions of a tile's samples: (where they are + strength × displacement) × scale + offset.
pub(super) struct PositionKernel<'a> {
    /// Of the tile's columns, whole vectors, and of its rows, in units of the noise.
    pub x: &'a [f64],
    pub y: &'a [f64],
    /// Of x and y, row by row, and how strong it is.
    pub displacement: Option<([&'a [f32]; 2], f64)>,
    pub scale: f64,
    pub offset: [f64; 2],
    /// Positions are brought back into the first one.
    pub period: Option<[f64; 2]>,
    pub positions: &'a mut Positions,
}

impl Kernel for PositionKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let stride = self.x.len();
        let scale = simd.f64(self.scale);
        let [offset_x, offset_y] = self.offset.map(|x| simd.f64(x));
        let mut reach = simd.f32(0.0);
        for (row, &y) in self.y.iter().enumerate() {
            let row_y = simd.f64(y);
            for column in (0..stride).step_by(S::LANES) {
                let at = row * stride + column;
                let mut x = simd.load_f64(&self.x[column..]);
                let mut y = row_y;
                if let Some(([dx, dy], strength)) = self.displacement {
                    let strength = simd.f64(strength);
                    x = x + S::D::from_f32(simd.load(&dx[at..])) * strength;
                    y = y + S::D::from_f32(simd.load(&dy[at..])) * strength;
                }
                let (mut x, mut y) = (x * scale + offset_x, y * scale + offset_y);
                if let Some([period_x, period_y]) = self.period {
                    x = reduce(x, simd.f64(period_x));
                    y = reduce(y, simd.f64(period_y));
                }
                reach = x.to_f32().abs().max(y.to_f32().abs().max(reach));
                x.store(&mut self.positions.x[at..]);
                y.store(&mut self.positions.y[at..]);
            }
        }
        let mut lanes = [0.0; MOST_LANES];
        reach.store(&mut lanes);
        self.positions.reach = lanes.into_iter().fold(0.0, f32::max);
    }
}

/// [`crate::noise::tile::reduce`] in lanes.
#[inline(always)]
fn reduce<D: Double>(x: D, period: D) -> D {
    x - period * (x / period).floor()
}
