//! Karst: dolines, the bowls where limestone dissolves, and towers, what is left of it.

use super::field::{Field, Mean};
use super::finish::Plain;
use super::round::{Slopes, around, length};
use super::scatter::{Kernel, Layout, Numbers, Ring, Scatter};
use crate::noise::Seed;
use crate::terrain::real::{Real, smooth_step};

crate::document! {
    /// The parameters of dolines.
    DolinesDocument {
        dolines: DolinesGroup, "Dolines" {
            radius_m: f64 = 90.0, Number { min: 2.0, max: 5_000.0, log: true }, "m", Sample, "Largest radius",
                "From the middle of the largest to their edge; the smallest have half of it.";
            depth: f64 = 0.3, Number { min: 0.02, max: 1.0, log: true }, "", Sample, "Depth",
                "How deep they are, in radii.";
            spacing: f64 = 1.2, Number { min: 1.0, max: 4.0, log: true }, "", Sample, "Spacing",
                "How far apart they lie, in radii of the largest.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly they lie: 0 is a square pattern.";
            share: f64 = 0.7, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "In how many of the places for a doline there is one.";
        }
    }
}

crate::document! {
    /// The parameters of karst towers.
    TowersDocument {
        towers: TowersGroup, "Towers" {
            radius_m: f64 = 120.0, Number { min: 2.0, max: 5_000.0, log: true }, "m", Sample, "Largest radius",
                "From the middle of the largest to their foot; the smallest have half of it.";
            height_m: f64 = 160.0, Number { min: 2.0, max: 3_000.0, log: true }, "m", Sample, "Height",
                "How high the highest stand; the lowest have four tenths of it.";
            wall: f64 = 0.55, Number { min: 0.2, max: 1.0, log: false }, "", Sample, "Wall",
                "How wide the walls are, in radii: less is steeper and has a wider top.";
            spacing: f64 = 1.2, Number { min: 1.0, max: 3.0, log: true }, "", Sample, "Spacing",
                "How far apart they lie, in radii of the largest.";
            jitter: f64 = 0.5, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Jitter",
                "How irregularly they lie: 0 is a square pattern.";
            share: f64 = 0.6, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Share",
                "In how many of the places for a tower there is one.";
        }
    }
}

/// One doline: −depth · (1 − x²)².
#[derive(Clone, Copy, Debug)]
pub struct Doline {
    radius_m: f64,
    depth: f64,
}

impl Kernel for Doline {
    const GREATEST: bool = false;

    fn numbers(&self, size: f64, _: f64) -> Numbers {
        let radius_m = self.radius_m * (0.5 + 0.5 * size);
        [1.0 / (radius_m * radius_m), radius_m * self.depth, radius_m, 0.0, 0.0, 0.0]
    }

    fn reach_m(&self, numbers: &Numbers) -> f64 {
        numbers[2]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; 6], [dx, dz]: [R; 2]) -> Slopes<R> {
        let &[per_square, depth_m, ..] = numbers;
        let left = (R::of(1.0) - (dx * dx + dz * dz) * per_square).greater(R::of(0.0));
        let deep = depth_m * left;
        let along = R::of(4.0) * per_square * deep;
        [-deep * left, along * dx, along * dz]
    }

    fn rings(&self) -> Vec<Ring> {
        // 4x(1 − x²) is greatest at x² = 1/3.
        let steepest = 8.0 / 3.0 * (1.0f64 / 3.0).sqrt() * self.depth;
        let low_m = -self.depth * self.radius_m;
        vec![Ring { within_m: self.radius_m, low_m, high_m: 0.0, steepest }]
    }
}

/// One tower: a top, and a wall that is a smooth step.
#[derive(Clone, Copy, Debug)]
pub struct Tower {
    radius_m: f64,
    height_m: f64,
    wall: f64,
}

impl Kernel for Tower {
    const GREATEST: bool = true;

    fn numbers(&self, size: f64, other: f64) -> Numbers {
        let radius_m = self.radius_m * (0.5 + 0.5 * size);
        let height_m = self.height_m * (0.4 + 0.6 * other);
        [radius_m, height_m, 1.0 / (radius_m * self.wall), 0.0, 0.0, 0.0]
    }

    fn reach_m(&self, numbers: &Numbers) -> f64 {
        numbers[0]
    }

    #[inline(always)]
    fn value<R: Real>(&self, numbers: &[R; 6], way_m: [R; 2]) -> Slopes<R> {
        let &[radius_m, height_m, per_wall, ..] = numbers;
        let r = length(way_m);
        let (step, slope) = smooth_step((radius_m - r) * per_wall);
        around(way_m, r, height_m * step, -height_m * slope * per_wall)
    }

    fn rings(&self) -> Vec<Ring> {
        // The narrowest are the steepest.
        let steepest = 1.5 * self.height_m / (0.5 * self.radius_m * self.wall);
        vec![Ring { within_m: self.radius_m, low_m: 0.0, high_m: self.height_m, steepest }]
    }
}

/// Dolines, below the land around. Smooth; those that overlap add up.
pub fn dolines(document: &DolinesDocument, seed: Seed) -> Field<Doline, Plain> {
    let DolinesGroup { radius_m, depth, spacing, jitter, share } = document.dolines;
    let layout = Layout { seed, cell_m: radius_m * spacing, jitter, share, only_at_m: None };
    // One holds π/3 · depth · r³, and the mean of (½ + ½u)³ is 15/32.
    let volume = std::f64::consts::PI / 3.0 * depth * 15.0 / 32.0;
    let mean_m = -share * volume * radius_m / (spacing * spacing);
    let octave = Scatter { layout, kernel: Doline { radius_m, depth }, finest_m: f64::INFINITY };
    Field::new(vec![octave], Plain, 0.5 * radius_m, [Mean::Known(mean_m); 2])
}

/// Karst towers, creased where two meet: the higher one counts.
pub fn towers(document: &TowersDocument, seed: Seed) -> Field<Tower, Plain> {
    let TowersGroup { radius_m, height_m, wall, spacing, jitter, share } = document.towers;
    let octave = Scatter {
        layout: Layout { seed, cell_m: radius_m * spacing, jitter, share, only_at_m: None },
        kernel: Tower { radius_m, height_m, wall },
        finest_m: f64::INFINITY,
    };
    Field::new(vec![octave], Plain, 0.5 * radius_m, [Mean::Measured; 2])
}
