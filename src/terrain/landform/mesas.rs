//! Mesas: flat tops with steep walls above aprons of talus.

use super::blobs::{Blob, blob_layout};
use super::field::{Field, Mean};
use super::finish::Finish;
use super::round::Slopes;
use super::scatter::Scatter;
use crate::noise::Seed;
use crate::terrain::dual::Bounds;
use crate::terrain::real::{Real, smooth_step};

crate::document! {
    /// The parameters of mesas.
    MesasDocument {
        mesas: MesasGroup, "Mesas" {
            height_m: f64 = 220.0, Number { min: 5.0, max: 3_000.0, log: true }, "m", Sample, "Height",
                "How high the tops stand above the plain.";
            size_m: f64 = 900.0, Number { min: 20.0, max: 50_000.0, log: true }, "m", Sample, "Size",
                "The radius of the blobs that outline them: about the width of a middling mesa.";
            cover: f64 = 0.35, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Cover",
                "How much of the land they take: at 0 few stand alone, at 1 they are a plateau with holes.";
            wall: f64 = 0.06, Number { min: 0.05, max: 0.3, log: true }, "", Sample, "Wall",
                "How wide the walls are, in sizes: less is steeper.";
            talus: f64 = 0.3, Number { min: 0.0, max: 0.8, log: false }, "", Sample, "Talus",
                "The share of the height that is an apron at the foot of the walls.";
        }
    }
}

/// A wall where the outline's noise passes a threshold.
#[derive(Clone, Copy, Debug)]
pub struct Walls {
    height_m: f64,
    threshold: f64,
    wall: f64,
    talus: f64,
}

impl Finish for Walls {
    #[inline(always)]
    fn value<R: Real>(&self, [noise, east, south]: Slopes<R>, _: [R; 2]) -> Slopes<R> {
        let above = noise - R::of(self.threshold);
        let [per_wall, per_talus] = [1.0 / (2.0 * self.wall), 1.0 / (6.0 * self.wall)];
        let (cliff, cliff_slope) = smooth_step(above * R::of(per_wall) + R::of(0.5));
        let (apron, apron_slope) = smooth_step(above * R::of(per_talus) + R::of(1.0));
        let talus_m = self.height_m * self.talus;
        let cliff_m = self.height_m - talus_m;
        let slope =
            R::of(cliff_m * per_wall) * cliff_slope + R::of(talus_m * per_talus) * apron_slope;
        [R::of(cliff_m) * cliff + R::of(talus_m) * apron, slope * east, slope * south]
    }

    fn bounds(&self, [_, _, noise]: [f64; 3]) -> Bounds {
        let steepest = (1.0 - self.talus) / (2.0 * self.wall) + self.talus / (6.0 * self.wall);
        let steepest = 1.5 * steepest * self.height_m * noise;
        Bounds { low_m: 0.0, high_m: self.height_m, steepest }
    }
}

/// Mesas. Smooth.
pub fn mesas(document: &MesasDocument, seed: Seed) -> Field<Blob, Walls> {
    let MesasGroup { height_m, size_m, cover, wall, talus } = document.mesas;
    let outline = Scatter {
        layout: blob_layout(seed, size_m),
        kernel: Blob::new(size_m, 1.0),
        finest_m: f64::INFINITY,
    };
    let finish = Walls { height_m, threshold: 1.2 - 2.4 * cover, wall, talus };
    Field::new(vec![outline], finish, size_m, [Mean::Known(0.0), Mean::Measured])
}
