//! The heights along a path. They follow the land below the mark.

use super::curve::{Span, at, slope_at, spans};
use super::shape::Shape;
use super::tool::Tool;
use crate::real::smooth_step;

/// The heights along the spans of a curve.
#[derive(Debug)]
pub(super) struct Profile {
    spans: Vec<Span<1>>,
    /// The ends and corners at which heights come to rest, by span: at its start and at its end.
    /// Without rest, the slope would jump beyond an end.
    rests: Vec<[bool; 2]>,
}

impl Profile {
    /// The height of a mark that is level along its path. All places read this single number, so
    /// that a lake is level to the bit.
    pub fn level_m(&self) -> f64 {
        self.at(0, 0.0).0
    }

    /// The height at a parameter of a span, and its derivative by the parameter.
    pub fn at(&self, span: usize, t: f64) -> (f64, f64) {
        // The parameter starts or ends with a derivative of 0.
        let (eased, slope) = match self.rests[span] {
            [false, false] => (t, 1.0),
            [true, false] => (t * t * (2.0 - t), t * (4.0 - 3.0 * t)),
            [false, true] => {
                let left = 1.0 - t;
                (1.0 - left * left * (2.0 - left), left * (4.0 - 3.0 * left))
            }
            [true, true] => smooth_step(t),
        };
        let [height_m] = at(&self.spans[span], eased);
        let [by_eased] = slope_at(&self.spans[span], eased);
        (height_m, by_eased * slope)
    }
}

/// How the heights at the points of a path follow from the land.
enum Rule {
    /// All have the height at the first point.
    Level,
    /// Each follows the land at its point.
    Free,
    /// No height is above the height before.
    Falling,
    /// No grade from point to point is steeper.
    Graded(f64),
}

impl Tool {
    /// The height over the land or over 0, and true if it counts from 0; `None` for a tool
    /// without heights along its path.
    pub(super) fn height(&self) -> Option<(f64, bool)> {
        match self {
            Self::Brush(_) | Self::Smooth(_) => None,
            Self::Flatten(p) => Some((p.height_m, p.pinned)),
            Self::Ridge(p) => Some((p.height_m, p.pinned)),
            Self::Valley(p) => Some((p.height_m, p.pinned)),
            Self::Road(p) => Some((p.height_m, p.pinned)),
            Self::River(p) => Some((p.height_m, p.pinned)),
            Self::Lake(p) => Some((p.height_m, p.pinned)),
        }
    }

    /// Returns true if the heights follow the land below the mark.
    pub(super) fn follows_land(&self) -> bool {
        self.height().is_some_and(|(_, pinned)| !pinned)
    }

    /// Returns true for tools that are eroded, whose slopes must not jump. A road would become
    /// steeper than its grade.
    fn rests_at_ends(&self) -> bool {
        matches!(self, Self::Ridge(_) | Self::Valley(_))
    }

    fn rule(&self) -> Rule {
        match self {
            Self::Brush(_) | Self::Smooth(_) | Self::Ridge(_) => Rule::Free,
            Self::Flatten(_) | Self::Lake(_) => Rule::Level,
            Self::Valley(_) | Self::River(_) => Rule::Falling,
            Self::Road(p) => Rule::Graded(p.grade),
        }
    }
}

/// The heights along a path, given the height of the land at a point.
pub(super) fn profile(tool: &Tool, shape: &Shape, land_m: impl Fn([f64; 2]) -> f64) -> Profile {
    let Some((height_m, pinned)) = tool.height() else {
        return Profile { spans: vec![], rests: vec![] };
    };
    let level = |point: &[f64; 2]| {
        let place = [0, 1].map(|axis| shape.anchor_m[axis] + point[axis]);
        if pinned { height_m } else { height_m + land_m(place) }
    };
    let heights_m: Vec<f64> = match tool.rule() {
        Rule::Level => vec![level(&shape.points[0]); shape.points.len()],
        Rule::Free => shape.points.iter().map(level).collect(),
        Rule::Falling => {
            let mut lowest = f64::INFINITY;
            let fall = |point| {
                lowest = level(point).min(lowest);
                lowest
            };
            shape.points.iter().map(fall).collect()
        }
        Rule::Graded(grade) => graded(
            &ways_m(&shape.points),
            &shape.points.iter().map(level).collect::<Vec<_>>(),
            grade,
        ),
    };
    let heights: Vec<[f64; 1]> = heights_m.into_iter().map(|m| [m]).collect();
    let spans = spans(&heights, &shape.corners);
    let rests_at = |point: usize| {
        let is_end = point == 0 || point == spans.len() || shape.corners.contains(&point);
        is_end && tool.rests_at_ends()
    };
    let rests = (0..spans.len()).map(|span| [rests_at(span), rests_at(span + 1)]).collect();
    Profile { spans, rests }
}

/// The way from the first point to each point.
fn ways_m(points: &[[f64; 2]]) -> Vec<f64> {
    let mut way_m = 0.0;
    let mut ways_m = vec![0.0];
    for pair in points.windows(2) {
        let [x, z] = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
        way_m += (x * x + z * z).sqrt();
        ways_m.push(way_m);
    }
    ways_m
}

/// Heights whose differences are at most the grade times the way between them: the middle between
/// the highest and the lowest profile with this grade that touch the wanted heights.
fn graded(ways_m: &[f64], wanted_m: &[f64], grade: f64) -> Vec<f64> {
    let [mut low, mut high] = [wanted_m.to_vec(), wanted_m.to_vec()];
    let count = wanted_m.len();
    let mut limit = |from: usize, to: usize| {
        let rise_m = grade * (ways_m[to] - ways_m[from]).abs();
        low[to] = low[to].min(low[from] + rise_m);
        high[to] = high[to].max(high[from] - rise_m);
    };
    (1..count).for_each(|i| limit(i - 1, i));
    (1..count).rev().for_each(|i| limit(i, i - 1));
    low.iter().zip(&high).map(|(low, high)| 0.5 * (low + high)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn graded_heights_keep_the_grade(
            steps in prop::collection::vec((1.0..500.0f64, -300.0..300.0f64), 1..20),
            grade in 0.01..0.5,
        ) {
            let ways: Vec<f64> = steps.iter().scan(0.0, |way, (step, _)| {
                *way += step;
                Some(*way)
            }).collect();
            let wanted: Vec<f64> = steps.iter().map(|(_, height)| *height).collect();
            let heights = graded(&ways, &wanted, grade);
            for i in 1..heights.len() {
                let slope = (heights[i] - heights[i - 1]) / (ways[i] - ways[i - 1]);
                prop_assert!(slope.abs() <= grade + 1e-9);
            }
            let flat = graded(&ways, &vec![7.0; ways.len()], grade);
            prop_assert_eq!(flat, vec![7.0; ways.len()]);
        }
    }
}
