//! The network: blocks of nodes, breaches, receivers, flow and reaches, each made when it is asked
//! for and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::cells::{Block, Cell, SIDE, STEPS, Window, index_in_block, step};
use super::courses::Segment;
use super::flow::{Flow, flow_of};
use super::lakes::{self, Lake};
use super::levels::{self, River, level_m};
use super::nodes::{Ground, Node, nodes_of};
use super::receivers::{BREACH_BLOCKS, Next, Receiver, receivers_of};
use super::settings::RiverSettings;
use super::sinks::{Breach, FLOOD, Nodes, breaches_of};
use super::wander::Wander;
use orogen_noise::NoiseError;
use orogen_noise::hash::Seed;

/// The rivers of an endless land. A pure function of ground, seed and settings: blocks have the
/// same bits in whatever order they are made.
pub struct Network<G> {
    ground: G,
    seed: Seed,
    settings: RiverSettings,
    nodes: Stage<Vec<Node>>,
    breaches: Stage<Vec<Breach>>,
    receivers: Stage<Vec<Receiver>>,
    flows: Stage<Vec<Flow>>,
    lakes: Stage<Arc<Vec<Lake>>>,
    levels: Stage<Vec<Level>>,
    segments: Stage<Arc<Vec<Segment>>>,
    wander: Wander,
}

/// The water level at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    pub level_m: f64,
    /// True for the nodes of a lake.
    pub is_lake: bool,
}

/// The most blocks that a stage keeps, and the most blocks of segments. A block of all other stages
/// takes about 25 kB and a block of segments at most 400 kB, so a network takes at most 64 MiB.
const MOST_BLOCKS: usize = 1000;
const MOST_BLOCKS_OF_SEGMENTS: usize = 100;

/// The blocks of one stage. A block is made by the first thread that asks for it, and other threads
/// wait for it. Making a block starts no other threads, so none waits for itself.
struct Stage<T>(Mutex<Blocks<T>>);

struct Blocks<T> {
    slots: HashMap<Block, Slot<T>>,
    most: usize,
    /// The number of requests so far.
    requests: u64,
}

struct Slot<T> {
    block: Arc<OnceLock<T>>,
    /// The number of its last request.
    last: u64,
}

impl<T> Default for Stage<T> {
    fn default() -> Self {
        Self::new(MOST_BLOCKS)
    }
}

impl<T> Stage<T> {
    /// Creates a stage that keeps at most `most` blocks.
    fn new(most: usize) -> Self {
        Self(Mutex::new(Blocks { slots: HashMap::new(), most, requests: 0 }))
    }

    fn get(&self, block: Block, make: impl FnOnce() -> T) -> Arc<OnceLock<T>> {
        let slot = self.slot(block);
        slot.get_or_init(make);
        slot
    }

    fn slot(&self, block: Block) -> Arc<OnceLock<T>> {
        let mut blocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Blocks { slots, most, requests } = &mut *blocks;
        *requests += 1;
        if slots.len() >= *most && !slots.contains_key(&block) {
            drop_oldest(slots);
        }
        let slot = slots.entry(block).or_insert_with(|| Slot { block: Arc::default(), last: 0 });
        slot.last = *requests;
        slot.block.clone()
    }
}

/// Drops the half of the blocks whose last requests are the oldest. They have the same bits when they
/// are made again.
fn drop_oldest<T>(slots: &mut HashMap<Block, Slot<T>>) {
    let mut ages: Vec<u64> = slots.values().map(|slot| slot.last).collect();
    let middle = ages.len() / 2;
    let (_, limit, _) = ages.select_nth_unstable(middle);
    let limit = *limit;
    slots.retain(|_, slot| slot.last >= limit);
}

impl<G: Ground> Network<G> {
    /// Prepares the network of a ground.
    ///
    /// # Errors
    /// Returns an error if the noise of the wander cannot be built.
    pub fn new(ground: G, seed: Seed, settings: RiverSettings) -> Result<Self, NoiseError> {
        let wander = Wander::new(seed, settings.spacing_m, settings.meanders)?;
        Ok(Self {
            ground,
            seed,
            settings,
            nodes: Stage::default(),
            breaches: Stage::default(),
            receivers: Stage::default(),
            flows: Stage::default(),
            lakes: Stage::default(),
            levels: Stage::default(),
            segments: Stage::new(MOST_BLOCKS_OF_SEGMENTS),
            wander,
        })
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
            Next::To(by) => Some(step(cell, STEPS[usize::from(by)])),
            Next::Sea | Next::Closed => None,
        }
    }

    /// The water level at a node, which is that of its lake where it belongs to a lake.
    pub fn level_m(&self, cell: Cell) -> f64 {
        self.level(cell).level_m
    }

    pub(super) fn level(&self, cell: Cell) -> Level {
        self.with_levels(Block::of(cell), |levels| levels[index_in_block(cell)])
    }

    /// The displacement of courses.
    pub(super) fn wander(&self) -> &Wander {
        &self.wander
    }

    /// The segments of the courses through the nodes of a block.
    pub fn segments(&self, block: Block) -> Arc<Vec<Segment>> {
        let slot = self.segments.get(block, || Arc::new(self.segments_of(block)));
        slot.get().expect("it was made").clone()
    }

    /// The water level at a node as if there were no lakes.
    pub(super) fn course_level_m(&self, cell: Cell) -> f64 {
        level_m(&self.settings, self.receiver(cell).level_m, self.flow(cell))
    }

    /// The distance between the nodes of two cells.
    pub(super) fn distance_m(&self, from: Cell, to: Cell) -> f64 {
        let [a, b] = [from, to].map(|cell| self.node(cell).offset_m);
        let spacing_m = self.settings.spacing_m;
        let [x, z] =
            [0, 1].map(|axis| (to[axis] - from[axis]) as f64 * spacing_m + b[axis] - a[axis]);
        (x * x + z * z).sqrt()
    }

    /// The lakes whose sinks lie in a block.
    pub fn lakes(&self, block: Block) -> Arc<Vec<Lake>> {
        let slot = self.lakes.get(block, || {
            Arc::new(block.cells().filter_map(|sink| self.find_lake(sink)).collect())
        });
        slot.get().expect("it was made").clone()
    }

    fn with_levels<R>(&self, block: Block, read: impl FnOnce(&[Level]) -> R) -> R {
        let slot = self.levels.get(block, || {
            let plain = |cell| Level { level_m: self.course_level_m(cell), is_lake: false };
            let mut levels: Vec<_> = block.cells().map(plain).collect();
            for around in Window::around(block, lakes::REACH).blocks() {
                for lake in self.lakes(around).iter() {
                    for cell in lake.cells.iter().filter(|cell| Block::of(**cell) == block) {
                        let level = &mut levels[index_in_block(*cell)];
                        *level = Level { level_m: level.level_m.min(lake.level_m), is_lake: true };
                    }
                }
            }
            levels
        });
        read(slot.get().expect("it was made"))
    }

    /// The catchment of a node within the steps upstream.
    pub fn catchment_km2(&self, cell: Cell) -> f64 {
        levels::area_km2(&self.settings, self.flow(cell).nodes)
    }

    /// The river at a node with the catchment that it has within the steps upstream.
    pub fn river(&self, cell: Cell) -> River {
        River::of(&self.settings, self.catchment_km2(cell))
    }

    fn with_nodes<R>(&self, block: Block, read: impl FnOnce(&[Node]) -> R) -> R {
        let slot = self
            .nodes
            .get(block, || nodes_of(&self.ground, self.seed, self.settings.spacing_m, block));
        read(slot.get().expect("it was made"))
    }

    fn nodes_around(&self, block: Block, border: i64) -> Nodes {
        let window = Window::around(block, border);
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
            let around: Vec<_> = Window::around(block, BREACH_BLOCKS * SIDE)
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
            let window = Window::around(block, i64::from(self.settings.steps));
            let receivers = window.gather(|block, put| self.with_receivers(block, put));
            flow_of(&receivers, block, self.settings.steps)
        });
        read(slot.get().expect("it was made"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_keeps_the_blocks_of_the_latest_requests() {
        let stage = Stage::new(100);
        for column in 0..1000 {
            stage.get(Block([column, 0]), || column);
            stage.get(Block([0, 1]), || -1);
            assert!(stage.0.lock().unwrap().slots.len() <= 100);
        }
        let mut made = 0;
        for block in [Block([999, 0]), Block([0, 1]), Block([0, 0])] {
            stage.get(block, || {
                made += 1;
                0
            });
        }
        assert_eq!(made, 1, "the oldest block alone is made again");
    }
}
