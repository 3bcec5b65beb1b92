//! The shape of broadleaf trees: a trunk with a few boughs, and bunches of leaves.
//!
//! The crown consists of ellipsoids, called masses. Bunches of leaves lie near their surface.

use super::builder::{ShapeBuilder, Vector, add, ball, cross, level, unit};
use super::triangles::{Part, PlantShape, ShapeVertex};

/// The height at which the trunk begins: below the ground, so that no gap shows on slopes.
const ROOT: f32 = -0.08;
/// The number of bunches of leaves, and half the side of their cards, in tree heights.
const BUNCHES: u32 = 120;
const BUNCH: [f32; 2] = [0.07, 0.125];
/// The same for the plain shape, and the size of the crown's dark core relative to the central
/// mass.
const PLAIN_BUNCHES: u32 = 30;
const PLAIN_BUNCH: [f32; 2] = [0.13, 0.19];
const CORE: f32 = 0.78;

/// The number of masses around the central mass. A bough leads to each.
const BOUGHS: u32 = 7;

/// An ellipsoid of leaves.
struct Mass {
    middle: Vector,
    radii: Vector,
}

/// Makes the masses of a tree: a central mass, then one at the end of each bough, then the top.
fn masses(builder: &mut ShapeBuilder) -> Vec<Mass> {
    let width = builder.random(0.19, 0.26);
    let mut masses =
        vec![Mass { middle: [0.0, 0.62, 0.0], radii: [width, builder.random(0.2, 0.26), width] }];
    let turn = builder.random(0.0, 1.0);
    for i in 0..BOUGHS {
        let around = turn + (i as f32 + builder.random(-0.3, 0.3)) / BOUGHS as f32;
        let out = level(around);
        // Low masses reach further out than high masses.
        let height =
            0.4 + 0.36 * ((i * 3 % BOUGHS) as f32 + builder.random(0.0, 1.0)) / BOUGHS as f32;
        let distance = builder.random(0.16, 0.29) * (1.3 - 0.9 * (height - 0.4));
        let size = builder.random(0.1, 0.18);
        masses.push(Mass {
            middle: [distance * out[0], height, distance * out[2]],
            radii: [size, 0.85 * size, size],
        });
    }
    let size = builder.random(0.15, 0.2);
    masses.push(Mass { middle: [0.02, 0.97 - size, 0.02], radii: [size; 3] });
    masses
}

/// The share of ambient light that reaches a place in the crown, which is less below and inside.
/// `outward` grows towards the surface of a mass.
fn open_at(place: Vector, outward: f32) -> f32 {
    let up = ((place[1] - 0.3) / 0.6).clamp(0.0, 1.0);
    (0.25 + 0.35 * up + 0.4 * outward).clamp(0.0, 1.0)
}

/// Makes the shape for viewers close by.
pub fn near(seed: u32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed);
    let masses = masses(&mut builder);
    let lean = [builder.random(-0.08, 0.08), builder.random(-0.08, 0.08)];
    // The trunk widens at its root and ends inside the crown.
    let stem = |height: f32| [lean[0] * height, height, lean[1] * height];
    builder.add_branch(
        [[0.0, ROOT, 0.0], [0.0, 0.035, 0.0], stem(0.24), stem(0.66)],
        [0.038, 0.021, 0.017, 0.006],
        7,
    );
    for (i, mass) in masses[1..=BOUGHS as usize].iter().enumerate() {
        // Boughs leave the trunk at different heights, high boughs above low boughs.
        let from = stem(0.15 + 0.4 * mass.middle[1] + 0.01 * i as f32);
        // A bough rises first and levels out later.
        let bend = [0, 1, 2].map(|i| 0.5 * (from[i] + mass.middle[i]) + [0.0, 0.04, 0.0][i]);
        builder.add_branch([from, bend, mass.middle], [0.01, 0.007, 0.003], 3);
    }
    add_bunches(&mut builder, &masses, BUNCHES, BUNCH);
    builder.shape
}

/// Adds about `count` bunches, divided among the masses in proportion to their cross-sections.
fn add_bunches(builder: &mut ShapeBuilder, masses: &[Mass], count: u32, sizes: [f32; 2]) {
    let total_area: f32 = masses.iter().map(|mass| mass.radii[0] * mass.radii[1]).sum();
    for mass in masses {
        let area_fraction = mass.radii[0] * mass.radii[1] / total_area;
        for _ in 0..(area_fraction * count as f32).round() as u32 {
            add_bunch(builder, mass, sizes);
        }
    }
}

/// Adds a bunch: a flat card near the surface of a mass, facing roughly outwards.
fn add_bunch(builder: &mut ShapeBuilder, mass: &Mass, [min, max]: [f32; 2]) {
    let out = builder.direction();
    let depth = builder.random(0.62, 1.0);
    let middle = [0, 1, 2].map(|i| mass.middle[i] + depth * out[i] * mass.radii[i]);
    let size = builder.random(min, max);
    let deviation = builder.direction();
    let facing = unit(add(out, deviation, 0.75));
    let across = unit(cross(facing, unit(builder.direction())));
    let up = cross(facing, across);
    let random = builder.random(0.0, 1.0);
    let open = open_at(middle, (depth - 0.6) * 2.0);
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[u, v]: [f32; 2]| {
        let position = add(add(middle, across, u * size), up, v * size);
        // The normal blends the directions away from the middle of the mass and of the crown.
        let outward = add(position, mass.middle, -1.0);
        let normal = unit(add(unit(outward), unit(add(position, [0.0, 0.45, 0.0], -1.0)), 0.6));
        builder.vertex(ShapeVertex {
            position,
            normal,
            uv: [u, v],
            part: Part::Leaves,
            open,
            random,
        })
    });
    builder.add_quad(corners);
}

/// Makes the shape for viewers far away.
pub fn plain(seed: u32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed);
    let masses = masses(&mut builder);
    builder.add_branch([[0.0, ROOT, 0.0], [0.0, 0.5, 0.0]], [0.02, 0.01], 3);
    let (corners, triangles) = ball(0);
    let mass = &masses[0];
    let random = builder.random(0.0, 1.0);
    let first = builder.shape.vertices.len() as u16;
    for corner in &corners {
        let position = [0, 1, 2].map(|i| mass.middle[i] + CORE * corner[i] * mass.radii[i]);
        let uv = [3.0 * corner[0] + corner[1], 3.0 * corner[2] - corner[1]];
        let (normal, open) = (*corner, open_at(position, 0.0));
        builder.vertex(ShapeVertex { position, normal, uv, part: Part::Crown, open, random });
    }
    for triangle in &triangles {
        builder.triangle(triangle.map(|i| first + i));
    }
    add_bunches(&mut builder, &masses, PLAIN_BUNCHES, PLAIN_BUNCH);
    builder.shape
}
