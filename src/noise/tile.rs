//! Tiling by blended copies, for noises whose own cells can't be wrapped.
//!
//! Across a period the noise at p gives way to the noise one period before, which is where it has to arrive at the other end:
//! (w₀·n(x) + w₁·n(x − P)) / √(w₀² + w₁²), with w₁ the quintic fade of x / P in [0, 1). The root keeps the deviation of noises
//! that are independent that far apart; the mean is taken off first. In two dimensions four copies are blended.

use super::fade::Fade;
use super::observe::Observer;
use super::sampler::Sampler;

/// A noise made to repeat in x and y.
pub struct Blended {
    pub inner: Box<dyn Sampler>,
    /// In cells of the inner noise.
    pub period: [f64; 2],
    /// Of the inner noise.
    pub mean: f64,
}

/// `x` less the periods before it: 0 ≤ x ≤ period.
#[inline]
pub fn reduce(x: f64, period: f64) -> f64 {
    x - period * (x / period).floor()
}

/// Along one axis: the weights of the noise here and one period before, and their slopes.
struct Weights {
    weight: [f64; 2],
    slope: [f64; 2],
}

impl Weights {
    fn new(x: f64, period: f64) -> Self {
        let t = x / period;
        let after = Fade::Quintic.value(t);
        let before = 1.0 - after;
        let root = (before * before + after * after).sqrt();
        // The derivative of the root by `after` is (after − before) / root.
        let along = Fade::Quintic.slope(t) / period;
        let turn = (after - before) / (root * root * root);
        let slope = [-along / root - before * along * turn, along / root - after * along * turn];
        Self { weight: [before / root, after / root], slope }
    }
}

/// A copy of the noise: how far it is displaced along each axis, its weight, and the weight's slopes.
struct Copy {
    back: [f64; 2],
    weight: f64,
    slope: [f64; 2],
}

impl Blended {
    /// Calls `visit` with each copy that has weight at `p`, whose x and y are reduced first.
    fn visit_copies(&self, p: &mut [f64], mut visit: impl FnMut(&[f64], Copy)) {
        let axes = p.len().min(2);
        let weights: Vec<Weights> = (0..axes)
            .map(|axis| {
                p[axis] = reduce(p[axis], self.period[axis]);
                Weights::new(p[axis], self.period[axis])
            })
            .collect();
        for index in 0..1 << axes {
            let side = |axis: usize| index >> axis & 1;
            let weight = |axis: usize| weights.get(axis).map_or(1.0, |w| w.weight[side(axis)]);
            let slope = |axis: usize| weights.get(axis).map_or(0.0, |w| w.slope[side(axis)]);
            let copy = Copy {
                back: [0, 1].map(|axis| side(axis) as f64 * self.period[axis]),
                weight: weight(0) * weight(1),
                slope: [slope(0) * weight(1), weight(0) * slope(1)],
            };
            if copy.weight > 0.0 {
                visit(p, copy);
            }
        }
    }
}

/// `p` displaced back by `copy`.
fn displaced(p: &[f64], copy: &Copy) -> Vec<f64> {
    let back = copy.back.iter().chain(std::iter::repeat(&0.0));
    p.iter().zip(back).map(|(x, back)| x - back).collect()
}

impl Sampler for Blended {
    fn value(&self, p: &[f64]) -> f64 {
        let mut sum = self.mean;
        self.visit_copies(&mut p.to_vec(), |p, copy| {
            sum += copy.weight * (self.inner.value(&displaced(p, &copy)) - self.mean);
        });
        sum
    }

    fn value_and_gradient(&self, p: &[f64], gradient: &mut [f64]) -> f64 {
        let mut sum = self.mean;
        gradient.fill(0.0);
        let mut own = vec![0.0; p.len()];
        self.visit_copies(&mut p.to_vec(), |p, copy| {
            let value = self.inner.value_and_gradient(&displaced(p, &copy), &mut own) - self.mean;
            sum += copy.weight * value;
            for axis in 0..p.len() {
                gradient[axis] += copy.weight * own[axis] + copy.slope.get(axis).map_or(0.0, |slope| slope * value);
            }
        });
        sum
    }

    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        let mut sum = self.mean;
        self.visit_copies(&mut p.to_vec(), |p, copy| {
            observer.copy(copy.weight);
            sum += copy.weight * (self.inner.observe(&displaced(p, &copy), observer) - self.mean);
        });
        sum
    }
}
