//! Newton's method, which finds the point of a curve that is nearest to a place.
//!
//! The functions do not branch, so loops over many places vectorise.

use super::curve::{Cubic, value_and_derivatives};
use super::shape::Chord;
use crate::real::Real;

/// The point of a group of spans that is nearest to a place.
#[derive(Clone, Copy)]
pub(super) struct NearestPoint {
    /// The place minus the point.
    pub offset: [f64; 2],
    /// The square of the distance.
    pub square: f64,
    pub span: usize,
    /// The parameter of the point on its span.
    pub t: f64,
    /// The derivatives of the parameter by the place, per metre east and south.
    pub by_place: [f64; 2],
}

/// The largest number of steps of Newton's method. Two or three suffice except near the centre of
/// a bend.
pub(super) const MAX_STEPS: usize = 6;

/// A smaller step of the parameter ends the search.
const LAST_STEP: f64 = 1e-13;

impl Chord {
    /// The parameter of the point of the chord that is nearest to a place, on the chord's span, and
    /// the square of its distance.
    #[inline(always)]
    pub(super) fn nearest(&self, place: [f64; 2]) -> (f64, f64) {
        let [x, z] = [place[0] - self.start[0], place[1] - self.start[1]];
        let [east, south] = self.vector;
        let fraction = ((x * east + z * south) * self.per_square).clamp(0.0, 1.0);
        let [x, z] = [x - fraction * east, z - fraction * south];
        (self.ends[0] + fraction * (self.ends[1] - self.ends[0]), x * x + z * z)
    }
}

/// The step of Newton's method, which is subtracted from the parameter.
#[inline(always)]
pub(super) fn newton([x, z]: [Cubic; 2], t: f64, place: [f64; 2]) -> f64 {
    let ([x, x_slope, x_bend], [z, z_slope, z_bend]) =
        (value_and_derivatives(x, t), value_and_derivatives(z, t));
    let [x, z] = [x - place[0], z - place[1]];
    let speed_square = x_slope * x_slope + z_slope * z_slope;
    // Beyond the centre of a bend the divisor is negative, and the step would lead away.
    let divisor = (speed_square + x * x_bend + z * z_bend).greater(0.25 * speed_square);
    let step = (x * x_slope + z * z_slope) / divisor;
    if speed_square == 0.0 { 0.0 } else { step }
}

/// The span and the parameter after a step to the parameter `next`, which may lie on a neighbouring span
/// of the group. `first` and `last` are the ends of the group.
#[inline(always)]
pub(super) fn moved(next: f64, span: i64, [first, last]: [i64; 2]) -> (i64, f64) {
    let is_ahead = (next > 1.0) & (span < last);
    let is_behind = (next < 0.0) & (span > first);
    let behind = if is_behind { (next + 1.0).greater(0.0) } else { next.clamp(0.0, 1.0) };
    let t = if is_ahead { (next - 1.0).lesser(1.0) } else { behind };
    (span + i64::from(is_ahead) - i64::from(is_behind), t)
}

/// Returns true if the step from the second point to the first is small enough to end the search.
#[inline(always)]
pub(super) fn is_last((span, t): (i64, f64), (from, from_t): (i64, f64)) -> bool {
    (span == from) & ((t - from_t).abs() < LAST_STEP)
}

/// Makes the nearest point from the end of the search.
#[inline(always)]
pub(super) fn finish(
    [x, z]: [Cubic; 2],
    (span, t): (i64, f64),
    [first, last]: [i64; 2],
    place: [f64; 2],
) -> NearestPoint {
    let ([x, x_slope, x_bend], [z, z_slope, z_bend]) =
        (value_and_derivatives(x, t), value_and_derivatives(z, t));
    let offset = [place[0] - x, place[1] - z];
    let square = offset[0] * offset[0] + offset[1] * offset[1];
    let speed_square = x_slope * x_slope + z_slope * z_slope;
    let divisor = speed_square - offset[0] * x_bend - offset[1] * z_bend;
    // Beyond an end of the curve, the parameter stays while the place moves.
    let ahead = offset[0] * x_slope + offset[1] * z_slope;
    let is_before_start = (span == first) & (t == 0.0) & (ahead < 0.0);
    let is_past_end = (span == last) & (t == 1.0) & (ahead > 0.0);
    let follows = !(is_before_start | is_past_end) & (divisor > 0.0);
    let by = [x_slope / divisor, z_slope / divisor];
    let by_place = [if follows { by[0] } else { 0.0 }, if follows { by[1] } else { 0.0 }];
    NearestPoint { offset, square, span: span as usize, t, by_place }
}
