//! Every challenge is unsolved at first and has a solution.

use crate::trial::trial_of;
use crate::{ROWS, row};

/// The place of p, and the values of controls by key.
type Attempt = ([f64; 2], Vec<(&'static str, f64)>);

/// Returns an attempt to solve a challenge, by its number from 0.
type NthAttempt = fn(u32) -> Attempt;

/// Place `index` of a grid with `columns` columns.
fn grid(index: u32, columns: u32, first: [f64; 2], step: [f64; 2]) -> [f64; 2] {
    let [x, y] = [index % columns, index / columns].map(f64::from);
    [first[0] + x * step[0], first[1] + y * step[1]]
}

const P: [f64; 2] = crate::state::FIRST_POINT;

/// Each figure with a number of attempts, of which at least one solves the challenge.
const SOLVED: &[(&str, u32, NthAttempt)] = &[
    ("aliasing", 1, |_| (P, vec![("aliasing.spacing", 0.25)])),
    ("band", 1, |_| (P, vec![("band.lambda", 0.5)])),
    ("banks", 1, |_| (P, vec![("banks.height", 60.0)])),
    ("bands", 2000, |i| ([f64::from(i) * 0.05, 0.0], vec![])),
    ("blend", 1, |_| ([1.5, 2.5], vec![])),
    ("cell", 40_000, |i| (grid(i, 200, [0.07, 2.13], [0.043; 2]), vec![])),
    ("cost", 1, |_| (P, vec![("cost.dimensions", 2.0)])),
    ("course-octaves", 40_000, |i| (grid(i, 200, [0.0; 2], [0.04; 2]), vec![])),
    ("creases", 1, |_| (P, vec![("creases.sun", 45.0)])),
    ("cut", 1, |_| ([1.7, 2.0], vec![("cut.ay", 1.0), ("cut.by", 1.0)])),
    ("directions", 1, |_| (P, vec![("directions.n", 6.0)])),
    ("gradients", 1, |_| (P, vec![("gradients.set", 4.0)])),
    ("grid", 1, |_| ([101.5, 101.5], vec![])),
    ("hill", 1, |_| ([1.05, 2.05], vec![("hill.constant", -0.9)])),
    ("hills", 1, |_| ([1.5, 2.5], vec![])),
    ("influence", 10_000, |i| (grid(i, 100, [0.0; 2], [0.01; 2]), vec![])),
    ("kernels", 1, |_| ([0.01, 0.01], vec![])),
    ("kinks", 1, |_| (P, vec![("kinks.fade", 1.0)])),
    ("land-octaves", 13, |i| (P, vec![("cut.level", f64::from(i))])),
    ("line", 1, |_| (P, vec![("line.slope1", 1.5), ("line.slope2", -1.5)])),
    ("line-octaves", 1, |_| (P, vec![("line-octaves.count", 6.0)])),
    ("lattice-speed", 1, |_| (P, vec![("speed.unit", 1.0)])),
    ("mesh", 256, |i| {
        let [gx, gy] = grid(i, 16, [0.0; 2], [1.0; 2]);
        (P, vec![("mesh.grid", 16.0), ("mesh.gx", gx), ("mesh.gy", gy)])
    }),
    ("midpoint", 1, |_| (P, vec![("midpoint.gain", 0.8)])),
    ("mix", 1, |_| ([0.5, 0.0], vec![("mix.b", 0.4)])),
    ("noises", 1, |_| (P, vec![("noises.chosen", 4.0)])),
    ("panes", 1, |_| (P, vec![("panes.surface", 1.0), ("panes.y", 4.0)])),
    ("particle", 1000, |i| {
        (P, vec![("particle.seed", f64::from(i % 10)), ("particle.hits", f64::from(100 + i))])
    }),
    ("permutation", 1, |_| ([17.5, 0.5], vec![])),
    ("planes", 2500, |i| (grid(i, 50, [1.0, 2.0], [0.02; 2]), vec![])),
    ("questions", 1, |_| (P, vec![("questions.card", 5.0)])),
    ("ramps", 1, |_| (P, vec![("ramps.way", 4.0), ("ramps.light", 1.0)])),
    ("random", 1, |_| (P, vec![("random.numbers", 2.0)])),
    ("range", 1, |_| {
        let keys = ["range.arrow00", "range.arrow10", "range.arrow01", "range.arrow11"];
        ([1.5, 2.5], keys.into_iter().zip([45.0, 135.0, -45.0, -135.0]).collect())
    }),
    ("sectors", 500, |i| {
        let w = f64::from(i % 40) * 0.2 - 4.0;
        ([f64::from(i) * 0.119, 20.0 - f64::from(i) * 0.083], vec![("sectors.w", w)])
    }),
    ("shuffle", 200, |i| (P, vec![("shuffle.seed", f64::from(i))])),
    ("simplex-faults", 1, |_| (P, vec![("jump.radius2", 0.5)])),
    ("simplex-sum", 10_000, |i| (grid(i, 100, [0.0; 2], [0.05; 2]), vec![])),
    ("simplices", 1, |_| (P, vec![("simplices.dimensions", 6.0)])),
    ("skew", 1, |_| (P, vec![("skew.morph", 1.0)])),
    ("slide", 2500, |i| (grid(i, 50, [0.0; 2], [0.2; 2]), vec![])),
    ("slope-hill", 1, |_| {
        let level = ["slope.a", "slope.b", "slope.d"].map(|key| (key, 0.0));
        (P, level.into_iter().chain([("slope.c", 1.0), ("slope.e", 1.0)]).collect())
    }),
    ("spheres", 1, |_| (P, vec![("spheres.tilt", 90.0)])),
    ("stroke", 1, |_| (P, vec![("stroke.at", 0.577_35)])),
    ("surflets", 1000, |i| (grid(i, 40, [0.0; 2], [0.05, 0.08]), vec![])),
    ("table", 256, |i| ([f64::from(i) + 0.5, 200.5], vec![])),
    ("tasks", 4000, |i| ([f64::from(i) * 0.0371, f64::from(i) * 0.0193], vec![])),
    ("tetrahedra", 1, |_| (P, vec![("tetra.azimuth", 45.0), ("tetra.elevation", 35.0)])),
    ("uses", 1, |_| (P, vec![("uses.time", 5.0)])),
    ("value-gradient", 40_000, |i| (grid(i, 200, [0.07, 2.13], [0.043; 2]), vec![])),
    ("variants", 1, |_| ([3.0, -2.0], vec![])),
    ("walk", 1, |_| ([2.3, 1.7], vec![])),
];

/// Returns true if an attempt solves the challenge of a figure.
fn is_solved(name: &str, (point, values): Attempt) -> bool {
    let row = row(name).unwrap_or_else(|| panic!("there is no figure {name}"));
    let start = trial_of(row).at(point);
    values.into_iter().fold(start, |trial, (key, value)| trial.set(key, value)).is_solved()
}

#[test]
fn challenges_are_open_at_first_and_can_be_solved() {
    let names = ROWS.iter().map(|row| row.name);
    let solved: Vec<_> = names.filter(|name| is_solved(name, (P, vec![]))).collect();
    assert!(solved.is_empty(), "solved at first: {solved:?}");
    let is_open = |(name, count, nth_attempt): &&(&str, u32, NthAttempt)| {
        !(0..*count).map(nth_attempt).any(|attempt| is_solved(name, attempt))
    };
    let open: Vec<_> = SOLVED.iter().filter(is_open).map(|(name, ..)| name).collect();
    assert!(open.is_empty(), "not solved: {open:?}");
    // The place of p alone is not enough.
    for (name, point) in [("mix", [0.5, 0.0]), ("hill", [1.05, 2.05])] {
        assert!(!is_solved(name, (point, vec![])), "{name}");
    }
}
