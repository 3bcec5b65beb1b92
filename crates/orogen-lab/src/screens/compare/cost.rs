//! The cost of a sample: corners, and nanoseconds in a small and in a huge world.

use std::hint::black_box;
use std::sync::LazyLock;

use crate::meters::{clock, cost::corners};
use crate::screens::prelude::*;
use orogen_noise::statistics::sample_point;
use orogen_noise::{Basis, NoiseSpec};

pub(super) static COST: FigureRow = FigureRow {
    name: "cost",
    screen: Screen::Compare,
    title: "What a sample costs",
    question: "Why is simplex noise cheaper in four dimensions?",
    steps: &[
        "A cube of n dimensions has 2^n corners, a simplex n + 1. In the plane that is 4 against \
         3; in three dimensions and time it is 16 against 5, about a third of the corners.",
        "Times on this machine, with one thread and one sample at a time, measured when the \
         program first drew this figure. Each corner also costs a hash and a slope.",
        "Samples in a world 64 cells wide and in one 64 million cells wide take the same time: no \
         land is stored, and each sample is computed from its own coordinates.",
    ],
    reproduces: &[("E5", 2)],
    controls: &[Control::choice(
        "cost.dimensions",
        "Dimensions",
        &["2", "3", "4"],
        "The dimensions that the formula shows.",
    )],
    code: &[
        "// a cube's corners: 2^n",
        "let cube = 1 << n;",
        "// a simplex's corners: n + 1",
        "let simplex = n + 1;",
        "let start = Instant::now();",
        "for p in &points { sum += noise.sample(p); }",
        "let ns = start.elapsed().as_nanos() / points.len();",
    ],
    draw,
    challenge: Challenge {
        task: "Show the dimensions in which a cube has more than three times a simplex's corners.",
        hint: "16 against 5.",
        is_solved: |c| c.integer("cost.dimensions") == 2,
    },
};

/// The two kinds of gradient noise: on squares and on simplices.
const KINDS: [(&str, Basis); 2] = [("classic", Basis::Perlin), ("simplex", Basis::Simplex)];
/// The widths of the small and the huge world, in cells.
const WORLDS: [f64; 2] = [64.0, 64e6];
/// The number of timed samples and of rounds.
const POINTS: u32 = 1000;
const ROUNDS: u32 = 4;

/// Nanoseconds per sample by world, dimensions and kind, measured once on this machine.
static NS: LazyLock<[[[f64; 2]; 3]; 2]> = LazyLock::new(|| {
    WORLDS.map(|width| [2, 3, 4].map(|n| KINDS.map(|(_, basis)| ns(basis, n, width))))
});

fn ns(basis: Basis, dimensions: usize, width: f64) -> f64 {
    let spec = NoiseSpec { basis, ..NoiseSpec::default() };
    let Ok(noise) = spec.build(dimensions) else { return f64::NAN };
    let place = |index| {
        let mut p = vec![0.0; dimensions];
        sample_point(index, &mut p);
        // The sample set covers 2²⁴ cells; this scales it to the world's width.
        p.into_iter().map(|x| x / 16_777_216.0 * width).collect()
    };
    let places: Vec<Vec<f64>> = (0..POINTS).map(place).collect();
    let round = |_| {
        let work = || {
            black_box(places.iter().map(|p| noise.sample(p)).sum::<f64>());
        };
        clock::time(work).as_secs_f64()
    };
    1e9 / f64::from(POINTS) * (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// The number of corners that a sample visits, counted in its trace.
fn visited_corners(basis: Basis, dimensions: usize) -> f64 {
    let noise = NoiseSpec { basis, ..NoiseSpec::default() }.build(dimensions).ok();
    noise.and_then(|noise| corners(&noise)).map_or(f64::NAN, |count| count as f64)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(700.0, 440.0);
    let step = c.step();
    d.text(Ink::Text, 13.0, [170.0, 20.0], Anchor::Middle, "corners per sample");
    if step >= 1 {
        d.text(Ink::Text, 13.0, [500.0, 20.0], Anchor::Middle, "nanoseconds per sample, here");
    }
    let max_ns = NS.iter().flatten().flatten().fold(1.0, |max_ns: f64, ns| max_ns.max(*ns));
    for i in 0..3 {
        let n = i + 2;
        let top = 44.0 + 124.0 * i as f64;
        d.text(Ink::Text, 14.0, [24.0, top + 44.0], Anchor::Middle, &format!("{n}D"));
        for (k, (name, basis)) in KINDS.into_iter().enumerate() {
            let y = top + 50.0 * k as f64;
            let count = visited_corners(basis, n);
            draw_bar(&mut d, ([60.0, y + 4.0], 32.0, 12.0 * count), (name, name, k));
            let id = format!("{name}{n}");
            let at = ([66.0 + 12.0 * count, y + 20.0], Anchor::Left);
            d.number(&id, Ink::Text, at, Readout::new("", &id, count, 0));
            if step >= 1 {
                draw_times(&mut d, (i, k, step), y, 190.0 / max_ns);
            }
        }
    }
    if step == 2 {
        let text = "upper bar: a world 64 cells wide; lower bar: 64 million cells";
        d.text(Ink::Muted, 12.0, [690.0, 426.0], Anchor::Right, text);
    }
    let n = c.integer("cost.dimensions") + 2;
    let [cube, simplex] = KINDS.map(|(_, basis)| visited_corners(basis, n));
    d.formula = vec![vec![
        Term::label("classic", "2^n"),
        Term::text(" = "),
        Term::number("classic", "cube", cube, 0),
        Term::text(" corners of a cube, "),
        Term::label("simplex", "n + 1"),
        Term::text(" = "),
        Term::number("simplex", "corners", simplex, 0),
        Term::text(" of a simplex: "),
        Term::number("classic", "ratio", cube / simplex, 2),
        Term::text(" times as many, n = "),
        Term::number("n", "n", n as f64, 0),
    ]];
    finish(d, c, &[1, 6, 5])
}

/// Draws a bar with the name of its noise inside, or to the right of a short bar.
fn draw_bar(
    d: &mut Drawing,
    (at, height, length): ([f64; 2], f64, f64),
    (id, word, k): (&str, &str, usize),
) {
    let ink = [Ink::Noise, Ink::Good][k];
    d.rect(id, ink, at, [length.max(2.0), height]);
    let is_short = length < 56.0;
    let x = if is_short { at[0] + length + 22.0 } else { at[0] + 6.0 };
    let ink = if is_short { Ink::Muted } else { Ink::Paper };
    d.text(ink, 12.0, [x, at[1] + 0.5 * height], Anchor::Left, word);
}

/// Draws the times of a noise: in the small world, and at the last step also in the huge world.
fn draw_times(d: &mut Drawing, (i, k, step): (usize, usize, usize), y: f64, points_per_ns: f64) {
    let (name, _) = KINDS[k];
    let ink = [Ink::Noise, Ink::Good][k];
    let worlds = if step == 2 { 2 } else { 1 };
    let height = 32.0 / worlds as f64;
    for (world, times) in NS.iter().enumerate().take(worlds) {
        let ns = times[i][k];
        let top = y + 4.0 + height * world as f64;
        d.rect(name, ink, [400.0, top + 0.5], [points_per_ns * ns, height - 1.0]);
        let id = format!("{name}{}_{}", i + 2, ["near", "far"][world]);
        let at = ([408.0 + points_per_ns * ns, top + 0.5 * height], Anchor::Left);
        d.number(&id, Ink::Text, at, Readout::new("", &id, ns, 0));
    }
    d.text(Ink::Muted, 12.0, [392.0, y + 20.0], Anchor::Right, name);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn corners_are_counted_and_times_are_measured_once() {
        let trial = trial_of(&COST);
        let d = trial.draw();
        for (name, counts) in [("classic", [4.0, 8.0, 16.0]), ("simplex", [3.0, 4.0, 5.0])] {
            for (n, count) in (2..).zip(counts) {
                assert_eq!(d.value(&format!("{name}{n}")), Some(count));
                for world in ["near", "far"] {
                    assert!(d.value(&format!("{name}{n}_{world}")).unwrap() > 0.0);
                }
            }
        }
        assert_eq!(trial.draw(), d);
        assert_eq!(trial.set("cost.dimensions", 2.0).value("ratio"), 3.2);
    }
}
