//! The shape of grass tufts: bent blades that lean outwards.

use super::builder::{ShapeBuilder, add, cross, level, unit};
use super::triangles::{Part, PlantShape, ShapeVertex};

/// The number of blades of a tuft.
const BLADES: u32 = 17;
/// Half the width of a blade at its foot, in heights of the tuft.
const WIDTH: f32 = 0.032;

/// Makes the shape of a tuft.
pub fn shape(seed: u32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed ^ 0x6a55);
    for i in 0..BLADES {
        let turn = (i as f32 + builder.random(-0.4, 0.4)) / BLADES as f32;
        let out = level(turn);
        let across = cross(out, [0.0, 1.0, 0.0]);
        let from = builder.random(0.02, 0.85);
        let height = builder.random(0.45, 1.1) * (1.0 - 0.35 * from);
        let lean = builder.random(0.1, 0.5);
        let random = builder.random(0.0, 1.0);
        let mut put = |share: f32, side: f32| {
            let half_width = WIDTH * (1.0 - share * share);
            let middle = [
                out[0] * (from + lean * share * share),
                height * share * (1.0 - 0.25 * lean * share) - 0.06,
                out[2] * (from + lean * share * share),
            ];
            builder.vertex(ShapeVertex {
                position: add(middle, across, side * half_width),
                // Nearly the ground's normal, so that light falls on a meadow as on one surface.
                normal: unit([0.35 * out[0], 1.0, 0.35 * out[2]]),
                uv: [side, share],
                part: Part::Blade,
                open: 0.35 + 0.65 * share,
                random,
            })
        };
        let low = [put(0.0, -1.0), put(0.0, 1.0)];
        let middle = [put(0.5, -1.0), put(0.5, 1.0)];
        let tip = put(1.0, 0.0);
        builder.add_quad([low[0], low[1], middle[1], middle[0]]);
        builder.triangle([middle[0], middle[1], tip]);
    }
    builder.shape
}
