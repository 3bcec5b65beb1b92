//! Octaves that are sampled at single points, one per vector lane.
//!
//! These are warped and rotated octaves, moved samples, and all noises but lattice noise.
//!
//! Without a warp, each coordinate of a sample is the sum of a part from its column and a part from
//! its row. Both parts are split in f64 into a whole number of cells and a fraction. Fractions are
//! then added in f32 and whole numbers in integers, with the same accuracy anywhere in the world. A
//! warp adds a third part, the displacement, to the fraction.
//!
//! Vector lanes are columns, as in `rows`, and a vector goes down its columns. Where cells are
//! large, a sample mostly lies in the same cell as the sample above it. So the data of the cells is
//! reused until a lane leaves its cell.

use super::fold::OctaveFold;
use super::lane_permutation::LaneCells;
use super::packed::{FIELD_BITS, PackedCells};
use super::place::{CoordinatePart, CoordinateTransform, TileCoordinates};
use super::point_basis::PointBasis;
use super::simd::{Double, Float, Int, Kernel, MAX_LANES, Simd};
use super::tile::{OctaveRole, Sums, Tile, blocks};

/// The steps from a cell to its corners: two above, two below.
pub(super) const CORNERS: [[i32; 2]; 4] = [[0, 0], [1, 0], [0, 1], [1, 1]];

/// The four fields of words, each in the lowest [`FIELD_BITS`] bits. Higher bits belong to other
/// fields.
#[inline(always)]
pub(super) fn fields<S: Simd>(word: S::I) -> [S::I; 4] {
    [
        word,
        word.shr::<FIELD_BITS>(),
        word.shr::<{ 2 * FIELD_BITS }>(),
        word.shr::<{ 3 * FIELD_BITS }>(),
    ]
}

/// The noise values that displace a tile's samples in x and y, row by row, rows padded to whole
/// vectors.
#[derive(Clone, Copy)]
pub(super) struct Displacements<'a> {
    pub values: [&'a [f32]; 2],
    /// The minimum and the maximum value in x and in y.
    pub range: [[f32; 2]; 2],
}

/// The moved positions of a tile's samples, in units of the noise, row by row, rows padded to whole
/// vectors.
#[derive(Clone, Copy)]
pub(super) struct MovedPositions<'a> {
    pub values: [&'a [f64]; 2],
    /// The minimum and the maximum position in x and in y.
    pub range: [[f64; 2]; 2],
}

/// Adds an octave to a tile, sample by sample in vector lanes.
pub(super) struct PointKernel<'a, 't, B, const N: usize> {
    pub basis: &'a B,
    pub fold: OctaveFold,
    pub tile_coordinates: &'a TileCoordinates,
    pub coordinates: CoordinateTransform,
    pub moved: Option<MovedPositions<'a>>,
    pub displacement: Option<Displacements<'a>>,
    /// The kernel's scratch memory.
    pub packed: &'a mut PackedCells,
    pub tile: &'a mut Tile<'t, N>,
    pub sums: &'a mut Sums,
    pub role: OctaveRole,
}

impl<B: PointBasis, const N: usize> Kernel for PointKernel<'_, '_, B, N> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let range = self.displacement.map_or([[0.0; 2]; 2], |displacements| displacements.range);
        let size = self.tile.size;
        let extent = match &self.moved {
            None => self
                .tile_coordinates
                .extent([size[0].next_multiple_of(S::LANES), size[1]], S::LANES),
            Some(moved) => (self.coordinates.extent(moved.range), self.spread(simd, moved)),
        };
        let is_packed =
            self.packed.prepare(simd, self.basis, self.tile_coordinates, extent, size, range);
        for (column, vectors) in blocks(self.tile.size[0], S::LANES) {
            for vector in 0..vectors {
                // Three calls, so that the compiler makes a specialised copy of the loop for each
                match (self.tile_coordinates.is_near, is_packed) {
                    (true, true) => self.fill_down::<S, true, true>(simd, column, vectors, vector),
                    (true, false) => {
                        self.fill_down::<S, true, false>(simd, column, vectors, vector)
                    }
                    _ => self.fill_down::<S, false, false>(simd, column, vectors, vector),
                }
            }
            self.tile.finish(
                self.sums,
                column,
                vectors * S::LANES,
                0..self.tile.size[1],
                self.role,
            );
        }
    }
}

impl<B: PointBasis, const N: usize> PointKernel<'_, '_, B, N> {
    /// The difference of the coordinates of moved samples, on each axis, over a tile's first
    /// vector.
    #[inline(always)]
    fn spread<S: Simd>(&self, simd: S, moved: &MovedPositions) -> [f64; 2] {
        let place = [simd.load_f64(moved.values[0]), simd.load_f64(moved.values[1])];
        let mut spread = [0.0; 2];
        for (coordinate, spread) in
            self.coordinates.transform(simd, place).into_iter().zip(&mut spread)
        {
            let mut lanes = [0.0; MAX_LANES];
            coordinate.store(&mut lanes);
            *spread = (lanes[S::LANES - 1] - lanes[0]).abs();
        }
        spread
    }

    /// Fills one vector of a block, down its rows.
    #[inline(always)]
    fn fill_down<S: Simd, const NEAR: bool, const PACKED: bool>(
        &mut self,
        simd: S,
        block: usize,
        vectors: usize,
        vector: usize,
    ) {
        let Self {
            basis,
            fold: OctaveFold { addend, fold, .. },
            tile_coordinates,
            coordinates,
            moved,
            displacement,
            ref packed,
            ref mut tile,
            ref mut sums,
            role,
        } = *self;
        let lane = vector * S::LANES;
        let column = block + lane;
        let columns = CoordinateParts::<S>::of_columns(simd, &tile_coordinates.columns, column);
        let matrix = tile_coordinates.displacement_matrix;
        let [width, height] = tile.size;
        let stride = row_length(width);
        let mut rows =
            tile.rows_of::<S, 1>(simd, sums, (block, vectors * S::LANES), [lane, 0], role);
        let mut cell_data = basis.empty(simd);
        let mut last_cell: Option<LaneCells<S>> = None;
        for row in 0..height {
            // Coordinates as whole numbers and fractions; a displacement is added to the fractions
            let index = row * stride + column;
            let parts = match moved {
                None => columns.plus(CoordinateParts::of_row(simd, &tile_coordinates.rows, row)),
                Some(MovedPositions { values: [x, y], .. }) => {
                    let place = [simd.load_f64(&x[index..]), simd.load_f64(&y[index..])];
                    CoordinateParts::of_coordinates(coordinates.transform(simd, place))
                }
            };
            let [mut x, mut y] = parts.fraction;
            if let Some(Displacements { values: [dx, dy], .. }) = displacement {
                let (dx, dy) = (simd.load(&dx[index..]), simd.load(&dy[index..]));
                x = x + (dx * simd.f32(matrix[0][0]) + dy * simd.f32(matrix[1][0]));
                y = y + (dx * simd.f32(matrix[0][1]) + dy * simd.f32(matrix[1][1]));
            }
            let (floor_x, floor_y) = (x.floor(), y.floor());
            let fraction = [x - floor_x, y - floor_y];

            // The cells that hold the samples
            let cell = if NEAR {
                LaneCells::Near([parts.low[0] + floor_x.to_i32(), parts.low[1] + floor_y.to_i32()])
            } else {
                LaneCells::Far([
                    parts.whole[0] + S::D::from_f32(floor_x),
                    parts.whole[1] + S::D::from_f32(floor_y),
                ])
            };
            let words = match cell {
                LaneCells::Near(cell) if PACKED => packed.words::<S, B>(simd, cell),
                _ => None,
            };
            let mut sample: [S::F; N] = if let Some(words) = words {
                basis.sample(simd, fraction, &cell, &mut basis.unpack(simd, words))
            } else {
                if last_cell.is_none_or(|last_cell| cell.any_ne(&last_cell)) {
                    basis.enter(simd, &cell, &mut cell_data);
                    last_cell = Some(cell);
                }
                basis.sample(simd, fraction, &cell, &mut cell_data)
            };
            sample[0] = sample[0] + simd.f32(addend);
            if N > 1 {
                let [east, south] = tile_coordinates.slopes;
                let (slope_x, slope_y) = (sample[1], sample[2]);
                sample[1] = slope_x * simd.f32(east[0]) + slope_y * simd.f32(east[1]);
                sample[2] = slope_x * simd.f32(south[0]) + slope_y * simd.f32(south[1]);
            }
            rows.fold(fold, [sample]);
        }
    }
}

/// The parts of coordinates in x and y, for a vector of columns or for a row; or their sum.
struct CoordinateParts<S: Simd> {
    fraction: [S::F; 2],
    low: [S::I; 2],
    whole: [S::D; 2],
}

impl<S: Simd> CoordinateParts<S> {
    #[inline(always)]
    fn of_columns(simd: S, [x, y]: &[CoordinatePart; 2], column: usize) -> Self {
        Self {
            fraction: [simd.load(&x.fraction[column..]), simd.load(&y.fraction[column..])],
            low: [simd.load_u32(&x.low[column..]), simd.load_u32(&y.low[column..])],
            whole: [simd.load_f64(&x.whole[column..]), simd.load_f64(&y.whole[column..])],
        }
    }

    #[inline(always)]
    fn of_row(simd: S, [x, y]: &[CoordinatePart; 2], row: usize) -> Self {
        Self {
            fraction: [simd.f32(x.fraction[row]), simd.f32(y.fraction[row])],
            low: [simd.u32(x.low[row]), simd.u32(y.low[row])],
            whole: [simd.f64(x.whole[row]), simd.f64(y.whole[row])],
        }
    }

    /// Splits coordinates into whole numbers and fractions.
    #[inline(always)]
    fn of_coordinates([x, y]: [S::D; 2]) -> Self {
        let whole = [x.floor(), y.floor()];
        Self {
            fraction: [(x - whole[0]).to_f32(), (y - whole[1]).to_f32()],
            low: [whole[0].to_i32(), whole[1].to_i32()],
            whole,
        }
    }

    #[inline(always)]
    fn plus(&self, other: Self) -> Self {
        Self {
            fraction: [self.fraction[0] + other.fraction[0], self.fraction[1] + other.fraction[1]],
            low: [self.low[0] + other.low[0], self.low[1] + other.low[1]],
            whole: [self.whole[0] + other.whole[0], self.whole[1] + other.whole[1]],
        }
    }
}

/// Computes the minimum and the maximum of numbers that fill whole vectors.
pub(super) struct RangeKernel<'a> {
    pub numbers: &'a [f32],
    pub range: &'a mut [f32; 2],
}

impl Kernel for RangeKernel<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (mut min, mut max) = (simd.f32(f32::INFINITY), simd.f32(f32::NEG_INFINITY));
        for numbers in self.numbers.chunks_exact(S::LANES) {
            let numbers = simd.load(numbers);
            // With operands in this order, NaN leaves the minimum and the maximum unchanged
            (min, max) = (numbers.min(min), numbers.max(max));
        }
        let mut lanes = [[f32::INFINITY; MAX_LANES], [f32::NEG_INFINITY; MAX_LANES]];
        min.store(&mut lanes[0]);
        max.store(&mut lanes[1]);
        let [min, max] = lanes;
        *self.range = [
            min.into_iter().fold(f32::INFINITY, f32::min),
            max.into_iter().fold(f32::NEG_INFINITY, f32::max),
        ];
    }
}

/// The length of a row of displacements or moved positions, which is padded to whole vectors.
pub(super) const fn row_length(columns: usize) -> usize {
    columns.next_multiple_of(MAX_LANES)
}
