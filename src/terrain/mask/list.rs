//! The masks of a layer, combined.

use super::combine::Combine;
use super::inputs::{MaskBounds, MaskInputs, MaskPoint};
use super::{Mask, Needs};
use crate::noise::grid::Level;
use crate::terrain::dual::{Bounds, Dual, Samples};

/// The most masks of a layer.
pub const MOST_MASKS: usize = 8;

/// The masks of a layer, first to last: each that is on joins those before it. Where none is on,
/// the weight is 1.
///
/// Inputs are given for each mask that is on, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Masks(pub Vec<Mask>);

impl Masks {
    /// Those that count.
    pub fn on(&self) -> impl Iterator<Item = &Mask> + Clone {
        self.0.iter().filter(|mask| mask.on)
    }

    /// What each that is on asks for.
    pub fn needs(&self) -> Vec<Needs> {
        self.on().map(Mask::needs).collect()
    }

    /// Whether the weights have creases, or jump.
    pub fn is_creased(&self) -> bool {
        self.on().any(Mask::is_creased) || self.on().skip(1).any(|mask| mask.combine.is_creased())
    }

    /// The weight at one point.
    ///
    /// # Panics
    /// As [`Mask::at`], or if there are not as many points as masks that are on.
    pub fn at(&self, points: &[MaskPoint]) -> Dual {
        let weights = self.with(points).map(|(mask, point)| (mask.combine, mask.at(point)));
        joined(weights, Combine::at).unwrap_or(Dual::level(1.0))
    }

    /// The weights at many points.
    ///
    /// # Panics
    /// As [`Mask::apply`], or if there are not as many inputs as masks that are on.
    pub fn apply(&self, level: Level, out: &mut Samples<'_>, inputs: &[MaskInputs<'_>]) {
        let mut is_first = true;
        for (mask, inputs) in self.with(inputs) {
            mask.put(level, out, inputs, (!is_first).then_some(mask.combine));
            is_first = false;
        }
        if is_first {
            out.heights_m.fill(1.0);
            out.gradients.iter_mut().flatten().for_each(|axis| axis.fill(0.0));
        }
    }

    /// Between what the weights lie.
    ///
    /// # Panics
    /// As [`Mask::bounds`], or if there are not as many inputs as masks that are on.
    pub fn bounds(&self, inputs: &[MaskBounds]) -> Bounds {
        let bounds = self.with(inputs).map(|(mask, inputs)| (mask.combine, mask.bounds(inputs)));
        joined(bounds, Combine::bounds).unwrap_or(Bounds::level(1.0))
    }

    /// The masks that are on, each with what it is given.
    fn with<'a, I>(&'a self, inputs: &'a [I]) -> impl Iterator<Item = (&'a Mask, &'a I)> {
        assert_eq!(inputs.len(), self.on().count(), "inputs for each mask that is on");
        self.on().zip(inputs)
    }
}

/// All of them, each joined to those before it.
fn joined<T>(
    all: impl Iterator<Item = (Combine, T)>,
    join: impl Fn(Combine, T, T) -> T,
) -> Option<T> {
    let joined =
        all.reduce(|(first, before), (combine, next)| (first, join(combine, before, next)));
    joined.map(|(_, whole)| whole)
}
