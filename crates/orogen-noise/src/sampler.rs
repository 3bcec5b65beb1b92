//! Samplers: a basis with its seed and its choices, ready to be evaluated in one octave.

use super::fade::Fade;
use super::field::{Field, Jet};
use super::gradient::GradientSet;
use super::hash::Seed;
use super::metric::Metric;
use super::observe::Observer;
use super::permutation::Permutation;

/// A noise at points of a number of dimensions that is fixed when it is made.
pub trait Sampler: Send + Sync {
    /// The value at `p`.
    fn value(&self, p: &[f64]) -> f64;

    /// The value at `p`; its slope along every axis goes into `gradient`. Bases without analytic
    /// derivatives take central differences over 2·10⁻⁵ cells.
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

    /// The value at `p`, its steps reported to `observer` as far as the basis can.
    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        let _ = observer;
        self.value(p)
    }
}

/// What a basis is made from: one octave's seed and permutation, and the choices of its noise.
#[derive(Clone, Debug)]
pub struct Ingredients {
    /// 1 to 16; the basis has it.
    pub dimensions: usize,
    /// The octave's seed.
    pub seed: Seed,
    /// Wraps cells already where the basis tiles by its lattice and a period is set.
    pub permutation: Permutation,
    /// The curve that blends neighbours.
    pub fade: Fade,
    /// Of Perlin noise in one and two dimensions.
    pub gradients: GradientSet,
    /// Radius² of the simplex kernels in three and four dimensions.
    pub radius2: f64,
    /// How Worley noise measures distances.
    pub metric: Metric,
}

/// A basis written once for values and jets, in N dimensions.
pub trait Analytic<const N: usize>: Send + Sync {
    /// The noise at a point, and what it is made of told to the observer.
    fn field<F: Field<N>>(&self, p: [f64; N], observer: &mut (impl Observer + ?Sized)) -> F;
}

/// The sampler of an [`Analytic`] basis.
pub struct Of<B, const N: usize>(pub B);

impl<B: Analytic<N>, const N: usize> Sampler for Of<B, N> {
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

/// The point as an array.
///
/// # Panics
/// If it has another number of coordinates than the sampler was made for.
#[inline]
pub fn point<const N: usize>(p: &[f64]) -> &[f64; N] {
    match p.try_into() {
        Ok(array) => array,
        Err(_) => panic!("a point of {} coordinates for a noise of {N} dimensions", p.len()),
    }
}
