//! Adds the valleys of rivers to the guide layers.
//!
//! Masks of the rivers scale the valleys. The erosion needs their weight too, because it is weaker in
//! valleys.

use std::sync::Arc;

use super::batch::BatchEvaluator;
use super::kept_samples::FieldKey;
use super::many::WideEvaluator;
use super::notes::Notes;
use super::places::Places;
use super::planes::Planes;
use super::point::PointEvaluator;
use super::river_masks::limited;
use super::sample_point::SamplePoint;
use super::wide_places::WidePlaces;
use crate::dual::Dual;
use crate::duals::Duals;

impl PointEvaluator<'_> {
    /// The guide layers with the valleys of rivers.
    pub(super) fn guide_land(
        &mut self,
        guide_count: usize,
        point: SamplePoint,
        slopes: bool,
    ) -> Dual {
        self.weighed_guide(guide_count, point, slopes).0
    }

    /// The guide layers with the valleys of rivers, and the weight of the masks that limit these valleys.
    pub(super) fn weighed_guide(
        &mut self,
        guide_count: usize,
        point: SamplePoint,
        slopes: bool,
    ) -> (Dual, Option<Dual>) {
        let Some(rivers) = &self.stack.rivers else {
            return (self.evaluate_layers(None, 0..guide_count, point, slopes), None);
        };
        let detail = rivers.detail(point.sample_m, point.is_guide.then_some(point.band_limit_m));
        let is_masked = rivers.masks_valleys(detail);
        let needs_slopes = slopes || is_masked && rivers.masks_read_slopes();
        let land = self.evaluate_layers(None, 0..guide_count, point, needs_slopes);
        self.note(Notes::open);
        let weight =
            is_masked.then(|| self.weigh_rivers(rivers, guide_count, (point, land, slopes)));
        let changed = land + limited(weight, rivers.change.at(point.place_m, detail));
        let heights_m = [land.height_m, changed.height_m];
        self.note(|notes| notes.close_valleys(weight, heights_m));
        (changed, weight)
    }
}

impl WideEvaluator<'_> {
    /// The guide layers with the valleys of rivers.
    pub(super) fn guide_land(
        &self,
        guide_count: usize,
        places: &WidePlaces,
        slopes: bool,
    ) -> Duals {
        self.weighed_guide(guide_count, places, slopes).0
    }

    /// The guide layers with the valleys of rivers, and the weights of the masks that limit these valleys.
    pub(super) fn weighed_guide(
        &self,
        guide_count: usize,
        places: &WidePlaces,
        slopes: bool,
    ) -> (Duals, Option<Duals>) {
        let Some(rivers) = &self.stack.rivers else {
            return (self.evaluate_layers(None, 0..guide_count, places, slopes), None);
        };
        let detail = rivers.detail(places.sample_m, places.is_guide.then_some(places.band_limit_m));
        let is_masked = rivers.masks_valleys(detail);
        let needs_slopes = slopes || is_masked && rivers.masks_read_slopes();
        let mut land = self.evaluate_layers(None, 0..guide_count, places, needs_slopes);
        let weights = is_masked.then(|| self.weigh_rivers(rivers, (places, &land, slopes)));
        if needs_slopes && !slopes {
            land.gradients = None;
        }
        let change = match places.moved_m() {
            None => rivers.change.fill(places.lines_m(), detail, slopes),
            Some(places_m) => rivers.change.fill_places(places_m, detail, slopes),
        };
        land.change(|index, land| {
            let weight = weights.as_ref().map(|weights| weights.at(index));
            land + limited(weight, change.at(index))
        });
        (land, weights)
    }
}

impl BatchEvaluator<'_> {
    /// The guide layers with the valleys of rivers.
    pub(super) fn guide_land(
        &mut self,
        guide_count: usize,
        places: &Places<'_>,
        slopes: bool,
    ) -> Planes {
        self.weighed_guide(guide_count, places, slopes).0
    }

    /// The guide layers with the valleys of rivers, and the weights of the masks that limit these valleys.
    pub(super) fn weighed_guide(
        &mut self,
        guide_count: usize,
        places: &Places<'_>,
        slopes: bool,
    ) -> (Planes, Option<Planes>) {
        let Some(rivers) = &self.stack.rivers else {
            return (self.evaluate_layers(None, 0..guide_count, places, slopes), None);
        };
        let detail = rivers.detail(places.sample_m, places.is_guide.then_some(places.band_limit_m));
        let is_masked = rivers.masks_valleys(detail);
        let needs_slopes = slopes || is_masked && rivers.masks_read_slopes();
        let mut land = self.evaluate_layers(None, 0..guide_count, places, needs_slopes);
        let weights = is_masked.then(|| self.weigh_rivers(rivers, (places, &land, slopes)));
        if !slopes {
            land.slopes = None;
        }
        let change = || match places.moves() {
            None => rivers.change.fill(places.lines_m(), detail, slopes),
            Some(_) => {
                let [east_m, south_m] = places.all_m();
                rivers.change.fill_places([&east_m, &south_m], detail, slopes)
            }
        };
        let change = match &weights {
            Some(weights) => {
                let mut change = change();
                change.change(|index, change| limited(Some(weights.at(index)), change));
                Arc::new(change.into())
            }
            None if places.is_cached && detail.share > 0.0 => {
                let key = FieldKey::valleys(&rivers.change, places);
                self.cache.get(key, slopes, || change().into())
            }
            None => Arc::new(change().into()),
        };
        add(&mut land.values, &change.values);
        let slopes = land.slopes.iter_mut().flatten();
        slopes.zip(change.slopes.iter().flatten()).for_each(|(to, by)| add(to, by));
        (land, weights)
    }
}

fn add(to: &mut [f32], by: &[f32]) {
    to.iter_mut().zip(by).for_each(|(to, by)| *to += by);
}
