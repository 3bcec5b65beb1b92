//! Observers of a noise computation: bases report their steps to an [`Observer`].
//!
//! The unit type ignores all reports at no cost, so that the observed code is the code that runs.

use super::lookup::{Lookup, Pick};

/// The contribution of one lattice point to a value.
#[derive(Clone, Copy, Debug)]
pub struct Corner<'a> {
    /// The lattice point.
    pub cell: &'a [i64],
    /// The point's pseudo-random number, from the permutation.
    pub hash: u32,
    /// The choice that this number makes, for example of a gradient.
    pub pick: Pick,
    /// The gradient, or the coefficients of lattice noise. Empty for value and Worley noise.
    pub gradient: &'a [f64],
    /// The offset from the lattice point (in Worley noise, its feature point) to the sample.
    pub offset: &'a [f64],
    /// r² − d², with the kernel's radius r and the distance d.
    ///
    /// It is at most 0 beyond the end of the kernel, and `None` for noises without kernels.
    pub falloff: Option<f64>,
    /// The weight of the radial kernel, (r² − d²)⁴.
    ///
    /// It is 1 where fades blend the corners.
    pub kernel: f64,
    /// The factor of `influence` in the sum.
    ///
    /// It is 1 if the basis applies fades or a scale later, and 0 in Worley noise, which is no sum.
    pub weight: f64,
    /// The contribution before blending.
    ///
    /// It is gradient · offset, the polynomial of lattice noise or the point's value, multiplied by
    /// `kernel`. In Worley noise it is the distance of the feature point.
    pub influence: f64,
}

impl<'a> Corner<'a> {
    /// Makes a corner that has no gradient and is weighted by fades.
    #[inline]
    pub fn blended(
        cell: &'a [i64],
        (hash, pick): (u32, Pick),
        offset: &'a [f64],
        influence: f64,
    ) -> Self {
        let (falloff, kernel, weight) = (None, 1.0, 1.0);
        Self { cell, hash, pick, gradient: &[], offset, falloff, kernel, weight, influence }
    }
}

/// The skewing of a sample point in a lattice of simplices.
#[derive(Clone, Copy, Debug)]
pub struct Skewed<'a> {
    /// The factor F of skewing: a point p becomes p + F·Σp.
    ///
    /// After skewing, simplices fill unit cubes. F is 0 where the lattice is rotated and not skewed
    /// (OpenSimplex2 in 3D).
    pub skew: f64,
    /// The factor G of unskewing: a skewed point q becomes q − G·Σq.
    ///
    /// It is 0 where nothing is skewed.
    pub unskew: f64,
    /// The sample point, skewed (or rotated).
    pub skewed: &'a [f64],
    /// The lowest corner of the cube around the skewed point, unskewed.
    pub origin: &'a [f64],
    /// The rank of each axis, by descending offset from `origin`.
    ///
    /// The walk along the corners takes the axes in this order. Empty if the noise chooses its
    /// corners in another way.
    pub ranks: &'a [usize],
    /// The radius² of the kernels.
    pub radius2: f64,
}

/// Receives the steps of a basis in the order of computation.
///
/// ```
/// use orogen_noise::observer::{Corner, Observer};
/// use orogen_noise::{Fade, Permutation, value::value};
///
/// struct CornerCount(usize);
///
/// impl Observer for CornerCount {
///     fn corner(&mut self, _: Corner) {
///         self.0 += 1;
///     }
/// }
///
/// let mut corners = CornerCount(0);
/// let _: f64 = value(&Permutation::reference(), Fade::Cubic, [0.5, 0.5], &mut corners);
/// assert_eq!(corners.0, 4);
/// ```
pub trait Observer {
    /// Returns true if the observer uses the reports.
    ///
    /// Without it, a basis may take steps together that are reported one by one.
    fn is_watching(&self) -> bool {
        true
    }

    /// Reports the lattice cell around the sample, and the sample's position in it.
    fn cell(&mut self, _cell: &[i64], _fraction: &[f64]) {}

    /// Reports the skewed point in a lattice of simplices, before its corners.
    fn skewed(&mut self, _skewed: Skewed) {}

    /// Reports a step from a lattice point to its number. The report of the corner follows.
    fn looked_up(&mut self, _lookup: Lookup) {}

    /// Reports that the following corners are added in f32 ([`super::opensimplex`]).
    ///
    /// Only their sum in f32 has the bits of the basis value.
    fn single_precision(&mut self) {}

    /// Reports a corner after its evaluation.
    fn corner(&mut self, _corner: Corner) {}

    /// Reports the fade along each axis.
    fn fades(&mut self, _fades: &[f64]) {}

    /// Reports a blend of two neighbours along `axis`: `result` = a + fade·(b − a).
    fn blend(&mut self, _axis: usize, _a: f64, _b: f64, _fade: f64, _result: f64) {}

    /// Reports that the following steps belong to a copy of the noise that is displaced by whole
    /// periods and has this weight.
    fn copy(&mut self, _weight: f64) {}

    /// Reports a factor that the basis applies at the end, for example 70 in simplex noise.
    fn scale(&mut self, _factor: f64) {}
}

/// Ignores all reports.
impl Observer for () {
    #[inline]
    fn is_watching(&self) -> bool {
        false
    }
}
