//! The water at a place, of a river or a lake.

use crate::real::Real;

/// The water at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WaterAt {
    /// The level of the water.
    pub level_m: f64,
    /// The distance from the edge of the water: negative in the water.
    pub distance_m: f64,
    /// The direction of the flow, to the east and to the south, times its speed in m/s.
    pub flow_m_s: [f64; 2],
    /// The fall of the water in metres per metre.
    pub fall: f64,
    /// The opacity of the water, from 0 to 1: a narrow river fades in the distance.
    pub opacity: f64,
    /// The width of the damp ground beside the water, in metres.
    pub damp_m: f64,
}

impl WaterAt {
    /// Chooses between this water and another water near the same place.
    ///
    /// The higher water counts if both cover the place. Otherwise the water that covers the place
    /// counts, or the nearer water if neither does.
    pub(crate) fn or_higher(self, other: Self) -> Self {
        let is_other = match (self.distance_m < 0.0, other.distance_m < 0.0) {
            (true, true) => other.level_m > self.level_m,
            (false, false) => other.distance_m < self.distance_m,
            (_, covers) => covers,
        };
        if is_other { other } else { self }
    }
}

/// The speed of a river in m/s, by its fall and its discharge in m³/s: it grows with the discharge
/// (exponent: Leopold and Maddock 1953) and with the root of the fall (Manning).
pub(crate) fn speed_m_s(fall: f64, discharge: f64) -> f64 {
    (0.4 + 6.0 * fall.max(0.0).sqrt()) * Real::power(discharge, 0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_of_two_waters_counts_where_both_cover_a_place() {
        let water = |level_m, distance_m| WaterAt { level_m, distance_m, ..WaterAt::default() };
        let [high, low] = [water(9.0, -1.0), water(4.0, -3.0)];
        let [near, far] = [water(2.0, 1.0), water(20.0, 6.0)];
        for (a, b, counts) in [(high, low, high), (low, far, low), (near, far, near)] {
            assert_eq!([a.or_higher(b), b.or_higher(a)], [counts; 2]);
        }
        assert_eq!(high.or_higher(high), high);
    }
}
