//! The time that lattice noise takes on this machine.

use std::hint::black_box;
use std::sync::LazyLock;

use crate::meters::clock;
use crate::screens::prelude::*;
use orogen_noise::grid::{Grid, GridNoise};
use orogen_noise::{Basis, FractalKind, NoiseSpec};

pub(super) static SPEED: FigureRow = FigureRow {
    name: "lattice-speed",
    screen: Screen::Construct,
    title: "How long it takes",
    question: "How long do four million heights take?",
    steps: &[
        "The article expects 50 to 500 milliseconds for 2048² samples of one layer. The bars show \
         this machine with one thread, measured on a quarter of the square when the program first \
         drew this figure.",
    ],
    reproduces: &[("L12", 0)],
    controls: &[Control::choice(
        "speed.unit",
        "Shown as",
        &["milliseconds", "nanoseconds a sample"],
        "The time of the square, or of one sample.",
    )],
    code: &[
        "let noise = NoiseSpec { basis: Basis::Lattice1,",
        "    ..NoiseSpec::default() }.build(2)?;",
        "let grid = Grid { origin: [0, 0], size: [2048, 2048],",
        "    spacing_m: 1.0 / 32.0, band_limit_m: 0.0 };",
        "let mut heights = vec![0.0; 2048 * 2048];",
        "let start = Instant::now();",
        "GridNoise::new(&noise, 1.0).fill(&grid, &mut heights);",
        "println!(\"{:?}\", start.elapsed());",
    ],
    draw,
    challenge: Challenge {
        task: "Show what one sample costs.",
        hint: "Choose nanoseconds.",
        is_solved: |c| c.integer("speed.unit") == 1,
    },
};

/// Columns and rows of the square.
const SIDE: usize = 2048;
/// The timed part of the square is 1 ÷ `PART` of its rows.
const PART: usize = 4;

/// The timed noises: name, label, basis and octaves.
const TIMED: [(&str, &str, Basis, f64); 5] = [
    ("order0", "order 0: value noise", Basis::Lattice0, 1.0),
    ("order1", "order 1: Perlin noise", Basis::Lattice1, 1.0),
    ("order2", "order 2", Basis::Lattice2, 1.0),
    ("simplex", "simplex noise", Basis::Simplex, 1.0),
    ("octaves", "order 1, six octaves", Basis::Lattice1, 6.0),
];

/// Milliseconds for the whole square, measured once on this machine.
static TIMES_MS: LazyLock<[f64; 5]> = LazyLock::new(|| {
    let grid = |rows| Grid {
        origin: [0; 2],
        size: [SIDE, rows],
        spacing_m: 1.0 / 32.0,
        band_limit_m: 0.0,
    };
    let mut heights = vec![0.0; SIDE * SIDE / PART];
    TIMED.map(|(_, _, basis, octaves)| {
        let fractal = if octaves > 1.0 { FractalKind::Fbm } else { FractalKind::None };
        let spec = NoiseSpec { basis, fractal, octaves, ..NoiseSpec::default() };
        let Ok(noise) = spec.build(2) else { return f64::NAN };
        let noise = GridNoise::new(&noise, 1.0);
        let mut run_ms = || {
            let duration = clock::time(|| noise.fill(&grid(SIDE / PART), black_box(&mut heights)));
            1e3 * PART as f64 * duration.as_secs_f64()
        };
        // The first run also fills memory and tables.
        run_ms().min(run_ms())
    })
});

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(680.0, 380.0);
    let per_sample = c.integer("speed.unit") == 1;
    let plot = Plot { at: [190.0, 40.0], size: [460.0, 250.0], x: [0.0, 3.0], y: [0.0, 5.0] };
    d.rect("", Ink::Card, plot.at, plot.size);
    let x_of = |ms: f64| plot.place([ms.max(1.0).log10().min(3.0), 0.0])[0];
    let [low, high] = [50.0, 500.0].map(x_of);
    d.rect("mark", Ink::Accent, [low, plot.at[1]], [high - low, plot.size[1]]).scale_opacity(0.18);
    let middle = 0.5 * (low + high);
    let text = "the article's range: 50 to 500 ms";
    d.text(Ink::Accent, 12.0, [middle, 26.0], Anchor::Middle, text);
    for ms in [1.0, 10.0, 100.0, 1000.0] {
        let x = x_of(ms);
        d.line("", Ink::Grid, 1.0, vec![[x, 40.0], [x, 290.0]]);
        d.text(Ink::Muted, 11.0, [x, 302.0], Anchor::Middle, &format!("{ms} ms"));
    }
    for (i, (name, words, ..)) in TIMED.into_iter().enumerate() {
        let (top, ms) = (50.0 + 49.0 * i as f64, TIMES_MS[i]);
        d.text(Ink::Text, 12.0, [180.0, top + 16.0], Anchor::Right, words);
        let right = x_of(ms).max(plot.at[0] + 2.0);
        d.rect(name, Ink::Noise, [plot.at[0], top], [right - plot.at[0], 32.0]);
        let ns = ms * 1e6 / (SIDE * SIDE) as f64;
        let (value, label) = if per_sample { (ns, "ns per sample: ") } else { (ms, "ms: ") };
        let is_inside = right > plot.at[0] + 0.7 * plot.size[0];
        let (x, anchor) =
            if is_inside { (right - 8.0, Anchor::Right) } else { (right + 8.0, Anchor::Left) };
        let ink = if is_inside { Ink::Paper } else { Ink::Text };
        d.number(name, ink, ([x, top + 16.0], anchor), Readout::new(label, name, value, 1));
    }
    let text = "2048 × 2048 samples on one thread; each grid line is ten times the one before";
    d.text(Ink::Muted, 12.0, [340.0, 340.0], Anchor::Middle, text);
    let order1 = TIMES_MS[1];
    d.formula = vec![vec![
        Term::label("order1", "order 1"),
        Term::text(": 4,194,304 samples in "),
        Term::number("order1", "order1_ms", order1, 1),
        Term::text(" ms = "),
        Term::number("order1", "order1_ns", order1 * 1e6 / (SIDE * SIDE) as f64, 2),
        Term::text(" ns each"),
    ]];
    d.code_line = Some(6);
    d.caption = c.caption();
    d
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn times_are_measured_once_and_octaves_add_up() {
        let scene = teaching_scene();
        let mut state = State::of(&SPEED);
        let draw = |state: &State| Context::new(&scene, state, &SPEED).unwrap().draw();
        let first = draw(&state);
        assert_eq!(first, draw(&state));
        assert!(TIMED.iter().all(|(name, ..)| first.value(name).is_some_and(|ms| ms > 0.0)));
        state.set(&SPEED, "speed.unit", 1.0);
        let ratio = first.value("order1").unwrap() / draw(&state).value("order1").unwrap();
        assert!((ratio - 4.194304).abs() < 1e-9, "milliseconds a square, nanoseconds a sample");
    }
}
