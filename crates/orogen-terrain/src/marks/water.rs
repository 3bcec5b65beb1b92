//! The water of a layer of marks: the rivers and lakes that the user has drawn.

use super::land::MarksLand;
use super::mark_land::{PlacedMark, surface_m};
use super::nearest::NearbyChords;
use super::request::{PlacesBelow, runs};
use super::river_levels::RiverLevels;
use super::shape::{Rectangle, touch, widened};
use super::water_body::WaterBody;
use crate::rivers::WaterAt;

/// A request for the water of a layer at places.
pub(crate) struct WaterRequest<'a> {
    /// Metres east and south of the origin.
    pub places_m: [&'a [f64]; 2],
    /// The spacing of the samples. Narrow rivers and small lakes fade.
    pub sample_m: f64,
    /// Places within this distance of water, in metres, get an entry.
    pub beyond_m: f64,
}

impl MarksLand {
    /// Returns true if a mark holds water.
    pub fn has_water(&self) -> bool {
        self.forms.has_water
    }

    /// Returns true if places in a rectangle may be within a distance of water.
    pub fn may_have_water(&self, area_m: &Rectangle, beyond_m: f64) -> bool {
        let mut near = self.forms.near(&widened(*area_m, beyond_m));
        near.any(|index| self.forms.marks[index].water.is_some())
    }

    /// The water near places, with the indices of the places. A place may have several entries.
    pub fn waters(
        &self,
        request: &WaterRequest<'_>,
        below: &dyn PlacesBelow,
    ) -> Vec<(usize, WaterAt)> {
        let [east_m, south_m] = request.places_m;
        let mut found = vec![];
        for run in runs(request.places_m) {
            for index in self.forms.near(&widened(run.around_m, request.beyond_m)) {
                let mark = self.mark(index);
                let Some(body) = mark.water.as_ref() else { continue };
                let opacity = mark.fade(request.sample_m);
                if opacity == 0.0 {
                    continue;
                }
                self.prepare_water(index, below);
                let damp_m = body.damp_m();
                let place_m = |place: usize| [east_m[place], south_m[place]];
                mark.each_water(&run.around_m, run.places.clone().map(place_m), request, {
                    |place, water: WaterAt| {
                        if water.distance_m < request.beyond_m {
                            let water = WaterAt { opacity, damp_m, ..water };
                            found.push((run.places.start + place, water));
                        }
                    }
                });
            }
        }
        found
    }

    /// Computes the levels of a river. Earlier water at its end comes first, in a list of pending marks,
    /// because recursion could exhaust the stack.
    pub(super) fn prepare_water(&self, index: usize, below: &dyn PlacesBelow) {
        let mut pending = vec![index];
        while let Some(last) = pending.last().copied() {
            let mark = self.mark(last);
            let Some(WaterBody::River(banks)) = &mark.water else {
                self.prepare(last, below);
                pending.pop();
                continue;
            };
            if mark.levels().is_some() {
                pending.pop();
                continue;
            }
            self.prepare(last, below);
            let end_m = mark.end_m();
            let near = self.forms.near(&[end_m; 2]);
            let before: Vec<usize> = near.filter(|before| *before < last).collect();
            let is_pending = |before: &&usize| {
                let mark = self.mark(**before);
                match &mark.water {
                    Some(WaterBody::River(_)) => mark.levels().is_none(),
                    Some(WaterBody::Lake { .. }) => mark.profile().is_none(),
                    None => false,
                }
            };
            if let Some(first) = before.iter().find(is_pending) {
                pending.push(*first);
                continue;
            }
            let Some(profile) = mark.profile() else { return };
            let lakes = self.lakes_before(last);
            lakes.iter().for_each(|lake| self.prepare(*lake, below));
            let land_m = |place_m| {
                let land_m = below.height_m(last, place_m, self.spacing_m);
                surface_m(land_m, lakes.iter().map(|lake| self.mark(*lake)), place_m)
            };
            let drawn_m = before.iter().filter_map(|before| self.mark(*before).level_m(end_m));
            let backwater_m = drawn_m.chain(below.level_m(end_m, self.spacing_m));
            let backwater_m = backwater_m.reduce(f64::max);
            // If another thread was faster, it found the same levels.
            let found = RiverLevels::new(banks, (mark.shape(), profile), land_m, backwater_m);
            let _ = mark.heights.levels.set(found);
        }
    }
}

/// A lake of a layer, with its water.
pub(crate) struct LakeLand<'a> {
    mark: PlacedMark<'a>,
    /// The id of its mark.
    pub id: u32,
    pub level_m: f64,
}

impl LakeLand<'_> {
    /// A rectangle around the water.
    pub fn around_m(&self) -> Rectangle {
        self.mark.around_m
    }

    /// The distance of a place from the crest of the rim, where the water ends; negative inside.
    pub fn beyond_m(&self, place_m: [f64; 2]) -> f64 {
        let request = WaterRequest { places_m: [&[], &[]], sample_m: 0.0, beyond_m: f64::INFINITY };
        let mut beyond_m = f64::INFINITY;
        self.mark.each_water(&[place_m; 2], [place_m].into_iter(), &request, |_, water| {
            beyond_m = water.distance_m;
        });
        beyond_m
    }
}

impl MarksLand {
    /// The lakes near a rectangle.
    pub fn lakes(&self, area_m: &Rectangle, below: &dyn PlacesBelow) -> Vec<LakeLand<'_>> {
        let is_lake =
            |index: &usize| matches!(self.forms.marks[*index].water, Some(WaterBody::Lake { .. }));
        let lakes = self.forms.near(area_m).filter(is_lake);
        lakes
            .filter_map(|index| {
                self.prepare(index, below);
                let mark = self.mark(index);
                let level_m = mark.profile()?.level_m();
                Some(LakeLand { mark, id: mark.mark.id, level_m })
            })
            .collect()
    }
}

impl PlacedMark<'_> {
    /// The last point of the path.
    fn end_m(&self) -> [f64; 2] {
        let shape = self.shape();
        let end = shape.points.last().copied().unwrap_or_default();
        [0, 1].map(|axis| shape.anchor_m[axis] + end[axis])
    }

    /// The level of the mark's water if it covers a place.
    fn level_m(&self, place_m: [f64; 2]) -> Option<f64> {
        let request = WaterRequest { places_m: [&[], &[]], sample_m: 0.0, beyond_m: 0.0 };
        let mut level_m = None;
        self.each_water(&[place_m; 2], [place_m].into_iter(), &request, |_, water| {
            level_m = (water.distance_m < 0.0).then_some(water.level_m);
        });
        level_m
    }

    /// Calls `each` with the water near each place in a rectangle.
    fn each_water(
        &self,
        around_m: &Rectangle,
        places_m: impl Iterator<Item = [f64; 2]>,
        request: &WaterRequest<'_>,
        mut each: impl FnMut(usize, WaterAt),
    ) {
        let (Some(body), Some(profile)) = (&self.water, self.profile()) else { return };
        if !touch(&widened(*around_m, request.beyond_m), &self.around_m) {
            return;
        }
        let shape = self.shape();
        let relative = |place_m: [f64; 2]| [0, 1].map(|axis| place_m[axis] - shape.anchor_m[axis]);
        let near =
            NearbyChords::new(shape, &around_m.map(relative), body.cutoff_m(request.beyond_m));
        if near.is_empty() {
            return;
        }
        for (index, place_m) in places_m.enumerate() {
            let heights = (profile, self.levels());
            let water = body.at((&near, shape), heights, relative(place_m), request.sample_m);
            if let Some(water) = water {
                each(index, water);
            }
        }
    }
}
