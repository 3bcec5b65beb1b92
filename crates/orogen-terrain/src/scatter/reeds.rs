//! Where reeds grow: in stands along still, shallow fresh water.

use super::lattice::LandLattice;
use crate::ground::{GroundNoises, smoothstep};
use crate::surface::Surface;

/// The height of the ground above the water up to which reeds grow, and the depth of the water from which
/// they do not, in metres. Common reed roots to about a metre of water.
const ABOVE_M: f64 = 0.2;
const DEPTH_M: f64 = 0.9;
/// The largest distance of reeds from the water, in metres.
const BESIDE_M: f64 = 1.5;
/// The largest fall of water in which reeds hold, in metres per metre.
const MAX_FALL: f64 = 0.003;
/// The least height of the water above the sea, in metres, because reeds need fresh water.
const ABOVE_SEA_M: f64 = 0.4;
/// The values of the noise of patches between which a stand begins.
const STANDS: [f32; 2] = [0.0, 0.35];

/// The largest difference of depth between a place with reeds and one of the samples around it, in metres:
/// reeds do not grow on slopes.
const SLACK_M: f64 = 1.7;

/// The still, shallow fresh water in a square.
pub(super) struct Shallows<'a> {
    surface: &'a Surface,
    lattice: &'a LandLattice,
    /// The depth of the water over each sample; `None` without rivers and lakes.
    depths_m: Option<Vec<f32>>,
}

impl<'a> Shallows<'a> {
    pub fn new(surface: &'a Surface, lattice: &'a LandLattice) -> Self {
        Self { surface, lattice, depths_m: lattice.depths_m(surface.land()) }
    }

    /// Returns true if the ground at a place in the square lies in shallow, still fresh water or beside
    /// it. The ground has the height `bed_m`.
    pub fn are_at(&self, place_m: [f64; 2], bed_m: f32) -> bool {
        // Most places are far from shores, and the water at a place takes much longer than this.
        let is_shore =
            |depth_m: &f32| (-ABOVE_M - SLACK_M..DEPTH_M + SLACK_M).contains(&f64::from(*depth_m));
        let around = self.depths_m.as_ref().map(|all| self.lattice.around(all, place_m));
        if !around.is_some_and(|depths_m| depths_m.iter().any(is_shore)) {
            return false;
        }
        let (surface, bed_m) = (self.surface, f64::from(bed_m));
        let water = surface.land().water(place_m, surface.spacing_m(), bed_m);
        water.is_some_and(|water| {
            (-ABOVE_M..DEPTH_M).contains(&(water.level_m - bed_m))
                && water.distance_m < BESIDE_M
                && water.fall < MAX_FALL
                && water.opacity > 0.5
                && water.level_m > surface.sea_level_m() + ABOVE_SEA_M
        })
    }
}

/// The share of the ground that stands of reeds cover at a place with these noises, from 0 to 1.
pub(super) fn share_of_stands(noises: GroundNoises) -> f32 {
    smoothstep(STANDS[0], STANDS[1], noises[2] + 0.3 * noises[0])
}
