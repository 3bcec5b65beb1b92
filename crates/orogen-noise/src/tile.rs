//! Tiling by blended copies, for noises whose cells cannot be wrapped.
//!
//! Noises on the square lattice (value, Perlin, Worley, lattice) tile exactly, by wrapping their
//! cells: [`super::permutation::Permutation::Periodic`]. The skewed lattices of the simplex noises
//! have no square period. Sampling on a torus in four dimensions would give them a period, but that
//! needs a four-dimensional noise and changes the look. Blended copies work for every noise in
//! every dimension.
//!
//! Across a period P, the noise at x fades into the noise at x − P, so that both ends agree:
//! (w₀·n(x) + w₁·n(x − P)) / √(w₀² + w₁²). Here w₁ is the quintic fade of x / P, and w₀ = 1 − w₁.
//! Values one period apart are independent, so the root keeps the standard deviation. The mean is
//! subtracted first. In two dimensions four copies are blended.

use super::fade::Fade;
use super::observer::Observer;
use super::permutation::MAX_DIMENSIONS;
use super::sampler::Sampler;

/// A noise that repeats in x and y because copies of it are blended.
pub struct Blended {
    /// The noise, which does not repeat by itself.
    pub inner: Box<dyn Sampler>,
    /// The period in cells of the inner noise.
    pub period: [f64; 2],
    /// The mean of the inner noise.
    pub mean: f64,
}

/// Subtracts whole periods from `x`; the result is from 0 to `period`.
///
/// ```
/// assert_eq!(orogen_noise::tile::reduce(-0.5, 4.0), 3.5);
/// ```
#[inline]
pub fn reduce(x: f64, period: f64) -> f64 {
    x - period * (x / period).floor()
}

/// The weights along one axis of the noise at x and at x − period, with their slopes.
struct Weights {
    weights: [f64; 2],
    slopes: [f64; 2],
}

impl Weights {
    fn new(x: f64, period: f64) -> Self {
        let t = x / period;
        let w1 = Fade::Quintic.value(t);
        let w0 = 1.0 - w1;
        let root = (w0 * w0 + w1 * w1).sqrt();
        // The derivative of `root` with respect to `w1` is (w1 − w0) / root.
        let slope = Fade::Quintic.slope(t) / period;
        let root_term = (w1 - w0) / (root * root * root);
        let slopes =
            [-slope / root - w0 * slope * root_term, slope / root - w1 * slope * root_term];
        Self { weights: [w0 / root, w1 / root], slopes }
    }
}

/// The weight of a copy of the noise, and the slopes of the weight along x and y.
struct CopyWeight {
    weight: f64,
    slopes: [f64; 2],
}

impl Blended {
    /// Calls `visit` with each copy whose weight is above 0 at `p`, and with the point at which the
    /// copy samples the noise.
    fn visit_copies(&self, p: &[f64], mut visit: impl FnMut(&CopyWeight, &[f64])) {
        let n = p.len();
        let mut reduced = [0.0; MAX_DIMENSIONS];
        reduced[..n].copy_from_slice(p);
        let weights = [0, 1].map(|axis| {
            (axis < n).then(|| {
                reduced[axis] = reduce(p[axis], self.period[axis]);
                Weights::new(reduced[axis], self.period[axis])
            })
        });
        for index in 0..1 << n.min(2) {
            let side = |axis: usize| index >> axis & 1;
            let weight =
                |axis: usize| weights[axis].as_ref().map_or(1.0, |w| w.weights[side(axis)]);
            let slope = |axis: usize| weights[axis].as_ref().map_or(0.0, |w| w.slopes[side(axis)]);
            let copy = CopyWeight {
                weight: weight(0) * weight(1),
                slopes: [slope(0) * weight(1), weight(0) * slope(1)],
            };
            if copy.weight > 0.0 {
                let mut point = reduced;
                for (axis, period) in self.period.iter().enumerate() {
                    point[axis] -= side(axis) as f64 * period;
                }
                visit(&copy, &point[..n]);
            }
        }
    }
}

impl Sampler for Blended {
    fn value(&self, p: &[f64]) -> f64 {
        let mut sum = self.mean;
        self.visit_copies(p, |copy, point| {
            sum += copy.weight * (self.inner.value(point) - self.mean)
        });
        sum
    }

    fn value_and_gradient(&self, p: &[f64], gradient: &mut [f64]) -> f64 {
        let mut sum = self.mean;
        gradient.fill(0.0);
        let mut copy_gradient = [0.0; MAX_DIMENSIONS];
        self.visit_copies(p, |copy, point| {
            let value =
                self.inner.value_and_gradient(point, &mut copy_gradient[..p.len()]) - self.mean;
            sum += copy.weight * value;
            for (axis, slope) in gradient.iter_mut().enumerate() {
                *slope += copy.weight * copy_gradient[axis]
                    + copy.slopes.get(axis).map_or(0.0, |slope| slope * value);
            }
        });
        sum
    }

    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        let mut sum = self.mean;
        self.visit_copies(p, |copy, point| {
            observer.copy(copy.weight);
            sum += copy.weight * (self.inner.observe(point, observer) - self.mean);
        });
        sum
    }
}
