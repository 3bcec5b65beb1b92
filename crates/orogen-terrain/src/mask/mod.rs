//! Masks: weights from 0 to 1 that decide how much a layer counts at each place.
//!
//! The masks in a layer's list are combined to one weight. Each kind of mask reads a number and
//! passes it through a window. The weight is exactly 1 inside the window, exactly 0 beyond its
//! fades, and a smoothstep between. Where the weight is 0, the layer need not be computed.
//!
//! | kind | reads | its gradient |
//! |---|---|---|
//! | `height` | the height of the land below the layer | exact |
//! | `slope` | the length of that land's gradient, as the tangent of a slope | frozen |
//! | `curvature` | that land's curvature (mean of 4 neighbours at a radius r − h)·4/r², in 1/m | frozen |
//! | `noise` | the mask's own noise, about [−1, 1] | exact |
//! | `distance` | the distance from a place | exact |
//! | `layer` | the height of another layer alone; for a layer of marks its paint, from 0 to 1 | exact |
//!
//! A frozen gradient is 0, because the true gradient would need second derivatives of the land.
//! Masks of height and slope fade outside their band. The weight of a curvature mask begins to rise
//! at the curvature `from`, so that it is 0 on level ground. Slopes fade by their tangent. Slopes
//! above 89.9° count as 89.9°, and a band up to there has no upper end. Curvature is given in per
//! cent of the radius (25·c·r): the depth of a place below the mean height around it, or its height
//! above the mean. The same shape therefore has the same number at every scale. If a band ends
//! below its start, or the other layer is missing, the weight is 0. A fade of 0 is hard: the weight
//! jumps, and the gradient ignores the jump.

mod batch;
mod combine;
mod inputs;
mod kind;
mod list;
mod many;
mod table;
pub(crate) mod window;

pub use combine::{COMBINES, Combine};
pub use inputs::{MaskBounds, MaskInputs, MaskNeeds, MaskPoint};
pub use list::{MAX_MASKS, Masks};
pub(super) use many::MaskDuals;
pub use table::{
    BENDS, Bend, Curvature, Distance, HeightBand, MaskKind, MaskType, Noise, OtherLayer, Slope,
};

use super::dual::{Bounds, Dual};
use super::param::{Param, ParamField, ParamKind, Stage};

/// A mask of a layer, of the rivers, of the erosion or of the plants.
///
/// ```
/// use orogen_terrain::dual::Dual;
/// use orogen_terrain::mask::{HeightBand, Mask, MaskKind, MaskPoint, MaskType};
///
/// let band = HeightBand { low_m: 100.0, high_m: 400.0, fade_m: 64.0 };
/// let mask = Mask { kind: MaskKind::HeightBand(band), ..Mask::new(1, MaskType::HeightBand) };
/// let at = |height_m| MaskPoint { below: Dual::level(height_m), ..Default::default() };
/// assert_eq!([36.0, 68.0, 100.0].map(|m| mask.at(&at(m)).height_m), [0.0, 0.5, 1.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// Its permanent id in the list, from 1 up.
    pub id: u32,
    /// True if the mask is on.
    pub on: bool,
    /// How the mask is combined with the masks before it.
    ///
    /// The first mask that is on ignores this.
    pub combine: Combine,
    /// True if the weight is replaced by 1 − weight.
    pub invert: bool,
    /// The kind with its parameters.
    pub kind: MaskKind,
}

impl Mask {
    /// Creates a mask that is on, with default parameters.
    pub fn new(id: u32, kind: MaskType) -> Self {
        let kind = MaskKind::new(kind);
        Self { id, on: true, combine: Combine::default(), invert: false, kind }
    }

    /// The table of the parameters that all kinds share.
    pub fn head_params() -> &'static [Param<Self>] {
        HEAD
    }

    /// The inputs that the mask needs besides heights and places.
    pub fn needs(&self) -> MaskNeeds {
        self.kind.needs()
    }

    /// Returns true if a fade is hard, so that the weights jump.
    ///
    /// A combination of masks can have creases too: see [`Masks::is_creased`].
    pub fn is_creased(&self) -> bool {
        self.kind.window().is_hard()
    }

    /// The mask's own weight at one point, before it is combined with others.
    ///
    /// The weight is in [`Dual::height_m`], its slopes are per metre. The computation in f64 is the
    /// reference for [`Masks::apply`].
    ///
    /// # Panics
    /// Panics if the noise or curvature that it needs is missing.
    pub fn at(&self, point: &MaskPoint) -> Dual {
        let weight = self.kind.at(point);
        if self.invert { Dual::level(1.0) - weight } else { weight }
    }

    /// The bounds of the mask's own weights.
    ///
    /// If the lowest and the highest are both 0 or both 1, all weights are exactly this number, in
    /// f32 too. `steepest` bounds the computed gradient, without frozen gradients and without the
    /// jumps of hard fades.
    ///
    /// # Panics
    /// Panics if the bounds of the noise that it needs are missing.
    pub fn bounds(&self, inputs: &MaskBounds) -> Bounds {
        let bounds = self.kind.bounds(inputs);
        match self.invert {
            true => Bounds { low_m: 1.0 - bounds.high_m, high_m: 1.0 - bounds.low_m, ..bounds },
            false => bounds,
        }
    }
}

/// A row of [`HEAD`]: `field: kind, "Label", "One sentence."`
macro_rules! head {
    ($( $name:ident: $kind:expr, $label:literal, $sentence:literal; )*) => {
        const HEAD: &[Param<Mask>] = &[ $( Param {
            key: concat!("mask.", stringify!($name)),
            label: $label,
            kind: $kind,
            unit: "",
            stage: Stage::Shape,
            doc: $sentence,
            get: |mask| ParamField::to_value(&mask.$name),
            put: |mask, value| ParamField::from_value(value).map(|v| mask.$name = v),
        }, )* ];
    };
}

head! {
    on: ParamKind::Toggle, "On", "Switches the mask on or off.";
    combine: ParamKind::Choice(COMBINES), "Combine",
        "Combines the mask with the masks before it; the first mask ignores this.";
    invert: ParamKind::Toggle, "Invert", "Replaces the weight by 1 − weight, so that the mask selects all other land.";
}

#[cfg(test)]
mod tests;
