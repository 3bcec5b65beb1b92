//! The tree of rivers: where they begin and meet, and their order.

use std::collections::HashMap;

use super::cells::{Cell, STEPS, step};
use super::course_blocks::CourseNode;
use super::network::Network;
use super::nodes::RiverGround;

/// Rivers need too many nodes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rivers need too many nodes of their network; choose a smaller area")]
pub struct TooManyNodes;

/// The rivers of a network as a tree of nodes. The tree caches each requested node.
pub(super) struct CourseTree<'a, G> {
    network: &'a Network<G>,
    nodes: HashMap<Cell, CourseNode>,
    orders: HashMap<Cell, u32>,
    heads: HashMap<Cell, ReachHead>,
    max_nodes: usize,
}

/// The first node of a reach, and the number of steps from it to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReachHead {
    pub cell: Cell,
    pub steps: u32,
}

impl<'a, G: RiverGround> CourseTree<'a, G> {
    /// Creates a tree that asks the network for at most `max_nodes` nodes in addition to `nodes`.
    pub fn new(
        network: &'a Network<G>,
        nodes: HashMap<Cell, CourseNode>,
        max_nodes: usize,
    ) -> Self {
        let max_nodes = nodes.len() + max_nodes;
        Self { network, nodes, orders: HashMap::new(), heads: HashMap::new(), max_nodes }
    }

    pub fn node(&mut self, cell: Cell) -> CourseNode {
        *self.nodes.entry(cell).or_insert_with(|| self.network.course_node(cell))
    }

    fn check_count(&self) -> Result<(), TooManyNodes> {
        if self.nodes.len() > self.max_nodes { Err(TooManyNodes) } else { Ok(()) }
    }

    /// The neighbours whose rivers run to a node.
    pub fn inflows(&mut self, cell: Cell) -> Vec<Cell> {
        let around = STEPS.iter().map(|by| step(cell, *by));
        around
            .filter(|from| {
                let node = self.node(*from);
                node.is_river && node.next == Some(cell)
            })
            .collect()
    }

    /// Strahler's order of the river at a node: 1 from a spring, and one more where two rivers of
    /// the highest order among the inflows meet (Strahler 1957).
    ///
    /// # Errors
    /// Returns an error if the river above needs too many nodes.
    pub fn order(&mut self, cell: Cell) -> Result<u32, TooManyNodes> {
        let mut pending = vec![cell];
        while let Some(top) = pending.last().copied() {
            self.check_count()?;
            let inflows = self.inflows(top);
            let known: Vec<u32> =
                inflows.iter().filter_map(|from| self.orders.get(from).copied()).collect();
            if known.len() < inflows.len() {
                pending.extend(inflows.iter().filter(|from| !self.orders.contains_key(*from)));
                continue;
            }
            pending.pop();
            let highest = known.iter().max().copied().unwrap_or(0);
            let equal = known.iter().filter(|order| **order == highest).count();
            self.orders.insert(top, highest + u32::from(equal != 1));
        }
        Ok(self.orders[&cell])
    }

    /// Returns true if a reach runs from a node to the next: a river that is not inside a lake.
    pub fn has_reach(&mut self, cell: Cell) -> bool {
        let node = self.node(cell);
        let Some(next) = node.next.filter(|_| node.is_river) else { return false };
        !node.is_lake || !self.node(next).is_lake
    }

    /// The head of the reach that runs from a node to the next. Reaches begin at springs, at
    /// confluences and at the outlets of lakes.
    ///
    /// # Errors
    /// Returns an error if the reach has too many nodes.
    pub fn head(&mut self, cell: Cell) -> Result<ReachHead, TooManyNodes> {
        let mut path = vec![];
        let mut current = cell;
        let mut head = loop {
            self.check_count()?;
            if let Some(head) = self.heads.get(&current) {
                break *head;
            }
            match self.inflows(current)[..] {
                [from] if !self.node(current).is_lake => {
                    path.push(current);
                    current = from;
                }
                _ => {
                    let head = ReachHead { cell: current, steps: 0 };
                    break *self.heads.entry(current).or_insert(head);
                }
            }
        };
        for cell in path.into_iter().rev() {
            head.steps += 1;
            self.heads.insert(cell, head);
        }
        Ok(head)
    }
}
