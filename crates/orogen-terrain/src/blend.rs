//! Blends: how a layer is combined with the land below it.
//!
//! Each blend is a function of the height a of the land below, the height b of the layer, and the
//! layer's weight w. The weight is opacity × mask, from 0 to 1. The partial derivatives of the
//! function give the gradient. A weight of 0 leaves the land below unchanged, bit for bit. The
//! choice of blends follows the layers of World Machine and the filters of World Creator.

use super::block::{BLOCK, HeightBlock};
use super::dual::{Dual, Samples, SamplesRef};
use super::real::{Real, reciprocal, smooth_max, smooth_min};
use orogen_noise::choice::choices;
use orogen_noise::grid::{Interleave, Level, Loops};

/// Passes the blend to a loop as a constant, so that the loop body does not branch on it.
macro_rules! with_constant_blend {
    ($loops:ident, $blend:expr; $($Blend:ident)*) => {
        match $blend { $( Blend::$Blend => $loops.apply_to_each(Blend::$Blend), )* }
    };
    ($loops:ident, $blend:expr) => {
        with_constant_blend!(
            $loops, $blend; Over Add Subtract Multiply Max Min Raise Carve Height
        )
    };
}

mod bounds;
mod many;

choices! {
    /// How a layer is combined with the land below it.
    #[derive(Default)]
    pub enum Blend: "blend" {
        /// Covers the land below: a + w(b − a).
        #[default]
        Over = "over",
        /// Adds the layer's heights: a + wb.
        Add = "add",
        /// Subtracts the layer's heights: a − wb.
        Subtract = "subtract",
        /// Multiplies by the layer's height divided by the reference height: a(1 + w(b/reference − 1)).
        Multiply = "multiply",
        /// Takes the higher of the two heights, rounded within the radius.
        Max = "max",
        /// Takes the lower of the two heights, rounded within the radius.
        Min = "min",
        /// Adds the layer's heights above zero, so that it only raises the land; the radius rounds the foot.
        Raise = "raise",
        /// Adds the layer's heights below zero, so that it only lowers the land; the radius rounds the rim.
        Carve = "carve",
        /// Mixes the two heights by weight, where the higher one counts more; the radius softens the border.
        Height = "height",
    }
}

/// A blend with its parameters.
///
/// ```
/// use orogen_terrain::blend::{Blend, Blending};
/// use orogen_terrain::dual::Dual;
///
/// let blending = Blending { blend: Blend::Max, radius_m: 0.0, reference_m: 1.0 };
/// let [below, layer] = [30.0, 50.0].map(Dual::level);
/// assert_eq!(blending.at(below, layer, Dual::level(1.0)).height_m, 50.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blending {
    /// The blend.
    pub blend: Blend,
    /// The rounding radius in metres; 0 gives a hard edge.
    ///
    /// Max, min, raise, carve and height use it.
    pub radius_m: f64,
    /// The layer height at which multiply changes nothing, above 0. Other blends ignore it.
    pub reference_m: f64,
}

/// The weight of a layer at each point: opacity × mask, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub enum Weight<'a> {
    /// The same weight everywhere.
    Constant(f32),
    /// One weight per point. Without gradients, the weight counts as constant.
    Each(SamplesRef<'a>),
}

/// A blended height and its partial derivatives with respect to land below, layer and weight.
struct Mixed<T> {
    height: T,
    by_below: T,
    by_layer: T,
    by_weight: T,
}

impl<T: Real> Mixed<T> {
    /// Returns a + w·`change`, given the derivatives of `change` with respect to a and b.
    #[inline(always)]
    fn changed(a: T, w: T, change: T, by_below: T, by_layer: T) -> Self {
        Self {
            height: a + w * change,
            by_below: T::of(1.0) + w * by_below,
            by_layer: w * by_layer,
            by_weight: change,
        }
    }
}

/// The smallest factor u of the lower surface in [`height_blend`]. A value above 0 keeps slopes
/// bounded; at 0, a layer far above or below would make the surface jump.
const MIN_SHARE: f64 = 1.0 / 16.0;

impl Blend {
    /// Returns true if the layer hides the land below at a weight of 1.
    #[inline(always)]
    pub(crate) const fn covers(self) -> bool {
        matches!(self, Self::Over | Self::Height)
    }

    #[inline(always)]
    fn mix<T: Real>(self, a: T, b: T, w: T, radius: T, reference: T) -> Mixed<T> {
        let (zero, one) = (T::of(0.0), T::of(1.0));
        match self {
            Self::Over => Mixed::changed(a, w, b - a, -one, one),
            Self::Add => Mixed::changed(a, w, b, zero, one),
            Self::Subtract => Mixed::changed(a, w, -b, zero, -one),
            Self::Multiply => {
                let relative = b / reference - one;
                Mixed::changed(a, w, a * relative, relative, a / reference)
            }
            Self::Max => {
                let (max, by_a) = smooth_max(a, b, radius);
                Mixed::changed(a, w, max - a, by_a - one, one - by_a)
            }
            Self::Min => {
                let (min, by_a) = smooth_min(a, b, radius);
                Mixed::changed(a, w, min - a, by_a - one, one - by_a)
            }
            Self::Raise => {
                let (raised, slope) = positive_part(b, radius);
                Mixed::changed(a, w, raised, zero, slope)
            }
            Self::Carve => {
                let (carved, slope) = positive_part(-b, radius);
                Mixed::changed(a, w, -carved, zero, slope)
            }
            Self::Height => height_blend(a, b, w, radius),
        }
    }
}

/// Returns max(b, 0) with a rounded foot, and its slope, which is at most 4/3. From 0 to the radius
/// k the value is the cubic b²(2 − b/k)/k; below 0 it is exactly 0, beyond k exactly b.
#[inline(always)]
fn positive_part<T: Real>(b: T, radius: T) -> (T, T) {
    let t = (b * reciprocal(radius)).greater(T::of(0.0));
    let rounded = radius * (t * t * (T::of(2.0) - t));
    let slope = t * (T::of(4.0) - T::of(3.0) * t);
    if b < radius { (rounded, slope) } else { (b.greater(T::of(0.0)), T::of(1.0)) }
}

/// Mixes a and b in the ratio (1 − w)uₐ to w·u_b. The higher surface has u = 1. The u of the lower
/// surface falls towards [`MIN_SHARE`] with the distance between them, as max(0, 1 − |a − b|/k)².
/// This is the usual blend of textures by height (Mishkinis 2013), max(0, h − max h + k), but
/// squared, so that slopes are continuous.
#[inline(always)]
fn height_blend<T: Real>(a: T, b: T, w: T, radius: T) -> Mixed<T> {
    let (zero, one) = (T::of(0.0), T::of(1.0));
    let (min_share, rest) = (T::of(MIN_SHARE), T::of(1.0 - MIN_SHARE));
    let d = b - a;
    let inverse = reciprocal(radius);
    let y = (radius - d.abs()).greater(zero) * inverse;
    let (lower_u, u_slope) = (min_share + rest * y * y, T::of(2.0) * rest * y * inverse);
    let lower_u = if d.abs() > zero { lower_u } else { one };
    let (u_a, u_b) = if d > zero { (lower_u, one) } else { (one, lower_u) };
    let total = (one - w) * u_a + w * u_b;
    let fraction = w * u_b / total;
    let fraction_by_w = u_a * u_b / (total * total);
    let fraction_by_d = w * (one - w) * u_slope / (total * total);
    let (by_layer, by_weight) = (fraction + d * fraction_by_d, d * fraction_by_w);
    Mixed { height: a + fraction * d, by_below: one - by_layer, by_layer, by_weight }
}

impl Blending {
    /// Blends the layer with the land below at one point.
    ///
    /// It is the reference for batches.
    pub fn at(&self, below: Dual, layer: Dual, weight: Dual) -> Dual {
        if weight.height_m == 0.0 {
            return below;
        }
        if weight.height_m == 1.0 && self.blend.covers() {
            return layer;
        }
        let (a, b, w) = (below.height_m, layer.height_m, weight.height_m);
        let mixed = self.blend.mix(a, b, w, self.radius_m, self.reference_m);
        let [east, south] = [0, 1].map(|i| {
            mixed.by_below * below.gradient[i]
                + mixed.by_layer * layer.gradient[i]
                + mixed.by_weight * weight.gradient[i]
        });
        Dual { height_m: mixed.height, gradient: [east, south] }
    }

    /// Blends the layer into the land below at many points.
    ///
    /// # Panics
    /// Panics if the sample counts differ, or if the land has gradients and the layer lacks them.
    pub fn apply(
        &self,
        level: Level,
        below: &mut Samples<'_>,
        layer: SamplesRef<'_>,
        weight: Weight<'_>,
    ) {
        layer.assert_match(below, true);
        if let Weight::Each(weights) = weight {
            weights.assert_match(below, false);
        }
        if let Weight::Constant(0.0) = weight {
            return;
        }
        let (radius, reference) = (self.radius_m as f32, self.reference_m as f32);
        level.run_loops(BlendLoops { blend: self.blend, below, layer, weight, radius, reference });
    }

    /// Returns true if the blend makes creases from smooth inputs.
    ///
    /// At a crease the slope jumps.
    pub fn is_creased(&self) -> bool {
        let uses_radius = match self.blend {
            Blend::Over | Blend::Add | Blend::Subtract | Blend::Multiply => false,
            Blend::Max | Blend::Min | Blend::Raise | Blend::Carve | Blend::Height => true,
        };
        uses_radius && self.radius_m == 0.0
    }
}

struct BlendLoops<'a, 'b> {
    blend: Blend,
    below: &'a mut Samples<'b>,
    layer: SamplesRef<'a>,
    weight: Weight<'a>,
    radius: f32,
    reference: f32,
}

impl Loops for BlendLoops<'_, '_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        with_constant_blend!(self, self.blend)
    }
}

impl BlendLoops<'_, '_> {
    #[inline(always)]
    fn apply_to_each(self, blend: Blend) {
        let with_gradients = self.below.gradients.is_some();
        for start in (0..self.below.heights_m.len()).step_by(BLOCK) {
            let below = HeightBlock::read(self.below.samples_ref(), start);
            let layer = HeightBlock::read(self.layer, start);
            let weight = match self.weight {
                Weight::Constant(weight) => HeightBlock::level(weight),
                Weight::Each(weights) => HeightBlock::read(weights, start),
            };
            let mut out = below;
            for i in 0..BLOCK {
                let (a, b, w) = (below.heights[i], layer.heights[i], weight.heights[i]);
                let mixed = blend.mix(a, b, w, self.radius, self.reference);
                out.heights[i] = blend.select(w, a, b, mixed.height);
            }
            if with_gradients {
                for i in 0..BLOCK {
                    let (a, b, w) = (below.heights[i], layer.heights[i], weight.heights[i]);
                    let mixed = blend.mix(a, b, w, self.radius, self.reference);
                    let slope = |a: f32, b: f32, w: f32| {
                        mixed.by_below * a + mixed.by_layer * b + mixed.by_weight * w
                    };
                    let east = slope(below.east[i], layer.east[i], weight.east[i]);
                    let south = slope(below.south[i], layer.south[i], weight.south[i]);
                    out.east[i] = blend.select(w, below.east[i], layer.east[i], east);
                    out.south[i] = blend.select(w, below.south[i], layer.south[i], south);
                }
            }
            out.write(self.below, start);
        }
    }
}

impl Blend {
    /// Returns `mixed`. At a weight of 0 it returns exactly `below`, and at 1 exactly `layer` if
    /// the blend covers the land below.
    #[inline(always)]
    fn select<T: Real>(self, w: T, below: T, layer: T, mixed: T) -> T {
        let mixed = if self.covers() && w == T::of(1.0) { layer } else { mixed };
        if w == T::of(0.0) { below } else { mixed }
    }
}

#[cfg(test)]
mod tests;
