//! Tests that the figures of lines, cells and numbers draw every noise anywhere without a panic.

use super::{cell, line, numbers};
use crate::figure::Shape;
use crate::{Context, State, teaching_scene};
use orogen_noise::BASES;
use orogen_terrain::choices::LandPermutation;

#[test]
fn figures_draw_every_noise_and_stay_in_their_pictures() {
    let mut scene = teaching_scene();
    let points = [[0.0, 0.0], [-3.0, 2.999_999], [1e6 + 0.25, -1e6 - 0.5], [7.97, -0.03]];
    for row in [line::ROWS, cell::ROWS, numbers::ROWS].concat() {
        for (index, basis) in BASES.iter().enumerate() {
            let noise = &mut scene.recipe.base_mut().noise;
            noise.basis = basis.basis;
            noise.permutation = LandPermutation::ALL[index % LandPermutation::ALL.len()].value;
            for step in 0..row.steps.len() {
                let state = State { step, point: points[(index + step) % 4], ..State::of(row) };
                let Ok(c) = Context::new(&scene, &state, row) else { continue };
                let d = c.draw();
                let what = format!("{} of {}, step {step}", row.name, basis.name);
                assert!(
                    !d.caption.is_empty() && d.numbers().all(|n| n.value.is_finite()),
                    "{what}"
                );
                let is_inside = |at: &[f64; 2]| (0..2).all(|i| (0.0..=d.size[i]).contains(&at[i]));
                assert!(d.handles.iter().all(|handle| is_inside(&handle.at)), "{what}");
                for item in &d.items {
                    let is_shape_inside = match &item.shape {
                        Shape::Line { points, .. } | Shape::Polygon { points } => {
                            points.iter().all(is_inside)
                        }
                        Shape::Band { upper, lower } => upper.iter().chain(lower).all(is_inside),
                        Shape::Arrow { from, to, .. } => is_inside(from) && is_inside(to),
                        Shape::Disc { centre, .. } => is_inside(centre),
                        Shape::Raster { at, .. } | Shape::Text { at, .. } => is_inside(at),
                    };
                    assert!(is_shape_inside, "{what}: {item:?}");
                }
                // The challenge can be checked for any noise.
                let _ = (row.challenge.is_solved)(&c);
            }
        }
    }
}
