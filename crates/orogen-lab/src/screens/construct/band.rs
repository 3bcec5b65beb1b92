//! A layer fills a frequency band: hills of equal size are waves of similar length.

use super::land::lattice;
use crate::field::{Window, grey_of_brightness, raster};
use crate::meters::{SampleSquare, Spectrum};
use crate::screens::prelude::*;
use orogen_noise::lattice::Order;
use orogen_noise::{Fade, Noise};

pub(super) static BAND: FigureRow = FigureRow {
    name: "band",
    screen: Screen::Construct,
    title: "A layer is a band",
    question: "Which sizes of features does one layer have?",
    steps: &[
        "One layer of slope hills: most of its power lies in waves a little longer than a lattice \
         cell, λ. It is a narrow band just below the frequency 1/λ.",
        "Layers with λ/2 and λ/4 have the same band, one and two octaves higher. A sum of layers \
         is like an equaliser: each layer has its own slider.",
        "Value noise (dashed) is not a narrow band: blended heights keep long waves, which no \
         layer controls. So its hills look blurred next to hills of slopes.",
    ],
    reproduces: &[("L11", 2)],
    controls: &[Control::number(
        "band.lambda",
        "Cell size λ",
        (0.5, 1.0, 2.0),
        "The cell size of the first layer.",
    )],
    code: &[
        "let square = SampleSquare::of_noise(&layer, 128, step, corner);",
        "let spectrum = Spectrum::of(&square); // Hann window, FFT",
        "for [frequency, decibels] in spectrum.plane_db() {",
        "    let density = 10f64.powf(decibels / 10.0);",
        "    // an octave is a ring; its area grows with f²",
        "    let power = density * frequency * frequency;",
        "    plot(frequency.log2(), power);",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Move the first band an octave up.",
        hint: "Twice the frequency is half the cell size.",
        is_solved: |c| c.value("band.lambda") <= 0.52,
    },
};

/// Samples per side of the measured square, and their distance in cells of the layer.
const SIDE: usize = 128;
const STEP: f64 = 0.1875;

/// A layer's power per octave: pairs of cycles per cell and power, scaled to a maximum of 1.
struct PowerSpectrum(Vec<[f64; 2]>);

impl PowerSpectrum {
    fn of(noise: &Noise, corner_x: f64) -> Self {
        let spectrum = Spectrum::of(&SampleSquare::of_noise(noise, SIDE, STEP, [corner_x, 0.0]));
        let per_octave = |[f, db]: [f64; 2]| [f, 10f64.powf(0.1 * db) * f * f];
        let mut powers: Vec<[f64; 2]> = spectrum.plane_db().into_iter().map(per_octave).collect();
        let max_power =
            powers.iter().fold(f64::MIN_POSITIVE, |max_power, [_, power]| max_power.max(*power));
        powers.iter_mut().for_each(|[_, power]| *power /= max_power);
        Self(powers)
    }

    /// The fraction of the power between half a cycle and two cycles per cell.
    fn band_fraction(&self) -> f64 {
        let sum = |range: std::ops::RangeInclusive<f64>| {
            self.0.iter().filter(|[f, _]| range.contains(f)).map(|[_, power]| power).sum::<f64>()
        };
        sum(0.5..=2.0) / sum(0.0..=f64::INFINITY)
    }
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(700.0, 480.0);
    let (step, lambda) = (c.step(), c.value("band.lambda"));
    d.caption = c.row.steps[step].to_owned();
    d.code_line = Some([1, 5, 6][step]);
    let noises = [(Order::One, Fade::Quintic), (Order::Zero, Fade::Quintic)]
        .map(|kind| lattice(c, kind, (1, 1.0)));
    let [Some(slopes), Some(heights)] = noises else {
        d.text(Ink::Muted, 14.0, [350.0, 240.0], Anchor::Middle, "This recipe makes no noise.");
        return d;
    };
    let layers = if step == 1 { 3 } else { 1 };
    for k in 0..layers {
        draw_picture(&mut d, &slopes, k, lambda);
    }
    if step == 2 {
        draw_picture(&mut d, &heights, 1, lambda);
    }
    let x = [-3.0, 4.0];
    let plot = Plot { at: [60.0, 230.0], size: [610.0, 170.0], x, y: [0.0, 1.08] };
    draw_axes(&mut d, &plot);
    for k in 0..layers {
        let spectrum = PowerSpectrum::of(&slopes, 40.0 * f64::from(k));
        draw_line(&mut d, &plot, &spectrum, (k, lambda));
        if k == 0 {
            write_band_fraction(
                &mut d,
                &spectrum,
                [60.0, 456.0],
                ("slopes", "slope hills, % within an octave of 1/λ: "),
            );
        }
    }
    if step == 2 {
        let spectrum = PowerSpectrum::of(&heights, 0.0);
        let points = curve_points(&plot, &spectrum, lambda);
        d.dashed("heights", Ink::Accent, 2.2, points);
        write_band_fraction(
            &mut d,
            &spectrum,
            [380.0, 456.0],
            ("heights", "value noise, % within an octave: "),
        );
    }
    d.formula = vec![vec![
        Term::label("layer0", "a layer is a band"),
        Term::text(" about 1/λ, λ = "),
        Term::number("lambda", "lambda", lambda, 2).editing(Target::Control("band.lambda")),
        Term::text(" cells"),
    ]];
    d
}

/// Draws a layer over eight cells of the first octave (λ = 1), and a bar as wide as one of the
/// layer's cells.
fn draw_picture(d: &mut Drawing, noise: &Noise, k: u32, lambda: f64) {
    const PICTURE: f64 = 150.0;
    let at = [60.0 + 230.0 * f64::from(k), 30.0];
    // The picture of value noise has the same λ as the first picture of slope hills.
    let is_value = noise.spec().basis == orogen_noise::Basis::Lattice0;
    let size = if is_value { lambda } else { lambda * 0.5f64.powi(k as i32) };
    let span = 8.0 / size;
    let window = Window { low: [0.0; 2], span: [span; 2], pixels: [150; 2] };
    let values = window.values(noise);
    let greys = values.iter().map(|n| grey_of_brightness(0.5 + 0.5 * f64::from(*n))).collect();
    let id = if is_value { "heights".to_owned() } else { format!("layer{k}") };
    d.add(&id, Ink::Text, raster(at, [PICTURE; 2], 150, greys));
    let title = match (is_value, k) {
        (true, _) => "value noise, λ",
        (_, 0) => "slope hills, λ",
        (_, 1) => "slope hills, λ/2",
        _ => "slope hills, λ/4",
    };
    d.text(Ink::Text, 12.0, [at[0] + 0.5 * PICTURE, 16.0], Anchor::Middle, title);
    // A bar shows the width of a cell.
    let y = at[1] + PICTURE + 10.0;
    let width = PICTURE / 8.0 * size;
    d.line("lambda", Ink::Accent, 2.0, vec![[at[0], y], [at[0] + width, y]]);
    for x in [at[0], at[0] + width] {
        d.line("lambda", Ink::Accent, 2.0, vec![[x, y - 4.0], [x, y + 4.0]]);
    }
    d.text(Ink::Muted, 11.0, [at[0] + width + 8.0, y], Anchor::Left, "one cell");
}

fn draw_axes(d: &mut Drawing, plot: &Plot) {
    d.rect("", Ink::Card, plot.at, plot.size);
    let bottom = plot.at[1] + plot.size[1];
    for octave in -3..=4 {
        let [x, _] = plot.place([f64::from(octave), 0.0]);
        d.line("", Ink::Grid, 1.0, vec![[x, plot.at[1]], [x, bottom]]);
        let text = match octave {
            ..0 => format!("1/{}", 1 << -octave),
            _ => format!("{}", 1 << octave),
        };
        d.text(Ink::Muted, 11.0, [x, bottom + 10.0], Anchor::Middle, &text);
    }
    let text = "frequency in cycles per cell of the first octave";
    d.text(Ink::Muted, 11.0, [365.0, bottom + 26.0], Anchor::Middle, text);
    d.text(Ink::Text, 12.0, [60.0, 217.0], Anchor::Left, "power per octave, the largest is 1");
}

/// Returns the spectrum's curve in points of the drawing, for a layer with this cell size.
fn curve_points(plot: &Plot, spectrum: &PowerSpectrum, cell_size: f64) -> Vec<[f64; 2]> {
    let points = spectrum.0.iter().map(|[f, power]| [(f / cell_size).log2(), *power]);
    points.filter(|[f, _]| (plot.x[0]..=plot.x[1]).contains(f)).map(|at| plot.place(at)).collect()
}

fn draw_line(d: &mut Drawing, plot: &Plot, spectrum: &PowerSpectrum, (k, lambda): (u32, f64)) {
    let size = lambda * 0.5f64.powi(k as i32);
    let id = format!("layer{k}");
    let ink = if k == 0 { Ink::Noise } else { Ink::Corner(k as u8) };
    let points = curve_points(plot, spectrum, size);
    if points.len() > 1 {
        d.line(&id, ink, 2.5, points);
    }
    let x = plot.place([(1.0 / size).log2(), 0.0])[0];
    d.dashed(&id, ink, 1.2, vec![[x, plot.at[1]], [x, plot.at[1] + plot.size[1]]]);
    let label = ["1/λ", "2/λ", "4/λ"][k as usize];
    d.text(ink, 12.0, [x, plot.at[1] - 9.0], Anchor::Middle, label);
}

fn write_band_fraction(
    d: &mut Drawing,
    spectrum: &PowerSpectrum,
    at: [f64; 2],
    (id, label): (&str, &str),
) {
    let ink = if id == "heights" { Ink::Accent } else { Ink::Noise };
    d.number(
        id,
        ink,
        (at, Anchor::Left),
        Readout::new(label, id, 100.0 * spectrum.band_fraction(), 0),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn slopes_are_a_narrower_band_than_heights() {
        let d = trial_of(&BAND).draw();
        let [slopes, heights] = ["slopes", "heights"].map(|name| d.value(name).unwrap());
        assert!(slopes > 70.0 && slopes > heights + 20.0, "{slopes} {heights}");
    }

    #[test]
    fn the_band_lies_near_the_frequency_of_the_lattice() {
        let trial = trial_of(&BAND);
        let c = trial.context();
        let noise = lattice(&c, (Order::One, Fade::Quintic), (1, 1.0)).unwrap();
        let spectrum = PowerSpectrum::of(&noise, 0.0);
        let top = spectrum.0.iter().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
        assert!((0.5..1.5).contains(&top[0]), "{top:?}");
    }
}
