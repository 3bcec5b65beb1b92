//! Coasts: they reshape the land by its height above the sea alone.

use crate::dual::{Bounds, Dual, Samples};
use crate::real::{Real, smooth_step};

crate::document! {
    /// The parameters of a coast.
    CoastDocument {
        coast: CoastGroup, "Coast" {
            beach_m: f64 = 4.0, Number { min: 0.1, max: 100.0, log: true }, "m", Shape, "Beach",
                "Land up to this height above and below the sea is flattened to a beach.";
            cliff_m: f64 = 40.0, Number { min: 0.0, max: 500.0, log: false }, "m", Shape, "Cliff",
                "The height by which land above the beach is raised; 0 makes no cliff.";
            foot_m: f64 = 6.0, Number { min: 0.5, max: 100.0, log: true }, "m", Shape, "Cliff foot",
                "The height range of the land over which the cliff rises; a smaller range makes a steeper cliff.";
        }
    }
}

/// A beach at the sea's level and a cliff above it.
///
/// The new height is a smooth function of the old height and rises with it.
#[derive(Clone, Copy, Debug)]
pub struct Coast {
    beach_m: f64,
    cliff_m: f64,
    foot_m: f64,
}

impl Coast {
    /// Creates a coast from its parameters.
    pub fn new(document: &CoastDocument) -> Self {
        let CoastGroup { beach_m, cliff_m, foot_m } = document.coast;
        Self { beach_m, cliff_m, foot_m }
    }

    /// The new height, and its derivative with respect to the old height.
    #[inline(always)]
    fn value<R: Real>(&self, height_m: R) -> (R, R) {
        // h·t·(2 − t) with t = |h|/beach: level at the sea, as steep as the land at both ends
        let t = (height_m.greater(-height_m) * R::of(1.0 / self.beach_m)).lesser(R::of(1.0));
        let is_beach = t < R::of(1.0);
        let beach = height_m * t * (R::of(2.0) - t);
        let beach_slope = if is_beach { t * (R::of(4.0) - R::of(3.0) * t) } else { R::of(1.0) };
        let (cliff, cliff_slope) = smooth_step(height_m * R::of(1.0 / self.foot_m));
        (
            beach + R::of(self.cliff_m) * cliff,
            beach_slope + R::of(self.cliff_m / self.foot_m) * cliff_slope,
        )
    }

    /// Beach, cliff and foot in metres.
    pub fn numbers(&self) -> [f64; 3] {
        [self.beach_m, self.cliff_m, self.foot_m]
    }

    /// Reshapes the land at a point.
    pub fn at(&self, land: Dual) -> Dual {
        let (height_m, slope) = self.value(land.height_m);
        land.mapped(height_m, slope)
    }

    /// Reshapes the land at many points, in place.
    pub fn apply(&self, samples: &mut Samples) {
        match &mut samples.gradients {
            None => {
                for height_m in samples.heights_m.iter_mut() {
                    *height_m = self.value(*height_m).0;
                }
            }
            Some([east, south]) => {
                let slopes = east.iter_mut().zip(south.iter_mut());
                for (height_m, (east, south)) in samples.heights_m.iter_mut().zip(slopes) {
                    let (height, slope) = self.value(*height_m);
                    (*height_m, *east, *south) = (height, slope * *east, slope * *south);
                }
            }
        }
    }

    /// The bounds of the reshaped land.
    pub fn bounds(&self, land: Bounds) -> Bounds {
        let [low_m, high_m] = [land.low_m, land.high_m].map(|height_m| self.value(height_m).0);
        // A beach is steepest at two thirds of its height.
        let steepest = land.steepest * (4.0 / 3.0 + 1.5 * self.cliff_m / self.foot_m);
        Bounds { low_m, high_m, steepest }
    }
}
