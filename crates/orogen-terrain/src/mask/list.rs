//! The masks of a layer, combined.

use super::batch::WeightSteps;
use super::inputs::{MaskBounds, MaskInputs, MaskPoint};
use super::{Mask, MaskNeeds};
use crate::dual::{Bounds, Dual, Samples};
use orogen_noise::grid::Level;

/// The largest number of masks in a list.
pub const MAX_MASKS: usize = 8;

/// The masks of a layer, in order.
///
/// Each mask that is on is combined with the masks before it. If all are off, the weight is 1.
///
/// Methods take one input for each mask that is on, in the order of the masks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Masks(pub Vec<Mask>);

impl Masks {
    /// The masks that are on.
    pub fn enabled(&self) -> impl Iterator<Item = &Mask> + Clone {
        self.0.iter().filter(|mask| mask.on)
    }

    /// The inputs that each mask needs, for the masks that are on.
    pub fn needs(&self) -> Vec<MaskNeeds> {
        self.enabled().map(Mask::needs).collect()
    }

    /// Returns true if the weights have creases or jumps.
    pub fn is_creased(&self) -> bool {
        self.enabled().any(Mask::is_creased)
            || self.enabled().skip(1).any(|mask| mask.combine.is_creased())
    }

    /// The combined weight at one point.
    ///
    /// # Panics
    /// Panics as [`Mask::at`] does, or if points and masks that are on differ in number.
    pub fn at(&self, points: &[MaskPoint]) -> Dual {
        self.at_traced(points, |_, _, _, _| {})
    }

    /// Computes [`Masks::at`] and passes each mask that is on to `visit`.
    ///
    /// The arguments of `visit` are the mask, its inputs, its own weight, and the combined weight
    /// of all masks so far.
    ///
    /// # Panics
    /// Panics as [`Masks::at`] does.
    pub fn at_traced(
        &self,
        points: &[MaskPoint],
        mut visit: impl FnMut(&Mask, &MaskPoint, Dual, Dual),
    ) -> Dual {
        let mut combined = None;
        for (mask, point) in self.with_inputs(points) {
            let weight = mask.at(point);
            let joined = combined.map_or(weight, |before| mask.combine.at(before, weight));
            visit(mask, point, weight, joined);
            combined = Some(joined);
        }
        combined.unwrap_or(Dual::level(1.0))
    }

    /// Computes the combined weights at many points.
    ///
    /// # Panics
    /// Panics if inputs that a mask needs are missing or differ in number from the samples, or if
    /// inputs and masks that are on differ in number.
    pub fn apply(&self, level: Level, out: &mut Samples<'_>, inputs: &[MaskInputs<'_>]) {
        let mut is_first = true;
        for (mask, inputs) in self.with_inputs(inputs) {
            let combine = (!is_first).then_some(mask.combine);
            mask.kind.apply(level, out, inputs, WeightSteps { invert: mask.invert, combine });
            is_first = false;
        }
        if is_first {
            out.heights_m.fill(1.0);
            out.gradients.iter_mut().flatten().for_each(|axis| axis.fill(0.0));
        }
    }

    /// The bounds of the combined weights.
    ///
    /// # Panics
    /// Panics as [`Mask::bounds`] does, or if inputs and masks that are on differ in number.
    pub fn bounds(&self, inputs: &[MaskBounds]) -> Bounds {
        let bounds =
            self.with_inputs(inputs).map(|(mask, inputs)| (mask.combine, mask.bounds(inputs)));
        let joined =
            bounds.reduce(|(first, before), (combine, next)| (first, combine.bounds(before, next)));
        joined.map_or(Bounds::level(1.0), |(_, combined)| combined)
    }

    /// The masks that are on, each with its inputs.
    pub(super) fn with_inputs<'a, I>(
        &'a self,
        inputs: &'a [I],
    ) -> impl Iterator<Item = (&'a Mask, &'a I)> {
        assert_eq!(inputs.len(), self.enabled().count(), "inputs for each mask that is on");
        self.enabled().zip(inputs)
    }
}
