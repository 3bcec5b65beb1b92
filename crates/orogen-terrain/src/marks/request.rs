//! The places at which marks are evaluated, and the land below them.

use std::ops::Range;

use super::shape::{NOWHERE, Rectangle, join};
use crate::duals::Duals;

/// The land below a layer of marks, at single places.
pub(crate) trait PlacesBelow {
    /// The height of the land at a place, after the first `mark_count` marks of the layer.
    fn height_m(&self, mark_count: usize, place_m: [f64; 2], spacing_m: f64) -> f64;

    /// The level of the highest water that covers a place: of lower layers or of the network of
    /// rivers. `None` if no water covers it.
    fn level_m(&self, place_m: [f64; 2], spacing_m: f64) -> Option<f64>;

    /// The level of the lake of a mark that is a part of the network of rivers; `None` for other marks.
    fn joined_level_m(&self, mark: u32) -> Option<f64>;
}

/// The land below a layer of marks.
pub(crate) trait LandBelow: PlacesBelow {
    /// The land below the layer at the places of a request, for samples of at least this spacing.
    fn at_spacing(&mut self, spacing_m: f64) -> Duals;
}

/// The places at which a layer of marks is evaluated.
pub(crate) struct PlacesRequest<'a> {
    /// Metres east and south of the origin.
    pub places_m: [&'a [f64]; 2],
    /// The spacing of the samples. Finer marks fade.
    pub sample_m: f64,
    /// The number of marks to apply, counted from the first.
    pub mark_count: usize,
}

/// The number of neighbouring places that share the selection of chords.
pub(super) const RUN: usize = 64;

/// Neighbouring places, and a rectangle around them.
pub(super) struct PlaceRun {
    pub places: Range<usize>,
    pub around_m: Rectangle,
}

/// Divides places into runs, in order.
pub(super) fn runs([east, south]: [&[f64]; 2]) -> Vec<PlaceRun> {
    let run = |start: usize| {
        let places = start..(start + RUN).min(east.len());
        let points = places.clone().map(|i| [east[i], south[i]]);
        PlaceRun { places, around_m: points.fold(NOWHERE, |all, point| join(all, [point; 2])) }
    };
    (0..east.len()).step_by(RUN).map(run).collect()
}

impl PlacesRequest<'_> {
    pub(super) fn place_m(&self, index: usize) -> [f64; 2] {
        self.places_m.map(|axis| axis[index])
    }
}
