//! Times landforms on a grid: `cargo bench --bench landforms`.
//!
//! Computes 1024² samples, 64 per cell of the smallest features, with each set of vector
//! instructions, on a grid and at rotated and displaced positions. Figures are million samples per
//! second of a thread's processor time, the best of several medians.

use cpu_time::ThreadTime;
use orogen::noise::Seed;
use orogen::noise::grid::{Level, Moves};
use orogen::terrain::dual::Samples;
use orogen::terrain::landform::*;
use std::hint::black_box;

mod timing;

const SIDE: usize = 1024;
const MEDIANS: usize = 3;
const CALLS: usize = 5;

/// Returns landforms with default parameters: name, side of a cell of the smallest features (in
/// metres), landform.
fn landforms() -> Vec<(&'static str, f64, Box<dyn Landform>)> {
    let seed = Seed(7);
    let one_size =
        CratersDocument { craters: CratersGroup { sizes: 1, ..CratersGroup::default() } };
    let field = VolcanoesDocument {
        volcanoes: VolcanoesGroup { single: false, ..VolcanoesGroup::default() },
    };
    let one_octave = ContinentsDocument {
        continents: ContinentsGroup { octaves: 1, ..ContinentsGroup::default() },
    };
    vec![
        ("craters, one size", 1980.0, Box::new(craters(&one_size, seed))),
        ("craters, five sizes", 1980.0 / 16.0, Box::new(craters(&Default::default(), seed))),
        ("dunes", 187.5, Box::new(dunes(&Default::default(), seed))),
        ("barchans", 160.0, Box::new(barchans(&Default::default(), seed))),
        ("mesas", 225.0, Box::new(mesas(&Default::default(), seed))),
        ("volcanoes, a field", 5200.0, Box::new(volcanoes(&field, seed))),
        ("volcanoes, one", 5200.0, Box::new(volcanoes(&Default::default(), seed))),
        ("dolines", 108.0, Box::new(dolines(&Default::default(), seed))),
        ("towers", 144.0, Box::new(towers(&Default::default(), seed))),
        ("continents, one octave", 40_000.0, Box::new(continents(&one_octave, seed))),
        ("continents, five", 2_500.0, Box::new(continents(&Default::default(), seed))),
    ]
}

/// Returns the thread's processor time of a call, in seconds: the best of several medians.
fn time(mut call: impl FnMut()) -> f64 {
    let now = || ThreadTime::now().as_duration();
    timing::best_medians(now, [MEDIANS, CALLS], &mut [&mut call])[0]
}

fn main() {
    let mut heights = vec![0.0; SIDE * SIDE];
    let [mut east, mut south] = [heights.clone(), heights.clone()];
    let pushes: [Vec<f32>; 2] = [0, 1].map(|axis| {
        let push = |i: usize| ((i % SIDE * (3 - axis) + i / SIDE * (1 + axis)) % 64) as f32 / 16.0;
        (0..SIDE * SIDE).map(push).collect()
    });
    let moves = Moves { map: [[0.8, -0.6], [0.6, 0.8]], offsets_m: Some([&pushes[0], &pushes[1]]) };
    let speed = |seconds: f64| (SIDE * SIDE) as f64 / seconds * 1e-6;
    for (name, cell_m, landform) in landforms() {
        let line: Vec<f64> = (0..SIDE).map(|i| (i as f64 - 300.0) * cell_m / 8.0).collect();
        for level in Level::available().into_iter().rev() {
            let heights_s = time(|| {
                let mut out = Samples::heights(&mut heights);
                landform.fill(level, [&line, &line], 0.0, &mut out);
                black_box(&heights);
            });
            let gradients_s = time(|| {
                let mut out = Samples::with_gradients(&mut heights, [&mut east, &mut south]);
                landform.fill(level, [&line, &line], 0.0, &mut out);
                black_box(&east);
            });
            let moved_s = time(|| {
                let mut out = Samples::with_gradients(&mut heights, [&mut east, &mut south]);
                landform.fill_moved(level, [&line, &line], moves, 0.0, &mut out);
                black_box(&east);
            });
            println!(
                "{name:<24}{:<10}{:>7.0} M/s{:>7.0} with gradients{:>7.0} moved",
                format!("{level:?}"),
                speed(heights_s),
                speed(gradients_s),
                speed(moved_s),
            );
        }
    }
}
