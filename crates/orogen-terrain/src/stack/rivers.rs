//! Cuts the channels of rivers into the whole land, and finds their water.
//!
//! Valleys are added before erosion, so that gullies run down to the rivers. Channels come last.

use super::batch::BatchEvaluator;
use super::many::WideEvaluator;
use super::parts::OperationLand;
use super::places::{MovingOperation, Places};
use super::planes::Planes;
use super::point::PointEvaluator;
use super::river_masks::partly_cut;
use super::sample_point::SamplePoint;
use super::water_survey::{WaterSurvey, holds_water};
use super::wide_places::WidePlaces;
use crate::dual::Dual;
use crate::duals::Duals;
use crate::mesh::{SHEET_END, WaterSample};
use crate::rivers::{Channels, RiverGround, WaterAt, damp};

impl PointEvaluator<'_> {
    /// Cuts the channels of rivers into the whole land. Operations on the whole land that move
    /// places also move its rivers.
    pub(super) fn cut_channels(&mut self, land: Dual, point: SamplePoint, slopes: bool) -> Dual {
        let Some(rivers) = &self.stack.rivers else { return land };
        let mut channels = rivers.channels(point.sample_m);
        let mut cut = land;
        if channels.are_cut() {
            let place_m = self.without_notes(|evaluator| evaluator.ground_place_m(point));
            if let Some(near) = channels.near(place_m) {
                cut = match slopes {
                    true => channels.carve_sloped(place_m, &near, land),
                    false => Dual::level(channels.carve(&near, land.height_m)),
                };
                let ground = point.moved(place_m);
                let weight = self.river_weight(rivers, usize::MAX, ground, slopes);
                cut = partly_cut(weight, land, cut);
            }
        }
        self.note(|notes| notes.rivers().channels_m = [land.height_m, cut.height_m]);
        cut
    }

    /// The water of a river or a lake; see [`crate::Land::water`].
    pub fn water(&mut self, point: SamplePoint, height_m: f64) -> Option<WaterAt> {
        if self.stack.rivers.is_none() && !self.stack.has_drawn_water() {
            return None;
        }
        let ground = point.moved(self.ground_place_m(point));
        let network = self.network_water(usize::MAX, ground, height_m);
        network.into_iter().chain(self.drawn_water(ground)).reduce(WaterAt::or_higher)
    }

    /// The water of the network of rivers at a place of the ground. The rivers' masks read at most the
    /// first `max_layers` layers of the guide.
    pub(super) fn network_water(
        &mut self,
        max_layers: usize,
        ground: SamplePoint,
        height_m: f64,
    ) -> Option<WaterAt> {
        let rivers = self.stack.rivers.as_ref()?;
        let mut channels = rivers.channels(ground.sample_m);
        let near = channels.near(ground.place_m)?;
        let water = channels.water(&near, height_m)?;
        self.rivers_hold_water(rivers, max_layers, ground).then_some(water)
    }

    /// The place from which the operations on the whole land moved the ground of this place.
    fn ground_place_m(&mut self, point: SamplePoint) -> [f64; 2] {
        self.place_before_m(&self.stack.operations, point)
    }

    /// The place from which operations moved the ground of this place.
    pub(super) fn place_before_m(
        &mut self,
        operations: &[OperationLand],
        mut point: SamplePoint,
    ) -> [f64; 2] {
        for OperationLand { operation, noises, .. } in operations.iter().rev() {
            if operation.moves_places() {
                let noises: Vec<_> = noises.iter().map(|n| self.source(*n, point, false)).collect();
                point = point.moved(operation.moved(point.place_m, &noises).place_m);
            }
        }
        point.place_m
    }
}

impl WideEvaluator<'_> {
    /// Cuts the channels of rivers into the whole land, like [`PointEvaluator::cut_channels`].
    pub(super) fn cut_channels(&self, mut land: Duals, places: &WidePlaces) -> Duals {
        let Some(rivers) = &self.stack.rivers else { return land };
        let mut channels = rivers.channels(places.sample_m);
        if !channels.are_cut() {
            return land;
        }
        let mut ground = places.clone();
        for OperationLand { operation, noises, .. } in self.stack.operations.iter().rev() {
            if operation.moves_places() {
                let moved =
                    operation.moved_f64(ground.all_m(), &self.sources(noises, &ground, false));
                ground = ground.moved(&moved);
            }
        }
        let places_m = ground.all_m();
        let slopes = land.gradients.is_some();
        let all_near = channels.near_all(places_m);
        if all_near.is_empty() {
            return land;
        }
        let weights = self.river_weights(rivers, &ground, slopes);
        for (index, near) in all_near {
            let before = land.at(index);
            let after = match slopes {
                true => channels.carve_sloped(places_m.map(|line| line[index]), &near, before),
                false => Dual::level(channels.carve(&near, before.height_m)),
            };
            let weight = weights.as_ref().map(|weights| weights.at(index));
            land.put(index, partly_cut(weight, before, after));
        }
        land
    }
}

impl BatchEvaluator<'_> {
    /// The places from which the operations on the whole land moved the ground of these places.
    fn ground_places<'p>(&mut self, places: &Places<'p>) -> Places<'p> {
        self.places_before(&self.stack.operations, places)
    }

    /// The places from which operations moved the ground of these places.
    pub(super) fn places_before<'p>(
        &mut self,
        operations: &[OperationLand],
        places: &Places<'p>,
    ) -> Places<'p> {
        let mut ground = places.clone();
        for OperationLand { operation, noises, seed, .. } in operations.iter().rev() {
            if operation.moves_places() {
                let noises = self.noises(noises, &ground, false);
                let values: Vec<_> = noises.iter().map(|noise| &*noise.values).collect();
                let step = MovingOperation { operation: operation.clone(), seed: *seed };
                ground = ground.moved(step, &values);
            }
        }
        ground
    }

    /// The water of rivers, lakes and the sea over samples of these heights, `None` if no sample is in a
    /// river or a lake; and the wetness of the samples, `None` if no water is near. The wetness ends some
    /// samples away from lakes.
    pub fn water_and_wetness(
        &mut self,
        places: &Places<'_>,
        heights_m: &[f32],
    ) -> (Option<Vec<WaterSample>>, Option<Vec<f32>>) {
        let Some(mut near) = self.water_near(places, heights_m).filter(|near| !near.is_empty())
        else {
            return (None, None);
        };
        let mut wetness = vec![0.0; heights_m.len()];
        for (index, water) in &near {
            let here = water.opacity as f32 * wetness_beside(water, heights_m[*index]);
            wetness[*index] = here.max(wetness[*index]);
        }
        near.retain(|(_, water)| is_under_sheet(water, places.sample_m));
        if near.is_empty() {
            return (None, Some(wetness));
        }
        let (water, is_wet) = self.water_samples(places, heights_m, &near);
        (is_wet.then_some(water), Some(wetness))
    }

    /// The water of rivers, lakes and the sea over samples of these heights. Where a sample is far
    /// from water, its level lies below the ground. `None` if samples of this spacing show no rivers
    /// and no lakes.
    pub fn all_water(
        &mut self,
        places: &Places<'_>,
        heights_m: &[f32],
    ) -> Option<Vec<WaterSample>> {
        let mut near = self.water_near(places, heights_m)?;
        near.retain(|(_, water)| is_under_sheet(water, places.sample_m));
        Some(self.water_samples(places, heights_m, &near).0)
    }

    /// The water of rivers and lakes near samples of these heights, by the indices of samples.
    /// `None` if samples of this spacing show no rivers and no lakes.
    fn water_near(
        &mut self,
        places: &Places<'_>,
        heights_m: &[f32],
    ) -> Option<Vec<(usize, WaterAt)>> {
        let (stack, sample_m) = (self.stack, places.sample_m);
        let channels = stack.rivers.as_ref().map(|rivers| rivers.channels(sample_m));
        let channels = channels.filter(|channels| !channels.are_invisible());
        if channels.is_none() && !stack.has_drawn_water() {
            return None;
        }
        let ground = self.ground_places(places);
        let mut all = vec![];
        if let Some(mut channels) = channels {
            let survey = self.survey(&mut channels, &ground);
            for (index, near) in survey.near.iter().filter(|(index, _)| survey.holds_water(*index))
            {
                let water = channels.water(near, f64::from(heights_m[*index]));
                all.extend(water.map(|water| (*index, water)));
            }
        }
        if stack.has_drawn_water() {
            let beyond_m = (SHEET_END * sample_m).max(SHOWN_DAMP_M);
            all.extend(self.drawn_water(&ground, (sample_m, beyond_m)));
            all.sort_by_key(|(index, _)| *index);
            all.dedup_by(|(next, water), (index, kept)| {
                let is_same = next == index;
                if is_same {
                    *kept = kept.or_higher(*water);
                }
                is_same
            });
        }
        Some(all)
    }

    /// The water near places, from the cache if the land was just evaluated there.
    fn survey<G: RiverGround>(
        &mut self,
        channels: &mut Channels<'_, G>,
        ground: &Places<'_>,
    ) -> WaterSurvey {
        let places_m = ground.all_m();
        match self.surveys.iter().position(|survey| survey.places_m == places_m) {
            Some(known) => self.surveys.swap_remove(known),
            None => self.make_survey(channels, (ground, places_m), false),
        }
    }

    /// Finds the water near places, and the weights of the rivers' masks there if there is water.
    fn make_survey<G: RiverGround>(
        &mut self,
        channels: &mut Channels<'_, G>,
        (ground, places_m): (&Places<'_>, [Vec<f64>; 2]),
        slopes: bool,
    ) -> WaterSurvey {
        let mut near_all = || channels.near_all(places_m.each_ref().map(|line| &**line)).into();
        let near = match &self.stack.rivers {
            Some(rivers) if ground.is_cached => {
                self.cache.water_near(rivers.change.shared_network(), &ground.steps, near_all)
            }
            _ => near_all(),
        };
        let weights = match near.is_empty() {
            true => None,
            false => self.river_weights(ground, slopes),
        };
        WaterSurvey { places_m, near, weights }
    }

    /// Makes samples of the water near places, and finds out if a sample is in a river or a lake.
    fn water_samples(
        &self,
        places: &Places<'_>,
        heights_m: &[f32],
        near: &[(usize, WaterAt)],
    ) -> (Vec<WaterSample>, bool) {
        let sea_m = self.stack.sea_level_m as f32;
        // On dry samples, the sheet of water lies hidden below the ground, or at the sea level if that
        // is higher.
        let hidden_m = HIDDEN_M.max(places.sample_m as f32);
        let mut samples: Vec<_> = heights_m
            .iter()
            .map(|height_m| {
                let level_m = sea_m.max(height_m - hidden_m);
                WaterSample { level_m, depth_m: level_m - height_m, ..WaterSample::default() }
            })
            .collect();
        let mut is_wet = false;
        for (index, water) in near {
            let height_m = heights_m[*index];
            let level_m = sea_m.max(water.level_m as f32);
            is_wet |= level_m > height_m;
            samples[*index] = WaterSample {
                level_m,
                depth_m: level_m - height_m,
                flow_m_s: water.flow_m_s.map(|speed| speed as f32),
                fall: water.fall as f32,
            };
        }
        (samples, is_wet)
    }

    /// The wetness at places with ground of these heights; see [`crate::Land::wetness_at`].
    pub fn wetness(&mut self, places: &Places<'_>, heights_m: &[f32]) -> Option<Vec<f32>> {
        let stack = self.stack;
        if stack.rivers.is_none() && !stack.has_drawn_water() {
            return None;
        }
        let ground = self.ground_places(places);
        let mut all = match &stack.rivers {
            Some(rivers) => {
                let [east_m, south_m] = ground.all_m();
                rivers.channels(places.sample_m).wetness([&east_m, &south_m], heights_m)
            }
            None => vec![0.0; places.count()],
        };
        if let Some(weights) = self.river_weights(&ground, false) {
            let hidden = all.iter_mut().zip(&weights.values).filter(|(_, w)| !holds_water(**w));
            hidden.for_each(|(wetness, _)| *wetness = 0.0);
        }
        // Ground next to water is damp even if samples do not show the water.
        for (index, water) in self.drawn_water(&ground, (0.0, MAX_DAMP_M)) {
            let wetness = wetness_beside(&water, heights_m[index]);
            all[index] = all[index].max(wetness);
        }
        Some(all)
    }

    /// The areas that drain through places; see [`crate::Land::drained_km2_at`].
    pub fn drained_km2(&mut self, places: &Places<'_>) -> Option<Vec<f32>> {
        let rivers = self.stack.rivers.as_ref()?;
        let [east_m, south_m] = self.ground_places(places).all_m();
        Some(rivers.change.network().drained_km2([&east_m, &south_m], places.sample_m))
    }

    /// Cuts the channels of rivers into the whole land, like [`PointEvaluator::cut_channels`].
    pub(super) fn cut_channels(&mut self, mut land: Planes, places: &Places<'_>) -> Planes {
        let stack = self.stack;
        let Some(rivers) = &stack.rivers else { return land };
        let mut channels = rivers.channels(places.sample_m);
        if !channels.are_cut() {
            return land;
        }
        let ground = self.ground_places(places);
        let slopes = land.slopes.is_some();
        let survey = self.make_survey(&mut channels, (&ground, ground.all_m()), slopes);
        for (index, near) in &*survey.near {
            let before = land.at(*index);
            let after = match slopes {
                true => {
                    let place_m = survey.places_m.each_ref().map(|line| line[*index]);
                    channels.carve_sloped(place_m, near, before)
                }
                false => Dual::level(channels.carve(near, before.height_m)),
            };
            let weight = survey.weights.as_ref().map(|weights| weights.at(*index));
            land.put(*index, partly_cut(weight, before, after));
        }
        self.surveys.truncate(1);
        self.surveys.insert(0, survey);
        land
    }
}

/// Returns true if a sheet of this water reaches the place.
fn is_under_sheet(water: &WaterAt, sample_m: f64) -> bool {
    water.distance_m < SHEET_END * sample_m
}

/// The wetness of ground of a height beside water.
fn wetness_beside(water: &WaterAt, height_m: f32) -> f32 {
    damp([water.distance_m, water.damp_m], f64::from(height_m) - water.level_m) as f32
}

/// Damp ground next to drawn water is shown at least to this distance, in metres.
const SHOWN_DAMP_M: f64 = 40.0;

/// An upper limit of the width of the damp ground next to a drawn river, in metres.
const MAX_DAMP_M: f64 = 1000.0;

/// The least depth of a hidden sheet below the ground, in metres.
const HIDDEN_M: f32 = 2.0;
