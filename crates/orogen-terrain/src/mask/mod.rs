//! Masks: where of the land a layer counts, and how much.
//!
//! A mask is a weight from 0 to 1 at every place; a layer's list of them makes one weight. Each
//! kind reads one number and takes it through a window: exactly 1 within, exactly 0 beyond its
//! fades, a smoothstep between, so that land that a mask leaves alone need not be computed.
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
//! band up to there has no upper end. Curvature is told in per cent of the radius, by how much land
//! lies below or above the mean around it (25·c·r): 4 % is as bent at 4 m as at 4 km, where 1/m
//! would differ a thousandfold. Where a band ends below its beginning, or another layer is gone,
//! nothing is masked in. A fade of 0 is hard: the weight jumps, and the gradient leaves that out.

mod batch;
mod combine;
mod inputs;
mod kind;
mod list;
mod many;
mod table;
pub(crate) mod window;

pub use combine::{COMBINES, Combine};
pub use inputs::{MaskBounds, MaskInputs, MaskPoint, Needs};
pub use list::{MOST_MASKS, Masks};
pub(super) use many::MaskDuals;
pub use table::{
    BENDS, Bend, Curvature, Distance, HeightBand, MaskKind, MaskType, Noise, OtherLayer, Slope,
};

use super::dual::{Bounds, Dual};
use super::param::{Field, Param, ParamKind, Stage};

/// A mask of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    /// Its lasting number within the layer, from 1 up.
    pub id: u32,
    /// Whether it counts.
    pub on: bool,
    /// How it joins the masks before it; of the first that is on, nothing.
    pub combine: Combine,
    /// Whether it takes what it would leave, and leaves what it would take.
    pub invert: bool,
    /// What it is made of.
    pub kind: MaskKind,
}

impl Mask {
    /// One that is on, with defaults.
    pub fn new(id: u32, kind: MaskType) -> Self {
        let kind = MaskKind::new(kind);
        Self { id, on: true, combine: Combine::default(), invert: false, kind }
    }

    /// The table of what every mask has, whatever its kind.
    pub fn head_params() -> &'static [Param<Self>] {
        HEAD
    }

    /// What it asks for, beside heights and places.
    pub fn needs(&self) -> Needs {
        self.kind.needs()
    }

    /// Whether its weights have creases, or jump: its fades are hard. (Combining makes creases
    /// too: [`Masks::is_creased`].)
    pub fn is_creased(&self) -> bool {
        self.kind.window().is_hard()
    }

    /// Its weight at one point, in [`Dual::height_m`], with the slopes a metre: the reference. How
    /// it combines is not its own affair.
    ///
    /// # Panics
    /// If noise or curvature is missing that it asks for.
    pub fn at(&self, point: &MaskPoint) -> Dual {
        let weight = self.kind.at(point);
        if self.invert { Dual::level(1.0) - weight } else { weight }
    }

    /// Between what its weights lie: where both are 0, or 1, all weights are exactly that, in f32
    /// too. The steepest holds for the gradient that is carried: what is frozen is not counted, nor
    /// the jump of a hard fade.
    ///
    /// # Panics
    /// If the bounds of a noise are missing that it asks for.
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
            get: |mask| Field::to_value(&mask.$name),
            put: |mask, value| Field::from_value(value).map(|v| mask.$name = v),
        }, )* ];
    };
}

head! {
    on: ParamKind::Toggle, "On", "Whether the mask counts.";
    combine: ParamKind::Choice(COMBINES), "Combine",
        "How the mask joins those before it; of the first one, nothing.";
    invert: ParamKind::Toggle, "Invert", "Takes what the mask would leave, and leaves what it would take.";
}

#[cfg(test)]
mod tests;
