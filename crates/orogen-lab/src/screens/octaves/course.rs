//! fBm and turbulence as a computer-graphics course defines them: with its own constants, and not
//! divided by the amplitudes.

use crate::common_shapes;
use crate::grey_picture::{GreyPicture, window_corner};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::{FractalKind, Noise, Normalise, Warp};

pub(super) static COURSE: FigureRow = FigureRow {
    name: "course-octaves",
    screen: Screen::Octaves,
    title: "The course's fBm and turbulence",
    question: "What do four octaves add up to when nothing divides them?",
    steps: &[
        "Each octave samples f at p·ω^i, with ω = 2.17, and counts half as much as the one before. \
         ω is not a whole number, so the octaves' lattices do not coincide.",
        "Both sums: fBm keeps the signs, turbulence drops them. Without a division they may reach \
         1 + ½ + ¼ + ⅛ = 1.875.",
    ],
    reproduces: &[("C8", 1)],
    controls: &[
        Control::integer(
            "course.octaves",
            "Octaves",
            (1, 4, 8),
            "The number of octaves to add, N.",
        ),
        Control::number(
            "course.omega",
            "ω",
            (1.0, 2.17, 4.0),
            "The factor on the frequency from octave to octave.",
        ),
        Control::number(
            "course.gain",
            "A",
            (0.0, 0.5, 1.0),
            "The factor on the amplitude from octave to octave.",
        ),
    ],
    code: &[
        "let (mut fbm, mut turbulence) = (0.0, 0.0);",
        "for i in 0..N {",
        "    let n = noise(p * OMEGA.powi(i));",
        "    fbm += A.powi(i) * n;",
        "    turbulence += A.powi(i) * n.abs();",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a place where fBm and turbulence are equal, and above 0.2.",
        hint: "They are equal where no octave is below 0.",
        is_solved: |c| {
            sums(c).is_some_and(|noises| {
                let [fbm, turbulence] = noises.map(|noise| noise.sample(&c.p()));
                fbm > 0.2 && (turbulence - fbm).abs() < 0.005
            })
        },
    },
};

/// fBm and turbulence with the course's constants, on this recipe's basis.
fn sums(c: &Context) -> Option<[Noise; 2]> {
    let with_kind = |kind| {
        c.noise_with(2, |spec| {
            spec.fractal = kind;
            spec.octaves = c.value("course.octaves");
            spec.lacunarity = c.value("course.omega");
            spec.gain = c.value("course.gain");
            spec.normalise = Normalise::Off;
            spec.warp = Warp::default();
            (spec.period, spec.rotate, spec.octave_seeds) = (None, false, false);
        })
    };
    Some([with_kind(FractalKind::Fbm)?, with_kind(FractalKind::Turbulence)?])
}

const COLUMNS: [f64; 5] = [30.0, 110.0, 200.0, 300.0, 400.0];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 470.0);
    let Some(noises) = sums(c) else {
        return common_shapes::explain_missing_noise(d, "This noise has no two-dimensional form.");
    };
    let [fbm, turbulence] = noises.each_ref().map(|noise| noise.trace(&c.p()));
    let heads = ["i", "ω^i", "A^i", "f(p·ω^i)", "A^i·f(p·ω^i)"];
    for (x, text) in COLUMNS.into_iter().zip(heads) {
        d.text(Ink::Muted, 12.0, [x, 22.0], Anchor::Left, text);
    }
    for (i, octave) in fbm.octaves.iter().enumerate() {
        let y = 44.0 + 18.0 * i as f64;
        let id = format!("octave{i}");
        d.text(Ink::Text, 12.0, [COLUMNS[0], y], Anchor::Left, &i.to_string());
        let readout = [
            ("frequency", octave.octave.frequency, 3),
            ("amplitude", octave.octave.amplitude, 4),
            ("sample", octave.term.basis, 4),
            ("added", octave.term.contribution, 4),
        ];
        for (column, (name, value, decimals)) in readout.into_iter().enumerate() {
            let ink = if column < 2 { Ink::Text } else { Ink::of_sign(value) };
            let label = if column < 2 || value < 0.0 { "" } else { "+" };
            let name = format!("{name}{i}");
            let at = ([COLUMNS[column + 1], y], Anchor::Left);
            d.number(&id, ink, at, Readout::new(label, &name, value, decimals));
        }
    }
    let bound: f64 = fbm.octaves.iter().map(|octave| octave.octave.amplitude).sum();
    let readout = Readout::new("1 + A + A² + … = ", "most", bound, 4);
    d.number("most", Ink::Muted, ([520.0, 44.0], Anchor::Left), readout);
    if c.step() == 1 {
        draw_pictures(&mut d, c, &noises, [fbm.value, turbulence.value]);
    }
    d.formula = vec![
        formula("fbm", "fBm", "added", &fbm),
        formula("turbulence", "turbulence", "magnitude", &turbulence),
    ];
    finish(d, c, &[2, 4])
}

fn draw_pictures(d: &mut Drawing, c: &Context, noises: &[Noise; 2], values: [f64; 2]) {
    let corner = window_corner(c.p(), 4.0);
    let words = [("fbm", "fBm = Σ A^i·f(p·ω^i)"), ("turbulence", "turbulence = Σ A^i·|f(p·ω^i)|")];
    for (k, noise) in noises.iter().enumerate() {
        let at = [70.0 + 310.0 * k as f64, 216.0];
        let picture = GreyPicture { at, side: 230.0, corner, span: 4.0 };
        let low = if k == 0 { -1.0 } else { 0.0 };
        let (id, label) = words[k];
        picture.draw(d, id, &picture.values(noise, 160), [low, 1.0]);
        picture.draw_point(d, c.p());
        d.text(Ink::Text, 12.0, [at[0], 202.0], Anchor::Left, label);
        let at = ([at[0] + 230.0, 202.0], Anchor::Right);
        d.number(id, Ink::of_sign(values[k]), at, Readout::new("", id, values[k], 4));
    }
}

fn formula(id: &str, label: &str, term: &str, trace: &orogen_noise::Trace) -> Vec<Term> {
    let mut line = vec![Term::label(id, label), Term::text(" = ")];
    for (i, octave) in trace.octaves.iter().enumerate() {
        let name = format!("{term}{i}");
        let words = if i == 0 { "" } else { " + " };
        let [before, mut number] = live_number(words, &name, octave.term.contribution, 4);
        number.id = format!("octave{i}");
        line.extend([before, number]);
    }
    line.extend(live_number(" = ", id, trace.value, 4));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn the_sums_are_undivided() {
        let (scene, state) = (teaching_scene(), State::of(&COURSE));
        let context = Context::new(&scene, &state, &COURSE).unwrap();
        let d = context.draw();
        assert_eq!(d.value("most"), Some(1.875));
        let sum = |f: fn(f64) -> f64| {
            let plain = context.single_octave(2).unwrap();
            (0..4).fold(0.0, |sum, i| {
                let n = plain.sample(&context.p().map(|x| x * 2.17f64.powi(i)));
                sum + 0.5f64.powi(i) * f(n)
            })
        };
        assert!((d.value("fbm").unwrap() - sum(|n| n)).abs() < 1e-12);
        assert!((d.value("turbulence").unwrap() - sum(f64::abs)).abs() < 1e-12);
    }
}
