//! Barchans: single crescents of sand whose horns point downwind.

use super::field::{Mean, ScatteredLandform};
use super::finish::Plain;
use super::round::Slopes;
use super::scatter::{
    BoundsRing, FeatureKernel, FeatureNumbers, Layout, NUMBERS, ScatteredFeatures,
};
use super::wind::{LEE_SLOPE, downwind};
use crate::real::{Real, smooth_step};
use orogen_noise::Seed;
use orogen_noise::trig::sin_cos_turns;

crate::document! {
    /// The parameters of barchans.
    BarchansDocument {
        barchans: BarchansGroup, "Barchans" {
            wind_deg: f64 = 110.0, Number { min: 0.0, max: 360.0, log: false }, "°", Sample, "Wind",
                "The azimuth towards which the wind blows, clockwise from north.";
            width_m: f64 = 160.0, Number { min: 10.0, max: 5_000.0, log: true }, "m", Sample, "Largest width",
                "The width of the largest barchans from horn to horn; the smallest are half as wide.";
            spacing: f64 = 1.1, Number { min: 1.0, max: 4.0, log: true }, "", Sample, "Spacing",
                "The mean distance between barchans: 1 is 0.91 times the largest width.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly barchans are placed; 0 is a square pattern.";
            share: f64 = 0.8, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "The share of places that have a barchan.";
        }
    }
}

/// One barchan, a tenth as high as wide (Hesp and Hastings 1998).
///
/// Seen from above, its crest is a parabola. Along the wind, the sand rises to the crest as a
/// smooth step over the barchan's width, and falls at the angle of rest.
#[derive(Clone, Copy, Debug)]
pub struct Barchan {
    width_m: f64,
    downwind: [f64; 2],
}

/// Height over width.
const HEIGHT: f64 = 0.1;
/// The distance from the middle of a barchan's bounding rectangle to its corner, in widths of the
/// barchan: √(.75² + .5²), rounded up.
const REACH: f64 = 0.91;
/// The largest deviation of barchans from the wind, in turns.
const ASKEW: f64 = 0.03;
/// The largest growth of the ratio of length to width, as a share.
const NARROW: f64 = 0.35;

impl FeatureKernel for Barchan {
    const KEEPS_HIGHEST: bool = true;

    fn numbers(&self, size: f64, variation: f64) -> FeatureNumbers {
        let width_m = self.width_m * (0.5 + 0.5 * size);
        let (sin, cos) = sin_cos_turns(ASKEW * (2.0 * variation - 1.0));
        let [x, z] = self.downwind;
        let narrow = 1.0 + NARROW * (64.0 * variation).fract();
        [width_m, 1.0 / width_m, x * cos - z * sin, z * cos + x * sin, narrow, 0.0, 0.0, 0.0]
    }

    fn reach_m(&self, numbers: &FeatureNumbers) -> f64 {
        REACH * numbers[0]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], [dx, dz]: [R; 2]) -> Slopes<R> {
        let &[width_m, per_width, wind_x, wind_z, narrow, ..] = numbers;
        let (zero, one, lee_slope) = (R::of(0.0), R::of(1.0), R::of(LEE_SLOPE));
        // In widths: the place along the wind and across it, the crest's height there, and how far
        // the place lies downwind of the crest
        let along = (dx * wind_x + dz * wind_z) * per_width - R::of(0.25);
        let across = (dz * wind_x - dx * wind_z) * per_width * narrow;
        let square = R::of(4.0) * across * across;
        let is_inside = square < one;
        let crest = if is_inside { R::of(HEIGHT) * (one - square) } else { zero };
        let crest_slope = if is_inside { R::of(-8.0 * HEIGHT) * across * narrow } else { zero };
        let bend = R::of(4.0) * across * narrow;
        let behind = along - R::of(0.5) * square;

        let (step, step_slope) = smooth_step(one + behind);
        let rise = crest * step_slope;
        let windward = [crest * step, rise, crest_slope * step - rise * bend];
        // Where the crest is oblique to the wind, the lee is at the angle of rest at right angles
        // to the crest.
        let cos = one / (one + bend * bend).sqrt();
        let fall = lee_slope * cos;
        let fall_slope = R::of(-4.0) * narrow * narrow * bend * fall * cos * cos;
        let lee = [crest - fall * behind, -fall, crest_slope + fall * bend - fall_slope * behind];

        let is_windward = behind < zero;
        let is_bare = !is_windward & (lee[0] <= zero);
        let side = |i: usize| if is_windward { windward[i] } else { lee[i] };
        let [height, slope_along, slope_across] =
            [0, 1, 2].map(|i| if is_bare { zero } else { side(i) });
        [
            height * width_m,
            slope_along * wind_x - slope_across * wind_z,
            slope_along * wind_z + slope_across * wind_x,
        ]
    }

    fn constants(&self) -> (&'static str, Vec<f64>) {
        let [x, z] = self.downwind;
        ("barchan", vec![self.width_m, x, z])
    }

    fn rings(&self) -> Vec<BoundsRing> {
        // The slope of the lee is at most 0.63 along the wind and 0.6 across it.
        let high_m = HEIGHT * self.width_m;
        vec![BoundsRing { within_m: REACH * self.width_m, low_m: 0.0, high_m, steepest: 1.2 }]
    }
}

/// Makes barchans.
///
/// Their slope jumps along crests and feet, and where two barchans meet, because the higher one
/// counts.
pub fn barchans(document: &BarchansDocument, seed: Seed) -> ScatteredLandform<Barchan, Plain> {
    let BarchansGroup { wind_deg, width_m, spacing, jitter, share } = document.barchans;
    let layout = Layout { seed, cell_m: REACH * width_m * spacing, jitter, share, only_at_m: None };
    let octave = ScatteredFeatures::new(layout, Barchan { width_m, downwind: downwind(wind_deg) });
    ScatteredLandform::new(vec![octave], Plain, 0.5 * width_m, [Mean::Measured; 2])
}
