//! The weight of strokes.

use super::nearest::NearbyChords;
use super::nearest_search::NearestSearch;
use super::request::{PlaceRun, RUN};
use crate::dual::Dual;
use crate::duals::Duals;

/// The radius of a stroke, and the share of it that has the full weight.
#[derive(Clone, Copy)]
pub(super) struct StrokeProfile {
    pub radius_m: f64,
    pub hardness: f64,
}

impl StrokeProfile {
    pub fn new(radius_m: f64, hardness: f64) -> Self {
        Self { radius_m, hardness }
    }

    /// The weights at the places that were put into `search`: from 0 to 1, and exactly 0 from the
    /// radius outwards.
    ///
    /// A weight is (1 − t²)² with t from 0 to 1 between the hard part and the radius. Parts of a stroke
    /// are joined, not added, so that a stroke counts once wherever it crosses itself.
    pub fn weights(&self, near: &NearbyChords<'_>, search: &mut NearestSearch) -> Weights {
        let mut joined = Weights::default();
        near.search_groups(search, |search| {
            for (lane, point) in search.found() {
                let weight = self.falloff(point.square, point.offset);
                if weight.height_m > 0.0 {
                    let other = joined.at(lane);
                    let is_first = other.height_m == 0.0;
                    joined.put(lane, if is_first { weight } else { smooth_union(other, weight) });
                }
            }
        });
        joined
    }

    /// The weight at an offset from the stroke. `square` is the squared length of the offset.
    pub fn falloff(&self, square: f64, offset: [f64; 2]) -> Dual {
        let Self { radius_m, hardness } = *self;
        if square >= radius_m * radius_m {
            return Dual::level(0.0);
        }
        let soft_m = (1.0 - hardness) * radius_m;
        // t², and the gradient of t² as a multiple of the offset
        let (t2, gradient_scale) = if hardness == 0.0 {
            (square / (radius_m * radius_m), 2.0 / (radius_m * radius_m))
        } else {
            let distance_m = square.sqrt();
            let beyond_m = distance_m - hardness * radius_m;
            if beyond_m <= 0.0 {
                return Dual::level(1.0);
            }
            let t = beyond_m / soft_m;
            (t * t, 2.0 * t / (soft_m * distance_m))
        };
        let rest = (1.0 - t2).max(0.0);
        Dual { height_m: rest * rest, gradient: offset.map(|m| -2.0 * rest * gradient_scale * m) }
    }

    /// The steepest slope of the weight of a stroke with this many groups of spans.
    pub fn steepest(&self, group_count: usize) -> f64 {
        // The slope of (1 − t²)² is at most 8/(3√3). Each union of two groups adds at most a tenth.
        let alone = 1.539_601 / ((1.0 - self.hardness) * self.radius_m);
        (1..group_count).fold(alone, |steepest, _| 1.1 * steepest)
    }
}

/// The weights of a stroke at the places of a run.
pub(super) struct Weights {
    heights: [f64; RUN],
    gradients: [[f64; RUN]; 2],
}

impl Default for Weights {
    fn default() -> Self {
        Self { heights: [0.0; RUN], gradients: [[0.0; RUN]; 2] }
    }
}

impl Weights {
    #[inline]
    pub fn at(&self, lane: usize) -> Dual {
        let gradient = [self.gradients[0][lane], self.gradients[1][lane]];
        Dual { height_m: self.heights[lane], gradient }
    }

    #[inline]
    fn put(&mut self, lane: usize, weight: Dual) {
        self.heights[lane] = weight.height_m;
        for axis in 0..2 {
            self.gradients[axis][lane] = weight.gradient[axis];
        }
    }

    /// Raises the land of a run by the weights times a height and a fade.
    pub fn raise(&self, land: &mut Duals, run: &PlaceRun, [height_m, fade]: [f64; 2]) {
        let raise = |land: &mut [f64], by: &[f64; RUN]| {
            for ((land, by), weight) in land.iter_mut().zip(by).zip(&self.heights) {
                // Adding +0 would change the sign of a −0.
                *land = if *weight > 0.0 { *land + by * height_m * fade } else { *land };
            }
        };
        raise(&mut land.heights_m[run.places.clone()], &self.heights);
        for (axis, by) in land.gradients.iter_mut().flatten().zip(&self.gradients) {
            raise(&mut axis[run.places.clone()], by);
        }
    }
}

/// The radius of the rounding between two weights with the mean m, as a share of m(1 − m). Where both
/// weights are 0 or both are 1, there is no rounding, and they stay exact.
const ROUNDING: f64 = 0.4;

/// The greater of two weights, rounded where they are about equal.
fn smooth_union(a: Dual, b: Dual) -> Dual {
    let mean = (a + b) * 0.5;
    let radius = ROUNDING * mean.height_m * (1.0 - mean.height_m);
    let (greater, lesser) = if a.height_m >= b.height_m { (a, b) } else { (b, a) };
    let gap = greater - lesser;
    if gap.height_m >= radius {
        return greater;
    }
    // greater + (r − gap)²/(4r), which is r/4 at a gap of 0
    let overlap = (radius - gap.height_m) / radius;
    let by_radius = 0.25 * (1.0 - (gap.height_m / radius) * (gap.height_m / radius));
    let radius_slope = ROUNDING * (1.0 - 2.0 * mean.height_m);
    let gradient = [0, 1].map(|i| {
        greater.gradient[i] - 0.5 * overlap * gap.gradient[i]
            + by_radius * radius_slope * mean.gradient[i]
    });
    Dual { height_m: greater.height_m + 0.25 * radius * overlap * overlap, gradient }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn united_weights_are_weights(a in 0.0..=1.0, b in 0.0..=1.0) {
            let both = smooth_union(Dual::level(a), Dual::level(b)).height_m;
            let greater = a.max(b);
            prop_assert!((greater..=1.0).contains(&both) && both <= greater + 0.026);
            prop_assert_eq!(smooth_union(Dual::level(a), Dual::level(0.0)).height_m, a);
        }

        #[test]
        fn the_derivatives_of_united_weights_match_differences(a in 0.01..0.99, b in 0.01..0.99) {
            let union = |a: f64, b: f64| {
                let [a, b] = [(a, [1.0, 0.0]), (b, [0.0, 1.0])]
                    .map(|(height_m, gradient)| Dual { height_m, gradient });
                smooth_union(a, b)
            };
            let step = 1e-6;
            let both = union(a, b);
            for (i, [da, db]) in [[step, 0.0], [0.0, step]].into_iter().enumerate() {
                let ahead = union(a + da, b + db).height_m;
                let behind = union(a - da, b - db).height_m;
                prop_assert!(((ahead - behind) / (2.0 * step) - both.gradient[i]).abs() < 1e-4);
            }
        }
    }
}
