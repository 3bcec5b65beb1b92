//! The operation that adds fine noise, damped on slopes.

use super::inputs::Inputs;
use super::table::DampedDetail;
use crate::block::{BLOCK, HeightBlock};
use crate::dual::{Bounds, Dual, Samples};
use crate::real::Real;
use orogen_noise::grid::{Interleave, Level, Loops};

/// h + Σ aᵢnᵢ/(1 + k‖g‖²), with g the gradient of h and the octaves before i (Quilez, "More
/// noise"). The resulting gradient treats the factors 1/(1 + k‖g‖²) as constants, because their
/// slopes would need second derivatives.
impl DampedDetail {
    /// The wavelengths of the octaves.
    pub(super) fn wavelengths_m(&self) -> Vec<f64> {
        let halves = std::iter::successors(Some(self.wavelength_m), |m| Some(0.5 * m));
        halves.take(self.octaves as usize).collect()
    }

    /// The amplitudes aᵢ: the height that each octave adds at a noise of 1 on level ground.
    pub(crate) fn amplitudes_m(&self) -> impl Iterator<Item = f64> + use<> {
        let gain = self.gain;
        std::iter::successors(Some(self.amplitude_m), move |m| Some(gain * m))
            .take(self.octaves as usize)
    }

    pub(super) fn at(&self, below: Dual, noises: &[Dual]) -> Dual {
        let add = |land: Dual, (amplitude, noise): (f64, &Dual)| {
            land + *noise * damped(amplitude, self.damping, land.gradient)
        };
        self.amplitudes_m().zip(noises).fold(below, add)
    }

    /// # Panics
    /// If the samples have no gradients.
    pub(super) fn apply(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>) {
        assert!(samples.gradients.is_some(), "detail is damped by gradients");
        for (octave, amplitude) in self.amplitudes_m().enumerate() {
            let damping = self.damping as f32;
            let amplitude = amplitude as f32;
            level.run_loops(OctaveLoops { amplitude, damping, octave, samples, inputs });
        }
    }

    /// The bounds of the result. `steepest` bounds the computed gradient, which leaves out the
    /// slopes of the damping factors.
    pub(super) fn bounds(&self, below: Bounds, noises: &[Bounds]) -> Bounds {
        let add = |land: Bounds, (amplitude, noise): (f64, &Bounds)| Bounds {
            // Damping scales the amplitude by a factor between 0 and 1.
            low_m: land.low_m + amplitude * noise.low_m.min(0.0),
            high_m: land.high_m + amplitude * noise.high_m.max(0.0),
            steepest: land.steepest + amplitude * noise.steepest,
        };
        self.amplitudes_m().zip(noises).fold(below, add)
    }
}

/// The amplitude of an octave, reduced on a slope with the gradient (x, z).
#[inline(always)]
fn damped<T: Real>(amplitude: T, damping: T, [x, z]: [T; 2]) -> T {
    amplitude / (T::of(1.0) + damping * (x * x + z * z))
}

struct OctaveLoops<'a, 'b, 'c> {
    amplitude: f32,
    damping: f32,
    octave: usize,
    samples: &'a mut Samples<'b>,
    inputs: Inputs<'c>,
}

impl Loops for OctaveLoops<'_, '_, '_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { amplitude, damping, octave, samples, inputs } = self;
        for start in (0..samples.heights_m.len()).step_by(BLOCK) {
            let mut land = HeightBlock::read(samples.samples_ref(), start);
            let noise = HeightBlock::read(inputs.noises[octave], start);
            for i in 0..BLOCK {
                let weight = damped(amplitude, damping, [land.east[i], land.south[i]]);
                land.heights[i] += weight * noise.heights[i];
                land.east[i] += weight * noise.east[i];
                land.south[i] += weight * noise.south[i];
            }
            land.write(samples, start);
        }
    }
}
