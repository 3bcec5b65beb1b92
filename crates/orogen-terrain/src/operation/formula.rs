//! Operations as formulas for a new height and its partial derivatives.

use super::inputs::Inputs;
use crate::block::{BLOCK, HeightBlock};
use crate::dual::{Bounds, Samples};
use crate::real::{Real, steep};
use orogen_noise::grid::{Interleave, Loops};

/// A new height, and its derivatives with respect to the old height, the place and the noise.
pub(super) struct NewHeight<T> {
    pub height: T,
    pub by_height: T,
    pub by_place: [T; 2],
    pub by_noise: T,
}

/// An operation as a function of height, place and one noise.
pub(super) trait Formula {
    /// True if the function depends on the place.
    const USES_PLACE: bool = false;
    /// True if the function depends on a noise.
    const USES_NOISE: bool = false;

    /// Converts a world position to the numbers that the formula reads, small enough for f32.
    fn local(&self, place_m: [f64; 2]) -> [f64; 2] {
        place_m
    }

    /// Computes the new height from the old height h, the local place and the noise.
    fn evaluate<T: Real>(&self, h: T, local: [T; 2], noise: T) -> NewHeight<T>;

    /// The bounds of the new heights, from the bounds of the old heights and of the noise.
    fn bounds(&self, below: Bounds, noise: Bounds) -> Bounds;

    /// The range of heights for a plot; `None` unless the function depends on the height alone.
    fn plot_range_m(&self) -> Option<[f64; 2]> {
        None
    }
}

/// An operation as a function of height alone.
pub(super) trait Remap {
    /// The new height and its derivative with respect to the old height.
    fn remap<T: Real>(&self, h: T) -> (T, T);

    /// The largest absolute derivative between two heights; 1 unless a function overrides this.
    fn steepest(&self, _low_m: f64, _high_m: f64) -> f64 {
        1.0
    }

    /// The range of old heights for a plot, around the heights that change most.
    fn plot_range_m(&self) -> [f64; 2];

    /// The lowest and the highest new height for old heights in a range. A function that is not
    /// increasing must override this.
    fn range(&self, low_m: f64, high_m: f64) -> [f64; 2] {
        [low_m, high_m].map(|h| self.remap(h).0)
    }
}

/// Makes a [`Remap`] usable as a [`Formula`].
pub(super) struct OfHeight<'a, R>(pub &'a R);

impl<R: Remap> Formula for OfHeight<'_, R> {
    #[inline(always)]
    fn evaluate<T: Real>(&self, h: T, _: [T; 2], _: T) -> NewHeight<T> {
        let (height, by_height) = self.0.remap(h);
        let zero = T::of(0.0);
        NewHeight { height, by_height, by_place: [zero; 2], by_noise: zero }
    }

    fn bounds(&self, below: Bounds, _: Bounds) -> Bounds {
        let [low_m, high_m] = self.0.range(below.low_m, below.high_m);
        let steepest = self.0.steepest(below.low_m, below.high_m);
        Bounds { low_m, high_m, steepest: steep(steepest, below.steepest) }
    }

    fn plot_range_m(&self) -> Option<[f64; 2]> {
        Some(self.0.plot_range_m())
    }
}

/// Applies a formula to samples, block by block.
pub(super) struct FormulaLoops<'a, 'b, F> {
    pub formula: &'a F,
    pub samples: &'a mut Samples<'b>,
    pub inputs: Inputs<'a>,
}

impl<F: Formula> Loops for FormulaLoops<'_, '_, F> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { formula, samples, inputs } = self;
        let with_gradients = samples.gradients.is_some();
        for start in (0..samples.heights_m.len()).step_by(BLOCK) {
            let below = HeightBlock::read(samples.samples_ref(), start);
            let mut noise = HeightBlock::level(0.0);
            if F::USES_NOISE {
                noise = HeightBlock::read(inputs.noises[0], start);
            }
            let (mut x, mut z) = ([0.0f32; BLOCK], [0.0f32; BLOCK]);
            if F::USES_PLACE {
                let places = inputs.east_m[start..].iter().zip(&inputs.south_m[start..]);
                for ((x, z), (east, south)) in x.iter_mut().zip(&mut z).zip(places) {
                    let [east, south] = formula.local([*east, *south]);
                    (*x, *z) = (east as f32, south as f32);
                }
            }
            let mut out = below;
            for i in 0..BLOCK {
                out.heights[i] =
                    formula.evaluate(below.heights[i], [x[i], z[i]], noise.heights[i]).height;
            }
            if with_gradients {
                for i in 0..BLOCK {
                    let result = formula.evaluate(below.heights[i], [x[i], z[i]], noise.heights[i]);
                    let [by_x, by_z] = result.by_place;
                    out.east[i] =
                        result.by_height * below.east[i] + by_x + result.by_noise * noise.east[i];
                    out.south[i] =
                        result.by_height * below.south[i] + by_z + result.by_noise * noise.south[i];
                }
            }
            out.write(samples, start);
        }
    }
}
