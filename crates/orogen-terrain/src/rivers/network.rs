//! The network: drainage, water and courses over an endless ground.

use std::sync::Arc;

use super::banks::{Banks, CoursePart, Square};
use super::cells::Block;
use super::courses::{Segment, segments_of};
use super::drainage::Drainage;
use super::nodes::Ground;
use super::settings::RiverSettings;
use super::stage::Stage;
use super::wander::Wander;
use super::water::Water;
use orogen_noise::NoiseError;
use orogen_noise::hash::Seed;

/// The most blocks of segments that a network keeps. They take at most 400 kB each, so that a network
/// takes at most 64 MiB.
const MAX_BLOCKS: usize = 100;

/// The most squares whose banks are kept. Most of them are empty; all of them take about 10 MiB.
const MAX_BANKS: usize = 16_000;

/// The rivers of an endless land. A pure function of ground, seed and settings: blocks have the same
/// bits in whatever order they are made.
pub struct Network<G> {
    water: Water<G>,
    wander: Wander,
    segments: Stage<Arc<Vec<Segment>>>,
    pub(super) wet_parts: Stage<Arc<Vec<CoursePart>>>,
    pub(super) banks: Stage<Arc<Banks>, Square>,
}

impl<G: Ground> Network<G> {
    /// Prepares the network of a ground.
    ///
    /// # Errors
    /// Returns an error if the noise of the wander cannot be built.
    pub fn new(ground: G, seed: Seed, settings: RiverSettings) -> Result<Self, NoiseError> {
        Ok(Self {
            wander: Wander::new(seed, &settings)?,
            water: Water::new(Drainage::new(ground, seed, settings)),
            segments: Stage::new(MAX_BLOCKS),
            wet_parts: Stage::new(MAX_BLOCKS),
            banks: Stage::new(MAX_BANKS),
        })
    }

    /// The lakes and the water levels.
    pub fn water(&self) -> &Water<G> {
        &self.water
    }

    /// The nodes with their receivers and flow.
    pub fn drainage(&self) -> &Drainage<G> {
        self.water.drainage()
    }

    /// How courses stray from their curves.
    pub(super) fn wander(&self) -> &Wander {
        &self.wander
    }

    /// The segments of the courses through the nodes of a block.
    pub fn segments(&self, block: Block) -> Arc<Vec<Segment>> {
        let slot =
            self.segments.get(block, || Arc::new(segments_of(&self.water, &self.wander, block)));
        slot.get().expect("it was made").clone()
    }
}
