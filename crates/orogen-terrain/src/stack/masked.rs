//! Evaluates masks at many points in f32, for chunks.

use std::sync::Arc;

use super::batch::BatchEvaluator;
use super::kept_samples::FieldKey;
use super::parts::{MaskInputIndices, MaskedPart};
use super::places::Places;
use super::planes::Planes;
use crate::mask::{MaskInputs, Masks};

impl BatchEvaluator<'_> {
    /// The combined weight of masks on the land `below`.
    pub(super) fn weigh_masks(
        &mut self,
        masks: &Masks,
        indices: &[MaskInputIndices],
        part: MaskedPart,
        (places, below, slopes): (&Places<'_>, &Planes, bool),
    ) -> Planes {
        let inputs: Vec<_> = indices
            .iter()
            .map(|mask| self.mask_sources(part, mask, (places, below), slopes))
            .collect();
        let places_m = (places.moves().is_some()).then(|| places.all_m());
        let inputs: Vec<_> = inputs
            .iter()
            .map(|MaskSources { noise, curvature, layer }| MaskInputs {
                below: below.samples_ref(),
                lines_m: places.lines_m(),
                places_m: places_m.as_ref().map(|[east, south]| [&**east, &**south]),
                noise: noise.as_ref().map(|planes| planes.samples_ref()),
                curvature: curvature.as_ref().map(|planes| &*planes.values),
                layer: layer.as_ref().map(Planes::samples_ref),
            })
            .collect();
        let mut weight = Planes::new(places.count(), slopes);
        masks.apply(self.level, &mut weight.samples(), &inputs);
        weight
    }

    /// The inputs of a mask, except the land below it.
    fn mask_sources(
        &mut self,
        part: MaskedPart,
        indices: &MaskInputIndices,
        (places, below): (&Places<'_>, &Planes),
        slopes: bool,
    ) -> MaskSources {
        let radius_m = indices.needs.curvature_radius_m;
        MaskSources {
            noise: indices.noise.map(|source| self.field(source, places, slopes)),
            curvature: radius_m.map(|radius_m| self.curvature(part, radius_m, (places, below))),
            layer: indices.layer.map(|layer| self.evaluate_unblended(layer, places, slopes, None)),
        }
    }

    /// Evaluates the land that the masks of a part read.
    pub(super) fn land_below(&mut self, part: MaskedPart, places: &Places<'_>) -> Planes {
        match part {
            MaskedPart::Layer(index) => {
                self.compose(index.min(self.stack.visible_count), places, false)
            }
            MaskedPart::Rivers(count) => self.evaluate_layers(None, 0..count, places, false),
            MaskedPart::Erosion(guide_count) => self.guide_land(guide_count, places, false),
            MaskedPart::Plants => self.land(places, false),
        }
    }

    /// The curvature in 1/m of the land that masks read, whose heights are `below`.
    ///
    /// It comes from the height at a place and four heights at the distance `radius_m`. It fades
    /// to 0 as the sample spacing grows from half of that distance to all of it.
    fn curvature(
        &mut self,
        part: MaskedPart,
        radius_m: f64,
        (places, below): (&Places<'_>, &Planes),
    ) -> Arc<Planes> {
        let share = curvature_share(radius_m, places.band_limit_m);
        if share == 0.0 {
            return Arc::new(Planes::new(places.count(), false));
        }
        let key = FieldKey::curvature(self.stack.below_key(part), radius_m, places);
        if places.is_cached
            && let Some(known) = self.cache.recall(&key, false)
        {
            return known;
        }
        // Eroded land around the places would replace the relief of the places.
        let relief = self.relief.take();
        let around = self.around(part, radius_m, places, below);
        self.relief = relief;
        let factor = (share * 4.0 / (radius_m * radius_m)) as f32;
        let mut values: Vec<f32> = below.values.iter().map(|height_m| height_m * -factor).collect();
        for heights_m in around {
            let pairs = values.iter_mut().zip(heights_m);
            pairs.for_each(|(sum, height_m)| *sum += 0.25 * factor * height_m);
        }
        let planes = Arc::new(Planes { values, slopes: None });
        if places.is_cached {
            self.cache.keep(Arc::new(key), planes.clone());
        }
        planes
    }
}

/// The inputs of a mask, except the land below it.
struct MaskSources {
    noise: Option<Arc<Planes>>,
    curvature: Option<Arc<Planes>>,
    layer: Option<Planes>,
}

/// The share of the curvature that samples of this spacing can show, from 0 to 1.
///
/// It is 1 if the radius is two spacings or more, and 0 if it is one spacing or less.
pub(crate) fn curvature_share(radius_m: f64, band_limit_m: f64) -> f64 {
    if band_limit_m <= 0.0 {
        return 1.0;
    }
    let t = (radius_m / band_limit_m - 1.0).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
