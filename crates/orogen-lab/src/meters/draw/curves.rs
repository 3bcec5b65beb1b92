//! Draws the meters that are curves: histogram, spectrum, correlation by distance.

use super::{FONT_SIZE, MeterPane};
use crate::figure::{Anchor, Drawing, Place, Shape, decimal};
use crate::ink::Ink;
use crate::meters::histogram::{Prediction, ValueDistribution};
use crate::meters::spectrum::Spectrum;
use crate::plot::Plot;

/// Draws the histogram, with the predicted normal curve and bounds.
pub fn histogram(
    d: &mut Drawing,
    pane: &MeterPane,
    values: &ValueDistribution,
    predicted: Option<&Prediction>,
    before: Option<&ValueDistribution>,
) {
    pane.draw_title(d, "Values");
    let (at, size) = pane.plot_area(2);
    let densities = values.densities();
    let range = [values.histogram.low, values.histogram.high];
    let curve_top = predicted.map_or(0.0, |p| p.density(p.mean));
    let highest = densities.iter().fold(curve_top, |a, &b| a.max(b)).max(1e-9);
    let plot = Plot { at, size, x: range, y: [0.0, 1.08 * highest] };
    d.rect("", Ink::Card, at, size);
    if let Some(before) = before {
        let same_range = [before.histogram.low, before.histogram.high] == range;
        if same_range {
            d.line("", Ink::Ghost, 1.5, clamp_points(&plot, steps(&plot, &before.densities())));
        }
    }
    let upper = steps(&plot, &densities);
    let lower = upper.iter().map(|[x, _]| [*x, at[1] + size[1]]).collect();
    d.add(&pane.part("values"), Ink::Noise, Shape::Band { upper, lower }).scale_opacity(0.75);
    if let Some(predicted) = predicted {
        let curve = plot.curve(60, |x| predicted.density(x));
        d.dashed(&pane.part("predicted"), Ink::Accent, 1.5, curve);
        for bound in predicted.bound.into_iter().flat_map(|bound| [-bound, bound]) {
            if (range[0]..=range[1]).contains(&bound) {
                let [x, _] = plot.place([bound, 0.0]);
                d.dashed("", Ink::Muted, 1.0, vec![[x, at[1]], [x, at[1] + size[1]]]);
            }
        }
    }
    let decimals = if values.moments.deviation() < 10.0 { 3 } else { 0 };
    let deviation = (values.moments.deviation(), decimals);
    let place = pane.line(1, false);
    pane.draw_number(d, (Ink::Text, place), ("deviation ", "deviation", ""), deviation);
    match predicted {
        Some(predicted) => {
            let texts = ("predicted ", "predicted-deviation", "");
            let deviation = (predicted.deviation, decimals);
            pane.draw_number(d, (Ink::Accent, pane.line(0, false)), texts, deviation);
        }
        None => {
            let mean = (values.moments.mean, decimals);
            pane.draw_number(d, (Ink::Text, pane.line(0, false)), ("mean ", "mean", ""), mean);
        }
    }
}

/// The outline of a histogram's bars.
fn steps(plot: &Plot, densities: &[f64]) -> Vec<Place> {
    let width = (plot.x[1] - plot.x[0]) / densities.len() as f64;
    let stair = |(i, density): (usize, &f64)| {
        [0, 1].map(|side| plot.place([plot.x[0] + width * (i + side) as f64, *density]))
    };
    densities.iter().enumerate().flat_map(stair).collect()
}

/// Clamps points to the plot's rectangle.
fn clamp_points(plot: &Plot, points: Vec<Place>) -> Vec<Place> {
    let clamp = |v: f64, axis: usize| v.clamp(plot.at[axis], plot.at[axis] + plot.size[axis]);
    points.into_iter().map(|[x, y]| [clamp(x, 0), clamp(y, 1)]).collect()
}

/// Draws the spectrum of cuts with a fitted and a predicted line.
///
/// `expected` has the predicted slope in decibels per octave and the range of the fit. If it is
/// `None`, neither line is drawn.
pub fn spectrum(
    d: &mut Drawing,
    pane: &MeterPane,
    spectrum: &Spectrum,
    expected: Option<(f64, [f64; 2])>,
    before: Option<&Spectrum>,
) {
    pane.draw_title(d, "Power by frequency");
    let (at, size) = pane.plot_area(2);
    d.rect("", Ink::Card, at, size);
    let bands = finite_bands(spectrum.cut_db());
    let (Some(first), Some(last)) = (bands.first(), bands.last()) else { return };
    let ghost = before.map(|before| finite_bands(before.cut_db())).unwrap_or_default();
    let powers_db = || bands.iter().chain(&ghost).map(|band| band[1]);
    let top = powers_db().fold(f64::NEG_INFINITY, f64::max) + 3.0;
    // Values 100 dB below the maximum are rounding errors.
    let bottom = powers_db().fold(f64::INFINITY, f64::min).clamp(top - 100.0, top - 20.0) - 3.0;
    let plot = Plot { at, size, x: [first[0].log2(), last[0].log2()], y: [bottom, top] };
    draw_grid_lines(d, &plot);
    let places = |bands: &[[f64; 2]]| {
        clamp_points(&plot, bands.iter().map(|[f, db]| plot.place([f.log2(), *db])).collect())
    };
    if ghost.len() > 1 {
        d.line("", Ink::Ghost, 1.5, places(&ghost));
    }
    d.line(&pane.part("spectrum"), Ink::Noise, 2.0, places(&bands));
    let fitted = expected.and_then(|(db, range)| Some((db, range, spectrum.fit_cut(range)?)));
    let Some((predicted, range, fit)) = fitted else {
        return pane.draw_text(d, Ink::Muted, pane.line(1, false), "no straight line is expected");
    };
    let middle = 0.5 * (range[0].log2() + range[1].log2());
    let line = |slope: f64| {
        let ends = range
            .map(|f| plot.place([f.log2(), fit.db(middle.exp2()) + slope * (f.log2() - middle)]));
        clamp_points(&plot, ends.to_vec())
    };
    d.dashed(&pane.part("predicted-slope"), Ink::Accent, 2.0, line(predicted));
    d.line(&pane.part("slope"), Ink::Text, 1.5, line(fit.db_per_octave));
    let slope = (fit.db_per_octave, 2);
    let place = pane.line(1, false);
    pane.draw_number(d, (Ink::Text, place), ("", "slope", " dB per octave"), slope);
    let texts = ("predicted ", "predicted-slope", "");
    pane.draw_number(d, (Ink::Accent, pane.line(0, false)), texts, (predicted, 2));
}

fn finite_bands(bands: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    bands.into_iter().filter(|band| band[1].is_finite()).collect()
}

/// Draws grid lines 20 dB apart and an octave apart.
fn draw_grid_lines(d: &mut Drawing, plot: &Plot) {
    let [right, bottom] = [plot.at[0] + plot.size[0], plot.at[1] + plot.size[1]];
    for octave in Plot::ticks(plot.x, 1.0) {
        let [x, _] = plot.place([octave, plot.y[0]]);
        d.line("", Ink::Grid, 0.75, vec![[x, plot.at[1]], [x, bottom]]).scale_opacity(0.6);
    }
    for db in Plot::ticks(plot.y, 20.0) {
        let [_, y] = plot.place([plot.x[0], db]);
        d.line("", Ink::Grid, 0.75, vec![[plot.at[0], y], [right, y]]).scale_opacity(0.6);
        let text = format!("{} dB", decimal(db, 0));
        if plot.size[1] >= 60.0 && y > plot.at[1] + 24.0 && y < bottom - 8.0 {
            let at = [plot.at[0] + 3.0, y];
            d.text(Ink::Muted, FONT_SIZE, at, Anchor::Left, &text);
        }
    }
}

/// Draws the correlation by distance, and marks the first zero.
///
/// The curves are pairs of distance and correlation.
pub fn correlation_curve(
    d: &mut Drawing,
    pane: &MeterPane,
    measured: &[[f64; 2]],
    predicted: Option<&[[f64; 2]]>,
    before: Option<&[[f64; 2]]>,
) {
    pane.draw_title(d, "Correlation by distance");
    let (at, size) = pane.plot_area(1);
    d.rect("", Ink::Card, at, size);
    let Some(last) = measured.last() else { return };
    let plot = Plot { at, size, x: [0.0, last[0]], y: [-0.35, 1.05] };
    let places = |curve: &[[f64; 2]]| {
        clamp_points(&plot, curve.iter().map(|point| plot.place(*point)).collect())
    };
    let axis = [0.0, last[0]].map(|x| plot.place([x, 0.0]));
    d.line("", Ink::Axis, 1.0, axis.to_vec());
    if let Some(before) = before.filter(|before| before.len() > 1) {
        d.line("", Ink::Ghost, 1.5, places(before));
    }
    d.line(&pane.part("correlation"), Ink::Noise, 2.0, places(measured));
    if let Some(predicted) = predicted.filter(|predicted| predicted.len() > 1) {
        d.dashed(&pane.part("predicted-correlation"), Ink::Accent, 1.5, places(predicted));
    }
    super::maps::write_first_zero(d, pane, measured, predicted);
    if let Some(zero) = crate::meters::correlation::first_zero(measured) {
        d.circle(&pane.part("zero"), Ink::Text, plot.place([zero, 0.0]), 4.0);
    }
}
