//! The shape of a clump of reeds: upright stems with bent leaves.

use super::blade::Blade;
use super::builder::ShapeBuilder;
use super::triangles::{Part, PlantShape};

/// The depth of the feet of stems below the ground, in heights of the clump.
const FOOT: f32 = -0.08;
/// The radius of the clump, in its heights.
const RADIUS: f32 = 0.32;

/// Makes the detailed shape.
pub fn near(seed: u32) -> PlantShape {
    shape(seed, 30, 2, 0.006)
}

/// Makes the plain shape: few, broader stems.
pub fn plain(seed: u32) -> PlantShape {
    shape(seed, 11, 1, 0.013)
}

/// Makes a shape of some stems, each with the same number of leaves.
fn shape(seed: u32, stems: u32, leaves: u32, half_width: f32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed ^ 0x4eed);
    for i in 0..stems {
        let turn = (i as f32 + builder.random(-0.5, 0.5)) / stems as f32;
        // The square root spreads the stems evenly over the disc.
        let distance = RADIUS * builder.random(0.0, 1.0).sqrt();
        let height = builder.random(0.65, 1.08);
        let lean = builder.random(0.02, 0.16) * height;
        let stem = Blade {
            part: Part::Reed,
            turn,
            distance,
            heights: [FOOT, height],
            lean,
            half_width,
            has_pointed_foot: false,
            rows: 2,
        };
        stem.build(&mut builder);
        for _ in 0..leaves {
            let foot = builder.random(0.3, 0.75) * height;
            let leaf = Blade {
                turn: turn + builder.random(-0.3, 0.3),
                distance: distance + lean * (foot / height) * (foot / height),
                heights: [foot, foot + builder.random(0.05, 0.28)],
                lean: builder.random(0.1, 0.24),
                half_width: 1.4 * half_width,
                has_pointed_foot: true,
                ..stem
            };
            leaf.build(&mut builder);
        }
    }
    builder.shape
}
