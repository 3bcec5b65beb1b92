//! `orogen texture plot1d`: octaves of 1D noise, and their sum, as curves.

use super::Error;
use crate::noise::{FractalKind, Noise, NoiseError, NoiseSpec, Normalise, Trace};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use std::sync::Once;

/// Octaves shown one by one.
const OCTAVES: usize = 4;

/// The smallest picture in which curves and labels have room.
const LEAST_SIZE: (usize, usize) = (200, 200);

/// How much of the x axis is shown if nothing else is asked for.
pub const DEFAULT_SPAN: f64 = 8.0;

/// The part of the x axis that is shown.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    left: f64,
    right: f64,
}

impl Span {
    /// From `left` to `right`.
    ///
    /// # Errors
    /// If they are too close for numbers between them to be told apart on an axis.
    pub fn new(left: f64, right: f64) -> Result<Self, Error> {
        if right - left < 1e-6 * left.abs().max(right.abs()).max(1.0) {
            return Err(Error(format!(
                "plot1d cannot show {left} to {right}: give a larger --scale or a nearer --offset"
            )));
        }
        Ok(Self { left, right })
    }
}

/// The noise that is plotted by default: fBm of Perlin noise, not normalised, so that it is the sum of the curves above it.
pub fn default_spec() -> NoiseSpec {
    NoiseSpec {
        fractal: FractalKind::Fbm,
        octaves: OCTAVES as f64,
        normalise: Normalise::Off,
        octave_seeds: true,
        ..NoiseSpec::default()
    }
}

/// The noise of `spec` in one dimension, if it can be plotted at that size.
///
/// # Errors
/// If the spec makes no noise in one dimension, or the picture is too small.
pub fn check(spec: &NoiseSpec, (width, height): (usize, usize)) -> Result<Noise, Error> {
    let (least_width, least_height) = LEAST_SIZE;
    if width < least_width || height < least_height {
        return Err(Error(format!("plot1d needs a --size of at least {least_width}x{least_height}")));
    }
    spec.build(1).map_err(|error: NoiseError| Error(format!("texture plot1d: {error}")))
}

/// Draws the plots into red, green and blue bytes, row by row from the top.
///
/// # Errors
/// As [`check`]'s, or if the plot can't be drawn.
pub fn draw(spec: &NoiseSpec, span: Span, (width, height): (usize, usize)) -> Result<Vec<u8>, Error> {
    let noise = check(spec, (width, height))?;
    register_typeface();
    let mut picture = vec![0; width * height * 3];
    let area = BitMapBackend::with_buffer(&mut picture, (width as u32, height as u32)).into_drawing_area();
    let drawn = draw_on(&area, &noise, span);
    drop(area);
    drawn.map_err(|error| Error(format!("cannot draw the plot: {error}")))?;
    Ok(picture)
}

fn register_typeface() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // The bytes are a font of a crate of fonts: were they not, drawing text would say so.
        let _ = register_font("sans-serif", FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT);
    });
}

type Area<'a> = DrawingArea<BitMapBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

const COLOURS: [RGBColor; OCTAVES] =
    [RGBColor(31, 94, 153), RGBColor(178, 92, 18), RGBColor(46, 125, 50), RGBColor(136, 59, 140)];

/// The octaves above, each with an axis of its own size; what they make below, in a larger plot.
fn draw_on(area: &Area, noise: &Noise, span: Span) -> Drawn {
    area.fill(&WHITE)?;
    let (width, height) = area.dim_in_pixel();
    let text = (f64::from(width.min(height)) / 42.0).clamp(9.0, 40.0);
    let (above, below) = area.split_vertically(0.64 * f64::from(height));

    // Every curve from one trace a place, so that the lower one is what comes of the upper ones
    let count = 2 * width as usize;
    let places: Vec<f64> =
        (0..=count).map(|i| span.left + (span.right - span.left) * i as f64 / count as f64).collect();
    let traces: Vec<Trace> = places.iter().map(|&x| noise.trace(&[x])).collect();
    let curve = |height: &dyn Fn(&Trace) -> f64| places.iter().copied().zip(traces.iter().map(height)).collect();

    let octaves = &noise.fractal().octaves[..];
    let panels = above.split_evenly((octaves.len().min(OCTAVES), 1));
    for (index, (panel, octave)) in panels.iter().zip(octaves).enumerate() {
        let title = format!("noise of frequency {}, times {}", rounded(octave.frequency), rounded(octave.amplitude));
        let curve: Curve = curve(&|trace| trace.octaves[index].term.contribution);
        draw_curve(panel, &title, text, &curve, &COLOURS[index].stroke_width(stroke(text)))?;
    }
    let kind = noise.spec().fractal;
    let title = match octaves.len() {
        1 => format!("{kind} of it"),
        count => format!("{kind} of {count} octaves"),
    };
    draw_curve(&below, &title, text, &curve(&|trace| trace.value), &BLACK.stroke_width(stroke(text)))
}

type Curve = Vec<(f64, f64)>;

/// The width of curves beside text of this size.
fn stroke(text: f64) -> u32 {
    (text / 8.0).max(1.0) as u32
}

/// A number without the digits of rounding.
fn rounded(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One plot: title, axes, grid, and the curve.
fn draw_curve(panel: &Area, title: &str, text: f64, curve: &Curve, style: &ShapeStyle) -> Drawn {
    let (left, right) = (curve[0].0, curve[curve.len() - 1].0);
    let (low, high) = heights(curve);
    let mut chart = ChartBuilder::on(panel)
        .caption(title, ("sans-serif", 1.15 * text, &RGBColor(60, 60, 60)))
        .margin(0.35 * text)
        .margin_right(1.2 * text)
        .x_label_area_size(1.6 * text)
        .y_label_area_size(3.6 * text)
        .build_cartesian_2d(left..right, low..high)?;
    chart
        .configure_mesh()
        .x_labels(9)
        .y_labels(5)
        .x_max_light_lines(1)
        .y_max_light_lines(1)
        .bold_line_style(RGBColor(222, 222, 222))
        .light_line_style(WHITE)
        .axis_style(RGBColor(150, 150, 150))
        .x_label_formatter(&|x| rounded(*x))
        .y_label_formatter(&|y| rounded(*y))
        .label_style(("sans-serif", text, &RGBColor(60, 60, 60)))
        .draw()?;
    chart.draw_series(LineSeries::new([(left, 0.0), (right, 0.0)], RGBColor(150, 150, 150)))?;
    chart.draw_series(LineSeries::new(curve.iter().copied(), *style))?;
    Ok(())
}

/// The range of a plot: zero and the curve, with some room.
fn heights(curve: &Curve) -> (f64, f64) {
    let low = curve.iter().fold(0.0, |low, &(_, y)| f64::min(low, y));
    let high = curve.iter().fold(0.0, |high, &(_, y)| f64::max(high, y));
    let room = if high > low { 0.06 * (high - low) } else { 1.0 };
    (low - room, high + room)
}
