//! Times erosion on a grid: `cargo bench --bench erosion --no-default-features --features oracle`.
//!
//! Computes 1024² samples of the default erosion with five octaves, with each set of vector
//! instructions. Figures are nanoseconds per sample of a thread's processor time, the best of
//! several medians. They are compared with three other times: another crate's filter at single
//! points (with `oracle`), our own reference at single points, and the heights of the guide alone.
//! The guide is the coarse land that erosion carves, here three octaves of Perlin noise.

use cpu_time::ThreadTime;
use orogen::noise::grid::{GridNoise, Level};
use orogen::noise::{FractalKind, Noise, NoiseSpec, Normalise, Seed};
use orogen::terrain::dual::Dual;
use orogen::terrain::erosion::{ErodedSamples, Erosion, Guide};
use orogen::terrain::recipe::Recipe;
use std::hint::black_box;

mod timing;

const SIDE: usize = 1024;
const COUNT: usize = SIDE * SIDE;
/// Each `STEP`-th sample is also computed as a single point, for comparison.
const STEP: usize = 97;
const MEDIANS: usize = 3;
const CALLS: usize = 5;
/// The feature size of the guide, and its height.
const WIDTH_M: f64 = 4000.0;
const HEIGHT_M: f64 = 1600.0;

/// Returns a call's processor time in nanoseconds per sample: the best of several medians.
fn time(samples: usize, mut call: impl FnMut()) -> f64 {
    let now = || ThreadTime::now().as_duration();
    timing::best_medians(now, [MEDIANS, CALLS], &mut [&mut call])[0] * 1e9 / samples as f64
}

/// The guide's heights and slopes in f32 or f64.
struct Planes<R> {
    heights_m: Vec<R>,
    gradients: [Vec<R>; 2],
}

impl<R> Planes<R> {
    fn new(duals: &[Dual], number: fn(f64) -> R) -> Self {
        Self {
            heights_m: duals.iter().map(|dual| number(dual.height_m)).collect(),
            gradients: [0, 1].map(|i| duals.iter().map(|dual| number(dual.gradient[i])).collect()),
        }
    }

    fn guide<'a>(&'a self, line: &'a [f64]) -> Guide<'a, R> {
        Guide {
            lines_m: [line, line],
            places_m: None,
            heights_m: &self.heights_m,
            gradients: [&self.gradients[0], &self.gradients[1]],
        }
    }
}

/// Times a call that fills heights, ridge and occlusion, in nanoseconds per sample.
fn time_fill<R: Clone + Default>(mut fill: impl FnMut(&mut ErodedSamples<'_, R>)) -> f64 {
    let mut planes = [const { Vec::new() }; 3].map(|_: Vec<R>| vec![R::default(); COUNT]);
    time(COUNT, || {
        let [heights_m, ridge, occlusion] = &mut planes;
        fill(&mut ErodedSamples { heights_m, ridge: Some(ridge), occlusion: Some(occlusion) });
        black_box(&planes);
    })
}

#[cfg(not(feature = "oracle"))]
fn time_other_filter(_: &Recipe, _: &[f64], _: &[Dual]) -> Option<f64> {
    None
}

/// Times the other crate's filter with the same parameters in metres, in nanoseconds per sample.
#[cfg(feature = "oracle")]
fn time_other_filter(recipe: &Recipe, line: &[f64], duals: &[Dual]) -> Option<f64> {
    use bevy_erosion_filter::cpu::{ErosionFilterParams, erosion_filter};
    let group = &recipe.erosion;
    let params = ErosionFilterParams {
        scale: group.gully_m as f32,
        strength: group.strength as f32,
        gully_weight: group.branching as f32,
        octaves: group.octaves as i32,
        gain: group.gain as f32,
        ..ErosionFilterParams::default()
    };
    Some(time(COUNT.div_ceil(STEP), || {
        for i in (0..COUNT).step_by(STEP) {
            let place = [line[i % SIDE] as f32, line[i / SIDE] as f32];
            let Dual { height_m, gradient: [east, south] } = duals[i];
            let land = [height_m as f32, east as f32, south as f32];
            let target = (height_m / group.reach_m) as f32;
            black_box(erosion_filter(place.into(), land.into(), target, black_box(&params)));
        }
    }))
}

fn duals(noise: &Noise, line: &[f64]) -> Vec<Dual> {
    let dual = |z: f64, x: f64| {
        let (value, slopes) = noise.sample2_with_gradient([x / WIDTH_M, z / WIDTH_M], 0.0);
        Dual { height_m: HEIGHT_M * value, gradient: slopes.map(|g| g * HEIGHT_M / WIDTH_M) }
    };
    line.iter().flat_map(|z| line.iter().map(|x| dual(*z, *x))).collect()
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
    let mut recipe = Recipe::default();
    recipe.erosion.octaves = 5;
    recipe.erosion.reach_m = 0.6 * HEIGHT_M;
    let erosion = Erosion::new(&recipe.erosion, Seed(9), -1e6);

    // The finest octave has a gully every 75 m.
    for spacing_m in [1.0, 4.0, 16.0] {
        let line: Vec<f64> = (0..SIDE).map(|i| (i as f64 - 300.0) * spacing_m).collect();
        let duals = duals(&noise, &line);
        let (narrow, wide) = (Planes::new(&duals, |x| x as f32), Planes::new(&duals, |x| x));
        let grid = GridNoise::new(&noise, 1.0 / WIDTH_M);
        let height = time_fill(|out| grid.fill_at([&line, &line], 0.0, out.heights_m));
        let single = time(COUNT.div_ceil(STEP), || {
            for i in (0..COUNT).step_by(STEP) {
                black_box(erosion.at(duals[i], [line[i % SIDE], line[i / SIDE]], spacing_m));
            }
        });
        let other = time_other_filter(&recipe, &line, &duals);
        println!(
            "{spacing_m:>3} m apart, nanoseconds a sample and how many times as fast as the first"
        );
        if let Some(other) = other {
            println!("    bevy_erosion_filter{other:>13.1}");
        }
        let print_row = |what: &str, ns: f64| {
            let times = other.map_or(String::new(), |other| format!("{:>8.1}", other / ns));
            println!("    {what:<20}{ns:>12.1}{times}  {:>8.2} M/s", 1e3 / ns);
        };
        print_row("single points, f64", single);
        for level in Level::available().into_iter().rev() {
            let guide = narrow.guide(&line);
            let ns = time_fill(|out| erosion.fill(level, &guide, spacing_m, out));
            print_row(&format!("f32 {level:?}"), ns);
        }
        for level in Level::available().into_iter().rev() {
            let guide = wide.guide(&line);
            let ns = time_fill(|out| erosion.fill(level, &guide, spacing_m, out));
            print_row(&format!("f64 {level:?}"), ns);
        }
        print_row("the guide's height", height);
    }
}
