//! The inputs of masks.

use crate::dual::{Bounds, Dual, Samples, SamplesRef};

/// The inputs that a mask needs besides heights and places.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaskNeeds {
    /// The gradient of the land below, even if only weights are computed.
    ///
    /// (With gradients, a height band needs it too.)
    pub gradient_below: bool,
    /// The radius at which the mask needs the curvature of the land below.
    pub curvature_radius_m: Option<f64>,
    /// The wavelength of the noise that the mask needs.
    ///
    /// The noise is about [−1, 1] and has its own seed.
    pub noise_wavelength_m: Option<f64>,
    /// The id of the layer whose own height the mask needs.
    pub layer: Option<u32>,
}

/// The inputs of a mask at one point, in f64.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaskPoint {
    /// The land below the layer.
    pub below: Dual,
    /// Metres to the east and to the south of the origin.
    pub place_m: [f64; 2],
    /// The noise, without unit, with its slopes per metre.
    pub noise: Option<Dual>,
    /// The curvature of the land below, in 1/m.
    pub curvature: Option<f64>,
    /// The other layer; `None` if it is missing.
    pub layer: Option<Dual>,
}

/// The inputs of a mask at many points.
#[derive(Clone, Copy, Debug)]
pub struct MaskInputs<'a> {
    /// The land below the layer.
    pub below: SamplesRef<'a>,
    /// The grid's columns in metres east of the origin, and its rows in metres south.
    ///
    /// Samples go row by row. The lines may be empty if no mask needs places.
    pub lines_m: [&'a [f64]; 2],
    /// The places in metres east and south of the origin, one per sample.
    ///
    /// They are given if operations moved samples off the grid.
    pub places_m: Option<[&'a [f64]; 2]>,
    /// The noise, without unit, with its slopes per metre.
    pub noise: Option<SamplesRef<'a>>,
    /// The curvature of the land below, in 1/m.
    pub curvature: Option<&'a [f32]>,
    /// The other layer; `None` if it is missing.
    pub layer: Option<SamplesRef<'a>>,
}

impl MaskInputs<'_> {
    /// Asserts that every sample has a place.
    pub(super) fn assert_places(&self, out: &Samples<'_>) {
        let [columns, rows] = self.lines_m.map(<[f64]>::len);
        assert_eq!(
            columns * rows,
            out.heights_m.len(),
            "one sample per pair of a column and a row"
        );
        let count = out.heights_m.len();
        assert!(
            self.places_m.iter().flatten().all(|axis| axis.len() == count),
            "one place per sample"
        );
    }
}

/// The bounds of a mask's inputs.
#[derive(Clone, Copy, Debug)]
pub struct MaskBounds {
    /// The land below the layer; for curvature, including the land within its radius.
    pub below: Bounds,
    /// The area from its northwest to its southeast corner; `None` is the whole plane.
    pub area_m: Option<[[f64; 2]; 2]>,
    /// The noise.
    pub noise: Option<Bounds>,
    /// The other layer; `None` if it is missing.
    pub layer: Option<Bounds>,
}
