//! The shape of boulders: a ball, cut by planes, flattened, and partly below the ground.

use super::builder::{ShapeBuilder, Vector, add, ball, cross, unit};
use super::triangles::{Part, PlantShape, ShapeVertex};

/// The number of planes that cut a stone.
const CUTS: usize = 9;

fn dot(a: Vector, b: Vector) -> f32 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// Makes a stone from a ball that is subdivided `subdivisions` times.
pub fn shape(seed: u32, subdivisions: u32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed ^ 0xb0);
    let cuts: Vec<(Vector, f32)> =
        (0..CUTS).map(|_| (builder.direction(), builder.random(0.5, 0.85))).collect();
    let stretch = [builder.random(0.75, 1.05), 0.72, builder.random(0.6, 0.85)];
    let (corners, triangles) = ball(subdivisions);
    let places: Vec<Vector> = corners
        .iter()
        .map(|corner| {
            let mut point = *corner;
            for (normal, distance) in &cuts {
                let excess = dot(point, *normal) - distance;
                if excess > 0.0 {
                    point = add(point, *normal, -excess);
                }
            }
            let place = [0, 1, 2].map(|i| point[i] * stretch[i]);
            [place[0], place[1] + 0.32, place[2]]
        })
        .collect();
    // Stone breaks in flat faces: each triangle has its own normal, blended with the ball's.
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| places[i as usize]);
        let face = unit(cross(add(b, a, -1.0), add(c, a, -1.0)));
        let random = builder.random(0.0, 1.0);
        let indices = triangle.map(|i| {
            let position = places[i as usize];
            let round = corners[i as usize];
            let normal = unit(add(face, round, 0.35));
            let open = (0.45 + 0.8 * position[1]).clamp(0.3, 1.0);
            builder.vertex(ShapeVertex {
                position,
                normal,
                uv: [0.0; 2],
                part: Part::Stone,
                open,
                random,
            })
        });
        builder.triangle(indices);
    }
    builder.shape
}
