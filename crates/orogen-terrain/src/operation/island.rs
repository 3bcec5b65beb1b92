//! The operation that sinks the land around an island.

use super::formula::{Formula, NewHeight};
use super::table::Island;
use crate::dual::Bounds;
use crate::real::Real;

/// h + m(d)(sea − h): d is the distance from the island's centre, and the mask m is a smoothstep
/// that rises from 0 to 1 across the edge.
impl Formula for Island {
    const USES_PLACE: bool = true;

    /// The position relative to the island's centre.
    #[inline(always)]
    fn local(&self, [east_m, south_m]: [f64; 2]) -> [f64; 2] {
        [east_m - self.east_m, south_m - self.south_m]
    }

    #[inline(always)]
    fn evaluate<T: Real>(&self, h: T, [x, z]: [T; 2], _: T) -> NewHeight<T> {
        let (zero, one) = (T::of(0.0), T::of(1.0));
        let (radius, width) = (T::of(self.radius_m), T::of(self.edge * self.radius_m));
        let d = (x * x + z * z).sqrt();
        let t = ((d - radius) / width + one).clamped();
        let mask = t * t * (T::of(3.0) - (t + t));
        let fall = T::of(self.sea_m) - h;
        // At the centre the distance has no gradient, but the mask has slope 0.
        let radial = if d > zero { T::of(6.0) * t * (one - t) / width * fall / d } else { zero };
        NewHeight {
            height: h + mask * fall,
            by_height: one - mask,
            by_place: [radial * x, radial * z],
            by_noise: zero,
        }
    }

    fn bounds(&self, below: Bounds, _: Bounds) -> Bounds {
        let fall_m = (self.sea_m - below.low_m).abs().max((self.sea_m - below.high_m).abs());
        Bounds {
            low_m: below.low_m.min(self.sea_m),
            high_m: below.high_m.max(self.sea_m),
            steepest: below.steepest + 1.5 * fall_m / (self.edge * self.radius_m),
        }
    }
}
