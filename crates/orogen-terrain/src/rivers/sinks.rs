//! Sinks, and the paths by which their water leaves.
//!
//! A sink is a node above the sea without a lower neighbour. A flood rises from the sink, lowest
//! node first, until it reaches a node that is lower than the sink or under the sea. The water leaves
//! along the flood's way to that node, falling evenly from the sink: a breach through the pass. A flood
//! does not pass the nodes of fixed rivers and lakes, but may end at a lower one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cells::{Block, Cell, CellWindow, STEPS, step};
use super::nodes::{Node, NodeHeight};

/// How far a flood may spread from its sink, in cells.
pub const FLOOD: i64 = 22;

/// The nodes around a block.
pub struct Nodes {
    /// The side of a cell.
    pub spacing_m: f64,
    pub window: CellWindow,
    pub nodes: Vec<Node>,
    pub sea_level_m: f64,
}

impl Nodes {
    /// The sort key of a cell's node; `None` outside the window.
    pub fn key(&self, cell: Cell) -> Option<NodeHeight> {
        self.window.index(cell).map(|index| self.nodes[index].key(cell))
    }

    /// Returns true for a node under the sea.
    pub fn is_sea(&self, key: NodeHeight) -> bool {
        key.height_m < self.sea_level_m
    }

    /// Returns true for a node above the sea without a lower neighbour.
    pub fn is_sink(&self, cell: Cell) -> bool {
        let Some(sink) = self.key(cell) else { return false };
        let is_lower = |by: &Cell| self.key(step(cell, *by)).is_some_and(|key| key < sink);
        !self.is_sea(sink) && !self.is_held(cell) && !STEPS.iter().any(is_lower)
    }

    /// Returns true for a node of a fixed water that must drain to a certain neighbour.
    fn is_held(&self, cell: Cell) -> bool {
        let node = self.window.index(cell).map(|index| self.nodes[index]);
        node.is_some_and(|node| node.fixed.next().is_some())
    }
}

/// The way out of a sink.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The sink, at whose height the path begins.
    pub sink: NodeHeight,
    /// The height at which the path ends: the height of its last node, or the sea level if it is higher.
    pub end_m: f64,
    /// The cells from the sink to the node at which the flood ended. The sink alone if the basin is
    /// closed.
    pub path: Vec<Cell>,
}

impl Breach {
    /// The level of the cell with this index of the path. Levels fall by equal steps from the sink to
    /// the end, so that the water runs.
    pub fn level_m(&self, index: usize) -> f64 {
        let fraction = index as f64 / (self.path.len() - 1).max(1) as f64;
        let level_m = self.sink.height_m - (self.sink.height_m - self.end_m) * fraction;
        // Rounding must not end the path below its last node.
        level_m.max(self.end_m)
    }
}

/// The breaches of the sinks in a block. `nodes` must have [`FLOOD`] + 1 cells around the block.
pub fn breaches_of(nodes: &Nodes, block: Block, deepest_gorge_m: f64) -> Vec<Breach> {
    let sinks = block.cells().filter(|cell| nodes.is_sink(*cell));
    sinks.map(|sink| breach(nodes, sink, deepest_gorge_m)).collect()
}

/// Floods from a sink. Passes may lie at most `deepest_gorge_m` above the sink.
fn breach(nodes: &Nodes, sink: Cell, deepest_gorge_m: f64) -> Breach {
    let start = nodes.key(sink).expect("the sink is in the window");
    let span = 2 * FLOOD + 1;
    let index_of = |cell: Cell| {
        let [x, z] = [0, 1].map(|axis| cell[axis] - sink[axis] + FLOOD);
        let inside = 0..span;
        (inside.contains(&x) && inside.contains(&z)).then_some((z * span + x) as usize)
    };
    // The step by which the flood reached each cell; 8 for the sink, 9 for cells not reached.
    let mut reached = vec![9u8; (span * span) as usize];
    reached[index_of(sink).expect("the middle")] = 8;
    let mut front = BinaryHeap::from([Reverse((start, sink))]);
    while let Some(Reverse((key, cell))) = front.pop() {
        if key.height_m - start.height_m > deepest_gorge_m {
            break;
        }
        if key < start || nodes.is_sea(key) {
            return Breach {
                sink: start,
                end_m: key.height_m.max(nodes.sea_level_m),
                path: path_to(cell, |cell| reached[index_of(cell).unwrap_or(0)]),
            };
        }
        for (number, by) in STEPS.iter().enumerate() {
            let next = step(cell, *by);
            let Some(index) = index_of(next).filter(|index| reached[*index] == 9) else { continue };
            reached[index] = number as u8;
            let key = nodes.key(next).expect("nodes are known around a flood");
            // The water of a fixed river or lake stays where it is, so no path leads below it.
            if key >= start && !nodes.is_sea(key) && nodes.is_held(next) {
                continue;
            }
            front.push(Reverse((key, next)));
        }
    }
    Breach { sink: start, end_m: start.height_m, path: vec![sink] }
}

/// The path from the sink to a cell, from the steps by which cells were reached.
fn path_to(last: Cell, reached: impl Fn(Cell) -> u8) -> Vec<Cell> {
    let mut path = vec![last];
    let mut cell = last;
    while let Some([east, south]) = STEPS.get(usize::from(reached(cell))) {
        cell = [cell[0] - east, cell[1] - south];
        path.push(cell);
    }
    path.reverse();
    path
}
