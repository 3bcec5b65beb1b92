//! The points whose waves reach a tile; each is computed once per tile.
//!
//! A sample adds its points in lattice order and measures distances from its own cell. Its bits
//! therefore depend neither on the tile nor on the vector level.

use super::constants::OctaveNumbers;
use super::functions::Wide;
use super::lines::{LatticeCoordinate, TileLines};
use super::stripes::{CELL_OFFSETS, REACH, add_point, jitter};
use super::tile::{BLOCK, LANES, Lanes, SIDE};
use crate::real::Real;
use orogen_noise::hash::axis_key;

/// The distances of a block's samples from a point along one axis, and the falloffs there.
#[derive(Clone, Copy, Default)]
pub(super) struct SideDistances<R> {
    pub distances: Lanes<R>,
    pub falloffs: Lanes<R>,
}

/// The points whose waves reach a tile.
pub(super) struct WavePoints<R> {
    lines: [TileLines<R>; 2],
    /// For each pair of a lattice column and a lattice row, the indices in `sides` that belong to
    /// block 0. Sides begin with the first block within reach, so these indices may wrap below 0.
    firsts: Vec<[usize; 2]>,
    /// One side for each axis, for each point and each block within its reach.
    sides: [Vec<SideDistances<R>>; 2],
    /// The square of the smallest distance in each side.
    squares: [Vec<R>; 2],
    /// The sides, by axis, of the points that reach the current block.
    list: Vec<[usize; 2]>,
}

impl<R: Wide> WavePoints<R> {
    pub fn new() -> Self {
        Self {
            lines: [TileLines::new(), TileLines::new()],
            firsts: vec![],
            sides: [vec![], vec![]],
            squares: [vec![], vec![]],
            list: vec![],
        }
    }

    /// Finds the points within reach of a grid of columns and rows.
    ///
    /// Returns false if the lines are too far apart.
    #[inline(always)]
    pub fn find(&mut self, octave: &OctaveNumbers, lines_m: [&[f64]; 2]) -> bool {
        let Self { lines: [columns, rows], firsts, sides: [sides_x, sides_z], squares, .. } = self;
        if !columns.find(octave, 0, lines_m[0]) || !rows.find(octave, 1, lines_m[1]) {
            return false;
        }
        firsts.clear();
        sides_x.clear();
        sides_z.clear();
        let [squares_x, squares_z] = squares;
        squares_x.clear();
        squares_z.clear();
        for south in &rows.coordinates {
            for east in &columns.coordinates {
                let [jitter_x, jitter_z] = jitter([east.key, south.key]).map(R::of_f32);
                let (x, z) = (sides_x.len(), sides_z.len());
                firsts
                    .push([x.wrapping_sub(east.blocks.start), z.wrapping_sub(south.blocks.start)]);
                add_sides(east, jitter_x, |i| i % BLOCK, sides_x, squares_x);
                add_sides(south, jitter_z, |i| i / BLOCK, sides_z, squares_z);
            }
        }
        true
    }

    /// Lists the found points that reach a block.
    #[inline(never)]
    pub fn list_near(&mut self, [east, south]: [usize; 2]) {
        let Self { lines: [columns, rows], firsts, squares: [squares_x, squares_z], list, .. } =
            self;
        let (width, columns) = (columns.coordinates.len(), columns.by_block[east].clone());
        let rows = rows.by_block[south].clone();
        list.resize(rows.len() * columns.len(), [0; 2]);
        let mut count = 0;
        for row in rows {
            for [x, z] in &firsts[row * width..][..width][columns.clone()] {
                let [x, z] = [x.wrapping_add(east), z.wrapping_add(south)];
                // No branch here: the branch predictor cannot foresee which points are near
                list[count] = [x, z];
                count += usize::from(squares_x[x] + squares_z[z] < R::of(REACH * REACH));
            }
        }
        list.truncate(count);
    }

    /// Finds and lists the points that reach a block whose samples do not lie on lines.
    #[inline(always)]
    pub fn list_around(&mut self, octave: &OctaveNumbers, positions: &Positions<R>) {
        let Self { sides: [sides_x, sides_z], list, .. } = self;
        sides_x.clear();
        sides_z.clear();
        list.clear();
        let [columns, rows] = [0, 1].map(|axis| AxisNeighbourhood::new(octave, axis, positions));
        for south in &rows.points[..rows.count] {
            for east in &columns.points[..columns.count] {
                let jitter = jitter([east.0, south.0]).map(R::of_f32);
                let [x, z] =
                    [columns.distance(east.1, jitter[0]), rows.distance(south.1, jitter[1])];
                if x * x + z * z < R::of(REACH * REACH) {
                    list.push([sides_x.len(); 2]);
                    sides_x.push(columns.side(east.1, jitter[0]));
                    sides_z.push(rows.side(south.1, jitter[1]));
                }
            }
        }
    }

    /// The sums of the points in the list.
    #[inline(always)]
    pub fn sums(&self, [east, south]: [&Lanes<R>; 2]) -> [Lanes<R>; 3] {
        let [mut sines, mut cosines, mut weights] = [[R::default(); LANES]; 3];
        for [x, z] in &self.list {
            let (x, z) = (&self.sides[0][*x], &self.sides[1][*z]);
            for i in 0..LANES {
                [sines[i], cosines[i], weights[i]] = add_point(
                    [sines[i], cosines[i], weights[i]],
                    [east[i], south[i]],
                    [x.distances[i], z.distances[i]],
                    [x.falloffs[i], z.falloffs[i]],
                );
            }
        }
        [sines, cosines, weights]
    }
}

/// Adds the sides of a point at `jitter` from its lattice point. `line` maps a lane to its line in
/// a block.
#[inline(always)]
fn add_sides<R: Wide>(
    coordinate: &LatticeCoordinate<R>,
    jitter: R,
    line: impl Fn(usize) -> usize,
    sides: &mut Vec<SideDistances<R>>,
    squares: &mut Vec<R>,
) {
    /// The number of lines that fills a vector register.
    const CHUNK: usize = 8;
    let [mut distances, mut falloffs] = [[R::default(); SIDE]; 2];
    // Lines out of reach of the point are left out.
    for first in (0..coordinate.blocks.len() * BLOCK).step_by(CHUNK) {
        let to = distances[first..][..CHUNK].iter_mut().zip(&mut falloffs[first..][..CHUNK]);
        for ((distance, falloff), from) in to.zip(&coordinate.distances[first..][..CHUNK]) {
            *distance = *from - jitter;
            *falloff = R::falloff(*distance);
        }
    }
    for start in (0..coordinate.blocks.len()).map(|block| block * BLOCK) {
        let mut side = SideDistances::default();
        for i in 0..LANES {
            side.distances[i] = distances[start + line(i)];
            side.falloffs[i] = falloffs[start + line(i)];
        }
        sides.push(side);
        let nearest = distances[start].greater(-distances[start + BLOCK - 1]).greater(R::of(0.0));
        squares.push(nearest * nearest);
    }
}

/// The positions of a block's samples in cells, as whole numbers and fractions.
pub(super) struct Positions<R> {
    cells: [[f64; LANES]; 2],
    fractions: [Lanes<R>; 2],
}

/// The largest number of cells that a block may span. Samples of wider blocks are computed one by
/// one.
const MAX_CELLS: usize = 12;

impl<R: Wide> Positions<R> {
    #[inline(always)]
    pub fn new(octave: &OctaveNumbers, places_m: [[f64; LANES]; 2]) -> Self {
        let mut positions =
            Self { cells: [[0.0; LANES]; 2], fractions: [[R::default(); LANES]; 2] };
        for (axis, places_m) in places_m.iter().enumerate() {
            for (i, place_m) in places_m.iter().enumerate() {
                let place = *place_m / octave.cell_m;
                let cell = Real::floor(place);
                positions.cells[axis][i] = cell;
                positions.fractions[axis][i] = R::of(place - cell);
            }
        }
        positions
    }

    /// Returns true if the samples are close enough to share their points.
    #[inline(always)]
    pub fn are_close(&self) -> bool {
        self.cells.iter().all(|cells| {
            let [low, high] = ends(cells);
            high - low <= MAX_CELLS as f64
        })
    }

    /// Replaces all samples by the sample of one lane.
    #[inline(always)]
    pub fn repeat_lane(&self, lane: usize) -> Self {
        Self {
            cells: self.cells.map(|cells| [cells[lane]; LANES]),
            fractions: self.fractions.map(|fractions| [fractions[lane]; LANES]),
        }
    }
}

/// The smallest and the largest number of the lanes.
#[inline(always)]
fn ends<R: Real>(lanes: &[R; LANES]) -> [R; 2] {
    let (mut low, mut high) = (lanes[0], lanes[0]);
    for x in lanes {
        (low, high) = (low.lesser(*x), high.greater(*x));
    }
    [low, high]
}

/// Samples of a block along an axis, among the lattice points around them.
struct AxisNeighbourhood<R> {
    /// Cells from the lowest cell.
    cells: Lanes<R>,
    fractions: Lanes<R>,
    /// The lowest and the highest position, in cells from the lowest cell.
    ends: [R; 2],
    /// Keys of lattice points, and their cells from the lowest.
    points: [(u32, R); MAX_CELLS + CELL_OFFSETS.len()],
    count: usize,
}

impl<R: Wide> AxisNeighbourhood<R> {
    #[inline(always)]
    fn new(octave: &OctaveNumbers, axis: usize, positions: &Positions<R>) -> Self {
        let [low, high] = ends(&positions.cells[axis]);
        let (mut cells, mut places) = ([R::default(); LANES], [R::default(); LANES]);
        let fractions = positions.fractions[axis];
        for i in 0..LANES {
            cells[i] = R::of(positions.cells[axis][i] - low);
            places[i] = cells[i] + fractions[i];
        }
        let count = (high - low) as usize + CELL_OFFSETS.len();
        let word = octave.seed.axis_word(axis as u32);
        let mut points = [(0, R::default()); MAX_CELLS + CELL_OFFSETS.len()];
        for (step, (key, cell)) in (CELL_OFFSETS[0]..).zip(&mut points[..count]) {
            *key = axis_key(word, (low as i64).wrapping_add(step));
            *cell = R::of(step as f64);
        }
        Self { cells, fractions, ends: ends(&places), points, count }
    }

    /// The smallest distance of the samples to a point at `jitter` from its lattice point.
    #[inline(always)]
    fn distance(&self, cell: R, jitter: R) -> R {
        let [low, high] = self.ends;
        (low - cell - jitter).greater(cell + jitter - high).greater(R::of(0.0))
    }

    #[inline(always)]
    fn side(&self, cell: R, jitter: R) -> SideDistances<R> {
        let mut side = SideDistances::default();
        for i in 0..LANES {
            // Whole cells are exact, so distances match those computed on lines
            side.distances[i] = self.fractions[i] - (cell - self.cells[i]) - jitter;
            side.falloffs[i] = R::falloff(side.distances[i]);
        }
        side
    }
}
