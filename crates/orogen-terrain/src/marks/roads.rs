//! The centre lines of roads, as points along their curves.

use super::curve::{Span, at, bend_at, slope_at};
use super::land::MarksLand;
use super::shape::{MarkCurve, NOWHERE, Rectangle, join, touch, widened};
use super::tool::Road;

/// How finely a line follows its curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineDetail {
    /// The greatest distance between the curve and the line, in metres.
    pub tolerance_m: f64,
    /// The shortest step, in metres. Shorter parts of the curve become one step, even if that exceeds
    /// the tolerance.
    pub shortest_m: f64,
    /// The longest step, in metres.
    pub longest_m: f64,
    /// Parts of the curve farther than this from the area are left out, in metres.
    pub margin_m: f64,
}

/// A point of the centre line of a road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadPoint {
    /// Metres east and south of the origin.
    pub place_m: [f64; 2],
    /// The length of the curve from the beginning of the road to this point, in metres.
    pub way_m: f64,
}

/// A road of a layer, near an area.
pub(crate) struct MarkRoad<'a> {
    /// The id of the mark.
    pub id: u32,
    pub road: &'a Road,
    /// The parts of the centre line near the area. Each has at least two points.
    pub parts: Vec<Vec<RoadPoint>>,
}

impl MarksLand {
    /// The roads of the layer with a surface, near a rectangle. `detail` returns the detail of a road.
    /// Its margin must not shrink as roads get wider.
    pub fn roads(
        &self,
        area_m: &Rectangle,
        detail: impl Fn(&Road) -> LineDetail,
    ) -> Vec<MarkRoad<'_>> {
        let mut roads = vec![];
        let Some(widest) = &self.forms.widest_road else { return roads };
        for index in self.forms.near(&widened(*area_m, detail(widest).margin_m)) {
            let form = &self.forms.marks[index];
            let Some(road) = form.mark.tool.surfaced_road() else { continue };
            let detail = detail(road);
            if !touch(&form.around_m, &widened(*area_m, detail.margin_m)) {
                continue;
            }
            let shape = form.shape();
            let area = area_m.map(|corner| [0, 1].map(|axis| corner[axis] - shape.anchor_m[axis]));
            let mut walk = LineWalk::new(shape, widened(area, detail.margin_m), detail);
            if shape.points.len() > 1 {
                walk.visit(0, shape.spans.len());
            }
            if !walk.parts.is_empty() {
                roads.push(MarkRoad { id: form.mark.id, road, parts: walk.parts });
            }
        }
        roads
    }
}

/// Walks along a curve and collects the parts of its line near an area.
///
/// It subdivides the curve by halves, so the points of a part are the same for every area.
struct LineWalk<'a> {
    shape: &'a MarkCurve,
    /// The area with its margin, relative to the anchor of the curve.
    area: Rectangle,
    detail: LineDetail,
    /// The length of the curve up to the start of each span, and up to the end.
    lengths_m: Vec<f64>,
    parts: Vec<Vec<RoadPoint>>,
    /// True if the last part ends at the current position of the walk.
    is_open: bool,
}

/// The largest number of halvings of a span. A span of 1e12 m then has steps of less than 1 mm.
const MAX_HALVINGS: u32 = 50;

impl<'a> LineWalk<'a> {
    fn new(shape: &'a MarkCurve, area: Rectangle, detail: LineDetail) -> Self {
        let mut end_m = 0.0;
        let mut lengths_m = vec![];
        for span in &shape.spans {
            lengths_m.push(end_m);
            end_m += length_m(span, 1.0);
        }
        lengths_m.push(end_m);
        Self { shape, area, detail, lengths_m, parts: vec![], is_open: false }
    }

    /// Visits the spans from `start` to before `end`.
    fn visit(&mut self, start: usize, end: usize) {
        // A B-spline stays in the hull of the points that it mixes.
        let last = self.shape.points.len() - 1;
        let points = &self.shape.points[start.saturating_sub(1)..=(end + 1).min(last)];
        let around = points.iter().fold(NOWHERE, |all, point| join(all, [*point; 2]));
        if !touch(&around, &self.area) {
            self.is_open = false;
        } else if end - start > 1 && diagonal_m(&around) <= self.detail.shortest_m {
            self.put((start, 0.0), (end - 1, 1.0));
        } else if end - start == 1 {
            self.visit_part(start, [0.0, 1.0], MAX_HALVINGS);
        } else {
            let middle = usize::midpoint(start, end);
            self.visit(start, middle);
            self.visit(middle, end);
        }
    }

    /// Visits a part of a span between two parameters.
    fn visit_part(&mut self, span: usize, [from, to]: [f64; 2], halvings: u32) {
        let cubic = &self.shape.spans[span];
        let ends = [from, to].map(|t| at(cubic, t));
        // A cubic leaves its chord by at most an eighth of its second derivative, which is linear.
        let bend = [from, to].map(|t| norm(bend_at(cubic, t))).into_iter().fold(0.0, f64::max);
        let slack_m = 0.125 * bend * (to - from) * (to - from);
        let around = join([ends[0]; 2], [ends[1]; 2]);
        if !touch(&widened(around, slack_m), &self.area) {
            self.is_open = false;
            return;
        }
        let step_m = diagonal_m(&around);
        let LineDetail { tolerance_m, shortest_m, longest_m, .. } = self.detail;
        let is_fine = slack_m <= tolerance_m && step_m <= longest_m;
        if is_fine || step_m + 2.0 * slack_m <= shortest_m || halvings == 0 {
            self.put((span, from), (span, to));
        } else {
            let middle = 0.5 * (from + to);
            self.visit_part(span, [from, middle], halvings - 1);
            self.visit_part(span, [middle, to], halvings - 1);
        }
    }

    /// Adds a step between two parameters of spans.
    fn put(&mut self, from: (usize, f64), to: (usize, f64)) {
        if !self.is_open {
            let first = self.point(from);
            self.parts.push(vec![first]);
            self.is_open = true;
        }
        let next = self.point(to);
        if let Some(part) = self.parts.last_mut() {
            part.push(next);
        }
    }

    fn point(&self, (span, t): (usize, f64)) -> RoadPoint {
        let cubic = &self.shape.spans[span];
        let point = at(cubic, t);
        let way_m = match t {
            1.0 => self.lengths_m[span + 1],
            t => self.lengths_m[span] + length_m(cubic, t),
        };
        RoadPoint { place_m: [0, 1].map(|axis| self.shape.anchor_m[axis] + point[axis]), way_m }
    }
}

fn norm([x, z]: [f64; 2]) -> f64 {
    (x * x + z * z).sqrt()
}

fn diagonal_m([low, high]: &Rectangle) -> f64 {
    norm([0, 1].map(|axis| high[axis] - low[axis]))
}

/// The length of a span up to a parameter, by Gauss and Legendre's rule with five points.
fn length_m(span: &Span<2>, t: f64) -> f64 {
    const POINTS: [(f64, f64); 5] = [
        (0.0, 0.568_888_888_888_888_9),
        (-0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
        (-0.906_179_845_938_664, 0.236_926_885_056_189_1),
        (0.906_179_845_938_664, 0.236_926_885_056_189_1),
    ];
    let speeds = POINTS.map(|(x, weight)| weight * norm(slope_at(span, 0.5 * t * (1.0 + x))));
    0.5 * t * speeds.iter().sum::<f64>()
}
