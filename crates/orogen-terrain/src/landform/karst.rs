//! Karst: dolines, which are bowls where limestone dissolves, and towers, its remains.

use super::field::{Mean, ScatteredLandform};
use super::finish::Plain;
use super::round::{Slopes, random_turns, uneven_length, uneven_steepness};
use super::scatter::{
    BoundsRing, FeatureKernel, FeatureNumbers, Layout, NUMBERS, ScatteredFeatures,
};
use crate::real::{Real, smooth_step};
use orogen_noise::Seed;

crate::document! {
    /// The parameters of dolines.
    DolinesDocument {
        dolines: DolinesGroup, "Dolines" {
            radius_m: f64 = 90.0, Number { min: 2.0, max: 5_000.0, log: true }, "m", Sample, "Largest radius",
                "The radius of the largest dolines; the smallest have half of it.";
            depth: f64 = 0.3, Number { min: 0.02, max: 1.0, log: true }, "", Sample, "Depth",
                "The depth of the deepest dolines, in radii; the shallowest have half of it.";
            spacing: f64 = 1.2, Number { min: 1.0, max: 4.0, log: true }, "", Sample, "Spacing",
                "The distance between dolines, in radii of the largest.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly dolines are placed; 0 is a square pattern.";
            share: f64 = 0.7, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "The share of places that have a doline.";
        }
    }
}

crate::document! {
    /// The parameters of karst towers.
    TowersDocument {
        towers: TowersGroup, "Towers" {
            radius_m: f64 = 120.0, Number { min: 2.0, max: 5_000.0, log: true }, "m", Sample, "Largest radius",
                "The radius of the largest towers at the foot; the smallest have half of it.";
            height_m: f64 = 160.0, Number { min: 2.0, max: 3_000.0, log: true }, "m", Sample, "Height",
                "The height of the highest towers; the lowest have four tenths of it.";
            wall: f64 = 0.5, Number { min: 0.2, max: 1.0, log: false }, "", Sample, "Wall",
                "The width of the walls, in radii; a smaller width makes steeper walls and wider tops.";
            dome: f64 = 0.5, Number { min: 0.0, max: 0.8, log: false }, "", Sample, "Dome",
                "How round the tops are; 0 is flat.";
            unevenness: f64 = 0.12, Number { min: 0.0, max: 0.3, log: false }, "", Sample, "Unevenness",
                "How far the outlines of towers deviate from a circle.";
            spacing: f64 = 1.2, Number { min: 1.0, max: 3.0, log: true }, "", Sample, "Spacing",
                "The distance between towers, in radii of the largest.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly towers are placed; 0 is a square pattern.";
            share: f64 = 0.6, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "The share of places that have a tower.";
        }
    }
}

/// One doline: −depth · (1 − x²)².
#[derive(Clone, Copy, Debug)]
pub struct Doline {
    radius_m: f64,
    depth: f64,
}

impl FeatureKernel for Doline {
    const KEEPS_HIGHEST: bool = false;

    fn numbers(&self, size: f64, variation: f64) -> FeatureNumbers {
        let radius_m = self.radius_m * (0.5 + 0.5 * size);
        let depth_m = radius_m * self.depth * (0.5 + 0.5 * variation);
        [1.0 / (radius_m * radius_m), depth_m, radius_m, 0.0, 0.0, 0.0, 0.0, 0.0]
    }

    fn reach_m(&self, numbers: &FeatureNumbers) -> f64 {
        numbers[2]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], [dx, dz]: [R; 2]) -> Slopes<R> {
        let &[per_square, depth_m, ..] = numbers;
        let inside = (R::of(1.0) - (dx * dx + dz * dz) * per_square).greater(R::of(0.0));
        let deep = depth_m * inside;
        let radial = R::of(4.0) * per_square * deep;
        [-deep * inside, radial * dx, radial * dz]
    }

    fn constants(&self) -> (&'static str, Vec<f64>) {
        ("doline", vec![self.radius_m, self.depth])
    }

    fn rings(&self) -> Vec<BoundsRing> {
        // 4x(1 − x²) is greatest at x² = 1/3.
        let steepest = 8.0 / 3.0 * (1.0f64 / 3.0).sqrt() * self.depth;
        let low_m = -self.depth * self.radius_m;
        vec![BoundsRing { within_m: self.radius_m, low_m, high_m: 0.0, steepest }]
    }
}

/// One tower: a domed top, and a wall that is a smooth step.
#[derive(Clone, Copy, Debug)]
pub struct Tower {
    radius_m: f64,
    height_m: f64,
    wall: f64,
    dome: f64,
    unevenness: f64,
}

impl FeatureKernel for Tower {
    const KEEPS_HIGHEST: bool = true;

    fn numbers(&self, size: f64, variation: f64) -> FeatureNumbers {
        let radius_m = self.radius_m * (0.5 + 0.5 * size);
        let height_m = self.height_m * (0.4 + 0.6 * variation);
        let [a, b, c, d] = random_turns((64.0 * variation).fract());
        [radius_m, 1.0 / radius_m, height_m, a, b, c, d, 0.0]
    }

    fn reach_m(&self, numbers: &FeatureNumbers) -> f64 {
        numbers[0]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], offset_m: [R; 2]) -> Slopes<R> {
        let &[_, per_radius, height_m, a, b, c, d, _] = numbers;
        let [r, east, south] = uneven_length(offset_m, [a, b, c, d], R::of(self.unevenness));
        let (one, per_wall) = (R::of(1.0), R::of(1.0 / self.wall));
        let (step, slope) = smooth_step((one - r * per_radius) * per_wall);
        // The dome ignores the unevenness, which would make folds that meet at the top.
        let [x, z] = offset_m.map(|offset_m| offset_m * per_radius);
        let domed = one - R::of(self.dome) * (x * x + z * z);
        let wall = -(slope * per_wall * domed);
        let top = R::of(-2.0 * self.dome) * step;
        let per_m = height_m * per_radius;
        [
            height_m * (step * domed),
            per_m * (wall * east + top * x),
            per_m * (wall * south + top * z),
        ]
    }

    fn constants(&self) -> (&'static str, Vec<f64>) {
        let Self { radius_m, height_m, wall, dome, unevenness } = *self;
        ("tower", vec![radius_m, height_m, wall, dome, unevenness])
    }

    fn rings(&self) -> Vec<BoundsRing> {
        // The narrowest towers are the steepest.
        let steepest_in_radii =
            (1.5 / self.wall + 2.0 * self.dome) * uneven_steepness(self.unevenness);
        let steepest = steepest_in_radii * self.height_m / (0.5 * self.radius_m);
        vec![BoundsRing { within_m: self.radius_m, low_m: 0.0, high_m: self.height_m, steepest }]
    }
}

/// Makes dolines below the surrounding land.
///
/// They are smooth, and overlapping dolines add up.
pub fn dolines(document: &DolinesDocument, seed: Seed) -> ScatteredLandform<Doline, Plain> {
    let DolinesGroup { radius_m, depth, spacing, jitter, share } = document.dolines;
    let layout = Layout { seed, cell_m: radius_m * spacing, jitter, share, only_at_m: None };
    // A doline's volume is π/3 · depth · r³. The mean of (½ + ½u)³ is 15/32; the mean depth is ¾ of
    // the deepest.
    let volume = std::f64::consts::PI / 3.0 * depth * 0.75 * 15.0 / 32.0;
    let mean_m = -share * volume * radius_m / (spacing * spacing);
    let octave = ScatteredFeatures::new(layout, Doline { radius_m, depth });
    ScatteredLandform::new(vec![octave], Plain, 0.5 * radius_m, [Mean::Known(mean_m); 2])
}

/// Makes karst towers.
///
/// The slope jumps where two of them meet, because the higher one counts.
pub fn towers(document: &TowersDocument, seed: Seed) -> ScatteredLandform<Tower, Plain> {
    let TowersGroup { radius_m, height_m, wall, dome, unevenness, spacing, jitter, share } =
        document.towers;
    let layout = Layout { seed, cell_m: radius_m * spacing, jitter, share, only_at_m: None };
    let octave =
        ScatteredFeatures::new(layout, Tower { radius_m, height_m, wall, dome, unevenness });
    ScatteredLandform::new(vec![octave], Plain, 0.5 * radius_m, [Mean::Measured; 2])
}
