//! Tests that figures of cells show the octave's offset, and number cells by p + offset.

use super::figure::{Drawing, Shape};
use super::{Context, ROWS, State, row, teaching_scene};
use orogen_noise::{BASES, Basis};
use orogen_terrain::Scene;

/// Figures that draw cells of the land's first octave, with the control values that they need.
const CELLS: &[(&str, &[(&str, f64)])] = &[
    ("line", &[("line.slopes", 1.0)]),
    ("creases", &[]),
    ("cut", &[]),
    ("cell", &[]),
    ("planes", &[]),
    ("ramps", &[]),
    ("slide", &[]),
    ("table", &[]),
    ("permutation", &[]),
    ("simplices", &[]),
    ("skew", &[]),
    ("walk", &[]),
    ("kernels", &[]),
    ("surflets", &[]),
    ("simplex-sum", &[]),
    ("tetrahedra", &[]),
    ("sectors", &[]),
    ("simplex-faults", &[]),
    ("hill", &[]),
    ("slope-hill", &[]),
    ("hills", &[]),
    ("midpoint", &[]),
    ("value-gradient", &[]),
];

/// The teaching scene with octave seeds, so each octave has an offset.
fn shifted_scene() -> Scene {
    let mut scene = teaching_scene();
    scene.recipe.base_mut().fractal.octave_seeds = true;
    scene
}

fn draw_figure(scene: &Scene, name: &str, controls: &[(&str, f64)], point: [f64; 2]) -> Drawing {
    let row = row(name).unwrap_or_else(|| panic!("there is no figure {name}"));
    let mut state = State { point, ..State::of(row) };
    controls.iter().for_each(|(key, value)| state.set(row, key, *value));
    Context::new(scene, &state, row).unwrap().draw()
}

/// A point that the offset moves to another cell.
fn crossing_point(scene: &Scene) -> [f64; 2] {
    let state = State::default();
    let offset = Context::new(scene, &state, ROWS[0]).unwrap().offset();
    assert!(offset.iter().all(|x| *x > 0.0 && *x < 1.0), "{offset:?}");
    offset.map(|x| 3.0 - 0.5 * x)
}

#[test]
fn figures_of_cells_show_p_the_offset_and_their_sum() {
    let (scene, plain) = (shifted_scene(), teaching_scene());
    let point = crossing_point(&scene);
    for (name, controls) in CELLS {
        let d = draw_figure(&scene, name, controls, point);
        let value = |name: &str| d.value(name);
        let axes: &[&str] = if *name == "line" { &["x"] } else { &["x", "y"] };
        for (axis, letter) in axes.iter().enumerate() {
            let number = |what: &str| {
                let found = value(&format!("{what}_{letter}"));
                found.unwrap_or_else(|| panic!("{name} shows no {what}_{letter}"))
            };
            assert_eq!(number("given"), point[axis], "{name}");
            assert!((number("given") + number("offset") - number("sum")).abs() < 1e-12, "{name}");
            assert_eq!(number("sum").floor(), point[axis].floor() + 1.0, "{name}");
        }
        assert!(d.caption.contains("offset"), "{name}: {}", d.caption);
        let without = draw_figure(&plain, name, controls, point);
        assert_eq!(without.value("offset_x"), None, "{name}");
    }
}

#[test]
fn the_corner_of_a_cell_is_the_sum_rounded_down() {
    let scene = shifted_scene();
    let point = crossing_point(&scene);
    let d = draw_figure(&scene, "cell", &[], point);
    let texts = |wanted: &str| {
        d.items.iter().any(|item| matches!(&item.shape, Shape::Text { text, .. } if text == wanted))
    };
    assert!(texts("(3, 3)") && texts("(4, 4)") && !texts("(2, 2)"));
    for (axis, name) in ["u", "v"].into_iter().enumerate() {
        let sum = d.value(["sum_x", "sum_y"][axis]).unwrap();
        assert!((d.value(name).unwrap() - (sum - sum.floor())).abs() < 1e-12);
    }
}

#[test]
fn numbers_at_p_match_the_lands_shifted_octave() {
    for basis in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
        let mut scene = shifted_scene();
        scene.recipe.base_mut().noise.basis = basis.basis;
        for i in 0..20 {
            let point = [f64::from(i) * 0.377 - 3.0, f64::from(i) * 0.203 + 1.0];
            for (name, number) in [("cell", "noise"), ("planes", "noise"), ("ramps", "value")] {
                let d = draw_figure(&scene, name, &[], point);
                let Some(value) = d.value(number) else { continue };
                let state = State { point, ..State::default() };
                let c = Context::new(&scene, &state, ROWS[0]).unwrap();
                let wanted = c.single_octave(2).unwrap().sample(&point);
                assert!((value - wanted).abs() < 1e-12, "{name} {}: {value}", basis.name);
            }
            if basis.basis == Basis::Perlin {
                let d = draw_figure(
                    &scene,
                    "hills",
                    &[("hills.order", 2.0), ("hills.fade", 1.0)],
                    point,
                );
                let state = State { point, ..State::default() };
                let c = Context::new(&scene, &state, ROWS[0]).unwrap();
                let wanted = c.single_octave(2).unwrap().sample(&point);
                assert!((d.value("noise").unwrap() - wanted).abs() < 1e-12, "hills");
            }
        }
    }
}

#[test]
fn lines_of_the_lattice_lie_where_gradient_noise_is_0() {
    let scene = shifted_scene();
    let state = State::default();
    let c = Context::new(&scene, &state, ROWS[0]).unwrap();
    let (plain, offset) = (c.single_octave(2).unwrap(), c.offset());
    // In the cut, lattice lines stand where p and the offset add up to a whole number.
    let at = [2.0 - offset[0], 5.0 - offset[1]];
    assert!(plain.sample(&at).abs() < 1e-12 && plain.sample(&[2.0, 5.0]).abs() > 1e-3);
    let mut on_row = State { point: [1.7, at[1]], ..State::of(row("cut").unwrap()) };
    on_row.set(row("cut").unwrap(), "cut.ay", 0.0);
    on_row.set(row("cut").unwrap(), "cut.by", 0.0);
    let is_solved = row("cut").unwrap().challenge.is_solved;
    assert!(is_solved(&Context::new(&scene, &on_row, row("cut").unwrap()).unwrap()));
}
