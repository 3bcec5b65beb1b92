//! What operations are given beside a land.

use crate::dual::{Samples, SamplesRef};

/// What an operation is given at many points: their places, and the noises that it asks for.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// How far each is east of the origin; may be empty where no operation asks for places.
    pub east_m: &'a [f64],
    /// How far each is south of the origin.
    pub south_m: &'a [f64],
    /// The noises, without unit, with their slopes a metre.
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
