//! A noise value at a point, either alone or with its derivative along every axis.
//!
//! Bases and fractals are written once and work with both.

use std::ops::{Add, Mul, Sub};

/// A value of a noise over N dimensions: `f64`, or [`Jet`] with derivatives.
pub trait Field<const N: usize>:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Mul<f64, Output = Self>
{
    /// Makes a field value from a number and its gradient.
    fn new(value: f64, gradient: [f64; N]) -> Self;

    /// A constant: its gradient is zero.
    fn constant(value: f64) -> Self {
        Self::new(value, [0.0; N])
    }

    /// The value without the gradient.
    fn value(self) -> f64;

    /// Blends `a` and `b` along `axis`: a + f·(b − a).
    ///
    /// The weight f is `fade`; `slope` is its derivative along `axis`.
    fn blend(a: Self, b: Self, axis: usize, fade: f64, slope: f64) -> Self;

    /// The magnitude |self|. At 0 the gradient is returned unchanged.
    fn abs(self) -> Self {
        if self.value() < 0.0 { self * -1.0 } else { self }
    }

    /// Clamps the value to [low, high]. Outside the range the gradient is zero.
    fn clamp(self, low: f64, high: f64) -> Self {
        match self.value() {
            v if v < low => Self::constant(low),
            v if v > high => Self::constant(high),
            _ => self,
        }
    }

    /// The magnitude |x|, with a parabola in place of the kink where |x| < w.
    ///
    /// w is `width`, which must be above 0, and the parabola is (x² + w²)/2w. The code adds a
    /// correction to |x| that is 0 at the ends of the parabola, so floating-point rounding causes
    /// no jump there.
    #[inline]
    fn rounded_abs(self, width: f64) -> Self {
        let magnitude = self.abs();
        let gap = (Self::constant(width) - magnitude).clamp(0.0, f64::INFINITY);
        magnitude + gap * gap.divide_by(2.0 * width)
    }

    /// The smaller of x and 1, with a parabola in place of the kink where |x − 1| < w.
    ///
    /// w is `width`, which must be above 0. The parabola x − (x − 1 + w)²/4w is at most 1.
    #[inline]
    fn rounded_to_one(self, width: f64) -> Self {
        let below = Self::constant(1.0) - self;
        let gap = (Self::constant(width) - below.abs()).clamp(0.0, f64::INFINITY);
        self.clamp(f64::NEG_INFINITY, 1.0) - gap * gap.divide_by(4.0 * width)
    }

    /// Divides by a number.
    fn divide_by(self, divisor: f64) -> Self;

    /// The coordinate `x` as a field value.
    ///
    /// Its derivative is 1 along `axis` and 0 along the others.
    fn coordinate(x: f64, axis: usize) -> Self {
        Self::new(x, std::array::from_fn(|i| if i == axis { 1.0 } else { 0.0 }))
    }

    /// Applies the chain rule.
    ///
    /// `self` is a function of coordinates, and `inner` gives each of these coordinates as a
    /// function of other variables. The result is `self` as a function of the variables of `inner`.
    fn compose(self, inner: &[Self; N]) -> Self;
}

/// Blends two numbers: a + fade·(b − a).
#[inline]
pub fn blend_values(a: f64, b: f64, fade: f64) -> f64 {
    a + fade * (b - a)
}

impl<const N: usize> Field<N> for f64 {
    #[inline]
    fn new(value: f64, _: [f64; N]) -> Self {
        value
    }

    #[inline]
    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn blend(a: Self, b: Self, _: usize, fade: f64, _: f64) -> Self {
        blend_values(a, b, fade)
    }

    // No branch: the sign of noise is random, so the processor would mispredict it.
    #[inline]
    fn abs(self) -> Self {
        f64::abs(self)
    }

    #[inline]
    fn clamp(self, low: f64, high: f64) -> Self {
        self.max(low).min(high)
    }

    #[inline]
    fn divide_by(self, divisor: f64) -> Self {
        self / divisor
    }

    #[inline]
    fn compose(self, _: &[Self; N]) -> Self {
        self
    }
}

/// A value with its gradient.
///
/// It is the first-order jet of a function of N variables at a point.
///
/// ```
/// use orogen_noise::field::{Field, Jet};
///
/// let [x, y]: [Jet<2>; 2] = [Jet::coordinate(3.0, 0), Jet::coordinate(5.0, 1)];
/// assert_eq!(x * y, Jet::new(15.0, [5.0, 3.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet<const N: usize> {
    /// The value.
    pub value: f64,
    /// The derivatives along the axes.
    pub gradient: [f64; N],
}

impl<const N: usize> Field<N> for Jet<N> {
    #[inline]
    fn new(value: f64, gradient: [f64; N]) -> Self {
        Self { value, gradient }
    }

    #[inline]
    fn value(self) -> f64 {
        self.value
    }

    #[inline]
    fn blend(a: Self, b: Self, axis: usize, fade: f64, slope: f64) -> Self {
        let mut blend = a + (b - a) * fade;
        // The second term of the product rule: the fade itself changes along its axis.
        blend.gradient[axis] += slope * (b.value - a.value);
        blend
    }

    fn divide_by(self, divisor: f64) -> Self {
        Self { value: self.value / divisor, gradient: self.gradient.map(|g| g / divisor) }
    }

    fn compose(self, inner: &[Self; N]) -> Self {
        let derivative = |axis: usize| {
            (0..N).fold(0.0, |sum, k| sum + self.gradient[k] * inner[k].gradient[axis])
        };
        Self { value: self.value, gradient: std::array::from_fn(derivative) }
    }
}

impl<const N: usize> Jet<N> {
    fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> [f64; N] {
        std::array::from_fn(|i| f(self.gradient[i], other.gradient[i]))
    }
}

impl<const N: usize> Add for Jet<N> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, gradient: self.zip(other, |a, b| a + b) }
    }
}

impl<const N: usize> Sub for Jet<N> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, gradient: self.zip(other, |a, b| a - b) }
    }
}

impl<const N: usize> Mul for Jet<N> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self { value: self.value * other.value, ..self * other.value + other * self.value }
    }
}

impl<const N: usize> Mul<f64> for Jet<N> {
    type Output = Self;

    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self { value: self.value * factor, gradient: self.gradient.map(|g| g * factor) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_blends_follow_the_product_rule() {
        // a = x², b = x·y at (3, 5), and a fade along x with value 0.5 and slope 2.
        let a = Jet::new(9.0, [6.0, 0.0]);
        let b = Jet::new(15.0, [5.0, 3.0]);
        assert_eq!(a * b, Jet::new(135.0, [6.0 * 15.0 + 9.0 * 5.0, 27.0]));
        let blend = Jet::blend(a, b, 0, 0.5, 2.0);
        assert_eq!(blend, Jet::new(12.0, [5.5 + 2.0 * 6.0, 1.5]));
        assert_eq!((a - b).abs(), b - a);
        assert_eq!(Field::clamp(a, 0.0, 1.0), Jet::constant(1.0));
        assert_eq!(Field::clamp(a, 0.0, 10.0), a);
    }
}
