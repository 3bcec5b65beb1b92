//! Mistakes in how lattice points get their random numbers.

use super::mistake::{FormPicture, FormResult, LandEffect, Mistake, teaching_spec};
use crate::meters::SampleSquare;
use crate::screens::prelude::*;
use orogen_noise::{NoiseSpec, Permutation, PermutationKind};

pub(super) static TABLE: Mistake = Mistake {
    symptom: "The program stops with an index out of bounds, or it reads whatever lies behind the \
              table.",
    cause: "The table has 256 numbers; perm[x] + y goes up to 510.",
    cure: "Double the table to 512 numbers, or wrap the sum: & 255.",
    meter: ("cells out of bounds, in %", 1),
    is_symptom: |measured| measured > 0.0,
    switch: "break-table.cured",
    evaluate: table,
    land: LandEffect::Impossible(
        "In Rust, an index past the end stops the program. The land's table is written twice.",
    ),
    code_lines: [0, 1],
};

fn table(_: &Context, cured: bool) -> FormResult {
    const SIDE: usize = 64;
    let permutation = Permutation::reference();
    let table_size = if cured { 512 } else { 256 };
    // Samples every fourth column and row, to cover the whole table.
    let hash = |[x, y]: [f64; 2]| {
        let (x, y) = (x as i64, y as i64);
        let index = i64::from(permutation.forward(&[x])) + (y & 255);
        match index < table_size {
            true => f64::from(permutation.forward(&[x, y])),
            false => f64::NAN,
        }
    };
    let field = SampleSquare::of(SIDE, 4.0, [0.0; 2], hash);
    let hole_count = field.values.iter().filter(|value| value.is_nan()).count();
    let measured = 100.0 * hole_count as f64 / field.values.len() as f64;
    FormResult { picture: FormPicture::Greys(field, [0.0, 255.0], None), measured }
}

pub(super) static FLOOR: Mistake = Mistake {
    symptom: "At 0 and at every whole number below, the lattice point is looked up in the wrong \
              cell.",
    cause: "Casting to an integer rounds towards 0. For x ≤ 0 the published code subtracts 1, even \
            if x is a whole number: floor(0) becomes −1.",
    cure: "Use the floor, or subtract 1 only where the cast made x larger.",
    meter: ("wrong floors of 17 whole numbers", 0),
    is_symptom: |measured| measured > 0.0,
    switch: "break-floor.cured",
    evaluate: floor,
    land: LandEffect::Impossible("The land uses the true floor, on both sides of zero."),
    code_lines: [0, 2],
};

fn floor(_: &Context, cured: bool) -> FormResult {
    let cell = |x: f64| match (cured, x > 0.0) {
        (true, _) => x.floor(),
        (false, true) => x.trunc(),
        (false, false) => x.trunc() - 1.0,
    };
    let whole_numbers = (-8..=8).map(f64::from);
    let measured = whole_numbers.clone().filter(|x| cell(*x) != x.floor()).count() as f64;
    let dots = whole_numbers.map(|x| [x, cell(x)]).collect();
    FormResult { picture: FormPicture::Dots(dots, [-10.0, 9.0]), measured }
}

pub(super) static DIAGONAL: Mistake = Mistake {
    symptom: "Hills repeat along diagonals, after only 24 cells.",
    cause: "Two look-ups of (34x² + x) mod 289 are chained: a shift of (17, −17) does not change \
            the second index.",
    cure: "Hash both coordinates at once, or use a permutation without such a shift.",
    meter: ("correlation of points (17, −17) cells apart", 3),
    is_symptom: |measured| measured > 0.5,
    switch: "break-289.cured",
    evaluate: diagonal,
    land: LandEffect::Patches([&[("noise.permutation", "p289")], &[("noise.permutation", "hash")]]),
    code_lines: [1, 2],
};

/// The shift after which the noise with (34x² + x) mod 289 repeats, in cells.
const REPEAT: [f64; 2] = [17.0, -17.0];

/// Noise with (34x² + x) mod 289, or if `cured` with a hash.
pub(super) fn diagonal_spec(cured: bool) -> NoiseSpec {
    let permutation = if cured { PermutationKind::Hash } else { PermutationKind::P289 };
    NoiseSpec { permutation, ..teaching_spec() }
}

fn diagonal(_: &Context, cured: bool) -> FormResult {
    const SIDE: usize = 168;
    const CELLS: f64 = 28.0;
    let noise = diagonal_spec(cured).build(2).expect("the spec of a figure is valid");
    let step = CELLS / SIDE as f64;
    let field = SampleSquare::of_noise(&noise, SIDE, step, [0.0; 2]);
    // The correlation of samples with samples shifted by `REPEAT`.
    let samples_at = |shift: [f64; 2]| {
        SampleSquare::of(48, 0.37, [0.2 + shift[0], 0.3 + shift[1]], |p| noise.sample2(p, 0.0))
    };
    let [original, shifted] = [samples_at([0.0; 2]), samples_at(REPEAT)];
    let product = |a: &SampleSquare, b: &SampleSquare| -> f64 {
        a.values.iter().zip(&b.values).map(|(a, b)| a * b).sum()
    };
    let measured = product(&original, &shifted)
        / (product(&original, &original) * product(&shifted, &shifted)).sqrt();
    let from = [5.0 / CELLS, 23.0 / CELLS];
    let to = [(5.0 + REPEAT[0]) / CELLS, (23.0 + REPEAT[1]) / CELLS];
    FormResult { picture: FormPicture::Greys(field, [-0.8, 0.8], Some([from, to])), measured }
}
