//! Compares our grid evaluator with other libraries: `cargo bench --bench noise --features peers`.
//!
//! Figures are million octave-samples (samples times octaves) per second of a thread's processor
//! time, the best of several medians. Calls of a job's contestants alternate, so that other work on
//! the machine affects all of them.

use cpu_time::ThreadTime;
use orogen::noise::grid::{Grid, GridNoise};
use orogen::noise::{Basis, FractalKind, NoiseSpec, Warp};
use std::hint::black_box;

mod peers;
mod timing;

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!(
        "{:48} {:>9} {:>9} {:>7} {:>7} {:>7}",
        "job", "ours", "baseline", "ratio", "mark", "aim"
    );
    for job in jobs() {
        if filter.as_ref().is_none_or(|word| job.name.contains(word.as_str())) {
            job.run();
        }
    }
}

/// One library's implementation of a job.
struct Contestant {
    name: &'static str,
    /// Octave-samples in one call.
    work: f64,
    call: Box<dyn FnMut()>,
}

impl Contestant {
    fn new(name: &'static str, work: usize, call: impl FnMut() + 'static) -> Self {
        Self { name, work: work as f64, call: Box::new(call) }
    }
}

/// A task for our implementation and others.
struct Job {
    name: &'static str,
    /// The required and the desired ratio to the baseline, if any.
    goal: Option<[f64; 2]>,
    /// Our implementation first, then the baseline, then others for comparison.
    contestants: Vec<Contestant>,
}

const MEDIANS: usize = 8;
const CALLS: usize = 15;

impl Job {
    fn run(mut self) {
        let now = || ThreadTime::now().as_duration();
        let mut calls: Vec<&mut dyn FnMut()> = vec![];
        calls.extend(self.contestants.iter_mut().map(|c| &mut *c.call as &mut dyn FnMut()));
        let best = timing::best_medians(now, [MEDIANS, CALLS], &mut calls);
        let rates: Vec<f64> =
            self.contestants.iter().zip(best).map(|(c, time)| c.work / time / 1e6).collect();
        let ratio = rates[0] / rates[1];
        print!("{:48} {:9.0} {:9.1} {ratio:6.1}x", self.name, rates[0], rates[1]);
        match self.goal {
            Some([mark, aim]) => {
                let verdict = match ratio {
                    r if r >= aim => "aim",
                    r if r >= mark => "mark",
                    _ => "MISS",
                };
                print!(" {mark:6.1}x {aim:6.1}x  {verdict:4}");
            }
            None => print!("{:22}", ""),
        }
        for (contestant, rate) in self.contestants.iter().zip(&rates).skip(1) {
            print!("  {} {rate:.0}", contestant.name);
        }
        println!();
    }
}

fn fbm(octaves: u32) -> NoiseSpec {
    NoiseSpec { fractal: FractalKind::Fbm, octaves: f64::from(octaves), ..NoiseSpec::default() }
}

/// Returns a contestant that samples our noise over a square grid.
fn our_noise(spec: NoiseSpec, side: usize, samples_per_cell: f64, octaves: usize) -> Contestant {
    let noise = GridNoise::new(&spec.build(2).expect("a valid spec"), 1.0 / samples_per_cell);
    let mut out = vec![0.0; side * side];
    let grid = Grid { origin: [0, 0], size: [side; 2], spacing_m: 1.0, band_limit_m: 0.0 };
    Contestant::new("ours", octaves * side * side, move || {
        noise.fill(&grid, &mut out);
        black_box(&mut out);
    })
}

/// Returns a contestant that samples a function of a point over a square grid.
fn sampled(
    name: &'static str,
    side: usize,
    samples_per_cell: f64,
    octaves: usize,
    value: impl Fn(f64, f64) -> f32 + 'static,
) -> Contestant {
    // A call fills only one of many slices, so that it takes about as long as a call of ours and
    // interruptions are equally likely in both.
    let rows = side / SLICES;
    let mut out = vec![0.0; side * rows];
    let mut slice = 0;
    Contestant::new(name, octaves * side * rows, move || {
        for (y, row) in out.chunks_exact_mut(side).enumerate() {
            for (x, out) in row.iter_mut().enumerate() {
                *out = value(
                    x as f64 / samples_per_cell,
                    (slice * rows + y) as f64 / samples_per_cell,
                );
            }
        }
        black_box(&mut out);
        slice = (slice + 1) % SLICES;
    })
}

/// The number of calls in which another library fills all samples once.
const SLICES: usize = 64;
const SIDE: usize = 1024;
/// The number of samples along a cell of the first octave.
const CELL: f64 = 256.0;

fn jobs() -> Vec<Job> {
    let mut jobs = vec![];
    for (name, octaves, mark, aim) in [
        ("fBm Perlin, 6 octaves, 1024²", 6, 45.0, 65.0),
        ("fBm Perlin, 8 octaves, 1024²", 8, 42.0, 60.0),
    ] {
        jobs.push(Job {
            name,
            goal: Some([mark, aim]),
            contestants: vec![
                our_noise(fbm(octaves as u32), SIDE, CELL, octaves),
                sampled("noise", SIDE, CELL, octaves, peers::noise_fbm_perlin(octaves)),
                sampled(
                    "fastnoise-lite",
                    SIDE,
                    CELL,
                    octaves,
                    peers::fastnoise_fbm(peers::PERLIN, octaves),
                ),
                sampled("noiz", SIDE, CELL, octaves, peers::noiz_fbm_perlin(octaves)),
            ],
        });
    }
    jobs.push(Job {
        name: "value fBm, 6 octaves, 1024²",
        goal: Some([30.0, 60.0]),
        contestants: vec![
            our_noise(NoiseSpec { basis: Basis::Value, ..fbm(6) }, SIDE, CELL, 6),
            sampled("fastnoise-lite", SIDE, CELL, 6, peers::fastnoise_fbm(peers::VALUE, 6)),
        ],
    });
    jobs.push(Job {
        name: "256 chunks of 67² and 35², 8 octaves",
        goal: Some([40.0, 54.0]),
        contestants: vec![our_chunks(8), chunks_by_noise(8)],
    });
    let warp = Warp { strength: 0.5, frequency: 1.0, times: 1 };
    jobs.push(Job {
        name: "domain warp once, fBm Perlin, 6 octaves",
        goal: Some([27.0, 32.0]),
        contestants: vec![
            our_noise(NoiseSpec { warp, ..fbm(6) }, SIDE, CELL, 18),
            sampled("noise", SIDE, CELL, 18, peers::noise_warped_fbm_perlin(6, 0.5, 1)),
        ],
    });
    // This warp is so strong that it is evaluated in f64.
    let warp = Warp { strength: 2.0, frequency: 1.0, times: 2 };
    jobs.push(Job {
        name: "strong domain warp twice, fBm Perlin, 6 octaves",
        goal: Some([8.0, 15.0]),
        contestants: vec![
            our_noise(NoiseSpec { warp, ..fbm(6) }, SIDE, CELL, 30),
            sampled("noise", SIDE, CELL, 30, peers::noise_warped_fbm_perlin(6, 2.0, 2)),
        ],
    });
    jobs.push(Job {
        name: "simplex fBm, 6 octaves, 1024²",
        goal: Some([4.6, 6.0]),
        contestants: vec![
            our_noise(NoiseSpec { basis: Basis::Simplex, ..fbm(6) }, SIDE, CELL, 6),
            peers::simdnoise_fbm("simdnoise", SIDE, CELL, 6),
            sampled("noise", SIDE, CELL, 6, peers::noise_fbm_simplex(6)),
        ],
    });
    jobs.push(Job {
        name: "OpenSimplex2 fBm, 6 octaves, 1024²",
        goal: Some([20.0, 25.0]),
        contestants: vec![
            our_noise(NoiseSpec { basis: Basis::OpenSimplex2, ..fbm(6) }, SIDE, CELL, 6),
            sampled("fastnoise-lite", SIDE, CELL, 6, peers::fastnoise_fbm(peers::OPENSIMPLEX2, 6)),
            sampled("noise (OpenSimplex)", SIDE, CELL, 6, peers::noise_fbm_opensimplex(6)),
        ],
    });
    jobs.push(Job {
        name: "OpenSimplex2S fBm, 6 octaves, 1024²",
        goal: Some([20.0, 25.0]),
        contestants: vec![
            our_noise(NoiseSpec { basis: Basis::OpenSimplex2S, ..fbm(6) }, SIDE, CELL, 6),
            sampled("fastnoise-lite", SIDE, CELL, 6, peers::fastnoise_fbm(peers::OPENSIMPLEX2S, 6)),
            sampled("noise (SuperSimplex)", SIDE, CELL, 6, peers::noise_fbm_supersimplex(6)),
        ],
    });
    jobs.push(Job {
        name: "Worley F1, one octave, 64 samples a cell",
        goal: Some([15.0, 30.0]),
        contestants: vec![
            our_noise(NoiseSpec { basis: Basis::WorleyF1, ..NoiseSpec::default() }, SIDE, 64.0, 1),
            sampled("noise", SIDE, 64.0, 1, peers::noise_worley()),
            sampled("fastnoise-lite", SIDE, 64.0, 1, peers::fastnoise_fbm(peers::CELLULAR, 1)),
        ],
    });
    jobs.push(Job {
        name: "ridged Perlin, 8 octaves, 1024²",
        goal: Some([40.0, 60.0]),
        contestants: vec![
            our_noise(NoiseSpec { fractal: FractalKind::Ridged, ..fbm(8) }, SIDE, CELL, 8),
            sampled("noise", SIDE, CELL, 8, peers::noise_ridged_perlin(8)),
            peers::simdnoise_ridge("simdnoise (simplex)", SIDE, CELL, 8),
        ],
    });
    jobs
}

/// The number of samples along a cell of the first octave, in the chunks.
const CHUNK_CELL: f64 = 64.0;

/// Returns the grids of shuffled chunks: 64² cells with a border, and 32² cells at twice the
/// spacing.
fn chunks() -> Vec<Grid> {
    let chunk = |side: i64, size: usize, index: i64| {
        // 97 and 256 have no common factor, so each chunk occurs once.
        let index = index * 97 % 256;
        let spacing_m = 64.0 / side as f64;
        Grid {
            origin: [index % 16 * side - 1, index / 16 * side - 1],
            size: [size; 2],
            spacing_m,
            band_limit_m: 0.0,
        }
    };
    (0..256).flat_map(|i| [chunk(64, 67, i), chunk(32, 35, i)]).collect()
}

fn our_chunks(octaves: usize) -> Contestant {
    let noise =
        GridNoise::new(&fbm(octaves as u32).build(2).expect("a valid spec"), 1.0 / CHUNK_CELL);
    let grids = chunks();
    let samples: usize = grids.iter().map(|grid| grid.size[0] * grid.size[1]).sum();
    let mut outs: Vec<Vec<f32>> =
        grids.iter().map(|grid| vec![0.0; grid.size[0] * grid.size[1]]).collect();
    Contestant::new("ours", samples * octaves, move || {
        let plan = noise.plan(&grids);
        for (index, out) in outs.iter_mut().enumerate() {
            plan.fill(index, out);
        }
        black_box(&mut outs);
    })
}

fn chunks_by_noise(octaves: usize) -> Contestant {
    let value = peers::noise_fbm_perlin(octaves);
    let grids = chunks();
    let samples: usize = grids.iter().map(|grid| grid.size[0] * grid.size[1]).sum();
    let mut outs: Vec<Vec<f32>> =
        grids.iter().map(|grid| vec![0.0; grid.size[0] * grid.size[1]]).collect();
    let mut slice = 0;
    Contestant::new("noise", samples * octaves / SLICES, move || {
        for (grid, out) in grids.iter().zip(&mut outs).skip(slice).step_by(SLICES) {
            let coordinate = |axis: usize, i: usize| {
                (grid.origin[axis] + i as i64) as f64 * grid.spacing_m / CHUNK_CELL
            };
            for (row, out) in out.chunks_exact_mut(grid.size[0]).enumerate() {
                for (column, out) in out.iter_mut().enumerate() {
                    *out = value(coordinate(0, column), coordinate(1, row));
                }
            }
        }
        slice = (slice + 1) % SLICES;
        black_box(&mut outs);
    })
}
