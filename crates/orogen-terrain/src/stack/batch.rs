//! Evaluates the stack at many points in f32, for chunks.

use std::ops::Range;
use std::sync::Arc;

use super::kept_samples::{FieldKey, KeptSamples};
use super::make::Stack;
use super::parts::{LayerSource, MaskedPart, OperationLand, OperationOwner};
use super::places::{MovingOperation, Places};
use super::planes::Planes;
use super::shared::{SampleRequest, SharedSamples};
use super::water_survey::WaterSurvey;
use crate::blend::Weight;
use crate::operation::Inputs;
use crate::reliefs::Reliefs;
use orogen_noise::grid::Level;

/// Evaluates a stack at many points in f32.
pub(crate) struct BatchEvaluator<'a> {
    pub(super) stack: &'a Stack,
    /// The chunk's samples from earlier builds, and the samples to store for later builds.
    pub cache: KeptSamples<'a>,
    pub(super) shared: Option<SharedSamples<'a>>,
    pub(super) level: Level,
    /// The ridge map and occlusion at the places where erosion was evaluated last.
    pub relief: Option<Reliefs>,
    /// The water near the places of the last two evaluations of the land. There are two, because a
    /// chunk evaluates two grids before it requests their water.
    pub(super) surveys: Vec<WaterSurvey>,
}

impl<'a> BatchEvaluator<'a> {
    pub fn new(stack: &'a Stack, cache: KeptSamples<'a>) -> Self {
        Self::sharing(stack, cache, None)
    }

    /// Creates an evaluator with the samples that all chunks share.
    pub fn sharing(
        stack: &'a Stack,
        cache: KeptSamples<'a>,
        shared: Option<SharedSamples<'a>>,
    ) -> Self {
        Self { stack, cache, shared, level: Level::best(), relief: None, surveys: vec![] }
    }

    /// Evaluates the whole land, with slopes on request.
    pub fn land(&mut self, places: &Places<'_>, slopes: bool) -> Planes {
        let count = self.stack.operations.len();
        let land = self.apply_operations(OperationOwner::WholeLand, count, places, slopes, None);
        self.cut_channels(land, places)
    }

    /// The weight of a part at each place.
    pub fn weights(&mut self, part: MaskedPart, places: &Places<'_>) -> Vec<f32> {
        match part {
            MaskedPart::Layer(layer) => self.layer_weights(layer, places),
            MaskedPart::Rivers(_) => match self.river_weights(places, false) {
                Some(weights) => weights.values,
                None => vec![1.0; places.count()],
            },
            MaskedPart::Erosion(_) => self.erosion_weights(places),
            MaskedPart::Plants => self.plants_weights(places),
        }
    }

    /// The weight of a layer: opacity times masks.
    pub(super) fn layer_weights(&mut self, layer: usize, places: &Places<'_>) -> Vec<f32> {
        let slopes = self.stack.needs_slopes(layer..layer + 1);
        let below = self.compose(layer, places, slopes);
        match self.weight(layer, places, &below, false) {
            Some(weight) => weight.values,
            None => vec![self.stack.layers[layer].opacity as f32; places.count()],
        }
    }

    /// Evaluates a layer or the whole land after the first `count` of its operations.
    ///
    /// Coasts and marks need the land below them, which is computed unless `below` has it.
    fn apply_operations(
        &mut self,
        owner: OperationOwner,
        count: usize,
        places: &Places<'_>,
        slopes: bool,
        below: Option<&Planes>,
    ) -> Planes {
        let stack = self.stack;
        let Some(before) = count.checked_sub(1) else {
            return self.ground(owner, places, slopes, below);
        };
        let OperationLand { operation, noises, seed, .. } = &stack.operations_of(owner)[before];
        if operation.moves_places() {
            let noises = self.noises(noises, places, slopes);
            let samples: Vec<_> = noises.iter().map(|noise| noise.samples_ref()).collect();
            let values: Vec<_> = noises.iter().map(|noise| &*noise.values).collect();
            let step = MovingOperation { operation: operation.clone(), seed: *seed };
            let moved = places.moved(step, &values);
            let mut planes = self.apply_operations(owner, before, &moved, slopes, None);
            if slopes {
                let inputs = Inputs { east_m: &[], south_m: &[], noises: &samples };
                operation.pull_gradients(self.level, &mut planes.samples(), inputs);
            }
            return planes;
        }
        let needs = slopes || operation.needs_gradients();
        let mut planes = self.apply_operations(owner, before, places, needs, below);
        let noises = self.noises(noises, places, needs);
        let samples: Vec<_> = noises.iter().map(|noise| noise.samples_ref()).collect();
        let [east_m, south_m] = match operation.needs_places() {
            true => places.all_m(),
            false => Default::default(),
        };
        let inputs = Inputs { east_m: &east_m, south_m: &south_m, noises: &samples };
        operation.apply(self.level, &mut planes.samples(), inputs);
        if !slopes {
            planes.slopes = None;
        }
        planes
    }

    pub(super) fn noises(
        &mut self,
        sources: &[usize],
        places: &Places<'_>,
        slopes: bool,
    ) -> Vec<Arc<Planes>> {
        sources.iter().map(|source| self.field(*source, places, slopes)).collect()
    }

    /// The samples of a source, taken from the chunk's cache if possible.
    pub fn field(&mut self, source: usize, places: &Places<'_>, slopes: bool) -> Arc<Planes> {
        let sampler = &self.stack.sources[source];
        if !places.is_cached {
            return Arc::new(match self.shared {
                Some(shared) => shared.all.sampled_at(source, places, slopes),
                None => sampler.sampled(places, slopes),
            });
        }
        let shared = self.shared.filter(|_| places.moves().is_none());
        let (slot, guide) = (self.cache.slot, places.is_guide);
        self.cache.get(FieldKey::source(sampler, places), slopes, || {
            let shared = shared.and_then(|SharedSamples { all, index: chunk_index, .. }| {
                all.sampled(SampleRequest { chunk_index, source, slot, slopes, guide })
            });
            shared.unwrap_or_else(|| sampler.sampled(places, slopes))
        })
    }

    fn ground(
        &mut self,
        owner: OperationOwner,
        places: &Places<'_>,
        slopes: bool,
        below: Option<&Planes>,
    ) -> Planes {
        let index = match owner {
            OperationOwner::WholeLand => {
                return self.compose(self.stack.visible_count, places, slopes);
            }
            OperationOwner::Layer(index) => index,
        };
        match &self.stack.layers[index].ground {
            &LayerSource::Noise { source, guide, shape } => {
                let source = LayerSource::noise_source(source, guide, places.is_guide);
                let field = self.field(source, places, slopes);
                let mut planes = Planes::new(places.count(), slopes);
                shape.heights_m(&field.values, &mut planes.values);
                if let (Some(to), Some(from)) = (&mut planes.slopes, &field.slopes) {
                    for (to, from) in to.iter_mut().zip(from) {
                        shape.slopes(&field.values, from, to);
                    }
                }
                planes
            }
            LayerSource::Flat => Planes::new(places.count(), slopes),
            &LayerSource::Landform { source } => {
                let field = self.field(source, places, slopes);
                let slopes = field.slopes.as_ref().filter(|_| slopes);
                Planes { values: field.values.clone(), slopes: slopes.cloned() }
            }
            &LayerSource::Coast { coast, sea_level_m } => {
                let mut planes = self.below_layer(index, places, slopes, below);
                let sea_m = sea_level_m as f32;
                planes.values.iter_mut().for_each(|height_m| *height_m -= sea_m);
                coast.apply(&mut planes.samples());
                planes.values.iter_mut().for_each(|height_m| *height_m += sea_m);
                planes
            }
            LayerSource::Marks(marks) => {
                let below = self.below_layer(index, places, slopes, below);
                self.marks_ground((index, marks), places, below, slopes)
            }
            LayerSource::Paint(paint) => self.weigh_paint(paint, places, slopes),
        }
    }

    /// The land below a layer, computed unless `below` has it.
    fn below_layer(
        &mut self,
        index: usize,
        places: &Places<'_>,
        slopes: bool,
        below: Option<&Planes>,
    ) -> Planes {
        // An operation may need slopes, but `below` may lack them.
        let below = below.filter(|below| !slopes || below.slopes.is_some());
        let mut planes = match below {
            Some(below) => below.clone(),
            None => self.compose(index.min(self.stack.visible_count), places, slopes),
        };
        if !slopes {
            planes.slopes = None;
        }
        planes
    }

    /// Composes the first `count` layers. Rivers and erosion act after the guide layers.
    pub(super) fn compose(&mut self, count: usize, places: &Places<'_>, slopes: bool) -> Planes {
        let Some(guide_count) = self.stack.guide_count_within(count) else {
            return self.evaluate_layers(None, 0..count, places, slopes);
        };
        let upper_layers = guide_count..count;
        let needs_slopes = slopes || self.stack.needs_slopes(upper_layers.clone());
        let below = match &self.stack.erosion {
            Some(erosion) => self.erode(erosion, places, needs_slopes),
            None => self.guide_land(guide_count, places, needs_slopes),
        };
        self.evaluate_layers(Some(below), upper_layers, places, slopes)
    }

    /// Adds layers, in order, to the land below them.
    pub(super) fn evaluate_layers(
        &mut self,
        mut below: Option<Planes>,
        layers: Range<usize>,
        places: &Places<'_>,
        slopes: bool,
    ) -> Planes {
        let count = layers.end;
        for index in layers {
            // Slopes are computed as long as this or a later layer needs them.
            let later_needs = slopes || self.stack.needs_slopes(index + 1..count);
            let needs_slopes = later_needs || self.stack.needs_slopes(index..index + 1);
            let layer = &self.stack.layers[index];
            if below.is_none() && layer.is_unchanged_if_lowest && layer.is_everywhere() {
                let layer_land = self.evaluate_unblended(index, places, later_needs, None);
                below = Some(layer_land);
                continue;
            }
            let mut land =
                below.take().unwrap_or_else(|| Planes::new(places.count(), needs_slopes));
            if layer.has_only_marks_elsewhere(places) {
                below = Some(land);
                continue;
            }
            let weight = self.weight(index, places, &land, later_needs);
            if !later_needs {
                land.slopes = None;
            }
            // A layer is not sampled if its weight is 0 at all places.
            let is_zero = |weight: &Planes| weight.values.iter().all(|w| *w == 0.0);
            if !weight.as_ref().is_some_and(is_zero) {
                let layer_land = self.evaluate_unblended(index, places, later_needs, Some(&land));
                let weight = match &weight {
                    Some(weight) => Weight::Each(weight.samples_ref()),
                    None => Weight::Constant(layer.opacity as f32),
                };
                layer.blending.apply(
                    self.level,
                    &mut land.samples(),
                    layer_land.samples_ref(),
                    weight,
                );
            }
            below = Some(land);
        }
        let mut land = below.unwrap_or_else(|| Planes::new(places.count(), slopes));
        if !slopes {
            land.slopes = None;
        }
        land
    }

    /// Evaluates a layer and its operations, before it is blended with the land below.
    pub(super) fn evaluate_unblended(
        &mut self,
        index: usize,
        places: &Places<'_>,
        slopes: bool,
        below: Option<&Planes>,
    ) -> Planes {
        let operations = self.stack.layers[index].operations.len();
        self.apply_operations(OperationOwner::Layer(index), operations, places, slopes, below)
    }

    /// The weight of a layer, opacity times masks; `None` without masks, when it is constant.
    fn weight(
        &mut self,
        index: usize,
        places: &Places<'_>,
        below: &Planes,
        slopes: bool,
    ) -> Option<Planes> {
        let layer = &self.stack.layers[index];
        if layer.is_everywhere() {
            return None;
        }
        let (masks, indices) = (&layer.masks, &*layer.mask_inputs);
        let mut weight =
            self.weigh_masks(masks, indices, MaskedPart::Layer(index), (places, below, slopes));
        let opacity = layer.opacity as f32;
        if opacity != 1.0 {
            let planes = weight.slopes.iter_mut().flatten().chain([&mut weight.values]);
            planes.flatten().for_each(|weight| *weight *= opacity);
        }
        Some(weight)
    }
}
