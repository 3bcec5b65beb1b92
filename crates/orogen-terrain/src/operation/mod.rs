//! Operations, which change the heights of a layer or of the whole land.
//!
//! Each carries height, gradient and bounds. A function f of the height makes the gradient f′g; one
//! of place and noise adds its slopes by them. No operation depends on the range of the land at
//! hand, and only clamping operations cut heights off. Levels, curve, bias and gain, soft clamp,
//! plateau, valley floor, canyon, cliff and fold are functions of the height. Terraces, island,
//! continents and damped detail are functions of place or noise too. Warp and stretch move the
//! places at which a land is sampled.

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
pub use list::{ListedOperation, MOST_OPERATIONS};
pub use places::{MovedPlace, PlaceMove};
pub use table::*;

use super::dual::{Bounds, Dual, Samples};
use super::duals::Duals;
use orogen_noise::grid::Level;

impl Operation {
    /// The way in which it moves the places at which a land is sampled; `None` if it does not.
    pub fn place_move(&self) -> Option<PlaceMove> {
        match self {
            Self::Stretch(p) => Some(PlaceMove::Map(p.matrix())),
            Self::Warp(p) => Some(PlaceMove::Push(p.reach_m())),
            _ => None,
        }
    }

    /// The new height at a place, in metres east and south of the origin: the reference.
    /// An operation that moves places leaves it as it is.
    ///
    /// # Panics
    /// If the number of noises is wrong.
    pub fn at(&self, below: Dual, place_m: [f64; 2], noises: &[Dual]) -> Dual {
        assert_eq!(noises.len(), self.noise_wavelengths_m().len(), "the noises that it asks for");
        match self {
            _ if self.is_neutral() => below,
            Self::DampedDetail(p) => p.at(below, noises),
            _ => {
                let noise = noises.first().copied().unwrap_or_default();
                self.visit(|formula| formula.at(below, place_m, noise)).unwrap_or(below)
            }
        }
    }

    /// The new heights at many points.
    /// An operation that moves places leaves them as they are.
    ///
    /// # Panics
    /// If inputs that it needs are missing: noises, places, or gradients.
    pub fn apply(&self, level: Level, samples: &mut Samples<'_>, inputs: Inputs<'_>) {
        inputs.assert_noises(self.noise_wavelengths_m().len(), samples);
        match self {
            _ if self.is_neutral() || self.moves_places() => {}
            Self::DampedDetail(p) => p.apply(level, samples, inputs),
            _ => self.visit(|formula| formula.apply(level, samples, inputs)).unwrap_or(()),
        }
    }

    /// The new bounds.
    /// Those of damped detail hold for the gradient that it carries. Operations that move places
    /// only change the steepness.
    ///
    /// # Panics
    /// If the number of noises is wrong.
    pub fn bounds(&self, below: Bounds, noises: &[Bounds]) -> Bounds {
        assert_eq!(noises.len(), self.noise_wavelengths_m().len(), "the noises that it asks for");
        match (self, noises) {
            _ if self.is_neutral() => below,
            (Self::DampedDetail(p), _) => p.bounds(below, noises),
            (Self::Warp(p), &[east, south]) => p.bounds(below, [east, south]),
            _ => {
                let noise = noises.first().copied().unwrap_or(Bounds::level(0.0));
                // Stretched land is no steeper.
                self.visit(|formula| formula.bounds(below, noise)).unwrap_or(below)
            }
        }
    }

    /// The place at which to sample a land: the place itself, unless the operation moves places.
    /// The last operation in a list moves first.
    pub fn moved(&self, place_m: [f64; 2], noises: &[Dual]) -> MovedPlace {
        match (self, noises) {
            (Self::Stretch(p), _) if !self.is_neutral() => p.moved(place_m),
            (Self::Warp(p), &[east, south]) if !self.is_neutral() => {
                p.moved(place_m, [east, south])
            }
            _ => MovedPlace { place_m, by_place: [[1.0, 0.0], [0.0, 1.0]] },
        }
    }

    /// The gradients of a land that was sampled at moved places, as those of a function of the
    /// places before. The noises need gradients too.
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

    /// The new heights at many places, in metres east and south of the origin. An operation that
    /// moves places leaves them as they are.
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
                let mut seen = vec![Dual::default(); noises.len()];
                land.change(|index, below| {
                    for (seen, noise) in seen.iter_mut().zip(noises) {
                        *seen = noise.at(index);
                    }
                    p.at(below, &seen)
                });
            }
            _ => {
                let noise = noises.first();
                self.visit(|formula| formula.apply_f64(level, land, places_m, noise)).unwrap_or(());
            }
        }
    }

    /// The places at which to sample a land: [`Operation::moved`] for many places.
    pub(crate) fn moved_f64(
        &self,
        [east_m, south_m]: [&[f64]; 2],
        noises: &[Duals],
    ) -> Vec<MovedPlace> {
        let places = east_m.iter().zip(south_m).map(|(east, south)| [*east, *south]);
        match (self.place_move(), noises) {
            (Some(PlaceMove::Map(by_place)), _) if !self.is_neutral() => {
                places.map(|place_m| MovedPlace::by(by_place, place_m)).collect()
            }
            (_, [east, south]) => {
                let noises = |index| [east.at(index), south.at(index)];
                places.enumerate().map(|(i, place_m)| self.moved(place_m, &noises(i))).collect()
            }
            _ => places.map(|place_m| self.moved(place_m, &[])).collect(),
        }
    }
}

/// The curve of operations through 2 to 16 points with rising x.
///
/// # Panics
/// If there are fewer or more points.
pub fn curve_through(points: &[[f64; 2]]) -> impl Fn(f64) -> f64 + use<> {
    let spline = spline::Spline::through(points);
    move |x| spline.at(x).0
}

#[cfg(test)]
mod tests;
