//! A sink, and the way by which its water leaves.

use super::near::{RiverLand, nearest};
use orogen_terrain::rivers::{Block, Cell, Downstream, Lake};

/// The maximum number of nodes of a [`SinkWay`].
const MAX_NODES: usize = 64;

/// A sink with the way of its water.
pub(super) struct SinkWay {
    pub sink: Cell,
    /// The cells of the water's way: down to the sink, out of it, and to the course below.
    pub cells: Vec<Cell>,
    /// The index in `cells` of the sink.
    pub start: usize,
    /// The index in `cells` of the first node that lies lower than the sink.
    pub end: usize,
    /// The lake at the sink, if there is one.
    pub lake: Option<Lake>,
    /// True if no way leads out.
    pub is_closed: bool,
}

/// A point on the way: the distance from the first node, and the height, in metres.
pub(super) type WayPoint = [f64; 2];

/// The sink nearest to a cell, at most `reach` cells away.
pub(super) fn find(rivers: &RiverLand, from: Cell, reach: i64) -> Option<SinkWay> {
    let drainage = rivers.drainage();
    let sink = nearest(from, reach, |cell| {
        let receiver = drainage.receiver(cell);
        receiver.next == Downstream::Closed || receiver.cells_from_sink == Some(0)
    })?;
    // Two nodes upstream, each the largest inflow, show the ground before the sink.
    let mut cells = vec![sink];
    for _ in 0..2 {
        let largest =
            drainage.inflows(cells[cells.len() - 1]).max_by_key(|cell| drainage.flow(*cell));
        cells.extend(largest);
    }
    cells.reverse();
    let start = cells.len() - 1;
    let is_closed = drainage.receiver(sink).next == Downstream::Closed;
    let sink_m = drainage.node(sink).height_m;
    let mut end = None;
    let mut cell = sink;
    while let Some(next) = drainage.next(cell).filter(|_| cells.len() < MAX_NODES) {
        cells.push(next);
        let is_lower = drainage.node(next).height_m < sink_m
            || drainage.receiver(next).next == Downstream::Sea;
        if end.is_none() && is_lower {
            end = Some(cells.len() - 1);
        }
        // Two more nodes show where the water runs on.
        if end.is_some_and(|end| cells.len() > end + 2) {
            break;
        }
        cell = next;
    }
    let end = end.unwrap_or(cells.len() - 1);
    let lakes = rivers.network().water().lakes(Block::of(sink));
    let lake = lakes.iter().find(|lake| lake.sink == sink).cloned();
    Some(SinkWay { sink, cells, start, end, lake, is_closed })
}

/// The number of parts of the line from a node to the next.
const PARTS_BETWEEN_NODES: usize = 12;

impl SinkWay {
    /// The distance of each node from the first in metres.
    pub fn distances_m(&self, rivers: &RiverLand) -> Vec<f64> {
        distances_m(rivers, &self.cells)
    }

    /// The ground along the way, from node to node.
    pub fn ground(&self, rivers: &RiverLand) -> Vec<WayPoint> {
        ground(rivers, &self.cells, PARTS_BETWEEN_NODES)
    }

    /// The index in `cells` of the highest node between the sink and the first node below it.
    pub fn pass(&self, rivers: &RiverLand) -> Option<usize> {
        let height_m = |index: &usize| rivers.drainage().node(self.cells[*index]).height_m;
        let between = self.start + 1..self.end;
        between.max_by(|a, b| height_m(a).total_cmp(&height_m(b)))
    }
}

/// The distance of each node of a way from the first in metres.
pub(super) fn distances_m(rivers: &RiverLand, cells: &[Cell]) -> Vec<f64> {
    let mut all = vec![0.0];
    for pair in cells.windows(2) {
        all.push(all[all.len() - 1] + rivers.drainage().distance_m(pair[0], pair[1]));
    }
    all
}

/// The ground along straight lines from node to node, with `parts` parts each.
pub(super) fn ground(rivers: &RiverLand, cells: &[Cell], parts: usize) -> Vec<WayPoint> {
    let drainage = rivers.drainage();
    // At this band limit the ground at a node is the height of the node.
    let limit_m = 0.5 * drainage.settings().spacing_m;
    let distances_m = distances_m(rivers, cells);
    let mut all = vec![[0.0, drainage.node(cells[0]).height_m]];
    for (index, pair) in cells.windows(2).enumerate() {
        let [from, to] = [pair[0], pair[1]].map(|cell| drainage.place_m(cell));
        for part in 1..=parts {
            let fraction = part as f64 / parts as f64;
            let mix = |a: f64, b: f64| a + fraction * (b - a);
            let place_m = [0, 1].map(|axis| mix(from[axis], to[axis]));
            let distance_m = mix(distances_m[index], distances_m[index + 1]);
            all.push([distance_m, drainage.ground_m(place_m, limit_m)]);
        }
    }
    all
}
