//! `orogen texture plot1d`: plots octaves of 1D noise and their sum.

use super::error::Error;
use crate::lab::figure::{Anchor, Drawing, Place};
use crate::lab::ink::{Ink, Palette};
use crate::lab::pixels;
use crate::lab::plot::{Plot, round_step};
use crate::noise::{FractalKind, GradientSet, Noise, NoiseError, NoiseSpec, Normalise, Trace};

/// The number of octaves plotted separately.
const OCTAVES: usize = 4;

/// The colour of each octave.
const COLOURS: [Ink; OCTAVES] = [
    Ink::Rgb([31, 94, 153]),
    Ink::Rgb([178, 92, 18]),
    Ink::Rgb([46, 125, 50]),
    Ink::Rgb([136, 59, 140]),
];

/// The shortest side, in pixels, at which letters have their full size. Letters shrink on smaller
/// pictures.
const FULL_LETTERS_SIDE: f64 = 240.0;

/// The letter size in points. [`Plot::axes`] uses the same.
const LETTER_SIZE: f64 = 11.0;

/// The line width of curves in points.
const STROKE: f64 = 1.4;

/// The default length of the x axis, in units of noise.
pub const DEFAULT_SPAN: f64 = 8.0;

/// The range of the x axis that the plot shows.
#[derive(Clone, Copy, Debug)]
pub struct PlotSpan {
    left: f64,
    right: f64,
}

impl PlotSpan {
    /// Makes a range from `left` to `right`.
    ///
    /// # Errors
    /// If the range is so small that numbers along the axis are not distinct.
    pub fn new(left: f64, right: f64) -> Result<Self, Error> {
        if right - left < 1e-6 * left.abs().max(right.abs()).max(1.0) {
            return Err(Error(format!(
                "plot1d cannot show {left} to {right}: give a larger --scale or a nearer --offset"
            )));
        }
        Ok(Self { left, right })
    }
}

/// Returns the default noise: fBm of Perlin noise. It is not normalised, so it is exactly the sum
/// of the octaves plotted above it.
pub fn default_spec() -> NoiseSpec {
    NoiseSpec {
        fractal: FractalKind::Fbm,
        octaves: OCTAVES as f64,
        normalise: Normalise::Off,
        octave_seeds: true,
        gradients: GradientSet::Continuous,
        ..NoiseSpec::default()
    }
}

/// Builds the noise of `spec` in one dimension.
///
/// # Errors
/// If the spec allows no noise in one dimension.
pub fn noise(spec: &NoiseSpec) -> Result<Noise, Error> {
    spec.build(1).map_err(|error: NoiseError| Error(format!("texture plot1d: {error}")))
}

/// Draws the plots as RGB bytes, row by row from the top.
pub fn draw(noise: &Noise, span: PlotSpan, (width, height): (usize, usize)) -> Vec<u8> {
    let side = width.min(height) as f64;
    let letter_size =
        (side.max(FULL_LETTERS_SIDE) / 42.0).clamp(9.0, 40.0) * (side / FULL_LETTERS_SIDE).min(1.0);
    let scale = letter_size / LETTER_SIZE;
    // Draw one pixel more and crop it, because the outermost edges are antialiased.
    let size = [width, height].map(|side| (side as f64 + 1.0) / scale);
    let picture = pixels::draw(&figure(noise, span, size), Palette::Print, scale as f32);
    let rows = picture.pixels.chunks_exact(picture.width).take(height);
    rows.flat_map(|row| row[..width].as_flattened()).copied().collect()
}

/// Draws the octaves at the top, each with its own axis, and the sum in a larger plot at the
/// bottom.
fn figure(noise: &Noise, span: PlotSpan, [width, height]: Place) -> Drawing {
    let mut d = Drawing::new(width, height);
    // A single evaluation per place gives all curves, so the lower curve is exactly the sum of the
    // upper curves.
    let count = (width / STROKE) as usize;
    let places: Vec<f64> = (0..=count)
        .map(|i| span.left + (span.right - span.left) * i as f64 / count as f64)
        .collect();
    let traces: Vec<Trace> = places.iter().map(|&x| noise.trace(&[x])).collect();
    let curve = |y_of: &dyn Fn(&Trace) -> f64| -> PlotCurve {
        places.iter().zip(&traces).map(|(x, trace)| [*x, y_of(trace)]).collect()
    };

    let octaves = &noise.fractal().octaves[..];
    let shown = octaves.len().min(OCTAVES);
    let (octaves_height, labels_height) = (0.64 * height, 2.0 * LETTER_SIZE);
    let panel_height = (octaves_height - labels_height) / shown as f64;
    for (index, octave) in octaves.iter().take(OCTAVES).enumerate() {
        let title = format!(
            "noise of frequency {}, times {}",
            rounded(octave.frequency),
            rounded(octave.amplitude)
        );
        let curve = curve(&|trace| trace.octaves[index].term.contribution);
        let plot = plot(&mut d, [index as f64 * panel_height, panel_height], &title, &curve);
        let steps = grid_steps(&plot);
        match index + 1 == shown {
            true => plot.draw_axes(&mut d, steps),
            false => plot.draw_axes_without_x_numbers(&mut d, steps),
        }
        draw_curve(&mut d, &plot, COLOURS[index], &curve);
    }
    let kind = noise.spec().fractal;
    let title = match octaves.len() {
        1 => format!("{kind} of 1 octave"),
        count => format!("{kind} of {count} octaves"),
    };
    let curve = curve(&|trace| trace.value);
    let plot =
        plot(&mut d, [octaves_height, height - octaves_height - labels_height], &title, &curve);
    plot.draw_axes(&mut d, grid_steps(&plot));
    draw_curve(&mut d, &plot, Ink::Text, &curve);
    d
}

/// The points (x, y) of a curve.
type PlotCurve = Vec<[f64; 2]>;

/// Draws a plot with its title. Both lie in a strip of the figure that starts at `top` and is
/// `height` high.
fn plot(d: &mut Drawing, [top, height]: [f64; 2], title: &str, curve: &PlotCurve) -> Plot {
    const LEFT: f64 = 4.0 * LETTER_SIZE;
    const TITLE: f64 = 1.9 * LETTER_SIZE;
    let width = d.size[0] - LEFT - 1.5 * LETTER_SIZE;
    let at = [LEFT, top + TITLE];
    d.text(
        Ink::Text,
        1.1 * LETTER_SIZE,
        [LEFT + 0.5 * width, top + LETTER_SIZE],
        Anchor::Middle,
        title,
    );
    let x = [curve[0][0], curve[curve.len() - 1][0]];
    Plot { at, size: [width, height - TITLE - 0.4 * LETTER_SIZE], x, y: y_range(curve) }
}

/// Returns the distances between grid lines, in x and in y.
fn grid_steps(plot: &Plot) -> [f64; 2] {
    let max_lines = (plot.size[1] / (3.0 * LETTER_SIZE)).floor().max(3.0);
    [round_step(plot.x[1] - plot.x[0], 9.0), round_step(plot.y[1] - plot.y[0], max_lines)]
}

fn draw_curve(d: &mut Drawing, plot: &Plot, ink: Ink, curve: &PlotCurve) {
    let points = curve.iter().map(|point| plot.place(*point)).collect();
    d.line("", ink, STROKE, points);
}

/// Formats a number without rounding noise.
fn rounded(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the y range of a plot. It includes the curve with some margin, and zero. If the curve
/// crosses zero, zero lies in the middle.
fn y_range(curve: &PlotCurve) -> [f64; 2] {
    let low = curve.iter().fold(0.0, |low, [_, y]| f64::min(low, *y));
    let high = curve.iter().fold(0.0, |high, [_, y]| f64::max(high, *y));
    if low < 0.0 && high > 0.0 {
        let extent = f64::max(-low, high);
        // Extend the range to the next label, if that lies slightly above the curve.
        let label = round_step(extent, 1.0);
        let extent = 1.04 * if label < 1.35 * extent { label } else { extent };
        return [-extent, extent];
    }
    let room = if high > low { 0.08 * (high - low) } else { 1.0 };
    [low - room, high + room]
}
