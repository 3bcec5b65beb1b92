//! Applies the formula of an operation to one point, to many points and to bounds.

use super::formula::{Formula, FormulaLoops};
use super::inputs::Inputs;
use super::many::DualLoops;
use crate::dual::{Bounds, Dual, Samples};
use crate::duals::Duals;
use orogen_noise::grid::Level;

/// The evaluations of a formula as a trait object; [`Formula`] itself has generic methods.
pub(super) trait Apply {
    /// The new height and gradient of one point.
    fn at(&self, below: Dual, place_m: [f64; 2], noise: Dual) -> Dual;

    /// Computes the new heights of many points in f32.
    fn apply(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>);

    /// Computes the new heights of many points in f64, bit for bit like [`Apply::at`].
    fn apply_f64(
        &self,
        level: Level,
        land: &mut Duals,
        places_m: [&[f64]; 2],
        noise: Option<&Duals>,
    );

    /// The bounds of the new heights, from the bounds of the land and of the noise.
    fn bounds(&self, below: Bounds, noise: Bounds) -> Bounds;

    /// The range of heights for a plot; `None` unless the formula is a function of height alone.
    fn plot_range_m(&self) -> Option<[f64; 2]>;
}

impl<F: Formula> Apply for F {
    fn at(&self, below: Dual, place_m: [f64; 2], noise: Dual) -> Dual {
        let result = self.evaluate(below.height_m, self.local(place_m), noise.height_m);
        let [east, south] = [0, 1].map(|i| {
            result.by_height * below.gradient[i]
                + result.by_place[i]
                + result.by_noise * noise.gradient[i]
        });
        Dual { height_m: result.height, gradient: [east, south] }
    }

    fn apply(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>) {
        if F::USES_PLACE {
            inputs.assert_places(samples.heights_m.len());
        }
        level.run_loops(FormulaLoops { formula: self, samples, inputs });
    }

    fn apply_f64(
        &self,
        level: Level,
        land: &mut Duals,
        places_m: [&[f64]; 2],
        noise: Option<&Duals>,
    ) {
        let noise = noise.filter(|_| F::USES_NOISE);
        level.run_loops(DualLoops { formula: self, land, places_m, noise });
    }

    fn bounds(&self, below: Bounds, noise: Bounds) -> Bounds {
        Formula::bounds(self, below, noise)
    }

    fn plot_range_m(&self) -> Option<[f64; 2]> {
        Formula::plot_range_m(self)
    }
}
