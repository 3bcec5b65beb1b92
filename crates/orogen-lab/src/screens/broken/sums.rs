//! Mistakes in how lattice points and octaves are put together.

use std::sync::LazyLock;

use super::mistake::{FormPicture, FormResult, LandEffect, Mistake, teaching_spec};
use crate::meters::{Jumps, SampleSquare};
use crate::screens::prelude::*;
use orogen_noise::{Basis, Fade, FractalKind, Noise, NoiseSpec, Normalise};

fn noise(spec: &NoiseSpec) -> Noise {
    spec.build(2).expect("the spec of a figure is valid")
}

pub(super) static SEAM: Mistake = Mistake {
    symptom: "A line appears where the picture ends and begins again.",
    cause: "The picture is an arbitrary piece of noise. Its left and right sides are far apart in \
            the noise and do not match.",
    cure: "Make the lattice repeat: wrap the cells' coordinates before they are hashed. Or sample \
           on a circle in one dimension, on a torus in two, or blend copies.",
    meter: ("step over the seam ÷ other steps", 1),
    is_symptom: |measured| measured > 2.0,
    switch: "break-seam.cured",
    evaluate: seam,
    land: LandEffect::Impossible("The land is one endless noise, not tiles of one picture."),
    code_lines: [0, 2],
};

fn seam(_: &Context, cured: bool) -> FormResult {
    const SIDE: usize = 128;
    // The picture repeats a tile of four cells twice in x and twice in y.
    const TILE: f64 = 4.0;
    let spec = NoiseSpec { period: cured.then_some([4, 4]), ..teaching_spec() };
    let noise = noise(&spec);
    let step = 2.0 * TILE / SIDE as f64;
    // The seam lies off the lattice lines: at lattice points the noise is 0, so only the slope
    // would show the seam.
    let tile_coordinate = |x: f64| 0.4 + x.rem_euclid(TILE);
    let field = SampleSquare::of(SIDE, step, [0.0; 2], |[x, y]| {
        noise.sample2([tile_coordinate(x), tile_coordinate(y)], 0.0)
    });
    let mean_step = |column: usize| {
        let steps = (0..SIDE).map(|row| (field.at(column, row) - field.at(column - 1, row)).abs());
        steps.sum::<f64>() / SIDE as f64
    };
    let seam = mean_step(SIDE / 2);
    let other_steps = (1..SIDE).filter(|column| *column != SIDE / 2).map(mean_step).sum::<f64>();
    let measured = seam / (other_steps / (SIDE - 2) as f64);
    FormResult { picture: FormPicture::Greys(field, [-0.8, 0.8], None), measured }
}

pub(super) static SUM: Mistake = Mistake {
    symptom: "More octaves make higher peaks. Pictures are overexposed, and peaks reach the sky.",
    cause: "The sum was not divided. Amplitudes 1, 0.95, 0.9 … of six octaves add up to 5.3.",
    cure: "Divide by the sum of the amplitudes.",
    meter: ("pixels cut off, in %", 1),
    is_symptom: |measured| measured > 2.0,
    switch: "break-sum.cured",
    evaluate: sum,
    land: LandEffect::Patches([
        &[("fractal.normalise", "off"), ("fractal.gain", "0.6")],
        &[("fractal.normalise", "on"), ("fractal.gain", "0.6")],
    ]),
    code_lines: [5, 6],
};

fn sum(_: &Context, cured: bool) -> FormResult {
    let normalise = if cured { Normalise::Amplitude } else { Normalise::Off };
    let spec = NoiseSpec {
        fractal: FractalKind::Fbm,
        gain: 0.95,
        octave_seeds: true,
        normalise,
        ..teaching_spec()
    };
    let field = SampleSquare::of_noise(&noise(&spec), 128, 0.0625, [0.0; 2]);
    let clipped_count = field.values.iter().filter(|value| value.abs() > 1.0).count();
    let measured = 100.0 * clipped_count as f64 / field.values.len() as f64;
    FormResult { picture: FormPicture::Greys(field, [-1.0, 1.0], None), measured }
}

pub(super) static FADE: Mistake = Mistake {
    symptom: "Creases run along a square grid, as in folded paper, wherever light comes in low.",
    cause: "The four corners were blended by t itself, so the slope jumps at the cell's border.",
    cure: "Blend by a fade. The cubic fade makes slopes match; the quintic fade also makes \
           curvatures match.",
    meter: ("largest jump of the slope", 3),
    is_symptom: |measured| measured > 1e-3,
    switch: "break-fade.cured",
    evaluate: fade,
    // Gullies and colours would hide the creases.
    land: LandEffect::Patches([
        &[
            ("noise.fade", "linear"),
            ("erosion.on", "off"),
            ("look.overlay", "clay"),
            ("light.sun_elevation_deg", "12"),
        ],
        &[("noise.fade", "quintic")],
    ]),
    code_lines: [0, 1],
};

fn fade(_: &Context, cured: bool) -> FormResult {
    let spec =
        NoiseSpec { fade: if cured { Fade::Quintic } else { Fade::Linear }, ..teaching_spec() };
    let noise = noise(&spec);
    // The brightness of the slope under low light from the right.
    let light = |p: [f64; 2]| {
        let (_, [dx, dy]) = noise.sample2_with_gradient(p, 0.0);
        let normal = (1.0 + dx * dx + dy * dy).sqrt();
        (0.35 - 0.9 * dx + 0.25 * dy) / normal
    };
    let field = SampleSquare::of(144, 6.0 / 144.0, [0.0; 2], light);
    let measured = Jumps::of::<2>(&noise, 200).slope;
    FormResult { picture: FormPicture::Greys(field, [-0.6, 1.1], None), measured }
}

pub(super) static JUMP: Mistake = Mistake {
    symptom: "Hair-thin cracks appear in lit 3D simplex noise. The jump is small, but a slope \
              measured across it can be arbitrarily large.",
    cause: "The published r² of 0.6 in 3D and 4D makes the noise stronger, but its kernels reach \
            past the simplices that share their corner.",
    cure: "Use r² = 0.5 and a larger scale: value, slope and curvature no longer jump.",
    meter: ("largest jump over 300 faces", 5),
    is_symptom: |measured| measured > 1e-4,
    switch: "break-jump.cured",
    evaluate: jump,
    land: LandEffect::Impossible("The land uses two-dimensional noise, whose kernels end in time."),
    code_lines: [0, 1],
};

/// Three-dimensional simplex noise whose kernels have this radius².
pub(super) fn solid(radius2: f64) -> Noise {
    let spec = NoiseSpec { basis: Basis::Simplex, radius2, ..teaching_spec() };
    spec.build(3).expect("the spec of a figure is valid")
}

fn jump(_: &Context, cured: bool) -> FormResult {
    // The distance that the picture shows on either side of the face, in cells.
    const REACH: f64 = 0.004;
    const POINTS: i32 = 200;
    let noise = solid(if cured { 0.5 } else { 0.6 });
    let value_at = |face: [f64; 3], distance: f64| {
        noise.sample(&[0, 1, 2].map(|i| face[i] + distance * NORMAL[i]))
    };
    let step = |face: [f64; 3]| (value_at(face, 1e-9) - value_at(face, -1e-9)).abs();
    let measured = (0..300).map(|cell| step(face_point(cell))).fold(0.0, f64::max);
    // Both pictures show the face with the largest jump in the wrong form.
    let face = face_point(*WORST_CELL);
    let middle = 0.5 * (value_at(face, REACH) + value_at(face, -REACH));
    let point = |i: i32| {
        let distance = REACH * f64::from(i) / f64::from(POINTS);
        [distance, value_at(face, distance) - middle]
    };
    let points = (-POINTS..=POINTS).map(point).collect();
    FormResult { picture: FormPicture::Curve(points, [-0.02, 0.02]), measured }
}

/// The normal of the face opposite the corner 0 in the tetrahedron x > y > z: (4, 1, 1) ÷ √18. The
/// corners are 0, (5, −1, −1)/6, (4, 4, −2)/6 and (3, 3, 3)/6.
const NORMAL: [f64; 3] =
    [0.942_809_041_582_063_4, 0.235_702_260_395_515_84, 0.235_702_260_395_515_84];

/// A point on that face, in the skewed cube (`cell`, 0, 0). It lies next to the projection of the
/// corner onto the face, (4, 1, 1)/6, which is on an edge where more than two tetrahedra meet.
fn face_point(cell: u32) -> [f64; 3] {
    let corner = f64::from(cell);
    let low = -corner / 6.0;
    [corner + low + 4.0 / 6.0, low + 1.0 / 6.0 + 0.025, low + 1.0 / 6.0 - 0.025]
}

/// The cell, of 300, whose face has the largest jump in the wrong form.
static WORST_CELL: LazyLock<u32> = LazyLock::new(|| {
    let noise = solid(0.6);
    let step = |cell: &u32| {
        let face = face_point(*cell);
        let [low, high] = [-1e-9, 1e-9]
            .map(|distance| noise.sample(&[0, 1, 2].map(|i| face[i] + distance * NORMAL[i])));
        (high - low).abs()
    };
    (0..300).max_by(|a, b| step(a).total_cmp(&step(b))).unwrap_or_default()
});
