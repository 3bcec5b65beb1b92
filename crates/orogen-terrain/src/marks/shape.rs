//! The curve of a mark, prepared for evaluation, and the reach of its tool.

use std::ops::Range;

use super::curve::{Cubic, Span, at, axis, close_smoothly, corners, groups, spans};
use super::tool::{Mark, Tool};
use crate::real::smooth_step;

/// A rectangle: the lowest and the highest coordinate of each axis, east and south, in metres.
pub(super) type Rectangle = [[f64; 2]; 2];

/// Returns true if two rectangles touch.
pub(super) fn touch([low, high]: &Rectangle, [other_low, other_high]: &Rectangle) -> bool {
    (0..2).all(|axis| low[axis] <= other_high[axis] && other_low[axis] <= high[axis])
}

/// The smallest rectangle that holds two rectangles.
pub(super) fn join([low, high]: Rectangle, [other_low, other_high]: Rectangle) -> Rectangle {
    [
        [0, 1].map(|axis| low[axis].min(other_low[axis])),
        [0, 1].map(|axis| high[axis].max(other_high[axis])),
    ]
}

/// A rectangle that is larger by a distance on each side.
pub(super) fn widened([low, high]: Rectangle, by_m: f64) -> Rectangle {
    [low.map(|m| m - by_m), high.map(|m| m + by_m)]
}

/// An empty rectangle. Joined to another rectangle, it gives the other.
pub(super) const NOWHERE: Rectangle = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];

/// A chord of the curve, from which the search for the nearest point starts.
#[derive(Clone, Copy)]
pub(super) struct Chord {
    pub span: usize,
    /// The parameters of its ends on the span.
    pub ends: [f64; 2],
    pub start: [f64; 2],
    /// The vector from the start to the end.
    pub vector: [f64; 2],
    /// 1 over the squared length; 0 for a point.
    pub per_square: f64,
    /// A rectangle around this part of the curve.
    pub around: Rectangle,
    /// The greatest distance of the curve from the chord.
    pub slack_m: f64,
}

/// The curve of a mark. Coordinates are relative to the first point, which keeps them short.
pub(super) struct MarkCurve {
    pub anchor_m: [f64; 2],
    /// The indices of the corners of the path. The profile has the same corners.
    pub corners: Vec<usize>,
    /// The points of the path.
    pub points: Vec<[f64; 2]>,
    pub spans: Vec<Span<2>>,
    /// The chords of each group of spans, with the spans.
    pub groups: Vec<SpanGroup>,
    /// The greatest distance of the curve from its chords.
    pub slack_m: f64,
}

/// Neighbouring spans of a curve and the chords along them.
pub(super) struct SpanGroup {
    pub spans: Range<usize>,
    pub chords: Vec<Chord>,
}

/// The largest number of chords of a span.
const MAX_CHORDS: usize = 16;

impl MarkCurve {
    /// Prepares a mark with a path.
    pub fn new(mark: &Mark) -> Self {
        let all_m = mark.path.points_m();
        let anchor_m = all_m.first().copied().unwrap_or_default();
        let mut points: Vec<[f64; 2]> =
            all_m.iter().map(|point| [0, 1].map(|axis| point[axis] - anchor_m[axis])).collect();
        points.dedup();
        let is_outline = matches!(mark.tool, Tool::Lake(_));
        if is_outline && points.first() != points.last() {
            points.push(points[0]);
        }
        if matches!(&mark.tool, Tool::Lake(lake) if lake.rounded) {
            points = close_smoothly(&points);
        }
        let corners = match is_outline {
            // An outline is a polygon, so that inside and outside are exact.
            true => (1..points.len().saturating_sub(1)).collect(),
            false => corners(&points, mark.tool.bend_m()),
        };
        let spans = spans(&points, &corners);
        let groups: Vec<SpanGroup> = groups(&points, &corners)
            .into_iter()
            .map(|range| {
                let chords = range.clone().flat_map(|span| chords(span, &spans[span])).collect();
                SpanGroup { spans: range, chords }
            })
            .collect();
        let chords = groups.iter().flat_map(|group| &group.chords);
        let slack_m = chords.map(|chord| chord.slack_m).fold(0.0, f64::max);
        Self { anchor_m, corners, points, spans, groups, slack_m }
    }

    /// The cubics of a span to the east and to the south.
    #[inline(always)]
    pub fn cubics(&self, span: usize) -> [Cubic; 2] {
        [axis(&self.spans[span], 0), axis(&self.spans[span], 1)]
    }
}

/// A rectangle around all places that a mark can change, in metres from the origin.
pub(super) fn around_m(mark: &Mark) -> Rectangle {
    // A B-spline stays in the hull of its points.
    let around = mark.path.each_m().fold(NOWHERE, |all, point| join(all, [point; 2]));
    widened(around, mark.tool.reach_m())
}

/// The chords of a span. A span that bends, or whose points are spaced unevenly, has more chords.
fn chords(index: usize, span: &Span<2>) -> Vec<Chord> {
    let length = |[x, z]: [f64; 2]| (x * x + z * z).sqrt();
    let half_bend =
        length(span[2]).max(length([0, 1].map(|axis| span[2][axis] + 3.0 * span[3][axis])));
    let speed = length(span[1]);
    let wanted = if speed > 0.0 { 6.0 * half_bend / speed } else { 0.0 };
    let count = (wanted as usize).clamp(1, MAX_CHORDS);
    (0..count)
        .map(|i| {
            let ends = [i, i + 1].map(|i| i as f64 / count as f64);
            let [from, to] = ends.map(|t| at(span, t));
            let vector = [to[0] - from[0], to[1] - from[1]];
            let square = vector[0] * vector[0] + vector[1] * vector[1];
            let per_square = if square > 0.0 { 1.0 / square } else { 0.0 };
            let step = ends[1] - ends[0];
            let around = [
                [0, 1].map(|axis| from[axis].min(to[axis])),
                [0, 1].map(|axis| from[axis].max(to[axis])),
            ];
            // A cubic leaves its chord by at most an eighth of its second derivative.
            let slack_m = 0.25 * half_bend * step * step;
            let around = widened(around, slack_m);
            Chord { span: index, ends, start: from, vector, per_square, around, slack_m }
        })
        .collect()
}

/// The share of a mark that samples of a spacing show, from 0 to 1. `fine_m` is the size of its finest
/// feature.
pub(super) fn fade(fine_m: f64, spacing_m: f64) -> f64 {
    match spacing_m > 0.0 {
        true => smooth_step(fine_m / spacing_m - 1.0).0,
        false => 1.0,
    }
}

impl Tool {
    /// Returns true if the tool makes creases.
    pub fn is_creased(&self) -> bool {
        let is_sharp = |round_m: f64, size_m: f64| 8.0 * round_m < size_m;
        match self {
            Self::Brush(_) | Self::Smooth(_) => false,
            Self::Flatten(p) => p.round_m == 0.0 || is_sharp(p.round_m, p.radius_m),
            Self::Ridge(p) => p.round_m == 0.0 || is_sharp(p.round_m, p.height_m.abs() / p.slope),
            Self::Valley(p) => {
                let size_m = 0.5 * p.floor_m + p.height_m.abs() / p.slope;
                p.round_m == 0.0 || is_sharp(p.round_m, size_m)
            }
            Self::Road(_) | Self::River(_) | Self::Lake(_) => true,
        }
    }

    /// Half of the width over which the mark has its full effect.
    pub(super) fn half_width_m(&self) -> f64 {
        match self {
            Self::Brush(_) | Self::Smooth(_) | Self::Ridge(_) | Self::Lake(_) => 0.0,
            Self::Flatten(p) => p.radius_m,
            Self::Valley(p) => 0.5 * p.floor_m,
            Self::Road(p) => 0.5 * p.width_m,
            Self::River(p) => 0.5 * p.width_m,
        }
    }

    /// The radius of the sharpest bend of the curve; sharper bends become corners.
    fn bend_m(&self) -> f64 {
        match self {
            Self::Brush(p) => p.radius_m,
            Self::Smooth(p) => p.radius_m,
            Self::Ridge(p) => p.round_m,
            Self::Valley(p) => 0.5 * p.floor_m + p.round_m,
            _ => self.half_width_m(),
        }
    }

    /// The distance from the curve beyond which nothing changes.
    pub(super) fn reach_m(&self) -> f64 {
        let banks_m = match self {
            Self::Brush(p) => p.radius_m,
            Self::Smooth(p) => p.radius_m,
            Self::Flatten(p) => p.reach_m,
            Self::Ridge(p) => p.reach_m,
            Self::Valley(p) => p.reach_m,
            Self::Road(p) => p.reach_m,
            Self::River(p) => p.reach_m,
            Self::Lake(p) => p.reach_m + p.rim_m / p.shore + p.crest_m,
        };
        self.half_width_m() + banks_m
    }

    /// The size of the finest part of the mark: samples coarser than half of it show less of the mark.
    pub(super) fn fine_m(&self) -> f64 {
        match self {
            Self::Brush(p) => p.radius_m,
            Self::Smooth(p) => p.radius_m,
            Self::Flatten(p) => p.radius_m + p.round_m,
            Self::Ridge(p) => p.reach_m,
            Self::Valley(p) => 0.5 * p.floor_m + p.round_m,
            Self::Road(p) => 0.5 * p.width_m,
            Self::River(p) => p.width_m,
            Self::Lake(p) => p.depth_m / p.shore,
        }
    }
}
