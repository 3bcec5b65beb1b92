//! The network: drainage, water and courses over an endless ground.

use std::sync::{Arc, OnceLock};

use super::banks::{CoursePart, PartsBySquare, SquareKey};
use super::cells::Block;
use super::course_curve::CurveKey;
use super::course_line::CourseLine;
use super::course_parts::{LISTS, Segment};
use super::courses::{Curves, curves_of, curves_with};
use super::drainage::Drainage;
use super::fixed::FixedWater;
use super::nearby_water::NearbyWater;
use super::nodes::RiverGround;
use super::settings::RiverSettings;
use super::stage::StageBlocks;
use super::valley_limits::{ChangeTileKey, MAX_TILES, ValleyLimits};
use super::valley_parts::ValleyPart;
use super::wander::Wander;
use super::water::Water;
use orogen_noise::NoiseError;
use orogen_noise::hash::Seed;

/// The largest number of cached blocks of courses: enough for a view of 40 km, because an edit requests all of
/// them again. Near the viewer they take about 500 kB each, and more where round bends have many parts; the others have
/// only coarse valleys.
const MAX_BLOCKS: usize = 256;

/// The largest number of cached blocks of course lines. They take at most 200 kB each.
const MAX_LINES: usize = 256;

/// The largest number of squares with cached banks. Most of them are empty.
const MAX_BANKS: usize = 20_000;

/// The parts of the courses of a block.
pub(super) struct Courses {
    /// Lists of parts, from fine to coarse; see [`LISTS`]. The coarsest is made at once, the others at the
    /// first request, because only blocks near the viewer need them.
    valleys: [OnceLock<Box<[ValleyPart]>>; LISTS],
    pub channels: Arc<PartsBySquare>,
    /// True for each part of `channels` whose middle lies in a lake. Found at the first request.
    pub in_lakes: OnceLock<Box<[bool]>>,
}

/// The rivers of an endless land. A pure function of ground, seed and settings: the bits of a block do
/// not depend on the order in which blocks are made.
pub struct Network<G> {
    water: Water<G>,
    wander: Wander,
    courses: StageBlocks<Arc<Courses>>,
    pub(super) banks: StageBlocks<Arc<NearbyWater>, SquareKey>,
    /// The entry of all squares that no water reaches.
    pub(super) no_banks: Arc<NearbyWater>,
    pub(super) lines: StageBlocks<Arc<Vec<CourseLine>>>,
    /// The limits that valleys set to other grounds, by the tiles of a change.
    pub(super) limits: StageBlocks<Arc<ValleyLimits>, ChangeTileKey>,
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
            no_banks: Arc::new(NearbyWater::new(vec![], vec![], vec![], settings.is_graded())),
            lines: StageBlocks::new(MAX_LINES),
            limits: StageBlocks::new(MAX_TILES),
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
        curves_of(&self.water, &self.wander, block).fine_segments().collect()
    }

    /// The curves through the nodes of a block, each with its segments from upstream. The curve of the
    /// largest inflow of a node comes first.
    pub fn curve_segments(&self, block: Block) -> Vec<(CurveKey, Vec<Segment>)> {
        curves_of(&self.water, &self.wander, block).segments_by_curve()
    }

    /// Like [`Network::curve_segments`], but with other settings. Nodes, ways and levels stay those of the
    /// network, so that `settings` may differ from the network's in the shape of courses alone: in wander, meanders,
    /// variety, braids and deltas.
    pub fn curve_segments_with(
        &self,
        block: Block,
        settings: &RiverSettings,
    ) -> Vec<(CurveKey, Vec<Segment>)> {
        let wander = self.wander.with(settings);
        curves_with(&self.water, settings, &wander, block).segments_by_curve()
    }

    /// The valleys and the channels of the courses through the nodes of a block.
    pub(super) fn courses(&self, block: Block) -> Arc<Courses> {
        self.courses.get_arc(block, || {
            let settings = self.drainage().settings();
            let curves = curves_of(&self.water, &self.wander, block);
            let wet =
                curves.fine_segments().filter_map(|it| CoursePart::new(settings, &it)).collect();
            let channels = Arc::new(PartsBySquare::new(settings, wet));
            let valleys: [OnceLock<_>; LISTS] = Default::default();
            valleys[LISTS - 1].get_or_init(|| valley_parts(settings, &curves, LISTS - 1));
            Arc::new(Courses { valleys, channels, in_lakes: OnceLock::new() })
        })
    }

    /// A list of the parts of valleys of a block; see [`LISTS`].
    pub(super) fn valley_parts<'c>(
        &self,
        block: Block,
        courses: &'c Courses,
        coarseness: usize,
    ) -> &'c [ValleyPart] {
        courses.valleys[coarseness].get_or_init(|| {
            let curves = curves_of(&self.water, &self.wander, block);
            valley_parts(self.drainage().settings(), &curves, coarseness)
        })
    }
}

fn valley_parts(settings: &RiverSettings, curves: &Curves, coarseness: usize) -> Box<[ValleyPart]> {
    curves.valley_segments(coarseness).map(|it| ValleyPart::new(settings, &it)).collect()
}
