//! A curve through a node, with the level of the water along it.

use super::bends::RoundedLine;
use super::cells::Cell;
use super::fixed_course::point_along;
use super::level_point::LevelPoint;

/// Identifies a curve by the way of its water through a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CurveKey {
    /// The cell that the water comes from; `None` where it springs at the node.
    pub from: Option<Cell>,
    /// The cell of the node.
    pub through: Cell,
}

/// The line of a curve.
pub(super) enum CurveLine {
    /// A quadratic Bézier curve: start, control point and end.
    Bezier([LevelPoint; 3]),
    /// A round bend.
    Rounded(RoundedLine),
    /// Lines to the node of a fixed river and from there. The levels are those at the start, at the node and
    /// at the end.
    Halves { lines: [Vec<[f64; 2]>; 2], levels_m: [f64; 3] },
}

impl CurveLine {
    /// The point at a parameter from 0 to 1. The ends are exact.
    pub fn at(&self, t: f64) -> LevelPoint {
        match self {
            Self::Bezier([start, _, _]) if t == 0.0 => *start,
            Self::Bezier([_, _, end]) if t == 1.0 => *end,
            Self::Bezier([start, control, end]) => {
                start.towards(*control, t).towards(control.towards(*end, t), t)
            }
            Self::Rounded(line) => line.at(t),
            Self::Halves { lines: [before, after], levels_m } => {
                let middle = middle(before, after);
                let mix = |[a, b]: [f64; 2], share: f64| a + share * (b - a);
                match t < middle {
                    true => LevelPoint {
                        place_m: point_along(before, t / middle),
                        level_m: mix([levels_m[0], levels_m[1]], t / middle),
                    },
                    false if t == 1.0 => {
                        LevelPoint { place_m: after[after.len() - 1], level_m: levels_m[2] }
                    }
                    false => {
                        let share = (t - middle) / (1.0 - middle);
                        LevelPoint {
                            place_m: point_along(after, share),
                            level_m: mix([levels_m[1], levels_m[2]], share),
                        }
                    }
                }
            }
        }
    }
}

/// The parameter at which two lines meet. A line of one point needs no share of the parameter.
fn middle(before: &[[f64; 2]], after: &[[f64; 2]]) -> f64 {
    match [before.len() > 1, after.len() > 1] {
        [true, false] => 1.0,
        [false, _] => 0.0,
        _ => 0.5,
    }
}

impl CourseCurve {
    /// The share of the wander that moves the point at a parameter. It is 0 at the node of a fixed river.
    pub fn wander_share(&self, t: f64) -> f64 {
        let [start, end] = self.wander_shares;
        match &self.line {
            CurveLine::Bezier(_) | CurveLine::Rounded(_) => start + t * (end - start),
            CurveLine::Halves { lines: [before, after], .. } => match middle(before, after) {
                middle if t < middle => start * (1.0 - t / middle),
                middle if t > middle => end * (t - middle) / (1.0 - middle),
                _ => 0.0,
            },
        }
    }
}

/// A curve through a node.
pub(super) struct CourseCurve {
    pub key: CurveKey,
    pub line: CurveLine,
    /// The directions of the edges through both ends, which all curves that meet there share. `None` if the
    /// wander moves the curve in all directions.
    pub directions: Option<[[f64; 2]; 2]>,
    /// The falls at both ends, in metres per metre.
    pub falls: [f64; 2],
    /// The catchments that the width follows, and those that the wander follows. They differ for a
    /// tributary, which stays narrow and joins the trunk's end.
    pub areas_km2: [f64; 2],
    pub wander_km2: [f64; 2],
    /// The depths of the channel at both ends.
    pub depths_m: [f64; 2],
    /// The shares of the wander at both ends.
    pub wander_shares: [f64; 2],
    /// True for a fixed river.
    pub is_fixed: bool,
    /// The vertex from which the curve of a tributary follows the trunk; `None` for other curves.
    pub joins: Option<u32>,
}
