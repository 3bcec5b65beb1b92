//! One place at which the stack is evaluated.

/// A place, and the band limit: octaves too fine for this sample spacing fade.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SamplePoint {
    pub place_m: [f64; 2],
    pub band_limit_m: f64,
    /// The spacing of the samples. The guide's band limit may be larger.
    pub sample_m: f64,
    /// True if the erosion's guide is sampled, which rounds folded noise.
    pub is_guide: bool,
}

impl SamplePoint {
    pub fn new(place_m: [f64; 2], band_limit_m: f64) -> Self {
        Self { place_m, band_limit_m, sample_m: band_limit_m, is_guide: false }
    }

    pub fn moved(self, place_m: [f64; 2]) -> Self {
        Self { place_m, ..self }
    }

    /// The same place for samples of at least this spacing.
    pub fn with_min_spacing(self, spacing_m: f64) -> Self {
        let (band_limit_m, sample_m) = (self.band_limit_m, self.sample_m);
        let (band_limit_m, sample_m) = (band_limit_m.max(spacing_m), sample_m.max(spacing_m));
        Self { band_limit_m, sample_m, ..self }
    }

    /// The same place for the erosion's guide, with a band limit of at least `limit_m`.
    pub fn for_guide(self, limit_m: f64) -> Self {
        Self { band_limit_m: self.band_limit_m.max(limit_m), is_guide: true, ..self }
    }
}
