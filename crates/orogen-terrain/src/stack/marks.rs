//! Applies layers of marks to the land below them.

use super::batch::BatchEvaluator;
use super::make::Stack;
use super::many::WideEvaluator;
use super::places::Places;
use super::planes::Planes;
use super::point::PointEvaluator;
use super::sample_point::SamplePoint;
use super::wide_places::WidePlaces;
use crate::dual::Dual;
use crate::duals::Duals;
use crate::marks::{
    JoinedMark, LandBelow, MarkAddress, MarksLand, MarksLayer, PaintLand, PlacesBelow,
    PlacesRequest,
};
use crate::trace::{GroundTrace, MarkTrace};

/// The land below a layer of marks, at single places.
pub(crate) struct MarksBelow<'a> {
    pub stack: &'a Stack,
    pub layer: usize,
}

impl PlacesBelow for MarksBelow<'_> {
    fn height_m(&self, mark_count: usize, place_m: [f64; 2], spacing_m: f64) -> f64 {
        let point = SamplePoint::new(place_m, spacing_m);
        let mut evaluator = PointEvaluator::new(self.stack);
        let below = evaluator.below_layer(self.layer, point, false);
        match &self.stack.layers[self.layer].ground {
            super::LayerSource::Marks(marks) => {
                evaluator.apply_marks((self.layer, marks), mark_count, point, below, false).height_m
            }
            _ => below.height_m,
        }
    }

    fn level_m(&self, place_m: [f64; 2], spacing_m: f64) -> Option<f64> {
        let point = SamplePoint::new(place_m, spacing_m);
        let mut evaluator = PointEvaluator::new(self.stack);
        let height_m = evaluator.below_layer(self.layer, point, false).height_m;
        let network = evaluator.network_water(self.layer, point, height_m);
        let drawn = evaluator.drawn_water_below(self.layer, point);
        let covering = network.into_iter().chain(drawn).filter(|water| water.distance_m < 0.0);
        covering.map(|water| water.level_m).reduce(f64::max)
    }

    fn joined_level_m(&self, mark: u32) -> Option<f64> {
        let rivers = self.stack.rivers.as_ref()?;
        rivers.lake_level_m(MarkAddress { layer: self.stack.layers[self.layer].id, mark })
    }
}

/// The land below a layer of marks; `sample` evaluates it for samples of a spacing.
struct SampledBelow<'a, F: FnMut(f64) -> Duals> {
    places: MarksBelow<'a>,
    sample: F,
}

impl<'a, F: FnMut(f64) -> Duals> SampledBelow<'a, F> {
    fn new((stack, layer): (&'a Stack, usize), sample: F) -> Self {
        Self { places: MarksBelow { stack, layer }, sample }
    }
}

impl<F: FnMut(f64) -> Duals> PlacesBelow for SampledBelow<'_, F> {
    fn height_m(&self, mark_count: usize, place_m: [f64; 2], spacing_m: f64) -> f64 {
        self.places.height_m(mark_count, place_m, spacing_m)
    }

    fn level_m(&self, place_m: [f64; 2], spacing_m: f64) -> Option<f64> {
        self.places.level_m(place_m, spacing_m)
    }

    fn joined_level_m(&self, mark: u32) -> Option<f64> {
        self.places.joined_level_m(mark)
    }
}

impl<F: FnMut(f64) -> Duals> LandBelow for SampledBelow<'_, F> {
    fn at_spacing(&mut self, spacing_m: f64) -> Duals {
        (self.sample)(spacing_m)
    }
}

impl Stack {
    /// The marks of a layer without the rivers that are a part of the network, which makes those.
    pub(super) fn own_marks(&self, layer: u32, marks: &MarksLayer) -> MarksLayer {
        let is_made = |joined: &&JoinedMark| joined.address.layer == layer && !joined.is_lake();
        let made = self.joined.iter().filter(is_made);
        marks.without(&made.map(|joined| joined.address.mark).collect::<Vec<_>>())
    }
}

impl PointEvaluator<'_> {
    /// The land below a layer.
    pub(super) fn below_layer(&mut self, layer: usize, point: SamplePoint, slopes: bool) -> Dual {
        let count = layer.min(self.stack.visible_count);
        self.without_notes(|evaluator| evaluator.compose(count, point, slopes))
    }

    /// The ground of a layer of marks, with a note of each mark that changed it.
    pub(super) fn marks_ground(
        &mut self,
        (layer, marks): (usize, &MarksLand),
        point: SamplePoint,
        below: Dual,
        slopes: bool,
    ) -> Dual {
        let land = self.apply_marks((layer, marks), marks.count(), point, below, slopes);
        if self.is_traced() {
            let mut before_m = below.height_m;
            let mut traces = vec![];
            for (index, id, tool) in marks.marks_at(point.place_m) {
                let after = self.apply_marks((layer, marks), index + 1, point, below, slopes);
                if after.height_m != before_m {
                    traces.push(MarkTrace { id, tool, before_m, after_m: after.height_m });
                }
                before_m = after.height_m;
            }
            let (below_m, height_m) = (below.height_m, land.height_m);
            self.note(|notes| {
                notes.ground(GroundTrace::Marks { below_m, marks: traces, height_m })
            });
        }
        land
    }

    /// The land below a layer after the first `mark_count` marks of the layer.
    fn apply_marks(
        &mut self,
        (layer, marks): (usize, &MarksLand),
        mark_count: usize,
        point: SamplePoint,
        below: Dual,
        slopes: bool,
    ) -> Dual {
        let stack = self.stack;
        let duals = |land: Dual| {
            let mut duals = Duals::new(1, slopes);
            duals.put(0, land);
            duals
        };
        let sample = |spacing_m| {
            let point = point.with_min_spacing(spacing_m);
            duals(PointEvaluator::new(stack).below_layer(layer, point, slopes))
        };
        let [east, south] = point.place_m;
        let request =
            PlacesRequest { places_m: [&[east], &[south]], sample_m: point.sample_m, mark_count };
        marks.apply(&request, duals(below), &mut SampledBelow::new((stack, layer), sample)).at(0)
    }
}

impl WideEvaluator<'_> {
    /// The ground of a layer of marks.
    pub(super) fn marks_ground(
        &self,
        (layer, marks): (usize, &MarksLand),
        places: &WidePlaces,
        below: Duals,
        slopes: bool,
    ) -> Duals {
        let count = layer.min(self.stack.visible_count);
        let sample = |spacing_m| self.compose(count, &places.with_min_spacing(spacing_m), slopes);
        let (places_m, sample_m) = (places.all_m(), places.sample_m);
        let request = PlacesRequest { places_m, sample_m, mark_count: marks.count() };
        marks.apply(&request, below, &mut SampledBelow::new((self.stack, layer), sample))
    }
}

impl BatchEvaluator<'_> {
    /// The ground of a layer of marks.
    pub(super) fn marks_ground(
        &mut self,
        (layer, marks): (usize, &MarksLand),
        places: &Places<'_>,
        below: Planes,
        slopes: bool,
    ) -> Planes {
        let stack = self.stack;
        let strokes = places.around_m().map(|area| marks.strokes_near(&area, places.sample_m));
        if let Some(Some(strokes)) = &strokes
            && places.is_cached
        {
            return self.raise_by_strokes((layer, marks), strokes, places, below);
        }
        let count = layer.min(stack.visible_count);
        let [east_m, south_m] = places.all_m();
        let (places_m, sample_m) = ([&*east_m, &*south_m], places.sample_m);
        let request = PlacesRequest { places_m, sample_m, mark_count: marks.count() };
        let sample = |spacing_m| {
            // The chunk caches only samples of its own spacing.
            let mut evaluator = BatchEvaluator::new(stack, Default::default());
            to_duals(&evaluator.compose(count, &places.with_min_spacing(spacing_m), slopes))
        };
        to_planes(&marks.apply(
            &request,
            to_duals(&below),
            &mut SampledBelow::new((stack, layer), sample),
        ))
    }

    /// The ground of a layer of marks at the unmoved places of a chunk, where only these strokes change
    /// it.
    fn raise_by_strokes(
        &mut self,
        (layer, marks): (usize, &MarksLand),
        strokes: &[usize],
        places: &Places<'_>,
        below: Planes,
    ) -> Planes {
        if strokes.is_empty() {
            return below;
        }
        let (sample_m, mark_count) = (places.sample_m, marks.count());
        let all: Vec<_> = strokes.iter().map(|stroke| marks.stroke(*stroke)).collect();
        let sums = self.cache.strokes(&all, |known| {
            let [east_m, south_m] = places.all_m();
            let request = PlacesRequest { places_m: [&east_m, &south_m], sample_m, mark_count };
            marks.sum_strokes(&request, strokes, known)
        });
        let mut land = below.clone();
        let (heights_m, slopes) = land.parts();
        let unsure = sums.add_to(heights_m, slopes);
        let [columns_m, rows_m] = places.lines_m();
        for index in unsure {
            let place_m = [columns_m[index % columns_m.len()], rows_m[index / columns_m.len()]];
            let point = SamplePoint { sample_m, ..SamplePoint::new(place_m, places.band_limit_m) };
            let mut evaluator = PointEvaluator::new(self.stack);
            let (before, slopes) = (below.at(index), below.slopes.is_some());
            let raised = evaluator.apply_marks((layer, marks), mark_count, point, before, slopes);
            land.put(index, raised);
        }
        land
    }

    /// The weights of paint.
    pub(super) fn weigh_paint(
        &self,
        paint: &PaintLand,
        places: &Places<'_>,
        slopes: bool,
    ) -> Planes {
        let [east_m, south_m] = places.all_m();
        to_planes(&paint.weights([&east_m, &south_m], places.sample_m, slopes))
    }
}

/// Rounds to f32.
fn to_planes(land: &Duals) -> Planes {
    let narrow = |values: &Vec<f64>| values.iter().map(|value| *value as f32).collect();
    let slopes = land.gradients.as_ref().map(|axes| axes.each_ref().map(narrow));
    Planes { values: narrow(&land.heights_m), slopes }
}

/// Converts to f64.
fn to_duals(planes: &Planes) -> Duals {
    let wide = |values: &Vec<f32>| values.iter().map(|value| f64::from(*value)).collect();
    let gradients = planes.slopes.as_ref().map(|axes| axes.each_ref().map(wide));
    Duals { heights_m: wide(&planes.values), gradients }
}
