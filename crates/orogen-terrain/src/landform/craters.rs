//! A field of impact craters: many small ones, few large ones.

use super::field::{Mean, ScatteredLandform, halving_octaves};
use super::finish::Plain;
use super::round::{Slopes, length, radial_slopes};
use super::scatter::{BoundsRing, FeatureKernel, FeatureNumbers, Layout, NUMBERS};
use crate::real::{Real, smooth_max_sloped, smooth_min_sloped};
use orogen_noise::Seed;

crate::document! {
    /// The parameters of a field of craters.
    CratersDocument {
        craters: CratersGroup, "Craters" {
            radius_m: f64 = 600.0, Number { min: 10.0, max: 50_000.0, log: true }, "m", Sample, "Largest radius",
                "The radius of the largest craters, from the middle to the rim.";
            sizes: u32 = 5, Integer { min: 1, max: 10 }, "", Sample, "Sizes",
                "The number of sizes; each size is half as large and four times as frequent.";
            spacing: f64 = 1.1, Number { min: 1.0, max: 4.0, log: true }, "", Sample, "Spacing",
                "The distance between craters of a size, in radii of the largest apron.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly craters are placed; 0 is a square pattern.";
            share: f64 = 0.7, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "The share of places that have a crater.";
            rim: f64 = 0.03, Number { min: 0.01, max: 0.2, log: true }, "", Sample, "Rim roundness",
                "How rounded the rims of fresh craters are, in radii.";
            age: f64 = 0.6, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Age",
                "How worn the oldest craters are: wear flattens floors and lowers rims.";
        }
    }
}

/// One crater: a bowl, a rim and an apron.
///
/// The depth from rim to floor is a fifth of the width; the apron falls with the cube of the
/// distance and ends level at three radii.
#[derive(Clone, Copy, Debug)]
pub struct Crater {
    radius_m: f64,
    rim: f64,
    age: f64,
}

/// In radii: the depth of the floor, the height of the rim, and the reach of the apron.
const DEPTH: f64 = 0.32;
const RIM: f64 = 0.08;
const APRON: f64 = 3.0;
/// The width of the rounding between the flat floor of an old crater and its walls, in radii.
const FLOOR_ROUNDNESS: f64 = 0.1;
/// The extra rounding of the oldest crater's rim over a fresh one, in radii.
const WEAR: f64 = 0.15;

impl FeatureKernel for Crater {
    const KEEPS_HIGHEST: bool = false;

    /// The radius, its reciprocal, the floor (below the bowl for a fresh crater) and the rounding
    /// of the rim.
    fn numbers(&self, size: f64, variation: f64) -> FeatureNumbers {
        // The number of craters wider than D is proportional to D⁻², from half of the radius to all
        // of it.
        let radius_m = self.radius_m / (1.0 + 3.0 * size).sqrt();
        let age = self.age * variation;
        let floor = -DEPTH - FLOOR_ROUNDNESS + 0.31 * age;
        [radius_m, 1.0 / radius_m, floor, self.rim + WEAR * age, 0.0, 0.0, 0.0, 0.0]
    }

    fn reach_m(&self, numbers: &FeatureNumbers) -> f64 {
        APRON * numbers[0]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], offset_m: [R; 2]) -> Slopes<R> {
        let &[radius_m, per_radius, floor, rim, ..] = numbers;
        let r = length(offset_m);
        let x = r * per_radius;
        let bowl = [R::of(RIM + DEPTH) * x * x - R::of(DEPTH), R::of(2.0 * (RIM + DEPTH)) * x];
        // Well within the bowl, the apron has no effect; it only has to stay finite.
        let apron_x = x.greater(R::of(0.5));
        let per_x = R::of(1.0) / apron_x;
        let cube = R::of(27.0) * per_x * per_x * per_x;
        let apron = [
            R::of(RIM / 24.0) * (cube + apron_x - R::of(4.0)),
            R::of(RIM / 24.0) * (R::of(1.0) - R::of(3.0) * cube * per_x),
        ];
        let fresh = smooth_min_sloped(bowl, apron, rim);
        let zero = R::of(0.0);
        let [height, slope] = smooth_max_sloped(fresh, [floor, zero], R::of(FLOOR_ROUNDNESS));
        let is_inside = x < R::of(APRON);
        let height = if is_inside { height * radius_m } else { zero };
        radial_slopes(offset_m, r, height, if is_inside { slope } else { zero })
    }

    fn constants(&self) -> (&'static str, Vec<f64>) {
        ("crater", vec![self.radius_m, self.rim, self.age])
    }

    fn rings(&self) -> Vec<BoundsRing> {
        // The apron is steepest at the rim, as is the bowl.
        let [apron, bowl] = [RIM / 24.0 * 80.0, 2.0 * (RIM + DEPTH)];
        let r = self.radius_m;
        vec![
            BoundsRing { within_m: APRON * r, low_m: 0.0, high_m: RIM * r, steepest: apron },
            BoundsRing { within_m: r, low_m: -DEPTH * r, high_m: 0.0, steepest: bowl - apron },
        ]
    }
}

/// Makes a field of craters. It is smooth, and overlapping craters add up.
pub fn craters(document: &CratersDocument, seed: Seed) -> ScatteredLandform<Crater, Plain> {
    let group = &document.craters;
    let cell_m = APRON * group.radius_m * group.spacing;
    let CratersGroup { jitter, share, .. } = *group;
    let layout = Layout { seed, cell_m, jitter, share, only_at_m: None };
    // The smallest of a size has half of the largest's radius.
    let octaves = halving_octaves(layout, group.sizes, 0.5 * group.radius_m, |scale| Crater {
        radius_m: group.radius_m * scale,
        rim: group.rim,
        age: group.age,
    });
    ScatteredLandform::new(octaves, Plain, f64::INFINITY, [Mean::Measured, Mean::OfOctaves])
}
