//! Draws a small picture of an operation on heights.
//!
//! For a function of the height, the picture plots the new height over the old height. For other
//! operations, it shows a sample land in profile, before and after.

use std::f64::consts::TAU;

use bevy_egui::egui::{Pos2, Rect, Stroke, Ui, pos2};

use crate::studio::ui::theme;
use crate::terrain::dual::Dual;
use crate::terrain::operation::Operation;

/// The number of points of each line.
const POINTS: usize = 49;

/// The heights of two lines, before and after the operation.
#[derive(Debug, PartialEq)]
pub struct OperationPicture {
    pub before: Vec<f64>,
    pub after: Vec<f64>,
}

impl OperationPicture {
    /// Returns the picture of an operation.
    pub fn of(operation: &Operation) -> Self {
        match operation.plot_range_m() {
            Some([low, high]) => {
                let before: Vec<_> = fractions().map(|t| low + t * (high - low)).collect();
                let new_height_m = |h: &f64| operation.at(Dual::level(*h), [0.0; 2], &[]).height_m;
                Self { after: before.iter().map(new_height_m).collect(), before }
            }
            None => SampleProfile::of(operation).picture(operation),
        }
    }

    /// Returns the lowest and the highest height.
    fn range(&self) -> [f64; 2] {
        let all = self.before.iter().chain(&self.after).copied();
        let low = all.clone().fold(f64::INFINITY, f64::min);
        let high = all.fold(f64::NEG_INFINITY, f64::max);
        [low, high.max(low + 1e-9)]
    }
}

/// Returns [`POINTS`] evenly spaced numbers from 0 to 1.
fn fractions() -> impl Iterator<Item = f64> {
    (0..POINTS).map(|i| i as f64 / (POINTS - 1) as f64)
}

/// The sample land: heights along a line over a sine wave.
struct SampleProfile {
    /// The start of the line, in metres.
    start_m: [f64; 2],
    /// The direction of the line, as a unit vector.
    direction: [f64; 2],
    length_m: f64,
    /// The mean height, in metres.
    mean_m: f64,
    amplitude_m: f64,
    /// The number of waves along the line.
    waves: f64,
}

impl SampleProfile {
    fn of(operation: &Operation) -> Self {
        let line = Self {
            start_m: [0.0; 2],
            direction: [1.0, 0.0],
            length_m: 1.0,
            mean_m: 0.0,
            amplitude_m: 1.0,
            waves: 1.0,
        };
        match operation {
            Operation::Terraces(p) => {
                Self { length_m: 10.0 * p.step_m, amplitude_m: 1.5 * p.step_m, ..line }
            }
            Operation::Island(p) => {
                let land_m = p.sea_m.abs().max(50.0);
                Self {
                    start_m: [p.east_m - 1.2 * p.radius_m, p.south_m],
                    length_m: 2.4 * p.radius_m,
                    mean_m: p.sea_m + 2.0 * land_m,
                    amplitude_m: 0.4 * land_m,
                    waves: 4.0,
                    ..line
                }
            }
            Operation::Continents(p) => {
                Self { length_m: p.wavelength_m, amplitude_m: 0.2 * p.range_m, waves: 7.0, ..line }
            }
            Operation::DampedDetail(p) => {
                let (length_m, amplitude_m) = (2.0 * p.wavelength_m, 2.5 * p.amplitude_m);
                Self { length_m, amplitude_m, ..line }
            }
            Operation::Warp(p) => Self { length_m: 2.0 * p.wavelength_m, waves: 5.0, ..line },
            Operation::Stretch(p) => {
                let (sin, cos) = p.azimuth_deg.to_radians().sin_cos();
                Self { direction: [sin, -cos], waves: 4.0, ..line }
            }
            _ => line,
        }
    }

    /// Returns the height of the sample land at a place, with its gradient.
    fn at(&self, place_m: [f64; 2]) -> Dual {
        let [x, z] = [0, 1].map(|axis| (place_m[axis] - self.start_m[axis]) * self.direction[axis]);
        let waves_per_m = self.waves / self.length_m;
        let (sin, cos) = (TAU * (waves_per_m * (x + z) - 0.25)).sin_cos();
        let slope = self.amplitude_m * TAU * waves_per_m * cos;
        let height_m = self.mean_m + self.amplitude_m * sin;
        Dual { height_m, gradient: self.direction.map(|direction| slope * direction) }
    }

    fn picture(&self, operation: &Operation) -> OperationPicture {
        let place =
            |t: f64| [0, 1].map(|i| self.start_m[i] + t * self.length_m * self.direction[i]);
        let before = fractions().map(|t| self.at(place(t)).height_m).collect();
        let after = |t: f64| {
            let noises = noises(operation, place(t));
            if operation.moves_places() {
                return self.at(operation.moved(place(t), &noises).place_m).height_m;
            }
            operation.at(self.at(place(t)), place(t), &noises).height_m
        };
        OperationPicture { before, after: fractions().map(after).collect() }
    }
}

/// Returns sample values of the operation's noises at a place: sine waves of the operation's
/// wavelengths.
fn noises(operation: &Operation, place_m: [f64; 2]) -> Vec<Dual> {
    let wave = |(index, wavelength_m): (usize, f64)| {
        let turns = place_m[0] / wavelength_m + 0.37 * index as f64 - 0.25;
        let (sin, cos) = (TAU * turns).sin_cos();
        Dual { height_m: sin, gradient: [TAU / wavelength_m * cos, 0.0] }
    };
    operation.noise_wavelengths_m().into_iter().enumerate().map(wave).collect()
}

/// Draws the picture: the heights before as a thin line, the heights after as a thick line.
pub fn paint(ui: &Ui, place: Rect, operation: &Operation, on: bool) {
    let picture = OperationPicture::of(operation);
    let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
    painter.rect_filled(place, 2.0, ui.visuals().extreme_bg_color);
    let inner = place.shrink(2.0);
    let [low, high] = picture.range();
    let line = |heights: &[f64]| -> Vec<Pos2> {
        let point = |(t, h): (f64, &f64)| {
            let fraction = ((h - low) / (high - low)) as f32;
            pos2(
                inner.left() + t as f32 * inner.width(),
                inner.bottom() - fraction * inner.height(),
            )
        };
        fractions().zip(heights).map(point).collect()
    };
    let colour = if on { theme::of(ui).accent } else { theme::of(ui).muted };
    painter.line(line(&picture.before), Stroke::new(0.8, theme::of(ui).muted.gamma_multiply(0.7)));
    painter.line(line(&picture.after), Stroke::new(1.4, colour));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::operation::OperationKind;

    #[test]
    fn each_kind_has_a_picture_of_what_it_does() {
        for kind in OperationKind::ALL {
            let mut operation = Operation::new(kind.value);
            match &mut operation {
                Operation::Levels(p) => p.scale = 2.0,
                Operation::HeightCurve(p) => p.points[1][1] = 0.5,
                Operation::BiasGain(p) => p.gain = 0.2,
                _ => {}
            }
            let picture = OperationPicture::of(&operation);
            let [low, high] = picture.range();
            assert!(picture.after.iter().all(|h| h.is_finite()), "{}", kind.name);
            let pairs = picture.before.iter().zip(&picture.after);
            let largest_change =
                pairs.map(|(before, after)| (before - after).abs()).fold(0.0, f64::max);
            assert!(
                largest_change > 0.02 * (high - low),
                "{}: {largest_change} of {}",
                kind.name,
                high - low
            );
        }
    }
}
