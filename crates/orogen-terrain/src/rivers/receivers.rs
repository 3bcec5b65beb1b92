//! Receivers: the neighbour that each node's water runs to.
//!
//! Along the receivers the rank of nodes falls: a free node drains to a lower neighbour, a node of a
//! breach to a lower node of this breach or of a lower one, and a node of a fixed water to the next node of
//! that water, which is lower too. So courses never rise and never run in circles. Fixed courses have no
//! diagonals, so no other course crosses them between two nodes.

use std::cmp::Reverse;

use super::cells::{Block, CELLS, Cell, CellWindow, SIDE, STEPS, index_in_block, step};
use super::nodes::{Node, NodeHeight};
use super::sinks::{Breach, FLOOD, Nodes};

/// Between these slopes, courses turn from gathering to following the steepest descent.
const GATHERING: [f64; 2] = [0.06, 0.21];

/// A lower neighbour of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    /// The direction to it: 0 for north-west, then clockwise.
    pub to: u8,
    /// The fall to it in metres per metre.
    pub slope: f64,
    /// The slope times a random factor of the neighbour. The greatest score wins.
    pub score: f64,
}

/// Where a node's water goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Downstream {
    /// The node lies under the sea.
    #[default]
    Sea,
    /// The node is the lowest place of a closed basin.
    Closed,
    /// To a neighbour, by its direction: 0 for north-west, then clockwise.
    To(u8),
}

/// A node's receiver and level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Receiver {
    /// Where the water goes.
    pub next: Downstream,
    /// The height that the level of the water follows: the height of the node, or of a sink's path through
    /// the node.
    pub level_m: f64,
    /// The number of cells from the sink along its path; `None` for nodes that no path runs through.
    pub cells_from_sink: Option<u16>,
}

/// The sort key of nodes from downstream to upstream: by level, with its tie breakers, then by the number
/// of cells from the sink, descending.
type Rank = (NodeHeight, Reverse<u16>);

/// A receiver before crossings are removed.
#[derive(Clone, Copy)]
struct DraftReceiver {
    receiver: Receiver,
    rank: Rank,
    /// True for a node of a fixed water that must drain to a certain neighbour.
    is_held: bool,
}

/// The receivers of a block. `nodes` reach two cells farther; `breaches` has the breaches of all sinks
/// within [`FLOOD`] + 1 cells.
pub fn receivers_of<'a>(
    nodes: &Nodes,
    breaches: impl Iterator<Item = &'a Breach>,
    block: Block,
    branching: f64,
) -> Vec<Receiver> {
    let window = CellWindow::around(block, 1);
    let mut drafts: Vec<_> = (0..window.count())
        .map(|index| {
            let cell = window.cell(index);
            draft_receiver(nodes, cell, branching)
        })
        .collect();
    for breach in breaches {
        assign_path(&mut drafts, window, breach);
    }
    let mut receivers = vec![Receiver::default(); CELLS];
    for cell in block.cells() {
        receivers[index_in_block(cell)] = receiver_without_crossing(&drafts, window, cell);
    }
    receivers
}

/// The receiver of a node before paths are assigned.
fn draft_receiver(nodes: &Nodes, cell: Cell, branching: f64) -> DraftReceiver {
    let index = nodes.window.index(cell).expect("the window is wider");
    let node = nodes.nodes[index];
    let key = node.key(cell);
    let (is_sea, fixed) = (nodes.is_sea(key), node.fixed.next());
    let next = match fixed {
        _ if is_sea => Downstream::Sea,
        Some(next) => Downstream::To(next),
        None => {
            best_direction(nodes, cell, node, branching).map_or(Downstream::Closed, Downstream::To)
        }
    };
    let receiver = Receiver { next, level_m: key.height_m, cells_from_sink: None };
    DraftReceiver { receiver, rank: (key, Reverse(0)), is_held: !is_sea && fixed.is_some() }
}

/// The direction to the lower neighbour with the greatest score; the first if scores are equal.
fn best_direction(nodes: &Nodes, cell: Cell, node: Node, branching: f64) -> Option<u8> {
    let (candidates, count) = candidates(nodes, cell, node, branching);
    let lower = &candidates[..count];
    let first = lower.first()?;
    let best = lower.iter().fold(first, |best, it| if it.score > best.score { it } else { best });
    Some(best.to)
}

/// The lower neighbours of a node, in the order of [`STEPS`], and their number.
///
/// The random factor depends only on the neighbour, so that the courses of a slope choose the same nodes
/// and gather. It counts less on steep ground, where water follows the steepest descent.
pub(super) fn candidates(
    nodes: &Nodes,
    cell: Cell,
    node: Node,
    branching: f64,
) -> ([Candidate; 8], usize) {
    let key = node.key(cell);
    let mut lower = [Candidate::default(); 8];
    let mut count = 0;
    for (index, by) in STEPS.iter().enumerate() {
        let other = step(cell, *by);
        let Some(place) = nodes.window.index(other) else { continue };
        let neighbour = nodes.nodes[place];
        if neighbour.key(other) < key {
            let slope =
                (node.height_m - neighbour.height_m) / distance_m(nodes, node, neighbour, *by);
            // The score is the random number until the steepest slope is known.
            lower[count] = Candidate { to: index as u8, slope, score: neighbour.chance() };
            count += 1;
        }
    }
    let steepest = lower[..count].iter().fold(0.0, |steepest: f64, it| steepest.max(it.slope));
    let t = ((steepest - GATHERING[0]) / (GATHERING[1] - GATHERING[0])).clamp(0.0, 1.0);
    let q = branching * (1.0 - t * t * (3.0 - 2.0 * t));
    for Candidate { slope, score, .. } in &mut lower[..count] {
        *score = *slope * (1.0 - q + 2.0 * q * *score);
    }
    (lower, count)
}

fn distance_m(nodes: &Nodes, from: Node, to: Node, by: Cell) -> f64 {
    let [x, z] = [0, 1]
        .map(|axis| by[axis] as f64 * nodes.spacing_m + to.offset_m[axis] - from.offset_m[axis]);
    (x * x + z * z).sqrt()
}

/// Makes the cells of a path drain along it, unless a lower path runs through them.
///
/// A cell gets the level of the lowest path through it and drains to the next cell of this path, whose
/// level is lower still. So water falls everywhere, even where paths share cells.
fn assign_path(drafts: &mut [DraftReceiver], window: CellWindow, breach: &Breach) {
    for (index, pair) in breach.path.windows(2).enumerate() {
        let Some(place) = window.index(pair[0]) else { continue };
        let level_m = breach.level_m(index);
        let cells = index as u16;
        let rank = (breach.sink.with_height(level_m), Reverse(cells));
        let draft = &mut drafts[place];
        if draft.is_held || draft.receiver.cells_from_sink.is_some() && draft.rank < rank {
            continue;
        }
        let by = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
        let next = STEPS.iter().position(|step| *step == by).expect("paths go to neighbours");
        let next = Downstream::To(next as u8);
        let receiver = Receiver { next, level_m, cells_from_sink: Some(cells) };
        *draft = DraftReceiver { receiver, rank, is_held: false };
    }
}

/// The receiver of a cell. Where two diagonals cross, the diagonal that starts upstream is redirected to
/// the end of the other.
fn receiver_without_crossing(drafts: &[DraftReceiver], window: CellWindow, cell: Cell) -> Receiver {
    let draft_at = |cell: Cell| drafts[window.index(cell).expect("neighbours are in the window")];
    let draft = draft_at(cell);
    let Downstream::To(diagonal @ (0 | 2 | 4 | 6)) = draft.receiver.next else {
        return draft.receiver;
    };
    // The neighbours on either side of the diagonal are the ends of the other diagonal.
    let sides = [(diagonal + 7) % 8, (diagonal + 1) % 8];
    for (from, to) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        let other = draft_at(step(cell, STEPS[usize::from(from)]));
        let Downstream::To(next) = other.receiver.next else { continue };
        let [a, b] = [from, to].map(|side| STEPS[usize::from(side)]);
        let crosses = STEPS[usize::from(next)] == [b[0] - a[0], b[1] - a[1]];
        if crosses && draft.rank > other.rank {
            return Receiver { next: Downstream::To(to), ..draft.receiver };
        }
    }
    draft.receiver
}

/// The number of blocks on each side whose breaches may run through a block or along its edge.
pub const BREACH_BLOCKS: i64 = (FLOOD + 1 + SIDE - 1) / SIDE;
