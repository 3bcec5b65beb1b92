//! Tests of all figures: each figure of the literature is reproduced, numbers equal those of the
//! noise, and drawings stay the same.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::context::first_cell;
use super::figure::{Anchor, Drawing, Readout};
use super::ink::{Ink, Palette};
use super::{Context, Effort, FigureRow, ROWS, State, row, svg, teaching_scene};
use orogen_noise::{BASES, Basis};
use orogen_terrain::Scene;
use orogen_terrain::preset::PRESETS;

/// The sources of [`FigureRow::reproduces`](super::FigureRow::reproduces), each with its number of
/// figures.
const CATALOGUE: [(char, u32); 5] = [('E', 16), ('N', 7), ('S', 15), ('L', 12), ('C', 15)];

/// The parts of figure E12, which several rows may reproduce in place of the whole figure.
const E12_PARTS: [&str; 8] = ["E12a", "E12b", "E12c", "E12d", "E12e", "E12f", "E12g", "E12h"];

#[test]
fn every_figure_of_the_literature_has_a_screen_and_a_step() {
    let numbered = CATALOGUE
        .iter()
        .flat_map(|(letter, count)| (1..=*count).map(move |number| format!("{letter}{number}")));
    let wanted: Vec<String> = numbered.chain(E12_PARTS.map(str::to_owned)).collect();
    let is_reproduced =
        |id: &str| ROWS.iter().any(|row| row.reproduces.iter().any(|(other, _)| *other == id));
    let missing: Vec<_> = wanted
        .iter()
        .filter(|id| {
            let has_parts = *id == "E12" && E12_PARTS.iter().all(|part| is_reproduced(part));
            !(is_reproduced(id) || has_parts)
        })
        .collect();
    assert!(missing.is_empty(), "not reproduced: {missing:?}");
    for (row, (id, _)) in ROWS.iter().flat_map(|row| row.reproduces.iter().map(move |id| (row, id)))
    {
        let known = wanted.iter().any(|wanted| wanted == id);
        assert!(known, "{}: there is no figure {id}", row.name);
    }
}

fn draw_figure(scene: &Scene, name: &str, state: State) -> Drawing {
    Context::new(scene, &state, row(name).unwrap()).unwrap().draw()
}

/// Checks the numbers of the figure `cell` against the trace of its noise.
fn check_cell(scene: &Scene, point: [f64; 2]) {
    let row = row("cell").unwrap();
    let state = State { point, ..State::of(row) };
    let context = Context::new(scene, &state, row).unwrap();
    let Some(noise) = context.single_octave(2) else { return };
    let trace = noise.trace(&point);
    let drawing = context.draw();
    let Some(cell) = first_cell(&trace).filter(|cell| cell.fades.len() == 2) else { return };
    // A figure that draws no cell states the reason.
    if drawing.value("noise").is_none() {
        let row = scene.recipe.base().noise.basis.row();
        assert!(!row.uses.fade || row.name.contains("nd"), "{} has no cell", row.name);
        return;
    }
    let assert_same = |name: &str, wanted: f64| {
        let drawn = drawing.value(name).unwrap_or_else(|| panic!("{name} at {point:?}"));
        assert!((drawn - wanted).abs() <= 1e-12, "{name} at {point:?}: {drawn} is not {wanted}");
    };
    for (name, corner) in ["n00", "n10", "n01", "n11"].iter().zip(&cell.corners) {
        assert_same(name, corner.influence);
    }
    assert_same("fade_u", cell.fades[0]);
    assert_same("fade_v", cell.fades[1]);
    assert_same("noise", cell.blends[2].result);
}

fn places(count: u32) -> impl Iterator<Item = [f64; 2]> {
    (0..count).map(|i| [f64::from(i) * 0.377 - 91.0, f64::from(i * i % 977) * 0.203 - 55.0])
}

#[test]
fn numbers_of_a_cell_match_the_trace_for_every_basis() {
    for basis in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
        let mut scene = teaching_scene();
        scene.recipe.base_mut().noise.basis = basis.basis;
        places(1000).for_each(|point| check_cell(&scene, point));
    }
}

#[test]
fn numbers_of_a_cell_match_the_trace_for_every_preset() {
    for preset in PRESETS {
        let scene = preset.scene().unwrap();
        places(100).for_each(|point| check_cell(&scene, point));
    }
}

#[test]
fn cells_match_the_examples_of_the_literature() {
    let value = |drawing: &Drawing, name: &str| drawing.value(name).unwrap();
    let assert_near = |a: f64, b: f64, limit: f64| assert!((a - b).abs() < limit, "{a} is not {b}");
    let perlin = draw_figure(&teaching_scene(), "cell", State::of(row("cell").unwrap()));
    for (name, wanted) in [("n00", 1.0), ("n10", 0.3), ("n01", 1.4), ("n11", 0.7)] {
        assert_near(value(&perlin, name), wanted, 1e-12);
    }
    assert_near(value(&perlin, "below"), 0.414156, 1e-6);
    assert_near(value(&perlin, "above"), 0.814156, 1e-6);
    assert_near(value(&perlin, "noise"), 0.479388, 1e-6);

    let mut course = teaching_scene();
    course.recipe.base_mut().noise.permutation = orogen_terrain::choices::LandPermutation::P289;
    course.recipe.base_mut().noise.gradients = orogen_noise::GradientSet::Twelve;
    let course = draw_figure(&course, "cell", State::of(row("cell").unwrap()));
    for (name, wanted) in [("n00", 0.7), ("n10", 0.3), ("n01", 0.7), ("n11", -0.3)] {
        assert_near(value(&course, name), wanted, 1e-12);
    }
    assert_near(value(&course, "below"), 0.365232, 1e-6);
    assert_near(value(&course, "above"), -0.13692, 1e-6);
    assert_near(value(&course, "noise"), 0.28334105184, 1e-11);
}

#[test]
fn no_basis_and_no_preset_leaves_a_figure_without_a_picture() {
    let lands = PRESETS.iter().map(|preset| preset.scene().unwrap());
    let scene_of_basis = |basis: Basis| {
        let mut scene = teaching_scene();
        scene.recipe.base_mut().noise.basis = basis;
        scene
    };
    let bases =
        BASES.iter().filter(|row| row.dimensions.contains(&2)).map(|row| scene_of_basis(row.basis));
    for scene in lands.chain(bases) {
        for row in ROWS.iter() {
            let state = State { point: [-12.25, 7.5], ..State::of(row) };
            let drawing = Context::new(&scene, &state, row).unwrap().draw();
            assert!(!drawing.items.is_empty(), "{}", row.name);
            assert!(drawing.numbers().all(|number| !number.value.is_nan()), "{}", row.name);
        }
    }
}

#[test]
fn a_number_of_the_drawing_takes_no_second_drawing() {
    static DRAWINGS: AtomicUsize = AtomicUsize::new(0);
    fn draw(c: &Context) -> Drawing {
        DRAWINGS.fetch_add(1, Ordering::Relaxed);
        let mut d = Drawing::new(20.0, 10.0);
        let readout = Readout::new("x = ", "x", c.p()[0], 2);
        d.number("x", Ink::Text, ([0.0; 2], Anchor::Left), readout);
        d
    }
    let counted = |work: &dyn Fn()| {
        let before = DRAWINGS.load(Ordering::Relaxed);
        work();
        DRAWINGS.load(Ordering::Relaxed) - before
    };
    let figure: &FigureRow = Box::leak(Box::new(FigureRow { draw, ..*row("static").unwrap() }));
    let (scene, state) = (teaching_scene(), State { point: [1.25, 0.0], ..State::default() });
    let context = || Context::new(&scene, &state, figure).unwrap();
    let (drawn, fresh) = (context(), context());
    assert_eq!(drawn.draw().value("x"), Some(1.25));
    assert_eq!(counted(&|| assert_eq!(drawn.drawn_value("x"), Some(1.25))), 0);
    assert_eq!(counted(&|| assert_eq!(fresh.drawn_value("x"), Some(1.25))), 1);
    assert_eq!(counted(&|| assert_eq!(fresh.drawn_value("y"), None)), 0);
    // Another effort makes another drawing.
    let dragged = drawn.with_effort(Effort::Dragged);
    assert_eq!(counted(&|| assert_eq!(dragged.drawn_value("x"), Some(1.25))), 1);
}

/// The figures with golden files, each drawn by the first row that reproduces it.
const GOLDEN: [&str; 10] = ["C3", "C4", "C7", "C9", "N2", "N3", "S2", "S7", "S9", "S11"];

#[test]
fn drawings_match_the_golden_files() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden-figures");
    for id in GOLDEN {
        let found = ROWS.iter().find_map(|row| {
            row.reproduces.iter().find(|(other, _)| *other == id).map(|(_, step)| (*row, *step))
        });
        let (row, step) = found.unwrap_or_else(|| panic!("{id} is not reproduced"));
        let drawing = draw_figure(&teaching_scene(), row.name, State { step, ..State::of(row) });
        let text = svg::write(&drawing, Palette::Print);
        let path = folder.join(format!("{id}.svg"));
        if std::env::var_os("OROGEN_RENEW").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let golden_text = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(golden_text == text, "{id} has changed; if this is intended, set OROGEN_RENEW=1");
    }
}
