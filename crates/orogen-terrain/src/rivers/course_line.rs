//! A straight part of a course with the area that drains through it.

use super::course_parts::Segment;

/// A straight part of a course, wet or dry, with the area that drains through it.
#[derive(Clone, Copy)]
pub(super) struct CourseLine {
    /// Metres east and south of the block's north-west corner.
    start_m: [f32; 2],
    /// From the start to the end.
    vector_m: [f32; 2],
    inverse_square: f32,
    /// Half the width at the start, and its change towards the end.
    half_m: [f32; 2],
    /// The area at the start, and its change towards the end.
    area_km2: [f32; 2],
}

impl CourseLine {
    pub fn new(segment: &Segment) -> Self {
        let Segment { ends_m: [start, end], areas_km2, widths_m, .. } = *segment;
        let vector_m = [0, 1].map(|axis| (end[axis] - start[axis]) as f32);
        let square = vector_m[0] * vector_m[0] + vector_m[1] * vector_m[1];
        let start_and_change = |[a, b]: [f64; 2]| [a as f32, (b - a) as f32];
        Self {
            start_m: start.map(|m| m as f32),
            vector_m,
            inverse_square: if square > 0.0 { 1.0 / square } else { 0.0 },
            half_m: start_and_change(widths_m.map(|width_m| 0.5 * width_m)),
            area_km2: start_and_change(areas_km2),
        }
    }

    /// The area at a place on the line; 0 off the line. A narrower line counts as twice `min_half_m` wide.
    pub fn area_km2(&self, [x, z]: [f32; 2], min_half_m: f32) -> f32 {
        let from = [x - self.start_m[0], z - self.start_m[1]];
        let t = (from[0] * self.vector_m[0] + from[1] * self.vector_m[1]) * self.inverse_square;
        let t = t.clamp(0.0, 1.0);
        let away = [from[0] - t * self.vector_m[0], from[1] - t * self.vector_m[1]];
        let half_m = (self.half_m[0] + t * self.half_m[1]).max(min_half_m);
        let is_on = away[0] * away[0] + away[1] * away[1] < half_m * half_m;
        if is_on { self.area_km2[0] + t * self.area_km2[1] } else { 0.0 }
    }

    /// The first and the last place along an axis that the line may reach.
    pub fn reach_m(&self, axis: usize, min_half_m: f32) -> [f64; 2] {
        let half_m = self.half_m[0].max(self.half_m[0] + self.half_m[1]).max(min_half_m);
        let (start_m, vector_m) = (self.start_m[axis], self.vector_m[axis]);
        [start_m + vector_m.min(0.0) - half_m, start_m + vector_m.max(0.0) + half_m].map(f64::from)
    }
}
