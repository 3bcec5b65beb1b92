//! Other ways to combine octaves: turbulence, ridges, warp.

use crate::common_shapes;
use crate::grey_picture::{GreyPicture, window_corner};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::{FractalKind, Noise, Normalise, Warp};

pub(super) static VARIANTS: FigureRow = FigureRow {
    name: "variants",
    screen: Screen::Octaves,
    title: "Turbulence, ridges and warp",
    question: "What else can be made of the same octaves?",
    steps: &[
        "The plain sum of the octaves, fBm: hills as high as valleys are deep.",
        "Turbulence adds magnitudes, |n|: the curve is folded up at 0, and every zero becomes a \
         sharp valley. Fire, smoke and the veins of marble are made of it.",
        "Ridged noise is turbulence upside down, 1 − |n|: every zero becomes a crest. (The panel's \
         ridged fractal also squares it and gives crests more detail.)",
        "Warp displaces each point by the noise and samples the noise there: hills are pushed into \
         folds. It takes three sums instead of one.",
    ],
    reproduces: &[("E10", 3)],
    controls: &[
        Control::number("variants.warp", "Warp", (0.0, 1.0, 2.0), "How far the noise pushes p."),
        Control::recipe("fractal.octaves"),
        Control::recipe("fractal.gain"),
    ],
    code: &[
        "let fbm = sum(|n| n);",
        "let turbulence = sum(|n| n.abs());",
        "let ridged = sum(|n| 1.0 - n.abs());",
        "let push = vec2(fbm(p), fbm(p + vec2(5.2, 1.3)));",
        "let warped = fbm(p + strength * push);",
    ],
    draw,
    challenge: Challenge {
        task: "Stand on a crest: bring the ridged noise at p above 0.95.",
        hint: "Crests lie where the plain sum and its octaves are all near 0: try lattice points.",
        is_solved: |c| values(c).is_some_and(|values| values[2] > 0.95),
    },
};

/// The names, labels and formulas of the four variants.
const NAMES: [[&str; 3]; 4] = [
    ["fbm", "fBm", "Σ a·n"],
    ["turbulence", "turbulence", "Σ a·|n|"],
    ["ridged", "ridged", "Σ a·(1 − |n|)"],
    ["warp", "warp", "n(p + n(p))"],
];

const SIDE: f64 = 160.0;
const SPAN: f64 = 4.0;
const SAMPLES: usize = 160;

/// The plain sum, the sum of magnitudes, and the warped sum. Each is divided by the sum of the
/// amplitudes.
fn noises(c: &Context) -> Option<[Noise; 3]> {
    let variant = |kind, warp: Warp| {
        c.noise_with(2, |spec| {
            (spec.fractal, spec.warp, spec.period) = (kind, warp, None);
            spec.normalise = Normalise::Amplitude;
        })
    };
    let strength = c.value("variants.warp");
    let warp = Warp { strength, frequency: 1.0, times: 1 };
    let no_warp = Warp::default();
    Some([
        variant(FractalKind::Fbm, no_warp)?,
        variant(FractalKind::Turbulence, no_warp)?,
        variant(FractalKind::Fbm, warp)?,
    ])
}

/// The values of the four variants at p.
fn values(c: &Context) -> Option<[f64; 4]> {
    let [fbm, turbulence, warped] = noises(c)?.map(|noise| noise.sample(&c.p()));
    Some([fbm, turbulence, 1.0 - turbulence, warped])
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 400.0);
    let (Some(noises), Some(values_at_p)) = (noises(c), values(c)) else {
        return common_shapes::explain_missing_noise(d, "This noise has no two-dimensional form.");
    };
    let (p, corner) = (c.p(), window_corner(c.p(), SPAN));
    for k in 0..=c.step() {
        let at = [16.0 + 174.0 * k as f64, 40.0];
        let picture = GreyPicture { at, side: SIDE, corner, span: SPAN };
        let noise = &noises[[0, 1, 1, 2][k]];
        let variant_value = |value: f64| if k == 2 { 1.0 - value } else { value };
        let (low, high) = [(-0.7, 0.7), (0.0, 0.7), (0.3, 1.0), (-0.7, 0.7)][k];
        let mut values = picture.values(noise, 112);
        values.iter_mut().for_each(|value| *value = variant_value(f64::from(*value)) as f32);
        let [id, label, formula] = NAMES[k];
        picture.draw(&mut d, id, &values, [low, high]);
        let middle = at[0] + 0.5 * SIDE;
        d.text(Ink::Text, 13.0, [middle, 12.0], Anchor::Middle, label);
        d.text(Ink::Muted, 12.0, [middle, 29.0], Anchor::Middle, formula);
        let line = picture.place([corner[0], p[1]]);
        d.dashed("p", Ink::Point, 1.0, vec![line, [line[0] + SIDE, line[1]]]);
        let cut: Vec<f64> = (0..=SAMPLES)
            .map(|i| {
                variant_value(
                    noise.sample2([corner[0] + SPAN * i as f64 / SAMPLES as f64, p[1]], 0.0),
                )
            })
            .collect();
        draw_profile(&mut d, k, &cut, (corner, p, values_at_p[k]));
        picture.draw_point(&mut d, p);
    }
    write_formula(&mut d, c, values_at_p, &noises[2]);
    finish(d, c, &[0, 1, 2, 4])
}

/// Draws a profile along the line through p.
fn draw_profile(
    d: &mut Drawing,
    k: usize,
    cut: &[f64],
    (corner, p, value): ([f64; 2], [f64; 2], f64),
) {
    let [id, ..] = NAMES[k];
    let at = [16.0 + 174.0 * k as f64, 214.0];
    let x = [corner[0], corner[0] + SPAN];
    let plot = Plot { at, size: [SIDE, 130.0], x, y: [-1.05, 1.05] };
    d.rect("", Ink::Card, plot.at, plot.size);
    for (y, text) in [(-1.0, "−1"), (0.0, "0"), (1.0, "1")] {
        let [left, height] = plot.place([x[0], y]);
        let ink = if y == 0.0 { Ink::Axis } else { Ink::Grid };
        d.line("", ink, 1.0, vec![[left, height], [left + SIDE, height]]);
        if k == 0 {
            d.text(Ink::Muted, 11.0, [left - 3.0, height], Anchor::Right, text);
        }
    }
    let place = |(i, y): (usize, &f64)| {
        plot.place([x[0] + SPAN * i as f64 / SAMPLES as f64, y.clamp(-1.05, 1.05)])
    };
    let curve: Vec<Place> = cut.iter().enumerate().map(place).collect();
    d.line(id, Ink::Noise, 2.0, curve);
    d.disc(id, Ink::Point, plot.place([p[0], value.clamp(-1.05, 1.05)]), 4.5);
    let sign = if value < 0.0 { "" } else { "+" };
    let below = ([at[0] + 0.5 * SIDE, 362.0], Anchor::Middle);
    d.number(id, Ink::of_sign(value), below, Readout::new(&format!("at p: {sign}"), id, value, 4));
}

fn write_formula(d: &mut Drawing, c: &Context, values_at_p: [f64; 4], warped: &Noise) {
    let mut terms = Vec::new();
    for (k, value) in values_at_p.into_iter().enumerate().take(c.step() + 1) {
        let [id, label, _] = NAMES[k];
        terms.extend(live_number(&format!("{label} = "), id, value, 4));
        terms.push(Term::text(if k == c.step() { "" } else { ",  " }));
    }
    d.formula = vec![terms];
    if c.step() == 3 {
        let trace = warped.trace(&c.p());
        let calls = trace.warps.len() + 1;
        let text = format!("warp: {calls} sums of {} octaves each", trace.octaves.len());
        d.text(Ink::Muted, 11.0, [360.0, 386.0], Anchor::Middle, &text);
        if let [x, y] = &trace.warps[..] {
            let mut line =
                live_number("pushed by (", "push_x", c.value("variants.warp") * x.noise, 4)
                    .to_vec();
            line.extend(live_number(", ", "push_y", c.value("variants.warp") * y.noise, 4));
            line.push(Term::text(")"));
            d.formula.push(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn numbers_match_the_noises() {
        let trial = trial_of(&VARIANTS);
        let context = trial.context();
        let d = context.draw();
        assert_eq!(d.value("fbm"), Some(context.trace().value));
        let [turbulence, ridged] = ["turbulence", "ridged"].map(|name| d.value(name).unwrap());
        assert!(turbulence >= 0.0 && (turbulence + ridged - 1.0).abs() < 1e-15);
    }
}
