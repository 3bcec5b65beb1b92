//! The marks of a layer, prepared for evaluation.

use std::sync::{Arc, OnceLock};

use super::forms::Forms;
use super::layer::MarksLayer;
use super::mark_land::{MarkHeights, PlacedMark, SampledLand, surface_m};
use super::nearest_search::NearestSearch;
use super::profile::{Profile, profile};
use super::request::{LandBelow, PlaceRun, PlacesBelow, PlacesRequest, runs};
use super::shape::{NOWHERE, join, touch};
use super::tool::Tool;
use crate::dual::Bounds;
use crate::duals::Duals;

/// The marks of a layer on a land.
pub(crate) struct MarksLand {
    pub(super) forms: Arc<Forms>,
    /// The heights of each mark. Allocated when the first mark comes into view.
    heights: OnceLock<Vec<MarkHeights>>,
    /// The spacing of the samples that give the heights at the points of paths.
    pub(super) spacing_m: f64,
}

impl MarksLand {
    /// Prepares the marks of a layer. Paths follow the land as sampled with `spacing_m`.
    pub fn new(layer: &MarksLayer, spacing_m: f64) -> Self {
        Self { forms: layer.forms().clone(), heights: OnceLock::new(), spacing_m }
    }

    /// The number of marks that have an effect.
    pub fn count(&self) -> usize {
        self.forms.marks.len()
    }

    /// A mark, by index.
    pub(super) fn mark(&self, index: usize) -> PlacedMark<'_> {
        let heights = || (0..self.count()).map(|_| MarkHeights::default()).collect();
        let heights = &self.heights.get_or_init(heights)[index];
        PlacedMark { form: &self.forms.marks[index], heights }
    }

    /// The marks that may change a place, by index, each with its id and tool.
    pub fn marks_at(&self, place_m: [f64; 2]) -> Vec<(usize, u32, &'static str)> {
        let near = self.forms.near(&[place_m; 2]);
        near.map(|index| {
            let mark = &self.forms.marks[index].mark;
            (index, mark.id, mark.tool.kind().name())
        })
        .collect()
    }

    /// Changes the land at many places. Places beyond the reach of every mark keep their exact heights.
    pub fn apply(
        &self,
        request: &PlacesRequest<'_>,
        base: Duals,
        below: &mut dyn LandBelow,
    ) -> Duals {
        let runs = runs(request.places_m);
        let all_m = runs.iter().fold(NOWHERE, |all, run| join(all, run.around_m));
        let may_change = |index: &usize| {
            let touches = |run: &PlaceRun| touch(&run.around_m, &self.forms.marks[*index].around_m);
            *index < request.mark_count && runs.iter().any(touches)
        };
        let near: Vec<usize> = self.forms.near(&all_m).filter(may_change).collect();
        if near.is_empty() {
            return base;
        }
        let mut lands = vec![SampledLand { spacing_m: request.sample_m, land: base }];
        for index in &near {
            let Some(spacing_m) = self.forms.marks[*index].smoothing_m() else { continue };
            let is_missing = lands.iter().all(|sampled| sampled.spacing_m != spacing_m);
            if spacing_m > request.sample_m && is_missing {
                lands.push(SampledLand { spacing_m, land: below.at_spacing(spacing_m) });
            }
        }
        let mut search = NearestSearch::new();
        for index in near {
            self.prepare(index, &*below);
            let lakes = self.lakes_before(index);
            lakes.iter().for_each(|lake| self.prepare(*lake, &*below));
            let lakes: Vec<_> = lakes.into_iter().map(|lake| self.mark(lake)).collect();
            self.mark(index).apply((request, &runs), &mut lands, &lakes, &mut search);
        }
        lands.swap_remove(0).land
    }

    /// Computes the heights along a path. The earlier marks under its points come first, in a list of
    /// pending marks, because recursion could exhaust the stack.
    pub(super) fn prepare(&self, index: usize, below: &dyn PlacesBelow) {
        if self.mark(index).profile().is_some() {
            return;
        }
        let mut pending = vec![index];
        while let Some(last) = pending.last().copied() {
            let mark = self.mark(last);
            if mark.profile().is_some() {
                pending.pop();
                continue;
            }
            if let Some(level_m) = below.joined_level_m(mark.mark.id) {
                let _ = mark.heights.profile.set(Profile::level(mark.shape(), level_m));
                continue;
            }
            let is_river = matches!(mark.mark.tool, Tool::River(_));
            let under = self.marks_under(last).into_iter().map(|under| (under, self.mark(under)));
            let under: Vec<_> = under.collect();
            let is_lake = |under: &PlacedMark<'_>| matches!(under.mark.tool, Tool::Lake(_));
            let missing = under.iter().find_map(|(index, under)| {
                let is_read = under.mark.tool.follows_land() || is_river && is_lake(under);
                (is_read && under.profile().is_none()).then_some(*index)
            });
            if let Some(missing) = missing {
                pending.push(missing);
                continue;
            }
            let land_m = |place_m| {
                let land_m = below.height_m(last, place_m, self.spacing_m);
                // A river begins and ends at the surface of a lake, not at its bed.
                let lakes = under.iter().filter(|_| is_river).map(|(_, under)| *under);
                surface_m(land_m, lakes, place_m)
            };
            // If another thread was faster, it found the same heights.
            let _ = mark.heights.profile.set(profile(&mark.mark.tool, mark.shape(), land_m));
        }
    }

    /// The earlier lakes near a river, whose beds it leaves as they are.
    pub(super) fn lakes_before(&self, index: usize) -> Vec<usize> {
        let form = &self.forms.marks[index];
        if !matches!(form.mark.tool, Tool::River(_)) {
            return vec![];
        }
        let before = self.forms.near(&form.around_m);
        let is_lake = |before: &usize| matches!(self.forms.marks[*before].mark.tool, Tool::Lake(_));
        before.filter(|before| *before < index).filter(is_lake).collect()
    }

    /// The earlier marks under the points of a path, if its heights follow the land.
    fn marks_under(&self, index: usize) -> Vec<usize> {
        let mark = &self.forms.marks[index].mark;
        if !mark.tool.follows_land() {
            return vec![];
        }
        let near = mark.path.each_m().flat_map(|point| self.forms.near(&[point; 2]));
        let mut under: Vec<usize> = near.filter(|under| *under < index).collect();
        under.sort_unstable();
        under.dedup();
        under
    }

    /// The bounds of the changed land.
    pub fn bounds(&self, below: Bounds) -> Bounds {
        let mut land = below;
        // Marks that do not meet never add up.
        let [mut lowered_m, mut raised_m] = [0.0f64; 2];
        for mark in &self.forms.marks {
            let near = self.forms.near(&mark.around_m);
            let changes = near.map(|other| self.forms.marks[other].bounds_m().0);
            let [down_m, up_m] = changes.fold([0.0; 2], |[a, b], [down, up]| [a + down, b + up]);
            (lowered_m, raised_m) = (lowered_m.max(down_m), raised_m.max(up_m));
            if let (_, Some([low_m, high_m])) = mark.bounds_m() {
                land.low_m = land.low_m.min(low_m);
                land.high_m = land.high_m.max(high_m);
            }
            land.steepest += mark.steepest();
        }
        Bounds { low_m: land.low_m - lowered_m, high_m: land.high_m + raised_m, ..land }
    }
}
