//! The operation that cuts slopes into terraces.

use super::formula::{Formula, NewHeight};
use super::table::Terraces;
use crate::dual::Bounds;
use crate::real::{Real, steep};
use orogen_noise::trig::sin_cos_turns;

/// h + w·D(h + φ), with strength w, step height s and sharpness n.
///
/// D(x) = s(⌊u⌋ + S(u − ⌊u⌋)) − x with u = x/s; S(t) is ½(2t)ⁿ for t below ½ and its mirror image
/// above. The term φ = dip·p + noise, with the place p, tilts the strata and makes them ragged.
///
/// D is periodic with period s. So dip·p is needed only modulo s, and the land is as precise far
/// from the origin as near it.
pub(super) struct Strata {
    step_m: f64,
    sharpness: f64,
    strength: f64,
    jitter_m: f64,
    /// The slopes of φ to the east and to the south.
    dip: [f64; 2],
}

impl Terraces {
    /// The slopes of φ to the east and to the south.
    pub(crate) fn dip(&self) -> [f64; 2] {
        let (sin, cos) = sin_cos_turns(self.dip_deg / 360.0);
        let (east, north) = sin_cos_turns(self.dip_azimuth_deg / 360.0);
        [east, -north].map(|axis| sin / cos * axis)
    }

    pub(super) fn strata(&self) -> Strata {
        let Self { step_m, sharpness, strength, jitter_m, .. } = *self;
        Strata { step_m, sharpness, strength, jitter_m, dip: self.dip() }
    }
}

impl Formula for Strata {
    const USES_PLACE: bool = true;
    const USES_NOISE: bool = true;

    /// The term dip·p of φ, modulo the step height.
    #[inline(always)]
    fn local(&self, [east_m, south_m]: [f64; 2]) -> [f64; 2] {
        let steps = (self.dip[0] * east_m + self.dip[1] * south_m) / self.step_m;
        [(steps - steps.floor()) * self.step_m, 0.0]
    }

    #[inline(always)]
    fn evaluate<T: Real>(&self, h: T, [dip_m, _]: [T; 2], noise: T) -> NewHeight<T> {
        let (one, half) = (T::of(1.0), T::of(0.5));
        let (step, strength) = (T::of(self.step_m), T::of(self.strength));
        let (sharpness, jitter) = (T::of(self.sharpness), T::of(self.jitter_m));
        let u = (h + dip_m + jitter * noise) / step;
        let t = u - u.floor();
        let is_lower = t < half;
        let part = if is_lower { t + t } else { one - t + (one - t) };
        let power = part.power(sharpness - one);
        let tread = half * part * power;
        let tread = if is_lower { tread } else { one - tread };
        let by_phase = strength * (sharpness * power - one);
        NewHeight {
            height: h + strength * (step * (tread - t)),
            by_height: one + by_phase,
            by_place: self.dip.map(|dip| by_phase * T::of(dip)),
            by_noise: by_phase * jitter,
        }
    }

    /// Terraces differ from the old height by at most half a step.
    fn bounds(&self, below: Bounds, noise: Bounds) -> Bounds {
        let change_m = 0.5 * self.strength * self.step_m;
        let by_phase = self.strength * (self.sharpness - 1.0).max(1.0);
        let [east, south] = self.dip;
        let phase = (east * east + south * south).sqrt() + steep(self.jitter_m, noise.steepest);
        let by_height = 1.0 + self.strength * (self.sharpness - 1.0);
        Bounds {
            low_m: below.low_m - change_m,
            high_m: below.high_m + change_m,
            steepest: steep(by_height, below.steepest) + by_phase * phase,
        }
    }
}
