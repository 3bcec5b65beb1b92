//! The levels of the water along a drawn river.
//!
//! The water has the depth of a river of this width, unless the land on a side is too low to hold it.
//! A level that has sunk does not rise again downstream. Other water at the end of the path backs the
//! river up.

use super::curve::{at, slope_at};
use super::profile::Profile;
use super::river_banks::RiverBanks;
use super::shape::MarkCurve;

/// The depth of water that needs no bank, in metres. Its edge is too low to be seen.
const FILM_M: f64 = 0.3;

/// The number of intervals into which the levels of a span are divided.
const INTERVALS: usize = 2;

/// The land is probed at the edges of water with these shares of the full depth.
const PROBED: [f64; 2] = [0.5, 1.0];

/// The levels along the spans of a curve.
#[derive(Debug)]
pub(super) struct RiverLevels {
    /// The levels at both ends of each interval; `None` where the water has its full depth.
    lowered_levels_m: Vec<Option<[f64; 2]>>,
    depth_m: f64,
    film_m: f64,
    /// The level of the water that backs the river up.
    backwater_m: f64,
}

impl RiverLevels {
    /// Finds the levels. `land_m` is the height of the land before the river, and `backwater_m` the
    /// level of other water that covers the end of the path.
    pub fn new(
        banks: &RiverBanks,
        (shape, profile): (&MarkCurve, &Profile),
        land_m: impl Fn([f64; 2]) -> f64,
        backwater_m: Option<f64>,
    ) -> Self {
        let (depth_m, film_m) = (banks.depth_m, FILM_M.min(banks.depth_m));
        let count = shape.spans.len() * INTERVALS;
        let mut level_m = f64::INFINITY;
        let mut last: Option<(f64, bool)> = None;
        let mut lowered_levels_m = vec![];
        for index in 0..=count {
            let span = (index / INTERVALS).min(shape.spans.len() - 1);
            let t = (index - span * INTERVALS) as f64 / INTERVALS as f64;
            let (bed_m, _) = profile.at(span, t);
            let directions = directions(shape, (span, t), [index == 0, index == count]);
            let depths_m = directions.iter().map(|direction| {
                let point = at(&shape.spans[span], t);
                let land_m = |distance_m: f64| {
                    let place = |i: usize| shape.anchor_m[i] + point[i] + direction[i] * distance_m;
                    land_m([place(0), place(1)])
                };
                bounded_depth_m(banks, bed_m, land_m)
            });
            let water_m = depths_m.fold(depth_m, f64::min).max(film_m);
            level_m = level_m.min(bed_m + water_m);
            let is_full = level_m >= bed_m + depth_m;
            if let Some((last_m, was_full)) = last {
                lowered_levels_m.push((!(is_full && was_full)).then_some([last_m, level_m]));
            }
            last = Some((level_m, is_full));
        }
        let backwater_m = backwater_m.unwrap_or(f64::NEG_INFINITY);
        Self { lowered_levels_m, depth_m, film_m, backwater_m }
    }

    /// The level at a parameter of a span, and its derivative by the parameter. `bed` is the height
    /// of the path with its derivative.
    pub fn at(&self, span: usize, t: f64, bed: (f64, f64)) -> (f64, f64) {
        let (bed_m, slope) = bed;
        let full_m = bed_m + self.depth_m;
        let position = t * INTERVALS as f64;
        let interval = (position as usize).min(INTERVALS - 1);
        // Each of these levels falls along the path, so the maximum and the minimum of two also fall.
        let level = match self.lowered_levels_m[span * INTERVALS + interval] {
            None => (full_m, slope),
            Some([from_m, to_m]) => {
                let level_m = from_m + (to_m - from_m) * (position - interval as f64);
                match level_m {
                    m if m >= full_m => (full_m, slope),
                    m if m <= bed_m + self.film_m => (bed_m + self.film_m, slope),
                    m => (m, (to_m - from_m) * INTERVALS as f64),
                }
            }
        };
        if level.0 < self.backwater_m { (self.backwater_m, 0.0) } else { level }
    }
}

/// The directions in which the land must hold the water: to both sides, and at the ends also
/// outwards.
fn directions(
    shape: &MarkCurve,
    (span, t): (usize, f64),
    [first, last]: [bool; 2],
) -> Vec<[f64; 2]> {
    let [x, z] = slope_at(&shape.spans[span], t);
    let length = (x * x + z * z).sqrt();
    let [x, z] = if length > 0.0 { [x / length, z / length] } else { [1.0, 0.0] };
    let sides = [[-z, x], [z, -x]];
    let ends = [(first, [-x, -z]), (last, [x, z])];
    let ends = ends.into_iter().filter_map(|(is_end, direction)| is_end.then_some(direction));
    sides.into_iter().chain(ends).collect()
}

/// The depth of water over a bed that the land on one side can hold. `land_m` returns the height of
/// the land by the distance from the path; the river cuts its bank into this land.
fn bounded_depth_m(banks: &RiverBanks, bed_m: f64, land_m: impl Fn(f64) -> f64) -> f64 {
    let probe = |share: f64| {
        let bank_m = share * banks.depth_m;
        let edge_m = banks.half_width_m + banks.flooded_bank_m(bank_m);
        (land_m(edge_m) - bed_m).min(bank_m)
    };
    PROBED.iter().map(|share| probe(*share)).fold(0.0, f64::max)
}
