//! Continents: the base level of land and sea floor, from a noise of low frequency.

use super::blobs::{Blob, blob_layout};
use super::field::{Mean, ScatteredLandform, halving_octaves};
use super::finish::{CHANNELS, Finish};
use super::parts::FinishParts;
use super::round::Slopes;
use crate::dual::Bounds;
use crate::real::{Real, smooth_step};
use orogen_noise::Seed;

crate::document! {
    /// The parameters of continents.
    ContinentsDocument {
        continents: ContinentsGroup, "Continents" {
            wavelength_km: f64 = 80.0, Number { min: 20.0, max: 200.0, log: true }, "km", Sample, "Wavelength",
                "The distance from one continent to the next.";
            octaves: u32 = 5, Integer { min: 1, max: 8 }, "", Sample, "Octaves",
                "The number of octaves that shape the coast; more octaves make a finer coastline.";
            sea_m: f64 = -1_500.0, Number { min: -8_000.0, max: 0.0, log: false }, "m", Sample, "Sea floor",
                "The base level of the open sea.";
            plain_m: f64 = 60.0, Number { min: 0.0, max: 1_000.0, log: false }, "m", Sample, "Plains",
                "The base level of the plains behind the coast.";
            inland_m: f64 = 900.0, Number { min: 0.0, max: 5_000.0, log: false }, "m", Sample, "Inland",
                "The extra height of the base level in the middle of a continent.";
            shift: f64 = 0.0, Number { min: -1.0, max: 1.0, log: false }, "", Sample, "Land or sea",
                "The balance of land and sea: a higher value makes more land, and 0 makes about half.";
        }
    }
}

/// A cubic spline that is level at its knots, from the sea floor to the plains and inland.
#[derive(Clone, Copy, Debug)]
pub struct ContinentSpline {
    lowest_m: f64,
    rises: [Rise; 2],
}

#[derive(Clone, Copy, Debug)]
struct Rise {
    from: f64,
    width: f64,
    height_m: f64,
}

impl Finish for ContinentSpline {
    #[inline(always)]
    fn value<R: Real>(
        &self,
        [[noise, east, south], _]: [Slopes<R>; CHANNELS],
        _: [R; 2],
    ) -> Slopes<R> {
        let (mut value, mut slope) = (R::of(self.lowest_m), R::of(0.0));
        for rise in &self.rises {
            let t = (noise - R::of(rise.from)) * R::of(1.0 / rise.width);
            let (step, step_slope) = smooth_step(t);
            value = value + R::of(rise.height_m) * step;
            slope = slope + R::of(rise.height_m / rise.width) * step_slope;
        }
        [value, slope * east, slope * south]
    }

    fn parts(&self) -> FinishParts {
        let [a, b] = self.rises;
        FinishParts::Continents([
            self.lowest_m,
            a.from,
            a.width,
            a.height_m,
            b.from,
            b.width,
            b.height_m,
        ])
    }

    fn bounds(&self, [[_, _, noise], _]: [[f64; 3]; CHANNELS]) -> Bounds {
        let rises = self.rises.iter();
        let high_m = self.lowest_m + rises.clone().map(|rise| rise.height_m).sum::<f64>();
        let steepest =
            rises.map(|rise| 1.5 * rise.height_m / rise.width).fold(0.0, f64::max) * noise;
        Bounds { low_m: self.lowest_m, high_m, steepest }
    }
}

/// Makes the base level in metres, which is added to the land. It is smooth.
pub fn continents(
    document: &ContinentsDocument,
    seed: Seed,
) -> ScatteredLandform<Blob, ContinentSpline> {
    let group = &document.continents;
    let coast =
        Rise { from: -0.4 - group.shift, width: 0.5, height_m: group.plain_m - group.sea_m };
    let inland = Rise { from: 0.3 - group.shift, width: 1.0, height_m: group.inland_m };
    let finish = ContinentSpline { lowest_m: group.sea_m, rises: [coast, inland] };
    // A wavelength is two blobs: a rise and a fall.
    let radius_m = 500.0 * group.wavelength_km;
    let mut octaves =
        halving_octaves(blob_layout(seed, radius_m), group.octaves, radius_m, |scale| {
            Blob::new(radius_m * scale, scale)
        });
    // The first octave fades only with the whole landform.
    octaves[0].finest_m = f64::INFINITY;
    ScatteredLandform::new(octaves, finish, radius_m, [Mean::Known(0.0), Mean::Measured])
}
