//! The vertices of courses: curves cut into parts, moved by the wander, with the widths of their rivers.

use super::bends::bend_widenings;
use super::cells::Block;
use super::course_curve::CourseCurve;
use super::courses::{CurveMaker, LISTS, Segment};
use super::levels::River;
use super::settings::RiverSettings;
use super::wander::WanderPoint;

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
pub(super) struct CourseVertex {
    /// Relative to the block's corner.
    pub place_m: [f64; 2],
    pub level_m: f64,
    pub area_km2: f64,
    pub width_m: f64,
    depth_m: f64,
    /// The fall and the width that the wander follows.
    fall: f64,
    wander_width_m: f64,
    /// The share of the wander that moves the vertex.
    wander_share: f64,
    /// The direction of the course, if the wander moves it only to the side.
    direction: Option<[f64; 2]>,
    side_slope: f64,
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
        true if settings.variety > 0.0 => {
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
    count: u32,
    /// The number of parts that the finest list for valleys joins.
    per_valley: u32,
    strides: [u32; LISTS],
}

impl CurveParts {
    /// The coarsest list of valleys with a vertex.
    fn coarseness(&self, vertex: u32) -> Option<usize> {
        if vertex == 0 || vertex == self.count {
            return Some(LISTS - 1);
        }
        let is_in = |list: &usize| vertex.is_multiple_of(self.per_valley * self.strides[*list]);
        (0..LISTS).rev().find(is_in)
    }
}

impl Segment {
    pub(super) fn between(from: &CourseVertex, to: &CourseVertex) -> Self {
        let ends_m = [from.place_m, to.place_m];
        let [x, z] = [0, 1].map(|axis| ends_m[1][axis] - ends_m[0][axis]);
        let length_m = (x * x + z * z).sqrt();
        let fall_m = from.level_m - to.level_m;
        Self {
            ends_m,
            levels_m: [from.level_m, to.level_m],
            areas_km2: [from.area_km2, to.area_km2],
            widths_m: [from.width_m, to.width_m],
            depths_m: [from.depth_m, to.depth_m],
            fall: if length_m > 0.0 { fall_m / length_m } else { 0.0 },
            side_slope: to.side_slope,
            is_fixed: from.is_fixed && to.is_fixed,
        }
    }
}

impl CurveMaker<'_> {
    /// Cuts a curve into parts.
    pub fn flatten(
        &self,
        curve: &CourseCurve,
        parts: &CurveParts,
        side_slope: f64,
        vertices: &mut Vec<CourseVertex>,
    ) {
        let mix = |[a, b]: [f64; 2], t: f64| a + t * (b - a);
        let mut level_m = f64::INFINITY;
        for part in 0..=parts.count {
            let t = f64::from(part) / f64::from(parts.count);
            let point = curve.line.at(t);
            // Rounding must not let the water rise.
            level_m = point.level_m.min(level_m);
            let area_km2 = mix(curve.areas_km2, t);
            let width_m = River::width_m(self.settings, area_km2);
            let wander_km2 = mix(curve.wander_km2, t);
            vertices.push(CourseVertex {
                place_m: point.place_m,
                level_m,
                area_km2,
                width_m,
                depth_m: mix(curve.depths_m, t),
                fall: mix(curve.falls, t),
                wander_width_m: match wander_km2 == area_km2 {
                    true => width_m,
                    false => River::width_m(self.settings, wander_km2),
                },
                wander_share: curve.wander_share(t),
                direction: curve.directions.map(|ends| turned(ends, t)),
                side_slope,
                is_fixed: curve.is_fixed,
                is_start: part == 0,
                coarseness: parts.coarseness(part),
            });
        }
    }

    /// Displaces vertices by the wander, and widens and narrows their rivers.
    pub fn displace(&self, block: Block, vertices: &mut [CourseVertex]) {
        let corner_m = block.first().map(|c| c as f64 * self.settings.spacing_m);
        let points: Vec<_> = vertices
            .iter()
            .map(|vertex| WanderPoint {
                place_m: [0, 1].map(|axis| corner_m[axis] + vertex.place_m[axis]),
                fall: vertex.fall,
                width_m: vertex.wander_width_m,
            })
            .collect();
        let moved_m = self.wander.displacements_m(&points);
        for (vertex, moved_m) in vertices.iter_mut().zip(moved_m) {
            let share = vertex.wander_share;
            let moved_m = vertex.direction.map_or(moved_m, |along| sideways(moved_m, along));
            vertex.place_m = [0, 1].map(|axis| vertex.place_m[axis] + share * moved_m[axis]);
        }
        if self.settings.variety > 0.0 {
            let swells = self.wander.swells(&points);
            self.vary_widths(&swells, vertices);
        }
    }

    /// Multiplies the widths of rivers by their swells, and widens them in bends.
    fn vary_widths(&self, swells: &[f64], vertices: &mut [CourseVertex]) {
        let mut swells = swells.iter();
        for curve in vertices.chunk_by_mut(|_, next| !next.is_start) {
            let places_m: Vec<_> = curve.iter().map(|vertex| vertex.place_m).collect();
            let widths_m: Vec<_> = curve.iter().map(|vertex| vertex.width_m).collect();
            let widenings = bend_widenings(&places_m, &widths_m);
            for ((vertex, widening), swell) in curve.iter_mut().zip(widenings).zip(&mut swells) {
                let share = self.settings.variety * vertex.wander_share;
                vertex.width_m *= 1.0 + share * (swell + widening);
            }
        }
    }
}

/// The direction between two others, at a share from 0 to 1. Its length is at most 1.
fn turned([from, to]: [[f64; 2]; 2], share: f64) -> [f64; 2] {
    let [x, z] = [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
    // Opposite directions have no direction between them.
    let length = (x * x + z * z).sqrt().max(0.1);
    [x / length, z / length]
}

/// The part of a displacement across a direction.
fn sideways([x, z]: [f64; 2], along: [f64; 2]) -> [f64; 2] {
    let forward = x * along[0] + z * along[1];
    [x - forward * along[0], z - forward * along[1]]
}
