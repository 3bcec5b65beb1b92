//! The courses of a block, as points for lists and maps of rivers.

use super::cells::{Block, Cell, CellWindow, STEPS, step};
use super::course_curve::CurveKey;
use super::course_parts::CourseVertex;
use super::courses::curves_of;
use super::fixed::FixedNode;
use super::levels::River;
use super::network::Network;
use super::nodes::RiverGround;
use super::receivers::Downstream;
use super::settings::RiverSettings;
use super::torrent::{calmness, width_factor};

/// A point of a river's course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePoint {
    /// Metres east and south of the origin.
    pub place_m: [f64; 2],
    /// The level of the water.
    pub level_m: f64,
    /// The catchment, within the steps upstream that the network counts.
    pub catchment_km2: f64,
    /// The width of the water.
    pub width_m: f64,
    /// The discharge in m³/s.
    pub discharge_m3_s: f64,
    /// False if the course from here to the next point is a gully too steep to hold water.
    pub is_wet: bool,
}

/// A node, with the properties that decide where rivers begin and meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct CourseNode {
    /// The cell that its water runs to; `None` in the sea and in a closed basin.
    pub next: Option<Cell>,
    /// True if its catchment is large enough for a river.
    pub is_river: bool,
    pub is_lake: bool,
}

/// The courses of a block, prepared for [`Network::reaches`].
pub struct BlockCourses {
    /// The nodes of the block and of the cells around it.
    pub(super) nodes: Vec<(Cell, CourseNode)>,
    /// The curves that have a river on at least a part.
    pub(super) curves: Vec<(CurveKey, Vec<CoursePoint>)>,
}

impl<G: RiverGround> Network<G> {
    /// The courses of a block. Where a river falls by more than half of `torrent_per_m` times its width,
    /// its course is a dry gully.
    pub fn block_courses(&self, block: Block, torrent_per_m: f64) -> BlockCourses {
        let settings = self.drainage().settings();
        let corner_m = block.first().map(|c| c as f64 * settings.spacing_m);
        let curves = curves_of(self.water(), self.wander(), block);
        let has_river = |vertices: &[CourseVertex]| {
            vertices.iter().any(|vertex| vertex.area_km2 >= settings.from_km2)
        };
        let curves = curves.all().filter(|(_, vertices)| has_river(vertices));
        let curves = curves
            .map(|(key, vertices)| (key, points_of(settings, corner_m, vertices, torrent_per_m)));
        BlockCourses { nodes: self.course_nodes(block), curves: curves.collect() }
    }

    fn course_nodes(&self, block: Block) -> Vec<(Cell, CourseNode)> {
        let window = CellWindow::around(block, 1);
        let from_km2 = self.drainage().settings().from_km2;
        let (drainage, levels) = (self.drainage().window(window), self.water().levels(window));
        let areas = drainage.flows.iter().map(|flow| self.drainage().area_km2(*flow));
        let receivers = drainage.receivers.iter().zip(areas).zip(&levels).enumerate();
        receivers
            .map(|(index, ((receiver, area_km2), level))| {
                let cell = window.cell(index);
                let next = match receiver.next {
                    Downstream::To(by) => Some(step(cell, STEPS[usize::from(by)])),
                    Downstream::Sea | Downstream::Closed => None,
                };
                let is_fixed = matches!(drainage.nodes[index].fixed, FixedNode::River(_));
                let (is_river, is_lake) = (is_fixed || area_km2 >= from_km2, level.is_lake);
                (cell, CourseNode { next, is_river, is_lake })
            })
            .collect()
    }

    /// The node of a cell.
    pub(super) fn course_node(&self, cell: Cell) -> CourseNode {
        let drainage = self.drainage();
        CourseNode {
            next: drainage.next(cell),
            is_river: matches!(drainage.node(cell).fixed, FixedNode::River(_))
                || drainage.catchment_km2(cell) >= drainage.settings().from_km2,
            is_lake: self.water().is_lake(cell),
        }
    }
}

fn points_of(
    settings: &RiverSettings,
    corner_m: [f64; 2],
    vertices: &[CourseVertex],
    torrent_per_m: f64,
) -> Vec<CoursePoint> {
    let is_wet = |from: &CourseVertex, to: &CourseVertex| {
        let [x, z] = [0, 1].map(|axis| to.place_m[axis] - from.place_m[axis]);
        let fall = (from.level_m - to.level_m) / (x * x + z * z).sqrt().max(1e-9);
        let width_factor = width_factor(fall);
        from.is_fixed && to.is_fixed
            || width_factor > 0.0
                && calmness(torrent_per_m, width_factor * from.width_m, fall) == 1.0
    };
    let points = vertices.iter().enumerate().map(|(index, vertex)| CoursePoint {
        place_m: [0, 1].map(|axis| corner_m[axis] + vertex.place_m[axis]),
        level_m: vertex.level_m,
        catchment_km2: vertex.area_km2,
        width_m: vertex.width_m,
        discharge_m3_s: River::of(settings, vertex.area_km2).discharge,
        is_wet: vertices.get(index + 1).is_none_or(|next| is_wet(vertex, next)),
    });
    points.collect()
}
