//! Finds out where the rivers of two lands are equal.

use super::make::Stack;
use super::river_land::RiversLand;

impl Stack {
    /// Returns true if the rivers of two lands are equal, bit for bit, at all places of a rectangle for
    /// samples of a spacing. The lands must have equal parameters of rivers and erosion.
    pub(crate) fn has_same_rivers_within(
        &self,
        other: &Self,
        area_m: [[f64; 2]; 2],
        sample_m: f64,
    ) -> bool {
        let (ours, theirs) = match (&self.rivers, &other.rivers) {
            (Some(ours), Some(theirs)) => (ours, theirs),
            (ours, theirs) => return ours.is_none() && theirs.is_none(),
        };
        let guide_m = self.erosion.as_ref().map(|erosion| erosion.limit_m.max(sample_m));
        let has_same_valleys = |guide_m: Option<f64>| {
            let detail = ours.detail(sample_m, guide_m);
            ours.change.is_same_within(&theirs.change, area_m, detail)
        };
        let lines = |rivers: &RiversLand| rivers.distant_lines(area_m, sample_m, |_| true);
        let networks = [ours, theirs].map(|rivers| rivers.change.network());
        has_same_valleys(None)
            && (guide_m.is_none() || has_same_valleys(guide_m))
            && networks[0].has_same_water_within(networks[1], area_m, sample_m)
            && lines(ours) == lines(theirs)
    }
}
