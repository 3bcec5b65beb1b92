//! The shape of grass tufts: long blades that lean outwards, and short blades around them.

use super::builder::{ShapeBuilder, add, cross, level, unit};
use super::triangles::{Part, PlantShape, ShapeVertex};

/// The numbers of long, bent blades and of short, straight blades around them.
const LONG: u32 = 14;
const SHORT: u32 = 22;
/// Half the width of a blade at its foot, in heights of the tuft.
const WIDTH: f32 = 0.019;

/// Makes the shape of a tuft.
pub fn shape(seed: u32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed ^ 0x6a55);
    for i in 0..LONG {
        let turn = (i as f32 + builder.random(-0.4, 0.4)) / LONG as f32;
        let distance = builder.random(0.02, 0.8);
        let height = builder.random(0.5, 1.1) * (1.0 - 0.35 * distance);
        add_blade(&mut builder, turn, distance, height, 2);
    }
    for i in 0..SHORT {
        let turn = (i as f32 + builder.random(-0.5, 0.5)) / SHORT as f32;
        // The square root spreads the blades evenly over the disc.
        let distance = 1.25 * builder.random(0.0, 1.0).sqrt();
        let height = builder.random(0.22, 0.5);
        add_blade(&mut builder, turn, distance, height, 1);
    }
    builder.shape
}

/// Adds a blade of `rows` rows of triangles, with its foot at `distance` from the middle.
fn add_blade(builder: &mut ShapeBuilder, turn: f32, distance: f32, height: f32, rows: u32) {
    let out = level(turn);
    let lean = builder.random(0.1, 0.5) * height;
    // Blades show their flat side to all directions.
    let across = cross(level(turn + builder.random(-0.2, 0.2)), [0.0, 1.0, 0.0]);
    let random = builder.random(0.0, 1.0);
    let mut add_vertex = |up: f32, side: f32| {
        let half_width = WIDTH * (1.0 - up * up);
        let middle = [
            out[0] * (distance + lean * up * up),
            height * up * (1.0 - 0.25 * lean * up) - 0.06,
            out[2] * (distance + lean * up * up),
        ];
        builder.vertex(ShapeVertex {
            position: add(middle, across, side * half_width),
            // Nearly the ground's normal, so that light falls on a meadow as on one surface.
            normal: unit([0.35 * out[0], 1.0, 0.35 * out[2]]),
            uv: [side, up],
            part: Part::Blade,
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
