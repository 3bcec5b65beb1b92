//! Observing the computation of a noise: the bases report their steps to an [`Observer`]. The unit
//! type ignores all reports at no cost, so that the observed code is the code that runs.

use super::lookup::{Lookup, Pick};

/// One lattice point's share in a value.
#[derive(Clone, Copy, Debug)]
pub struct Corner<'a> {
    /// The lattice point.
    pub cell: &'a [i64],
    /// Its number from the permutation.
    pub hash: u32,
    /// The choice that the number makes.
    pub pick: Pick,
    /// Its gradient (gradient noises), coefficients (lattice noise), or nothing (value noise).
    pub gradient: &'a [f64],
    /// From the lattice point to the sample.
    pub distance: &'a [f64],
    /// r² − d² with d the distance: 0 or less where the kernel has ended (simplex noises only).
    pub falloff: Option<f64>,
    /// The kernel's weight in simplex noises: (r² − d²)⁴; 1 where fades blend the corners.
    pub kernel: f64,
    /// The factor with which the corner enters the sum, if the basis applies it at once; 1 where
    /// blends or a scale follow.
    pub weight: f64,
    /// The contribution before blending: gradient · distance, or the point's constant; times the
    /// kernel.
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
    /// F: the skewed point is p + F·Σp, in which simplices fill unit cubes.
    ///
    /// 0 where the lattice is turned and not skewed (OpenSimplex2 in 3D).
    pub skew: f64,
    /// G: back from there, a point is q − G·Σq. 0 where nothing is skewed.
    pub unskew: f64,
    /// The point, skewed or turned.
    pub skewed: &'a [f64],
    /// The lowest corner of its cube, skewed back.
    pub origin: &'a [f64],
    /// The place of each axis when the offsets from the origin are sorted from the largest: the
    /// order in which the corners are walked. Empty where the walk is chosen in another way.
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

    /// Reports that the corners after this call are added in f32 ([`super::opensimplex`]). Their
    /// sum has the basis's bits only if taken in f32.
    fn single_precision(&mut self) {}

    /// A corner has been evaluated.
    fn corner(&mut self, _corner: Corner) {}

    /// The fade along each axis.
    fn fades(&mut self, _fades: &[f64]) {}

    /// Two neighbours along `axis` have been blended: `result` = a + fade·(b − a).
    fn blend(&mut self, _axis: usize, _a: f64, _b: f64, _fade: f64, _result: f64) {}

    /// Reports that the steps after this call belong to a copy of the noise, displaced by whole
    /// periods and of this weight.
    fn copy(&mut self, _weight: f64) {}

    /// A factor that the basis applies at the end, such as simplex noise's 70.
    fn scale(&mut self, _factor: f64) {}
}

/// Ignores all reports.
impl Observer for () {}
