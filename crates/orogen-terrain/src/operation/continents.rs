//! The operation that puts land on continents.

use super::formula::{Formula, NewHeight};
use super::spline::MonotoneSpline;
use super::table::Continents;
use crate::dual::Bounds;
use crate::real::{Real, steep};

/// C(c) + R(c)·h: the splines C (height) and R (relief) over a broad noise c, as in Minecraft
/// since 1.18.
pub(super) struct ContinentCurves {
    low_m: f64,
    range_m: f64,
    heights: MonotoneSpline,
    relief: MonotoneSpline,
}

impl Continents {
    pub(super) fn curves(&self) -> ContinentCurves {
        ContinentCurves {
            low_m: self.low_m,
            range_m: self.range_m,
            heights: MonotoneSpline::through(&self.heights),
            relief: MonotoneSpline::through(&self.relief),
        }
    }
}

impl Formula for ContinentCurves {
    const USES_NOISE: bool = true;

    #[inline(always)]
    fn evaluate<T: Real>(&self, h: T, _: [T; 2], noise: T) -> NewHeight<T> {
        let (zero, half, range) = (T::of(0.0), T::of(0.5), T::of(self.range_m));
        let t = half * noise + half;
        let (height, rise) = self.heights.at(t);
        let (relief, change) = self.relief.at(t);
        NewHeight {
            height: T::of(self.low_m) + range * height + relief * h,
            by_height: relief,
            by_place: [zero; 2],
            by_noise: half * (range * rise + change * h),
        }
    }

    fn bounds(&self, below: Bounds, noise: Bounds) -> Bounds {
        let [low, high] = [noise.low_m, noise.high_m].map(|c| 0.5 * c + 0.5);
        let heights = self.heights.range(low, high);
        let relief = self.relief.range(low, high);
        let scaled = relief.map(|r| [r * below.low_m, r * below.high_m]);
        let scaled = scaled.as_flattened().iter().copied();
        let highest_m = below.low_m.abs().max(below.high_m.abs());
        let by_noise = self.range_m * self.heights.steepest(low, high)
            + highest_m * self.relief.steepest(low, high);
        Bounds {
            low_m: self.low_m
                + self.range_m * heights[0]
                + scaled.clone().fold(f64::INFINITY, f64::min),
            high_m: self.low_m
                + self.range_m * heights[1]
                + scaled.fold(f64::NEG_INFINITY, f64::max),
            steepest: steep(relief[0].abs().max(relief[1].abs()), below.steepest)
                + steep(0.5 * by_noise, noise.steepest),
        }
    }
}
