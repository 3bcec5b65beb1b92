//! Draws the meters that are maps: the direction rose and the autocorrelation.

use super::MeterPane;
use crate::figure::{Drawing, Place, Shape};
use crate::ink::Ink;
use crate::meters::correlation::first_zero;
use crate::meters::{Correlation, Facing};
use orogen_noise::facing::SECTORS;

/// The centre and the radius of the largest circle above `lines` lines of text.
fn circle(pane: &MeterPane, lines: usize) -> (Place, f64) {
    let (at, size) = pane.plot_area(lines);
    ([at[0] + 0.5 * size[0], at[1] + 0.5 * size[1]], 0.5 * size[0].min(size[1]) - 2.0)
}

/// Draws the mean |∇n|² by direction as a rose; isotropic noise gives a circle.
pub fn rose(
    d: &mut Drawing,
    pane: &MeterPane,
    facing: &Facing,
    predicted_ratio: Option<f64>,
    before: Option<&Facing>,
) {
    pane.draw_title(d, "Steepness by direction");
    let (centre, radius) = circle(pane, 2);
    let means = facing.means();
    let largest = |means: &[f64; SECTORS]| means.iter().fold(0.0, |a: f64, &b| a.max(b));
    let scale =
        before.map_or(0.0, |before| largest(&before.means())).max(largest(&means)).max(1e-12);
    let petals = |means: &[f64; SECTORS]| -> Vec<Place> {
        let petal = |i: usize| {
            let angle = (10.0 * (i % SECTORS) as f64).to_radians();
            let length = radius * means[i % SECTORS] / scale;
            [centre[0] + length * angle.cos(), centre[1] - length * angle.sin()]
        };
        (0..=SECTORS).map(petal).collect()
    };
    d.disc("", Ink::Card, centre, radius);
    for axis in [[1.0, 0.0], [0.0, 1.0]] {
        let end = |sign: f64| [0, 1].map(|i| centre[i] + sign * radius * axis[i]);
        d.line("", Ink::Grid, 1.0, vec![end(-1.0), end(1.0)]);
    }
    // An isotropic noise with the same mean would give this ring.
    let mean = means.iter().sum::<f64>() / SECTORS as f64;
    let ring: Vec<Place> = petals(&[mean; SECTORS]);
    d.dashed(&pane.part("even"), Ink::Accent, 1.0, ring);
    if let Some(before) = before {
        d.line("", Ink::Ghost, 1.5, petals(&before.means()));
    }
    d.line(&pane.part("rose"), Ink::Noise, 2.0, petals(&means));
    let texts = ("largest ÷ smallest ", "ratio", "");
    pane.draw_number(d, (Ink::Text, pane.line(1, false)), texts, (facing.ratio(), 2));
    if let Some(ratio) = predicted_ratio {
        let texts = ("expected ", "expected-ratio", "");
        pane.draw_number(d, (Ink::Accent, pane.line(0, false)), texts, (ratio, 2));
    }
}

/// Draws the autocorrelation as a map: white is 1, mid-grey 0, black −1.
///
/// The radius of a circle is the measured distance of the first zero; the radius of a dashed circle
/// is the predicted distance.
pub fn correlation(
    d: &mut Drawing,
    pane: &MeterPane,
    correlation: &Correlation,
    predicted: Option<&[[f64; 2]]>,
) {
    pane.draw_title(d, "Correlation");
    let (centre, radius) = circle(pane, 1);
    let width = 2 * correlation.reach + 1;
    let grey = |value: &f64| {
        let byte = (127.5 + 127.5 * value).round().clamp(0.0, 255.0) as u8;
        [byte, byte, byte, 255]
    };
    // Rows count upwards in the map and downwards in a raster, so their order is reversed.
    let rows = correlation.map.chunks_exact(width).rev().flatten().map(grey);
    d.add(
        &pane.part("correlation"),
        Ink::Noise,
        Shape::Raster {
            at: [centre[0] - radius, centre[1] - radius],
            size: [2.0 * radius; 2],
            columns: width,
            pixels: rows.collect(),
            smooth: false,
        },
    );
    let by_distance = correlation.by_distance();
    let points_per_unit = 2.0 * radius / (width as f64 * correlation.step);
    let ring = |distance: f64| -> Vec<Place> {
        let place = |i: usize| {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / 48.0).sin_cos();
            [
                centre[0] + points_per_unit * distance * cos,
                centre[1] + points_per_unit * distance * sin,
            ]
        };
        (0..=48).map(place).collect()
    };
    let reach = correlation.reach as f64 * correlation.step;
    if let Some(zero) = first_zero(&by_distance).filter(|zero| *zero <= reach) {
        d.line(&pane.part("zero"), Ink::Point, 1.5, ring(zero));
    }
    if let Some(zero) = predicted.and_then(first_zero).filter(|zero| *zero <= reach) {
        d.dashed(&pane.part("predicted-zero"), Ink::Accent, 1.5, ring(zero));
    }
    write_first_zero(d, pane, &by_distance, predicted);
}

/// Writes the distance of the first zero, measured and predicted.
pub(super) fn write_first_zero(
    d: &mut Drawing,
    pane: &MeterPane,
    measured: &[[f64; 2]],
    predicted: Option<&[[f64; 2]]>,
) {
    match first_zero(measured) {
        Some(zero) => {
            let texts = ("0 at ", "zero", "");
            pane.draw_number(d, (Ink::Text, pane.line(0, false)), texts, (zero, 2));
        }
        None => pane.draw_text(d, Ink::Text, pane.line(0, false), "never 0 here"),
    }
    if let Some(zero) = predicted.and_then(first_zero) {
        let texts = ("predicted ", "predicted-zero", "");
        pane.draw_number(d, (Ink::Accent, pane.line(0, true)), texts, (zero, 2));
    }
}
