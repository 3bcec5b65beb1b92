//! The roads near a square, on which nothing grows.

use super::lattice::LandSquare;
use crate::land::Land;
use crate::marks::LineDetail;
use crate::roads::RoadLine;

/// The distance from the edge of a road up to which nothing grows, in metres.
const VERGE_M: f64 = 1.0;

/// The greatest distance between a road and its line, in metres.
const TOLERANCE_M: f64 = 0.1;

/// The roads near a square.
pub(super) struct Roads(Vec<RoadLine>);

impl Roads {
    pub fn new(land: &Land, LandSquare { corner_m, side_m }: LandSquare) -> Self {
        let area_m = [corner_m, corner_m.map(|m| m + side_m)];
        Self(land.road_lines(area_m, |width_m| LineDetail {
            tolerance_m: TOLERANCE_M,
            shortest_m: TOLERANCE_M,
            longest_m: f64::INFINITY,
            margin_m: reach_m(width_m),
        }))
    }

    /// Returns true if a place in the square lies on a road or its verge.
    pub fn covers(&self, place_m: [f64; 2]) -> bool {
        self.0.iter().any(|line| {
            let reach_m = reach_m(line.width_m);
            let mut steps = line.points.windows(2);
            steps.any(|step| {
                let [from, to] = [step[0].place_m, step[1].place_m];
                square_of_distance(from, to, place_m) < reach_m * reach_m
            })
        })
    }
}

/// The distance from the middle of a road within which nothing grows.
fn reach_m(width_m: f64) -> f64 {
    0.5 * width_m + VERGE_M
}

/// The square of the distance between a place and a line between two points.
fn square_of_distance(from: [f64; 2], to: [f64; 2], place: [f64; 2]) -> f64 {
    let [line, offset] = [to, place].map(|point| [point[0] - from[0], point[1] - from[1]]);
    let square = line[0] * line[0] + line[1] * line[1];
    let dot = line[0] * offset[0] + line[1] * offset[1];
    let fraction = if square > 0.0 { (dot / square).clamp(0.0, 1.0) } else { 0.0 };
    let [x, z] = [offset[0] - fraction * line[0], offset[1] - fraction * line[1]];
    x * x + z * z
}
