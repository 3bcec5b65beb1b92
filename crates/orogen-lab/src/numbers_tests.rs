//! Tests that the numbers in drawings match the numbers in traces, to 10⁻¹².

use serde_json::Value;

use super::figure::Drawing;
use super::{Context, FigureRow, State, row, teaching_scene};
use orogen_noise::{BASES, Basis, FractalKind, Noise, NoiseSpec, Warp};
use orogen_terrain::Scene;
use orogen_terrain::preset::PRESETS;

/// The noise whose trace has the numbers.
#[derive(Clone, Copy)]
enum Source {
    /// One octave.
    Plain,
    /// One octave of Perlin noise: for other bases the figure shows its table instead.
    Perlin,
    /// All octaves, with warp.
    Whole,
    /// One octave of simplex noise.
    Simplex,
}

/// Each figure with the noise that it shows, and prefixes of the names of the numbers that must be
/// in the trace of this noise.
const TRACED: &[(&str, Source, &[&str])] = &[
    ("cell", Source::Plain, &["above", "below", "fade_", "hash", "n0", "n1", "noise"]),
    ("table", Source::Perlin, &["above", "below", "hash", "n0", "n1", "noise"]),
    ("slide", Source::Plain, &["fade_", "noise", "st", "uv"]),
    ("planes", Source::Plain, &["n0", "n1", "noise"]),
    ("ramps", Source::Plain, &["value"]),
    ("random", Source::Plain, &["noise", "again"]),
    ("static", Source::Whole, &["octaves-value"]),
    ("octaves", Source::Whole, &["amplitude", "frequency", "octave", "value", "divisor"]),
    ("kernels", Source::Simplex, &["kernel0", "kernel1", "kernel2"]),
    ("surflets", Source::Simplex, &["influence", "sum"]),
    ("simplex-sum", Source::Simplex, &["hash", "influence", "kernel", "noise"]),
    ("skew", Source::Simplex, &["s_"]),
];

/// The index of the figure `octaves` in [`TRACED`].
const OCTAVES: usize = 7;

/// Collects all numbers of a trace, at any depth.
fn collect_numbers(value: &Value, out: &mut Vec<f64>) {
    match value {
        Value::Number(number) => out.extend(number.as_f64()),
        Value::Array(items) => items.iter().for_each(|item| collect_numbers(item, out)),
        Value::Object(items) => items.values().for_each(|item| collect_numbers(item, out)),
        _ => {}
    }
}

fn noise(c: &Context, source: Source) -> Option<Noise> {
    match source {
        Source::Plain => c.single_octave(2),
        Source::Perlin => c.single_octave(2).filter(|noise| noise.spec().basis == Basis::Perlin),
        Source::Whole => Some(c.noise().clone()),
        Source::Simplex => NoiseSpec {
            basis: Basis::Simplex,
            permutation: c.spec().permutation.clone(),
            seed: c.spec().seed,
            radius2: 0.5,
            fractal: FractalKind::None,
            warp: Warp::default(),
            ..NoiseSpec::default()
        }
        .build(2)
        .ok(),
    }
}

/// Checks the numbers of a figure against the trace. Returns how many it checked.
fn check(
    scene: &Scene,
    row: &'static FigureRow,
    source: Source,
    names: &[&str],
    point: [f64; 2],
) -> usize {
    let state = State { point, ..State::of(row) };
    let c = Context::new(scene, &state, row).unwrap();
    let Some(noise) = noise(&c, source) else { return 0 };
    let mut known = vec![];
    collect_numbers(&serde_json::to_value(noise.trace(&point)).unwrap(), &mut known);
    let drawing: Drawing = c.draw();
    let mut found = 0;
    for number in drawing.numbers() {
        if names.iter().any(|name| number.name.starts_with(name)) {
            let (name, value) = (&number.name, number.value);
            let is_near = |k: &f64| (k - value).abs() <= 1e-12 * value.abs().max(1.0);
            assert!(known.iter().any(is_near), "{} {name} {value} at {point:?}", row.name);
            found += 1;
        }
    }
    found
}

fn places(count: u32) -> impl Iterator<Item = [f64; 2]> {
    (0..count).map(|i| [f64::from(i) * 0.377 - 91.0, f64::from(i * i % 977) * 0.203 - 55.0])
}

#[test]
fn numbers_match_the_traces_for_every_basis() {
    for (name, source, names) in TRACED {
        let mut found = 0;
        for basis in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
            let mut scene = teaching_scene();
            scene.recipe.base_mut().noise.basis = basis.basis;
            for point in places(40) {
                found += check(&scene, row(name).unwrap(), *source, names, point);
            }
        }
        assert!(found >= 40, "{name}: {found}");
    }
}

#[test]
fn octaves_match_the_traces_at_a_thousand_points_of_every_basis() {
    let (name, source, names) = TRACED[OCTAVES];
    for basis in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
        let mut scene = teaching_scene();
        scene.recipe.base_mut().noise.basis = basis.basis;
        let found: usize =
            places(1000).map(|point| check(&scene, row(name).unwrap(), source, names, point)).sum();
        assert!(found > 6000, "{}: {found}", basis.name);
    }
}

#[test]
fn octaves_and_heights_match_the_traces_for_every_preset() {
    let (name, source, names) = TRACED[OCTAVES];
    let land_row = row("land-octaves").unwrap();
    for preset in PRESETS {
        let scene = preset.scene().unwrap();
        // Rivers are computed anew around each place, which takes long.
        let count = if scene.recipe.rivers.on { 10 } else { 100 };
        for point in places(count) {
            check(&scene, row(name).unwrap(), source, names, point);
            let state = State { point, ..State::of(land_row) };
            let c = Context::new(&scene, &state, land_row).unwrap();
            let drawing = c.draw();
            let Some(drawn) = drawing.value("land_m") else { continue };
            let limit_m = scene.recipe.world.spacing_m.metres() * c.value("cut.level").exp2();
            let mut known = vec![];
            let trace = c.land().unwrap().trace(c.position_m(), limit_m);
            collect_numbers(&serde_json::to_value(trace).unwrap(), &mut known);
            let is_near = |k: &f64| (k - drawn).abs() <= 1e-12 * drawn.abs().max(1.0);
            assert!(known.iter().any(is_near), "{}: {drawn} at {point:?}", preset.slug);
        }
    }
}
