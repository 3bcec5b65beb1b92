//! Floors: the ground that rivers fill up beside them where layers or gullies lie lower.
//!
//! The ground beside a graded river is the highest floor of all rivers nearby, so that it has no step
//! where another river becomes the nearest. A tributary that comes down steeply has a fan of its own.

use super::bars::widened;
use super::lanes::Lanes;
use super::torrent::calm_falls;
use super::valley_parts::flatness;
use crate::real::Real;

/// The rise of filled ground beside a river, over its floor, in metres per metre: water runs to the
/// river.
const FLOOR_RISE: f64 = 0.01;

/// The width of the rising ground on each side of a river beyond one river width, in widths of its floor.
const RISE_WIDTH: f64 = 1.5;

/// The fall of filled ground beyond a level river's floor, in metres per metre.
const FLOOR_FALL: f64 = 0.05;

/// The fall of filled ground where it ends, in metres.
const FLOOR_END_M: f64 = 300.0;

/// The steepest ground that a higher river nearby fills up beside a river, in metres per metre.
pub(super) const STEEPEST_FAN: f64 = 0.6;

/// How much lower the floor of a torrent is, in metres, so that it fills up nothing.
const TORRENT_DROP_M: f64 = 50.0;

/// The width of the rising ground on each side of a river. `floor` is the width of its floodplain in widths of
/// the river. The width of the river includes its bars.
pub(super) fn rising_width_m(floor: f64, (width_m, braided): (f64, f64), fall: f64) -> f64 {
    width_m * (1.0 + RISE_WIDTH * floor * flatness(fall) / widened(braided))
}

/// The floor at a distance from the water, given the edge of the bank, the width of the rising ground and
/// the fall of the river. `along_reach` is the distance as a share of the reach of rivers.
pub(super) fn floor_m([edge_m, rising_m, fall]: [f64; 3], away_m: f64, along_reach: f64) -> f64 {
    let end_m = FLOOR_END_M * along_reach * along_reach * along_reach * along_reach;
    let rise_m = FLOOR_RISE * away_m.min(rising_m);
    let fall_m = (FLOOR_FALL + fall) * (away_m - rising_m).max(0.0);
    edge_m + rise_m - fall_m - end_m
}

/// The floor of a part of a course: the values at the start, and their change to the end.
#[derive(Clone, Copy)]
pub(super) struct PartFloor {
    /// The height of the bank's edge.
    pub edge_m: [f64; 2],
    pub width_m: [f64; 2],
    /// The width of the rising ground on each side.
    pub flood_m: [f64; 2],
    pub fall: f64,
    pub is_fixed: bool,
}

/// What the floors of all parts share.
pub(super) struct FloorShape {
    /// How far rivers reach.
    pub reach_m: f64,
    /// The fall of a torrent per metre of its width.
    pub torrent_per_m: f64,
}

/// The floors of the parts near a square.
#[derive(PartialEq)]
pub(super) struct FloorLanes {
    /// The edge of the first part, from which the others count, because single precision is coarse for
    /// high land.
    base_m: f64,
    /// The bank's edge, the river's width and the width of the rising ground: each has its value at the start
    /// and its change to the end. The fall follows, and the fall that decides about torrents: 0 for a fixed river.
    lanes: Lanes<8>,
}

impl FloorLanes {
    pub fn new(parts: impl ExactSizeIterator<Item = PartFloor> + Clone) -> Self {
        let base_m = parts.clone().next().map_or(0.0, |part| part.edge_m[0]);
        let lanes = Lanes::new(parts.map(|part| {
            let ([width, width_by], [flood, flood_by]) = (part.width_m, part.flood_m);
            let torrent_fall = if part.is_fixed { 0.0 } else { part.fall };
            let edge = [part.edge_m[0] - base_m, part.edge_m[1]];
            [edge[0], edge[1], width, width_by, flood, flood_by, part.fall, torrent_fall]
                .map(|value| value as f32)
        }));
        Self { base_m, lanes }
    }

    /// The highest floor at a place, by where along each part it lies and how far from its water.
    pub fn highest_m(&self, shape: &FloorShape, fractions: &[f32], away_m: &[f32]) -> f64 {
        let count = self.lanes.count();
        // Slices of equal length save the loop its bounds checks.
        let (fractions, away_m) = (&fractions[..count], &away_m[..count]);
        let [edge, edge_by, width, width_by, flood, flood_by, fall, torrent_fall] =
            self.lanes.all().map(|lane| &lane[..count]);
        let per_reach = (1.0 / shape.reach_m) as f32;
        let torrent_per_m = shape.torrent_per_m as f32;
        let mut highest_m = f32::NEG_INFINITY;
        for i in 0..count {
            let (t, away_m) = (fractions[i], away_m[i].greater(0.0));
            let rising_m = flood[i] + t * flood_by[i];
            let along = away_m * per_reach;
            let square = along * along;
            let [calm, torrent] = calm_falls(torrent_per_m * (width[i] + t * width_by[i]));
            let steep = (torrent_fall[i] - calm) / (torrent - calm);
            let steep = if torrent < f32::INFINITY { steep.greater(0.0).lesser(1.0) } else { 0.0 };
            let floor_m = edge[i] + t * edge_by[i] + FLOOR_RISE as f32 * away_m.lesser(rising_m)
                - (FLOOR_FALL as f32 + fall[i]) * (away_m - rising_m).greater(0.0)
                - FLOOR_END_M as f32 * square * square
                - TORRENT_DROP_M as f32 * steep;
            highest_m = highest_m.greater(floor_m);
        }
        self.base_m + f64::from(highest_m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_floor_counts_and_a_torrent_has_none() {
        let part = |edge_m: f64, fall: f64| PartFloor {
            edge_m: [edge_m, -2.0],
            width_m: [8.0, 0.0],
            flood_m: [30.0, 4.0],
            fall,
            is_fixed: false,
        };
        let lanes = FloorLanes::new([part(300.0, 0.01), part(306.0, 0.02)].into_iter());
        let shape = FloorShape { reach_m: 256.0, torrent_per_m: 1.0 };
        let expected_m = |edge_m: f64, fall: f64, away_m: f64| {
            floor_m([edge_m - 1.0, 32.0, fall], away_m, away_m / 256.0)
        };
        for (low_away_m, high_away_m) in [(5.0, 20.0), (5.0, 180.0), (0.0, 90.0), (60.0, 60.0)] {
            let found_m =
                lanes.highest_m(&shape, &[0.5, 0.5], &[low_away_m as f32, high_away_m as f32]);
            let [low_m, high_m] =
                [expected_m(300.0, 0.01, low_away_m), expected_m(306.0, 0.02, high_away_m)];
            assert!((found_m - low_m.max(high_m)).abs() < 1e-3, "{found_m} {low_m} {high_m}");
        }
        // A fall of 8 m per metre makes a torrent of a river 8 m wide.
        let lanes = FloorLanes::new([part(300.0, 0.01), part(306.0, 9.0)].into_iter());
        let found_m = lanes.highest_m(&shape, &[0.5; 2], &[5.0; 2]);
        assert!((found_m - expected_m(300.0, 0.01, 5.0)).abs() < 1e-3, "{found_m}");
    }
}
