//! Erosion on a grid: `cargo bench --bench erosion`.
//!
//! 1024² samples of the default erosion with five octaves; one thread; nanoseconds a sample of the
//! thread's own time, the best of several medians, at each set of vector instructions. Beside it
//! stand the heights alone of a guide of three octaves of Perlin noise, and the reference at single
//! points.

use cpu_time::ThreadTime;
use orogen::noise::grid::{GridNoise, Level};
use orogen::noise::{FractalKind, NoiseSpec, Normalise, Seed};
use orogen::terrain::dual::Dual;
use orogen::terrain::erosion::{ErodedSamples, Erosion, Guide};
use orogen::terrain::recipe::Recipe;
use std::hint::black_box;

const SIDE: usize = 1024;
const COUNT: usize = SIDE * SIDE;
const MEDIANS: usize = 3;
const CALLS: usize = 5;
/// From landform to landform, and how high they are.
const WIDTH_M: f64 = 4000.0;
const HEIGHT_M: f64 = 1600.0;

/// The best of several medians, in nanoseconds a sample.
fn time(samples: usize, mut call: impl FnMut()) -> f64 {
    let median = |_| {
        let mut times: Vec<f64> = (0..CALLS)
            .map(|_| {
                let start = ThreadTime::now();
                call();
                start.elapsed().as_secs_f64()
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[CALLS / 2]
    };
    (0..MEDIANS).map(median).fold(f64::INFINITY, f64::min) * 1e9 / samples as f64
}

fn main() {
    let spec = NoiseSpec {
        seed: Seed(5),
        fractal: FractalKind::Fbm,
        octaves: 3.0,
        gain: 0.1,
        normalise: Normalise::Measured,
        octave_seeds: true,
        ..NoiseSpec::default()
    };
    let noise = spec.build(2).expect("a noise of two dimensions");
    let mut document = Recipe::default();
    document.erosion.octaves = 5;
    document.erosion.reach_m = 0.6 * HEIGHT_M;
    let erosion = Erosion::new(&document.erosion, Seed(9), -1e6);

    // The finest octave has 75 m from gully to gully
    for spacing_m in [1.0, 4.0, 16.0] {
        let line: Vec<f64> = (0..SIDE).map(|i| (i as f64 - 300.0) * spacing_m).collect();
        let dual = |z: f64, x: f64| {
            let (value, slopes) = noise.sample2_with_gradient([x / WIDTH_M, z / WIDTH_M], 0.0);
            Dual { height_m: HEIGHT_M * value, gradient: slopes.map(|g| g * HEIGHT_M / WIDTH_M) }
        };
        let duals: Vec<Dual> =
            line.iter().flat_map(|z| line.iter().map(|x| dual(*z, *x))).collect();
        let plane = |number: fn(&Dual) -> f64| -> Vec<f32> {
            duals.iter().map(|dual| number(dual) as f32).collect()
        };
        let heights = plane(|dual| dual.height_m);
        let [east, south] = [plane(|dual| dual.gradient[0]), plane(|dual| dual.gradient[1])];
        let (mut out, mut ridge, mut occlusion) =
            (vec![0.0; COUNT], vec![0.0; COUNT], vec![0.0; COUNT]);

        let grid = GridNoise::new(&noise, 1.0 / WIDTH_M);
        let height = time(COUNT, || {
            grid.fill_at([&line, &line], 0.0, &mut out);
            black_box(&out);
        });
        let step = COUNT / 1000;
        let reference = time(COUNT / step, || {
            for i in (0..COUNT).step_by(step) {
                black_box(erosion.at(duals[i], [line[i % SIDE], line[i / SIDE]], spacing_m));
            }
        });
        println!(
            "{spacing_m:>3} m apart: height {height:.1} ns a sample, reference {reference:.0} ns"
        );
        for level in Level::available().into_iter().rev() {
            let guide_samples = Guide {
                lines_m: [&line, &line],
                places_m: None,
                heights_m: &heights,
                gradients: [&east, &south],
            };
            let eroded = time(COUNT, || {
                let mut out = ErodedSamples {
                    heights_m: &mut out,
                    ridge: Some(&mut ridge),
                    occlusion: Some(&mut occlusion),
                };
                erosion.fill_with(level, &guide_samples, spacing_m, &mut out);
                black_box(&out);
            });
            println!(
                "    {:<10}{eroded:>7.1} ns a sample, {:.1} times the height",
                format!("{level:?}"),
                eroded / height
            );
        }
    }
}
