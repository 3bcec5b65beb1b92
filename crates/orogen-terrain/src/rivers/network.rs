//! The network: drainage, water and courses over an endless ground.

use std::sync::Arc;

use super::banks::{CoursePart, NearbyWater, PartsBySquare, SquareKey};
use super::cells::Block;
use super::course_curve::CurveKey;
use super::course_line::CourseLine;
use super::courses::{LISTS, Segment, curves_of};
use super::drainage::Drainage;
use super::fixed::FixedWater;
use super::nodes::RiverGround;
use super::settings::RiverSettings;
use super::stage::StageBlocks;
use super::valley_parts::ValleyPart;
use super::wander::Wander;
use super::water::Water;
use orogen_noise::NoiseError;
use orogen_noise::hash::Seed;

/// The largest number of cached blocks of courses. They take at most 500 kB each, 31 MiB together.
const MAX_BLOCKS: usize = 64;

/// The largest number of cached blocks of course lines. They take at most 200 kB each.
const MAX_LINES: usize = 32;

/// The largest number of squares with cached banks. Most of them are empty.
const MAX_BANKS: usize = 20_000;

/// The parts of the courses of a block.
pub(super) struct Courses {
    /// Lists of parts, from fine to coarse; see [`LISTS`].
    pub valleys: [Vec<ValleyPart>; LISTS],
    pub channels: PartsBySquare,
}

/// The rivers of an endless land. A pure function of ground, seed and settings: the bits of a block do
/// not depend on the order in which blocks are made.
pub struct Network<G> {
    water: Water<G>,
    wander: Wander,
    courses: StageBlocks<Arc<Courses>>,
    pub(super) banks: StageBlocks<Arc<NearbyWater>, SquareKey>,
    pub(super) lines: StageBlocks<Arc<Vec<CourseLine>>>,
}

impl<G: RiverGround> Network<G> {
    /// Prepares the network of a ground.
    ///
    /// # Errors
    /// Returns an error if the noise of the wander cannot be built.
    pub fn new(ground: G, seed: Seed, settings: RiverSettings) -> Result<Self, NoiseError> {
        Self::with_waters(ground, seed, settings, vec![])
    }

    /// Prepares the network of a ground with fixed rivers and lakes. Lakes must come before rivers.
    ///
    /// # Errors
    /// Returns an error if the noise of the wander cannot be built.
    pub fn with_waters(
        ground: G,
        seed: Seed,
        settings: RiverSettings,
        waters: Vec<FixedWater>,
    ) -> Result<Self, NoiseError> {
        Ok(Self {
            wander: Wander::new(seed, &settings)?,
            water: Water::new(Drainage::with_waters(ground, seed, settings, waters)),
            courses: StageBlocks::new(MAX_BLOCKS),
            banks: StageBlocks::new(MAX_BANKS),
            lines: StageBlocks::new(MAX_LINES),
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
    pub fn segments(&self, block: Block) -> Vec<Segment> {
        curves_of(&self.water, &self.wander, block).segments(0).collect()
    }

    /// The curves through the nodes of a block, each with its segments from upstream. The curve of the
    /// largest inflow of a node comes first.
    pub fn curve_segments(&self, block: Block) -> Vec<(CurveKey, Vec<Segment>)> {
        curves_of(&self.water, &self.wander, block).segments_by_curve()
    }

    /// The valleys and the channels of the courses through the nodes of a block.
    pub(super) fn courses(&self, block: Block) -> Arc<Courses> {
        let slot = self.courses.get(block, || {
            let settings = self.drainage().settings();
            let curves = curves_of(&self.water, &self.wander, block);
            let valleys = std::array::from_fn(|coarseness| {
                curves.segments(coarseness).map(|it| ValleyPart::new(settings, &it)).collect()
            });
            let wet = curves.segments(0).filter_map(|it| CoursePart::new(settings, &it)).collect();
            Arc::new(Courses { valleys, channels: PartsBySquare::new(settings, wet) })
        });
        slot.get().expect("it was made").clone()
    }
}
