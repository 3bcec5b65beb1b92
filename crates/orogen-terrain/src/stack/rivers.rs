//! Adds the valleys of rivers to the guide layers, and cuts their channels into the whole land.
//!
//! Valleys are added before erosion, so that gullies run down to the rivers. Channels come last.

use super::batch::BatchEvaluator;
use super::many::WideEvaluator;
use super::parts::OperationLand;
use super::places::{Places, Step};
use super::planes::Planes;
use super::point::PointEvaluator;
use super::sample_point::SamplePoint;
use super::water_survey::WaterSurvey;
use super::wide_places::WidePlaces;
use crate::dual::Dual;
use crate::duals::Duals;
use crate::mesh::WaterSample;
use crate::rivers::WaterAt;

impl PointEvaluator<'_> {
    /// Cuts the channels of rivers into the whole land. Operations on the whole land that move
    /// places also move its rivers.
    pub(super) fn channelled(&mut self, land: Dual, at: SamplePoint, slopes: bool) -> Dual {
        let Some(rivers) = &self.stack.rivers else { return land };
        let mut channels = rivers.channels(at.sample_m);
        let mut cut = land;
        if channels.are_cut() {
            let place_m = self.without_notes(|evaluator| evaluator.ground_place_m(at));
            if let Some(near) = channels.near(place_m) {
                cut = match slopes {
                    true => channels.carve_sloped(place_m, &near, land),
                    false => Dual::level(channels.carve(&near, land.height_m)),
                };
            }
        }
        self.note(|notes| notes.rivers().channels_m = [land.height_m, cut.height_m]);
        cut
    }

    /// The water of a river or a lake; see [`crate::Land::water`].
    pub fn water(&mut self, at: SamplePoint, height_m: f64) -> Option<WaterAt> {
        let rivers = self.stack.rivers.as_ref()?;
        let place_m = self.ground_place_m(at);
        let mut channels = rivers.channels(at.sample_m);
        let near = channels.near(place_m)?;
        channels.water(&near, height_m)
    }

    /// The place from which operations on the whole land have moved the ground here.
    fn ground_place_m(&mut self, mut at: SamplePoint) -> [f64; 2] {
        let stack = self.stack;
        for OperationLand { operation, noises, .. } in stack.operations.iter().rev() {
            if operation.moves_places() {
                let noises: Vec<_> = noises.iter().map(|n| self.source(*n, at, false)).collect();
                at = at.moved(operation.moved(at.place_m, &noises).place_m);
            }
        }
        at.place_m
    }

    /// The guide layers with the valleys of rivers.
    pub(super) fn guide_land(&mut self, guides: usize, at: SamplePoint, slopes: bool) -> Dual {
        let land = self.layered(None, 0..guides, at, slopes);
        match &self.stack.rivers {
            None => land,
            Some(rivers) => {
                let detail = rivers.detail(at.sample_m, at.is_guide.then_some(at.band_limit_m));
                let changed = land + rivers.change.at(at.place_m, detail);
                if !at.is_guide {
                    self.note(|notes| {
                        notes.rivers().valleys_m = [land.height_m, changed.height_m];
                    });
                }
                changed
            }
        }
    }
}

impl WideEvaluator<'_> {
    /// Cuts the channels of rivers into the whole land, like [`PointEvaluator::channelled`].
    pub(super) fn channelled(&self, mut land: Duals, at: &WidePlaces) -> Duals {
        let Some(rivers) = &self.stack.rivers else { return land };
        let mut channels = rivers.channels(at.sample_m);
        if !channels.are_cut() {
            return land;
        }
        let mut ground = at.clone();
        for OperationLand { operation, noises, .. } in self.stack.operations.iter().rev() {
            if operation.moves_places() {
                let moved =
                    operation.moved_f64(ground.all_m(), &self.sources(noises, &ground, false));
                ground = ground.moved(&moved);
            }
        }
        let places_m = ground.all_m();
        let slopes = land.gradients.is_some();
        for (index, near) in channels.near_all(places_m) {
            let before = land.at(index);
            let after = match slopes {
                true => channels.carve_sloped(places_m.map(|line| line[index]), &near, before),
                false => Dual::level(channels.carve(&near, before.height_m)),
            };
            land.put(index, after);
        }
        land
    }

    /// The guide layers with the valleys of rivers.
    pub(super) fn guide_land(&self, guides: usize, at: &WidePlaces, slopes: bool) -> Duals {
        let mut land = self.layered(None, 0..guides, at, slopes);
        if let Some(rivers) = &self.stack.rivers {
            let detail = rivers.detail(at.sample_m, at.is_guide.then_some(at.band_limit_m));
            let change = match at.moved_m() {
                None => rivers.change.fill(at.lines_m(), detail, slopes),
                Some(places_m) => rivers.change.fill_places(places_m, detail, slopes),
            };
            land.change(|index, land| land + change.at(index));
        }
        land
    }
}

impl BatchEvaluator<'_> {
    /// The places from which operations on the whole land have moved the ground.
    fn ground_places<'p>(&mut self, places: &Places<'p>) -> Places<'p> {
        let mut ground = places.clone();
        for OperationLand { operation, noises, seed, .. } in self.stack.operations.iter().rev() {
            if operation.moves_places() {
                let noises = self.noises(noises, &ground, false);
                let values: Vec<_> = noises.iter().map(|noise| &*noise.values).collect();
                let step = Step { operation: operation.clone(), seed: *seed };
                ground = ground.moved(step, &values);
            }
        }
        ground
    }

    /// The water of rivers, lakes and the sea over samples of these heights; `None` if no sample is in
    /// a river or a lake.
    pub fn water(&mut self, places: &Places<'_>, heights_m: &[f32]) -> Option<Vec<WaterSample>> {
        self.all_water(places, heights_m).and_then(|(water, is_wet)| is_wet.then_some(water))
    }

    /// The water of rivers, lakes and the sea over samples of these heights, and true if a sample is in
    /// a river or a lake. Where a sample is far from water, its level lies below the ground. `None`
    /// if samples of this spacing show no rivers.
    pub fn all_water(
        &mut self,
        places: &Places<'_>,
        heights_m: &[f32],
    ) -> Option<(Vec<WaterSample>, bool)> {
        let rivers = self.stack.rivers.as_ref()?;
        let mut channels = rivers.channels(places.sample_m);
        if channels.are_invisible() {
            return None;
        }
        let sea_m = rivers.change.network().drainage().settings().sea_level_m as f32;
        let places_m = self.ground_places(places).all_m();
        let known = self.surveys.iter().position(|survey| survey.places_m == places_m);
        let survey = match known {
            Some(known) => self.surveys.swap_remove(known),
            None => WaterSurvey::new(&mut channels, places_m),
        };
        // Where the sea is deeper than a hidden sheet, the sheet is the sea's.
        let hidden_m = HIDDEN_M.max(places.sample_m as f32);
        let mut samples: Vec<_> = heights_m
            .iter()
            .map(|height_m| {
                let level_m = sea_m.max(height_m - hidden_m);
                WaterSample { level_m, depth_m: level_m - height_m, ..WaterSample::default() }
            })
            .collect();
        let mut is_wet = false;
        for (index, near) in &survey.near {
            let height_m = heights_m[*index];
            let water = channels.water(near, f64::from(height_m));
            let near = water.filter(|water| water.distance_m < SHEET_END * places.sample_m);
            let Some(water) = near else { continue };
            let level_m = sea_m.max(water.level_m as f32);
            is_wet |= level_m > height_m;
            samples[*index] = WaterSample {
                level_m,
                depth_m: level_m - height_m,
                flow_m_s: water.flow_m_s.map(|speed| speed as f32),
                fall: water.fall as f32,
            };
        }
        Some((samples, is_wet))
    }

    /// The wetness at places with ground of these heights; see [`crate::Land::wetness_at`].
    pub fn wetness(&mut self, places: &Places<'_>, heights_m: &[f32]) -> Option<Vec<f32>> {
        let rivers = self.stack.rivers.as_ref()?;
        let [east_m, south_m] = self.ground_places(places).all_m();
        Some(rivers.channels(places.sample_m).wetness([&east_m, &south_m], heights_m))
    }

    /// The areas that drain through places; see [`crate::Land::drained_km2_at`].
    pub fn drained_km2(&mut self, places: &Places<'_>) -> Option<Vec<f32>> {
        let rivers = self.stack.rivers.as_ref()?;
        let [east_m, south_m] = self.ground_places(places).all_m();
        Some(rivers.change.network().drained_km2([&east_m, &south_m], places.sample_m))
    }

    /// Cuts the channels of rivers into the whole land, like [`PointEvaluator::channelled`].
    pub(super) fn channelled(&mut self, mut land: Planes, places: &Places<'_>) -> Planes {
        let stack = self.stack;
        let Some(rivers) = &stack.rivers else { return land };
        let mut channels = rivers.channels(places.sample_m);
        if !channels.are_cut() {
            return land;
        }
        let survey = WaterSurvey::new(&mut channels, self.ground_places(places).all_m());
        for (index, near) in &survey.near {
            let index = *index;
            let height_m = f64::from(land.values[index]);
            match &mut land.slopes {
                None => land.values[index] = channels.carve(near, height_m) as f32,
                Some([east, south]) => {
                    let place_m = survey.places_m.each_ref().map(|line| line[index]);
                    let gradient = [east[index], south[index]].map(f64::from);
                    let cut = channels.carve_sloped(place_m, near, Dual { height_m, gradient });
                    land.values[index] = cut.height_m as f32;
                    [east[index], south[index]] = cut.gradient.map(|slope| slope as f32);
                }
            }
        }
        self.surveys.truncate(1);
        self.surveys.insert(0, survey);
        land
    }

    /// The guide layers with the valleys of rivers.
    pub(super) fn guide_land(
        &mut self,
        guides: usize,
        places: &Places<'_>,
        slopes: bool,
    ) -> Planes {
        let mut land = self.layered(None, 0..guides, places, slopes);
        if let Some(rivers) = &self.stack.rivers {
            let guide_m = places.is_guide.then_some(places.band_limit_m);
            let detail = rivers.detail(places.sample_m, guide_m);
            let change = match places.moves() {
                None => rivers.change.fill(places.lines_m(), detail, slopes),
                Some(_) => {
                    let [east_m, south_m] = places.all_m();
                    rivers.change.fill_places([&east_m, &south_m], detail, slopes)
                }
            };
            add(&mut land.values, &change.heights_m);
            let slopes = land.slopes.iter_mut().flatten();
            slopes.zip(change.gradients.iter().flatten()).for_each(|(to, by)| add(to, by));
        }
        land
    }
}

fn add(to: &mut [f32], by: &[f64]) {
    to.iter_mut().zip(by).for_each(|(to, by)| *to += *by as f32);
}

/// The distance from the water, in samples, at which its sheet dips below the ground.
const SHEET_END: f64 = 1.5;

/// The least depth of a hidden sheet below the ground, in metres.
const HIDDEN_M: f32 = 2.0;
