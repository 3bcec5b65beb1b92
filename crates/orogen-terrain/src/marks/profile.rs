//! The heights along a path. They follow the land below the mark.

use super::curve::{Span, at, slope_at, spans};
use super::shape::MarkCurve;
use super::tool::Tool;
use crate::real::smooth_step;

/// The heights along the spans of a curve.
#[derive(Debug)]
pub(super) struct Profile {
    pub spans: Vec<Span<1>>,
    /// True if the slope of the heights eases to 0 at the start and at the end of each span. Otherwise
    /// the slope would jump at ends and corners.
    pub is_eased: Vec<[bool; 2]>,
}

impl Profile {
    /// The profile of a mark that is level along a curve.
    pub fn level(shape: &MarkCurve, level_m: f64) -> Self {
        let span = [[level_m], [0.0], [0.0], [0.0]];
        let count = shape.spans.len();
        Self { spans: vec![span; count], is_eased: vec![[false; 2]; count] }
    }

    /// The height of a mark that is level along its path. All places read this single number, so
    /// that a lake is level to the bit.
    pub fn level_m(&self) -> f64 {
        self.at(0, 0.0).0
    }

    /// The height at a parameter of a span, and its derivative by the parameter.
    #[inline]
    pub fn at(&self, span: usize, t: f64) -> (f64, f64) {
        // The parameter starts or ends with a derivative of 0.
        let (eased, slope) = match self.is_eased[span] {
            [false, false] => (t, 1.0),
            [true, false] => (t * t * (2.0 - t), t * (4.0 - 3.0 * t)),
            [false, true] => {
                let to_end = 1.0 - t;
                (1.0 - to_end * to_end * (2.0 - to_end), to_end * (4.0 - 3.0 * to_end))
            }
            [true, true] => smooth_step(t),
        };
        let [height_m] = at(&self.spans[span], eased);
        let [by_eased] = slope_at(&self.spans[span], eased);
        (height_m, by_eased * slope)
    }
}

/// The rule by which the heights at the points of a path follow the land.
enum Rule {
    /// All points have the height at the first point.
    Level,
    /// Each height follows the land at its point.
    Free,
    /// Each height follows the land, but never rises above the height before.
    Falling,
    /// Each height follows the land, but no grade from point to point is steeper than this.
    Graded(f64),
}

impl Tool {
    /// The height of the mark, and true if it counts from 0 instead of the land. `None` for a tool
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

    /// Returns true for tools whose land is eroded, where slopes must not jump. Easing would make a
    /// road steeper than its grade.
    fn is_eased_at_ends(&self) -> bool {
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
pub(super) fn profile(tool: &Tool, shape: &MarkCurve, land_m: impl Fn([f64; 2]) -> f64) -> Profile {
    let Some((height_m, pinned)) = tool.height() else {
        return Profile { spans: vec![], is_eased: vec![] };
    };
    let level = |point: &[f64; 2]| {
        let place = [0, 1].map(|axis| shape.anchor_m[axis] + point[axis]);
        if pinned { height_m } else { height_m + land_m(place) }
    };
    let heights_m: Vec<f64> = match tool.rule() {
        // A smooth outline leaves the first point of its path, but the level stays the level there.
        Rule::Level => vec![level(&[0.0; 2]); shape.points.len()],
        Rule::Free => shape.points.iter().map(level).collect(),
        Rule::Falling => {
            let mut lowest = f64::INFINITY;
            let fall = |point| {
                lowest = level(point).min(lowest);
                lowest
            };
            shape.points.iter().map(fall).collect()
        }
        Rule::Graded(grade) => {
            graded_along(shape, &shape.points.iter().map(level).collect::<Vec<_>>(), grade)
        }
    };
    let heights: Vec<[f64; 1]> = heights_m.into_iter().map(|m| [m]).collect();
    let spans = spans(&heights, &shape.corners);
    let is_eased_at = |point: usize| {
        let is_end = point == 0 || point == spans.len() || shape.corners.contains(&point);
        is_end && tool.is_eased_at_ends()
    };
    let is_eased =
        (0..spans.len()).map(|span| [is_eased_at(span), is_eased_at(span + 1)]).collect();
    Profile { spans, is_eased }
}

/// The largest number of times that the rises of a road are reduced to keep its grade.
const MAX_ROUNDS: usize = 24;

/// The grade of a span is measured at this number of steps along it.
const PARTS: usize = 32;

/// Heights at the points of a road whose curve is nowhere steeper than a grade. In bends the curve is
/// shorter than the steps between its points, so the steps may rise less there.
fn graded_along(shape: &MarkCurve, wanted_m: &[f64], grade: f64) -> Vec<f64> {
    let lengths_m = lengths_m(&shape.points);
    let rise_m = |pair: &[f64]| grade * (pair[1] - pair[0]);
    let mut rises_m: Vec<f64> = lengths_m.windows(2).map(rise_m).collect();
    let mut heights_m = graded(&rises_m, wanted_m);
    for _ in 0..MAX_ROUNDS {
        let heights: Vec<[f64; 1]> = heights_m.iter().map(|m| [*m]).collect();
        let steepest = steepest(shape, &spans(&heights, &shape.corners));
        if steepest.iter().all(|steepest| *steepest <= grade) {
            break;
        }
        for (span, steepest) in steepest.iter().enumerate().filter(|(_, s)| **s > grade) {
            // A span mixes the points before, at and after its ends.
            let steps = span.saturating_sub(1)..(span + 2).min(rises_m.len());
            rises_m[steps].iter_mut().for_each(|rise_m| *rise_m *= 0.99 * grade / steepest);
        }
        heights_m = graded(&rises_m, wanted_m);
    }
    heights_m
}

/// The length of the path from the first point to each point.
fn lengths_m(points: &[[f64; 2]]) -> Vec<f64> {
    let mut length_m = 0.0;
    let mut lengths_m = vec![0.0];
    for pair in points.windows(2) {
        let [x, z] = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
        length_m += (x * x + z * z).sqrt();
        lengths_m.push(length_m);
    }
    lengths_m
}

/// The steepest grade of each span of a curve, with the heights along it.
fn steepest(shape: &MarkCurve, heights: &[Span<1>]) -> Vec<f64> {
    let of_span = |(place, height): (&Span<2>, &Span<1>)| {
        let grade = |part: usize| {
            let t = part as f64 / PARTS as f64;
            let ([x, z], [rise]) = (slope_at(place, t), slope_at(height, t));
            let speed = (x * x + z * z).sqrt();
            if speed > 0.0 { rise.abs() / speed } else { 0.0 }
        };
        (0..=PARTS).map(grade).fold(0.0, f64::max)
    };
    shape.spans.iter().zip(heights).map(of_span).collect()
}

/// Heights whose differences are at most the allowed rises. They are the mean of two such profiles: the
/// highest profile below the wanted heights, and the lowest profile above them.
fn graded(rises_m: &[f64], wanted_m: &[f64]) -> Vec<f64> {
    let [mut low, mut high] = [wanted_m.to_vec(), wanted_m.to_vec()];
    let count = wanted_m.len();
    let mut limit = |from: usize, to: usize| {
        let rise_m = rises_m[from.min(to)];
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
            let rises: Vec<f64> = steps[1..].iter().map(|(step, _)| grade * step).collect();
            let wanted: Vec<f64> = steps.iter().map(|(_, height)| *height).collect();
            let heights = graded(&rises, &wanted);
            for i in 1..heights.len() {
                prop_assert!((heights[i] - heights[i - 1]).abs() <= rises[i - 1] + 1e-9);
            }
            let flat = graded(&rises, &vec![7.0; wanted.len()]);
            prop_assert_eq!(flat, vec![7.0; wanted.len()]);
        }
    }
}
