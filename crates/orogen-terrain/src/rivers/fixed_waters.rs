//! The fixed waters of a network: rivers and lakes that the user has drawn.
//!
//! A river ends where it meets a lake or an earlier river, and its line goes on as another river on the
//! other side.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::cells::{Block, Cell};
use super::fixed::FixedWater;
use super::fixed_shapes::{FixedShapes, Shape};
use super::fixed_trace::{FixedCell, PlacedWater, trace_lake, trace_river};
use super::settings::RiverSettings;
use super::stage::StageBlocks;

/// The largest number of cached blocks. Most have no fixed water.
const MAX_BLOCKS: usize = 2000;

/// The fixed waters of a network, with their nodes in each block.
pub struct FixedWaters {
    shapes: FixedShapes,
    placed: Vec<OnceLock<PlacedWater>>,
    blocks: StageBlocks<Arc<HashMap<Cell, FixedCell>>>,
}

impl FixedWaters {
    /// Prepares fixed waters. Lakes must come before rivers.
    pub fn new(waters: Vec<FixedWater>, settings: &RiverSettings) -> Self {
        let shapes = FixedShapes::new(waters, settings);
        let placed = (0..shapes.count()).map(|_| OnceLock::new()).collect();
        Self { shapes, placed, blocks: StageBlocks::new(MAX_BLOCKS) }
    }

    /// Returns true if there is no fixed water.
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// The lines of the waters.
    pub(super) fn shapes(&self) -> &FixedShapes {
        &self.shapes
    }

    /// The nodes of a water. Waters that it meets come first, in a list of pending waters, because
    /// recursion could exhaust the stack.
    pub(super) fn placed(&self, index: usize, ground_m: &dyn Fn([f64; 2]) -> f64) -> &PlacedWater {
        let mut pending = vec![index];
        loop {
            let last = pending[pending.len() - 1];
            if let Some(placed) = self.placed[last].get() {
                pending.pop();
                if pending.is_empty() {
                    return placed;
                }
                continue;
            }
            let placed = match self.shapes.shape(last) {
                Shape::Lake(lake) => trace_lake(&self.shapes, last, lake, ground_m),
                Shape::River { course, .. } => {
                    let among = self.shapes.neighbours(last);
                    let among: Vec<_> = among.into_iter().filter(|other| *other < last).collect();
                    let owners: Vec<_> =
                        course.cells.iter().map(|it| self.shapes.owner(it.cell, &among)).collect();
                    let is_missing = |owner: &&usize| self.placed[**owner].get().is_none();
                    if let Some(missing) = owners.iter().flatten().find(is_missing) {
                        pending.push(*missing);
                        continue;
                    }
                    let owners: Vec<_> = owners
                        .into_iter()
                        .map(|owner| owner.and_then(|it| Some((it, self.placed[it].get()?))))
                        .collect();
                    trace_river(&self.shapes, last, course, &owners, ground_m)
                }
            };
            // If another thread was faster, it found the same nodes.
            let _ = self.placed[last].set(placed);
        }
    }

    /// The cells of fixed waters in a block.
    pub(super) fn block(
        &self,
        block: Block,
        ground_m: &dyn Fn([f64; 2]) -> f64,
    ) -> Arc<HashMap<Cell, FixedCell>> {
        let slot = self.blocks.get(block, || {
            let first = block.first();
            let last = first.map(|c| c + super::cells::SIDE - 1);
            let mut all = HashMap::new();
            for index in self.shapes.near([first, last]) {
                let cells = self.placed(index, ground_m).cells.iter();
                all.extend(cells.filter(|(cell, _)| Block::of(*cell) == block).copied());
            }
            Arc::new(all)
        });
        slot.get().expect("it was made").clone()
    }
}
