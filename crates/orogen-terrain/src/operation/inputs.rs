//! The inputs of operations besides the land.

use crate::dual::{Samples, SamplesRef};

/// The inputs of an operation at many points: their places, and the noises that it needs.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// Metres east of the origin; may be empty if no operation needs places.
    pub east_m: &'a [f64],
    /// Metres south of the origin.
    pub south_m: &'a [f64],
    /// The noises, without unit, with their slopes per metre.
    pub noises: &'a [SamplesRef<'a>],
}

impl Inputs<'_> {
    pub(super) fn assert_places(&self, count: usize) {
        assert!([self.east_m, self.south_m].iter().all(|x| x.len() == count), "a place for each");
    }

    pub(super) fn assert_noises(&self, count: usize, samples: &Samples<'_>) {
        assert_eq!(self.noises.len(), count, "the noises that are asked for");
        for noise in self.noises {
            noise.assert_match(samples, true);
        }
    }
}
