//! Two ways to draw random directions: rejection from a cube, and normal components.

use crate::screens::prelude::*;
use orogen_noise::hash::{Seed, further_word, hash_cell};
use orogen_noise::perlin_nd::{Directions, unit_vector};

pub(super) static DIRECTIONS: FigureRow = FigureRow {
    name: "directions",
    screen: Screen::Numbers,
    title: "Random directions",
    question: "How do you draw a random direction without bias?",
    steps: &[
        "Random points in a cube. Points in the ball (discs) are kept and scaled to length 1; \
         points in the corners (crosses) are dropped. The picture shows two of the n coordinates.",
        "The share of kept points falls with n: in ten dimensions it is one in 400.",
        "How often each direction occurs, in the plane. Kept points and normal components favour \
         no direction; the whole cube, with nothing dropped, favours its corners.",
    ],
    reproduces: &[("N7", 2)],
    controls: &[
        Control::integer(
            "directions.n",
            "Dimensions n",
            (2, 3, 10),
            "The dimensions of cube and ball.",
        ),
        Control::integer(
            "directions.tries",
            "Tries",
            (50, 600, 4000),
            "The number of random points.",
        ),
    ],
    code: &[
        "loop {",
        "    let v: [f64; N] = from_fn(|_| 2.0 * random() - 1.0);",
        "    let length2: f64 = v.iter().map(|x| x * x).sum();",
        "    if 0.0 < length2 && length2 <= 1.0 {",
        "        return v.map(|x| x / length2.sqrt());",
        "    }",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find the first n for which fewer than one try in ten is kept.",
        hint: "Raise n and read the rate; five is not enough.",
        is_solved: |c| c.integer("directions.n") == 6,
    },
};

/// A random point of the cube [−1, 1]ⁿ. Its coordinates come from successive words of a lattice
/// point's hash, as in n-dimensional noise.
fn random_point(hash: u32, first_word: u32, n: usize) -> Vec<f64> {
    let unit = |word: u32| (f64::from(further_word(hash, word)) + 0.5) / 4_294_967_296.0;
    (0..n as u32).map(|axis| 2.0 * unit(first_word + axis) - 1.0).collect()
}

fn is_kept(point: &[f64]) -> bool {
    let length2: f64 = point.iter().map(|x| x * x).sum();
    length2 > 1e-12 && length2 <= 1.0
}

/// The fraction of the cube that the unit ball fills: its volume over 2ⁿ.
fn expected_rate(n: usize) -> f64 {
    let (mut volume, first) = if n.is_multiple_of(2) { (1.0, 2) } else { (2.0, 3) };
    for k in (first..=n).step_by(2) {
        volume *= std::f64::consts::TAU / k as f64;
    }
    volume / 2f64.powi(n as i32)
}

fn hash_of(index: u32) -> u32 {
    hash_cell(Seed(7), &[i64::from(index)])
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 430.0);
    let (n, tries) = (c.integer("directions.n"), c.integer("directions.tries") as u32);
    let points: Vec<Vec<f64>> =
        (0..tries).map(|index| random_point(hash_of(index), 0, n)).collect();
    let kept_count = points.iter().filter(|point| is_kept(point)).count();
    draw_scatter(&mut d, &points);
    draw_counter(&mut d, n, [kept_count as f64, f64::from(tries)]);
    if c.step() >= 1 {
        draw_rates(&mut d, n);
    }
    if c.step() >= 2 {
        for (index, method) in METHODS.into_iter().enumerate() {
            draw_rose(&mut d, [430.0 + 120.0 * index as f64, 312.0], method);
        }
    }
    d.formula = vec![vec![
        Term::text("kept = volume of the ball ÷ 2^n = "),
        Term::number("rate", "expected", expected_rate(n), 4),
    ]];
    finish(d, c, &[3, 3, 4])
}

fn draw_scatter(d: &mut Drawing, points: &[Vec<f64>]) {
    let plot = Plot { at: [20.0, 20.0], size: [310.0; 2], x: [-1.0, 1.0], y: [-1.0, 1.0] };
    d.rect("", Ink::Card, plot.at, plot.size);
    for point in points.iter().filter(|point| !is_kept(point)) {
        let [x, y] = plot.place([point[0], point[1]]);
        d.line("dropped", Ink::Negative, 1.0, vec![[x - 2.5, y - 2.5], [x + 2.5, y + 2.5]]);
        d.line("dropped", Ink::Negative, 1.0, vec![[x - 2.5, y + 2.5], [x + 2.5, y - 2.5]]);
    }
    for point in points.iter().filter(|point| is_kept(point)) {
        d.disc("kept", Ink::Positive, plot.place([point[0], point[1]]), 2.6);
    }
    d.circle("ball", Ink::Axis, plot.place([0.0; 2]), 155.0);
}

fn draw_counter(d: &mut Drawing, n: usize, [kept_count, tries]: [f64; 2]) {
    let rows = [
        ("kept: ", "kept", Ink::Positive, kept_count, 0, [20.0, 356.0]),
        ("of tries: ", "tries", Ink::Text, tries, 0, [120.0, 356.0]),
        ("rate: ", "rate", Ink::Text, kept_count / tries, 4, [230.0, 356.0]),
        ("expected: ", "expected", Ink::Text, expected_rate(n), 4, [20.0, 380.0]),
        ("n = ", "n", Ink::Accent, n as f64, 0, [230.0, 380.0]),
    ];
    for (label, name, ink, value, decimals, at) in rows {
        d.number(name, ink, (at, Anchor::Left), Readout::new(label, name, value, decimals));
    }
}

/// Draws the acceptance rate of each dimension as a bar.
fn draw_rates(d: &mut Drawing, n: usize) {
    let [left, bottom, height] = [384.0, 190.0, 150.0];
    d.line("", Ink::Axis, 1.0, vec![[left - 10.0, bottom], [left + 350.0, bottom]]);
    for k in 2..=10 {
        let x = left + 39.0 * (k - 2) as f64;
        let rate = expected_rate(k);
        let ink = if k == n { Ink::Accent } else { Ink::Noise };
        let bar_height = (height * rate).max(1.0);
        d.rect("rate", ink, [x, bottom - bar_height], [24.0, bar_height]);
        let name = format!("rate{k}");
        let decimals = if k < 10 { 3 } else { 4 };
        let readout = Readout::new("", &name, rate, decimals);
        d.number(
            "rate",
            Ink::Text,
            ([x + 12.0, bottom - bar_height - 11.0], Anchor::Middle),
            readout,
        );
        d.text(Ink::Muted, 12.0, [x + 12.0, bottom + 13.0], Anchor::Middle, &k.to_string());
    }
    d.text(Ink::Muted, 12.0, [374.0, 20.0], Anchor::Left, "share of kept points, by n");
    let x = left + 39.0 * (n - 2) as f64 + 12.0;
    let target = Target::Control("directions.n");
    d.disc("n", Ink::Accent, [x, bottom], 5.0);
    d.handles.push(
        Handle::new("n", "the number of dimensions", [x, bottom]).along_x(target, 1.0 / 39.0),
    );
}

/// A method to draw random directions in the plane.
#[derive(Clone, Copy)]
enum DirectionMethod {
    /// A method that the noise uses.
    OfNoise(Directions),
    /// The directions of all points of the cube, without rejection.
    WholeCube,
}

const METHODS: [(&str, DirectionMethod); 3] = [
    ("kept points", DirectionMethod::OfNoise(Directions::Rejection)),
    ("Gaussian", DirectionMethod::OfNoise(Directions::Gaussian)),
    ("whole cube", DirectionMethod::WholeCube),
];
const SECTORS: usize = 36;
const DIRECTION_COUNT: u32 = 7200;

/// The number of a method's directions in each of 36 sectors, divided by the mean.
fn sectors(method: DirectionMethod) -> [f64; SECTORS] {
    let mut counts = [0.0; SECTORS];
    for index in 0..DIRECTION_COUNT {
        let hash = hash_of(index);
        let (x, y) = match method {
            DirectionMethod::WholeCube => {
                let point = random_point(hash, 0, 2);
                (point[0], point[1])
            }
            DirectionMethod::OfNoise(directions) => {
                let [x, y, ..] = unit_vector(hash, 2, directions);
                (x, y)
            }
        };
        let turns = y.atan2(x) / std::f64::consts::TAU + 0.5;
        counts[(turns * SECTORS as f64) as usize % SECTORS] += 1.0;
    }
    counts.map(|count| count * SECTORS as f64 / f64::from(DIRECTION_COUNT))
}

/// Draws a rose: a sector's radius is its frequency.
fn draw_rose(d: &mut Drawing, centre: Place, (name, method): (&str, DirectionMethod)) {
    let sectors = sectors(method);
    let unit = 34.0;
    for (index, frequency) in sectors.iter().enumerate() {
        let edge = |k: usize| {
            let angle = std::f64::consts::TAU * (k as f64 / SECTORS as f64 - 0.5);
            [centre[0] + unit * frequency * angle.cos(), centre[1] - unit * frequency * angle.sin()]
        };
        d.polygon("rose", Ink::Noise, vec![centre, edge(index), edge(index + 1)])
            .scale_opacity(0.8);
    }
    d.circle("even", Ink::Axis, centre, unit);
    d.text(Ink::Muted, 12.0, [centre[0], centre[1] - 62.0], Anchor::Middle, name);
    // The mean of the sectors on the four diagonals.
    let corner = [4, 13, 22, 31].map(|k| sectors[k]).iter().sum::<f64>() / 4.0;
    let name = format!("corner_{}", name.replace(' ', "_"));
    let readout = Readout::new("to corners × ", &name, corner, 2);
    d.number("rose", Ink::Text, ([centre[0], centre[1] + 64.0], Anchor::Middle), readout);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn tries_match_the_noises_rejection() {
        for n in 2..=6 {
            for index in 0..200 {
                let hash = hash_of(index);
                let point = (0..)
                    .map(|k| random_point(hash, k * n as u32, n))
                    .find(|p| is_kept(p))
                    .unwrap();
                let length = point.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
                let ours: Vec<f64> = point.iter().map(|x| x / length).collect();
                assert_eq!(ours, unit_vector(hash, n, Directions::Rejection)[..n]);
            }
        }
    }

    #[test]
    fn rates_match_the_literature_and_the_tries() {
        let rates = [(2, 0.785), (3, 0.524), (4, 0.308), (6, 0.081), (8, 0.016), (10, 0.0025)];
        for (n, rate) in rates {
            assert!((expected_rate(n) - rate).abs() < 6e-4, "{n}: {}", expected_rate(n));
        }
        for n in 2..=6 {
            let d = trial_of(&DIRECTIONS)
                .set("directions.n", n as f64)
                .set("directions.tries", 4000.0)
                .draw();
            let rate = expected_rate(n);
            let deviation = (rate * (1.0 - rate) / 4000.0).sqrt();
            assert!((d.value("rate").unwrap() - rate).abs() < 4.0 * deviation, "{n}");
        }
    }

    #[test]
    fn only_the_whole_cube_favours_its_corners() {
        let corners =
            |method| [4, 13, 22, 31].map(|k| sectors(method)[k]).iter().sum::<f64>() / 4.0;
        for (name, method) in METHODS {
            let corners = corners(method);
            match method {
                DirectionMethod::WholeCube => assert!(corners > 1.3, "{corners}"),
                DirectionMethod::OfNoise(_) => {
                    assert!((corners - 1.0).abs() < 0.15, "{name}: {corners}")
                }
            }
        }
    }
}
