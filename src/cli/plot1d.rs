//! `orogen texture plot1d`: octaves of 1D noise, and their sum, as curves.

use super::error::Error;
use crate::noise::{FractalKind, GradientSet, Noise, NoiseError, NoiseSpec, Normalise, Trace};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use std::sync::Once;

/// Octaves shown one by one.
const OCTAVES: usize = 4;

/// The shortest side at which curves and labels have room; shorter ones are drawn larger and
/// shrunk.
const LEAST_SIDE: usize = 240;

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

/// The noise that is plotted by default: fBm of Perlin noise, not normalised, so that it is the sum
/// of the curves above it.
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

/// The noise of `spec`, as far as it can be plotted.
///
/// # Errors
/// If the spec makes no noise in one dimension.
pub fn noise(spec: &NoiseSpec) -> Result<Noise, Error> {
    spec.build(1).map_err(|error: NoiseError| Error(format!("texture plot1d: {error}")))
}

/// Draws the plots into red, green and blue bytes, row by row from the top.
///
/// # Errors
/// If the plot can't be drawn.
pub fn draw(noise: &Noise, span: Span, (width, height): (usize, usize)) -> Result<Vec<u8>, Error> {
    register_typeface();
    let times = [width, height].map(|side| LEAST_SIDE.div_ceil(side));
    let drawn_size = (width * times[0], height * times[1]);
    let mut picture = vec![0; drawn_size.0 * drawn_size.1 * 3];
    let area = BitMapBackend::with_buffer(&mut picture, (drawn_size.0 as u32, drawn_size.1 as u32))
        .into_drawing_area();
    let drawn = draw_on(&area, noise, span);
    drop(area);
    drawn.map_err(|error| Error(format!("cannot draw the plot: {error}")))?;
    Ok(if times == [1, 1] { picture } else { shrunk(&picture, (width, height), times) })
}

/// A picture of that size from one that is so many times as wide and high, by means of blocks.
fn shrunk(picture: &[u8], (width, height): (usize, usize), [across, down]: [usize; 2]) -> Vec<u8> {
    let mut small = Vec::with_capacity(width * height * 3);
    for index in 0..width * height * 3 {
        let (row, column, channel) = (index / 3 / width, index / 3 % width, index % 3);
        let mut sum = 0;
        for block_row in 0..down {
            for block_column in 0..across {
                let at = (row * down + block_row) * width * across + column * across + block_column;
                sum += usize::from(picture[3 * at + channel]);
            }
        }
        small.push((sum / (across * down)) as u8);
    }
    small
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
    let count = width as usize / stroke(text) as usize;
    let places: Vec<f64> = (0..=count)
        .map(|i| span.left + (span.right - span.left) * i as f64 / count as f64)
        .collect();
    let traces: Vec<Trace> = places.iter().map(|&x| noise.trace(&[x])).collect();
    let curve = |height: &dyn Fn(&Trace) -> f64| {
        places.iter().copied().zip(traces.iter().map(height)).collect()
    };

    let octaves = &noise.fractal().octaves[..];
    let panels = above.split_evenly((octaves.len().min(OCTAVES), 1));
    let last = panels.len() - 1;
    for (index, (panel, octave)) in panels.iter().zip(octaves).enumerate() {
        let title = format!(
            "noise of frequency {}, times {}",
            rounded(octave.frequency),
            rounded(octave.amplitude)
        );
        let curve: Curve = curve(&|trace| trace.octaves[index].term.contribution);
        let plot = Plot { title: &title, text, x_labels: index == last, colour: COLOURS[index] };
        plot.draw(panel, &curve)?;
    }
    let kind = noise.spec().fractal;
    let title = match octaves.len() {
        1 => format!("{kind} of it"),
        count => format!("{kind} of {count} octaves"),
    };
    let plot = Plot { title: &title, text, x_labels: true, colour: BLACK };
    plot.draw(&below, &curve(&|trace| trace.value))
}

type Curve = Vec<(f64, f64)>;

/// The width of curves beside text of this size.
fn stroke(text: f64) -> u32 {
    (text / 8.0).max(2.0) as u32
}

/// A number without the digits of rounding.
fn rounded(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What stands around a curve.
struct Plot<'a> {
    title: &'a str,
    /// The size of labels in pixels.
    text: f64,
    x_labels: bool,
    colour: RGBColor,
}

impl Plot<'_> {
    /// Title, axes, grid, and the curve.
    fn draw(&self, panel: &Area, curve: &Curve) -> Drawn {
        const INK: RGBColor = RGBColor(60, 60, 60);
        const AXIS: RGBColor = RGBColor(150, 150, 150);
        let text = self.text;
        let (left, right) = (curve[0].0, curve[curve.len() - 1].0);
        let (low, high) = heights(curve);
        let y_labels = (f64::from(panel.dim_in_pixel().1) / (3.0 * text)) as usize;
        let mut chart = ChartBuilder::on(panel)
            .caption(self.title, ("sans-serif", 1.1 * text, &INK))
            .margin(0.2 * text)
            .margin_right(1.2 * text)
            .x_label_area_size(if self.x_labels { 1.6 * text } else { 0.4 * text })
            .y_label_area_size(3.6 * text)
            .build_cartesian_2d(left..right, low..high)?;
        chart
            .configure_mesh()
            .x_labels(9)
            .y_labels(y_labels.max(3))
            .x_max_light_lines(1)
            .y_max_light_lines(1)
            .bold_line_style(RGBColor(222, 222, 222))
            .light_line_style(WHITE)
            .axis_style(AXIS)
            .x_label_formatter(&|x| if self.x_labels { rounded(*x) } else { String::new() })
            .y_label_formatter(&|y| rounded(*y))
            .label_style(("sans-serif", text, &INK))
            .draw()?;
        chart.draw_series(LineSeries::new([(left, 0.0), (right, 0.0)], AXIS))?;
        chart.draw_series(LineSeries::new(
            curve.iter().copied(),
            self.colour.stroke_width(stroke(text)),
        ))?;
        Ok(())
    }
}

/// The range of a plot: the curve with some room, and zero, in the middle if the curve crosses it.
fn heights(curve: &Curve) -> (f64, f64) {
    let low = curve.iter().fold(0.0, |low, &(_, y)| f64::min(low, y));
    let high = curve.iter().fold(0.0, |high, &(_, y)| f64::max(high, y));
    if low < 0.0 && high > 0.0 {
        let reach = f64::max(-low, high);
        // A label a little above the curve is taken in
        let label = label_above(reach);
        let reach = 1.04 * if label < 1.35 * reach { label } else { reach };
        return (-reach, reach);
    }
    let room = if high > low { 0.08 * (high - low) } else { 1.0 };
    (low - room, high + room)
}

/// The least of 1, 2 and 5 times powers of ten, where labels stand, that is no less than `x` > 0.
fn label_above(x: f64) -> f64 {
    let mut power = 1e-300;
    while power * 10.0 <= x {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|label| *label >= x)
        .unwrap_or(10.0 * power)
}
