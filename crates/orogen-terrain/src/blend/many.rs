//! Blends at many points in f64, with the same bits as single points.

use super::{Blend, Blending};
use crate::duals::Duals;
use orogen_noise::grid::{Interleave, Level, Loops};

impl Blending {
    /// Blends the layer into the land below as [`Blending::at`] does. The result has no gradients
    /// if the layer or the weight lacks them.
    ///
    /// # Panics
    /// Panics if the point counts differ.
    pub(crate) fn apply_f64(&self, level: Level, below: &mut Duals, layer: &Duals, weight: &Duals) {
        let count = below.count();
        assert!(
            layer.count() == count && weight.count() == count,
            "each point needs a layer height and a weight"
        );
        level.run_loops(ManyLoops { blending: *self, below, layer, weight });
    }
}

struct ManyLoops<'a> {
    blending: Blending,
    below: &'a mut Duals,
    layer: &'a Duals,
    weight: &'a Duals,
}

impl Loops for ManyLoops<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        with_constant_blend!(self, self.blending.blend)
    }
}

impl ManyLoops<'_> {
    #[inline(always)]
    fn apply_to_each(self, blend: Blend) {
        let Self { below, layer, weight, .. } = self;
        let Blending { radius_m, reference_m, .. } = self.blending;
        match (&mut below.gradients, &layer.gradients, &weight.gradients) {
            (Some(belows), Some(layers), Some(weights)) => {
                for ((below_slopes, layer_slopes), weight_slopes) in
                    belows.iter_mut().zip(layers).zip(weights)
                {
                    let slopes = below_slopes.iter_mut().zip(layer_slopes).zip(weight_slopes);
                    let heights = below.heights_m.iter().zip(&layer.heights_m);
                    let heights = heights.zip(&weight.heights_m);
                    for (((out, layer_slope), weight_slope), ((a, b), w)) in slopes.zip(heights) {
                        let mixed = blend.mix(*a, *b, *w, radius_m, reference_m);
                        let slope = mixed.by_below * *out
                            + mixed.by_layer * layer_slope
                            + mixed.by_weight * weight_slope;
                        *out = blend.select(*w, *out, *layer_slope, slope);
                    }
                }
            }
            _ => below.gradients = None,
        }
        let inputs = layer.heights_m.iter().zip(&weight.heights_m);
        for (out, (b, w)) in below.heights_m.iter_mut().zip(inputs) {
            let mixed = blend.mix(*out, *b, *w, radius_m, reference_m);
            *out = blend.select(*w, *out, *b, mixed.height);
        }
    }
}
