//! A place at which a stack is asked.

/// A place, and the spacing of samples by which what is too fine fades.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub place_m: [f64; 2],
    pub band_limit_m: f64,
    /// Whether it is the guide of the erosion that is asked for.
    pub is_guide: bool,
}

impl At {
    pub fn new(place_m: [f64; 2], band_limit_m: f64) -> Self {
        Self { place_m, band_limit_m, is_guide: false }
    }

    pub fn moved(self, place_m: [f64; 2]) -> Self {
        Self { place_m, ..self }
    }

    /// The same place of a guide, from which all is gone that is too fine for this limit.
    pub fn guide(self, limit_m: f64) -> Self {
        Self { band_limit_m: self.band_limit_m.max(limit_m), is_guide: true, ..self }
    }
}
