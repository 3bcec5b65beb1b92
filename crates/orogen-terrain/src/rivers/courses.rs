//! Courses: the curves along which rivers run, and their levels.
//!
//! A node joins each of its inflows to its outflow by a quadratic Bézier curve, from the middle of
//! one edge to the middle of the other, in place and level. The curves of a course meet smoothly.
//! Their levels fall because those of their control points do.

use super::cells::{Block, Cell, STEPS, step};
use super::drainage::Drainage;
use super::levels::River;
use super::nodes::Ground;
use super::wander::Wander;
use super::water::Water;

/// A straight part of a course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The ends in metres east and south of the north-west corner of the block.
    pub ends_m: [[f64; 2]; 2],
    /// The water level at both ends.
    pub levels_m: [f64; 2],
    /// The catchment at both ends.
    pub areas_km2: [f64; 2],
    /// The fall of the course in metres per metre.
    pub fall: f64,
    /// The slope of the valley's sides.
    pub side_slope: f64,
}

/// The parts of a curve that carries water, and of a dry one.
const PARTS: [u32; 2] = [16, 6];

/// How far the control point of a tributary lies towards the node, so that it meets at an angle.
const MEETING: f64 = 0.45;

/// The slope of the gentlest valley sides.
const GENTLEST: f64 = 0.05;

/// A point of a course.
#[derive(Clone, Copy)]
struct Point {
    place_m: [f64; 2],
    level_m: f64,
}

impl Point {
    fn towards(self, other: Self, t: f64) -> Self {
        let mix = |a: f64, b: f64| a + t * (b - a);
        Self {
            place_m: [0, 1].map(|axis| mix(self.place_m[axis], other.place_m[axis])),
            level_m: mix(self.level_m, other.level_m),
        }
    }
}

/// A curve through a node.
struct Curve {
    /// Start, control point and end.
    points: [Point; 3],
    /// The falls at both ends.
    falls: [f64; 2],
    /// The catchments that the width follows, and those that the wander follows. They differ for a
    /// tributary, which stays narrow and joins the trunk's end.
    areas_km2: [f64; 2],
    wander_km2: [f64; 2],
}

/// The middle of an edge.
#[derive(Clone, Copy)]
struct Edge {
    middle: Point,
    fall: f64,
}

/// The segments of the nodes of a block.
pub(super) fn segments_of<G: Ground>(
    water: &Water<G>,
    wander: &Wander,
    block: Block,
) -> Vec<Segment> {
    let maker = Maker { water, drainage: water.drainage(), wander };
    let mut segments = vec![];
    for cell in block.cells() {
        maker.add_segments(block, cell, &mut segments);
    }
    segments
}

/// Makes segments from water and wander.
struct Maker<'a, G> {
    water: &'a Water<G>,
    drainage: &'a Drainage<G>,
    wander: &'a Wander,
}

impl<G: Ground> Maker<'_, G> {
    fn add_segments(&self, block: Block, cell: Cell, segments: &mut Vec<Segment>) {
        let mut inflows: Vec<Cell> = STEPS
            .map(|by| step(cell, by))
            .into_iter()
            .filter(|from| self.drainage.next(*from) == Some(cell))
            .collect();
        let out = self.drainage.next(cell);
        if inflows.is_empty() && out.is_none() {
            return;
        }
        // The trunk comes first.
        inflows.sort_by_key(|from| std::cmp::Reverse((self.drainage.flow(*from), *from)));
        let node = self.point(block, cell);
        let area_km2 = self.drainage.catchment_km2(cell);
        let side_slope = self.side_slope(cell);
        let end = out.map(|out| self.edge(block, cell, out));
        let mut curves = vec![];
        for (index, from) in inflows.iter().enumerate() {
            let start = self.edge(block, *from, cell);
            let from_km2 = self.drainage.catchment_km2(*from);
            let control = match index {
                0 => node,
                _ => Point { level_m: node.level_m, ..start.middle.towards(node, MEETING) },
            };
            let last = end.map_or(node, |end| end.middle);
            let is_trunk = index == 0;
            curves.push(Curve {
                points: [start.middle, control, last],
                falls: [start.fall, end.map_or(start.fall, |end| end.fall)],
                areas_km2: [from_km2, if is_trunk { area_km2 } else { from_km2 }],
                wander_km2: [from_km2, area_km2],
            });
        }
        if let (Some(end), true) = (end, inflows.is_empty()) {
            curves.push(Curve {
                points: [node, node.towards(end.middle, 0.5), end.middle],
                falls: [end.fall; 2],
                areas_km2: [area_km2; 2],
                wander_km2: [area_km2; 2],
            });
        }
        let parts = if area_km2 >= self.drainage.settings().from_km2 { PARTS[0] } else { PARTS[1] };
        for curve in curves {
            self.flatten(block, &curve, parts, side_slope, segments);
        }
    }

    /// A node as a point of its courses, relative to a block.
    fn point(&self, block: Block, cell: Cell) -> Point {
        let (node, first) = (self.drainage.node(cell), block.first());
        let spacing_m = self.drainage.settings().spacing_m;
        let place_m =
            [0, 1].map(|axis| (cell[axis] - first[axis]) as f64 * spacing_m + node.offset_m[axis]);
        Point { place_m, level_m: self.water.level_m(cell) }
    }

    fn edge(&self, block: Block, from: Cell, to: Cell) -> Edge {
        let [start, end] = [from, to].map(|cell| self.point(block, cell));
        let fall = (start.level_m - end.level_m) / self.drainage.distance_m(from, to);
        let middle = start.towards(end, 0.5);
        // A river has reached the level of a lake where its edge into the lake has its middle.
        let level_m = if self.is_lake(to) { end.level_m } else { middle.level_m };
        Edge { middle: Point { level_m, ..middle }, fall }
    }

    /// The slope of a valley's sides at a node: it follows the ground around, so that the sides end
    /// on the ridges.
    fn side_slope(&self, cell: Cell) -> f64 {
        let level_m = self.water.level_m(cell);
        let steepest = STEPS.iter().fold(0.0, |steepest: f64, by| {
            let other = step(cell, *by);
            let rise_m = (self.drainage.node(other).height_m - level_m).max(0.0);
            steepest.max(rise_m / self.drainage.distance_m(cell, other))
        });
        GENTLEST + self.drainage.settings().side_slope * steepest
    }

    /// Cuts a curve into straight parts, displaced by the wander.
    fn flatten(
        &self,
        block: Block,
        curve: &Curve,
        parts: u32,
        side_slope: f64,
        segments: &mut Vec<Segment>,
    ) {
        let [start, control, end] = curve.points;
        let mix = |[a, b]: [f64; 2], t: f64| a + t * (b - a);
        let corner_m = block.first().map(|c| c as f64 * self.drainage.settings().spacing_m);
        let displaced = |point: Point, t: f64| {
            let width_m = River::of(self.drainage.settings(), mix(curve.wander_km2, t)).width_m;
            let world_m = [0, 1].map(|axis| corner_m[axis] + point.place_m[axis]);
            let by_m = self.wander.at(world_m, mix(curve.falls, t), width_m);
            [0, 1].map(|axis| point.place_m[axis] + by_m[axis])
        };
        let mut last = (displaced(start, 0.0), start.level_m, curve.areas_km2[0]);
        for part in 1..=parts {
            let t = f64::from(part) / f64::from(parts);
            let point = match part == parts {
                true => end,
                false => start.towards(control, t).towards(control.towards(end, t), t),
            };
            // Rounding must not let the water rise.
            let next = (displaced(point, t), point.level_m.min(last.1), mix(curve.areas_km2, t));
            let [x, z] = [0, 1].map(|axis| next.0[axis] - last.0[axis]);
            let length_m = (x * x + z * z).sqrt();
            let fall = if length_m > 0.0 { (last.1 - next.1) / length_m } else { 0.0 };
            segments.push(Segment {
                ends_m: [last.0, next.0],
                levels_m: [last.1, next.1],
                areas_km2: [last.2, next.2],
                fall,
                side_slope,
            });
            last = next;
        }
    }

    fn is_lake(&self, cell: Cell) -> bool {
        self.water.level(cell).is_lake
    }
}
