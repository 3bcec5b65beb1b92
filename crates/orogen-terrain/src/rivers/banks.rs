//! Banks: the wet parts of courses.
//!
//! The world is divided into squares, a quarter of the spacing of nodes wide. Each square lists the wet
//! parts of courses and the basins that reach it. All evaluators read the list of the square around a
//! place, so they compute the same bits.

use super::bars::{bank_m, open_share};
use super::cells::SIDE;
use super::course_parts::Segment;
use super::floors::{PartFloor, rising_width_m};
use super::levels::River;
use super::line_point::LinePoint;
use super::settings::RiverSettings;
use super::torrent::width_factor;

/// The side of a square, relative to the spacing of nodes.
pub(super) const SQUARE: f64 = 0.25;

/// How far from the water a river may change the ground, relative to the spacing of nodes.
pub(super) const REACH: f64 = 0.25;

/// A square, by its column (east) and row (south).
pub(super) type SquareKey = [i64; 2];

/// A straight part of a course that carries water.
#[derive(Clone, PartialEq)]
pub(super) struct CoursePart {
    /// Metres east and south of the north-west corner of a block or a square.
    pub start_m: [f64; 2],
    /// From the start to the end.
    pub vector_m: [f64; 2],
    /// 1 over the squared length; 0 for a point.
    pub inverse_square: f64,
    /// The values at the start, and their change to the end.
    pub level_m: [f64; 2],
    pub width_m: [f64; 2],
    /// The width of the rising ground on each side.
    pub flood_m: [f64; 2],
    pub depth_m: [f64; 2],
    pub braided: [f64; 2],
    pub discharge: [f64; 2],
    pub fall: f64,
    pub is_fixed: bool,
}

impl CoursePart {
    /// A segment that carries water; `None` for a dry one.
    pub(super) fn new(settings: &RiverSettings, segment: &Segment) -> Option<Self> {
        let Segment {
            ends_m: [start, end],
            levels_m,
            areas_km2,
            widths_m,
            depths_m,
            braided,
            fall,
            ..
        } = *segment;
        let width_factor = if segment.is_fixed { 1.0 } else { width_factor(fall) };
        if areas_km2[0] < settings.from_km2 || width_factor == 0.0 {
            return None;
        }
        let vector_m = [0, 1].map(|axis| end[axis] - start[axis]);
        let square = vector_m[0] * vector_m[0] + vector_m[1] * vector_m[1];
        let rivers = areas_km2.map(|area_km2| River::of(settings, area_km2));
        let start_and_change = |[a, b]: [f64; 2]| [a, b - a];
        Some(Self {
            start_m: start,
            vector_m,
            inverse_square: if square > 0.0 { 1.0 / square } else { 0.0 },
            level_m: start_and_change(levels_m),
            width_m: start_and_change(widths_m.map(|width_m| width_factor * width_m)),
            flood_m: start_and_change([0, 1].map(|end| {
                let width_m = width_factor * widths_m[end];
                rising_width_m(settings.floor, (width_m, braided[end]), fall)
            })),
            depth_m: start_and_change(depths_m.map(|depth_m| width_factor * depth_m)),
            braided: start_and_change(braided),
            discharge: start_and_change(rivers.map(|river| river.discharge)),
            fall,
            is_fixed: segment.is_fixed,
        })
    }

    /// The point at the fraction `t` of the length. The part is relative to `corner_m`.
    pub(super) fn point(&self, corner_m: [f64; 2], t: f64) -> LinePoint {
        let value = |[start, by]: [f64; 2]| start + t * by;
        LinePoint {
            place_m: [0, 1]
                .map(|axis| corner_m[axis] + value([self.start_m[axis], self.vector_m[axis]])),
            level_m: value(self.level_m),
            width_m: value(self.width_m) * open_share(value(self.braided)),
            depth_m: value(self.depth_m),
            // A fixed river counts as calm however steep it is.
            fall: if self.is_fixed { 0.0 } else { self.fall },
        }
    }

    /// The ground that the river fills up beside it.
    pub fn floor(&self) -> PartFloor {
        let edge_m =
            [0, 1].map(|i| self.level_m[i] + self.braided[i] * (bank_m(1.0) - bank_m(0.0)));
        PartFloor {
            edge_m: [edge_m[0] + bank_m(0.0), edge_m[1]],
            width_m: self.width_m,
            flood_m: self.flood_m,
            fall: self.fall,
            is_fixed: self.is_fixed,
        }
    }

    /// The squares that the part may reach: the first and the last column, then the same for rows. They
    /// are relative to the block's first square, as the part is relative to the block's corner.
    fn squares(&self, spacing_m: f64) -> [[i64; 2]; 2] {
        let width_m = self.width_m[0].max(self.width_m[0] + self.width_m[1]);
        // Among coarse samples a river counts as wider, by up to a tenth of the spacing of nodes.
        let reach_m = (REACH + 0.1) * spacing_m + 0.5 * width_m;
        [0, 1].map(|axis| {
            let (start_m, vector_m) = (self.start_m[axis], self.vector_m[axis]);
            let ends_m = [vector_m.min(0.0) - reach_m, vector_m.max(0.0) + reach_m];
            ends_m.map(|by_m| ((start_m + by_m) / (SQUARE * spacing_m)).floor() as i64)
        })
    }
}

/// Squares along a side of a block.
pub(super) const SQUARES: i64 = (SIDE as f64 / SQUARE) as i64;

/// The parts of a block's courses that carry water, by the squares that they may reach.
pub(super) struct PartsBySquare {
    parts: Box<[CoursePart]>,
    /// The range of columns, then of rows, of the squares that any part may reach: first and last,
    /// relative to the block's first square.
    squares: [[i64; 2]; 2],
    /// The index of the first entry of each square in `listed`, row by row; at the end, the number of
    /// entries.
    starts: Vec<u32>,
    /// Indices of parts.
    listed: Vec<u16>,
}

impl PartsBySquare {
    pub fn new(settings: &RiverSettings, parts: Vec<CoursePart>) -> Self {
        let ranges: Vec<_> = parts.iter().map(|part| part.squares(settings.spacing_m)).collect();
        let widest = |a: [[i64; 2]; 2], b: &[[i64; 2]; 2]| {
            [0, 1].map(|axis| [a[axis][0].min(b[axis][0]), a[axis][1].max(b[axis][1])])
        };
        let squares = ranges.iter().fold([[0, -1]; 2], widest);
        let parts = parts.into();
        let mut lists = Self { parts, squares, starts: vec![], listed: vec![] };
        let mut by_square = vec![vec![]; lists.count()];
        for (part, [columns, rows]) in (0u16..).zip(&ranges) {
            for row in rows[0]..=rows[1] {
                for column in columns[0]..=columns[1] {
                    by_square[lists.index([column, row]).expect("it is in the range")].push(part);
                }
            }
        }
        for list in by_square {
            lists.starts.push(lists.listed.len() as u32);
            lists.listed.extend(list);
        }
        lists.starts.push(lists.listed.len() as u32);
        lists
    }

    /// The indices of the parts that may reach a square, which is given relative to the block's first
    /// square.
    pub fn near(&self, square: SquareKey) -> &[u16] {
        let range = self
            .index(square)
            .map_or(0..0, |index| self.starts[index] as usize..self.starts[index + 1] as usize);
        &self.listed[range]
    }

    /// The part with an index.
    pub fn part(&self, index: u16) -> &CoursePart {
        &self.parts[usize::from(index)]
    }

    /// All parts, in the order of the courses.
    pub fn parts(&self) -> &[CoursePart] {
        &self.parts
    }

    /// The memory use in bytes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.parts) + size_of_val(&*self.starts) + size_of_val(&*self.listed)
    }

    fn count(&self) -> usize {
        self.squares.iter().map(|[first, last]| (last - first + 1) as usize).product()
    }

    fn index(&self, square: SquareKey) -> Option<usize> {
        let [columns, rows] = self.squares;
        let [column, row] = [square[0] - columns[0], square[1] - rows[0]];
        let width = columns[1] - columns[0] + 1;
        let is_inside = (columns[0]..=columns[1]).contains(&square[0])
            && (rows[0]..=rows[1]).contains(&square[1]);
        is_inside.then_some((row * width + column) as usize)
    }
}
