//! Positions of a tile's samples in the cells of an octave.
//!
//! Each coordinate is a whole number of cells and a fraction, and has a part from the column and a
//! part from the row.

use super::simd::{Double, Float, Int, Kernel, MAX_LANES, Simd};
use super::tile::{MAX_COLUMNS, MAX_ROWS};
use crate::octave::Octave;

/// The length of arrays with a number for each column or row of a tile, padded to whole vectors.
pub(super) const LINE_CAPACITY: usize =
    if MAX_COLUMNS > MAX_ROWS { MAX_COLUMNS } else { MAX_ROWS }.next_multiple_of(MAX_LANES);

/// The part of a coordinate that depends only on the column, or only on the row.
pub(super) struct CoordinatePart {
    /// The fraction in [0, 1].
    pub fraction: [f32; LINE_CAPACITY],
    /// The whole number of cells.
    pub whole: [f64; LINE_CAPACITY],
    /// The low word of the whole number.
    pub low: [u32; LINE_CAPACITY],
}

impl CoordinatePart {
    /// The part of column or row `i`, as one number.
    #[inline(always)]
    pub fn value(&self, i: usize) -> f64 {
        self.whole[i] + f64::from(self.fraction[i])
    }
}

/// The positions of a tile's samples in the cells of an octave.
///
/// Each coordinate is the sum of three parts: from the column, from the row, and from the
/// displacement.
pub(super) struct TileCoordinates {
    pub columns: [CoordinatePart; 2],
    pub rows: [CoordinatePart; 2],
    /// The changes of both coordinates by a displacing noise of 1 in x, then in y.
    pub displacement_matrix: [[f32; 2]; 2],
    /// The factors by which the slopes along the octave's axes give the slopes to the east and to
    /// the south.
    pub slopes: [[f32; 2]; 2],
    /// True if all cells and their neighbours are below 2³⁰ in magnitude.
    pub is_near: bool,
}

/// The transformation from positions to the coordinates of an octave.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoordinateTransform {
    frequency: f64,
    /// The changes of both coordinates by 1 in x, then by 1 in y, where x and y are already scaled
    /// by the frequency.
    matrix: [[f64; 2]; 2],
    shift: [f64; 2],
    /// The cosine and sine of the octave's rotation.
    rotation: [f64; 2],
    /// The octave's shift before skewing.
    unskewed_shift: [f64; 2],
    skew: f64,
}

impl Default for TileCoordinates {
    fn default() -> Self {
        let part = || CoordinatePart {
            fraction: [0.0; LINE_CAPACITY],
            whole: [0.0; LINE_CAPACITY],
            low: [0; LINE_CAPACITY],
        };
        Self {
            columns: [part(), part()],
            rows: [part(), part()],
            displacement_matrix: [[0.0; 2]; 2],
            slopes: [[0.0; 2]; 2],
            is_near: true,
        }
    }
}

impl TileCoordinates {
    /// The minimum and the maximum coordinate on each axis, for a tile of `width` × `height`
    /// samples, and the difference of coordinates over `lanes` neighbouring columns.
    pub fn extent(&self, [width, height]: [usize; 2], lanes: usize) -> ([[f64; 2]; 2], [f64; 2]) {
        let extent = [0, 1].map(|axis| {
            let (columns, rows) = (&self.columns[axis], &self.rows[axis]);
            let [left, right] = sorted(columns.value(0), columns.value(width - 1));
            let [above, below] = sorted(rows.value(0), rows.value(height - 1));
            [left + above, right + below]
        });
        (
            extent,
            [0, 1].map(|axis| {
                (self.columns[axis].value(lanes - 1) - self.columns[axis].value(0)).abs()
            }),
        )
    }
}

impl CoordinateTransform {
    /// The transformation for an octave: it scales, rotates and shifts as [`Octave::place`] does,
    /// then skews to x + k·(x + y), y + k·(x + y), where k is `skew`.
    pub fn new(octave: &Octave, skew: f64) -> Self {
        let [cos, sin] = octave.rotation.unwrap_or([1.0, 0.0]);
        let skewed = |[x, y]: [f64; 2]| [x + skew * (x + y), y + skew * (x + y)];
        let [x, y] = [skewed([cos, sin]), skewed([-sin, cos])];
        let [shift_x, shift_y, ..] = octave.shift;
        let unskewed_shift = [shift_x, shift_y];
        Self {
            frequency: octave.frequency,
            matrix: [x, y],
            shift: skewed(unskewed_shift),
            rotation: [cos, sin],
            unskewed_shift,
            skew,
        }
    }

    /// Transforms positions by the steps of [`Octave::place`], then skews them.
    #[inline(always)]
    pub fn transform<S: Simd>(&self, simd: S, [x, y]: [S::D; 2]) -> [S::D; 2] {
        let frequency = simd.f64(self.frequency);
        let [mut x, mut y] = [x * frequency, y * frequency];
        if self.rotation != [1.0, 0.0] {
            let [cos, sin] = [simd.f64(self.rotation[0]), simd.f64(self.rotation[1])];
            [x, y] = [cos * x - sin * y, sin * x + cos * y];
        }
        let [x, y] = [x + simd.f64(self.unskewed_shift[0]), y + simd.f64(self.unskewed_shift[1])];
        if self.skew == 0.0 {
            return [x, y];
        }
        let skew = (x + y) * simd.f64(self.skew);
        [x + skew, y + skew]
    }

    /// The range of coordinates for a range of positions.
    pub fn extent(&self, range: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
        [0, 1].map(|axis| {
            let mut extent = [self.shift[axis]; 2];
            for (factors, range) in self.matrix.iter().zip(range) {
                let ends = range.map(|end| end * self.frequency * factors[axis]);
                extent[0] += ends[0].min(ends[1]);
                extent[1] += ends[0].max(ends[1]);
            }
            extent
        })
    }
}

/// Computes the column and row parts of the coordinates of a tile's samples.
pub(super) struct CoordinatesKernel<'a> {
    pub coordinates: CoordinateTransform,
    /// The positions of the columns and of the rows, in units of the noise.
    pub x: &'a [f64; LINE_CAPACITY],
    pub y: &'a [f64; LINE_CAPACITY],
    /// The distance by which a displacing noise of 1 displaces, in units of the noise, and the
    /// largest magnitude of the displacing noise in the tile.
    pub strength: f64,
    pub max_noise: f32,
    /// The range of positions in x and in y, in units of the noise, if samples are moved from their
    /// columns and rows.
    pub moved: Option<[[f64; 2]; 2]>,
    /// The factor that turns slopes per unit of the noise into slopes of the samples.
    pub slope_scale: f64,
    pub tile_coordinates: &'a mut TileCoordinates,
}

impl Kernel for CoordinatesKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self {
            coordinates: CoordinateTransform { frequency, matrix, shift, rotation: [cos, sin], .. },
            x,
            y,
            strength,
            max_noise,
            moved,
            slope_scale,
            tile_coordinates,
        } = self;
        let scale = frequency * slope_scale;
        let scaled = |x: f64| (x * scale) as f32;
        tile_coordinates.slopes = [[scaled(cos), scaled(sin)], [scaled(-sin), scaled(cos)]];
        let factor = |row: usize, axis: usize| strength * frequency * matrix[row][axis];
        tile_coordinates.displacement_matrix = [
            [factor(0, 0) as f32, factor(0, 1) as f32],
            [factor(1, 0) as f32, factor(1, 1) as f32],
        ];
        let mut largest = 0.0;
        for factor in tile_coordinates.displacement_matrix.as_flattened() {
            largest += f64::from(factor.abs() * max_noise);
        }
        if let Some(range) = moved {
            let extent = self.coordinates.extent(range);
            largest += extent.as_flattened().iter().map(|end| end.abs()).sum::<f64>();
            tile_coordinates.is_near = largest < f64::from(1 << 29);
            return;
        }
        for axis in 0..2 {
            largest += fill_part(
                simd,
                x,
                [frequency, matrix[0][axis], shift[axis]],
                &mut tile_coordinates.columns[axis],
            );
            largest += fill_part(
                simd,
                y,
                [frequency, matrix[1][axis], 0.0],
                &mut tile_coordinates.rows[axis],
            );
        }
        if matrix == [[1.0, 0.0], [0.0, 1.0]] {
            round_as_the_reference(y, frequency, shift[1], &mut tile_coordinates.rows[1]);
        }
        tile_coordinates.is_near = largest < f64::from(1 << 29);
    }
}

/// Computes positions × frequency × factor + shift, split into whole number and fraction. Returns
/// the largest magnitude of a whole number.
#[inline(always)]
fn fill_part<S: Simd>(
    simd: S,
    positions: &[f64; LINE_CAPACITY],
    [frequency, factor, shift]: [f64; 3],
    out: &mut CoordinatePart,
) -> f64 {
    let mut largest = simd.f32(0.0);
    for first in (0..LINE_CAPACITY).step_by(S::LANES) {
        let coordinate =
            simd.load_f64(&positions[first..]) * simd.f64(frequency) * simd.f64(factor)
                + simd.f64(shift);
        let whole = coordinate.floor();
        (coordinate - whole).to_f32().store(&mut out.fraction[first..]);
        whole.store(&mut out.whole[first..]);
        whole.to_i32().store(&mut out.low[first..]);
        // With operands in this order, NaN leaves the maximum unchanged
        largest = whole.to_f32().abs().max(largest);
    }
    let mut lanes = [0.0; MAX_LANES];
    largest.store(&mut lanes);
    f64::from(lanes.into_iter().fold(0.0, f32::max))
}

/// Copies a rounding error of the reference to the rows of an octave.
///
/// The reference adds the shift to a position in f64, which rounds the sum far from the origin. The
/// row part leaves out the shift, which the column part holds exactly. Where the error matters,
/// from about 2³² cells on, it is added to the rows.
#[inline(always)]
fn round_as_the_reference(
    y: &[f64; LINE_CAPACITY],
    frequency: f64,
    shift: f64,
    rows: &mut CoordinatePart,
) {
    const MIN_ERROR: f64 = 1.0 / (1 << 20) as f64;
    for (row, y) in y.iter().enumerate() {
        let scaled = y * frequency;
        let rounding = ((scaled + shift) - scaled) - shift;
        if rounding.abs() >= MIN_ERROR {
            rows.fraction[row] = ((scaled - scaled.floor()) + rounding) as f32;
        }
    }
}

/// The two numbers in ascending order.
pub(super) fn sorted(a: f64, b: f64) -> [f64; 2] {
    [f64::min(a, b), f64::max(a, b)]
}
