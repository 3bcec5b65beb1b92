//! Courses: the curves along which rivers run, and their levels.
//!
//! A node joins each of its inflows to its outflow by a quadratic Bézier curve, from the middle of
//! one edge to the middle of the other, in place and level. The curves of a course meet smoothly.
//! Their levels fall because the levels of their control points fall.

use std::collections::HashMap;

use super::bends::RoundedLine;
use super::cells::{Block, CELLS, Cell, CellWindow, STEPS, step};
use super::course_curve::{CourseCurve, CurveKey, CurveLine};
use super::course_parts::{CourseVertex, Segment, count_parts};
use super::drainage::DrainageWindow;
use super::fixed::FixedKind;
use super::fixed_shapes::FixedShapes;
use super::fixed_trace::FixedCell;
use super::flow::Flow;
use super::level_point::LevelPoint;
use super::levels::{River, area_km2, channel_depth_m, fixed_depth_m};
use super::nodes::RiverGround;
use super::receivers::Downstream;
use super::settings::RiverSettings;
use super::wander::Wander;
use super::water::{NodeLevel, Water};

/// The position of a tributary's control point, from 0 at its start to 1 at the node. Below 1, the
/// tributary meets the trunk at an angle.
pub(super) const MEETING: f64 = 0.45;

/// The share of a river's fall that is left in the middle of its edge into a lake, so that its bed still falls.
const STILL_FALL: f64 = 0.02;

/// The slope of the gentlest valley sides.
const GENTLEST: f64 = 0.05;

/// The middle of the edge between two nodes, where their curves meet.
#[derive(Clone, Copy)]
pub(super) struct EdgeMiddle {
    pub middle: LevelPoint,
    pub fall: f64,
    /// The share of the wander there: 0 where a fixed river or lake determines the place.
    pub wander_share: f64,
}

/// The curves through the nodes of a block.
pub(super) struct Curves {
    /// The keys of the curves.
    keys: Vec<CurveKey>,
    /// The vertices of all curves, in the order of `keys`.
    vertices: Vec<CourseVertex>,
    is_graded: bool,
}

impl Curves {
    /// The curves with their vertices, from upstream.
    pub fn all(&self) -> impl Iterator<Item = (CurveKey, &[CourseVertex])> {
        let curves = self.vertices.chunk_by(|_, next| !next.is_start);
        self.keys.iter().copied().zip(curves)
    }

    /// The segments between all vertices: those of channels.
    pub fn fine_segments(&self) -> impl Iterator<Item = Segment> {
        self.segments_where(|_| true)
    }

    /// The segments of a list for valleys: they join the vertices whose `coarseness` is at least this.
    pub fn valley_segments(&self, coarseness: usize) -> impl Iterator<Item = Segment> {
        self.segments_where(move |vertex| vertex.coarseness.is_some_and(|of| of >= coarseness))
    }

    /// The segments that join the chosen vertices.
    fn segments_where(
        &self,
        is_joined: impl Fn(&CourseVertex) -> bool,
    ) -> impl Iterator<Item = Segment> {
        let joined = self.vertices.iter().filter(move |vertex| is_joined(vertex));
        let mut last: Option<&CourseVertex> = None;
        let is_graded = self.is_graded;
        joined.filter_map(move |vertex| {
            let from = last.replace(vertex)?;
            (!vertex.is_start).then(|| Segment::between(from, vertex, is_graded))
        })
    }

    /// The segments of each curve, from upstream.
    pub fn segments_by_curve(&self) -> Vec<(CurveKey, Vec<Segment>)> {
        let segments = |(key, curve): (CurveKey, &[CourseVertex])| {
            let segment =
                |pair: &[CourseVertex]| Segment::between(&pair[0], &pair[1], self.is_graded);
            (key, curve.windows(2).map(segment).collect())
        };
        self.all().map(segments).collect()
    }
}

/// The curves through the nodes of a block.
pub(super) fn curves_of<G: RiverGround>(water: &Water<G>, wander: &Wander, block: Block) -> Curves {
    curves_with(water, water.drainage().settings(), wander, block)
}

/// The curves through the nodes of a block, with other settings than those of the drainage.
pub(super) fn curves_with<G: RiverGround>(
    water: &Water<G>,
    settings: &RiverSettings,
    wander: &Wander,
    block: Block,
) -> Curves {
    let window = CellWindow::around(block, 1);
    let fixed = window.blocks().filter_map(|block| water.drainage().fixed_cells(block));
    let fixed =
        fixed.flat_map(|cells| cells.iter().map(|(cell, it)| (*cell, *it)).collect::<Vec<_>>());
    let maker = CurveMaker {
        settings,
        shapes: water.drainage().fixed().shapes(),
        fixed: fixed.collect(),
        wander,
        window,
        drainage: water.drainage().window(window),
        levels: water.levels(window),
    };
    let vertices = Vec::with_capacity(CELLS * 8);
    let is_graded = maker.settings.is_graded();
    let mut curves = Curves { keys: Vec::with_capacity(CELLS), vertices, is_graded };
    for cell in block.cells() {
        maker.add_curves(block, cell, &mut curves);
    }
    maker.displace(block, &mut curves.vertices);
    curves
}

/// Makes the curves of a block from the drainage, the levels and the wander of a window: the block and
/// the cells around it.
pub(super) struct CurveMaker<'a> {
    pub settings: &'a RiverSettings,
    pub shapes: &'a FixedShapes,
    /// The cells of fixed waters in the window and some around it.
    pub fixed: HashMap<Cell, FixedCell>,
    pub wander: &'a Wander,
    window: CellWindow,
    drainage: DrainageWindow,
    levels: Vec<NodeLevel>,
}

impl CurveMaker<'_> {
    fn index(&self, cell: Cell) -> usize {
        self.window.index(cell).expect("the window has the neighbours of its block's cells")
    }

    /// The cell that a node's water runs to.
    fn next(&self, cell: Cell) -> Option<Cell> {
        match self.drainage.receivers[self.index(cell)].next {
            Downstream::To(by) => Some(step(cell, STEPS[usize::from(by)])),
            Downstream::Sea | Downstream::Closed => None,
        }
    }

    fn flow(&self, cell: Cell) -> Flow {
        self.drainage.flows[self.index(cell)]
    }

    /// The catchment that the width of a river follows.
    pub fn area_km2(&self, cell: Cell) -> f64 {
        area_km2(self.settings, self.flow(cell).nodes).max(self.fixed_area_km2(cell).unwrap_or(0.0))
    }

    pub fn depth_m(&self, cell: Cell) -> f64 {
        let fixed_m = self.fixed_area_km2(cell).map_or(0.0, fixed_depth_m);
        channel_depth_m(self.settings, self.flow(cell)).max(fixed_m)
    }

    /// The catchment that the width of a fixed river stands for.
    fn fixed_area_km2(&self, cell: Cell) -> Option<f64> {
        match self.shapes.water(self.fixed_river(cell)?.water).kind {
            FixedKind::River { width_m } => Some(River::area_of_width_km2(self.settings, width_m)),
            FixedKind::Lake { .. } => None,
        }
    }

    /// The distance between the nodes of two cells.
    pub fn distance_m(&self, from: Cell, to: Cell) -> f64 {
        let [a, b] = [from, to].map(|cell| self.drainage.nodes[self.index(cell)].offset_m);
        let spacing_m = self.settings.spacing_m;
        let [x, z] =
            [0, 1].map(|axis| (to[axis] - from[axis]) as f64 * spacing_m + b[axis] - a[axis]);
        (x * x + z * z).sqrt()
    }

    fn add_curves(&self, block: Block, cell: Cell, to: &mut Curves) {
        let mut inflows: Vec<Cell> = STEPS
            .map(|by| step(cell, by))
            .into_iter()
            .filter(|from| self.next(*from) == Some(cell))
            .collect();
        let out = self.next(cell);
        if inflows.is_empty() && out.is_none() {
            return;
        }
        // The trunk comes first.
        inflows.sort_by_key(|from| std::cmp::Reverse((self.flow(*from), *from)));
        if let ([trunk, others @ ..], true) = (&mut *inflows, self.settings.is_graded()) {
            self.sort_tributaries(cell, [*trunk, out.unwrap_or(cell)], others);
        }
        let node = self.point(block, cell);
        let area_km2 = self.area_km2(cell);
        let depth_m = self.depth_m(cell);
        let side_slope = self.side_slope(cell);
        let end = out.map(|out| self.edge(block, cell, out));
        let mut curves = self.fixed_curves((block, cell), &inflows, out, end);
        let is_fixed = self.fixed_river(cell).is_some();
        let end_share = end.map_or(1.0, |end| end.wander_share);
        let is_wet = area_km2 >= self.settings.from_km2;
        let parts = count_parts(self.settings, is_wet, is_fixed);
        for (index, from) in inflows.iter().enumerate().filter(|_| !is_fixed) {
            let start = self.edge(block, *from, cell);
            let from_km2 = self.area_km2(*from);
            let key = CurveKey { from: Some(*from), through: cell };
            if index > 0 && self.settings.is_graded() {
                let earlier = (index - 1) as f64 / (inflows.len() - 1) as f64;
                curves.push(self.tributary((key, *from), start, node, &curves[0], &parts, earlier));
                continue;
            }
            let control = match index {
                0 => node,
                _ => LevelPoint { level_m: node.level_m, ..start.middle.towards(node, MEETING) },
            };
            let last = end.map_or(node, |end| end.middle);
            let is_trunk = index == 0;
            curves.push(CourseCurve {
                key,
                line: self.bend([start.middle, control, last]),
                directions: self.directions([start.middle, node, last]),
                falls: [start.fall, end.map_or(start.fall, |end| end.fall)],
                areas_km2: [from_km2, if is_trunk { area_km2 } else { from_km2 }],
                wander_km2: [from_km2, area_km2],
                depths_m: [self.depth_m(*from), depth_m],
                wander_shares: [start.wander_share, end_share],
                is_fixed: false,
                joins: None,
            });
        }
        if let (Some(end), true) = (end, inflows.is_empty() && !is_fixed) {
            curves.push(CourseCurve {
                key: CurveKey { from: None, through: cell },
                line: CurveLine::Bezier([node, node.towards(end.middle, 0.5), end.middle]),
                directions: self.directions([node, node, end.middle]),
                falls: [end.fall; 2],
                areas_km2: [area_km2; 2],
                wander_km2: [area_km2; 2],
                depths_m: [depth_m; 2],
                wander_shares: [1.0, end_share],
                is_fixed: false,
                joins: None,
            });
        }
        let trunk_at = to.vertices.len();
        for curve in curves {
            to.keys.push(curve.key);
            self.flatten(&curve, &parts, side_slope, trunk_at, &mut to.vertices);
        }
    }

    /// The line from a start to an end that turns at a control point.
    pub fn bend(&self, points: [LevelPoint; 3]) -> CurveLine {
        match self.settings.is_graded() {
            true => CurveLine::Rounded(RoundedLine::new(points)),
            false => CurveLine::Bezier(points),
        }
    }

    /// The directions of the edges from a start to a node and on to an end. An edge without a length has
    /// that of the other. With round bends, courses stray only to the side: along its course, the wander
    /// would fold it.
    pub fn directions(&self, [start, node, end]: [LevelPoint; 3]) -> Option<[[f64; 2]; 2]> {
        let unit = |from: LevelPoint, to: LevelPoint| {
            let [x, z] = [0, 1].map(|axis| to.place_m[axis] - from.place_m[axis]);
            let length_m = (x * x + z * z).sqrt();
            (length_m > 0.0).then(|| [x / length_m, z / length_m])
        };
        let ways = [unit(start, node), unit(node, end)];
        let both = [ways[0].or(ways[1])?, ways[1].or(ways[0])?];
        self.settings.is_graded().then_some(both)
    }

    /// A node as a point of its courses, relative to a block.
    pub fn point(&self, block: Block, cell: Cell) -> LevelPoint {
        let level_m = self.levels[self.index(cell)].level_m;
        LevelPoint { place_m: self.within_m(block.first(), cell), level_m }
    }

    /// The place of a node relative to the north-west corner of another cell.
    pub fn within_m(&self, corner: Cell, cell: Cell) -> [f64; 2] {
        let (offset_m, spacing_m) =
            (self.drainage.nodes[self.index(cell)].offset_m, self.settings.spacing_m);
        [0, 1].map(|axis| (cell[axis] - corner[axis]) as f64 * spacing_m + offset_m[axis])
    }

    pub fn edge(&self, block: Block, from: Cell, to: Cell) -> EdgeMiddle {
        let [start, end] = [from, to].map(|cell| self.point(block, cell));
        // Nodes of fixed rivers may lie side by side.
        let fall = (start.level_m - end.level_m) / self.distance_m(from, to).max(0.01);
        if let Some(middle) = self.fixed_middle(block, [from, to], [start, end]) {
            return EdgeMiddle { middle, fall, wander_share: 0.0 };
        }
        let middle = start.towards(end, 0.5);
        // In the middle of its edge into a lake, a river already has nearly the level of the lake.
        let level_m = match self.is_lake(to) {
            true if self.settings.is_graded() => {
                end.level_m + STILL_FALL * (middle.level_m - end.level_m)
            }
            true => end.level_m,
            false => middle.level_m,
        };
        let wander_share = if self.fixed_river(from).is_some() { 0.0 } else { 1.0 };
        EdgeMiddle { middle: LevelPoint { level_m, ..middle }, fall, wander_share }
    }

    /// The slope of a valley's sides at a node: it follows the ground around, so that the sides end
    /// on the ridges.
    fn side_slope(&self, cell: Cell) -> f64 {
        let level_m = self.levels[self.index(cell)].level_m;
        let steepest = STEPS.iter().fold(0.0, |steepest: f64, by| {
            let other = step(cell, *by);
            let rise_m = (self.drainage.nodes[self.index(other)].height_m - level_m).max(0.0);
            steepest.max(rise_m / self.distance_m(cell, other))
        });
        GENTLEST + self.settings.side_slope * steepest
    }

    fn is_lake(&self, cell: Cell) -> bool {
        self.levels[self.index(cell)].is_lake
    }
}
