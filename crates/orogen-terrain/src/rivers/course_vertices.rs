//! The vertices of courses: curves cut into parts, moved by the wander, with the widths of their rivers.

use super::bars::{braided, widened};
use super::bends::bend_widenings;
use super::cells::Block;
use super::course_curve::CourseCurve;
use super::course_parts::{CourseVertex, CurveParts};
use super::courses::CurveMaker;
use super::levels::River;
use super::wander::WanderPoint;

impl CurveMaker<'_> {
    /// Cuts a curve into parts. The vertices of its trunk, if it joins one, begin at the index `trunk_at`.
    pub fn flatten(
        &self,
        curve: &CourseCurve,
        parts: &CurveParts,
        side_slope: f64,
        trunk_at: usize,
        vertices: &mut Vec<CourseVertex>,
    ) {
        let mix = |[a, b]: [f64; 2], t: f64| a + t * (b - a);
        let mut level_m = f64::INFINITY;
        let joined = curve.joins.map(|vertex| &vertices[trunk_at + vertex as usize]);
        let own = curve.joins.unwrap_or(parts.count);
        let lowest_m = joined.map_or(f64::NEG_INFINITY, |trunk| trunk.level_m);
        for part in 0..=parts.count {
            if curve.joins.is_some() && part >= own {
                let trunk = &vertices[trunk_at + part as usize];
                let area_km2 = curve.areas_km2[1];
                let width_m = River::width_m(self.settings, area_km2);
                vertices.push(CourseVertex { area_km2, width_m, is_start: false, ..*trunk });
                continue;
            }
            let t = f64::from(part) / f64::from(own);
            let point = curve.line.at(t);
            // Rounding must not let the water rise, neither here nor where the trunk begins.
            level_m = point.level_m.min(level_m).max(lowest_m);
            let area_km2 = mix(curve.areas_km2, t);
            let width_m = River::width_m(self.settings, area_km2);
            let wander_km2 = mix(curve.wander_km2, t);
            vertices.push(CourseVertex {
                place_m: point.place_m,
                level_m,
                area_km2,
                width_m,
                depth_m: mix(curve.depths_m, t),
                braided: 0.0,
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
        if self.settings.is_graded() {
            let swells = self.wander.swells(&points);
            self.vary_widths(&swells, vertices);
        }
        if self.settings.braids > 0.0 || self.settings.deltas > 0.0 {
            self.braid(vertices);
        }
        if self.settings.is_graded() {
            vertices.chunk_by_mut(|_, next| !next.is_start).for_each(scale_falls);
        }
    }

    /// Makes braided rivers wide. The rivers that users draw keep their channel.
    fn braid(&self, vertices: &mut [CourseVertex]) {
        for vertex in vertices {
            let braided = braided(self.settings, vertex.fall, vertex.level_m);
            vertex.braided = vertex.wander_share * braided;
            vertex.width_m *= widened(vertex.braided);
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

/// Scales the falls of a curve so that it falls as far along its windings as its levels do.
fn scale_falls(curve: &mut [CourseVertex]) {
    let falls_m = curve.windows(2).map(|pair| {
        let [x, z] = [0, 1].map(|axis| pair[1].place_m[axis] - pair[0].place_m[axis]);
        0.5 * (pair[0].fall + pair[1].fall) * (x * x + z * z).sqrt()
    });
    let sum_m: f64 = falls_m.sum();
    if let ([first, .., last], true) = (&*curve, sum_m > 0.0) {
        let factor = (first.level_m - last.level_m) / sum_m;
        curve.iter_mut().for_each(|vertex| vertex.fall *= factor);
    }
}

/// The direction between two others, at a share from 0 to 1. Its length is at most 1.
pub(super) fn turned([from, to]: [[f64; 2]; 2], share: f64) -> [f64; 2] {
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
