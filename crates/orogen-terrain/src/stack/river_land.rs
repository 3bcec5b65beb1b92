//! The rivers of a recipe, prepared for evaluation.

use std::sync::Arc;

use super::below_key::BelowKey;
use super::parts::MaskInputIndices;
use crate::dual::Bounds;
use crate::marks::MarkAddress;
use crate::mask::Masks;
use crate::recipe::ErosionGroup;
use crate::rivers::{
    self, Channels, GroundChange, LatticeDetail, LinePoint, Network, RiverGround, RiverLine,
};

/// The network of a land. The ground is a trait object, because it is itself a stack, and a
/// stack contains this type.
pub(super) type LandNetwork = Network<Box<dyn RiverGround>>;

/// The change of the land by rivers.
pub(super) type RiverChange = GroundChange<Box<dyn RiverGround>>;

/// The rivers of a recipe, prepared for evaluation.
pub(crate) struct RiversLand {
    pub change: Arc<RiverChange>,
    /// The bounds of the ground that the network was made from.
    pub ground_bounds: Bounds,
    /// The number of guide layers, which are the first layers of the stack.
    pub guide_count: usize,
    /// The masks that are on; `mask_inputs` has the inputs of each, in the same order.
    pub masks: Masks,
    pub mask_inputs: Vec<MaskInputIndices>,
    /// The cache key of the guide without rivers, which the masks read.
    pub below_key: Arc<BelowKey>,
    /// The lakes that the user has drawn into the network, with their indices among its fixed waters.
    pub lakes: Vec<(MarkAddress, usize)>,
    /// A river has no channel where its fall, in metres per metre, is at least this value times its
    /// width. Above half of that fall, the river is dry.
    pub torrent_per_m: f64,
}

impl RiversLand {
    /// The bounds of the guide with its valleys.
    ///
    /// The change is computed for the guide without its detail, then added to the guide with its
    /// detail. So even the guide's lowest point can sink, and its highest point rise, by the whole
    /// range of heights of the guide and the network's ground.
    pub fn bounds(&self, guide: Bounds) -> Bounds {
        let sea_level_m = self.change.network().drainage().settings().sea_level_m;
        let low_m = guide.low_m.min(self.ground_bounds.low_m);
        let high_m = guide.high_m.max(self.ground_bounds.high_m);
        let down_m = (guide.high_m - low_m.min(sea_level_m)).max(0.0) + rivers::DEEPEST_M;
        let up_m = high_m - guide.low_m + rivers::HIGHEST_M;
        Bounds { low_m: guide.low_m - down_m, high_m: guide.high_m + up_m, steepest: f64::INFINITY }
    }

    /// The bounds of the whole land after channels were cut into it. Levels of rivers lie between
    /// the sea and the highest guide.
    pub fn channel_bounds(&self, land: Bounds, guide: Bounds) -> Bounds {
        let settings = self.change.network().drainage().settings();
        Bounds {
            low_m: land.low_m.min(settings.sea_level_m) - rivers::DEEPEST_CHANNEL_M,
            high_m: land.high_m.max(guide.high_m).max(self.ground_bounds.high_m)
                + rivers::HIGHEST_BANK_M,
            steepest: f64::INFINITY,
        }
    }

    /// The lines of rivers in a rectangle, given by its north-west and south-east corners, for samples
    /// too far apart to show rivers. Returns an empty list for other samples. A part of a line is left
    /// out unless `is_shown` returns true for its middle.
    pub(super) fn distant_lines(
        &self,
        area_m: [[f64; 2]; 2],
        sample_m: f64,
        is_shown: impl Fn([f64; 2]) -> bool,
    ) -> Vec<RiverLine> {
        let network = self.change.network();
        let share = sample_m / network.drainage().settings().spacing_m;
        // Samples at `rivers::COARSEST` show rivers, but morph into coarser samples, which need lines.
        if !(rivers::COARSEST..=COARSEST_LINES).contains(&share) {
            return vec![];
        }
        let is_calm = |point: &LinePoint| point.is_calm(self.torrent_per_m);
        network.lines(area_m, |ends, middle_m| ends.iter().all(is_calm) && is_shown(middle_m))
    }

    /// The level of a lake that the user has drawn into the network.
    pub(super) fn lake_level_m(&self, address: MarkAddress) -> Option<f64> {
        let (_, water) = self.lakes.iter().find(|(known, _)| *known == address)?;
        self.change.network().water().fixed_lake_level_m(*water)
    }

    pub(super) fn detail(&self, sample_m: f64, guide_m: Option<f64>) -> LatticeDetail {
        LatticeDetail::new(self.change.network().drainage().settings(), sample_m, guide_m)
    }

    /// The share of the erosion that rivers leave at a place. It falls towards the bottoms of valleys.
    pub(super) fn eroded_share(&self, place_m: [f64; 2], sample_m: f64) -> f64 {
        self.change.eroded_at(place_m, self.detail(sample_m, None))
    }

    /// The shares of the erosion that rivers leave, at all pairs of a column and a row, or at the moved
    /// places.
    pub(super) fn eroded_shares(
        &self,
        lines_m: [&[f64]; 2],
        moved_m: Option<[&[f64]; 2]>,
        sample_m: f64,
    ) -> Vec<f64> {
        self.change.fill_eroded(lines_m, moved_m, self.detail(sample_m, None))
    }

    /// Cuts channels for samples of this spacing.
    pub(super) fn channels(&self, sample_m: f64) -> Channels<'_, Box<dyn RiverGround>> {
        Channels::new(self.change.network(), sample_m, self.torrent_per_m)
    }
}

/// Computes [`RiversLand::torrent_per_m`].
///
/// Erosion cuts deeper where ground is steeper. Next to a narrow river with a narrow floor, erosion may
/// cut below the river, which would then lie above its valley on a dam.
pub(super) fn torrent_per_m(erosion: &ErosionGroup) -> f64 {
    let depth_m = erosion.strength * erosion.gully_m;
    match erosion.on && depth_m > 0.0 {
        true => DEEPEST_CUT * erosion.onset / depth_m,
        false => f64::INFINITY,
    }
}

/// The coarsest samples among which lines of rivers are drawn, as a share of the spacing of nodes.
const COARSEST_LINES: f64 = 1.0 / 4.0;

/// How deep erosion may cut next to a river, in widths of the river. Chosen by eye.
const DEEPEST_CUT: f64 = 3.3;
