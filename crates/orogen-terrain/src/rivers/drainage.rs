//! Drainage: where the water of each node goes, and how much of it there is.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::cells::{Block, Cell, CellWindow, SIDE, STEPS, index_in_block, step};
use super::fixed::FixedWater;
use super::fixed_trace::FixedCell;
use super::fixed_waters::FixedWaters;
use super::flow::{Flow, flow_of};
use super::levels::{self, River, level_m};
use super::nodes::{Node, RiverGround, nodes_of};
use super::receivers::{BREACH_BLOCKS, Candidate, Downstream, Receiver, candidates, receivers_of};
use super::settings::RiverSettings;
use super::sinks::{Breach, FLOOD, Nodes, breaches_of};
use super::stage::StageBlocks;
use orogen_noise::hash::Seed;

/// The largest number of blocks that a stage keeps. A block of all stages up to the levels takes about
/// 25 kB.
pub(super) const MAX_BLOCKS: usize = 500;

/// The nodes of an endless ground, their receivers and their flow. A pure function of ground, seed
/// and settings: the bits of a block do not depend on the order in which blocks are made.
pub struct Drainage<G> {
    ground: G,
    seed: Seed,
    settings: RiverSettings,
    fixed: FixedWaters,
    nodes: StageBlocks<Vec<Node>>,
    breaches: StageBlocks<Vec<Breach>>,
    receivers: StageBlocks<Vec<Receiver>>,
    flows: StageBlocks<Vec<Flow>>,
}

/// A drainage in a window, row by row.
pub(super) struct DrainageWindow {
    pub nodes: Vec<Node>,
    pub receivers: Vec<Receiver>,
    pub flows: Vec<Flow>,
}

impl<G: RiverGround> Drainage<G> {
    /// Prepares the drainage of a ground.
    pub fn new(ground: G, seed: Seed, settings: RiverSettings) -> Self {
        Self::with_waters(ground, seed, settings, vec![])
    }

    /// Prepares the drainage of a ground with fixed rivers and lakes. Lakes must come before rivers.
    pub fn with_waters(
        ground: G,
        seed: Seed,
        settings: RiverSettings,
        waters: Vec<FixedWater>,
    ) -> Self {
        Self {
            ground,
            seed,
            settings,
            fixed: FixedWaters::new(waters, &settings),
            nodes: StageBlocks::new(MAX_BLOCKS),
            breaches: StageBlocks::new(MAX_BLOCKS),
            receivers: StageBlocks::new(MAX_BLOCKS),
            flows: StageBlocks::new(MAX_BLOCKS),
        }
    }

    /// The ground that the rivers run over.
    pub fn ground(&self) -> &G {
        &self.ground
    }

    /// The settings.
    pub fn settings(&self) -> &RiverSettings {
        &self.settings
    }

    /// The node of a cell.
    pub fn node(&self, cell: Cell) -> Node {
        self.with_nodes(Block::of(cell), |nodes| nodes[index_in_block(cell)])
    }

    /// The receiver of a cell's node.
    pub fn receiver(&self, cell: Cell) -> Receiver {
        self.with_receivers(Block::of(cell), |receivers| receivers[index_in_block(cell)])
    }

    /// The flow through a cell's node.
    pub fn flow(&self, cell: Cell) -> Flow {
        self.with_flows(Block::of(cell), |flows| flows[index_in_block(cell)])
    }

    /// The cell that a node's water runs to.
    pub fn next(&self, cell: Cell) -> Option<Cell> {
        match self.receiver(cell).next {
            Downstream::To(by) => Some(step(cell, STEPS[usize::from(by)])),
            Downstream::Sea | Downstream::Closed => None,
        }
    }

    /// The cell that a place lies in. The place is in metres east and south of the origin.
    pub fn cell_at(&self, place_m: [f64; 2]) -> Cell {
        place_m.map(|m| (m / self.settings.spacing_m).floor() as i64)
    }

    /// The place of a cell's node in metres east and south of the origin.
    pub fn place_m(&self, cell: Cell) -> [f64; 2] {
        let offset_m = self.node(cell).offset_m;
        [0, 1].map(|axis| cell[axis] as f64 * self.settings.spacing_m + offset_m[axis])
    }

    /// The height of the ground at a place, for samples `band_limit_m` apart.
    pub fn ground_m(&self, [x, z]: [f64; 2], band_limit_m: f64) -> f64 {
        f64::from(self.ground.heights_m([&[x], &[z]], None, band_limit_m)[0])
    }

    /// The lower neighbours of a cell's node, clockwise from north-west. If no path of a sink runs
    /// through the node, its water goes to the neighbour with the greatest score.
    pub fn candidates(&self, cell: Cell) -> Vec<Candidate> {
        let nodes = self.nodes_around(Block::of(cell), 1);
        let (all, count) = candidates(&nodes, cell, self.node(cell), self.settings.branching);
        all[..count].to_vec()
    }

    /// The cells whose nodes drain to a cell's node, clockwise from north-west.
    pub fn inflows(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        STEPS
            .into_iter()
            .map(move |by| step(cell, by))
            .filter(move |from| self.next(*from) == Some(cell))
    }

    /// The water level at a node as if there were no lakes.
    pub(super) fn course_level_m(&self, cell: Cell) -> f64 {
        level_m(&self.settings, self.receiver(cell).level_m, self.flow(cell))
    }

    /// The catchment of a node within the steps upstream.
    pub fn catchment_km2(&self, cell: Cell) -> f64 {
        self.area_km2(self.flow(cell))
    }

    /// The catchment of a flow.
    pub(super) fn area_km2(&self, flow: Flow) -> f64 {
        levels::area_km2(&self.settings, flow.nodes)
    }

    /// The river at a node, from the node's catchment within the steps upstream.
    pub fn river(&self, cell: Cell) -> River {
        River::of(&self.settings, self.catchment_km2(cell))
    }

    /// The nodes, receivers and flows of a window.
    pub(super) fn window(&self, window: CellWindow) -> DrainageWindow {
        DrainageWindow {
            nodes: window.gather(|block, put| self.with_nodes(block, put)),
            receivers: window.gather(|block, put| self.with_receivers(block, put)),
            flows: window.gather(|block, put| self.with_flows(block, put)),
        }
    }

    /// The distance between the nodes of two cells in metres.
    pub fn distance_m(&self, from: Cell, to: Cell) -> f64 {
        let [a, b] = [from, to].map(|cell| self.node(cell).offset_m);
        let spacing_m = self.settings.spacing_m;
        let [x, z] =
            [0, 1].map(|axis| (to[axis] - from[axis]) as f64 * spacing_m + b[axis] - a[axis]);
        (x * x + z * z).sqrt()
    }

    fn with_nodes<R>(&self, block: Block, read: impl FnOnce(&[Node]) -> R) -> R {
        let slot = self.nodes.get(block, || {
            let mut nodes = nodes_of(&self.ground, self.seed, self.settings.spacing_m, block);
            for (cell, fixed) in self.fixed_cells(block).iter().flat_map(|cells| cells.iter()) {
                let node = &mut nodes[index_in_block(*cell)];
                (node.offset_m, node.height_m) = (fixed.within_m, fixed.height_m);
                node.fixed = fixed.node;
            }
            nodes
        });
        read(slot.get().expect("it was made"))
    }

    /// The fixed rivers and lakes.
    pub(super) fn fixed(&self) -> &FixedWaters {
        &self.fixed
    }

    /// Returns true for a place in the water of a fixed lake.
    pub(super) fn is_in_fixed_lake(&self, place_m: [f64; 2]) -> bool {
        let shapes = self.fixed.shapes();
        let mut shores = shapes.shores_near([place_m; 2]).into_iter();
        shores.any(|lake| shapes.shore(lake).is_some_and(|shore| shore.has_water_at(place_m)))
    }

    /// The cells of fixed waters in a block; `None` if there is no fixed water.
    pub(super) fn fixed_cells(&self, block: Block) -> Option<Arc<HashMap<Cell, FixedCell>>> {
        (!self.fixed.is_empty())
            .then(|| self.fixed.block(block, &|place_m| self.node_ground_m(place_m)))
    }

    /// The cell at the outlet of a fixed lake; `None` if the lake has no cells.
    pub(super) fn fixed_outlet(&self, water: usize) -> Option<Cell> {
        let placed = self.fixed.placed(water, &|place_m| self.node_ground_m(place_m));
        placed.outlet.map(|(outlet, _)| outlet)
    }

    /// The ground as nodes see it.
    fn node_ground_m(&self, place_m: [f64; 2]) -> f64 {
        self.ground_m(place_m, 0.5 * self.settings.spacing_m)
    }

    fn nodes_around(&self, block: Block, border: i64) -> Nodes {
        let window = CellWindow::around(block, border);
        Nodes {
            window,
            nodes: window.gather(|block, put| self.with_nodes(block, put)),
            spacing_m: self.settings.spacing_m,
            sea_level_m: self.settings.sea_level_m,
        }
    }

    fn breaches(&self, block: Block) -> Arc<OnceLock<Vec<Breach>>> {
        self.breaches.get(block, || {
            let nodes = self.nodes_around(block, FLOOD + 1);
            breaches_of(&nodes, block, self.settings.deepest_gorge_m)
        })
    }

    fn with_receivers<R>(&self, block: Block, read: impl FnOnce(&[Receiver]) -> R) -> R {
        let slot = self.receivers.get(block, || {
            let nodes = self.nodes_around(block, 2);
            let around: Vec<_> = CellWindow::around(block, BREACH_BLOCKS * SIDE)
                .blocks()
                .map(|block| self.breaches(block))
                .collect();
            let breaches = around.iter().flat_map(|slot| slot.get().expect("it was made"));
            receivers_of(&nodes, breaches, block, self.settings.branching)
        });
        read(slot.get().expect("it was made"))
    }

    fn with_flows<R>(&self, block: Block, read: impl FnOnce(&[Flow]) -> R) -> R {
        let slot = self.flows.get(block, || {
            let window = CellWindow::around(block, i64::from(self.settings.steps));
            let receivers = window.gather(|block, put| self.with_receivers(block, put));
            let fixed = window.blocks().filter_map(|block| self.fixed_cells(block));
            let mut sources = vec![];
            for cells in fixed {
                let entering = cells.iter().filter(|(_, fixed)| fixed.source_nodes > 0);
                sources.extend(entering.map(|(cell, fixed)| (*cell, fixed.source_nodes)));
            }
            flow_of(&receivers, &sources, block, self.settings.steps)
        });
        read(slot.get().expect("it was made"))
    }
}
