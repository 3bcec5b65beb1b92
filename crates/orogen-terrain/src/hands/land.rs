//! The marks of a layer, prepared for evaluation.

use super::index::Index;
use super::layer::HandsLayer;
use super::mark_land::{MarkLand, Sampled, surface_m};
use super::profile::profile;
use super::request::{LandBelow, PlacesBelow, Request, Run, runs};
use super::shape::{NOWHERE, Rectangle, Shape, join, touch, widened};
use super::tool::{Mark, Tool};
use crate::dual::Bounds;
use crate::duals::Duals;

/// The marks of a layer that have an effect.
pub(crate) struct HandsLand {
    pub(super) marks: Vec<MarkLand>,
    pub(super) index: Index,
    /// The spacing of the samples that give the heights at the points of paths.
    pub(super) spacing_m: f64,
}

impl HandsLand {
    /// Prepares the marks of a layer. Paths follow the land as samples of `spacing_m` show it.
    pub fn new(layer: &HandsLayer, spacing_m: f64) -> Self {
        let marks: Vec<_> =
            layer.iter().filter(|mark| mark.has_effect()).map(MarkLand::new).collect();
        let index = Index::new(marks.iter().map(|mark| mark.around_m).collect());
        Self { marks, index, spacing_m }
    }

    /// The number of marks.
    pub fn count(&self) -> usize {
        self.marks.len()
    }

    /// The marks that may change a place, by index, each with its id and tool.
    pub fn marks_at(&self, place_m: [f64; 2]) -> Vec<(usize, u32, &'static str)> {
        let near = self.index.near(&[place_m; 2]).into_iter();
        near.map(|index| {
            let mark = &self.marks[index as usize].mark;
            (index as usize, mark.id, mark.tool.kind().name())
        })
        .collect()
    }

    /// Changes the land at many places. Places beyond the reach of every mark keep their bits.
    pub fn apply(&self, request: &Request<'_>, base: Duals, below: &mut dyn LandBelow) -> Duals {
        let runs = runs(request.places_m);
        let all_m = runs.iter().fold(NOWHERE, |all, run| join(all, run.around_m));
        let near = self.index.near(&all_m);
        let is_asked = |index: &usize| {
            let touches = |run: &Run| touch(&run.around_m, &self.marks[*index].around_m);
            *index < request.marks && runs.iter().any(touches)
        };
        let near: Vec<usize> =
            near.into_iter().map(|index| index as usize).filter(is_asked).collect();
        let mut lands = vec![Sampled { spacing_m: request.sample_m, land: base }];
        for index in &near {
            let Some(spacing_m) = self.marks[*index].smoothing_m() else { continue };
            let is_new = lands.iter().all(|sampled| sampled.spacing_m != spacing_m);
            if spacing_m > request.sample_m && is_new {
                lands.push(Sampled { spacing_m, land: below.at_spacing(spacing_m) });
            }
        }
        for index in near {
            self.prepare(index, &*below);
            let lakes = self.lakes_before(index);
            lakes.iter().for_each(|lake| self.prepare(*lake, &*below));
            let lakes: Vec<_> = lakes.into_iter().map(|lake| &self.marks[lake]).collect();
            self.marks[index].apply(request, &runs, &mut lands, &lakes);
        }
        lands.swap_remove(0).land
    }

    /// Finds the heights along a path, and first those of earlier marks under its points. The
    /// marks are kept in a list, because a recursion could exhaust the stack.
    pub(super) fn prepare(&self, index: usize, below: &dyn PlacesBelow) {
        let mut open = vec![index];
        while let Some(last) = open.last().copied() {
            let mark = &self.marks[last];
            if mark.profile.get().is_some() {
                open.pop();
                continue;
            }
            let is_river = matches!(mark.mark.tool, Tool::River(_));
            let under: Vec<_> = self
                .marks_under(last)
                .into_iter()
                .map(|under| (under, &self.marks[under]))
                .collect();
            let is_lake = |under: &MarkLand| matches!(under.mark.tool, Tool::Lake(_));
            let first = under.iter().find_map(|(index, under)| {
                let is_read = under.mark.tool.follows_land() || is_river && is_lake(under);
                (is_read && under.profile.get().is_none()).then_some(*index)
            });
            if let Some(first) = first {
                open.push(first);
                continue;
            }
            let land_m = |place_m| {
                let land_m = below.height_m(last, place_m, self.spacing_m);
                // A river begins and ends at the surface of a lake, not at its bed.
                let lakes = under.iter().filter(|_| is_river).map(|(_, under)| *under);
                surface_m(land_m, lakes, place_m)
            };
            // If another thread was faster, it found the same heights.
            let _ = mark.profile.set(profile(&mark.mark.tool, mark.shape(), land_m));
        }
    }

    /// The earlier lakes near a river, whose beds it leaves as they are.
    pub(super) fn lakes_before(&self, index: usize) -> Vec<usize> {
        let mark = &self.marks[index];
        if !matches!(mark.mark.tool, Tool::River(_)) {
            return vec![];
        }
        let before = self.index.near(&mark.around_m).into_iter().map(|before| before as usize);
        let is_lake = |before: &usize| matches!(self.marks[*before].mark.tool, Tool::Lake(_));
        before.filter(|before| *before < index).filter(is_lake).collect()
    }

    /// The earlier marks under the points of a path, if its heights follow the land.
    fn marks_under(&self, index: usize) -> Vec<usize> {
        let mark = &self.marks[index];
        if !mark.mark.tool.follows_land() {
            return vec![];
        }
        let points = mark.mark.path.points_m().into_iter();
        let mut under: Vec<usize> = points
            .flat_map(|point| self.index.near(&[point; 2]))
            .map(|under| under as usize)
            .filter(|under| *under < index)
            .collect();
        under.sort_unstable();
        under.dedup();
        under
    }

    /// The marks whose paths may come near a rectangle, with their curves. `margin_m` gives the distance
    /// that is near for a tool, and `None` for other tools.
    pub(super) fn marks_near(
        &self,
        area_m: &Rectangle,
        margin_m: impl Fn(&Tool) -> Option<f64>,
    ) -> Vec<(&Mark, &Shape)> {
        let is_near = |mark: &&MarkLand| {
            let margin_m = margin_m(&mark.mark.tool);
            margin_m.is_some_and(|margin_m| touch(&mark.around_m, &widened(*area_m, margin_m)))
        };
        let marks = self.marks.iter().filter(is_near);
        marks.map(|mark| (&mark.mark, mark.shape())).collect()
    }

    /// The bounds of the changed land.
    pub fn bounds(&self, below: Bounds) -> Bounds {
        let mut land = below;
        // Marks that do not meet never add up.
        let [mut lowered_m, mut raised_m] = [0.0f64; 2];
        for mark in &self.marks {
            let near = self.index.near(&mark.around_m).into_iter();
            let changes = near.map(|other| self.marks[other as usize].bounds_m().0);
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
