//! The parts of courses: segments between vertices, and the lists of them for lattices of valleys.

use super::settings::RiverSettings;

/// A straight part of a course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The ends in metres east and south of the north-west corner of the block.
    pub ends_m: [[f64; 2]; 2],
    /// The water level at both ends.
    pub levels_m: [f64; 2],
    /// The catchment at both ends.
    pub areas_km2: [f64; 2],
    /// The width of the river at both ends, with its bars.
    pub widths_m: [f64; 2],
    /// The depth of the channel at both ends.
    pub depths_m: [f64; 2],
    /// How far the river is braided at both ends, from 0 to 1.
    pub braided: [f64; 2],
    /// The fall of the course in metres per metre. For graded rivers that of the edges between nodes, which
    /// changes evenly: the windings of a course would make it steep and flat in turns.
    pub fall: f64,
    /// The slope of the valley's sides.
    pub side_slope: f64,
    /// True for a fixed river, which holds water even where it is steep.
    pub is_fixed: bool,
}

/// The number of lists of parts that a block keeps. The first is for lattices of at most a 16th of the
/// spacing of nodes, the second for an 8th, the last for a 4th or more.
pub(super) const LISTS: usize = 3;

/// The index of the list for a lattice, from fine to coarse.
pub(super) fn coarseness(settings: &RiverSettings, lattice_m: f64) -> usize {
    let share = lattice_m / settings.spacing_m;
    usize::from(share > 0.07) + usize::from(share > 0.13)
}

/// The number of parts of a curve that carries water, and of a dry curve, in the lists for valleys.
const PARTS: [u32; 2] = [16, 6];

/// The number of parts of a curve of a fixed river.
const FIXED_PARTS: u32 = 32;

/// The length of a part of a curve with round bends, in metres, and the largest number of parts.
const FINE_M: f64 = 16.0;
const MOST_PARTS: u32 = 48;

/// The distance between the vertices that a list joins, counted in vertices, for curves that carry water
/// and for dry curves.
const STRIDES: [[u32; LISTS]; 2] = [[1, 2, 4], [1, 2, 3]];

/// A vertex of a curve.
#[derive(Clone, Copy)]
pub(super) struct CourseVertex {
    /// Relative to the block's corner.
    pub place_m: [f64; 2],
    pub level_m: f64,
    pub area_km2: f64,
    pub width_m: f64,
    pub depth_m: f64,
    /// How far the river is braided, from 0 to 1.
    pub braided: f64,
    /// The fall and the width that the wander follows.
    pub fall: f64,
    pub wander_width_m: f64,
    /// The share of the wander that moves the vertex.
    pub wander_share: f64,
    /// The direction of the course, if the wander moves it only to the side.
    pub direction: Option<[f64; 2]>,
    pub side_slope: f64,
    /// True on the curves of fixed rivers.
    pub is_fixed: bool,
    /// True for the first vertex of a curve.
    pub is_start: bool,
    /// The coarsest list of valleys that has the vertex; see [`LISTS`]. `None` for a vertex of the channel
    /// alone.
    pub coarseness: Option<usize>,
}

/// The number of parts of a curve: a multiple of the number in the lists for valleys.
pub(super) fn count_parts(settings: &RiverSettings, is_wet: bool, is_fixed: bool) -> CurveParts {
    let valley = PARTS[usize::from(!is_wet)];
    let fine = match is_wet {
        true if is_fixed => FIXED_PARTS,
        true if settings.is_graded() => {
            let parts = (settings.spacing_m / FINE_M) as u32;
            parts.clamp(valley, MOST_PARTS)
        }
        _ => valley,
    };
    // The lists for valleys have all parts of a fixed river.
    let per_valley = if is_wet && !is_fixed { fine / valley } else { 1 };
    CurveParts { count: fine, per_valley, strides: STRIDES[usize::from(!is_wet)] }
}

/// The parts of a curve.
pub(super) struct CurveParts {
    pub count: u32,
    /// The number of parts that the finest list for valleys joins.
    pub per_valley: u32,
    strides: [u32; LISTS],
}

impl CurveParts {
    /// The coarsest list of valleys with a vertex.
    pub fn coarseness(&self, vertex: u32) -> Option<usize> {
        if vertex == 0 || vertex == self.count {
            return Some(LISTS - 1);
        }
        let is_in = |list: &usize| vertex.is_multiple_of(self.per_valley * self.strides[*list]);
        (0..LISTS).rev().find(is_in)
    }
}

impl Segment {
    /// The segment between two vertices of a curve, of graded rivers or of others.
    pub(super) fn between(from: &CourseVertex, to: &CourseVertex, is_graded: bool) -> Self {
        let ends_m = [from.place_m, to.place_m];
        let [x, z] = [0, 1].map(|axis| ends_m[1][axis] - ends_m[0][axis]);
        let length_m = (x * x + z * z).sqrt();
        let fall_m = from.level_m - to.level_m;
        let is_fixed = from.is_fixed && to.is_fixed;
        let fall = match length_m > 0.0 {
            _ if is_graded && !is_fixed => 0.5 * (from.fall + to.fall),
            true => fall_m / length_m,
            false => 0.0,
        };
        Self {
            ends_m,
            levels_m: [from.level_m, to.level_m],
            areas_km2: [from.area_km2, to.area_km2],
            widths_m: [from.width_m, to.width_m],
            depths_m: [from.depth_m, to.depth_m],
            braided: [from.braided, to.braided],
            fall,
            side_slope: to.side_slope,
            is_fixed,
        }
    }
}
