//! Evaluates the stack at many points in f64, bit for bit like one point at a time.

use std::ops::Range;
use std::rc::Rc;

use super::kept_layers::{KeptLayer, KeptLayers};
use super::make::Stack;
use super::masked::curvature_share;
use super::parts::{LayerSource, MaskInputIndices, MaskedPart, OperationLand, OperationOwner};
use super::wide_places::WidePlaces;
use crate::dual::Dual;
use crate::duals::Duals;
use crate::mask::{MaskDuals, Masks};
use orogen_noise::grid::Level;

/// Evaluates a stack at many points in f64, bit for bit like [`super::PointEvaluator`].
pub(crate) struct WideEvaluator<'a> {
    pub(super) stack: &'a Stack,
    /// The vector instructions to use.
    pub(super) level: Level,
    kept_layers: KeptLayers,
}

/// The columns and rows of a tile. Its intermediate results fit in the nearest processor caches.
const TILE: [usize; 2] = [128, 32];

impl<'a> WideEvaluator<'a> {
    pub fn new(stack: &'a Stack) -> Self {
        Self { stack, level: Level::best(), kept_layers: KeptLayers::default() }
    }

    /// Evaluates the land at all pairs of columns and rows, row by row.
    pub fn lands(&self, [columns_m, rows_m]: [&[f64]; 2], band_limit_m: f64, out: &mut [f64]) {
        let width = columns_m.len();
        for (south, rows_m) in rows_m.chunks(TILE[1]).enumerate() {
            for (east, columns_m) in columns_m.chunks(TILE[0]).enumerate() {
                let land = self.land(&WidePlaces::new([columns_m, rows_m], band_limit_m), false);
                let first = south * TILE[1] * width + east * TILE[0];
                let rows = land.heights_m.chunks(columns_m.len());
                for (row, heights_m) in rows.enumerate() {
                    out[first + row * width..][..heights_m.len()].copy_from_slice(heights_m);
                }
            }
        }
    }

    /// Evaluates the whole land, with slopes on request.
    pub(super) fn land(&self, places: &WidePlaces, slopes: bool) -> Duals {
        let count = self.stack.operations.len();
        let land = self.apply_operations(OperationOwner::WholeLand, count, places, slopes, None);
        self.cut_channels(land, places)
    }

    pub(super) fn sources(
        &self,
        sources: &[usize],
        places: &WidePlaces,
        slopes: bool,
    ) -> Vec<Duals> {
        sources.iter().map(|source| self.source(*source, places, slopes)).collect()
    }

    fn source(&self, source: usize, places: &WidePlaces, slopes: bool) -> Duals {
        let width = places.lines_m()[0].len();
        self.stack.sources[source].sampled_f64(places.all_m(), width, places.band_limit_m, slopes)
    }

    /// Evaluates the owner's ground and applies the first `count` operations to it.
    fn apply_operations(
        &self,
        owner: OperationOwner,
        count: usize,
        places: &WidePlaces,
        slopes: bool,
        below: Option<&Duals>,
    ) -> Duals {
        let stack = self.stack;
        let Some(last) = count.checked_sub(1) else {
            return self.ground(owner, places, slopes, below);
        };
        let OperationLand { operation, noises, .. } = &stack.operations_of(owner)[last];
        if operation.moves_places() {
            let moved = operation.moved_f64(places.all_m(), &self.sources(noises, places, slopes));
            let mut land = self.apply_operations(owner, last, &places.moved(&moved), slopes, None);
            if slopes {
                land.change(|index, land| moved[index].pull_back(land));
            }
            return land;
        }
        let needs_slopes = slopes || operation.needs_gradients();
        // `below` has slopes only if the caller requests them.
        let below = below.filter(|_| slopes || !needs_slopes);
        let mut land = self.apply_operations(owner, last, places, needs_slopes, below);
        let noises = self.sources(noises, places, needs_slopes);
        operation.apply_f64(self.level, &mut land, places.all_m(), &noises);
        land
    }

    fn ground(
        &self,
        owner: OperationOwner,
        places: &WidePlaces,
        slopes: bool,
        below: Option<&Duals>,
    ) -> Duals {
        let index = match owner {
            OperationOwner::WholeLand => {
                return self.compose(self.stack.visible_count, places, slopes);
            }
            OperationOwner::Layer(index) => index,
        };
        match &self.stack.layers[index].ground {
            &LayerSource::Noise { source, guide, shape } => {
                let source = LayerSource::noise_source(source, guide, places.is_guide);
                let mut noise = self.source(source, places, slopes);
                shape.apply_f64(self.level, &mut noise);
                noise
            }
            LayerSource::Landform { source } => self.source(*source, places, slopes),
            LayerSource::Flat => Duals::new(places.count(), slopes),
            &LayerSource::Coast { coast, sea_level_m } => {
                let mut land = match below {
                    Some(below) => below.clone(),
                    None => self.compose(index.min(self.stack.visible_count), places, slopes),
                };
                let sea = Dual::level(sea_level_m);
                land.change(|_, below| coast.at(below - sea) + sea);
                land
            }
            LayerSource::Marks(marks) => {
                let below = match below {
                    Some(below) => below.clone(),
                    None => self.compose(index.min(self.stack.visible_count), places, slopes),
                };
                self.marks_ground((index, marks), places, below, slopes)
            }
            LayerSource::Paint(paint) => paint.weights(places.all_m(), places.sample_m, slopes),
        }
    }

    /// Composes the first `count` layers. Rivers and erosion act after the guide layers.
    pub(super) fn compose(&self, count: usize, places: &WidePlaces, slopes: bool) -> Duals {
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
        &self,
        mut below: Option<Duals>,
        layers: Range<usize>,
        places: &WidePlaces,
        slopes: bool,
    ) -> Duals {
        for index in layers.clone() {
            let slopes = slopes || self.stack.needs_slopes(index..layers.end);
            let layer = &self.stack.layers[index];
            if below.is_none() && layer.is_unchanged_if_lowest && layer.is_everywhere() {
                let layer_land = self.unblended_layer(index, places, slopes, None);
                below = Some(Rc::unwrap_or_clone(layer_land));
                continue;
            }
            let mut land = below.unwrap_or_else(|| Duals::new(places.count(), slopes));
            let weight = self.weight(index, places, &land, slopes);
            // A layer is not sampled if its weight is 0 at all places.
            if weight.heights_m.iter().any(|weight| *weight != 0.0) {
                let layer_land = self.unblended_layer(index, places, slopes, Some(&land));
                layer.blending.apply_f64(self.level, &mut land, &layer_land, &weight);
            }
            below = Some(land);
        }
        below.unwrap_or_else(|| Duals::new(places.count(), slopes))
    }

    /// Evaluates a layer like [`Self::evaluate_unblended`]. If masks read the layer, its samples at the
    /// last places are kept for them.
    fn unblended_layer(
        &self,
        index: usize,
        places: &WidePlaces,
        slopes: bool,
        below: Option<&Duals>,
    ) -> Rc<Duals> {
        let evaluate = || Rc::new(self.evaluate_unblended(index, places, slopes, below));
        let layers = &self.stack.layers;
        let mut masks = layers.iter().flat_map(|layer| &layer.mask_inputs);
        // The ground of some layers depends on the land below, which masks read differently.
        if layers[index].reshapes_below() || !masks.any(|mask| mask.layer == Some(index)) {
            return evaluate();
        }
        let found = self.kept_layers.find(index, places, slopes);
        found.unwrap_or_else(|| {
            let land = evaluate();
            self.kept_layers.keep(KeptLayer {
                layer: index,
                places: places.clone(),
                has_slopes: slopes,
                land: land.clone(),
            });
            land
        })
    }

    /// Evaluates a layer and its operations, before it is blended with the land below.
    fn evaluate_unblended(
        &self,
        index: usize,
        places: &WidePlaces,
        slopes: bool,
        below: Option<&Duals>,
    ) -> Duals {
        let operations = self.stack.layers[index].operations.len();
        self.apply_operations(OperationOwner::Layer(index), operations, places, slopes, below)
    }

    /// The weight of a layer: opacity times masks.
    fn weight(&self, index: usize, places: &WidePlaces, below: &Duals, slopes: bool) -> Duals {
        let layer = &self.stack.layers[index];
        let (masks, indices) = (&layer.masks, &*layer.mask_inputs);
        let mut weight =
            self.weigh_masks(masks, indices, MaskedPart::Layer(index), (places, below, slopes));
        weight.scale(layer.opacity);
        weight
    }

    /// The combined weight of masks on the land `below`.
    pub(super) fn weigh_masks(
        &self,
        masks: &Masks,
        indices: &[MaskInputIndices],
        part: MaskedPart,
        (places, below, slopes): (&WidePlaces, &Duals, bool),
    ) -> Duals {
        let sources: Vec<_> = indices
            .iter()
            .map(|mask| self.mask_sources(mask, part, (places, below), slopes))
            .collect();
        let inputs: Vec<_> =
            sources.iter().map(|sources| sources.with_land(below, places.all_m())).collect();
        let mut weight = Duals::new(places.count(), slopes);
        masks.weigh_f64(self.level, &mut weight, &inputs);
        weight
    }

    /// The inputs of a mask, except the land below it.
    fn mask_sources(
        &self,
        indices: &MaskInputIndices,
        part: MaskedPart,
        (places, below): (&WidePlaces, &Duals),
        slopes: bool,
    ) -> MaskSources {
        let radius_m = indices.needs.curvature_radius_m;
        MaskSources {
            noise: indices.noise.map(|source| self.source(source, places, slopes)),
            curvature: radius_m.map(|radius_m| self.curvature(part, radius_m, (places, below))),
            layer: indices.layer.map(|layer| self.unblended_layer(layer, places, slopes, None)),
        }
    }

    /// The heights of the land that a part's masks read.
    fn heights_below_m(&self, part: MaskedPart, places: &WidePlaces) -> Vec<f64> {
        match part {
            MaskedPart::Layer(index) => {
                self.compose(index.min(self.stack.visible_count), places, false)
            }
            MaskedPart::Rivers(count) => self.evaluate_layers(None, 0..count, places, false),
            MaskedPart::Erosion(guide_count) => self.guide_land(guide_count, places, false),
            MaskedPart::Plants => self.land(places, false),
        }
        .heights_m
    }

    /// The curvature, in 1/m, of the land that a part's masks read. `below` contains its heights.
    fn curvature(
        &self,
        part: MaskedPart,
        radius_m: f64,
        (places, below): (&WidePlaces, &Duals),
    ) -> Vec<f64> {
        let share = curvature_share(radius_m, places.band_limit_m);
        if share == 0.0 {
            return vec![0.0; places.count()];
        }
        let r = radius_m;
        let [west, east, north, south] = [[-r, 0.0], [r, 0.0], [0.0, -r], [0.0, r]]
            .map(|by_m| self.heights_below_m(part, &places.shifted(by_m)));
        let mut curvatures = below.heights_m.clone();
        for (i, value) in curvatures.iter_mut().enumerate() {
            let sum: f64 = [west[i], east[i], north[i], south[i]].iter().sum();
            *value = share * 4.0 / (r * r) * (0.25 * sum - *value);
        }
        curvatures
    }
}

/// The inputs of a mask, except the land below it.
struct MaskSources {
    noise: Option<Duals>,
    curvature: Option<Vec<f64>>,
    layer: Option<Rc<Duals>>,
}

impl MaskSources {
    fn with_land<'a>(&'a self, below: &'a Duals, places_m: [&'a [f64]; 2]) -> MaskDuals<'a> {
        MaskDuals {
            below,
            places_m,
            noise: self.noise.as_ref(),
            curvature: self.curvature.as_deref(),
            layer: self.layer.as_deref(),
        }
    }
}
