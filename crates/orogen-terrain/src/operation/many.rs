//! Applies formulas at many points in f64, bit for bit like one point at a time.

use super::formula::Formula;
use crate::duals::Duals;
use orogen_noise::grid::{Interleave, Loops};

/// The heights to change in place, the formula, and its inputs.
pub(super) struct DualLoops<'a, F> {
    pub formula: &'a F,
    pub land: &'a mut Duals,
    pub places_m: [&'a [f64]; 2],
    pub noise: Option<&'a Duals>,
}

/// The number of points that the vectorised loop computes together.
const BLOCK: usize = 16;

impl<F: Formula> Loops for DualLoops<'_, F> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { formula, land, places_m: [east_m, south_m], noise } = self;
        let count = land.count();
        assert!(!F::USES_NOISE || noise.is_some(), "the caller gives the noise");
        for start in (0..count).step_by(BLOCK) {
            let block = start..count.min(start + BLOCK);
            let [mut x, mut z] = [[0.0; BLOCK]; 2];
            if F::USES_PLACE {
                let places = east_m[block.clone()].iter().zip(&south_m[block.clone()]);
                for ((x, z), (east, south)) in x.iter_mut().zip(&mut z).zip(places) {
                    [*x, *z] = formula.local([*east, *south]);
                }
            }
            let below = read(&land.heights_m, start);
            let noise_values = noise.map_or([0.0; BLOCK], |noise| read(&noise.heights_m, start));
            let mut heights = below;
            if let Some(gradients) = &mut land.gradients {
                let [mut by_height, mut by_noise] = [[0.0; BLOCK]; 2];
                let mut by_place = [[0.0; BLOCK]; 2];
                for i in 0..BLOCK {
                    let result = formula.evaluate(below[i], [x[i], z[i]], noise_values[i]);
                    (heights[i], by_height[i], by_noise[i]) =
                        (result.height, result.by_height, result.by_noise);
                    [by_place[0][i], by_place[1][i]] = result.by_place;
                }
                for (axis, gradient) in gradients.iter_mut().enumerate() {
                    let noise_slopes = noise.and_then(|noise| noise.gradients.as_ref());
                    let noise_slopes =
                        noise_slopes.map_or([0.0; BLOCK], |axes| read(&axes[axis], start));
                    let below_slopes = read(gradient, start);
                    let mut out = below_slopes;
                    for i in 0..BLOCK {
                        out[i] = by_height[i] * below_slopes[i]
                            + by_place[axis][i]
                            + by_noise[i] * noise_slopes[i];
                    }
                    gradient[block.clone()].copy_from_slice(&out[..block.len()]);
                }
            } else {
                for i in 0..BLOCK {
                    heights[i] = formula.evaluate(below[i], [x[i], z[i]], noise_values[i]).height;
                }
            }
            land.heights_m[block.clone()].copy_from_slice(&heights[..block.len()]);
        }
    }
}

/// Reads a block; past the end of `from`, its values are 0.
#[inline(always)]
fn read(from: &[f64], start: usize) -> [f64; BLOCK] {
    let mut block = [0.0; BLOCK];
    match from[start..].first_chunk() {
        Some(all) => block = *all,
        None => block[..from.len() - start].copy_from_slice(&from[start..]),
    }
    block
}
