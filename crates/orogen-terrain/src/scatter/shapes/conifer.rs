//! The shapes of conifers: near, a trunk with whorls of twigs; from afar, cones.

use super::builder::{ShapeBuilder, Vector, add, cross, level, unit};
use super::triangles::{Part, PlantShape, ShapeVertex};

/// The height at which the trunk begins: below the ground, so that no gap shows on slopes.
const ROOT: f32 = -0.06;
/// The height of the lowest twigs and the length of twigs, in tree heights.
const LOWEST: f32 = 0.09;
const WIDTH: f32 = 0.21;
/// The distance by which the end of a twig droops, as a share of the twig's length.
const DROOP: f32 = 0.38;
/// The number of whorls of twigs.
const WHORLS: u32 = 10;

/// The length of twigs at a height, both in tree heights. `plump` is a factor on the width.
fn width_at(height: f32, plump: f32) -> f32 {
    let below_top = ((1.0 - height) / (1.0 - LOWEST)).clamp(0.0, 1.0);
    WIDTH * plump * (0.1 + 0.9 * below_top) * (1.0 - 0.25 * (1.0 - below_top) * below_top)
}

/// Makes the shape for viewers close by.
pub fn near(seed: u32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed);
    let lean = builder.direction();
    let top = [0.02 * lean[0], 1.0, 0.02 * lean[2]];
    let foot = [0.0, ROOT, 0.0];
    builder.add_branch([foot, add(foot, add(top, foot, -1.0), 0.93)], [0.022, 0.004], 5);
    let plump = builder.random(0.82, 1.12);
    let mut turn = builder.random(0.0, 1.0);
    for whorl in 0..WHORLS {
        let fraction = whorl as f32 / (WHORLS - 1) as f32;
        // The power puts whorls closer together towards the top.
        let height = LOWEST + (0.94 - LOWEST) * fraction.powf(0.85);
        let twigs = 7 - whorl / 4;
        turn += 0.38;
        for i in 0..twigs {
            let around = turn + (i as f32 + builder.random(-0.22, 0.22)) / twigs as f32;
            let length = width_at(height, plump) * builder.random(0.78, 1.15);
            let y = height + builder.random(-0.018, 0.018);
            add_twig(&mut builder, [0.02 * lean[0] * y, y, 0.02 * lean[2] * y], around, length);
        }
    }
    add_tip(&mut builder, top);
    builder.shape
}

/// Adds a twig as a bent card of two quads.
fn add_twig(builder: &mut ShapeBuilder, from: Vector, turn: f32, length: f32) {
    let out = level(turn);
    let across = cross(out, [0.0, 1.0, 0.0]);
    let rise = builder.random(0.0, 0.16);
    let random = builder.random(0.0, 1.0);
    let half_width = 0.62 * length.max(0.05);
    let roll = builder.random(-0.35, 0.35);
    let mut row = |along: f32| -> [u16; 2] {
        let lift = rise * along - DROOP * along * along;
        let middle = add(add(from, out, length * along), [0.0, 1.0, 0.0], length * lift);
        [-1.0, 1.0].map(|side: f32| {
            let edge = add(middle, across, side * half_width * (0.45 + 0.3 * along));
            // Both edges hang below the twig's axis; the random roll makes one edge hang lower.
            let sag = half_width * (0.22 + 0.3 * roll * side);
            let position = add(edge, [0.0, 1.0, 0.0], -sag);
            let normal =
                unit([0, 1, 2].map(|i| {
                    0.9 * out[i] + 0.45 * side * across[i] + if i == 1 { 0.75 } else { 0.0 }
                }));
            builder.vertex(ShapeVertex {
                position,
                normal,
                uv: [along, side],
                part: Part::Twig,
                open: 0.25 + 0.75 * along,
                random,
            })
        })
    };
    let [a, b] = row(0.0);
    let [c, d] = row(0.55);
    let [e, f] = row(1.0);
    builder.add_quad([a, b, d, c]);
    builder.add_quad([c, d, f, e]);
}

/// Adds the shoot at the top as two crossed cards.
fn add_tip(builder: &mut ShapeBuilder, top: Vector) {
    for turn in [0.1, 0.35] {
        let across = level(turn);
        let random = builder.random(0.0, 1.0);
        let mut row = |height: f32, along: f32| -> [u16; 2] {
            [-1.0, 1.0].map(|side: f32| {
                let middle = [top[0] * height, height, top[2] * height];
                builder.vertex(ShapeVertex {
                    position: add(middle, across, side * 0.035),
                    normal: unit(add([0.0, 0.6, 0.0], across, side)),
                    uv: [along, side],
                    part: Part::Twig,
                    open: 1.0,
                    random,
                })
            })
        };
        let [a, b] = row(0.86, 0.1);
        let [c, d] = row(1.0, 1.0);
        builder.add_quad([a, b, d, c]);
    }
}

/// Makes the shape for viewers far away.
pub fn plain(seed: u32) -> PlantShape {
    let mut builder = ShapeBuilder::new(seed);
    let plump = builder.random(0.82, 1.12);
    builder.add_branch([[0.0, ROOT, 0.0], [0.0, 0.3, 0.0]], [0.02, 0.014], 3);
    let skirt_count = 4;
    for i in 0..skirt_count {
        let low = LOWEST - 0.03 + (0.66 - LOWEST) * i as f32 / (skirt_count - 1) as f32;
        let high = (low + 0.4).min(1.0);
        let turn = builder.random(0.0, 1.0);
        add_skirt(&mut builder, [low, high], 1.08 * width_at(low + 0.02, plump), turn);
    }
    builder.shape
}

/// Adds a skirt: a cone that is open below. The shader makes its lower edge ragged.
fn add_skirt(builder: &mut ShapeBuilder, [low, high]: [f32; 2], radius: f32, turn: f32) {
    const SIDES: u32 = 6;
    let random = builder.random(0.0, 1.0);
    let up = radius / (high - low);
    let mut add_vertex = |around: f32, down: f32| {
        let out = level(turn + around);
        let position = [radius * down * out[0], high + (low - high) * down, radius * down * out[2]];
        let normal = unit([out[0], up + 0.15, out[2]]);
        let open = 0.45 + 0.55 * down;
        let uv = [around, down];
        builder.vertex(ShapeVertex { position, normal, uv, part: Part::Skirt, open, random })
    };
    let sides: Vec<[u16; 3]> = (0..SIDES)
        .map(|i| {
            let [a, b] = [i, i + 1].map(|i| i as f32 / SIDES as f32);
            [add_vertex(0.5 * (a + b), 0.0), add_vertex(b, 1.0), add_vertex(a, 1.0)]
        })
        .collect();
    sides.into_iter().for_each(|side| builder.triangle(side));
}
