//! A heavy particle hit by light particles: the origin of the name Brownian motion.

use crate::screens::prelude::*;
use orogen_noise::Seed;
use orogen_noise::hash::hash_cell;
use orogen_noise::perlin_nd::{Directions, unit_vector};

pub(super) static PARTICLE: FigureRow = FigureRow {
    name: "particle",
    screen: Screen::Line,
    title: "Brownian motion",
    question: "Why is it called Brownian?",
    steps: &[
        "Light particles hit a heavy one from all sides. Each hit pushes it by the same small \
         distance, in a random direction.",
        "Its position to the east over time. After n hits it is about √n pushes away from its \
         start.",
        "A quarter of the time, drawn 4 times as wide and twice as high, looks alike: rough at \
         every scale. A sum of octaves is made to look like this, too: hence the name fractional \
         Brownian motion.",
    ],
    reproduces: &[("C15", 2)],
    controls: &[
        Control::integer("particle.hits", "Hits", (1, 800, 2000), "The number of hits."),
        Control::integer("particle.seed", "Seed", (0, 3, 999), "Selects another random particle."),
    ],
    code: &[
        "let mut x = [0.0, 0.0];",
        "for hit in 0..hits {",
        "    let push = unit_vector(hash(seed, hit), 2);",
        "    x[0] += push[0];",
        "    x[1] += push[1];",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a particle that is back at its start, within 1 push, after 100 hits or more.",
        hint: "Change the number of hits, or try other seeds.",
        is_solved: |c| {
            let path = path(c);
            path.len() > 100 && path.last().is_some_and(|[x, y]| x.hypot(*y) <= 1.0)
        },
    },
};

/// The push that the particle gets from a hit.
fn push(seed: Seed, hit: i64) -> [f64; 2] {
    let [x, y, ..] = unit_vector(hash_cell(seed, &[hit]), 2, Directions::Gaussian);
    [x, y]
}

/// The positions of the particle: at the start, and after each hit.
fn path(c: &Context) -> Vec<[f64; 2]> {
    let seed = Seed(c.integer("particle.seed") as u64);
    let mut at = [0.0; 2];
    let mut path = vec![at];
    for hit in 0..c.integer("particle.hits") as i64 {
        let push = push(seed, hit);
        at = [at[0] + push[0], at[1] + push[1]];
        path.push(at);
    }
    path
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 430.0);
    let path = path(c);
    let reach = path.iter().flatten().fold(4.0, |reach: f64, x| reach.max(x.abs())) * 1.1;
    let plot = Plot { at: [16.0, 16.0], size: [320.0; 2], x: [-reach, reach], y: [-reach, reach] };
    d.rect("", Ink::Card, plot.at, plot.size);
    let scale = reach / 160.0;
    draw_box_of_particles(&mut d, &plot, &path, (c, scale));
    if c.step() >= 1 {
        let hits = path.len() - 1;
        let time_plot =
            Plot { at: [400.0, 16.0], size: [340.0, 150.0], x: [0.0, hits as f64], y: plot.y };
        draw_over_time(&mut d, &time_plot, &path, c);
    }
    if c.step() >= 2 {
        draw_zoomed(&mut d, &path, reach);
    }
    write_numbers(&mut d, &path);
    d.code_line = Some(3);
    d.caption = c.caption();
    d
}

/// Draws the particle, its trail, its last push, and light particles around it.
fn draw_box_of_particles(
    d: &mut Drawing,
    plot: &Plot,
    path: &[[f64; 2]],
    (c, scale): (&Context, f64),
) {
    let seed = Seed(c.integer("particle.seed") as u64);
    for particle in 0..90 {
        let fraction =
            |axis| f64::from(hash_cell(seed, &[particle, path.len() as i64, axis])) / 2f64.powi(32);
        let at = [0, 1]
            .map(|axis| plot.at[axis] + 4.0 + (plot.size[axis] - 8.0) * fraction(axis as i64));
        d.disc("light", Ink::Muted, at, 1.8);
    }
    let places: Vec<Place> = path.iter().map(|at| plot.place(*at)).collect();
    if places.len() > 1 {
        d.line("way", Ink::Noise, 1.2, places.clone()).scale_opacity(0.9);
    }
    d.circle("start", Ink::Axis, plot.place([0.0; 2]), 4.0);
    let Some((&last, last_hit)) = path.last().zip(path.len().checked_sub(2)) else { return };
    let [x, y] = push(seed, last_hit as i64);
    let from = [last[0] - 44.0 * scale * x, last[1] - 44.0 * scale * y];
    let tip = [last[0] - 13.0 * scale * x, last[1] - 13.0 * scale * y];
    let clamped_place = |at: [f64; 2]| plot.place(at.map(|x| x.clamp(plot.x[0], plot.x[1])));
    d.arrow("push", Ink::Gradient, 2.0, clamped_place(from), clamped_place(tip));
    d.disc("heavy", Ink::Accent, plot.place(last), 11.0);
}

/// Plots x against the number of hits.
fn draw_over_time(d: &mut Drawing, plot: &Plot, path: &[[f64; 2]], c: &Context) {
    d.rect("", Ink::Card, plot.at, plot.size);
    d.line("", Ink::Axis, 1.0, vec![plot.place([0.0, 0.0]), plot.place([plot.x[1], 0.0])]);
    let root = |sign: f64| plot.curve(80, |n| (sign * n.sqrt()).clamp(plot.y[0], plot.y[1]));
    d.dashed("root", Ink::Ghost, 1.5, root(1.0));
    d.dashed("root", Ink::Ghost, 1.5, root(-1.0));
    let curve: Vec<_> =
        path.iter().enumerate().map(|(n, at)| plot.place([n as f64, at[0]])).collect();
    d.line("way", Ink::Noise, 1.5, curve);
    let below = [plot.at[0], plot.at[1] + plot.size[1] + 12.0];
    d.text(Ink::Muted, 12.0, below, Anchor::Left, "position east by hits; dashed: ±√n");
    let end = [plot.at[0] + plot.size[0], plot.place([0.0, 0.0])[1]];
    d.disc("hits", Ink::Accent, end, 6.0);
    d.handles.push(Handle::new("hits", "the number of hits", end).along_x(
        Target::Control("particle.hits"),
        (c.integer("particle.hits") as f64 / plot.size[0]).max(1.0),
    ));
}

/// Draws the last quarter of the path, stretched in time and in height.
fn draw_zoomed(d: &mut Drawing, path: &[[f64; 2]], reach: f64) {
    let first = path.len() - 1 - (path.len() - 1) / 4;
    let (start, hits) = (path[first], (path.len() - 1 - first).max(1));
    let height = 128.0;
    // The plot of the whole path has 75 points for `reach`.
    let half = 0.5 * height / (2.0 * 75.0) * reach;
    let y = [-half, half];
    let plot = Plot { at: [400.0, 208.0], size: [340.0, height], x: [0.0, hits as f64], y };
    d.rect("", Ink::Card, plot.at, plot.size);
    d.line("", Ink::Axis, 1.0, vec![plot.place([0.0, 0.0]), plot.place([plot.x[1], 0.0])]);
    let place =
        |(n, at): (usize, &[f64; 2])| plot.place([n as f64, (at[0] - start[0]).clamp(y[0], y[1])]);
    let curve: Vec<_> = path[first..].iter().enumerate().map(place).collect();
    if curve.len() > 1 {
        d.line("way", Ink::Noise, 1.5, curve);
    }
    let below = [400.0, 348.0];
    d.text(Ink::Muted, 12.0, below, Anchor::Left, "its last quarter, 4 × as wide, 2 × as high");
}

fn write_numbers(d: &mut Drawing, path: &[[f64; 2]]) {
    let hits = (path.len() - 1) as f64;
    let distance = path.last().map_or(0.0, |[x, y]| x.hypot(*y));
    let numbers = [
        ("hits: ", "hits", hits, 0),
        ("from the start: ", "far", distance, 2),
        ("√hits: ", "root", hits.sqrt(), 2),
    ];
    for (index, (label, name, value, decimals)) in numbers.into_iter().enumerate() {
        let at = [16.0 + 180.0 * index as f64, 392.0];
        d.number(name, Ink::Text, (at, Anchor::Left), Readout::new(label, name, value, decimals));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_mean_squared_distance_is_the_number_of_hits() {
        let squared_distance = |seed: f64| {
            let trial = trial_of(&PARTICLE).set("particle.seed", seed).set("particle.hits", 400.0);
            let c = trial.context();
            path(&c).last().map(|[x, y]| x * x + y * y).unwrap()
        };
        let mean = (0..300).map(|seed| squared_distance(f64::from(seed))).sum::<f64>() / 300.0;
        // Each value has an exponential distribution with mean 400, so the mean of 300 values has
        // a standard deviation of 23; the test allows three of these.
        assert!((mean - 400.0).abs() < 70.0, "{mean}");
    }
}
