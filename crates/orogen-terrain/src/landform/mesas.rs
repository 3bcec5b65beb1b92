//! Mesas: flat tops with steep walls above aprons of talus.

use super::blobs::{Blob, blob_layout, blobs, vary_height};
use super::field::{Mean, ScatteredLandform, halving_octaves};
use super::finish::{CHANNELS, Finish};
use super::parts::FinishParts;
use super::round::Slopes;
use crate::dual::Bounds;
use crate::real::{Real, smooth_step};
use orogen_noise::Seed;

crate::document! {
    /// The parameters of mesas.
    MesasDocument {
        mesas: MesasGroup, "Mesas" {
            height_m: f64 = 220.0, Number { min: 5.0, max: 3_000.0, log: true }, "m", Sample, "Height",
                "The mean height of the tops above the plain.";
            variety: f64 = 0.35, Number { min: 0.0, max: 0.8, log: false }, "", Sample, "Variety",
                "How much the height of the tops varies, as a share of the mean height.";
            size_m: f64 = 900.0, Number { min: 20.0, max: 50_000.0, log: true }, "m", Sample, "Size",
                "The width of a medium mesa, which is the radius of the blobs that outline mesas.";
            cover: f64 = 0.35, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Cover",
                "The share of land that mesas cover: at 0 a few stand alone, at 1 they form a plateau with holes.";
            scallops: f64 = 0.35, Number { min: 0.0, max: 0.6, log: false }, "", Sample, "Scallops",
                "The depth of the bays in the walls; 0 is a smooth outline.";
            wall: f64 = 0.06, Number { min: 0.05, max: 0.3, log: true }, "", Sample, "Wall",
                "The width of the walls, in sizes; a smaller width makes steeper walls.";
            talus: f64 = 0.3, Number { min: 0.0, max: 0.8, log: false }, "", Sample, "Talus",
                "The share of the height that the apron at the foot of the walls takes up.";
        }
    }
}

/// The final step of mesas: a wall where the noise of the outline passes a threshold.
///
/// Another noise varies the height of the tops.
#[derive(Clone, Copy, Debug)]
pub struct Walls {
    height_m: f64,
    variety: f64,
    threshold: f64,
    wall: f64,
    talus: f64,
}

/// Octaves of the outline.
const OCTAVES: u32 = 3;
/// The scale of the tops' height differences, in sizes.
const PLATEAU: f64 = 2.0;

impl Finish for Walls {
    const CHANNELS: usize = 2;

    #[inline(always)]
    fn value<R: Real>(&self, [outline, tops]: [Slopes<R>; CHANNELS], _: [R; 2]) -> Slopes<R> {
        let above = outline[0] - R::of(self.threshold);
        let [per_wall, per_talus] = [1.0 / (2.0 * self.wall), 1.0 / (6.0 * self.wall)];
        let (cliff, cliff_slope) = smooth_step(above * R::of(per_wall) + R::of(0.5));
        let (apron, apron_slope) = smooth_step(above * R::of(per_talus) + R::of(1.0));
        let [cliffs, taluses] = [1.0 - self.talus, self.talus];
        // The share of the top's height
        let share = R::of(cliffs) * cliff + R::of(taluses) * apron;
        let slope =
            R::of(cliffs * per_wall) * cliff_slope + R::of(taluses * per_talus) * apron_slope;
        let [top_m, east, south] = vary_height(self.height_m, self.variety, tops);
        [
            top_m * share,
            top_m * slope * outline[1] + share * east,
            top_m * slope * outline[2] + share * south,
        ]
    }

    fn parts(&self) -> FinishParts {
        let Self { height_m, variety, threshold, wall, talus } = *self;
        FinishParts::Mesas([height_m, variety, threshold, wall, talus])
    }

    fn bounds(&self, [[_, _, outline], [_, _, tops]]: [[f64; 3]; CHANNELS]) -> Bounds {
        let slope = (1.0 - self.talus) / (2.0 * self.wall) + self.talus / (6.0 * self.wall);
        let high_m = self.height_m * (1.0 + self.variety);
        let steepest = 1.5 * (slope * high_m * outline + self.height_m * self.variety * tops);
        Bounds { low_m: 0.0, high_m, steepest }
    }
}

/// Makes mesas, which are smooth.
pub fn mesas(document: &MesasDocument, seed: Seed) -> ScatteredLandform<Blob, Walls> {
    let MesasGroup { height_m, variety, size_m, cover, scallops, wall, talus } = document.mesas;
    let octaves = if scallops > 0.0 { OCTAVES } else { 1 };
    let mut octaves = halving_octaves(blob_layout(seed, size_m), octaves, f64::INFINITY, |scale| {
        Blob::new(size_m * scale, if scale < 1.0 { scallops * 2.0 * scale } else { 1.0 })
    });
    if variety > 0.0 {
        octaves.push(blobs(seed.octave(OCTAVES), PLATEAU * size_m, 1.0, 1));
    }
    let finish = Walls { height_m, variety, threshold: 1.2 - 2.4 * cover, wall, talus };
    ScatteredLandform::new(octaves, finish, size_m, [Mean::Known(0.0), Mean::Measured])
}
