//! Operations, which change the heights of a layer or of the whole land.
//!
//! An operation computes the new height, gradient and bounds. There are three sorts:
//! * Functions f of the height alone: levels, curve, bias and gain, soft clamp, plateau, valley
//!   floor, canyon, cliff and fold. They turn the gradient g into f′g.
//! * Functions of place or noise too: terraces, island, continents and damped detail. They add
//!   their derivatives with respect to place and noise to the gradient.
//! * Moves of the places at which a land is sampled: warp and stretch.
//!
//! No operation depends on the lowest and highest height of the sampled area, so every area gives
//! the same result.
//!
//! ```
//! use orogen_terrain::dual::Dual;
//! use orogen_terrain::operation::{Levels, Operation};
//!
//! let levels = Operation::Levels(Levels { scale: 0.5, offset_m: 10.0 });
//! assert_eq!(levels.at(Dual::level(100.0), [0.0, 0.0], &[]).height_m, 60.0);
//! ```

mod apply;
mod continents;
mod detail;
mod formula;
mod height;
mod inputs;
mod island;
mod list;
mod many;
mod places;
pub(crate) mod spline;
mod table;
mod terraces;

pub use inputs::Inputs;
pub use list::{ListedOperation, MAX_OPERATIONS};
pub use places::{MovedPlace, PlaceMove};
pub use table::*;

use super::dual::{Bounds, Dual, Samples};
use super::duals::Duals;
use orogen_noise::grid::Level;

impl Operation {
    /// How the operation moves the sampled places; `None` if it changes heights.
    pub fn place_move(&self) -> Option<PlaceMove> {
        match self {
            Self::Stretch(p) => Some(PlaceMove::Map(p.matrix())),
            Self::Warp(p) => Some(PlaceMove::Push(p.reach_m())),
            _ => None,
        }
    }

    /// Computes the new height at one place, in metres east and south of the origin.
    ///
    /// This is the reference for the functions of many points. An operation that moves places
    /// returns `below`.
    ///
    /// # Panics
    /// If the number of noises is wrong.
    pub fn at(&self, below: Dual, place_m: [f64; 2], noises: &[Dual]) -> Dual {
        assert_eq!(noises.len(), self.noise_wavelengths_m().len(), "one noise per wavelength");
        match self {
            _ if self.is_neutral() => below,
            Self::DampedDetail(p) => p.at(below, noises),
            _ => {
                let noise = noises.first().copied().unwrap_or_default();
                self.with_formula(|formula| formula.at(below, place_m, noise)).unwrap_or(below)
            }
        }
    }

    /// Computes the new heights at many points in f32.
    ///
    /// An operation that moves places changes no heights.
    ///
    /// # Panics
    /// If noises, places or gradients that the operation needs are missing.
    pub fn apply(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>) {
        inputs.assert_noises(self.noise_wavelengths_m().len(), samples);
        match self {
            _ if self.is_neutral() || self.moves_places() => {}
            Self::DampedDetail(p) => p.apply(level, samples, inputs),
            _ => self.with_formula(|formula| formula.apply(level, samples, inputs)).unwrap_or(()),
        }
    }

    /// The bounds of the new heights.
    ///
    /// For damped detail, they bound the computed gradient, which leaves out the slope of the
    /// damping. An operation that moves places changes only the steepness.
    ///
    /// # Panics
    /// If the number of noises is wrong.
    pub fn bounds(&self, below: Bounds, noises: &[Bounds]) -> Bounds {
        assert_eq!(noises.len(), self.noise_wavelengths_m().len(), "one noise per wavelength");
        match (self, noises) {
            _ if self.is_neutral() => below,
            (Self::DampedDetail(p), _) => p.bounds(below, noises),
            (Self::Warp(p), &[east, south]) => p.bounds(below, [east, south]),
            _ => {
                let noise = noises.first().copied().unwrap_or(Bounds::level(0.0));
                // Stretching makes no land steeper.
                self.with_formula(|formula| formula.bounds(below, noise)).unwrap_or(below)
            }
        }
    }

    /// The place at which to sample the land to get its height at `place_m`.
    ///
    /// It differs from `place_m` only if the operation moves places. In a list of operations, the
    /// last must be applied first.
    pub fn moved(&self, place_m: [f64; 2], noises: &[Dual]) -> MovedPlace {
        match (self, noises) {
            (Self::Stretch(p), _) if !self.is_neutral() => p.moved(place_m),
            (Self::Warp(p), &[east, south]) if !self.is_neutral() => {
                p.moved(place_m, [east, south])
            }
            _ => MovedPlace { place_m, by_place: [[1.0, 0.0], [0.0, 1.0]] },
        }
    }

    /// Converts the gradients of land that was sampled at moved places.
    ///
    /// The results are gradients with respect to the original places. The noises must have
    /// gradients.
    ///
    /// # Panics
    /// If the number of noises is wrong.
    pub fn pull_gradients(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>) {
        inputs.assert_noises(self.noise_wavelengths_m().len(), samples);
        match self {
            _ if self.is_neutral() || samples.gradients.is_none() => {}
            Self::Stretch(p) => p.pull(level, samples),
            Self::Warp(p) => p.pull(level, samples, inputs),
            _ => {}
        }
    }

    /// Computes the new heights at many places, in metres east and south of the origin. An
    /// operation that moves places changes no heights.
    ///
    /// # Panics
    /// If inputs that it needs are missing.
    pub(crate) fn apply_f64(
        &self,
        level: Level,
        land: &mut Duals,
        places_m: [&[f64]; 2],
        noises: &[Duals],
    ) {
        match self {
            _ if self.is_neutral() || self.moves_places() => {}
            Self::DampedDetail(p) => {
                let mut octaves = vec![Dual::default(); noises.len()];
                land.change(|index, below| {
                    for (octave, noise) in octaves.iter_mut().zip(noises) {
                        *octave = noise.at(index);
                    }
                    p.at(below, &octaves)
                });
            }
            _ => {
                let noise = noises.first();
                self.with_formula(|formula| formula.apply_f64(level, land, places_m, noise))
                    .unwrap_or(());
            }
        }
    }

    /// Calls [`Operation::moved`] for many places.
    pub(crate) fn moved_f64(
        &self,
        [east_m, south_m]: [&[f64]; 2],
        noises: &[Duals],
    ) -> Vec<MovedPlace> {
        let places = east_m.iter().zip(south_m).map(|(east, south)| [*east, *south]);
        match (self.place_move(), noises) {
            (Some(PlaceMove::Map(by_place)), _) if !self.is_neutral() => {
                places.map(|place_m| MovedPlace::by_matrix(by_place, place_m)).collect()
            }
            (_, [east, south]) => {
                let noises = |index| [east.at(index), south.at(index)];
                places.enumerate().map(|(i, place_m)| self.moved(place_m, &noises(i))).collect()
            }
            _ => places.map(|place_m| self.moved(place_m, &[])).collect(),
        }
    }
}

/// Returns the curve of operations through 2 to 16 points with rising x.
///
/// # Panics
/// If there are fewer than 2 or more than 16 points.
pub fn curve_through(points: &[[f64; 2]]) -> impl Fn(f64) -> f64 + use<> {
    let spline = spline::MonotoneSpline::through(points);
    move |x| spline.at(x).0
}

#[cfg(test)]
mod tests;
