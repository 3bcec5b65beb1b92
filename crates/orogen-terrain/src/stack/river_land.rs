//! The rivers of a recipe, prepared for evaluation.

use std::sync::Arc;

use crate::dual::Bounds;
use crate::rivers::{self, Change, Detail, Ground};

/// The change of the land by rivers. The type of the ground is hidden, because that ground is itself a
/// stack.
pub(super) type RiverChange = Change<Box<dyn Ground>>;

/// The rivers of a recipe, prepared for evaluation.
pub(crate) struct RiversLand {
    pub change: Arc<RiverChange>,
    /// The number of guide layers, which are the first layers of the stack.
    pub guides: usize,
}

impl RiversLand {
    /// The bounds of the guide with its valleys.
    ///
    /// Valleys are computed from the guide without its detail, and the detail is added to them. So
    /// the change can be as large as the guide's own range at any height.
    pub fn bounds(&self, guide: Bounds) -> Bounds {
        let sea_level_m = self.change.network().drainage().settings().sea_level_m;
        let down_m = (guide.high_m - guide.low_m.min(sea_level_m)).max(0.0) + rivers::DEEPEST_M;
        let up_m = guide.high_m - guide.low_m + rivers::HIGHEST_M;
        Bounds { low_m: guide.low_m - down_m, high_m: guide.high_m + up_m, steepest: f64::INFINITY }
    }

    /// The bounds of the whole land after channels were cut into it. Levels of rivers lie between
    /// the sea and the highest guide.
    pub fn channel_bounds(&self, land: Bounds, guide: Bounds) -> Bounds {
        let settings = self.change.network().drainage().settings();
        Bounds {
            low_m: land.low_m.min(settings.sea_level_m) - rivers::DEEPEST_CHANNEL_M,
            high_m: land.high_m.max(guide.high_m) + rivers::HIGHEST_BANK_M,
            steepest: f64::INFINITY,
        }
    }

    pub(super) fn detail(&self, sample_m: f64, guide_m: Option<f64>) -> Detail {
        let spacing_m = self.change.network().drainage().settings().spacing_m;
        Detail::new(spacing_m, sample_m, guide_m)
    }
}
