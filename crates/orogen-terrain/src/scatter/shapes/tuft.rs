//! The shape of grass tufts: long blades that lean outwards, and short blades around them.

use super::blade::Blade;
use super::builder::ShapeBuilder;
use super::triangles::{Part, PlantShape};

/// The depth of the feet of blades below the ground, in heights of the tuft.
const FOOT: f32 = -0.06;

/// The numbers that all blades of grass share.
const GRASS: Blade = Blade {
    part: Part::Blade,
    turn: 0.0,
    distance: 0.0,
    heights: [FOOT, 1.0],
    lean: 0.0,
    half_width: 0.0,
    has_pointed_foot: false,
    rows: 1,
};

/// Makes the detailed shape of a tuft, which covers the ground with blades.
pub fn near(seed: u32) -> PlantShape {
    shape(seed, [16, 84], 0.019)
}

/// Makes the plain shape: few, broader blades.
pub fn plain(seed: u32) -> PlantShape {
    shape(seed, [9, 22], 0.028)
}

/// Makes a shape of a number of long, bent blades and a number of short, straight blades.
fn shape(seed: u32, [long, short]: [u32; 2], half_width: f32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed ^ 0x6a55);
    for i in 0..long {
        let turn = (i as f32 + builder.random(-0.4, 0.4)) / long as f32;
        let distance = builder.random(0.02, 0.8);
        let height = builder.random(0.5, 1.1) * (1.0 - 0.35 * distance);
        let lean = builder.random(0.1, 0.5) * height;
        let heights = [FOOT, height];
        let blade = Blade { turn, distance, heights, lean, half_width, rows: 2, ..GRASS };
        blade.build(&mut builder);
    }
    for i in 0..short {
        let turn = (i as f32 + builder.random(-0.5, 0.5)) / short as f32;
        // The square root spreads the blades evenly over the disc.
        let distance = 1.25 * builder.random(0.0, 1.0).sqrt();
        let height = builder.random(0.18, 0.5);
        let lean = builder.random(0.1, 0.5) * height;
        let heights = [FOOT, height];
        let blade = Blade { turn, distance, heights, lean, half_width, rows: 1, ..GRASS };
        blade.build(&mut builder);
    }
    builder.shape
}
