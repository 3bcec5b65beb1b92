//! Flow: how many nodes drain through each node, and from how far.
//!
//! Both count only a fixed number of steps upstream, so a bounded neighbourhood determines them.

use super::cells::{Block, Cell, CellWindow, STEPS, step};
use super::receivers::{Downstream, Receiver};

/// The flow through a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flow {
    /// The nodes within the steps upstream, and the node itself.
    pub nodes: u32,
    /// The longest way upstream in steps, at most the number of steps. It never falls downstream.
    pub longest: u32,
}

/// The flow through the nodes of a block; `receivers` are those of the window of the block with a
/// border of `steps`. `sources` are the cells of the window where water of further nodes enters, with their
/// number.
pub fn flow_of(
    receivers: &[Receiver],
    sources: &[(Cell, u32)],
    block: Block,
    steps: u32,
) -> Vec<Flow> {
    let window = CellWindow::around(block, i64::from(steps));
    assert_eq!(receivers.len(), window.count(), "receivers of the window");
    let links = links(receivers, window);
    let mut first = vec![Flow { nodes: 1, longest: 0 }; links.len()];
    for (cell, nodes) in sources {
        if let Some(index) = window.index(*cell) {
            first[index].nodes += nodes;
        }
    }
    let mut now = first.clone();
    for _ in 0..steps {
        let mut after = first.clone();
        for (flow, to) in now.iter().zip(&links) {
            let Some(to) = after.get_mut(*to as usize) else { continue };
            to.nodes = to.nodes.saturating_add(flow.nodes);
            to.longest = to.longest.max(flow.longest + 1);
        }
        now = after;
    }
    block.cells().map(|cell| now[window.index(cell).expect("the middle")]).collect()
}

/// The index of each node's receiver; `u32::MAX` for no receiver or one beyond the window.
fn links(receivers: &[Receiver], window: CellWindow) -> Vec<u32> {
    let link = |(index, receiver): (usize, &Receiver)| {
        let Downstream::To(by) = receiver.next else { return u32::MAX };
        let next = step(window.cell(index), STEPS[usize::from(by)]);
        window.index(next).map_or(u32::MAX, |index| index as u32)
    };
    receivers.iter().enumerate().map(link).collect()
}
