//! Paint: the strokes of a layer of marks as weights, which masks read.

use std::sync::OnceLock;

use super::index::Index;
use super::nearest::NearbyChords;
use super::nearest_search::NearestSearch;
use super::request::{PlaceRun, PlacesRequest, runs};
use super::shape::{MarkCurve, NOWHERE, Rectangle, around_m, fade, join, touch};
use super::stroke::StrokeProfile;
use super::tool::{Mark, Tool};
use crate::dual::{Bounds, Dual};
use crate::duals::Duals;

/// The brush strokes of a layer as paint: a weight from 0 to 1 at each place.
///
/// A stroke that raises the land moves the weight towards 1, a stroke that lowers it towards 0.
/// The height of a stroke has no other effect, so strokes never add up to more than 1. Marks of
/// other tools are left out.
pub(crate) struct PaintLand {
    pub(super) strokes: Vec<PaintStroke>,
    index: Index,
}

/// A stroke of paint, prepared for evaluation. Its curve is made on first use.
pub(super) struct PaintStroke {
    pub mark: Mark,
    pub stroke: StrokeProfile,
    /// The weight towards which the stroke moves: 1, or 0 for a stroke that erases.
    pub goal: f64,
    pub around_m: Rectangle,
    shape: OnceLock<MarkCurve>,
}

impl PaintLand {
    /// Prepares the brush strokes among marks.
    pub fn new(marks: &[Mark]) -> Self {
        let strokes: Vec<_> =
            marks.iter().filter(|mark| mark.has_effect()).filter_map(PaintStroke::new).collect();
        let index = Index::new(strokes.iter().map(|stroke| stroke.around_m).collect());
        Self { strokes, index }
    }

    /// The weights at places in metres east and south of the origin, for samples of a spacing. On
    /// request they have slopes, per metre.
    pub fn weights(&self, places_m: [&[f64]; 2], sample_m: f64, slopes: bool) -> Duals {
        let request = &PlacesRequest { places_m, sample_m, mark_count: self.strokes.len() };
        let mut paint = Duals::new(places_m[0].len(), slopes);
        let runs = runs(places_m);
        let all_m = runs.iter().fold(NOWHERE, |all, run| join(all, run.around_m));
        let near = self.index.near(&all_m);
        if !near.is_empty() {
            let mut search = NearestSearch::new();
            for index in near {
                self.strokes[index as usize].apply((request, &runs), &mut paint, &mut search);
            }
        }
        paint
    }

    /// The bounds of the weights.
    pub fn bounds(&self) -> Bounds {
        let steepest = self.strokes.iter().map(PaintStroke::steepest).sum();
        let high_m = if self.strokes.iter().any(|stroke| stroke.goal > 0.0) { 1.0 } else { 0.0 };
        Bounds { low_m: 0.0, high_m, steepest }
    }
}

impl PaintStroke {
    /// Prepares a mark; `None` for marks of other tools than the brush.
    fn new(mark: &Mark) -> Option<Self> {
        let Tool::Brush(brush) = &mark.tool else { return None };
        Some(Self {
            mark: mark.clone(),
            stroke: StrokeProfile::new(brush.radius_m, brush.hardness),
            goal: if brush.height_m > 0.0 { 1.0 } else { 0.0 },
            around_m: around_m(mark),
            shape: OnceLock::new(),
        })
    }

    fn apply(
        &self,
        (request, runs): (&PlacesRequest<'_>, &[PlaceRun]),
        paint: &mut Duals,
        search: &mut NearestSearch,
    ) {
        let fade = fade(self.mark.tool.fine_m(), request.sample_m);
        if fade == 0.0 {
            return;
        }
        let shape = self.shape();
        let relative = |place_m: [f64; 2]| [0, 1].map(|axis| place_m[axis] - shape.anchor_m[axis]);
        for run in runs.iter().filter(|run| touch(&run.around_m, &self.around_m)) {
            let near = NearbyChords::new(shape, &run.around_m.map(relative), self.stroke.radius_m);
            if near.is_empty() {
                continue;
            }
            search.put_places(request, run, shape.anchor_m);
            let weights = self.stroke.weights(&near, search);
            for (lane, index) in run.places.clone().enumerate() {
                let weight = weights.at(lane) * fade;
                if weight.height_m > 0.0 {
                    let before = paint.at(index);
                    let missing = Dual::level(self.goal) - before;
                    paint.put(index, before + weight.times(missing));
                }
            }
        }
    }

    pub fn shape(&self) -> &MarkCurve {
        self.shape.get_or_init(|| MarkCurve::new(&self.mark))
    }

    fn steepest(&self) -> f64 {
        self.stroke.steepest(self.shape().groups.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::{Brush, ToolKind};

    fn brush(id: u32, height_m: f64, path: &str) -> Mark {
        let brush = Brush { height_m, radius_m: 100.0, ..Brush::default() };
        let mut mark = Mark::new(id, ToolKind::Brush, path.parse().unwrap());
        mark.tool = Tool::Brush(brush);
        mark
    }

    fn at(marks: Vec<Mark>, places_m: &[[f64; 2]]) -> Duals {
        let [east, south] = [0, 1].map(|axis| places_m.iter().map(|p| p[axis]).collect::<Vec<_>>());
        PaintLand::new(&marks).weights([&east, &south], 0.0, true)
    }

    #[test]
    fn paint_is_never_more_than_1_and_can_be_erased() {
        let places = [[0.0, 0.0], [50.0, 0.0], [99.0, 0.0], [100.0, 0.0]];
        let twice = || vec![brush(1, 40.0, "0,0"), brush(2, 900.0, "0,0")];
        let painted = at(twice(), &places);
        assert_eq!(painted.heights_m[0], 1.0);
        assert!(painted.heights_m[1] > 0.7 && painted.heights_m[1] < 1.0);
        assert!(painted.heights_m[2] > 0.0);
        assert_eq!(painted.heights_m[3], 0.0, "nothing is painted beyond the radius");
        let erased = at([twice(), vec![brush(3, -1.0, "0,0")]].concat(), &places);
        assert_eq!(erased.heights_m[0], 0.0);
    }

    #[test]
    fn slopes_of_paint_are_differences() {
        let marks = || vec![brush(1, 1.0, "0,0 +150,40"), brush(2, -1.0, "90,60")];
        let step = 1e-4;
        for i in 0..60 {
            let place = [f64::from(i) * 4.0 - 60.0, f64::from(i % 7) * 11.0 - 20.0];
            let around = [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]]
                .map(|by| [place[0] + by[0], place[1] + by[1]]);
            let near = at(marks(), &around).heights_m;
            let slope = at(marks(), &[place]).at(0).gradient;
            for (axis, pair) in [[near[0], near[1]], [near[2], near[3]]].into_iter().enumerate() {
                let difference = (pair[0] - pair[1]) / (2.0 * step);
                assert!((difference - slope[axis]).abs() < 1e-4, "{place:?}: {difference}");
            }
        }
    }

    #[test]
    fn other_tools_paint_nothing() {
        let ridge = Mark::new(1, ToolKind::Ridge, "0,0 +100,0".parse().unwrap());
        assert_eq!(at(vec![ridge], &[[50.0, 0.0]]).heights_m, [0.0]);
    }
}
