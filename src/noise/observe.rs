//! Watching a noise being computed: the bases report their steps to an [`Observer`]. The unit type
//! observes nothing and costs nothing, so that the code that is explained is the code that runs.

/// One lattice point's share in a value.
#[derive(Clone, Copy, Debug)]
pub struct Corner<'a> {
    /// The lattice point.
    pub cell: &'a [i64],
    /// Its number from the permutation.
    pub hash: u32,
    /// Its gradient (gradient noises), coefficients (lattice noise), or nothing (value noise).
    pub gradient: &'a [f64],
    /// From the lattice point to the sample.
    pub distance: &'a [f64],
    /// By how much its kernel weakens it (simplex noises); 1 where fades blend the corners.
    pub kernel: f64,
    /// What it contributes before blending: gradient · distance, or its constant; times the kernel.
    pub influence: f64,
}

/// Receives the steps of a basis in the order in which they happen.
pub trait Observer {
    /// The cell of the lattice that holds the sample, and where in it the sample lies.
    fn cell(&mut self, _cell: &[i64], _fraction: &[f64]) {}

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
