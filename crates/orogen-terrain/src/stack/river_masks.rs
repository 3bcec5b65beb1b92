//! The weight of the rivers' masks, which limits valleys, channels and water.
//!
//! The masks read the guide without valleys. Water is left out where the weight is below one half.

use super::batch::BatchEvaluator;
use super::make::Stack;
use super::many::WideEvaluator;
use super::parts::MaskedPart;
use super::places::Places;
use super::planes::Planes;
use super::point::PointEvaluator;
use super::river_land::RiversLand;
use super::sample_point::SamplePoint;
use super::water_survey::LEAST_WEIGHT;
use super::wide_places::WidePlaces;
use crate::dual::Dual;
use crate::duals::Duals;
use crate::rivers::{LatticeDetail, RiverLine};

impl RiversLand {
    /// Returns true if a mask limits the rivers.
    pub fn are_masked(&self) -> bool {
        !self.mask_inputs.is_empty()
    }

    /// Returns true if a mask limits the valleys that samples of this detail show.
    pub(super) fn masks_valleys(&self, detail: LatticeDetail) -> bool {
        self.are_masked() && detail.share > 0.0
    }

    /// Returns true if a mask reads the gradient of the guide.
    pub(super) fn masks_read_slopes(&self) -> bool {
        self.mask_inputs.iter().any(|mask| mask.needs.gradient_below)
    }
}

/// The part of a change by rivers that masks of a weight leave. `None` leaves the whole change.
pub(super) fn limited(weight: Option<Dual>, change: Dual) -> Dual {
    weight.map_or(change, |weight| weight.times(change))
}

/// The land with the part of a channel that masks of a weight leave.
pub(super) fn partly_cut(weight: Option<Dual>, land: Dual, cut: Dual) -> Dual {
    match weight {
        // The sum below may round differently where the whole channel is cut.
        Some(weight) if weight.height_m < 1.0 => land + weight.times(cut - land),
        _ => cut,
    }
}

/// The share of the erosion that rivers leave, if masks of a weight limit the rivers.
pub(super) fn limited_share(weight: Option<f64>, share: f64) -> f64 {
    // This form is exact where the weight is 0 or 1.
    weight.map_or(share, |weight| share + (1.0 - weight) * (1.0 - share))
}

impl Stack {
    /// The lines of the network's rivers in a rectangle; see [`RiversLand::distant_lines`].
    pub fn distant_river_lines(&self, area_m: [[f64; 2]; 2], sample_m: f64) -> Vec<RiverLine> {
        let Some(rivers) = &self.rivers else { return vec![] };
        let holds_water = |place_m| {
            let point = SamplePoint::new(place_m, sample_m);
            PointEvaluator::new(self).rivers_hold_water(rivers, usize::MAX, point)
        };
        rivers.distant_lines(area_m, sample_m, holds_water)
    }
}

impl PointEvaluator<'_> {
    /// The weight of the rivers' masks on the first layers of the guide.
    pub(super) fn weigh_rivers(
        &mut self,
        rivers: &RiversLand,
        count: usize,
        guide: (SamplePoint, Dual, bool),
    ) -> Dual {
        self.weigh_masks(&rivers.masks, &rivers.mask_inputs, MaskedPart::Rivers(count), guide)
    }

    /// The weight of the rivers' masks at a place of the ground; `None` without masks. The masks read at
    /// most the first `max_layers` layers of the guide.
    pub(super) fn river_weight(
        &mut self,
        rivers: &RiversLand,
        max_layers: usize,
        ground: SamplePoint,
        slopes: bool,
    ) -> Option<Dual> {
        rivers.are_masked().then(|| {
            self.without_notes(|evaluator| {
                let count = rivers.guide_count.min(max_layers);
                let needs_slopes = slopes || rivers.masks_read_slopes();
                let guide = evaluator.evaluate_layers(None, 0..count, ground, needs_slopes);
                evaluator.weigh_rivers(rivers, count, (ground, guide, slopes))
            })
        })
    }

    /// Returns true if masks leave the water of the network at a place of the ground.
    pub fn rivers_hold_water(
        &mut self,
        rivers: &RiversLand,
        max_layers: usize,
        ground: SamplePoint,
    ) -> bool {
        let weight = self.river_weight(rivers, max_layers, ground, false);
        weight.is_none_or(|weight| weight.height_m >= LEAST_WEIGHT)
    }
}

impl WideEvaluator<'_> {
    /// The weights of the rivers' masks on the guide without valleys.
    pub(super) fn weigh_rivers(
        &self,
        rivers: &RiversLand,
        guide: (&WidePlaces, &Duals, bool),
    ) -> Duals {
        let part = MaskedPart::Rivers(rivers.guide_count);
        self.weigh_masks(&rivers.masks, &rivers.mask_inputs, part, guide)
    }

    /// The weights of the rivers' masks at places of the ground; `None` without masks.
    pub(super) fn river_weights(
        &self,
        rivers: &RiversLand,
        ground: &WidePlaces,
        slopes: bool,
    ) -> Option<Duals> {
        rivers.are_masked().then(|| {
            let needs_slopes = slopes || rivers.masks_read_slopes();
            let guide = self.evaluate_layers(None, 0..rivers.guide_count, ground, needs_slopes);
            self.weigh_rivers(rivers, (ground, &guide, slopes))
        })
    }
}

impl BatchEvaluator<'_> {
    /// The weights of the rivers' masks on the guide without valleys.
    pub(super) fn weigh_rivers(
        &mut self,
        rivers: &RiversLand,
        guide: (&Places<'_>, &Planes, bool),
    ) -> Planes {
        let part = MaskedPart::Rivers(rivers.guide_count);
        self.weigh_masks(&rivers.masks, &rivers.mask_inputs, part, guide)
    }

    /// The weights of the rivers' masks at places of the ground; `None` without rivers or masks.
    pub fn river_weights(&mut self, ground: &Places<'_>, slopes: bool) -> Option<Planes> {
        let rivers = self.stack.rivers.as_ref().filter(|rivers| rivers.are_masked())?;
        let needs_slopes = slopes || rivers.masks_read_slopes();
        let guide = self.evaluate_layers(None, 0..rivers.guide_count, ground, needs_slopes);
        Some(self.weigh_rivers(rivers, (ground, &guide, slopes)))
    }
}
