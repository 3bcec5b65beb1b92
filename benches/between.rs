//! Times heights off the view's grid, in f64: `cargo bench --bench between --no-default-features`.
//! Words after `--` choose lands by name.
//!
//! Exports whose resolution or place differs from the view's grid need these heights, in tasks of
//! 512 × 72 samples. Figures are nanoseconds per sample of a thread's processor time, the best of
//! several medians, compared with sampling single points.

use cpu_time::ThreadTime;
use orogen::terrain::preset::PRESETS;
use orogen::terrain::{Land, Recipe};
use std::hint::black_box;

mod timing;

const SIZE: [usize; 2] = [512, 72];
const COUNT: usize = SIZE[0] * SIZE[1];
/// Each `STEP`-th sample is also computed as a single point, for comparison.
const STEP: usize = 97;
const MEDIANS: usize = 3;
const CALLS: usize = 5;

/// Returns a call's processor time in nanoseconds per sample: the best of several medians.
fn time(samples: usize, mut call: impl FnMut()) -> f64 {
    let now = || ThreadTime::now().as_duration();
    timing::best_medians(now, [MEDIANS, CALLS], &mut [&mut call])[0] * 1e9 / samples as f64
}

fn measure(name: &str, recipe: &Recipe) {
    let land = Land::new(recipe).expect("a preset is a land");
    // Slightly denser than the view's finest grid, so samples fall between its points.
    let spacing_m = 0.77 * land.spacing_m();
    let line = |axis: usize| {
        let position = |i: usize| 1234.567 + i as f64 * spacing_m;
        (0..SIZE[axis]).map(position).collect::<Vec<_>>()
    };
    let [columns, rows] = [line(0), line(1)];
    let mut heights_m = vec![0.0; COUNT];
    let grid_ns = time(COUNT, || {
        land.heights_m([&columns, &rows], land.spacing_m(), &mut heights_m);
        black_box(&heights_m);
    });
    let point_ns = time(COUNT.div_ceil(STEP), || {
        for i in (0..COUNT).step_by(STEP) {
            let place_m = [columns[i % SIZE[0]], rows[i / SIZE[0]]];
            black_box(land.height_m(place_m, land.spacing_m()));
        }
    });
    let eroded = if recipe.erosion.on { "eroded" } else { "" };
    let rivers = if recipe.rivers.on { "rivers" } else { "" };
    println!(
        "{name:<20}{eroded:<8}{rivers:<8}{grid_ns:>9.1} ns, {:>6.2} M/s; single points {point_ns:>9.1} ns, {:>5.1} times",
        1e3 / grid_ns,
        point_ns / grid_ns
    );
}

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted =
        |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    if is_wanted("default") {
        measure("default", &Recipe::default());
        let mut eroded = Recipe::default();
        eroded.erosion.on = true;
        measure("default", &eroded);
    }
    for preset in PRESETS.iter().filter(|preset| is_wanted(preset.slug)) {
        measure(preset.slug, &preset.scene().expect("a preset is a scene").recipe);
    }
}
