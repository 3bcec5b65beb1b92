//! Cuts courses at the borders of an area.

use super::rounding::thousandths;
use crate::area::Area;
use orogen_terrain::rivers::CoursePoint;

/// A part of a course inside an area.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ClippedCourse {
    pub points: Vec<CoursePoint>,
    /// True if the course enters the area at the first point.
    pub enters: bool,
    /// True if the course leaves the area at the last point.
    pub leaves: bool,
}

/// Returns the parts of a course inside an area, from upstream.
pub(super) fn clip_course(points: &[CoursePoint], area: Area) -> Vec<ClippedCourse> {
    let low_m = area.corner_m();
    let high_m = low_m.map(|m| m + area.side_m);
    let mut parts: Vec<ClippedCourse> = vec![];
    let mut is_open = false;
    for (index, pair) in points.windows(2).enumerate() {
        let [from, to] = [pair[0], pair[1]];
        let Some([start, end]) = clip_segment(from.place_m, to.place_m, [low_m, high_m]) else {
            if let Some(part) = parts.last_mut().filter(|_| is_open) {
                part.leaves = true;
            }
            is_open = false;
            continue;
        };
        let point_at = |t: f64| {
            let mut point = interpolate(&from, &to, t);
            // Rounding must not move a point out of the area.
            point.place_m = [0, 1].map(|i| point.place_m[i].clamp(low_m[i], high_m[i]));
            point
        };
        if !is_open {
            let (points, enters) = (vec![point_at(start)], index > 0 || start > 0.0);
            parts.push(ClippedCourse { points, enters, leaves: false });
        }
        if let Some(part) = parts.last_mut() {
            // A point's flag describes the course from that point on, so set it for this segment.
            if let Some(last) = part.points.last_mut() {
                last.is_wet = from.is_wet;
            }
            part.points.push(point_at(end));
            part.leaves = end < 1.0;
        }
        is_open = end == 1.0;
    }
    let length = |part: &ClippedCourse| {
        part.points.windows(2).map(|pair| distance_m(&pair[0], &pair[1])).sum::<f64>()
    };
    parts.retain(|part| length(part) > SHORTEST_M);
    parts
}

/// Parts of a course that are at most this long, in metres, are left out.
const SHORTEST_M: f64 = 0.01;

/// The horizontal distance between two points.
pub(super) fn distance_m(from: &CoursePoint, to: &CoursePoint) -> f64 {
    let [x, z] = [0, 1].map(|axis| to.place_m[axis] - from.place_m[axis]);
    (x * x + z * z).sqrt()
}

/// Returns the start and the end of the part of a segment inside a rectangle, as fractions of its
/// length (Liang and Barsky 1984).
pub(super) fn clip_segment(
    from: [f64; 2],
    to: [f64; 2],
    [low, high]: [[f64; 2]; 2],
) -> Option<[f64; 2]> {
    let [mut start, mut end] = [0.0f64, 1.0f64];
    for axis in 0..2 {
        let delta = to[axis] - from[axis];
        if delta == 0.0 {
            if !(low[axis]..=high[axis]).contains(&from[axis]) {
                return None;
            }
            continue;
        }
        let [a, b] = [low[axis], high[axis]].map(|edge| (edge - from[axis]) / delta);
        start = start.max(a.min(b));
        end = end.min(a.max(b));
    }
    (start <= end).then_some([start, end])
}

/// Interpolates between two points. `t` is 0 at the first and 1 at the second.
fn interpolate(from: &CoursePoint, to: &CoursePoint, t: f64) -> CoursePoint {
    match t {
        0.0 => return *from,
        1.0 => return *to,
        _ => {}
    }
    // Rounding must not leave the range between the ends.
    let mix = |a: f64, b: f64| (a + t * (b - a)).clamp(a.min(b), a.max(b));
    CoursePoint {
        place_m: [0, 1].map(|axis| mix(from.place_m[axis], to.place_m[axis])),
        level_m: mix(from.level_m, to.level_m),
        catchment_km2: mix(from.catchment_km2, to.catchment_km2),
        width_m: mix(from.width_m, to.width_m),
        discharge_m3_s: mix(from.discharge_m3_s, to.discharge_m3_s),
        is_wet: from.is_wet,
    }
}

/// Returns the parts of a line inside an area, in whole millimetres. A point is its metres east and
/// south of the origin, and its height.
pub(super) fn clip_line(points: &[[f64; 3]], area_m: [[f64; 2]; 2]) -> Vec<Vec<[f64; 3]>> {
    let mut parts: Vec<Vec<[f64; 3]>> = vec![];
    let mut is_open = false;
    for pair in points.windows(2) {
        let ends = [pair[0], pair[1]].map(|[x, z, _]| [x, z]);
        let Some([start, end]) = clip_segment(ends[0], ends[1], area_m) else {
            is_open = false;
            continue;
        };
        let point_at = |t: f64| {
            let [x, z, height_m] = [0, 1, 2].map(|i| pair[0][i] + t * (pair[1][i] - pair[0][i]));
            let [x, z] = [(x, 0), (z, 1)]
                .map(|(m, axis)| thousandths(m).clamp(area_m[0][axis], area_m[1][axis]));
            [x, z, thousandths(height_m)]
        };
        if !is_open {
            parts.push(vec![point_at(start)]);
        }
        if let Some(part) = parts.last_mut() {
            part.push(point_at(end));
        }
        is_open = end == 1.0;
    }
    for part in &mut parts {
        part.dedup();
    }
    parts.retain(|part| part.len() > 1);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn course(places_m: &[[f64; 2]]) -> Vec<CoursePoint> {
        let points = places_m.iter().enumerate().map(|(index, place_m)| CoursePoint {
            place_m: *place_m,
            level_m: 100.0 - index as f64,
            catchment_km2: 1.0,
            width_m: 4.0,
            discharge_m3_s: 1.0,
            is_wet: true,
        });
        points.collect()
    }

    const AREA: Area = Area { centre_m: [0.0, 0.0], side_m: 20.0 };

    #[test]
    fn a_course_that_leaves_and_returns_has_two_parts() {
        let places_m = [[-20.0, 0.0], [0.0, 0.0], [0.0, 14.0], [6.0, 14.0], [6.0, 0.0]];
        let parts = clip_course(&course(&places_m), AREA);
        let ends = parts.iter().map(|part| {
            let ends = [part.points[0], part.points[part.points.len() - 1]];
            (ends.map(|point| point.place_m), part.enters, part.leaves)
        });
        assert_eq!(
            ends.collect::<Vec<_>>(),
            [([[-10.0, 0.0], [0.0, 10.0]], true, true), ([[6.0, 10.0], [6.0, 0.0]], true, false)]
        );
        assert_eq!(parts[0].points[0].level_m, 99.5);
        assert_eq!(clip_course(&course(&[[11.0, 0.0], [30.0, 5.0]]), AREA), []);
    }

    proptest! {
        #[test]
        fn parts_lie_in_the_area_and_fall(places_m in prop::collection::vec([-30.0..30.0, -30.0..30.0], 2..9)) {
            let points = course(&places_m);
            let parts = clip_course(&points, AREA);
            for part in &parts {
                prop_assert!(part.points.len() >= 2);
                for point in &part.points {
                    prop_assert!(point.place_m.iter().all(|m| (-10.0..=10.0).contains(m)));
                }
                prop_assert!(part.points.is_sorted_by(|a, b| a.level_m >= b.level_m));
                let on_border = |point: &CoursePoint| {
                    point.place_m.iter().any(|m| (m.abs() - 10.0).abs() < 1e-9)
                };
                prop_assert!(!part.enters || on_border(&part.points[0]));
                prop_assert!(!part.leaves || on_border(part.points.last().unwrap()));
            }
            // Each point inside belongs to a part, unless the part is too short.
            let inside = points.iter().filter(|point| point.place_m.iter().all(|m| m.abs() < 9.9));
            for point in inside {
                prop_assert!(parts.iter().any(|part| part.points.contains(point)));
            }
        }
    }
}
