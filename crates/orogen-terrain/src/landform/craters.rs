//! A field of impact craters: many small ones, few large ones.

use super::field::{Field, Mean, halved};
use super::finish::Plain;
use super::round::{Slopes, around, length};
use super::scatter::{Kernel, Layout, NUMBERS, Numbers, Ring};
use crate::real::{Real, smooth_max_sloped, smooth_min_sloped};
use orogen_noise::Seed;

crate::document! {
    /// The parameters of a field of craters.
    CratersDocument {
        craters: CratersGroup, "Craters" {
            radius_m: f64 = 600.0, Number { min: 10.0, max: 50_000.0, log: true }, "m", Sample, "Largest radius",
                "How far the rim of the largest craters is from their middle.";
            sizes: u32 = 5, Integer { min: 1, max: 10 }, "", Sample, "Sizes",
                "How often craters are halved in size; each time there are four times as many.";
            spacing: f64 = 1.1, Number { min: 1.0, max: 4.0, log: true }, "", Sample, "Spacing",
                "How far apart craters of a size lie, in widths of their aprons.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly they lie: 0 is a square pattern.";
            share: f64 = 0.7, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "In how many of the places for a crater there is one.";
            rim: f64 = 0.03, Number { min: 0.01, max: 0.2, log: true }, "", Sample, "Rim roundness",
                "How round the rims of fresh craters are, in radii.";
            age: f64 = 0.6, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Age",
                "How much the oldest craters are filled and worn: their floors grow flat and their rims low.";
        }
    }
}

/// One crater: a bowl whose depth from rim to floor is a fifth of its width, a rim, and an apron
/// out to three radii that falls with the cube of the distance and ends level.
#[derive(Clone, Copy, Debug)]
pub struct Crater {
    radius_m: f64,
    rim: f64,
    age: f64,
}

/// In radii: the floor below the land around, the rim above it, and how far the apron goes.
const DEPTH: f64 = 0.32;
const RIM: f64 = 0.08;
const APRON: f64 = 3.0;
/// Over so much, in radii, the flat floor of an old crater meets its walls.
const FLOOR_ROUNDNESS: f64 = 0.1;
/// By so much, in radii, the rim of the oldest crater is rounder than that of a fresh one.
const WORN: f64 = 0.15;

impl Kernel for Crater {
    const GREATEST: bool = false;

    /// Radius, its reciprocal, the floor, which for a fresh crater lies below the bowl, and how
    /// round the rim is.
    fn numbers(&self, size: f64, other: f64) -> Numbers {
        // Between half of the radius and all of it the number of those wider goes with D⁻², too.
        let radius_m = self.radius_m / (1.0 + 3.0 * size).sqrt();
        let age = self.age * other;
        let floor = -DEPTH - FLOOR_ROUNDNESS + 0.31 * age;
        [radius_m, 1.0 / radius_m, floor, self.rim + WORN * age, 0.0, 0.0, 0.0, 0.0]
    }

    fn reach_m(&self, numbers: &Numbers) -> f64 {
        APRON * numbers[0]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; NUMBERS], way_m: [R; 2]) -> Slopes<R> {
        let &[radius_m, per_radius, floor, rim, ..] = numbers;
        let r = length(way_m);
        let x = r * per_radius;
        let bowl = [R::of(RIM + DEPTH) * x * x - R::of(DEPTH), R::of(2.0 * (RIM + DEPTH)) * x];
        // Well within the bowl the apron doesn't count: it only must not be infinite there.
        let out = x.greater(R::of(0.5));
        let per_out = R::of(1.0) / out;
        let cube = R::of(27.0) * per_out * per_out * per_out;
        let apron = [
            R::of(RIM / 24.0) * (cube + out - R::of(4.0)),
            R::of(RIM / 24.0) * (R::of(1.0) - R::of(3.0) * cube * per_out),
        ];
        let fresh = smooth_min_sloped(bowl, apron, rim);
        let zero = R::of(0.0);
        let [height, slope] = smooth_max_sloped(fresh, [floor, zero], R::of(FLOOR_ROUNDNESS));
        let is_in = x < R::of(APRON);
        let height = if is_in { height * radius_m } else { zero };
        around(way_m, r, height, if is_in { slope } else { zero })
    }

    fn constants(&self) -> (&'static str, Vec<f64>) {
        ("crater", vec![self.radius_m, self.rim, self.age])
    }

    fn rings(&self) -> Vec<Ring> {
        // The apron is steepest at the rim, as is the bowl.
        let [apron, bowl] = [RIM / 24.0 * 80.0, 2.0 * (RIM + DEPTH)];
        let r = self.radius_m;
        vec![
            Ring { within_m: APRON * r, low_m: 0.0, high_m: RIM * r, steepest: apron },
            Ring { within_m: r, low_m: -DEPTH * r, high_m: 0.0, steepest: bowl - apron },
        ]
    }
}

/// A field of craters. Smooth; those that overlap add up.
pub fn craters(document: &CratersDocument, seed: Seed) -> Field<Crater, Plain> {
    let group = &document.craters;
    let cell_m = APRON * group.radius_m * group.spacing;
    let CratersGroup { jitter, share, .. } = *group;
    let layout = Layout { seed, cell_m, jitter, share, only_at_m: None };
    // The smallest of a size has half of the largest's radius.
    let octaves = halved(layout, group.sizes, 0.5 * group.radius_m, |scale| Crater {
        radius_m: group.radius_m * scale,
        rim: group.rim,
        age: group.age,
    });
    Field::new(octaves, Plain, f64::INFINITY, [Mean::Measured, Mean::OfOctaves])
}
