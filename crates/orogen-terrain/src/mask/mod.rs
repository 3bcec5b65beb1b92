//! Masks, which weigh a layer by place.
//!
//! A mask is a weight from 0 to 1 at every place; a layer's list of masks makes one weight. Each
//! kind reads one number and passes it through a window: exactly 1 within, exactly 0 beyond its
//! fades, a smoothstep between. Where the weight is 0, the layer need not be computed.
//!
//! | kind | reads | its gradient |
//! |---|---|---|
//! | `height` | the height of the land below the layer | exact |
//! | `slope` | the length of that land's gradient, as the tangent of a slope | frozen |
//! | `curvature` | that land's curvature (mean of 4 neighbours at a radius r − h)·4/r², in 1/m | frozen |
//! | `noise` | a noise of its own, about [−1, 1] | exact |
//! | `distance` | the distance from a place | exact |
//! | `layer` | the height of another layer alone | exact |
//!
//! A frozen gradient is 0: it would need second derivatives of the land. The fade of a height, a
//! slope lies beyond its band; that of a curvature begins at its first number, so that level ground
//! is never taken in part. Slopes fade by their tangent; those above 89.9° count as 89.9°, and a
//! band up to there has no upper end. Curvature is given in per cent of the radius (25·c·r): the
//! depth below the mean around it, or the height above. So the same shape has the same number at
//! every scale. If a band ends below its beginning, or the other layer is gone, the weight is 0. A
//! fade of 0 is hard: the weight jumps, and the gradient leaves the jump out.

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
pub use list::{MOST_MASKS, Masks};
pub(super) use many::MaskDuals;
pub use table::{
    BENDS, Bend, Curvature, Distance, HeightBand, MaskKind, MaskType, Noise, OtherLayer, Slope,
};

use super::dual::{Bounds, Dual};
use super::param::{Param, ParamField, ParamKind, Stage};

/// A mask of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// Its lasting number within the layer, from 1 up.
    pub id: u32,
    /// True if the mask is on.
    pub on: bool,
    /// The way to join the masks before it; unused by the first mask that is on.
    pub combine: Combine,
    /// True if the weight is replaced by 1 − weight.
    pub invert: bool,
    /// The kind with its parameters.
    pub kind: MaskKind,
}

impl Mask {
    /// One that is on, with defaults.
    pub fn new(id: u32, kind: MaskType) -> Self {
        let kind = MaskKind::new(kind);
        Self { id, on: true, combine: Combine::default(), invert: false, kind }
    }

    /// The table of the parameters that all kinds share.
    pub fn head_params() -> &'static [Param<Self>] {
        HEAD
    }

    /// The inputs that it needs besides heights and places.
    pub fn needs(&self) -> MaskNeeds {
        self.kind.needs()
    }

    /// Returns true if a fade is hard, so that its weights jump. (Combining makes creases too:
    /// [`Masks::is_creased`].)
    pub fn is_creased(&self) -> bool {
        self.kind.window().is_hard()
    }

    /// Its weight at one point, in [`Dual::height_m`], with slopes per metre, before it is
    /// combined: the reference.
    ///
    /// # Panics
    /// If the noise or curvature that it needs is missing.
    pub fn at(&self, point: &MaskPoint) -> Dual {
        let weight = self.kind.at(point);
        if self.invert { Dual::level(1.0) - weight } else { weight }
    }

    /// The bounds of its weights.
    /// If both are 0 or both are 1, all weights are exactly that, in f32 too. The steepest bounds
    /// the gradient that is carried, without frozen parts and without the jump of a hard fade.
    ///
    /// # Panics
    /// If the bounds of the noise that it needs are missing.
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
        "The way in which the mask joins those before it; the first mask ignores it.";
    invert: ParamKind::Toggle, "Invert", "Swaps the land that the mask takes with the land that it leaves.";
}

#[cfg(test)]
mod tests;
