//! What masks are given, and what they ask for.

use crate::dual::{Bounds, Dual, Samples, SamplesRef};

/// What a mask asks for, beside heights and places.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Needs {
    /// The gradient of the land below, even where only weights are wanted. (Where gradients are
    /// wanted, a height band needs it too.)
    pub gradient_below: bool,
    /// The curvature of the land below, at this radius.
    pub curvature_radius_m: Option<f64>,
    /// A noise of this wavelength, about [−1, 1], of a seed of its own.
    pub noise_wavelength_m: Option<f64>,
    /// The height of the layer of this number alone.
    pub layer: Option<u32>,
}

/// What a mask is given at one point, in f64.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaskPoint {
    /// The land below the layer.
    pub below: Dual,
    /// Metres to the east and to the south of the origin.
    pub place_m: [f64; 2],
    /// The noise, without unit, with its slopes a metre.
    pub noise: Option<Dual>,
    /// The curvature of the land below, in 1/m.
    pub curvature: Option<f64>,
    /// The other layer; none where there is no such layer.
    pub layer: Option<Dual>,
}

/// What a mask is given at many points.
#[derive(Clone, Copy, Debug)]
pub struct MaskInputs<'a> {
    /// The land below the layer.
    pub below: SamplesRef<'a>,
    /// How far east of the origin the grid's columns are, and how far south of it its rows; samples
    /// are row by row. May be empty where no mask asks for places.
    pub lines_m: [&'a [f64]; 2],
    /// The places east and south of the origin, one a sample, where operations moved them off the
    /// grid.
    pub places_m: Option<[&'a [f64]; 2]>,
    /// The noise, without unit, with its slopes a metre.
    pub noise: Option<SamplesRef<'a>>,
    /// The curvature of the land below, in 1/m.
    pub curvature: Option<&'a [f32]>,
    /// The other layer; none where there is no such layer.
    pub layer: Option<SamplesRef<'a>>,
}

impl MaskInputs<'_> {
    /// Asserts that there are as many places as samples.
    pub(super) fn assert_places(&self, out: &Samples<'_>) {
        let [columns, rows] = self.lines_m.map(<[f64]>::len);
        assert_eq!(columns * rows, out.heights_m.len(), "a column and a row for each");
        let count = out.heights_m.len();
        assert!(self.places_m.iter().flatten().all(|axis| axis.len() == count), "a place for each");
    }
}

/// Between what the inputs of a mask lie.
#[derive(Clone, Copy, Debug)]
pub struct MaskBounds {
    /// The land below the layer; for curvature, that within its radius too.
    pub below: Bounds,
    /// The places, from the northwest to the southeast; everywhere where none is given.
    pub area_m: Option<[[f64; 2]; 2]>,
    /// The noise.
    pub noise: Option<Bounds>,
    /// The other layer; none where there is no such layer.
    pub layer: Option<Bounds>,
}
