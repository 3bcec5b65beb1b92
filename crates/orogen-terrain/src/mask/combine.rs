//! Combines the weights of masks.

use crate::block::{BLOCK, HeightBlock};
use crate::choices::rows;
use crate::dual::{Bounds, Dual};
use crate::real::{Real, steep};
use orogen_noise::choice::choices;

choices! {
    /// How a mask is combined with the masks before it. Weights stay within 0 to 1.
    #[derive(Default)]
    pub enum Combine: "combination" {
        /// Multiplies the weights, which selects land in both.
        #[default]
        Multiply = "multiply",
        /// Adds the weights, up to 1, which selects land in either.
        Add = "add",
        /// Takes the smaller weight.
        Min = "min",
        /// Takes the larger weight.
        Max = "max",
        /// Subtracts this mask's weight from the weight of the masks before it, down to 0.
        Subtract = "subtract",
    }
}

rows! {
    COMBINES: Combine;
}

impl Combine {
    /// Returns true if slopes can jump.
    ///
    /// They jump where two weights are equal, or where their sum or difference is clamped.
    pub fn is_creased(self) -> bool {
        self != Self::Multiply
    }

    #[inline(always)]
    pub(super) fn weight<T: Real>(self, a: T, b: T) -> T {
        match self {
            Self::Multiply => a * b,
            Self::Add => (a + b).lesser(T::of(1.0)),
            Self::Min => a.lesser(b),
            Self::Max => a.greater(b),
            Self::Subtract => (a - b).greater(T::of(0.0)),
        }
    }

    /// The partial derivatives with respect to the combined weight so far and the mask's weight.
    #[inline(always)]
    pub(super) fn slopes<T: Real>(self, a: T, b: T) -> [T; 2] {
        let (zero, one) = (T::of(0.0), T::of(1.0));
        let pair = |condition: bool, yes: [T; 2], no: [T; 2]| if condition { yes } else { no };
        match self {
            Self::Multiply => [b, a],
            Self::Add => pair(a + b < one, [one; 2], [zero; 2]),
            Self::Min => pair(a < b, [one, zero], [zero, one]),
            Self::Max => pair(a > b, [one, zero], [zero, one]),
            Self::Subtract => pair(a > b, [one, -one], [zero; 2]),
        }
    }

    pub(super) fn at(self, before: Dual, mask: Dual) -> Dual {
        let (a, b) = (before.height_m, mask.height_m);
        let [by_a, by_b] = self.slopes(a, b);
        let [east, south] = [0, 1].map(|i| by_a * before.gradient[i] + by_b * mask.gradient[i]);
        Dual { height_m: self.weight(a, b), gradient: [east, south] }
    }

    /// Combines the weights of a mask into the weights so far, `before`.
    #[inline(always)]
    pub(super) fn apply(self, before: &mut HeightBlock, mask: &HeightBlock, with_gradients: bool) {
        // Each arm passes a constant, so the loops contain no branch.
        match self {
            Self::Multiply => Self::Multiply.apply_to_each(before, mask, with_gradients),
            Self::Add => Self::Add.apply_to_each(before, mask, with_gradients),
            Self::Min => Self::Min.apply_to_each(before, mask, with_gradients),
            Self::Max => Self::Max.apply_to_each(before, mask, with_gradients),
            Self::Subtract => Self::Subtract.apply_to_each(before, mask, with_gradients),
        }
    }

    #[inline(always)]
    fn apply_to_each(self, before: &mut HeightBlock, mask: &HeightBlock, with_gradients: bool) {
        if with_gradients {
            for i in 0..BLOCK {
                let [by_a, by_b] = self.slopes(before.heights[i], mask.heights[i]);
                before.east[i] = by_a * before.east[i] + by_b * mask.east[i];
                before.south[i] = by_a * before.south[i] + by_b * mask.south[i];
            }
        }
        for i in 0..BLOCK {
            before.heights[i] = self.weight(before.heights[i], mask.heights[i]);
        }
    }

    /// The bounds of the combined weights, from the bounds of both.
    pub(super) fn bounds(self, a: Bounds, b: Bounds) -> Bounds {
        let sum = a.steepest + b.steepest;
        let (low_m, high_m, steepest) = match self {
            Self::Multiply => (
                a.low_m * b.low_m,
                a.high_m * b.high_m,
                steep(b.high_m, a.steepest) + steep(a.high_m, b.steepest),
            ),
            Self::Add => ((a.low_m + b.low_m).min(1.0), (a.high_m + b.high_m).min(1.0), sum),
            Self::Min => (a.low_m.min(b.low_m), a.high_m.min(b.high_m), a.steepest.max(b.steepest)),
            Self::Max => (a.low_m.max(b.low_m), a.high_m.max(b.high_m), a.steepest.max(b.steepest)),
            Self::Subtract => ((a.low_m - b.high_m).max(0.0), (a.high_m - b.low_m).max(0.0), sum),
        };
        // A constant weight has no slope.
        let steepest = if low_m == high_m { 0.0 } else { steepest };
        Bounds { low_m, high_m, steepest }
    }
}
