//! Samplers: a basis with its seed and choices, ready for use in one octave.

use super::fade::Fade;
use super::field::{Field, Jet};
use super::gradient::GradientSet;
use super::hash::Seed;
use super::metric::Metric;
use super::observer::Observer;
use super::permutation::Permutation;

/// One octave's basis, in a fixed number of dimensions.
pub trait Sampler: Send + Sync {
    /// The value at `p`.
    fn value(&self, p: &[f64]) -> f64;

    /// Returns the value at `p` and writes its derivative along every axis to `gradient`.
    ///
    /// Bases without analytic derivatives take central differences over 2·10⁻⁵ cells.
    fn value_and_gradient(&self, p: &[f64], gradient: &mut [f64]) -> f64 {
        const STEP: f64 = 1e-5;
        let mut moved = p.to_vec();
        for (axis, slope) in gradient.iter_mut().enumerate() {
            let [low, high] = [p[axis] - STEP, p[axis] + STEP];
            moved[axis] = high;
            let above = self.value(&moved);
            moved[axis] = low;
            let below = self.value(&moved);
            moved[axis] = p[axis];
            *slope = (above - below) / (high - low);
        }
        self.value(p)
    }

    /// Returns the value at `p` and reports its steps to `observer`, if the basis can report steps.
    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        let _ = observer;
        self.value(p)
    }
}

/// The inputs for a basis: an octave's seed and permutation, and the spec's choices.
#[derive(Clone, Debug)]
pub struct Ingredients {
    /// The number of dimensions, 1 to 16. The basis must exist in it.
    pub dimensions: usize,
    /// The octave's seed.
    pub seed: Seed,
    /// The octave's permutation.
    ///
    /// It wraps cell coordinates if a period is set and the basis tiles in that way.
    pub permutation: Permutation,
    /// The curve that blends neighbours.
    pub fade: Fade,
    /// The gradients of Perlin noise in one and two dimensions.
    pub gradients: GradientSet,
    /// Radius² of the simplex kernels in three and four dimensions.
    pub radius2: f64,
    /// The metric of Worley noise.
    pub metric: Metric,
}

/// A basis in N dimensions, written once for values with and without derivatives.
pub trait Analytic<const N: usize>: Send + Sync {
    /// Samples the noise at a point and reports its steps to the observer.
    fn field<F: Field<N>>(&self, p: [f64; N], observer: &mut (impl Observer + ?Sized)) -> F;
}

/// The sampler of an [`Analytic`] basis.
pub struct AnalyticSampler<B, const N: usize>(pub B);

impl<B: Analytic<N>, const N: usize> Sampler for AnalyticSampler<B, N> {
    fn value(&self, p: &[f64]) -> f64 {
        self.0.field(*point(p), &mut ())
    }

    fn value_and_gradient(&self, p: &[f64], gradient: &mut [f64]) -> f64 {
        let jet: Jet<N> = self.0.field(*point(p), &mut ());
        gradient.copy_from_slice(&jet.gradient);
        jet.value
    }

    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        self.0.field(*point(p), observer)
    }
}

/// Converts a point to an array.
///
/// # Panics
/// If the point does not have N coordinates.
#[inline]
pub fn point<const N: usize>(p: &[f64]) -> &[f64; N] {
    match p.try_into() {
        Ok(array) => array,
        Err(_) => panic!("a point of {} coordinates for a noise of {N} dimensions", p.len()),
    }
}
