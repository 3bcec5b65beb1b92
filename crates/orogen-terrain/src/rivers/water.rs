//! Water: the lakes of a drainage, and the water level at each node.

use std::sync::Arc;

use super::cells::{Block, Cell, CellWindow, index_in_block};
use super::drainage::{Drainage, MAX_BLOCKS};
use super::fixed::FixedNode;
use super::lakes::{self, Lake, find_lake};
use super::nodes::RiverGround;
use super::stage::StageBlocks;

/// The water level at a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct NodeLevel {
    pub level_m: f64,
    /// True for the nodes of a lake.
    pub is_lake: bool,
}

/// A drainage with its lakes and water levels.
pub struct Water<G> {
    drainage: Drainage<G>,
    lakes: StageBlocks<Arc<Vec<Lake>>>,
    levels: StageBlocks<Vec<NodeLevel>>,
}

impl<G: RiverGround> Water<G> {
    /// Prepares the water of a drainage.
    pub fn new(drainage: Drainage<G>) -> Self {
        Self { drainage, lakes: StageBlocks::new(MAX_BLOCKS), levels: StageBlocks::new(MAX_BLOCKS) }
    }

    /// The drainage.
    pub fn drainage(&self) -> &Drainage<G> {
        &self.drainage
    }

    /// The water level at a node; in a lake at most the level of the lake.
    pub fn level_m(&self, cell: Cell) -> f64 {
        self.with_levels(Block::of(cell), |levels| levels[index_in_block(cell)].level_m)
    }

    /// Returns true for a node of a lake.
    pub fn is_lake(&self, cell: Cell) -> bool {
        self.with_levels(Block::of(cell), |levels| levels[index_in_block(cell)].is_lake)
    }

    /// The lakes whose sinks lie in a block.
    pub fn lakes(&self, block: Block) -> Arc<Vec<Lake>> {
        let slot = self.lakes.get(block, || {
            Arc::new(block.cells().filter_map(|sink| find_lake(&self.drainage, sink)).collect())
        });
        slot.get().expect("it was made").clone()
    }

    /// The level of a fixed lake, by its index among the fixed waters: the level of the course at its
    /// outlet. `None` if the lake has no cells.
    pub fn fixed_lake_level_m(&self, water: usize) -> Option<f64> {
        let outlet = self.drainage.fixed_outlet(water)?;
        Some(self.drainage.course_level_m(outlet))
    }

    /// The water levels at the nodes of a window, row by row.
    pub(super) fn levels(&self, window: CellWindow) -> Vec<NodeLevel> {
        window.gather(|block, put| self.with_levels(block, put))
    }

    fn with_levels<R>(&self, block: Block, read: impl FnOnce(&[NodeLevel]) -> R) -> R {
        let slot = self.levels.get(block, || {
            let plain =
                |cell| NodeLevel { level_m: self.drainage.course_level_m(cell), is_lake: false };
            let mut levels: Vec<_> = block.cells().map(plain).collect();
            for around in CellWindow::around(block, lakes::REACH).blocks() {
                for lake in self.lakes(around).iter() {
                    for cell in lake.cells.iter().filter(|cell| Block::of(**cell) == block) {
                        let level = &mut levels[index_in_block(*cell)];
                        *level =
                            NodeLevel { level_m: level.level_m.min(lake.level_m), is_lake: true };
                    }
                }
            }
            for (cell, fixed) in self.drainage.fixed_cells(block).iter().flat_map(|it| it.iter()) {
                if let (FixedNode::Lake(_), Some(lake_m)) =
                    (fixed.node, self.fixed_lake_level_m(fixed.water))
                {
                    let level = &mut levels[index_in_block(*cell)];
                    *level = NodeLevel { level_m: level.level_m.min(lake_m), is_lake: true };
                }
            }
            levels
        });
        read(slot.get().expect("it was made"))
    }
}
