//! The sum of octaves and the warp, in vector lanes of f64.
//!
//! They take the steps of [`crate::fractal::Fractal::sum`] and [`crate::Warp::displace`].

use super::super::jets::{
    at_least, at_most, composed, constant, difference, divide, magnitude, product,
    rounded_magnitude, rounded_to_one, scale, sum,
};
use super::super::simd::Simd;
use super::super::weighted::{DISPLACED_NOISE, DISPLACING_NOISE};
use super::ExactKernel;
use super::basis::ExactBasis;
use crate::fractal::{Fractal, FractalKind, RIDGE_FEEDBACK};
use crate::warp::OFFSET;

impl<B: ExactBasis, const N: usize> ExactKernel<'_, '_, B, N> {
    /// Samples the noise at the position that the warp displaces.
    #[inline(always)]
    pub(super) fn warped<S: Simd>(
        &self,
        simd: S,
        last: &mut [B::Last<S>],
        point: [S::D; 2],
    ) -> [S::D; N] {
        let warp = self.noise.warp;
        let (strength, frequency) = (simd.f64(warp.strength), simd.f64(warp.frequency));
        let point = self.noise.within_period(simd, point);
        let mut start = [[simd.f64(0.0); N]; 2];
        for axis in 0..2 {
            start[axis][0] = point[axis];
            if N > 1 {
                start[axis][1 + axis] = simd.f64(1.0);
            }
        }
        // One loop computes both displacements of each iteration and the noise itself, so that the
        // long inlined code of a sum exists only once
        let mut position = start;
        let mut scaled = start;
        let noise_index = 2 * warp.times as usize;
        for (index, last) in last.chunks_exact_mut(self.octaves.len()).enumerate() {
            let axis = index % 2;
            if index < noise_index && axis == 0 {
                scaled =
                    [scale::<S, N>(position[0], frequency), scale::<S, N>(position[1], frequency)];
            }
            let [mut x, mut y] = [scaled[0][0], scaled[1][0]];
            if axis == 1 {
                [x, y] = [x + simd.f64(OFFSET[0]), y + simd.f64(OFFSET[1])];
            }
            let mut weight_index = DISPLACING_NOISE;
            if index == noise_index {
                ([x, y], weight_index) = ([position[0][0], position[1][0]], DISPLACED_NOISE);
            }
            let sampled_point = self.noise.within_period(simd, [x, y]);
            let noise = self.sum_octaves(simd, weight_index, last, sampled_point);
            if index == noise_index {
                return composed::<S, N>(noise, position);
            }
            let noise = scale::<S, N>(composed::<S, N>(noise, scaled), strength);
            position[axis] = sum::<S, N>(start[axis], noise);
        }
        start[0]
    }

    #[inline(always)]
    fn sum_octaves<S: Simd>(
        &self,
        simd: S,
        weight_index: usize,
        last: &mut [B::Last<S>],
        point: [S::D; 2],
    ) -> [S::D; N] {
        let Fractal { kind, divisor, octave_mean, .. } = *self.noise.noise.fractal();
        let mean = constant::<S, N>(simd, octave_mean);
        let (mut total, mut feedback) = (constant::<S, N>(simd, 0.0), constant::<S, N>(simd, 1.0));
        for (octave, last) in self.octaves.iter().zip(last) {
            // The octave's value, faded towards its mean
            let weight = octave.weights[weight_index];
            let mut signal = mean;
            if weight > 0.0 {
                signal =
                    self.shaped(simd, self.recentred(simd, self.basis(simd, octave, last, point)));
                if weight != 1.0 {
                    let deviation = difference::<S, N>(signal, mean);
                    signal = sum::<S, N>(mean, scale::<S, N>(deviation, simd.f64(weight)));
                }
            }

            // The octave's contribution, and the feedback to the next octave
            let amplitude = simd.f64(octave.octave.amplitude);
            let contribution = match kind {
                FractalKind::Ridged => {
                    let ridge = product::<S, N>(signal, feedback);
                    let amplified = scale::<S, N>(ridge, simd.f64(RIDGE_FEEDBACK));
                    feedback = self.at_most_one(simd, at_least::<S, N>(simd, amplified, 0.0));
                    scale::<S, N>(ridge, amplitude)
                }
                FractalKind::Hybrid => {
                    let weighted = product::<S, N>(scale::<S, N>(signal, amplitude), feedback);
                    feedback = self.at_most_one(simd, weighted);
                    weighted
                }
                _ => scale::<S, N>(signal, amplitude),
            };
            total = sum::<S, N>(total, contribution);
        }
        divide::<S, N>(simd, total, divisor)
    }

    /// Recentres a basis value, as the fractal needs it.
    #[inline(always)]
    fn recentred<S: Simd>(&self, simd: S, mut basis: [S::D; N]) -> [S::D; N] {
        let (centre, reach) = self.noise.noise.recentring();
        if centre != 0.0 {
            basis[0] = basis[0] - simd.f64(centre);
        }
        divide::<S, N>(simd, basis, reach)
    }

    /// Turns a basis value into the value of an octave, by the kind of fractal.
    #[inline(always)]
    fn shaped<S: Simd>(&self, simd: S, n: [S::D; N]) -> [S::D; N] {
        let Fractal { kind, offset, rounding, .. } = *self.noise.noise.fractal();
        if matches!(kind, FractalKind::None | FractalKind::Fbm) {
            return n;
        }
        if kind == FractalKind::Hybrid {
            return sum::<S, N>(n, constant(simd, offset));
        }
        let magnitude = match rounding {
            0.0 => magnitude::<S, N>(simd, n),
            width => rounded_magnitude::<S, N>(simd, n, width),
        };
        match kind {
            FractalKind::Billow => {
                let doubled = scale::<S, N>(magnitude, simd.f64(2.0));
                difference::<S, N>(doubled, constant(simd, 1.0))
            }
            FractalKind::Ridged => {
                let ridge = difference::<S, N>(constant(simd, offset), magnitude);
                product::<S, N>(ridge, ridge)
            }
            _ => magnitude,
        }
    }

    /// The feedback from an octave to the next one, which is at most 1.
    #[inline(always)]
    fn at_most_one<S: Simd>(&self, simd: S, octave: [S::D; N]) -> [S::D; N] {
        match self.noise.noise.fractal().rounding {
            0.0 => at_most::<S, N>(simd, octave, 1.0),
            width => rounded_to_one::<S, N>(simd, octave, width),
        }
    }
}
