//! Volcanoes: cones with calderas, either a single volcano or a field of them.

use super::field::{Mean, ScatteredLandform};
use super::finish::Plain;
use super::round::{Slopes, length, random_turns, uneven_length, uneven_steepness};
use super::scatter::{
    BoundsRing, FeatureKernel, FeatureNumbers, Layout, NUMBERS, ScatteredFeatures,
};
use crate::real::{Real, smooth_min};
use crate::shape::power_f64;
use orogen_noise::Seed;

crate::document! {
    /// The parameters of volcanoes.
    VolcanoesDocument {
        volcanoes: VolcanoesGroup, "Volcanoes" {
            single: bool = true, Toggle, "", Sample, "Only one",
                "Makes one volcano at a place instead of a field of them.";
            x_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Sample, "East",
                "The distance of the single volcano to the east of the origin.";
            z_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Sample, "South",
                "The distance of the single volcano to the south of the origin.";
            radius_m: f64 = 4_000.0, Number { min: 50.0, max: 200_000.0, log: true }, "m", Sample, "Radius",
                "The radius of the largest volcano at its foot; the smallest of a field have half of it.";
            height_m: f64 = 1_400.0, Number { min: 5.0, max: 20_000.0, log: true }, "m", Sample, "Height",
                "The height of the largest cone if it had no caldera.";
            power: f64 = 1.7, Number { min: 1.2, max: 3.0, log: false }, "", Sample, "Profile",
                "How much the cone steepens towards its top: 1.2 is a shield, 2 a cone of ash.";
            caldera: f64 = 0.14, Number { min: 0.1, max: 0.5, log: true }, "", Sample, "Caldera",
                "The radius of the caldera, in radii of the cone.";
            depth: f64 = 0.25, Number { min: 0.05, max: 0.6, log: false }, "", Sample, "Caldera depth",
                "The depth of the caldera, as a share of the rim's height.";
            unevenness: f64 = 0.12, Number { min: 0.0, max: 0.3, log: false }, "", Sample, "Unevenness",
                "How far the cone deviates from a circle, which raises the rim on some sides; 0 is perfectly round.";
            spacing: f64 = 1.3, Number { min: 1.0, max: 3.0, log: true }, "", Sample, "Spacing",
                "The distance between the volcanoes of a field, in radii.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly the volcanoes of a field are placed; 0 is a square pattern.";
            share: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "The share of places in a field that have a volcano.";
        }
    }
}

/// One volcano: the lower of a cone and a bowl that meet at the caldera's rim, rounded there.
#[derive(Clone, Copy, Debug)]
pub struct Volcano {
    radius_m: f64,
    height_m: f64,
    power: f64,
    caldera: f64,
    /// The height of the rim and the depth of the caldera, as shares of the cone's height.
    rim: f64,
    depth: f64,
    unevenness: f64,
}

/// The rounding of the rim, as a share of the caldera's depth.
const ROUNDNESS: f64 = 0.5;
/// How much lower the lowest volcanoes of a size are than the highest, as a share.
const LOWER: f64 = 0.3;

impl FeatureKernel for Volcano {
    const KEEPS_HIGHEST: bool = true;

    fn numbers(&self, size: f64, variation: f64) -> FeatureNumbers {
        let scale = 1.0 - 0.5 * size;
        let radius_m = self.radius_m * scale;
        let height_m = self.height_m * scale * (1.0 - LOWER * (64.0 * size).fract());
        let [a, b, c, d] = random_turns(variation);
        [radius_m, 1.0 / radius_m, height_m, a, b, c, d, 0.0]
    }

    fn reach_m(&self, numbers: &FeatureNumbers) -> f64 {
        numbers[0]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], offset_m: [R; 2]) -> Slopes<R> {
        let &[_, per_radius, height_m, a, b, c, d, _] = numbers;
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let uneven = uneven_length(offset_m, [a, b, c, d], R::of(self.unevenness));
        let x = length(offset_m) * per_radius;
        // Heights are in units of the cone's height, distances in radii
        let inside = (one - uneven[0] * per_radius).greater(zero);
        let steep = inside.power(R::of(self.power - 1.0));
        let cone_slope = R::of(-self.power) * steep * per_radius;
        let curve = self.depth / (self.caldera * self.caldera);
        let bowl = R::of(curve) * x * x + R::of(self.rim - self.depth);
        let bowl_slope = R::of(2.0 * curve) * per_radius * per_radius;
        let (height, by_cone) = smooth_min(steep * inside, bowl, R::of(ROUNDNESS * self.depth));
        let by_cone_slope = by_cone * cone_slope;
        let by_bowl_slope = (one - by_cone) * bowl_slope;
        let height_m = if inside > zero { height_m } else { zero };
        [
            height * height_m,
            (by_cone_slope * uneven[1] + by_bowl_slope * offset_m[0]) * height_m,
            (by_cone_slope * uneven[2] + by_bowl_slope * offset_m[1]) * height_m,
        ]
    }

    fn constants(&self) -> (&'static str, Vec<f64>) {
        let Self { radius_m, height_m, power, caldera, rim, depth, unevenness } = *self;
        ("volcano", vec![radius_m, height_m, power, caldera, rim, depth, unevenness])
    }

    fn rings(&self) -> Vec<BoundsRing> {
        // Beyond √1.5 radii of the caldera, only the cone counts.
        let bowl = 2.0 * self.depth * (1.0 + ROUNDNESS).sqrt() / self.caldera;
        let cone = self.power * uneven_steepness(self.unevenness);
        let steepest = cone.max(bowl) * self.height_m / self.radius_m;
        let high_m = self.rim * self.height_m;
        vec![BoundsRing { within_m: self.radius_m, low_m: 0.0, high_m, steepest }]
    }
}

/// Makes volcanoes.
///
/// The slope jumps where two of them meet, because the higher one counts. A single volcano has the
/// mean height 0, because the land around it is endless.
pub fn volcanoes(document: &VolcanoesDocument, seed: Seed) -> ScatteredLandform<Volcano, Plain> {
    let group = &document.volcanoes;
    let &VolcanoesGroup { radius_m, height_m, power, caldera, unevenness, .. } = group;
    let rim = power_f64(1.0 - caldera, power);
    let depth = group.depth * rim;
    let kernel = Volcano { radius_m, height_m, power, caldera, rim, depth, unevenness };
    let layout = Layout {
        seed,
        cell_m: radius_m * group.spacing,
        jitter: group.jitter,
        share: group.share,
        only_at_m: group.single.then_some([group.x_m, group.z_m]),
    };
    let octave = ScatteredFeatures::new(layout, kernel);
    let (finest_m, mean) = match group.single {
        true => (radius_m, Mean::Known(0.0)),
        false => (0.5 * radius_m, Mean::Measured),
    };
    ScatteredLandform::new(vec![octave], Plain, finest_m, [Mean::Known(0.0), mean])
}
