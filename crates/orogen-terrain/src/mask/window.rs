//! Windows, which turn the number that a mask reads into a weight.

use crate::real::Real;

/// Narrower fades count as hard, so that slopes stay within the range of f32.
const MIN_WIDTH: f64 = 1e-6;

/// The error of weights in f32 that are neither 0 nor 1.
const WEIGHT_SLACK: f64 = 1e-6;

/// A smoothstep from 0 at `start` to 1 at `start + width`; a hard fade jumps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaskFade {
    pub(crate) start: f64,
    pub(crate) width: f64,
    /// The reciprocal of the width; 0 if the fade is hard.
    pub(crate) per_width: f64,
}

impl MaskFade {
    const ALWAYS: Self = Self { start: f64::NEG_INFINITY, width: 0.0, per_width: 0.0 };
    const NEVER: Self = Self { start: f64::INFINITY, width: 0.0, per_width: 0.0 };

    /// A fade that reaches 1 at `end`.
    fn ending_at(end: f64, width: f64) -> Self {
        if width < MIN_WIDTH {
            return Self { start: end, width: 0.0, per_width: 0.0 };
        }
        Self { start: end - width, width, per_width: 1.0 / width }
    }

    pub(crate) fn is_hard(&self) -> bool {
        self.per_width == 0.0
    }

    /// The weight and its slope at x. The slope of a hard fade is 0.
    #[inline(always)]
    fn at<T: Real>(&self, x: T) -> (T, T) {
        let (zero, one) = (T::of(0.0), T::of(1.0));
        let (start, per) = (T::of(self.start), T::of(self.per_width));
        let t = ((x - start) * per).clamped();
        let step = if x >= start { one } else { zero };
        let smooth = t * t * (T::of(3.0) - (t + t));
        (if self.is_hard() { step } else { smooth }, T::of(6.0) * t * (one - t) * per)
    }

    /// The greatest slope between two numbers. It occurs at the point nearest to the fade's middle.
    fn steepest(&self, low: f64, high: f64) -> f64 {
        let middle = self.start + 0.5 * self.width;
        self.at(middle.max(low).min(high)).1
    }
}

/// The product of a rising and a falling fade, which do not overlap: exactly 1 between them,
/// exactly 0 beyond them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FadeWindow {
    pub(crate) rise: MaskFade,
    /// The falling fade, stored as a rise over the negated number.
    pub(crate) fall: MaskFade,
}

impl FadeWindow {
    /// The weight is 0 for every number.
    pub const NOTHING: Self = Self { rise: MaskFade::NEVER, fall: MaskFade::NEVER };
    /// The weight is 1 for every number.
    pub const ALL: Self = Self { rise: MaskFade::ALWAYS, fall: MaskFade::ALWAYS };

    /// Full weight from `low` on, with a fade below it.
    pub fn from(low: f64, fade: f64) -> Self {
        Self { rise: MaskFade::ending_at(low, fade), fall: MaskFade::ALWAYS }
    }

    /// Full weight up to `high`, with a fade above it.
    pub fn up_to(high: f64, fade: f64) -> Self {
        Self { rise: MaskFade::ALWAYS, fall: MaskFade::ending_at(-high, fade) }
    }

    /// Full weight from `low` to `high`, with a fade beyond each.
    ///
    /// If `low` is greater than `high`, the weight is 0 everywhere.
    pub fn band(low: f64, high: f64, fade_before: f64, fade_after: f64) -> Self {
        if low > high {
            return Self::NOTHING;
        }
        Self {
            rise: MaskFade::ending_at(low, fade_before),
            fall: MaskFade::ending_at(-high, fade_after),
        }
    }

    /// Returns true if the weight jumps somewhere.
    pub fn is_hard(&self) -> bool {
        [self.rise, self.fall].iter().any(|fade| fade.is_hard() && fade.start.is_finite())
    }

    /// The weight and its slope at x.
    #[inline(always)]
    pub fn at<T: Real>(&self, x: T) -> (T, T) {
        let ((up, rise), (down, fall)) = (self.rise.at(x), self.fall.at(-x));
        (up * down, rise * down - up * fall)
    }

    /// The lowest and the highest weight between two numbers.
    ///
    /// They are widened for rounding in f32, except where they are exactly 0 or 1.
    pub fn range(&self, low: f64, high: f64) -> [f64; 2] {
        let weight = |x: f64| self.at(x).0;
        // After the rise the weight only falls.
        let rise_end = self.rise.start + self.rise.width;
        let lowest = weight(low).min(weight(high));
        let highest = weight(rise_end.max(low).min(high));
        let slack = |w: f64| if w == 0.0 || w == 1.0 { 0.0 } else { WEIGHT_SLACK };
        [(lowest - slack(lowest)).max(0.0), (highest + slack(highest)).min(1.0)]
    }

    /// The greatest slope between two numbers.
    pub fn steepest(&self, low: f64, high: f64) -> f64 {
        self.rise.steepest(low, high).max(self.fall.steepest(-high, -low))
    }
}
