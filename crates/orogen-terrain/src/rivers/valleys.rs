//! Valleys: how rivers change the ground around them.
//!
//! Each part of a course is a ceiling for the ground: a valley whose sides rise to the ridges. A part
//! that carries water is also a floor, of alluvium. The change is computed at the samples of a
//! lattice of the world.

use super::basins;
use super::cells::{Block, SIDE};
use super::course_parts::coarseness;
use super::network::Network;
use super::nodes::RiverGround;
use super::smoothstep::smoothstep;
use super::valley_limits::{ROUNDING_M, ValleyLimits};
use super::valley_parts::{FitValleys, LANES, REACH, ValleyShapes};
use orogen_noise::grid::Level;

/// A part of the world's lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValleyLattice {
    /// The column and the row of the north-west sample.
    pub origin: [i64; 2],
    /// Samples in a row, and rows.
    pub size: [usize; 2],
    /// The distance between samples: a power of two.
    pub spacing_m: f64,
}

impl ValleyLattice {
    /// The columns and the rows in metres.
    pub fn lines_m(&self) -> [Vec<f64>; 2] {
        [0, 1].map(|axis| {
            let line = 0..self.size[axis] as i64;
            line.map(|i| (self.origin[axis] + i) as f64 * self.spacing_m).collect()
        })
    }

    /// The heights of a ground at the samples, without features finer than two cells.
    pub fn ground_m(&self, ground: &impl RiverGround) -> Vec<f64> {
        let lines_m = self.lines_m();
        let lines_m = lines_m.each_ref().map(|line| &**line);
        let ground_m = ground.heights_m(lines_m, None, 2.0 * self.spacing_m);
        ground_m.into_iter().map(f64::from).collect()
    }
}

/// How far courses may stray from the cell of their node, in cells: as far as the middle of an edge, plus
/// the wander.
pub(super) const STRAY: f64 = 1.5;

/// How far below the lowest level of a course the ground may lie, in metres: the deepest lake and rounding.
pub const DEEPEST_M: f64 = basins::DEEPEST_M + 0.25 * ROUNDING_M;

/// How far valleys may raise the ground above the highest level of water, in metres: rims of lakes and
/// rounding.
pub const HIGHEST_M: f64 = 1.0 + 0.25 * ROUNDING_M;

/// Distances from a valley's bottom, in spacings of nodes, between which erosion begins. A gully that
/// cut deeper than the bottom would hold water, and a ridge of erosion would dam the course.
const ERODED: [f64; 2] = [0.02, 0.25];

/// The same for graded rivers: heights of the valley's side above the bottom, in spacings of nodes. Gullies then
/// end where the side is low, so their floors fall to the river.
const GRADED_ERODED: [f64; 2] = [0.0, 0.06];

/// The effect of valleys on the samples of a lattice, row by row.
pub struct Valleys {
    /// The change of the ground in metres.
    pub changes_m: Vec<f64>,
    /// The share of the erosion, from 0 at the bottoms of valleys to 1.
    pub eroded: Vec<f64>,
}

impl<G: RiverGround> Network<G> {
    /// The changes by valleys at the samples of a lattice, computed from the ground there.
    ///
    /// # Panics
    /// Panics if there are not as many heights as samples.
    pub fn valleys(&self, lattice: &ValleyLattice, ground_m: &[f64]) -> Valleys {
        assert_eq!(ground_m.len(), lattice.size.iter().product(), "heights for samples");
        let limits = self.valley_limits(lattice);
        let eroded = limits.eroded.iter().map(|share| f64::from(*share)).collect();
        Valleys { changes_m: limits.changes_m(ground_m).collect(), eroded }
    }

    /// The limits that valleys set at the samples of a lattice.
    pub(super) fn valley_limits(&self, lattice: &ValleyLattice) -> ValleyLimits {
        let [width, rows] = lattice.size;
        let groups = width.div_ceil(LANES);
        let mut ceilings_m = vec![[f32::INFINITY; LANES]; groups * rows];
        let mut floors_m = vec![[f32::NEG_INFINITY; LANES]; groups * rows];
        let mut away = vec![[f32::INFINITY; LANES]; groups * rows];
        self.fit_valleys(lattice, [&mut ceilings_m, &mut floors_m, &mut away]);
        let in_rows = |lanes: Vec<[f32; LANES]>| -> Vec<f32> {
            let rows = lanes.chunks(groups).map(<[_]>::as_flattened);
            rows.flat_map(|row| row[..width].iter().copied()).collect()
        };
        let [mut ceilings_m, mut floors_m, away] = [ceilings_m, floors_m, away].map(in_rows);
        self.dig(lattice, &mut ceilings_m, &mut floors_m);
        let settings = self.drainage().settings();
        let is_graded = settings.is_graded();
        let range = match is_graded {
            true => GRADED_ERODED.map(|share| share * settings.spacing_m),
            false => ERODED,
        };
        let eroded = away.iter().map(|away| smoothstep(range, f64::from(*away)) as f32).collect();
        ValleyLimits { ceilings_m, floors_m, eroded, is_graded }
    }

    /// Lowers ceilings to the valleys of all courses near a lattice, raises floors, and finds how far
    /// away bottoms are.
    fn fit_valleys(
        &self,
        lattice: &ValleyLattice,
        [ceilings_m, floors_m, away]: [&mut [[f32; LANES]]; 3],
    ) {
        let settings = self.drainage().settings();
        let coarseness = coarseness(settings, lattice.spacing_m);
        let reach = REACH + STRAY;
        let cells = [0, 1].map(|axis| {
            let first = lattice.origin[axis] as f64 * lattice.spacing_m / settings.spacing_m;
            let length = (lattice.size[axis] - 1) as f64 * lattice.spacing_m / settings.spacing_m;
            [(first - reach).floor() as i64, (first + length + reach).floor() as i64]
        });
        let [columns, rows] =
            cells.map(|[first, last]| first.div_euclid(SIDE)..=last.div_euclid(SIDE));
        for row in rows {
            for column in columns.clone() {
                let block = Block([column, row]);
                // Exact, because both spacings are powers of two.
                let first_m = [0, 1].map(|axis| {
                    let sample_m = lattice.origin[axis] as f64 * lattice.spacing_m;
                    (sample_m - block.first()[axis] as f64 * settings.spacing_m) as f32
                });
                let courses = self.courses(block);
                Level::best().run_loops(FitValleys {
                    parts: self.valley_parts(block, &courses, coarseness),
                    shape: ValleyShapes::new(settings, lattice.spacing_m),
                    first_m,
                    size: [lattice.size[0].div_ceil(LANES), lattice.size[1]],
                    spacing_m: lattice.spacing_m as f32,
                    ceilings_m: &mut *ceilings_m,
                    floors_m: &mut *floors_m,
                    away: &mut *away,
                });
            }
        }
    }
}
