//! The formulas of operations that depend on the height alone; h is the old height.

use super::formula::Remap;
use super::spline::MonotoneSpline;
use super::table::{
    BiasGain, Canyon, Cliff, Fold, HeightCurve, Levels, Plateau, SoftClamp, ValleyFloor,
};
use crate::real::{Real, reciprocal, smooth_max, smooth_min};

/// The range from `reach_m` below a height to `reach_m` above it.
fn range_around(middle_m: f64, reach_m: f64) -> [f64; 2] {
    [middle_m - reach_m, middle_m + reach_m]
}

/// A range with a margin of 15 % on both sides.
fn with_margin(low_m: f64, range_m: f64) -> [f64; 2] {
    [low_m - 0.15 * range_m, low_m + 1.15 * range_m]
}

/// s·h + o, with scale s and offset o.
impl Remap for Levels {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        let scale = T::of(self.scale);
        (h * scale + T::of(self.offset_m), scale)
    }

    fn steepest(&self, _: f64, _: f64) -> f64 {
        self.scale
    }

    fn plot_range_m(&self) -> [f64; 2] {
        range_around(0.0, 600.0)
    }
}

/// A [`HeightCurve`] with the spline through its points.
pub(super) struct CurvedHeights {
    low_m: f64,
    range_m: f64,
    spline: MonotoneSpline,
}

impl HeightCurve {
    pub(super) fn with_spline(&self) -> CurvedHeights {
        let spline = MonotoneSpline::through(&self.points);
        CurvedHeights { low_m: self.low_m, range_m: self.range_m, spline }
    }
}

impl CurvedHeights {
    /// The position of a height in the range, from 0 to 1.
    fn position(&self, h: f64) -> f64 {
        (h - self.low_m) / self.range_m
    }
}

/// low + range·S((h − low)/range), with the spline S.
impl Remap for CurvedHeights {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        let (low, range) = (T::of(self.low_m), T::of(self.range_m));
        let (position, slope) = self.spline.at((h - low) / range);
        (low + range * position, slope)
    }

    fn steepest(&self, low_m: f64, high_m: f64) -> f64 {
        self.spline.steepest(self.position(low_m), self.position(high_m))
    }

    fn range(&self, low_m: f64, high_m: f64) -> [f64; 2] {
        let positions = self.spline.range(self.position(low_m), self.position(high_m));
        positions.map(|position| self.low_m + self.range_m * position)
    }

    fn plot_range_m(&self) -> [f64; 2] {
        with_margin(self.low_m, self.range_m)
    }
}

/// Schlick's bias ("Fast alternatives to Perlin's bias and gain functions", 1994) and its slope:
/// t/(c(1 − t) + 1) with c = 1/b − 2 for t in [0, 1]. Outside, the function continues as a line.
#[inline(always)]
fn bias<T: Real>(t: T, b: T) -> (T, T) {
    let one = T::of(1.0);
    let c = one / b - T::of(2.0);
    let inside = t.clamped();
    let scale = one / (c * (one - inside) + one);
    let slope = (c + one) * scale * scale;
    (inside * scale + (t - inside) * slope, slope)
}

/// Bias, then Schlick's gain: a bias on the lower half of the range, its mirror image on the upper.
impl Remap for BiasGain {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        let (one, half) = (T::of(1.0), T::of(0.5));
        let (low, range) = (T::of(self.low_m), T::of(self.range_m));
        let (t, bias_slope) = bias((h - low) / range, T::of(self.bias));
        let is_lower = t < half;
        let part = if is_lower { t + t } else { one - t + (one - t) };
        let (part, gain_slope) = bias(part, T::of(self.gain));
        let position = if is_lower { half * part } else { one - half * part };
        (low + range * position, bias_slope * gain_slope)
    }

    /// Bias is steepest at an end of the range, gain at an end of a half of the range.
    fn steepest(&self, _: f64, _: f64) -> f64 {
        let steepest = |b: f64| b.max(1.0 - b) / b.min(1.0 - b);
        steepest(self.bias) * steepest(self.gain)
    }

    fn plot_range_m(&self) -> [f64; 2] {
        with_margin(self.low_m, self.range_m)
    }
}

/// smax(smin(h, c₁, k), c₀, k): a smooth minimum, then a smooth maximum, of radius k. The result
/// lies in [c₀, c₁], because k is at most c₁ − c₀.
impl Remap for SoftClamp {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        let (low, high) = (T::of(self.low_m), T::of(self.low_m + self.range_m));
        let radius = T::of(self.rounding * self.range_m);
        let (lower, slope) = smooth_min(h, high, radius);
        let (clamped, clamped_slope) = smooth_max(lower, low, radius);
        (clamped, slope * clamped_slope)
    }

    fn plot_range_m(&self) -> [f64; 2] {
        with_margin(self.low_m - 0.3 * self.range_m, 1.6 * self.range_m)
    }
}

/// smin(h, c, k): the smooth minimum of h and the plateau's height c, with radius k.
impl Remap for Plateau {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        smooth_min(h, T::of(self.height_m), T::of(self.radius_m))
    }

    fn plot_range_m(&self) -> [f64; 2] {
        range_around(self.height_m, (3.0 * self.radius_m).max(100.0))
    }
}

/// smax(h, c, k): the smooth maximum of h and the floor's height c, with radius k.
impl Remap for ValleyFloor {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        smooth_max(h, T::of(self.height_m), T::of(self.radius_m))
    }

    fn plot_range_m(&self) -> [f64; 2] {
        range_around(self.height_m, (3.0 * self.radius_m).max(100.0))
    }
}

/// floor + depth·sign(t)|t|^γ with t = (h − floor)/depth where |t| is below 1, otherwise h. The
/// land has a crease at the rim (t = 1) and another at the same distance below the floor (t = −1).
impl Remap for Canyon {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        let (floor, depth) = (T::of(self.floor_m), T::of(self.depth_m));
        let (one, sharpness) = (T::of(1.0), T::of(self.sharpness));
        let t = (h - floor) / depth;
        let power = t.abs().power(sharpness - one);
        if t.abs() < one { (floor + depth * (t * power), sharpness * power) } else { (h, one) }
    }

    fn steepest(&self, low_m: f64, high_m: f64) -> f64 {
        let farthest = (low_m - self.floor_m).abs().max((high_m - self.floor_m).abs());
        self.sharpness * (farthest / self.depth_m).min(1.0).power(self.sharpness - 1.0)
    }

    fn plot_range_m(&self) -> [f64; 2] {
        range_around(self.floor_m, 1.6 * self.depth_m)
    }
}

/// h + A(smoothstep(c − e, c + e, h) − ½), with drop A, contour height c and width e.
impl Remap for Cliff {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        let (one, half) = (T::of(1.0), T::of(0.5));
        let (drop, width) = (T::of(self.drop_m), T::of(2.0 * self.width_m));
        let t = ((h - T::of(self.height_m)) / width + half).clamped();
        let step = t * t * (T::of(3.0) - (t + t));
        (h + drop * (step - half), one + drop * (T::of(6.0) * t * (one - t)) / width)
    }

    /// The function is steepest at the contour height, so the steepest point of a range is the
    /// height nearest to it.
    fn steepest(&self, low_m: f64, high_m: f64) -> f64 {
        self.remap(self.height_m.max(low_m).min(high_m)).1
    }

    fn plot_range_m(&self) -> [f64; 2] {
        range_around(self.height_m, 0.5 * self.drop_m + 3.0 * self.width_m)
    }
}

/// c ± a(h − c): a is the absolute value, but the parabola x²/2ε + ε/2 where |x| is below ε.
impl Remap for Fold {
    #[inline(always)]
    fn remap<T: Real>(&self, h: T) -> (T, T) {
        let (one, half) = (T::of(1.0), T::of(0.5));
        let (middle, rounding) = (T::of(self.height_m), T::of(self.rounding_m));
        let sign = T::of(if self.ridge { -1.0 } else { 1.0 });
        let x = h - middle;
        let ratio = x * reciprocal(rounding);
        let (parabola, side) =
            (half * (x * ratio + rounding), if x < T::of(0.0) { -one } else { one });
        let (folded, slope) = if x.abs() < rounding { (parabola, ratio) } else { (x.abs(), side) };
        (middle + sign * folded, sign * slope)
    }

    fn steepest(&self, low_m: f64, high_m: f64) -> f64 {
        self.remap(low_m).1.abs().max(self.remap(high_m).1.abs())
    }

    /// The extremes lie at the ends of the range or at the fold.
    fn range(&self, low_m: f64, high_m: f64) -> [f64; 2] {
        let inner = self.height_m.max(low_m).min(high_m);
        let all = [low_m, high_m, inner].map(|h| self.remap(h).0);
        [f64::min, f64::max].map(|pick| all.into_iter().reduce(pick).unwrap_or_default())
    }

    fn plot_range_m(&self) -> [f64; 2] {
        range_around(self.height_m, (3.0 * self.rounding_m).max(150.0))
    }
}
