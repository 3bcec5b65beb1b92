//! The inputs of operations besides the land's heights.

use crate::dual::{Samples, SamplesRef};

/// The places of many points, and the noises that an operation needs at them.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// Metres east of the origin, one per point.
    ///
    /// The slice may be empty if no operation needs places.
    pub east_m: &'a [f64],
    /// Metres south of the origin, one per point.
    pub south_m: &'a [f64],
    /// The noise values, which have no unit, and their slopes per metre.
    pub noises: &'a [SamplesRef<'a>],
}

impl Inputs<'_> {
    pub(super) fn assert_places(&self, count: usize) {
        assert!(
            [self.east_m, self.south_m].iter().all(|x| x.len() == count),
            "one place per sample"
        );
    }

    pub(super) fn assert_noises(&self, count: usize, samples: &Samples<'_>) {
        assert_eq!(self.noises.len(), count, "one noise per wavelength");
        for noise in self.noises {
            noise.assert_match(samples, true);
        }
    }
}
