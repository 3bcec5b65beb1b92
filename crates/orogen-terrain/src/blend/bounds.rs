//! Bounds of blended land, by interval arithmetic.

use super::{Blend, Blending, MIN_SHARE, positive_part};
use crate::dual::Bounds;
use crate::real::{smooth_max, smooth_min, steep};

/// The lowest and the highest product of two intervals.
fn product(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let all = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]];
    [all.into_iter().fold(f64::INFINITY, f64::min), largest(all)]
}

fn largest(all: impl IntoIterator<Item = f64>) -> f64 {
    all.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// The change that a layer of weight 1 makes to the land below: its range and its steepest slope.
struct AddedRange {
    range: [f64; 2],
    steepest: f64,
}

impl Blending {
    /// The bounds of the blended land. The bounds of the weight must lie within 0 to 1.
    pub fn bounds(&self, below: Bounds, layer: Bounds, weight: Bounds) -> Bounds {
        let (a, b, w) = (range(below), range(layer), range(weight));
        if w == [0.0; 2] {
            return below;
        }
        match self.blend {
            Blend::Add | Blend::Subtract | Blend::Raise | Blend::Carve => {
                let change = self.addition(layer);
                let added = product(change.range, w);
                Bounds {
                    low_m: a[0] + added[0],
                    high_m: a[1] + added[1],
                    steepest: below.steepest
                        + steep(w[1], change.steepest)
                        + steep(magnitude(change.range), weight.steepest),
                }
            }
            Blend::Multiply => {
                let relative = b.map(|b| b / self.reference_m - 1.0);
                let added = product(relative, w);
                let factor = added.map(|x| 1.0 + x);
                let [low_m, high_m] = product(a, factor);
                let by_layer = w[1] / self.reference_m;
                let by_layer_and_weight =
                    steep(by_layer, layer.steepest) + steep(magnitude(relative), weight.steepest);
                Bounds {
                    low_m,
                    high_m,
                    steepest: steep(magnitude(factor), below.steepest)
                        + steep(magnitude(a), by_layer_and_weight),
                }
            }
            Blend::Over => mixed_bounds(below, layer, weight, largest_gap(a, b)),
            Blend::Max | Blend::Min => {
                let extreme = self.max_or_min_bounds(below, layer);
                mixed_bounds(below, extreme, weight, self.largest_distance(a, b))
            }
            Blend::Height => self.height_bounds(below, layer, weight),
        }
    }

    /// The change that the layer makes at a weight of 1.
    fn addition(&self, layer: Bounds) -> AddedRange {
        let [low, high] = range(layer);
        let raised = |b: f64| positive_part(b, self.radius_m).0;
        let max_slope = if self.radius_m > 0.0 { 4.0 / 3.0 } else { 1.0 };
        match self.blend {
            Blend::Subtract => AddedRange { range: [-high, -low], steepest: layer.steepest },
            Blend::Raise => AddedRange {
                range: [raised(low), raised(high)],
                steepest: steep(max_slope, layer.steepest),
            },
            Blend::Carve => AddedRange {
                range: [-raised(-low), -raised(-high)],
                steepest: steep(max_slope, layer.steepest),
            },
            _ => AddedRange { range: [low, high], steepest: layer.steepest },
        }
    }

    /// The bounds of the maximum or minimum.
    fn max_or_min_bounds(&self, below: Bounds, layer: Bounds) -> Bounds {
        let k = self.radius_m;
        // Both functions increase with both heights, so the extremes are at the ends of the
        // intervals.
        let blend = |a, b| match self.blend {
            Blend::Max => smooth_max(a, b, k).0,
            _ => smooth_min(a, b, k).0,
        };
        Bounds {
            low_m: blend(below.low_m, layer.low_m),
            high_m: blend(below.high_m, layer.high_m),
            steepest: below.steepest.max(layer.steepest),
        }
    }

    /// The largest distance by which the maximum rises above the land below, or the minimum falls
    /// below it.
    fn largest_distance(&self, a: [f64; 2], b: [f64; 2]) -> f64 {
        let distance = if self.blend == Blend::Max { b[1] - a[0] } else { a[1] - b[0] };
        distance.max(0.0) + 0.25 * self.radius_m
    }

    /// The bounds of the height blend. The layer's share of the result is at most 1/[`MIN_SHARE`]
    /// times as steep as its weight. The share also changes with the distance of the two surfaces,
    /// which adds at most ¾ of their slopes: (1 − ε)·y(1 − y)/(2(ε + (1 − ε)y²)) with ε = 1/16
    /// peaks at ¾, for y = 1/5.
    fn height_bounds(&self, below: Bounds, layer: Bounds, weight: Bounds) -> Bounds {
        if range(weight) == [1.0; 2] {
            return layer;
        }
        let steeper = below.steepest.max(layer.steepest);
        let by_distance =
            if self.radius_m > 0.0 { 0.75 * (below.steepest + layer.steepest) } else { 0.0 };
        let by_weight = largest_gap(range(below), range(layer)) / MIN_SHARE;
        Bounds {
            low_m: below.low_m.min(layer.low_m),
            high_m: below.high_m.max(layer.high_m),
            steepest: steeper + by_distance + steep(by_weight, weight.steepest),
        }
    }
}

/// The bounds of a + w(b − a), where |b − a| is at most `gap_m`.
fn mixed_bounds(below: Bounds, layer: Bounds, weight: Bounds, gap_m: f64) -> Bounds {
    let means = |a: f64, b: f64| range(weight).map(|w| weighted_mean(a, b, w));
    Bounds {
        low_m: means(below.low_m, layer.low_m).into_iter().fold(f64::INFINITY, f64::min),
        high_m: largest(means(below.high_m, layer.high_m)),
        steepest: largest(means(below.steepest, layer.steepest)) + steep(gap_m, weight.steepest),
    }
}

/// The weighted mean of a and b. A value whose weight is 0 does not count, even if it is infinite.
fn weighted_mean(a: f64, b: f64, w: f64) -> f64 {
    match w {
        0.0 => a,
        1.0 => b,
        w => (1.0 - w) * a + w * b,
    }
}

fn range(bounds: Bounds) -> [f64; 2] {
    [bounds.low_m, bounds.high_m]
}

fn magnitude([low, high]: [f64; 2]) -> f64 {
    low.abs().max(high.abs())
}

/// The largest possible distance between two heights.
fn largest_gap(a: [f64; 2], b: [f64; 2]) -> f64 {
    (b[1] - a[0]).abs().max((a[1] - b[0]).abs())
}
