//! Warp and stretch, which move the places at which a land is sampled.

use super::inputs::Inputs;
use super::table::{Stretch, Warp};
use crate::block::{BLOCK, HeightBlock};
use crate::dual::{Bounds, Dual, Samples};
use crate::real::steep;
use orogen_noise::grid::{Interleave, Level, Loops};
use orogen_noise::trig::sin_cos_turns;

/// How an operation moves places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaceMove {
    /// Multiplies the position by a matrix, given row by row.
    Map([[f64; 2]; 2]),
    /// Displaces the position by two noises, to the east and to the south. The number is the
    /// displacement in metres at a noise of 1.
    Push(f64),
}

/// A moved place, at which to sample the land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedPlace {
    /// Metres to the east and to the south of the origin.
    pub place_m: [f64; 2],
    /// The Jacobian of the new place with respect to the old place.
    ///
    /// The first row belongs to the east coordinate, the second to the south coordinate.
    pub by_place: [[f64; 2]; 2],
}

impl MovedPlace {
    /// Moves a place by a matrix, given row by row.
    pub(super) fn by_matrix(by_place: [[f64; 2]; 2], [east, south]: [f64; 2]) -> Self {
        let place_m = by_place.map(|[by_east, by_south]| by_east * east + by_south * south);
        Self { place_m, by_place }
    }

    /// Converts a height sampled at the new place to a function of the old place.
    ///
    /// The height stays the same; with the Jacobian M, the gradient g becomes Mᵀg.
    pub fn pull_back(&self, land: Dual) -> Dual {
        let [[ee, es], [se, ss]] = self.by_place;
        let [east, south] = land.gradient;
        let gradient = [ee * east + se * south, es * east + ss * south];
        Dual { height_m: land.height_m, gradient }
    }
}

impl Stretch {
    /// The matrix M = I + (1/f − 1)·d·dᵀ, which makes shapes f times longer in the direction d.
    pub(crate) fn matrix(&self) -> [[f64; 2]; 2] {
        let (east, north) = sin_cos_turns(self.azimuth_deg / 360.0);
        let (d, change) = ([east, -north], 1.0 / self.factor - 1.0);
        [
            [1.0 + change * d[0] * d[0], change * d[0] * d[1]],
            [change * d[1] * d[0], 1.0 + change * d[1] * d[1]],
        ]
    }

    /// The place Mp for the place p, so that the land becomes h(Mp).
    pub(super) fn moved(&self, place_m: [f64; 2]) -> MovedPlace {
        MovedPlace::by_matrix(self.matrix(), place_m)
    }

    pub(super) fn pull(&self, level: Level, samples: &mut Samples<'_>) {
        let matrix = self.matrix().map(|row| row.map(|m| m as f32));
        level.run_loops(PullLoops { matrix, reach: 0.0, noises: None, samples });
    }
}

impl Warp {
    /// The distance in metres by which a noise of 1 moves a place.
    pub(crate) fn reach_m(&self) -> f64 {
        self.strength * self.wavelength_m
    }

    /// The place p + a·n(p), where the vector n consists of two noises, east and south. The
    /// gradient g becomes (I + a∇n)ᵀg. Where a‖∇n‖ is above 1, the land can fold over itself.
    pub(super) fn moved(&self, place_m: [f64; 2], noises: [Dual; 2]) -> MovedPlace {
        let reach = self.reach_m();
        let place_m = [0, 1].map(|i| place_m[i] + reach * noises[i].height_m);
        let [[ee, es], [se, ss]] = noises.map(|n| n.gradient.map(|g| reach * g));
        MovedPlace { place_m, by_place: [[1.0 + ee, es], [se, 1.0 + ss]] }
    }

    pub(super) fn pull(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>) {
        let matrix = [[1.0, 0.0], [0.0, 1.0]];
        let reach = self.reach_m() as f32;
        level.run_loops(PullLoops { matrix, reach, noises: Some(inputs), samples });
    }

    /// The heights come from other places of the same land, so their bounds stay. The steepness
    /// grows by at most ‖I + a∇n‖ ≤ 1 + a‖∇n‖.
    pub(super) fn bounds(&self, below: Bounds, [east, south]: [Bounds; 2]) -> Bounds {
        let slopes = [east, south].map(|n| n.steepest);
        let norm = (slopes[0] * slopes[0] + slopes[1] * slopes[1]).sqrt();
        Bounds { steepest: steep(below.steepest, 1.0 + self.reach_m() * norm), ..below }
    }
}

/// Converts gradients: with the Jacobian M = `matrix` + `reach`·∇n, g becomes Mᵀg.
struct PullLoops<'a, 'b> {
    matrix: [[f32; 2]; 2],
    reach: f32,
    noises: Option<Inputs<'a>>,
    samples: &'a mut Samples<'b>,
}

impl Loops for PullLoops<'_, '_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { matrix: [[ee, es], [se, ss]], reach, noises, samples } = self;
        for start in (0..samples.heights_m.len()).step_by(BLOCK) {
            let land = HeightBlock::read(samples.samples_ref(), start);
            let read = |axis: usize| match noises {
                Some(inputs) => HeightBlock::read(inputs.noises[axis], start),
                None => HeightBlock::level(0.0),
            };
            let (east_noise, south_noise) = (read(0), read(1));
            let mut out = land;
            for i in 0..BLOCK {
                let (east, south) = (land.east[i], land.south[i]);
                out.east[i] = (ee + reach * east_noise.east[i]) * east
                    + (se + reach * south_noise.east[i]) * south;
                out.south[i] = (es + reach * east_noise.south[i]) * east
                    + (ss + reach * south_noise.south[i]) * south;
            }
            out.write(samples, start);
        }
    }
}
