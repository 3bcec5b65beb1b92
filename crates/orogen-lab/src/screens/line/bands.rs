//! Four octaves and their sum, drawn as strips.

use crate::screens::prelude::*;
use orogen_noise::{FractalKind, Noise, Normalise};

pub(super) static BANDS: FigureRow = FigureRow {
    name: "bands",
    screen: Screen::Line,
    title: "Bands and their sum",
    question: "What is fBm on a line?",
    steps: &[
        "The same noise at four frequencies, each 2.17 times the one above: wide hills first, fine \
         detail last.",
        "Their sum, each band half as strong as the one before, is fractional Brownian motion: a \
         skyline with hills and detail. It is drawn 1.5 times as high.",
    ],
    reproduces: &[("C7", 1)],
    controls: &[Control::number(
        "bands.width",
        "Width",
        (0.25, 4.0, 32.0),
        "The width of the window in cells of the first band; the course's window has 1.",
    )],
    code: &[
        "const OMEGA: f64 = 2.17; // lacunarity",
        "const A: f64 = 0.5; // gain",
        "let mut sum = 0.0;",
        "for i in 0..4 {",
        "    sum += A.powi(i) * noise(x * OMEGA.powi(i));",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Move to a summit: make the sum at p more than 0.7.",
        hint: "Drag the picture: where the widest band is high, the sum is mostly high, too.",
        is_solved: |c| value(c, &c.p()).is_some_and(|value| value > 0.7),
    },
};

/// The noise of the course: four octaves, lacunarity 2.17, gain ½, not divided.
fn noise(c: &Context) -> Option<Noise> {
    let change = |spec: &mut orogen_noise::NoiseSpec| {
        (spec.fractal, spec.octaves) = (FractalKind::Fbm, 4.0);
        (spec.lacunarity, spec.gain) = (2.17, 0.5);
        spec.normalise = Normalise::Off;
        (spec.rotate, spec.octave_seeds) = (false, false);
        (spec.warp.strength, spec.warp.times, spec.period) = (0.0, 0, None);
    };
    c.noise_with(1, change).or_else(|| c.noise_with(2, change))
}

/// The sum at a point. A basis without one-dimensional noise is sampled in the plane.
fn value(c: &Context, p: &[f64; 2]) -> Option<f64> {
    noise(c).map(|noise| noise.sample(&p[..noise.dimensions()]))
}

const HEIGHT: f64 = 80.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 500.0);
    let Some(noise) = noise(c) else {
        d.caption = "This noise cannot be built.".to_owned();
        return d;
    };
    let ([x, y], width) = (c.p(), c.value("bands.width"));
    let range = [x - 0.5 * width, x + 0.5 * width];
    let point = |x: f64| [x, y];
    let dimensions = noise.dimensions();
    let traces: Vec<_> = (0..=POINTS)
        .map(|i| range[0] + width * i as f64 / POINTS as f64)
        .map(|x| noise.trace(&point(x)[..dimensions]))
        .collect();
    for strip in 0..5 {
        let top = 12.0 + 90.0 * strip as f64;
        let plot = Plot { at: [20.0, top], size: [560.0, HEIGHT], x: range, y: [-1.0, 1.0] };
        let id = if strip < 4 { format!("octave{strip}") } else { "noise".to_owned() };
        let height = |i: usize| match strip {
            4 => 1.5 * traces[i].value,
            _ => traces[i].octaves[strip].term.basis,
        };
        if strip < 4 || c.step() >= 1 {
            draw_filled(&mut d, &id, &plot, height);
        }
        let label_at = [594.0, top + 20.0];
        if strip < 4 {
            let frequency = noise.fractal().octaves[strip].frequency;
            let name = format!("frequency{strip}");
            let readout = Readout::new("frequency ", &name, frequency, 2);
            d.number(&id, Ink::Text, (label_at, Anchor::Left), readout);
        } else if c.step() >= 1 {
            d.text(Ink::Text, 12.0, label_at, Anchor::Left, "their sum × 1.5");
        }
    }
    draw_p(&mut d, &noise, &point(x)[..dimensions], c.step());
    let middle = [300.0, 475.0];
    d.dashed("p", Ink::Point, 1.0, vec![[300.0, 12.0], middle]);
    d.disc("p", Ink::Point, middle, 6.0);
    let text = if dimensions == 1 { "drag to pan" } else { "drag to pan (a cut of the plane)" };
    d.text(Ink::Muted, 12.0, [316.0, 475.0], Anchor::Left, text);
    // A drag moves the picture, so p moves the other way.
    d.handles.push(Handle { y: None, ..Handle::point(middle, [-560.0 / width, 1.0]) });
    d.code_line = Some(4);
    d.caption = c.caption();
    d
}

const POINTS: usize = 560;

/// Draws a strip that is filled below its curve.
fn draw_filled(d: &mut Drawing, id: &str, plot: &Plot, height: impl Fn(usize) -> f64) {
    let [sky, ground] = [Ink::Rgb([51; 3]), Ink::Rgb([128, 204, 128])];
    d.rect("", sky, plot.at, plot.size);
    let x = |i: usize| plot.x[0] + (plot.x[1] - plot.x[0]) * i as f64 / POINTS as f64;
    let upper = (0..=POINTS).map(|i| plot.place([x(i), height(i).clamp(-1.0, 1.0)])).collect();
    let lower = (0..=POINTS).map(|i| plot.place([x(i), -1.0])).collect();
    d.add(id, ground, Shape::Band { upper, lower });
}

fn draw_p(d: &mut Drawing, noise: &Noise, p: &[f64], step: usize) {
    let trace = noise.trace(p);
    let mut line = vec![Term::label("noise", "fBm"), Term::text(" = ")];
    for (index, octave) in trace.octaves.iter().enumerate() {
        let id = format!("octave{index}");
        let value = octave.term.basis;
        let at = [594.0, 54.0 + 90.0 * index as f64];
        d.number(&id, Ink::of_sign(value), (at, Anchor::Left), Readout::new("n = ", &id, value, 3));
        let sign = if index == 0 { "" } else { " + " };
        line.push(Term::text(&format!("{sign}{} · ", octave.octave.amplitude)));
        line.push(Term::number(&id, &id, value, 3));
    }
    if step >= 1 {
        let readout = Readout::new("sum = ", "noise", trace.value, 3);
        d.number("noise", Ink::Noise, ([594.0, 414.0], Anchor::Left), readout);
        line.push(Term::text(" = "));
        line.push(Term::number("noise", "noise", trace.value, 3));
        d.formula = vec![line];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_sum_is_the_weighted_sum_of_the_bands() {
        for x in [-3.1, 0.3, 1.7, 40.2] {
            let d = trial_of(&BANDS).at([x, 0.0]).draw();
            let band = |k: usize| d.value(&format!("octave{k}")).unwrap();
            let sum: f64 = (0..4).map(|k| 0.5f64.powi(k as i32) * band(k)).sum();
            assert!((sum - d.value("noise").unwrap()).abs() < 1e-12);
            assert!((d.value("frequency3").unwrap() - 2.17f64.powi(3)).abs() < 1e-12);
        }
    }
}
