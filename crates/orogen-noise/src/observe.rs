//! Watching a noise being computed: the bases report their steps to an [`Observer`]. The unit type
//! observes nothing and costs nothing, so that the code that is explained is the code that runs.

use super::lookup::{Lookup, Pick};

/// One lattice point's share in a value.
#[derive(Clone, Copy, Debug)]
pub struct Corner<'a> {
    /// The lattice point.
    pub cell: &'a [i64],
    /// Its number from the permutation.
    pub hash: u32,
    /// What it chooses by that number.
    pub pick: Pick,
    /// Its gradient (gradient noises), coefficients (lattice noise), or nothing (value noise).
    pub gradient: &'a [f64],
    /// From the lattice point to the sample.
    pub distance: &'a [f64],
    /// r² − d² with d the distance: 0 or less where the kernel has ended (simplex noises only).
    pub falloff: Option<f64>,
    /// By how much its kernel weakens it (simplex noises): (r² − d²)⁴; 1 where fades blend the
    /// corners.
    pub kernel: f64,
    /// The factor with which it enters the sum, where the basis takes it at once; 1 where blends or
    /// a scale follow.
    pub weight: f64,
    /// What it contributes before blending: gradient · distance, or its constant; times the kernel.
    pub influence: f64,
}

impl<'a> Corner<'a> {
    /// A corner without gradient that fades blend.
    #[inline]
    pub fn blended(
        cell: &'a [i64],
        (hash, pick): (u32, Pick),
        distance: &'a [f64],
        influence: f64,
    ) -> Self {
        let (falloff, kernel, weight) = (None, 1.0, 1.0);
        Self { cell, hash, pick, gradient: &[], distance, falloff, kernel, weight, influence }
    }
}

/// The point in a lattice of simplices.
#[derive(Clone, Copy, Debug)]
pub struct Skewed<'a> {
    /// F: the skewed point is p + F·Σp, in which simplices fill unit cubes. 0 where the lattice is
    /// turned and not skewed (OpenSimplex2 in 3D).
    pub skew: f64,
    /// G: back from there, a point is q − G·Σq. 0 where nothing is skewed.
    pub unskew: f64,
    /// The point, skewed or turned.
    pub skewed: &'a [f64],
    /// The lowest corner of its cube, skewed back.
    pub origin: &'a [f64],
    /// The place of each axis when the offsets from the origin are sorted from the largest: the
    /// order in which the corners are walked. Empty where the choice is made otherwise.
    pub ranks: &'a [usize],
    /// r² of the kernels.
    pub radius2: f64,
}

/// Receives the steps of a basis in the order in which they happen.
pub trait Observer {
    /// The cell of the lattice that holds the sample, and where in it the sample lies.
    fn cell(&mut self, _cell: &[i64], _fraction: &[f64]) {}

    /// The point in a lattice of simplices, before its corners.
    fn skewed(&mut self, _skewed: Skewed) {}

    /// A step on the way from a lattice point to its number; its corner follows.
    fn looked_up(&mut self, _lookup: Lookup) {}

    /// What follows is added in f32 ([`super::opensimplex`]): sums are exact in f32 alone.
    fn single_precision(&mut self) {}

    /// A corner has been evaluated.
    fn corner(&mut self, _corner: Corner) {}

    /// The fade along each axis.
    fn fades(&mut self, _fades: &[f64]) {}

    /// Two neighbours along `axis` have been blended: `result` = a + fade·(b − a).
    fn blend(&mut self, _axis: usize, _a: f64, _b: f64, _fade: f64, _result: f64) {}

    /// What follows is a copy of the noise, displaced by whole periods, that enters with this
    /// weight.
    fn copy(&mut self, _weight: f64) {}

    /// A factor that the basis applies at the end, such as simplex noise's 70.
    fn scale(&mut self, _factor: f64) {}
}

/// Observes nothing.
impl Observer for () {}
