//! Mistakes in where and how densely a noise is sampled.

use super::mistake::{FormPicture, FormResult, LandEffect, Mistake, teaching_spec};
use crate::meters::SampleSquare;
use crate::screens::prelude::*;
use orogen_noise::grid::GridNoise;
use orogen_noise::statistics::{Histogram, Moments};
use orogen_noise::{FractalKind, GradientSet, Noise, NoiseSpec};

pub(super) static WHOLE: Mistake = Mistake {
    symptom: "Every value is 0, at every point. This is the most common question about noise.",
    cause: "The noise was sampled at whole numbers. These are lattice points, where gradient noise \
            is 0 and only its slope differs.",
    cure: "Multiply positions by a small number, here 0.05: twenty samples per cell.",
    meter: ("largest |n| of 100 samples", 3),
    is_symptom: |measured| measured < 1e-12,
    switch: "break-whole.cured",
    evaluate: whole_numbers,
    land: LandEffect::Impossible(
        "The land has its own scale: its samples lie much closer together than its cells.",
    ),
    code_lines: [1, 4],
};

fn noise(spec: &NoiseSpec) -> Noise {
    spec.build(2).expect("the spec of a figure is valid")
}

fn whole_numbers(_: &Context, cured: bool) -> FormResult {
    let noise = noise(&teaching_spec());
    let scale = if cured { 0.05 } else { 1.0 };
    let at = |i: u32| [f64::from(i), noise.sample2([scale * f64::from(i), 0.0], 0.0)];
    let points: Vec<_> = (0..100).map(at).collect();
    let measured = points.iter().fold(0.0, |largest: f64, point| largest.max(point[1].abs()));
    FormResult { picture: FormPicture::Curve(points, [-1.0, 1.0]), measured }
}

pub(super) static RANGE: Mistake = Mistake {
    symptom: "The picture looks washed out, without black or white. The land is flatter than its \
              height setting.",
    cause: "The code assumes that values fill ±1. With unit gradients one octave ends at ±0.707, \
            and 98 of 100 values of six octaves lie within a third of that range.",
    cure: "Measure the range, or normalise the noise by measured constants.",
    meter: ("greys used by 98 of 100 pixels", 0),
    is_symptom: |measured| measured < 150.0,
    switch: "break-range.cured",
    evaluate: range,
    land: LandEffect::Patches([
        &[("noise.gradients", "continuous"), ("fractal.normalise", "on")],
        &[("noise.gradients", "continuous"), ("fractal.normalise", "measured")],
    ]),
    code_lines: [0, 2],
};

fn range(_: &Context, cured: bool) -> FormResult {
    let spec = NoiseSpec {
        fractal: FractalKind::Fbm,
        gradients: GradientSet::Continuous,
        octave_seeds: true,
        ..teaching_spec()
    };
    let field = SampleSquare::of_noise(&noise(&spec), 128, 8.0 / 128.0, [0.0; 2]);
    let moments = Moments::of(field.values.iter().copied());
    let [low, high] = match moments.filter(|_| cured) {
        Some(moments) => [moments.min, moments.max],
        None => [-1.0, 1.0],
    };
    let measured = used_greys(&field, [low, high]);
    FormResult { picture: FormPicture::Greys(field, [low, high], None), measured }
}

/// The number of grey levels, of 256, that the middle 98 % of the values span.
fn used_greys(field: &SampleSquare, [low, high]: [f64; 2]) -> f64 {
    let counts = Histogram::of(field.values.iter().copied(), low, high, 256).counts;
    let tail_count = field.values.len() as u64 / 100;
    let unused_greys = |counts: &mut dyn Iterator<Item = &u64>| {
        let mut sum = 0;
        counts
            .take_while(|count| {
                sum += **count;
                sum <= tail_count
            })
            .count()
    };
    let [below, above] = [unused_greys(&mut counts.iter()), unused_greys(&mut counts.iter().rev())];
    256.0 - below as f64 - above as f64
}

pub(super) static ALIAS: Mistake = Mistake {
    symptom: "Distant land looks like static, and it flickers as the camera moves.",
    cause: "The last seven of ten octaves are finer than two pixels. What they add to a pixel \
            depends on the exact position of its sample.",
    cure: "Limit the octaves by the distance between samples, or fade out the finest ones (a band \
           limit).",
    meter: ("change over a quarter of a pixel, in deviations", 2),
    is_symptom: |measured| measured > 0.3,
    switch: "break-alias.cured",
    evaluate: alias,
    land: LandEffect::Impossible(
        "Its octaves fade out before they are finer than its vertices, so distant land stays calm.",
    ),
    code_lines: [0, 2],
};

fn alias(_: &Context, cured: bool) -> FormResult {
    const SIDE: usize = 96;
    let spec = NoiseSpec {
        fractal: FractalKind::Fbm,
        octaves: 10.0,
        gain: 0.8,
        octave_seeds: true,
        ..teaching_spec()
    };
    let noise = noise(&spec);
    // The picture is twelve cells of the first octave wide, with eight pixels per cell.
    let pixel = 0.125;
    let limit = if cured { pixel } else { 0.0 };
    let samples_at = |shift: f64| {
        let along = |start: f64| (0..SIDE).map(|i| start + pixel * i as f64).collect::<Vec<_>>();
        let mut values = vec![0.0f32; SIDE * SIDE];
        GridNoise::new(&noise, 1.0).fill_at([&along(shift), &along(0.0)], limit, &mut values);
        SampleSquare {
            side: SIDE,
            step: pixel,
            values: values.into_iter().map(f64::from).collect(),
        }
    };
    let [original, shifted] = [samples_at(0.0), samples_at(0.25 * pixel)];
    let pairs = original.values.iter().zip(&shifted.values);
    let change = pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / original.values.len() as f64;
    let deviation = Moments::of(original.values.iter().copied()).map_or(1.0, |m| m.deviation());
    let reach = 2.5 * deviation;
    FormResult {
        picture: FormPicture::Greys(original, [-reach, reach], None),
        measured: change.sqrt() / deviation,
    }
}

pub(super) static TIME: Mistake = Mistake {
    symptom: "The picture moves slowly at first, then faster and faster, and turns into static: an \
              endless zoom.",
    cause: "Positions were multiplied by the time. After t seconds the same width holds t times as many cells.",
    cure: "Give the time an axis of its own, and move along it.",
    meter: ("slopes at the end ÷ at the start", 2),
    is_symptom: |measured| measured > 3.0,
    switch: "break-time.cured",
    evaluate: time,
    land: LandEffect::Impossible("The land stands still: its noise does not depend on time."),
    code_lines: [0, 1],
};

fn time(_: &Context, cured: bool) -> FormResult {
    const SIDE: usize = 120;
    let noise = noise(&teaching_spec());
    // x goes right over five cells; the time t goes up from 0.5 to 8.
    let (dx, start, end) = (5.0 / SIDE as f64, 0.5, 8.0);
    let time = |row: f64| start + (end - start) * row / SIDE as f64;
    let value = |x: f64, t: f64| match cured {
        true => noise.sample2([x + 0.5, t], 0.0),
        false => noise.sample2([(x + 0.5) * t, 0.5], 0.0),
    };
    let field = SampleSquare::of(SIDE, 1.0, [0.0; 2], |[x, row]| value(dx * x, time(row)));
    let slopes = |rows: std::ops::Range<usize>| -> f64 {
        let steps = rows.flat_map(|row| (1..SIDE).map(move |x| [x, row]));
        steps.map(|[x, row]| (field.at(x, row) - field.at(x - 1, row)).abs()).sum()
    };
    let measured = slopes(SIDE - 30..SIDE) / slopes(0..30);
    FormResult { picture: FormPicture::Greys(field, [-0.8, 0.8], None), measured }
}
