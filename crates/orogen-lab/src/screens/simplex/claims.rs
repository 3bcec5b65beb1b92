//! Measures common claims about simplex noise: corners per sample, directions, exact slopes.

use super::noise::{draw_note, noise};
use crate::grey_picture::GreyPicture;
use crate::screens::prelude::*;
use crate::words::{live_number, plus_sign};
use orogen_noise::grid::GridNoise;
use orogen_noise::{Basis, Noise};

pub(in super::super) static CLAIMS: FigureRow = FigureRow {
    name: "simplex-claims",
    screen: Screen::Simplex,
    title: "Claims, measured",
    question: "Is simplex noise cheaper, free of directions, and smooth?",
    steps: &[
        "Cost: the corners that a sample visits, counted in its trace. Perlin noise visits 2^N, \
         simplex noise N + 1; the work for each grows with N, so simplex noise takes N² in all.",
        "Directions: the squared slope in each of 36 directions. A circle would favour no \
         direction. Both noises pick among few gradients, and those show.",
        "Slope by formula: the sum over corners of k·g − 8·t³·(g·d)·d. It agrees with differences \
         of values as far as these are exact.",
    ],
    reproduces: &[("S14", 2)],
    controls: &[
        Control::recipe("noise.gradients"),
        Control::choice(
            "claims.step",
            "Difference over",
            &["1e-5", "1e-3", "0.1"],
            "The distance of the sampled values on either side of p, in cells.",
        ),
    ],
    code: &[
        "for (g, d) in corners {",
        "    let t = (r2 - d.dot(d)).max(0.0);",
        "    value += t.powi(4) * g.dot(d);",
        "    slope += t.powi(4) * g;",
        "    slope -= 8.0 * t.powi(3) * g.dot(d) * d;",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a summit or a hollow: both slopes within 0.05 of 0.",
        hint: "Go uphill until both slopes are small.",
        is_solved: |c| {
            let slopes =
                noise(c, 2, 0.5).map(|noise| noise.sample2_with_gradient(c.cell_p(), 0.0).1);
            slopes.is_some_and(|slopes| slopes.iter().all(|slope| slope.abs() < 0.05))
        },
    },
};

/// Half the distance between the two samples of a central difference, in cells.
const STEPS: [f64; 3] = [1e-5, 1e-3, 0.1];
const SECTORS: usize = 36;

/// Perlin noise with the same permutation and seed.
fn perlin(c: &Context, dimensions: usize) -> Option<Noise> {
    let mut spec = noise(c, dimensions.clamp(2, 4), 0.6)?.spec().clone();
    spec.basis = Basis::Perlin;
    spec.build(dimensions).ok()
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 440.0);
    draw_corners(&mut d, c);
    if c.step() >= 1 {
        draw_roses(&mut d, c);
    }
    if c.step() >= 2 {
        draw_slopes(&mut d, c);
    }
    draw_note(&mut d);
    finish_in_cells(d, c, &[0, 2, 4])
}

/// Draws the number of corners that a sample visits, counted in its trace.
fn draw_corners(d: &mut Drawing, c: &Context) {
    d.text(Ink::Text, 13.0, [20.0, 22.0], Anchor::Left, "Corners per sample");
    for (x, head) in [(20.0, "N"), (60.0, "Perlin"), (140.0, "simplex")] {
        d.text(Ink::Muted, 12.0, [x, 46.0], Anchor::Left, head);
    }
    let [x, y] = c.cell_p();
    let p = [x, y, 0.4, 0.6];
    for n in 2..=4usize {
        let row = 46.0 + 44.0 * (n - 1) as f64;
        d.text(Ink::Text, 13.0, [20.0, row], Anchor::Left, &n.to_string());
        let noises = [
            ("perlin", Ink::Negative, perlin(c, n), 60.0),
            ("simplex", Ink::Noise, noise(c, n, 0.6), 140.0),
        ];
        for (name, ink, noise, x) in noises {
            let Some(noise) = noise else { continue };
            let trace = noise.trace(&p[..n]);
            let count = trace.octaves[0].cells.iter().map(|cell| cell.corners.len()).sum::<usize>();
            let id = format!("{name}{n}");
            let value = count as f64;
            let at = ([x, row], Anchor::Left);
            d.number(name, Ink::Text, at, Readout::new("", &id, value, 0));
            d.rect(name, ink, [x, row + 10.0], [4.0 * value, 8.0]);
        }
    }
}

/// The squared slope by direction, scaled to a maximum of 1, and the ratio of largest to smallest.
fn facing(noise: &Noise) -> ([f64; SECTORS], f64) {
    const SIDE: usize = 128;
    // The step is no simple fraction of a cell, so the samples cover cells evenly.
    let line: Vec<f64> = (0..SIDE).map(|i| 0.013 + 0.377 * i as f64).collect();
    let mut out = [vec![0.0; SIDE * SIDE], vec![0.0; SIDE * SIDE], vec![0.0; SIDE * SIDE]];
    let [values, slopes_x, slopes_y] = &mut out;
    GridNoise::new(noise, 1.0).fill_slopes_at([&line, &line], 0.0, [values, slopes_x, slopes_y]);
    let mut sums = [0.0; SECTORS];
    for (x, y) in slopes_x.iter().zip(slopes_y.iter()) {
        let turns = f64::from(y.atan2(*x)) / std::f64::consts::TAU;
        let sector = (turns * SECTORS as f64).round().rem_euclid(SECTORS as f64) as usize;
        sums[sector.min(SECTORS - 1)] += f64::from(x * x + y * y);
    }
    let largest = sums.iter().fold(0.0, |a: f64, b| a.max(*b));
    let smallest = sums.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    (sums.map(|sum| sum / largest), largest / smallest)
}

fn draw_roses(d: &mut Drawing, c: &Context) {
    d.text(Ink::Text, 13.0, [244.0, 22.0], Anchor::Left, "Directions that slopes face");
    let noises = [("perlin", "Perlin", perlin(c, 2)), ("simplex", "simplex", noise(c, 2, 0.5))];
    for (k, (name, label, noise)) in noises.into_iter().enumerate() {
        let Some(noise) = noise else { continue };
        let (sectors, ratio) = facing(&noise);
        let centre = [312.0 + 150.0 * k as f64, 120.0];
        for radius in [32.0, 64.0] {
            d.circle("", Ink::Grid, centre, radius);
        }
        let ink = if k == 0 { Ink::Negative } else { Ink::Noise };
        let at = |sector: usize| -> Place {
            let angle = std::f64::consts::TAU * (sector % SECTORS) as f64 / SECTORS as f64;
            let radius = 64.0 * sectors[sector % SECTORS];
            [centre[0] + radius * angle.cos(), centre[1] - radius * angle.sin()]
        };
        for sector in 0..SECTORS {
            d.polygon(name, ink, vec![centre, at(sector), at(sector + 1)]).scale_opacity(0.35);
        }
        d.line(name, ink, 1.5, (0..=SECTORS).map(at).collect());
        d.text(Ink::Text, 12.0, [centre[0], 200.0], Anchor::Middle, label);
        let name = format!("ratio_{name}");
        let readout = Readout::new("largest ÷ smallest: ", &name, ratio, 2);
        d.number(&name, Ink::Text, ([centre[0], 220.0], Anchor::Middle), readout);
    }
}

fn draw_slopes(d: &mut Drawing, c: &Context) {
    let Some(noise) = noise(c, 2, 0.5) else { return };
    let p = c.cell_p();
    let picture = GreyPicture {
        at: [560.0, 48.0],
        side: 180.0,
        corner: crate::grey_picture::window_corner(p, 3.0),
        span: 3.0,
    };
    picture.draw(d, "simplex", &picture.values(&noise, 96), [-1.0, 1.0]);
    let (value, gradient) = noise.sample2_with_gradient(p, 0.0);
    let at = picture.place(p);
    let length = gradient[0].hypot(gradient[1]).max(1e-9);
    let reach = 50.0 * (length / 4.0).min(1.0) / length;
    d.arrow(
        "slope",
        Ink::Gradient,
        2.5,
        at,
        [at[0] + reach * gradient[0], at[1] - reach * gradient[1]],
    );
    picture.draw_point(d, p);
    d.text(Ink::Text, 13.0, [560.0, 22.0], Anchor::Left, "Slope at p");
    let step = STEPS[c.integer("claims.step").min(2)];
    let heads =
        [(20.0, "along"), (90.0, "by formula"), (230.0, "by differences"), (390.0, "differ by")];
    for (x, head) in heads {
        d.text(Ink::Muted, 12.0, [x, 290.0], Anchor::Left, head);
    }
    let mut line = vec![Term::label("slope", "slope of n = (")];
    for axis in 0..2 {
        let sample_at = |by: f64| {
            let mut q = p;
            q[axis] += by;
            noise.sample(&q)
        };
        let difference = (sample_at(step) - sample_at(-step)) / (2.0 * step);
        let y = 314.0 + 24.0 * axis as f64;
        let letter = ["x", "y"][axis];
        d.text(Ink::Text, 13.0, [20.0, y], Anchor::Left, letter);
        let with_sign = |value| (Ink::of_sign(value), plus_sign(value), value);
        let error = (difference - gradient[axis]).abs();
        let readout = [
            ("slope", with_sign(gradient[axis]), 90.0, 8),
            ("difference", with_sign(difference), 230.0, 8),
            ("error", (Ink::Muted, "", error), 390.0, 10),
        ];
        for (what, (ink, label, value), x, decimals) in readout {
            let name = format!("{what}_{letter}");
            let at = ([x, y], Anchor::Left);
            d.number("slope", ink, at, Readout::new(label, &name, value, decimals));
        }
        let words = if axis == 0 { "" } else { ", " };
        line.extend(live_number(words, &format!("slope_{letter}"), gradient[axis], 5));
    }
    let at = ([560.0, 246.0], Anchor::Left);
    let label = format!("n = {}", plus_sign(value));
    d.number("simplex", Ink::of_sign(value), at, Readout::new(&label, "noise", value, 5));
    line.push(Term::text(")"));
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn corners_are_counted_and_slopes_agree() {
        for i in 0..100 {
            let point = [f64::from(i) * 0.137, f64::from(i) * 0.291];
            let trial = trial_of(&CLAIMS).at(point);
            let c = trial.context();
            let d = c.draw();
            let counts = ["perlin2", "perlin3", "perlin4", "simplex2", "simplex3", "simplex4"]
                .map(|name| d.value(name).unwrap());
            assert_eq!(counts, [4.0, 8.0, 16.0, 3.0, 4.0, 5.0]);
            assert!(d.value("error_x").unwrap() < 1e-7 && d.value("error_y").unwrap() < 1e-7);
            let trace = noise(&c, 2, 0.5).unwrap().trace(&point);
            assert!((d.value("noise").unwrap() - trace.value).abs() < 1e-12);
        }
        let d = trial_of(&CLAIMS).draw();
        let [perlin, simplex] =
            ["ratio_perlin", "ratio_simplex"].map(|name| d.value(name).unwrap());
        assert!(perlin > 1.5 && simplex > 1.2, "{simplex} {perlin}");
    }
}
