//! Basins: the dug beds of lakes, and their rims.

use super::lakes::{LARGEST, RADIUS_M};
use super::wander::Wander;

/// The depth of a basin's middle, as a share of its radius.
const DEPTH: f64 = 0.06;

/// The deepest basin.
pub(super) const DEEPEST_M: f64 = DEPTH * RADIUS_M * LARGEST;

/// How far noise moves the outline of a basin, as a share of its radius.
const AMPLITUDE: f64 = 0.45;

/// The wavelength of this noise, relative to the radius.
const WAVELENGTH: f64 = 0.9;

/// The amplitude and the wavelength of a finer noise, in radii. It makes smaller bays.
const FINE_AMPLITUDE: f64 = 0.16;
const FINE_WAVELENGTH: f64 = 0.32;

/// Distances from the middle, in radii, where the rim begins, where it begins to fall, and where it
/// ends.
const RIM: [f64; 3] = [0.97, 1.2, 2.0];

/// The height of the rim above the water.
const RIM_M: f64 = 0.5;

/// The fall of the rim away from the lake in metres per metre.
const RIM_FALL: f64 = 0.15;

/// How far a basin and its rim reach, in radii.
pub(super) const REACH: f64 = RIM[2] + MAX_SHIFT;

/// How far noise moves a place along an axis at most, in radii.
const MAX_SHIFT: f64 = AMPLITUDE + FINE_AMPLITUDE;

/// The ground changes within this distance from the middle, in radii.
pub(super) const RIM_END: f64 = RIM[2];

/// The basin of a lake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basin {
    /// The middle in metres east and south of the origin.
    pub middle_m: [f64; 2],
    /// The radius.
    pub radius_m: f64,
    /// The level of the lake.
    pub level_m: f64,
}

impl Basin {
    /// The distances of places from the middle in radii. Noise makes outlines uneven.
    pub(super) fn distances(&self, wander: &Wander, places_m: &[[f64; 2]]) -> Vec<f64> {
        let noise = |wavelength: f64| {
            let places = places_m.iter().map(|place_m| self.in_wavelengths(wavelength, *place_m));
            wander.sample(&places.collect::<Vec<_>>())
        };
        let (wide, fine) = (noise(WAVELENGTH), noise(FINE_WAVELENGTH));
        let moved = places_m.iter().zip(wide.iter().zip(&fine));
        moved.map(|(place_m, (wide, fine))| self.moved_distance(*place_m, *wide, *fine)).collect()
    }

    fn in_wavelengths(&self, wavelength: f64, place_m: [f64; 2]) -> [f64; 2] {
        place_m.map(|m| m / (wavelength * self.radius_m))
    }

    fn moved_distance(&self, place_m: [f64; 2], wide: [f64; 2], fine: [f64; 2]) -> f64 {
        let [x, z] = [0, 1].map(|axis| {
            let moved = AMPLITUDE * wide[axis] + FINE_AMPLITUDE * fine[axis];
            let moved = moved.clamp(-MAX_SHIFT, MAX_SHIFT);
            place_m[axis] - self.middle_m[axis] + self.radius_m * moved
        });
        (x * x + z * z).sqrt() / self.radius_m
    }

    /// Returns false only if a place is certainly farther than `radii` from the middle.
    pub(super) fn may_be_within(&self, place_m: [f64; 2], radii: f64) -> bool {
        // Noise moves a place by at most MAX_SHIFT along either axis; 1.5 is more than the diagonal.
        let reach_m = (radii + 1.5 * MAX_SHIFT) * self.radius_m;
        let [x, z] = [0, 1].map(|axis| place_m[axis] - self.middle_m[axis]);
        x * x + z * z < reach_m * reach_m
    }

    /// The depth of the dug bed at a distance in radii.
    pub(super) fn dug_m(&self, distance: f64) -> f64 {
        let inside = (1.0 - distance * distance).max(0.0);
        DEPTH * self.radius_m * inside * inside.sqrt()
    }

    /// The lowest ground of the rim at a distance in radii; `None` off the rim.
    pub(super) fn rim_m(&self, distance: f64) -> Option<f64> {
        let [start, top, end] = RIM;
        let fall_m = RIM_FALL * (distance - top).max(0.0) * self.radius_m;
        (start..end).contains(&distance).then_some(self.level_m + RIM_M - fall_m)
    }

    /// Returns true if the basin or its rim may reach a rectangle, given by its north-west and
    /// south-east corners.
    pub(super) fn reaches(&self, [low_m, high_m]: [[f64; 2]; 2]) -> bool {
        let reach_m = REACH * self.radius_m;
        (0..2).all(|axis| {
            let middle_m = self.middle_m[axis];
            (low_m[axis] - reach_m..=high_m[axis] + reach_m).contains(&middle_m)
        })
    }
}
