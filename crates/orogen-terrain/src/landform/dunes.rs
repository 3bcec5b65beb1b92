//! Transverse dunes: long crests across the wind.

use super::blobs::{Blob, blobs, vary_height};
use super::field::{Mean, ScatteredLandform};
use super::finish::{CHANNELS, Finish};
use super::parts::FinishParts;
use super::round::Slopes;
use super::wind::{LEE_SLOPE, downwind};
use crate::dual::Bounds;
use crate::real::{Real, smooth_step};
use orogen_noise::Seed;

crate::document! {
    /// The parameters of transverse dunes.
    DunesDocument {
        dunes: DunesGroup, "Dunes" {
            wind_deg: f64 = 110.0, Number { min: 0.0, max: 360.0, log: false }, "°", Sample, "Wind",
                "The azimuth towards which the wind blows, clockwise from north.";
            wavelength_m: f64 = 150.0, Number { min: 5.0, max: 5_000.0, log: true }, "m", Sample, "Wavelength",
                "The distance from crest to crest.";
            height: f64 = 0.067, Number { min: 0.04, max: 0.12, log: false }, "", Sample, "Height",
                "The mean height of crests, in wavelengths; the lee side always falls at 32°.";
            variety: f64 = 0.6, Number { min: 0.0, max: 0.9, log: false }, "", Sample, "Variety",
                "How much the height of crests varies, as a share of the mean height.";
            waviness: f64 = 0.6, Number { min: 0.0, max: 1.0, log: false }, "", Sample, "Waviness",
                "How far crests swing to and fro, in wavelengths.";
            swing: f64 = 5.0, Number { min: 3.0, max: 40.0, log: true }, "", Sample, "Swing",
                "The length of the swings along a crest, in wavelengths.";
        }
    }
}

/// The final step of dunes: the height, from the phase between two crests and a noise that varies
/// the heights of crests.
#[derive(Clone, Copy, Debug)]
pub struct Crests {
    /// Wavelengths per metre to the east and to the south, along the wind.
    per_m: [f64; 2],
    wavelength_m: f64,
    height_m: f64,
    variety: f64,
    /// The drop of a lee side that is a wavelength long.
    lee_m: f64,
}

/// The amplitudes of the octaves that bend crests, each half as wide as the octave before.
const BENDS: [f64; 3] = [1.0, 0.45, 0.2];
/// The scale of the crests' height differences, as a share of the swing.
const SPAN: f64 = 0.4;

impl Finish for Crests {
    const CHANNELS: usize = 2;

    #[inline(always)]
    fn phases(&self, position_m: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| {
            let phase = position_m[axis] * self.per_m[axis];
            phase - Real::floor(phase)
        })
    }

    #[inline(always)]
    fn value<R: Real>(&self, [bend, crests]: [Slopes<R>; CHANNELS], phases: [R; 2]) -> Slopes<R> {
        let phase = phases[0] + phases[1] + bend[0];
        let u = phase - phase.floor();
        let (one, lee_m) = (R::of(1.0), R::of(self.lee_m));
        let [crest_m, crest_east, crest_south] = vary_height(self.height_m, self.variety, crests);
        // The lee side's length is proportional to the crest's height.
        let windward = one - crest_m * R::of(1.0 / self.lee_m);
        let per_windward = one / windward;
        let (rise, rise_slope) = smooth_step(u * per_windward);
        let steep = crest_m * rise_slope * per_windward;
        let by_crest = rise + steep * u * per_windward * R::of(1.0 / self.lee_m);
        let is_windward = u < windward;
        let height = if is_windward { crest_m * rise } else { lee_m * (one - u) };
        let slope = if is_windward { steep } else { -lee_m };
        let by_crest = if is_windward { by_crest } else { R::of(0.0) };
        let [x, z] = self.per_m.map(R::of);
        [
            height,
            slope * (x + bend[1]) + by_crest * crest_east,
            slope * (z + bend[2]) + by_crest * crest_south,
        ]
    }

    fn parts(&self) -> FinishParts {
        let ([x, z], Self { height_m, variety, lee_m, .. }) = (self.per_m, *self);
        FinishParts::Dunes([x, z, height_m, variety, lee_m])
    }

    fn bounds(&self, [[_, _, bend], [_, _, crests]]: [[f64; 3]; CHANNELS]) -> Bounds {
        let high_m = self.height_m * (1.0 + self.variety);
        let windward = 1.0 - high_m / self.lee_m;
        let rise_m = 1.5 * high_m / windward;
        let by_crest = 1.0 + rise_m / self.lee_m;
        let crests = 1.5 * self.height_m * self.variety * crests;
        let steepest =
            rise_m.max(self.lee_m) * (1.0 / self.wavelength_m + bend) + by_crest * crests;
        Bounds { low_m: 0.0, high_m, steepest }
    }
}

/// Makes transverse dunes, whose slope jumps along crests and feet.
///
/// Their mean is half of their height.
pub fn dunes(document: &DunesDocument, seed: Seed) -> ScatteredLandform<Blob, Crests> {
    let DunesGroup { wind_deg, wavelength_m, height, variety, waviness, swing } = document.dunes;
    let height_m = height * wavelength_m;
    let finish = Crests {
        per_m: downwind(wind_deg).map(|d| d / wavelength_m),
        wavelength_m,
        height_m,
        variety,
        lee_m: LEE_SLOPE * wavelength_m,
    };
    let swing_m = swing * wavelength_m;
    let mut octaves = vec![];
    if waviness > 0.0 {
        octaves.extend((0..).zip(BENDS).map(|(index, bend)| {
            let radius_m = swing_m / f64::from(1u32 << index);
            blobs(seed.octave(index), radius_m, waviness * bend, 0)
        }));
    }
    if variety > 0.0 {
        octaves.push(blobs(seed.octave(BENDS.len() as u32), SPAN * swing_m, 1.0, 1));
    }
    ScatteredLandform::new(
        octaves,
        finish,
        wavelength_m,
        [Mean::Known(0.0), Mean::Known(0.5 * height_m)],
    )
}
