//! The share of the sky that each place sees.

use std::f64::consts::FRAC_1_SQRT_2;

use rayon::prelude::*;

use super::KeepGoing;
use super::heights::HorizonHeights;
use super::march::{MarchStep, growing_distances};

/// The directions of horizons: east, south-east, south and so on.
pub(super) const DIRECTIONS: [[f64; 2]; 8] = {
    const D: f64 = FRAC_1_SQRT_2;
    [[1.0, 0.0], [D, D], [0.0, 1.0], [-D, D], [-1.0, 0.0], [-D, -D], [0.0, -1.0], [D, -D]]
};
/// The number of steps of a march, and the factor by which their distance grows.
const STEPS: usize = 14;
const GROWTH: f64 = 1.6;
/// The distance of each step, in spacings of the level.
const STEP_DISTANCES: [f64; STEPS] = {
    let mut distances = [1.0; STEPS];
    let mut step = 1;
    while step < STEPS {
        distances[step] = distances[step - 1] * GROWTH;
        step += 1;
    }
    distances
};

/// The horizon in a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Horizon {
    /// The sine of its elevation times 255; 0 if no ground rises above the texel.
    pub sine: u8,
    /// The step of the march that found it.
    pub step: u8,
}

/// The distance of a step of a march over a level.
pub(super) fn step_m(spacing_m: f64, step: u8) -> f64 {
    spacing_m * STEP_DISTANCES[usize::from(step)]
}

/// The horizons of every texel of a nest.
pub struct Horizons {
    /// The share of the sky that each texel of a level sees, relative to the sky above its own
    /// slope.
    pub(super) open_sky: Vec<Vec<f32>>,
    pub(super) by_direction: Vec<Vec<[Horizon; DIRECTIONS.len()]>>,
}

impl Horizons {
    /// Finds all horizons by ray marching over the heights.
    ///
    /// Returns `None` if the work was cancelled. Runs on the current rayon pool.
    pub fn new(heights: &HorizonHeights, keep_going: &KeepGoing<'_>) -> Option<Self> {
        let level = |level| march_level(heights, level, keep_going);
        let (open_sky, by_direction) =
            (0..heights.nest.levels).map(level).collect::<Option<Vec<_>>>()?.into_iter().unzip();
        Some(Self { open_sky, by_direction })
    }
}

type LevelHorizons = (Vec<f32>, Vec<[Horizon; DIRECTIONS.len()]>);

fn march_level(
    heights: &HorizonHeights,
    level: usize,
    keep_going: &KeepGoing<'_>,
) -> Option<LevelHorizons> {
    let (n, spacing_m) = (heights.nest.texels, heights.nest.spacing_m(level));
    let marches = DIRECTIONS.map(|direction| -> Vec<MarchStep> {
        let steps = growing_distances(spacing_m, GROWTH).take(STEPS);
        steps.map(|(m, stride_m)| MarchStep::new(heights, level, direction, m, stride_m)).collect()
    });
    let (mut open_sky, mut by_direction) =
        (vec![0.0; n * n], vec![<[Horizon; DIRECTIONS.len()]>::default(); n * n]);
    let rows = open_sky.par_chunks_mut(n).zip(by_direction.par_chunks_mut(n)).enumerate();
    rows.try_for_each(|(row, (open_sky, by_direction))| {
        keep_going().then(|| march_row(heights, level, row, &marches, open_sky, by_direction))
    })?;
    Some((open_sky, by_direction))
}

fn march_row(
    heights: &HorizonHeights,
    level: usize,
    row: usize,
    marches: &[Vec<MarchStep>; DIRECTIONS.len()],
    open_sky: &mut [f32],
    by_direction: &mut [[Horizon; DIRECTIONS.len()]],
) {
    let ground = heights.inner(level, row);
    let slopes: Vec<_> =
        (0..ground.len()).map(|column| heights.slope(level, row, column)).collect();
    let (mut scratch, mut heights_m) = (Vec::new(), vec![0.0; ground.len()]);
    // The sky above the horizon, and the sky above the texel's own slope alone.
    let mut sky = vec![[0.0; 2]; ground.len()];
    for (direction, march) in marches.iter().enumerate() {
        let mut highest = vec![(0.0, 0); ground.len()];
        for (number, step) in march.iter().enumerate() {
            step.write_heights(heights, row, &mut scratch, &mut heights_m);
            let inverse = 1.0 / step.distance_m;
            for ((highest, height_m), own_m) in highest.iter_mut().zip(&heights_m).zip(ground) {
                let tangent = (height_m - own_m) * inverse;
                if tangent > highest.0 {
                    *highest = (tangent, number);
                }
            }
        }
        let [x, z] = DIRECTIONS[direction].map(|c| c as f32);
        for (i, (tangent, step)) in highest.into_iter().enumerate() {
            let (sine, rise) = (sine(tangent), slopes[i][0] * x + slopes[i][1] * z);
            sky[i][0] += 1.0 - sine;
            sky[i][1] += 1.0 - self::sine(rise.max(0.0));
            by_direction[i][direction] = Horizon { sine: (255.0 * sine) as u8, step: step as u8 };
        }
    }
    for (open_sky, [visible, own]) in open_sky.iter_mut().zip(sky) {
        *open_sky = (visible / own).min(1.0);
    }
}

fn sine(tangent: f32) -> f32 {
    tangent / (1.0 + tangent * tangent).sqrt()
}
