//! Where reeds grow: in stands along still, shallow fresh water.

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

/// Returns true if the ground at a place, of height `bed_m`, lies in shallow, still fresh water or just beside
/// it.
pub(super) fn is_in_still_shallows(surface: &Surface, place_m: [f64; 2], bed_m: f32) -> bool {
    let bed_m = f64::from(bed_m);
    let water = surface.land().water(place_m, surface.spacing_m(), bed_m);
    water.is_some_and(|water| {
        (-ABOVE_M..DEPTH_M).contains(&(water.level_m - bed_m))
            && water.distance_m < BESIDE_M
            && water.fall < MAX_FALL
            && water.opacity > 0.5
            && water.level_m > surface.sea_level_m() + ABOVE_SEA_M
    })
}

/// The share of the ground that stands of reeds cover at a place with these noises, from 0 to 1.
pub(super) fn share_of_stands(noises: GroundNoises) -> f32 {
    smoothstep(STANDS[0], STANDS[1], noises[2] + 0.3 * noises[0])
}
