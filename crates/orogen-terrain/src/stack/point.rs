//! Evaluates the stack at one point in f64: the reference for all other evaluators.

use super::make::Stack;
use super::masked::curvature_share;
use super::notes::{Notes, mask_trace};
use super::parts::{LayerSource, MaskInputIndices, MaskedPart, OperationLand, OperationOwner};
use super::sample_point::SamplePoint;
use crate::dual::Dual;
use crate::mask::{MaskPoint, Masks};
use crate::shape::Shape;
use crate::trace::{GroundTrace, LandTrace, NoiseTrace};
use std::ops::Range;

/// Evaluates a stack at single points.
pub(crate) struct PointEvaluator<'a> {
    pub(super) stack: &'a Stack,
    /// The notes for a trace. `None` if no trace was requested, and while places around the traced
    /// place are evaluated.
    notes: Option<Box<Notes>>,
}

impl<'a> PointEvaluator<'a> {
    pub fn new(stack: &'a Stack) -> Self {
        Self { stack, notes: None }
    }

    /// Evaluates the whole land, with slopes on request.
    pub fn land(&mut self, point: SamplePoint, slopes: bool) -> Dual {
        let count = self.stack.operations.len();
        let land = self.apply_operations(OperationOwner::WholeLand, count, point, slopes, None);
        self.cut_channels(land, point, slopes)
    }

    /// Evaluates the whole land and records the steps.
    pub fn trace(&mut self, point: SamplePoint) -> LandTrace {
        self.notes = Some(Box::default());
        let height_m = self.land(point, false).height_m;
        let notes = self.notes.take().unwrap_or_default();
        notes.finish(point, height_m)
    }

    /// Records a note if a trace was requested.
    #[inline]
    pub(super) fn note(&mut self, note: impl FnOnce(&mut Notes)) {
        if let Some(notes) = &mut self.notes {
            note(notes);
        }
    }

    /// Returns true if a trace was requested.
    pub(super) fn is_traced(&self) -> bool {
        self.notes.is_some()
    }

    /// Runs a computation that is not part of the trace.
    pub(super) fn without_notes<T>(&mut self, compute: impl FnOnce(&mut Self) -> T) -> T {
        let notes = self.notes.take();
        let result = compute(self);
        self.notes = notes;
        result
    }

    /// Samples a source, with its gradient on request.
    pub fn source(
        &mut self,
        source: usize,
        SamplePoint { place_m, band_limit_m, .. }: SamplePoint,
        slopes: bool,
    ) -> Dual {
        self.stack.sources[source].at(place_m, band_limit_m, slopes)
    }

    fn apply_operations(
        &mut self,
        owner: OperationOwner,
        count: usize,
        point: SamplePoint,
        slopes: bool,
        below: Option<Dual>,
    ) -> Dual {
        let stack = self.stack;
        let Some(before) = count.checked_sub(1) else {
            return self.ground(owner, point, slopes, below);
        };
        let land = &stack.operations_of(owner)[before];
        let OperationLand { operation, noises, .. } = land;
        if operation.moves_places() {
            let noises: Vec<_> = noises.iter().map(|n| self.source(*n, point, slopes)).collect();
            let moved = operation.moved(point.place_m, &noises);
            let below =
                self.apply_operations(owner, before, point.moved(moved.place_m), slopes, None);
            let after = moved.pull_back(below);
            let moved_m = Some(moved.place_m);
            self.note(|notes| {
                notes.operation(land, point.place_m, &noises, (below, after), moved_m)
            });
            return after;
        }
        let needs = slopes || operation.needs_gradients();
        // `below` has a gradient only if the caller requests slopes.
        let below = below.filter(|_| slopes || !needs);
        let below = self.apply_operations(owner, before, point, needs, below);
        let noises: Vec<_> = noises.iter().map(|n| self.source(*n, point, needs)).collect();
        let after = operation.at(below, point.place_m, &noises);
        self.note(|notes| notes.operation(land, point.place_m, &noises, (below, after), None));
        after
    }

    fn ground(
        &mut self,
        owner: OperationOwner,
        point: SamplePoint,
        slopes: bool,
        below: Option<Dual>,
    ) -> Dual {
        let index = match owner {
            OperationOwner::WholeLand => {
                return self.compose(self.stack.visible_count, point, slopes);
            }
            OperationOwner::Layer(index) => index,
        };
        match &self.stack.layers[index].ground {
            &LayerSource::Noise { source, guide, shape } => {
                let source = LayerSource::noise_source(source, guide, point.is_guide);
                let noise = self.source(source, point, slopes);
                let land =
                    noise.mapped(shape.height_m(noise.height_m), shape.slope(noise.height_m));
                self.note_noise((source, point), shape, [noise.height_m, land.height_m]);
                land
            }
            LayerSource::Flat => Dual::level(0.0),
            &LayerSource::Landform { source } => {
                let land = self.source(source, point, slopes);
                self.note(|notes| notes.ground(GroundTrace::Landform { height_m: land.height_m }));
                land
            }
            &LayerSource::Coast { coast, sea_level_m } => {
                let below = below.unwrap_or_else(|| self.below_layer(index, point, slopes));
                let sea = Dual::level(sea_level_m);
                let land = coast.at(below - sea) + sea;
                let (below_m, height_m) = (below.height_m, land.height_m);
                self.note(|notes| {
                    notes.ground(GroundTrace::Coast { below_m, sea_level_m, height_m })
                });
                land
            }
            LayerSource::Marks(marks) => {
                let below = below.unwrap_or_else(|| self.below_layer(index, point, slopes));
                self.marks_ground((index, marks), point, below, slopes)
            }
            LayerSource::Paint(paint) => {
                let [east, south] = point.place_m;
                paint.weights([&[east], &[south]], point.sample_m, slopes).at(0)
            }
        }
    }

    /// Records the noise of a layer and the height that its shape makes of it.
    fn note_noise(
        &mut self,
        (source, point): (usize, SamplePoint),
        shape: Shape,
        [value, height_m]: [f64; 2],
    ) {
        let stack = self.stack;
        self.note(|notes| {
            if let Some((frequency_per_m, noise)) =
                stack.sources[source].trace(point.place_m, point.band_limit_m)
            {
                let Shape { height_m: scale_m, exponent } = shape;
                let ground =
                    NoiseTrace { frequency_per_m, noise, value, exponent, scale_m, height_m };
                notes.ground(GroundTrace::Noise(ground));
            }
        });
    }

    /// Composes the first `count` layers. Rivers and erosion act after the guide layers.
    pub(super) fn compose(&mut self, count: usize, point: SamplePoint, slopes: bool) -> Dual {
        let Some(guide_count) = self.stack.guide_count_within(count) else {
            return self.evaluate_layers(None, 0..count, point, slopes);
        };
        let upper_layers = guide_count..count;
        let needs_slopes = slopes || self.stack.needs_slopes(upper_layers.clone());
        let below = match &self.stack.erosion {
            Some(erosion) => self.erode(erosion, point, needs_slopes),
            None => self.guide_land(guide_count, point, needs_slopes),
        };
        self.evaluate_layers(Some(below), upper_layers, point, slopes)
    }

    /// Adds layers, in order, to the land below them.
    pub(super) fn evaluate_layers(
        &mut self,
        mut below: Option<Dual>,
        layers: Range<usize>,
        point: SamplePoint,
        slopes: bool,
    ) -> Dual {
        for index in layers.clone() {
            let slopes = slopes || self.stack.needs_slopes(index..layers.end);
            let layer = &self.stack.layers[index];
            let traced_layer = (layer, self.stack.is_eroded(index));
            self.note(Notes::open);
            if below.is_none() && layer.is_unchanged_if_lowest && layer.is_everywhere() {
                let layer_land = self.evaluate_unblended(index, point, slopes, None);
                let weight_and_land = (Dual::level(layer.opacity), Some(layer_land));
                self.note(|notes| {
                    notes.close_layer(traced_layer, point, None, weight_and_land, layer_land)
                });
                below = Some(layer_land);
                continue;
            }
            let land = below.unwrap_or_default();
            let weight = self.weight(index, point, land, slopes);
            let layer_land = match weight.height_m {
                0.0 => None,
                _ => Some(self.evaluate_unblended(index, point, slopes, Some(land))),
            };
            let blended = layer.blending.at(land, layer_land.unwrap_or_default(), weight);
            self.note(|notes| {
                notes.close_layer(traced_layer, point, Some(land), (weight, layer_land), blended);
            });
            below = Some(blended);
        }
        below.unwrap_or_default()
    }

    /// Evaluates a layer and its operations, before it is blended with the land below.
    fn evaluate_unblended(
        &mut self,
        index: usize,
        point: SamplePoint,
        slopes: bool,
        below: Option<Dual>,
    ) -> Dual {
        let operations = self.stack.layers[index].operations.len();
        self.apply_operations(OperationOwner::Layer(index), operations, point, slopes, below)
    }

    /// The weight of a layer: opacity times masks.
    pub(super) fn weight(
        &mut self,
        index: usize,
        point: SamplePoint,
        below: Dual,
        slopes: bool,
    ) -> Dual {
        let layer = &self.stack.layers[index];
        let (masks, indices) = (&layer.masks, &*layer.mask_inputs);
        self.weigh_masks(masks, indices, MaskedPart::Layer(index), (point, below, slopes))
            * layer.opacity
    }

    /// The combined weight of masks on the land `below`.
    pub(super) fn weigh_masks(
        &mut self,
        masks: &Masks,
        indices: &[MaskInputIndices],
        part: MaskedPart,
        (point, below, slopes): (SamplePoint, Dual, bool),
    ) -> Dual {
        let mask_point = |mask: &MaskInputIndices, evaluator: &mut Self| {
            let radius_m = mask.needs.curvature_radius_m;
            MaskPoint {
                below,
                place_m: point.place_m,
                noise: mask.noise.map(|source| evaluator.source(source, point, slopes)),
                curvature: radius_m.map(|radius_m| evaluator.curvature(part, radius_m, point)),
                layer: mask
                    .layer
                    .map(|layer| evaluator.evaluate_unblended(layer, point, slopes, None)),
            }
        };
        let points: Vec<_> = self.without_notes(|evaluator| {
            indices.iter().map(|mask| mask_point(mask, evaluator)).collect()
        });
        if self.notes.is_none() {
            return masks.at(&points);
        }
        let mut traces = vec![];
        let weight = masks.at_traced(&points, |mask, point, weight, combined| {
            traces.push(mask_trace(mask, point, weight, combined));
        });
        self.note(|notes| notes.masks(traces));
        weight
    }

    /// The height of the land that the masks of a part read.
    fn height_below_m(&mut self, part: MaskedPart, point: SamplePoint) -> f64 {
        match part {
            MaskedPart::Layer(index) => {
                self.compose(index.min(self.stack.visible_count), point, false)
            }
            MaskedPart::Rivers(count) => self.evaluate_layers(None, 0..count, point, false),
            MaskedPart::Erosion(guide_count) => self.guide_land(guide_count, point, false),
            MaskedPart::Plants => self.land(point, false),
        }
        .height_m
    }

    /// The curvature in 1/m of the land that masks read.
    fn curvature(&mut self, part: MaskedPart, radius_m: f64, point: SamplePoint) -> f64 {
        let share = curvature_share(radius_m, point.band_limit_m);
        if share == 0.0 {
            return 0.0;
        }
        let [x, z] = point.place_m;
        let r = radius_m;
        let around = [[x - r, z], [x + r, z], [x, z - r], [x, z + r]];
        let sum: f64 =
            around.map(|place| self.height_below_m(part, point.moved(place))).iter().sum();
        let centre_m = self.height_below_m(part, point);
        share * 4.0 / (r * r) * (0.25 * sum - centre_m)
    }
}
