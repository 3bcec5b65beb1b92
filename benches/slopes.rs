//! Times slopes, and noise at moved positions: `cargo bench --bench slopes`.
//!
//! A row shows the millions of samples per second of processor time in two cases, and the ratio of
//! their times. One case computes slopes or moves the samples. The other computes values alone; for
//! moved samples, it computes values of a noise that is warped once. Times are the best of several
//! medians. Calls of the two cases alternate, so that other work on the machine affects both.

use cpu_time::ThreadTime;
use orogen::noise::grid::{Grid, GridNoise, Moves};
use orogen::noise::{Basis, FractalKind, NoiseSpec, Warp};
use std::hint::black_box;

mod timing;

const MEDIANS: usize = 8;
const CALLS: usize = 15;
const SIDE: usize = 1024;
/// The number of samples along a cell of the first octave.
const CELL: f64 = 256.0;
/// The number of samples along a cell of the first octave, in the chunks.
const CHUNK_CELL: f64 = 64.0;

/// A comparison of two calls.
struct Comparison {
    name: &'static str,
    /// The highest ratio that meets the goal; `None` without a goal.
    goal: Option<f64>,
    samples: usize,
    /// The call with slopes or moves, and the call that it is compared with.
    calls: [Box<dyn FnMut()>; 2],
}

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!(
        "{:44} {:>9} {:>9} {:>7} {:>6}",
        "comparison, M samples/s", "with", "without", "ratio", "goal"
    );
    for comparison in comparisons() {
        if filter.as_ref().is_none_or(|word| comparison.name.contains(word.as_str())) {
            comparison.run();
        }
    }
}

impl Comparison {
    fn run(mut self) {
        let now = || ThreadTime::now().as_duration();
        let [with, without] = &mut self.calls;
        let best = timing::best_medians(now, [MEDIANS, CALLS], &mut [&mut **with, &mut **without]);
        let rate = |time: f64| self.samples as f64 / time / 1e6;
        let (with, without) = (rate(best[0]), rate(best[1]));
        let ratio = best[0] / best[1];
        print!("{:44} {with:9.1} {without:9.1} {ratio:6.2}x", self.name);
        match self.goal {
            Some(goal) => println!(" {goal:5.1}x  {}", if ratio <= goal { "met" } else { "MISS" }),
            None => println!(),
        }
    }
}

fn fbm(octaves: u32) -> NoiseSpec {
    NoiseSpec { fractal: FractalKind::Fbm, octaves: f64::from(octaves), ..NoiseSpec::default() }
}

fn warped(spec: NoiseSpec) -> NoiseSpec {
    NoiseSpec { warp: Warp { strength: 0.5, frequency: 1.0, times: 1 }, ..spec }
}

fn grid_noise(spec: &NoiseSpec, samples_per_cell: f64) -> GridNoise {
    GridNoise::new(&spec.build(2).expect("a valid spec"), 1.0 / samples_per_cell)
}

/// Returns a call that samples values on some grids.
fn values(noise: GridNoise, grids: Vec<Grid>) -> Box<dyn FnMut()> {
    let mut outs: Vec<Vec<f32>> = grids.iter().map(|grid| vec![0.0; samples(grid)]).collect();
    Box::new(move || {
        let plan = noise.plan(&grids);
        for (index, out) in outs.iter_mut().enumerate() {
            plan.fill(index, out);
        }
        black_box(&mut outs);
    })
}

/// Returns a call that samples values and slopes on some grids.
fn with_slopes(noise: GridNoise, grids: Vec<Grid>) -> Box<dyn FnMut()> {
    let numbers = |grid: &Grid| [0; 3].map(|_| vec![0.0; samples(grid)]);
    let mut outs: Vec<[Vec<f32>; 3]> = grids.iter().map(numbers).collect();
    Box::new(move || {
        let plan = noise.plan(&grids);
        for (index, [out, east, south]) in outs.iter_mut().enumerate() {
            plan.fill_slopes(index, [out, east, south]);
        }
        black_box(&mut outs);
    })
}

/// Returns a call that samples values at rotated positions, displaced by some metres.
fn moved(noise: GridNoise) -> Box<dyn FnMut()> {
    let lines = [0, 1].map(|_| (0..SIDE).map(|i| i as f64).collect::<Vec<_>>());
    let push = |axis: usize| {
        let metres = |i: usize| ((i % SIDE + axis * i / SIDE) as f32 * 0.02).sin() * 20.0;
        (0..SIDE * SIDE).map(metres).collect::<Vec<_>>()
    };
    let offsets_m = [push(0), push(1)];
    let mut out = vec![0.0; SIDE * SIDE];
    Box::new(move || {
        let offsets_m = Some([&offsets_m[0][..], &offsets_m[1][..]]);
        let moves = Moves { map: [[0.8, -0.6], [0.6, 0.8]], offsets_m };
        noise.fill_moved_at([&lines[0], &lines[1]], moves, 0.0, &mut out, None);
        black_box(&mut out);
    })
}

fn samples(grid: &Grid) -> usize {
    grid.size[0] * grid.size[1]
}

fn square() -> Vec<Grid> {
    vec![Grid { origin: [0, 0], size: [SIDE; 2], spacing_m: 1.0, band_limit_m: 0.0 }]
}

/// Returns the grids of shuffled chunks: 64² cells with a border, and 32² cells at twice the
/// spacing.
fn chunks() -> Vec<Grid> {
    let chunk = |side: i64, size: usize, index: i64| {
        // 97 and 256 have no common factor, so each chunk occurs once.
        let index = index * 97 % 256;
        let origin = [index % 16 * side - 1, index / 16 * side - 1];
        Grid { origin, size: [size; 2], spacing_m: 64.0 / side as f64, band_limit_m: 0.0 }
    };
    (0..256).flat_map(|i| [chunk(64, 67, i), chunk(32, 35, i)]).collect()
}

/// Compares values and slopes with values alone.
fn slopes(name: &'static str, goal: Option<f64>, spec: &NoiseSpec) -> Comparison {
    let noise = || grid_noise(spec, CELL);
    let calls = [with_slopes(noise(), square()), values(noise(), square())];
    Comparison { name, goal, samples: SIDE * SIDE, calls }
}

/// Compares values at moved positions with values that are warped once.
fn moves(name: &'static str, goal: Option<f64>, spec: NoiseSpec) -> Comparison {
    let noise = grid_noise(&spec, CELL);
    let calls = [moved(noise), values(grid_noise(&warped(spec), CELL), square())];
    Comparison { name, goal, samples: SIDE * SIDE, calls }
}

fn comparisons() -> Vec<Comparison> {
    let with_basis = |basis| NoiseSpec { basis, ..fbm(6) };
    let ridged = NoiseSpec { fractal: FractalKind::Ridged, ..fbm(8) };
    let strong = Warp { strength: 2.0, frequency: 1.0, times: 2 };
    let chunk_noise = grid_noise(&fbm(8), CHUNK_CELL);
    let chunks_alone = values(grid_noise(&fbm(8), CHUNK_CELL), chunks());
    vec![
        slopes("slopes of fBm Perlin, 6 octaves, 1024²", Some(2.5), &fbm(6)),
        slopes("slopes of fBm Perlin, 8 octaves, 1024²", Some(2.5), &fbm(8)),
        Comparison {
            name: "slopes of 256 chunks of 67² and 35², 8 octaves",
            goal: Some(2.2),
            samples: chunks().iter().map(samples).sum(),
            calls: [with_slopes(chunk_noise, chunks()), chunks_alone],
        },
        slopes("slopes of ridged Perlin, 8 octaves", None, &ridged),
        slopes("slopes of lattice2, 6 octaves", None, &with_basis(Basis::Lattice2)),
        slopes("slopes of Perlin warped once, 6 octaves", None, &warped(fbm(6))),
        slopes(
            "slopes of Perlin warped strongly, 6 octaves",
            None,
            &NoiseSpec { warp: strong, ..fbm(6) },
        ),
        slopes("slopes of simplex, 6 octaves", None, &with_basis(Basis::Simplex)),
        slopes("slopes of OpenSimplex2S, 6 octaves", None, &with_basis(Basis::OpenSimplex2S)),
        slopes("slopes of Worley F1, 6 octaves", None, &with_basis(Basis::WorleyF1)),
        moves("moved Perlin to warped once, 6 octaves", Some(1.5), fbm(6)),
        moves("moved simplex to warped once, 6 octaves", Some(1.5), with_basis(Basis::Simplex)),
    ]
}
