//! Transverse dunes: long crests across the wind.

use super::blobs::{Blob, blob_layout};
use super::field::{Field, Mean};
use super::finish::Finish;
use super::round::Slopes;
use super::scatter::Scatter;
use super::wind::{LEE_SLOPE, downwind};
use crate::noise::Seed;
use crate::terrain::dual::Bounds;
use crate::terrain::real::{Real, smooth_step};

crate::document! {
    /// The parameters of transverse dunes.
    DunesDocument {
        dunes: DunesGroup, "Dunes" {
            wind_deg: f64 = 110.0, Number { min: 0.0, max: 360.0, log: false }, "°", Sample, "Wind",
                "The azimuth towards which the wind blows: 0 is north, clockwise.";
            wavelength_m: f64 = 150.0, Number { min: 5.0, max: 5_000.0, log: true }, "m", Sample, "Wavelength",
                "From crest to crest.";
            height: f64 = 0.067, Number { min: 0.04, max: 0.12, log: false }, "", Sample, "Height",
                "How high the crests are, in wavelengths; the lee side falls at 32° whatever it is.";
            waviness: f64 = 0.35, Number { min: 0.0, max: 0.5, log: false }, "", Sample, "Waviness",
                "How far crests swing to and fro, in wavelengths.";
            swing: f64 = 6.0, Number { min: 3.0, max: 40.0, log: true }, "", Sample, "Swing",
                "Over how many wavelengths crests swing.";
        }
    }
}

/// From the place between two crests to the height.
#[derive(Clone, Copy, Debug)]
pub struct Crests {
    /// Wavelengths a metre along the wind.
    per_m: [f64; 2],
    wavelength_m: f64,
    height_m: f64,
    /// The share of the windward side.
    windward: f64,
}

impl Finish for Crests {
    fn phases(&self, position_m: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| {
            let phase = position_m[axis] * self.per_m[axis];
            phase - phase.floor()
        })
    }

    #[inline(always)]
    fn value<R: Real>(&self, [bend, east, south]: Slopes<R>, phases: [R; 2]) -> Slopes<R> {
        let phase = phases[0] + phases[1] + bend;
        let u = phase - phase.floor();
        let (height_m, windward) = (R::of(self.height_m), R::of(self.windward));
        let (rise, rise_slope) = smooth_step(u * R::of(1.0 / self.windward));
        let fall = R::of(self.height_m / (1.0 - self.windward));
        let is_windward = u < windward;
        let height = if is_windward { height_m * rise } else { height_m - fall * (u - windward) };
        let slope =
            if is_windward { R::of(self.height_m / self.windward) * rise_slope } else { -fall };
        let [x, z] = self.per_m.map(R::of);
        [height, slope * (x + east), slope * (z + south)]
    }

    fn bounds(&self, [_, _, bend]: [f64; 3]) -> Bounds {
        let rise = 1.5 * self.height_m / self.windward / self.wavelength_m;
        let steepest = rise.max(LEE_SLOPE) * (1.0 + bend * self.wavelength_m);
        Bounds { low_m: 0.0, high_m: self.height_m, steepest }
    }
}

/// Transverse dunes, creased along crests and feet. Their mean is half of their height.
pub fn dunes(document: &DunesDocument, seed: Seed) -> Field<Blob, Crests> {
    let DunesGroup { wind_deg, wavelength_m, height, waviness, swing } = document.dunes;
    let height_m = height * wavelength_m;
    let finish = Crests {
        per_m: downwind(wind_deg).map(|d| d / wavelength_m),
        wavelength_m,
        height_m,
        windward: 1.0 - height / LEE_SLOPE,
    };
    let radius_m = swing * wavelength_m;
    let bends = Scatter {
        layout: blob_layout(seed, radius_m),
        kernel: Blob::new(radius_m, waviness),
        finest_m: f64::INFINITY,
    };
    let octaves = if waviness > 0.0 { vec![bends] } else { vec![] };
    Field::new(octaves, finish, wavelength_m, [Mean::Known(0.0), Mean::Known(0.5 * height_m)])
}
