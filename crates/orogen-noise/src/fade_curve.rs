//! Custom fades: smooth curves through given values.

/// The distance between neighbouring knots.
const STEP: f64 = 0.25;

/// A curve from 0 at t = 0 to 1 at t = 1 through given values at ¼, ½ and ¾.
///
/// It is the cubic spline through these five points, level at both ends; slope and curvature are
/// continuous. Through values of the cubic fade, it is the cubic fade.
///
/// The curve may fall in places, and between its knots it may leave [0, 1] a little.
///
/// ```
/// use orogen_noise::{Fade, FadeCurve, NoiseSpec};
///
/// let fade = Fade::Custom(FadeCurve::through([0.0, 0.5, 1.0]));
/// assert_eq!([0.25, 0.5, 0.75].map(|t| fade.value(t)), [0.0, 0.5, 1.0]);
/// let noise = NoiseSpec { fade, ..NoiseSpec::default() }.build(2)?;
/// assert!(noise.sample2([0.4, 0.3], 0.0) != 0.0);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FadeCurve {
    knots: [f64; 3],
    /// For each piece, its slope at the start and the factors of s² and s³, where s is the distance
    /// from the start of the piece.
    pieces: [[f64; 3]; 4],
}

impl FadeCurve {
    /// A curve close to the quintic fade.
    pub const DEFAULT: Self = Self::through([0.1, 0.5, 0.9]);

    /// Makes the curve with these values at ¼, ½ and ¾.
    ///
    /// A noise accepts values from 0 to 1.
    pub const fn through(knots: [f64; 3]) -> Self {
        let [a, b, c] = knots;
        let values = [0.0, a, b, c, 1.0];
        // The curvature is continuous at a knot if m₋ + 4m + m₊ = 3·(y₊ − y₋)/h, where m are slopes
        // and y values. The slopes at the ends are 0.
        let [before, middle, after] = [12.0 * b, 12.0 * (c - a), 12.0 * (1.0 - b)];
        let slope = (4.0 * middle - before - after) / 14.0;
        let slopes = [0.0, (before - slope) / 4.0, slope, (after - slope) / 4.0, 0.0];
        let mut pieces = [[0.0; 3]; 4];
        let mut i = 0;
        while i < 4 {
            let rise = (values[i + 1] - values[i]) / STEP;
            let [start, end] = [slopes[i], slopes[i + 1]];
            let square = (3.0 * rise - 2.0 * start - end) / STEP;
            pieces[i] = [start, square, (start + end - 2.0 * rise) / (STEP * STEP)];
            i += 1;
        }
        Self { knots, pieces }
    }

    /// The values at ¼, ½ and ¾.
    pub fn knots(&self) -> [f64; 3] {
        self.knots
    }

    /// The pieces: ([start, length], [slope at the start, factor of s², factor of s³]).
    ///
    /// s is the distance from the start of the piece, and the polynomial is the rise of the curve
    /// over this distance. The curve at t is the sum of the rises of all pieces up to t.
    #[doc(hidden)]
    pub fn pieces(&self) -> impl Iterator<Item = ([f64; 2], [f64; 3])> {
        const STARTS: [f64; 4] = [0.0, STEP, 2.0 * STEP, 3.0 * STEP];
        STARTS.into_iter().map(|start| [start, STEP]).zip(self.pieces)
    }

    /// The curve at `t` in [0, 1].
    #[inline]
    pub fn value(&self, t: f64) -> f64 {
        self.pieces().fold(0.0, |sum, ([start, length], [slope, square, cube])| {
            let s = (t - start).clamp(0.0, length);
            sum + s * (slope + s * (square + s * cube))
        })
    }

    /// The slope at `t` in [0, 1].
    #[inline]
    pub fn slope(&self, t: f64) -> f64 {
        // The slope is 0 at t = 0, and each piece adds the change of slope within it.
        self.pieces().fold(0.0, |sum, ([start, length], [_, square, cube])| {
            let s = (t - start).clamp(0.0, length);
            sum + s * (2.0 * square + s * (3.0 * cube))
        })
    }

    /// The largest magnitude of the slope, approximately.
    pub fn steepest(&self) -> f64 {
        let slope = |i: u32| self.slope(f64::from(i) / 64.0).abs();
        (0..=64).map(slope).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fade;
    use proptest::prelude::*;

    #[test]
    fn a_curve_through_values_of_the_cubic_fade_is_the_cubic_fade() {
        let cubic = Fade::Cubic;
        let curve = FadeCurve::through([0.25, 0.5, 0.75].map(|t| cubic.value(t)));
        for i in 0..=1000 {
            let t = f64::from(i) / 1000.0;
            assert!((curve.value(t) - cubic.value(t)).abs() < 1e-15, "{t}");
            assert!((curve.slope(t) - cubic.slope(t)).abs() < 1e-14, "{t}");
        }
        assert!((curve.steepest() - 1.5).abs() < 1e-14);
    }

    proptest! {
        #[test]
        fn a_fade_curve_goes_smoothly_through_its_knots_with_level_ends(
            knots in prop::array::uniform3(0.0..=1.0f64)
        ) {
            let curve = FadeCurve::through(knots);
            prop_assert_eq!(curve.knots(), knots);
            let ends = [(0.0, 0.0), (0.25, knots[0]), (0.5, knots[1]), (0.75, knots[2]), (1.0, 1.0)];
            for (t, value) in ends {
                prop_assert!((curve.value(t) - value).abs() < 1e-14, "{} at {t}", curve.value(t));
            }
            prop_assert_eq!(curve.slope(0.0), 0.0);
            prop_assert!(curve.slope(1.0).abs() < 1e-13);
            // The slope changes steadily across a knot
            for t in [0.25, 0.5, 0.75] {
                let step = 1e-6;
                let [before, here, after] = [t - step, t, t + step].map(|t| curve.slope(t));
                prop_assert!((after - 2.0 * here + before).abs() < 1e-8, "{before} {here} {after}");
            }
        }
    }
}
