//! The operations that move places: they act before a land is sampled.

use super::inputs::Inputs;
use super::table::{Stretch, Warp};
use crate::block::{BLOCK, Block};
use crate::dual::{Bounds, Dual, Samples};
use crate::real::steep;
use orogen_noise::grid::{Interleave, Level, Loops};
use orogen_noise::trig::sin_cos_turns;

/// The way in which an operation moves places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaceMove {
    /// Multiplies by a matrix, given row by row.
    Map([[f64; 2]; 2]),
    /// Pushes by two noises, to the east and to the south. The number is the push in metres at a
    /// noise of 1.
    Push(f64),
}

/// A moved place, at which the land is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedPlace {
    /// Metres to the east and to the south of the origin.
    pub place_m: [f64; 2],
    /// The Jacobian by the old place: the row of its east, then the row of its south.
    pub by_place: [[f64; 2]; 2],
}

impl MovedPlace {
    /// A place moved by a matrix, row by row.
    pub(super) fn by(by_place: [[f64; 2]; 2], [east, south]: [f64; 2]) -> Self {
        let place_m = by_place.map(|[by_east, by_south]| by_east * east + by_south * south);
        Self { place_m, by_place }
    }

    /// A land that was sampled at the new place, as a function of the old one: its gradient is
    /// Mᵀg.
    pub fn seen_from(&self, land: Dual) -> Dual {
        let [[ee, es], [se, ss]] = self.by_place;
        let [east, south] = land.gradient;
        let gradient = [ee * east + se * south, es * east + ss * south];
        Dual { height_m: land.height_m, gradient }
    }
}

impl Stretch {
    /// I + (1/f − 1)·d·dᵀ with d the direction: shapes are f times longer along it.
    pub(crate) fn matrix(&self) -> [[f64; 2]; 2] {
        let (east, north) = sin_cos_turns(self.azimuth_deg / 360.0);
        let (d, less) = ([east, -north], 1.0 / self.factor - 1.0);
        [
            [1.0 + less * d[0] * d[0], less * d[0] * d[1]],
            [less * d[1] * d[0], 1.0 + less * d[1] * d[1]],
        ]
    }

    /// h(Mp).
    pub(super) fn moved(&self, place_m: [f64; 2]) -> MovedPlace {
        MovedPlace::by(self.matrix(), place_m)
    }

    pub(super) fn pull(&self, level: Level, samples: &mut Samples<'_>) {
        let fixed = self.matrix().map(|row| row.map(|m| m as f32));
        level.run_loops(PullLoops { fixed, reach: 0.0, noises: None, samples });
    }
}

impl Warp {
    /// The distance by which a noise of 1 moves places, in metres.
    pub(crate) fn reach_m(&self) -> f64 {
        self.strength * self.wavelength_m
    }

    /// h(p + a·n(p)), of two noises: one to the east, one to the south. The gradient is
    /// (I + a∇n)ᵀg. Where a‖∇n‖ is above 1 the land folds.
    pub(super) fn moved(&self, place_m: [f64; 2], noises: [Dual; 2]) -> MovedPlace {
        let reach = self.reach_m();
        let place_m = [0, 1].map(|i| place_m[i] + reach * noises[i].height_m);
        let [[ee, es], [se, ss]] = noises.map(|n| n.gradient.map(|g| reach * g));
        MovedPlace { place_m, by_place: [[1.0 + ee, es], [se, 1.0 + ss]] }
    }

    pub(super) fn pull(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>) {
        let fixed = [[1.0, 0.0], [0.0, 1.0]];
        let reach = self.reach_m() as f32;
        level.run_loops(PullLoops { fixed, reach, noises: Some(inputs), samples });
    }

    /// Heights are those of other places; ‖I + a∇n‖ is at most 1 + a‖∇n‖.
    pub(super) fn bounds(&self, below: Bounds, [east, south]: [Bounds; 2]) -> Bounds {
        let slopes = [east, south].map(|n| n.steepest);
        let norm = (slopes[0] * slopes[0] + slopes[1] * slopes[1]).sqrt();
        Bounds { steepest: steep(below.steepest, 1.0 + self.reach_m() * norm), ..below }
    }
}

struct PullLoops<'a, 'b> {
    fixed: [[f32; 2]; 2],
    reach: f32,
    noises: Option<Inputs<'a>>,
    samples: &'a mut Samples<'b>,
}

impl Loops for PullLoops<'_, '_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { fixed: [[ee, es], [se, ss]], reach, noises, samples } = self;
        for start in (0..samples.heights_m.len()).step_by(BLOCK) {
            let land = Block::read(samples.samples_ref(), start);
            let read = |axis: usize| match noises {
                Some(inputs) => Block::read(inputs.noises[axis], start),
                None => Block::level(0.0),
            };
            let (by_east, by_south) = (read(0), read(1));
            let mut out = land;
            for i in 0..BLOCK {
                let (east, south) = (land.east[i], land.south[i]);
                out.east[i] =
                    (ee + reach * by_east.east[i]) * east + (se + reach * by_south.east[i]) * south;
                out.south[i] = (es + reach * by_east.south[i]) * east
                    + (ss + reach * by_south.south[i]) * south;
            }
            out.write(samples, start);
        }
    }
}
