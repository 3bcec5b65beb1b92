//! Valleys: how rivers change the ground around them.
//!
//! Each part of a course is a ceiling for the ground: a valley whose sides rise to the ridges. A part
//! that carries water is also a floor, of alluvium. The change is computed at the samples of a
//! lattice of the world.

use super::basins;
use super::cells::{Block, SIDE};
use super::courses::Segment;
use super::levels::River;
use super::network::Network;
use super::nodes::Ground;
use super::settings::RiverSettings;
use crate::real::{smooth_max, smooth_min};

/// A part of the world's lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The column and the row of the north-west sample.
    pub origin: [i64; 2],
    /// Samples in a row, and rows.
    pub size: [usize; 2],
    /// The distance between samples: a power of two.
    pub spacing_m: f64,
}

impl Lattice {
    /// The columns and the rows in metres.
    pub fn lines_m(&self) -> [Vec<f64>; 2] {
        [0, 1].map(|axis| {
            let line = 0..self.size[axis] as i64;
            line.map(|i| (self.origin[axis] + i) as f64 * self.spacing_m).collect()
        })
    }
}

/// How far a valley reaches, relative to the spacing of nodes.
const REACH: f64 = 1.3;

/// How far courses may stray from the cell of their node, in cells: an edge's middle and wander.
pub(super) const STRAY: f64 = 1.5;

/// How steeply a valley ends at its reach, in metres: soft enough to leave no wall.
const END_M: f64 = 12_000.0;

/// Samples change over this height between ground, ceiling and floor.
const ROUNDING_M: f64 = 12.0;

/// The height of a spring's bed above its water, which tapers towards [`TAPER_KM2`].
const SPRING_M: f64 = 45.0;

/// How far below the lowest ceiling the ground may lie, in metres: the deepest lake and rounding.
pub const DEEPEST_M: f64 = basins::DEEPEST_M + 0.25 * ROUNDING_M;

/// How far above the highest floor the ground may lie, in metres.
pub const HIGHEST_M: f64 = 1.0 + 0.25 * ROUNDING_M;

/// The catchment from which valleys have their full depth.
const TAPER_KM2: f64 = 2.0;

/// A segment with all that its valley needs, relative to its block's north-west corner. Samples are
/// exact multiples away from that corner, so all lattices find the same bits.
struct Part {
    /// The block's corner, relative to the lattice's north-west sample.
    corner_m: [f64; 2],
    start_m: [f64; 2],
    along_m: [f64; 2],
    inverse_square: f64,
    level_m: [f64; 2],
    width_m: [f64; 2],
    taper_m: [f64; 2],
    side_slope: f64,
    floor_slope: f64,
    is_flat: f64,
    is_wet: bool,
}

impl Part {
    fn new(settings: &RiverSettings, segment: &Segment, offset_m: [f64; 2]) -> Self {
        let Segment { ends_m: [start, end], levels_m, areas_km2, fall, side_slope } = *segment;
        let along_m = [0, 1].map(|axis| end[axis] - start[axis]);
        let square = along_m[0] * along_m[0] + along_m[1] * along_m[1];
        let steep = ((fall - 0.004) / 0.03).clamp(0.0, 1.0);
        Self {
            corner_m: offset_m,
            start_m: start,
            along_m,
            inverse_square: if square > 0.0 { 1.0 / square } else { 0.0 },
            level_m: [levels_m[0], levels_m[1] - levels_m[0]],
            width_m: slope(areas_km2.map(|area_km2| River::of(settings, area_km2).width_m)),
            taper_m: slope(areas_km2.map(|area_km2| taper_m(settings, area_km2))),
            side_slope,
            floor_slope: 0.05 + fall + 0.3 * (side_slope - 0.08).max(0.0),
            is_flat: 1.0 - steep * steep * (3.0 - 2.0 * steep),
            is_wet: areas_km2[0] >= settings.from_km2,
        }
    }

    /// The ceiling and the floor at a place.
    #[inline(always)]
    fn at(&self, shape: &Shape, [x, z]: [f64; 2]) -> [f64; 2] {
        let from = [x - self.start_m[0], z - self.start_m[1]];
        let t = (from[0] * self.along_m[0] + from[1] * self.along_m[1]) * self.inverse_square;
        let t = t.clamp(0.0, 1.0);
        let away = [from[0] - t * self.along_m[0], from[1] - t * self.along_m[1]];
        let d = (away[0] * away[0] + away[1] * away[1]).sqrt();
        let line = |[a, by]: [f64; 2]| a + t * by;
        let (level_m, width_m) = (line(self.level_m), line(self.width_m));
        let y = (d - width_m * (0.5 + shape.floor * self.is_flat)).max(0.0);
        let side_m = self.side_slope * ((y * y + shape.round_square).sqrt() - shape.round_m);
        let end = (d * shape.per_reach - 0.75).max(0.0);
        let ceiling_m = level_m + 0.4 + line(self.taper_m) + side_m + 0.003 * d + END_M * end * end;
        let far = (d * shape.per_half - 1.0).max(0.0);
        let floor_m = level_m + 0.3 - self.floor_slope * d - 300.0 * far * far;
        [ceiling_m, floor_m]
    }
}

/// The height of a dry bed above the level of its course. It is 0 where a valley carries water.
pub(super) fn taper_m(settings: &RiverSettings, area_km2: f64) -> f64 {
    let left = (1.0 - area_km2 / settings.from_km2.min(TAPER_KM2)).max(0.0);
    SPRING_M * left * left
}

fn slope([a, b]: [f64; 2]) -> [f64; 2] {
    [a, b - a]
}

/// The numbers of all parts.
struct Shape {
    /// The width of floodplains, in widths of their rivers.
    floor: f64,
    round_m: f64,
    round_square: f64,
    per_reach: f64,
    per_half: f64,
}

impl<G: Ground> Network<G> {
    /// The ground at the samples of a lattice, without features finer than two cells.
    pub fn ground_m(&self, lattice: &Lattice) -> Vec<f64> {
        let [columns, rows] = lattice.lines_m();
        let east: Vec<f64> = rows.iter().flat_map(|_| columns.iter().copied()).collect();
        let south: Vec<f64> =
            rows.iter().flat_map(|row| std::iter::repeat_n(*row, columns.len())).collect();
        self.drainage().ground().heights_m([&east, &south], 2.0 * lattice.spacing_m)
    }

    /// The change of the ground at the samples of a lattice, row by row, from the ground there.
    ///
    /// # Panics
    /// Panics if there are not as many heights as samples.
    pub fn changes_m(&self, lattice: &Lattice, ground_m: &[f64]) -> Vec<f64> {
        let [width, rows] = lattice.size;
        assert_eq!(ground_m.len(), width * rows, "heights for samples");
        let settings = self.drainage().settings();
        let round_m = (0.1 * settings.spacing_m).max(1.5 * lattice.spacing_m);
        let shape = Shape {
            floor: settings.floor,
            round_m,
            round_square: round_m * round_m,
            per_reach: 1.0 / (REACH * settings.spacing_m),
            per_half: 2.0 / settings.spacing_m,
        };
        let mut ceilings_m = vec![f64::INFINITY; ground_m.len()];
        let mut floors_m = vec![f64::NEG_INFINITY; ground_m.len()];
        for part in self.parts_near(lattice) {
            let [columns, lines] = self.samples_near(lattice, &part);
            for row in lines {
                let z = row as f64 * lattice.spacing_m - part.corner_m[1];
                let range = row * width + columns.start..row * width + columns.end;
                let samples = ceilings_m[range.clone()].iter_mut().zip(&mut floors_m[range]);
                for (column, (ceiling_m, floor_m)) in columns.clone().zip(samples) {
                    let x = column as f64 * lattice.spacing_m - part.corner_m[0];
                    let [above_m, below_m] = part.at(&shape, [x, z]);
                    *ceiling_m = ceiling_m.min(above_m);
                    if part.is_wet {
                        *floor_m = floor_m.max(below_m);
                    }
                }
            }
        }
        self.dig(lattice, &mut ceilings_m, &mut floors_m);
        let samples = ground_m.iter().zip(ceilings_m.iter().zip(&floors_m));
        samples
            .map(|(ground_m, (ceiling_m, floor_m))| change_m(*ground_m, *ceiling_m, *floor_m))
            .collect()
    }

    /// The parts whose valleys may reach samples, relative to the north-west sample.
    fn parts_near(&self, lattice: &Lattice) -> Vec<Part> {
        let spacing_m = self.drainage().settings().spacing_m;
        let reach = REACH + STRAY;
        let cells = [0, 1].map(|axis| {
            let first = lattice.origin[axis] as f64 * lattice.spacing_m / spacing_m;
            let length = (lattice.size[axis] - 1) as f64 * lattice.spacing_m / spacing_m;
            [(first - reach).floor() as i64, (first + length + reach).floor() as i64]
        });
        let [columns, rows] =
            cells.map(|[first, last]| first.div_euclid(SIDE)..=last.div_euclid(SIDE));
        let mut parts = vec![];
        for row in rows {
            for column in columns.clone() {
                let block = Block([column, row]);
                let offset_m = [0, 1].map(|axis| {
                    block.first()[axis] as f64 * spacing_m
                        - lattice.origin[axis] as f64 * lattice.spacing_m
                });
                let near = |part: &Part| {
                    self.samples_near(lattice, part).iter().all(|samples| !samples.is_empty())
                };
                let segments = self.segments(block);
                let all =
                    segments.iter().map(|it| Part::new(self.drainage().settings(), it, offset_m));
                parts.extend(all.filter(near));
            }
        }
        parts
    }

    /// The columns and the rows of samples that a part's valley may reach.
    fn samples_near(&self, lattice: &Lattice, part: &Part) -> [std::ops::Range<usize>; 2] {
        let reach_m = REACH * self.drainage().settings().spacing_m;
        [0, 1].map(|axis| {
            let start = part.corner_m[axis] + part.start_m[axis];
            let along = part.along_m[axis];
            let low = (start + along.min(0.0) - reach_m) / lattice.spacing_m;
            let high = (start + along.max(0.0) + reach_m) / lattice.spacing_m;
            let size = lattice.size[axis];
            let [low, high] = [low.ceil(), high.floor() + 1.0].map(|i| i.max(0.0) as usize);
            low.min(size)..high.min(size)
        })
    }
}

/// The change of a sample. The changed ground is at least as high as the floor and at most as high as
/// the ceiling, with rounded transitions.
fn change_m(ground_m: f64, ceiling_m: f64, floor_m: f64) -> f64 {
    let raised_m = match floor_m > f64::NEG_INFINITY {
        true => smooth_max(ground_m, floor_m, ROUNDING_M).0,
        false => ground_m,
    };
    match ceiling_m < f64::INFINITY {
        true => smooth_min(raised_m, ceiling_m, ROUNDING_M).0 - ground_m,
        false => raised_m - ground_m,
    }
}
