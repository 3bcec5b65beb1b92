//! Traces: each step of the computation of one noise value.
//!
//! The lab and `orogen sample --trace` show them.

use super::fractal::OctaveTerm;
use super::lookup::{Lookup, Pick};
use super::observer::{Corner, Observer, Skewed};
use super::octave::Octave;
use serde::Serialize;

mod text;

/// The recorded computation of one value of a noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// The name of the basis.
    pub basis: &'static str,
    /// The sample point.
    pub point: Vec<f64>,
    /// The band limit in units of the point; 0 means no limit.
    pub band_limit: f64,
    /// The number that was subtracted from basis values.
    ///
    /// It is 0 unless the normalisation is measured.
    pub centre: f64,
    /// The number that divided basis values.
    ///
    /// It is 1 unless the normalisation is measured.
    pub reach: f64,
    /// The value to which octaves fade under a band limit.
    pub octave_mean: f64,
    /// The samples of the displacing noise.
    ///
    /// All axes of the first iteration come first, then all axes of the next.
    pub warps: Vec<WarpTrace>,
    /// The point at which the octaves were sampled.
    ///
    /// It is wrapped into the first period (if any) and displaced by the warp.
    pub bent: Vec<f64>,
    /// The octaves, from the coarsest to the finest.
    pub octaves: Vec<OctaveTrace>,
    /// The divisor of the sum of octaves.
    pub divisor: f64,
    /// The value of the noise.
    pub value: f64,
}

/// One sample of the noise that displaces the point (a domain warp).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WarpTrace {
    /// The iteration, from 0.
    pub step: u32,
    /// The axis along which the sample displaces the point.
    pub axis: usize,
    /// The point at which the displacing noise was sampled.
    pub at: Vec<f64>,
    /// The octaves of this sample.
    pub octaves: Vec<OctaveTrace>,
    /// The value of the displacing noise at `at`.
    pub noise: f64,
    /// The displacement along the axis: `noise` times the warp's strength.
    ///
    /// Each iteration starts from the original point, so only the last iteration's displacements
    /// remain in the result.
    pub displacement: f64,
}

/// One octave's contribution to the value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OctaveTrace {
    /// The octave with its frequency, amplitude and seed.
    pub octave: Octave,
    /// The position at which the basis was sampled, in cells.
    ///
    /// Empty if the band limit removed the octave.
    pub position: Vec<f64>,
    /// The steps of the basis, in one entry.
    ///
    /// A tiled noise that is blended from copies has one entry per copy. Empty if the basis reports
    /// no steps.
    pub cells: Vec<CellTrace>,
    /// The basis value, the shaped octave and its contribution to the sum.
    pub term: OctaveTerm,
}

/// The steps of a basis in one cell of its lattice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CellTrace {
    /// The weight of this copy in a tiled noise.
    ///
    /// `None` for a noise that is not blended from copies.
    pub copy_weight: Option<f64>,
    /// The lattice coordinates of the cell's lowest corner.
    pub cell: Vec<i64>,
    /// The sample's position in the cell.
    ///
    /// In lattices of simplices it is the unskewed offset from the cell's lowest corner.
    pub fraction: Vec<f64>,
    /// The steps of skewing in a lattice of simplices; `None` on the square lattice.
    pub skewed: Option<SkewedTrace>,
    /// The lattice points around the sample and their contributions.
    pub corners: Vec<CornerTrace>,
    /// The fade along each axis; empty if radial kernels weight the corners.
    pub fades: Vec<f64>,
    /// The blends of neighbouring corners, in the order of computation.
    pub blends: Vec<BlendTrace>,
    /// The factor that multiplies the sum of the corners, if the basis has one.
    pub scale: Option<f64>,
    /// True if the corners were added in f32, as OpenSimplex2 does.
    ///
    /// Then the basis value is, to the last bit, Σ weight · influence added in f32 from the first
    /// to the last corner.
    pub single_precision: bool,
}

impl CellTrace {
    /// Σ weight · influence: the basis value, or the value of one copy before blending.
    ///
    /// The sum has the exact bits if the basis adds its corners one by one (`perlin-nd`,
    /// OpenSimplex2), else it is equal up to rounding. Worley noise is not a sum; its corners have
    /// weight 0.
    pub fn sum(&self) -> f64 {
        if self.single_precision {
            let sum = |sum: f32, corner: &CornerTrace| sum + corner.influence as f32;
            return self.corners.iter().fold(0.0, sum).into();
        }
        self.corners.iter().fold(0.0, |sum, corner| sum + corner.weight * corner.influence)
    }
}

/// The skewing of a point in a lattice of simplices, with the fields of [`Skewed`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkewedTrace {
    /// The factor F of skewing: a point p becomes p + F·Σp.
    ///
    /// Where the lattice is rotated, F is 0.
    pub skew: f64,
    /// The factor G of unskewing: a skewed point q becomes q − G·Σq.
    pub unskew: f64,
    /// The sample point, skewed (or rotated).
    pub skewed: Vec<f64>,
    /// The lowest corner of the cube around the skewed point, unskewed.
    pub origin: Vec<f64>,
    /// The rank of each axis, by descending offset from `origin`.
    ///
    /// The walk from the lowest corner to the highest takes the axes in this order. Empty if the
    /// noise chooses its corners in another way.
    pub ranks: Vec<usize>,
    /// The radius² of the kernels.
    pub radius2: f64,
}

/// A lattice point's contribution, with the fields of [`Corner`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CornerTrace {
    /// The lattice point.
    pub cell: Vec<i64>,
    /// The look-ups that gave the point's number.
    ///
    /// The last look-up's value is the number.
    pub lookups: Vec<Lookup>,
    /// The point's pseudo-random number.
    pub hash: u32,
    /// The choice that this number makes, for example of a gradient.
    pub pick: Pick,
    /// The gradient, or the coefficients of lattice noise. Empty for value and Worley noise.
    pub gradient: Vec<f64>,
    /// The offset from the lattice point (in Worley noise, its feature point) to the sample.
    #[serde(rename = "distance")]
    pub offset: Vec<f64>,
    /// r² − d², where r is the kernel's radius and d the distance.
    ///
    /// `None` for noises without kernels.
    pub falloff: Option<f64>,
    /// The weight of the radial kernel at that distance.
    pub kernel: f64,
    /// The factor that multiplies `influence` in the sum.
    ///
    /// It is the product of the fades towards this corner, or the scale of the sum. The products of
    /// fades add up to 1 over the corners. In Worley noise, which is not a sum, it is 0.
    pub weight: f64,
    /// The contribution before weighting; in Worley noise, the distance of the feature point.
    pub influence: f64,
}

/// A blend of two neighbours: `result` = a + fade·(b − a).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BlendTrace {
    /// The axis along which the two are neighbours.
    pub axis: usize,
    /// The value on the lower side.
    pub a: f64,
    /// The value on the upper side.
    pub b: f64,
    /// The weight of `b`.
    pub fade: f64,
    /// The blended value.
    pub result: f64,
}

/// The observer that records all steps of a basis, cell by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellRecorder {
    /// The cells recorded so far.
    pub cells: Vec<CellTrace>,
    /// The look-ups of the next corner.
    lookups: Vec<Lookup>,
}

impl CellRecorder {
    /// The entry of the cell that is being computed.
    fn current(&mut self) -> &mut CellTrace {
        if self.cells.is_empty() {
            self.cells.push(CellTrace::default());
        }
        let last = self.cells.len() - 1;
        &mut self.cells[last]
    }
}

impl Observer for CellRecorder {
    fn cell(&mut self, cell: &[i64], fraction: &[f64]) {
        let current = self.current();
        current.cell = cell.to_vec();
        current.fraction = fraction.to_vec();
    }

    fn skewed(&mut self, skewed: Skewed) {
        let Skewed { skew, unskew, skewed, origin, ranks, radius2 } = skewed;
        let (skewed, origin, ranks) = (skewed.to_vec(), origin.to_vec(), ranks.to_vec());
        self.current().skewed = Some(SkewedTrace { skew, unskew, skewed, origin, ranks, radius2 });
    }

    fn looked_up(&mut self, lookup: Lookup) {
        self.lookups.push(lookup);
    }

    fn single_precision(&mut self) {
        self.current().single_precision = true;
    }

    fn corner(&mut self, corner: Corner) {
        let lookups = std::mem::take(&mut self.lookups);
        let Corner { hash, pick, falloff, kernel, weight, influence, .. } = corner;
        self.current().corners.push(CornerTrace {
            cell: corner.cell.to_vec(),
            lookups,
            hash,
            pick,
            gradient: corner.gradient.to_vec(),
            offset: corner.offset.to_vec(),
            falloff,
            kernel,
            weight,
            influence,
        });
    }

    fn fades(&mut self, fades: &[f64]) {
        let current = self.current();
        current.fades = fades.to_vec();
        // A basis that reports its fades before its corners has already set the weights.
        for (index, corner) in current.corners.iter_mut().enumerate() {
            for (axis, fade) in fades.iter().enumerate() {
                corner.weight *= if index >> axis & 1 == 1 { *fade } else { 1.0 - fade };
            }
        }
    }

    fn blend(&mut self, axis: usize, a: f64, b: f64, fade: f64, result: f64) {
        self.current().blends.push(BlendTrace { axis, a, b, fade, result });
    }

    fn copy(&mut self, weight: f64) {
        self.cells.push(CellTrace { copy_weight: Some(weight), ..CellTrace::default() });
    }

    fn scale(&mut self, factor: f64) {
        let current = self.current();
        current.scale = Some(factor);
        current.corners.iter_mut().for_each(|corner| corner.weight *= factor);
    }
}
