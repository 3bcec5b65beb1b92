//! A mark placed on a land.

use std::ops::Deref;
use std::sync::OnceLock;

use super::banks::{PlaceNearPath, is_inside};
use super::mark_form::{MarkChange, MarkForm};
use super::nearest::NearbyChords;
use super::nearest_search::NearestSearch;
use super::profile::Profile;
use super::request::{PlaceRun, PlacesRequest};
use super::river_levels::RiverLevels;
use super::shape::touch;
use super::stroke::Weights;
use super::tool::Tool;
use crate::duals::Duals;

/// The heights of a mark on a land, computed on first use.
#[derive(Default)]
pub(super) struct MarkHeights {
    /// The heights along the path.
    pub profile: OnceLock<Profile>,
    /// The levels of the water along a river.
    pub levels: OnceLock<RiverLevels>,
}

/// A mark placed on a land: its form, which all lands share, and its heights on this land.
#[derive(Clone, Copy)]
pub(super) struct PlacedMark<'a> {
    pub form: &'a MarkForm,
    pub heights: &'a MarkHeights,
}

impl Deref for PlacedMark<'_> {
    type Target = MarkForm;

    fn deref(&self) -> &MarkForm {
        self.form
    }
}

/// The land with all earlier marks, for samples of one spacing.
pub(super) struct SampledLand {
    pub spacing_m: f64,
    pub land: Duals,
}

impl<'a> PlacedMark<'a> {
    /// The heights along the path; `None` until they are computed.
    pub fn profile(&self) -> Option<&'a Profile> {
        self.heights.profile.get()
    }

    /// The levels of a river; `None` until they are computed.
    pub fn levels(&self) -> Option<&'a RiverLevels> {
        self.heights.levels.get()
    }

    /// The level and the bed of a lake in metres. `None` if the mark is no lake, its heights are not
    /// computed yet, or the place lies outside its outline.
    pub fn lake_at(&self, place_m: [f64; 2]) -> Option<[f64; 2]> {
        let Tool::Lake(lake) = &self.mark.tool else { return None };
        let shape = self.shape();
        let place = [0, 1].map(|axis| place_m[axis] - shape.anchor_m[axis]);
        let level_m = self.profile().filter(|_| is_inside(&shape.points, place))?.level_m();
        Some([level_m, level_m - lake.depth_m])
    }

    /// Changes the land at the places of all runs. `lakes` are earlier lakes, whose beds a river leaves
    /// unchanged. `search` is a scratch buffer.
    pub fn apply(
        &self,
        (request, runs): (&PlacesRequest<'_>, &[PlaceRun]),
        lands: &mut [SampledLand],
        lakes: &[PlacedMark<'_>],
        search: &mut NearestSearch,
    ) {
        let fades: Vec<f64> = lands.iter().map(|sampled| self.fade(sampled.spacing_m)).collect();
        if fades.iter().all(|fade| *fade == 0.0) {
            return;
        }
        let shape = self.shape();
        let relative = |place_m: [f64; 2]| [0, 1].map(|axis| place_m[axis] - shape.anchor_m[axis]);
        for run in runs.iter().filter(|run| touch(&run.around_m, &self.around_m)) {
            let near = NearbyChords::new(shape, &run.around_m.map(relative), self.cutoff_m());
            if near.is_empty() {
                continue;
            }
            search.put_places(request, run, shape.anchor_m);
            match self.change {
                MarkChange::Stroke(stroke) => {
                    let weights = stroke.weights(&near, search);
                    self.apply_stroke(run, &weights, &fades, lands);
                }
                MarkChange::Banks(banks) => {
                    let Some(profile) = self.profile() else { continue };
                    let nearest = banks.nearest(&near, profile, search);
                    for (lane, index) in run.places.clone().enumerate() {
                        let Some(nearest) = nearest[lane] else { continue };
                        let place_m = request.place_m(index);
                        let near =
                            PlaceNearPath { place: relative(place_m), sample_m: request.sample_m };
                        let limits = banks.limits_at(nearest, &shape.points, near);
                        let Some(mut limits) = limits else { continue };
                        let beds_m = lakes.iter().filter_map(|lake| lake.lake_at(place_m));
                        limits.protect_bed(beds_m.map(|[_, bed_m]| bed_m).reduce(f64::min));
                        for (sampled, fade) in lands.iter_mut().zip(&fades) {
                            if *fade != 0.0 {
                                let land = sampled.land.at(index);
                                sampled.land.put(index, limits.apply(land, *fade));
                            }
                        }
                    }
                }
            }
        }
    }

    /// Raises or smooths the land of a run by the weights of a stroke.
    fn apply_stroke(
        &self,
        run: &PlaceRun,
        weights: &Weights,
        fades: &[f64],
        lands: &mut [SampledLand],
    ) {
        for (target, fade) in fades.iter().copied().enumerate().filter(|(_, fade)| *fade != 0.0) {
            match &self.mark.tool {
                Tool::Brush(p) => weights.raise(&mut lands[target].land, run, [p.height_m, fade]),
                Tool::Smooth(p) => {
                    let is_smoother = |other: &SampledLand| {
                        let is_coarser = other.spacing_m > lands[target].spacing_m;
                        Some(other.spacing_m) == self.smoothing_m() && is_coarser
                    };
                    let Some(smoother) = lands.iter().position(is_smoother) else { continue };
                    for (lane, index) in run.places.clone().enumerate() {
                        let weight = weights.at(lane);
                        if weight.height_m > 0.0 {
                            let land = lands[target].land.at(index);
                            let difference = lands[smoother].land.at(index) - land;
                            let changed = land + (weight * p.strength).times(difference) * fade;
                            lands[target].land.put(index, changed);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// The height of the land, or of the surface of the lakes whose heights are already computed.
pub(super) fn surface_m<'a>(
    land_m: f64,
    lakes: impl Iterator<Item = PlacedMark<'a>>,
    place_m: [f64; 2],
) -> f64 {
    lakes.filter_map(|lake| lake.lake_at(place_m)).fold(land_m, |m, [level_m, _]| m.max(level_m))
}
