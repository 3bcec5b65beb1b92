//! Blades of grass and reeds.

use super::builder::{ShapeBuilder, add, cross, level, unit};
use super::triangles::{Part, ShapeVertex};

/// A blade that rises from its foot and leans outwards. Lengths are in heights of the plant.
pub struct Blade {
    /// The part that the blade belongs to.
    pub part: Part,
    /// The direction of its foot from the middle, in turns, and the distance of its foot.
    pub turn: f32,
    pub distance: f32,
    /// The heights of its foot and of its tip above the ground.
    pub heights: [f32; 2],
    /// The distance of the tip beyond the foot.
    pub lean: f32,
    /// Half the width near its foot.
    pub half_width: f32,
    /// True if the foot is a point, like that of a leaf on a stem.
    pub has_pointed_foot: bool,
    /// The number of rows of triangles.
    pub rows: u32,
}

impl Blade {
    /// Adds the blade to a shape.
    pub fn build(&self, builder: &mut ShapeBuilder) {
        let Self { turn, distance, heights: [foot, tip], lean, rows, .. } = *self;
        let out = level(turn);
        // Blades show their flat side to all directions.
        let across = cross(level(turn + builder.random(-0.2, 0.2)), [0.0, 1.0, 0.0]);
        let random = builder.random(0.0, 1.0);
        let mut add_vertex = |up: f32, side: f32| {
            let is_foot_point = self.has_pointed_foot && up == 0.0;
            let half_width = if is_foot_point { 0.0 } else { self.half_width * (1.0 - up * up) };
            let away = distance + lean * up * up;
            let height = foot + (tip - foot) * up * (1.0 - 0.25 * lean * up);
            let middle = [out[0] * away, height, out[2] * away];
            builder.vertex(ShapeVertex {
                position: add(middle, across, side * half_width),
                // Nearly the ground's normal, so that light falls on a meadow as on one surface.
                normal: unit([0.35 * out[0], 1.0, 0.35 * out[2]]),
                uv: [side, up],
                part: self.part,
                open: 0.35 + 0.65 * up,
                random,
            })
        };
        let mut low = [add_vertex(0.0, -1.0), add_vertex(0.0, 1.0)];
        let mut quads = vec![];
        for row in 1..rows {
            let up = row as f32 / rows as f32;
            let high = [add_vertex(up, -1.0), add_vertex(up, 1.0)];
            quads.push([low[0], low[1], high[1], high[0]]);
            low = high;
        }
        let tip = add_vertex(1.0, 0.0);
        quads.into_iter().for_each(|quad| builder.add_quad(quad));
        builder.triangle([low[0], low[1], tip]);
    }
}
