//! Traces: the computation of a value step by step, for the lab and `orogen sample --trace`.

use super::fractal::Term;
use super::lookup::{Lookup, Pick};
use super::observer::{Corner, Observer, Skewed};
use super::octave::Octave;
use serde::Serialize;

mod text;

/// The computation of one value of a noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// The basis' name.
    pub basis: &'static str,
    /// The sample point.
    pub point: Vec<f64>,
    /// The band limit in units of the point; 0 for no limit.
    pub band_limit: f64,
    /// The offset that was subtracted from the basis: 0 unless the normalisation is measured.
    pub centre: f64,
    /// The divisor of the basis: 1 unless the normalisation is measured.
    pub reach: f64,
    /// The value to which octaves fade under a band limit.
    pub octave_mean: f64,
    /// The samples that displaced it, in order: the axes of the first iteration, then those of the
    /// next.
    pub warps: Vec<WarpTrace>,
    /// The point at which the octaves were sampled: wrapped into the first period, if there is one,
    /// and displaced by the warp.
    pub bent: Vec<f64>,
    /// The octaves, from the coarsest to the finest.
    pub octaves: Vec<OctaveTrace>,
    /// The divisor of the sum of octaves.
    pub divisor: f64,
    /// The result.
    pub value: f64,
}

/// One sample of the displacing noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WarpTrace {
    /// The iteration, from 0.
    pub step: u32,
    /// The axis that it displaces.
    pub axis: usize,
    /// Where the noise was sampled.
    pub at: Vec<f64>,
    /// The octaves of the sample.
    pub octaves: Vec<OctaveTrace>,
    /// The noise at that point.
    pub noise: f64,
    /// The displacement along the axis: the noise times the warp's strength.
    ///
    /// Only the last iteration's displacements count.
    pub displacement: f64,
}

/// One octave's part in the value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OctaveTrace {
    /// The octave with its frequency, amplitude and seed.
    pub octave: Octave,
    /// The position at which the basis was sampled, in cells; empty if the band limit removed the
    /// octave.
    pub position: Vec<f64>,
    /// The steps of the basis: one cell, or one for each blended copy.
    ///
    /// Empty for bases that report no steps.
    pub cells: Vec<CellTrace>,
    /// The octave's part in the sum.
    pub term: Term,
}

/// The steps of a basis in a cell of its lattice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CellTrace {
    /// The weight with which a copy enters a tiled noise; `None` without copies.
    pub copy_weight: Option<f64>,
    /// The cell, by its lowest corner.
    pub cell: Vec<i64>,
    /// The sample's position in the cell; in lattices of simplices the unskewed offset from the
    /// cell's lowest corner.
    pub fraction: Vec<f64>,
    /// The point in a lattice of simplices; `None` on the square lattice.
    pub skewed: Option<SkewedTrace>,
    /// The contributions of the lattice points.
    pub corners: Vec<CornerTrace>,
    /// The fade along each axis; empty where kernels take their place.
    pub fades: Vec<f64>,
    /// The blends of the corners, in order.
    pub blends: Vec<BlendTrace>,
    /// The factor of the sum of corners.
    pub scale: Option<f64>,
    /// True if corners were added in f32, as in OpenSimplex2.
    ///
    /// Then Σ weight · influence, added in f32 from the first to the last corner, is the basis to
    /// the last bit.
    pub single_precision: bool,
}

impl CellTrace {
    /// Σ weight · influence: the basis, or one copy of it before blending.
    ///
    /// It is exact to the last bit if corners were added one by one (`perlin-nd`, OpenSimplex2),
    /// else to rounding. Worley noise is not a sum: its corners have no weight.
    pub fn sum(&self) -> f64 {
        if self.single_precision {
            let sum = |sum: f32, corner: &CornerTrace| sum + corner.influence as f32;
            return self.corners.iter().fold(0.0, sum).into();
        }
        self.corners.iter().fold(0.0, |sum, corner| sum + corner.weight * corner.influence)
    }
}

/// The point in a lattice of simplices; the fields are those of [`Skewed`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkewedTrace {
    /// F: the skewed point is p + F·Σp; 0 where the lattice is turned.
    pub skew: f64,
    /// G: back from there, a point is q − G·Σq.
    pub unskew: f64,
    /// The point, skewed or turned.
    pub skewed: Vec<f64>,
    /// The lowest corner of its cube, skewed back.
    pub origin: Vec<f64>,
    /// The place of each axis when the offsets from the origin are sorted from the largest.
    ///
    /// The walk from corner to corner takes the axes in this order. Empty where the walk is chosen
    /// in another way.
    pub ranks: Vec<usize>,
    /// r² of the kernels.
    pub radius2: f64,
}

/// A lattice point's contribution; the fields are those of [`Corner`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CornerTrace {
    /// The lattice point.
    pub cell: Vec<i64>,
    /// The look-ups of its number; the value of the last one is the number.
    pub lookups: Vec<Lookup>,
    /// Its random number.
    pub hash: u32,
    /// The choice that the number made.
    pub pick: Pick,
    /// Its gradient, or the coefficients of lattice noise; empty for value noise.
    pub gradient: Vec<f64>,
    /// The offset from the lattice point to the sample.
    pub distance: Vec<f64>,
    /// r² − d², d the distance; `None` where fades blend.
    pub falloff: Option<f64>,
    /// The kernel's weight at that distance.
    pub kernel: f64,
    /// The factor with which the influence enters the basis.
    ///
    /// It is the product of the fades on its side, or the scale of the sum. The products add up to
    /// 1 over the corners. Worley noise, which is not a sum, has 0.
    pub weight: f64,
    /// The contribution before blending.
    pub influence: f64,
}

/// A blend of two neighbours: `result` = a + fade·(b − a).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BlendTrace {
    /// The axis along which they are neighbours.
    pub axis: usize,
    /// The lower one.
    pub a: f64,
    /// The upper one.
    pub b: f64,
    /// The fade between the two.
    pub fade: f64,
    /// The result.
    pub result: f64,
}

/// Records the observed steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells(pub Vec<CellTrace>, Vec<Lookup>);

impl Cells {
    /// The cell being computed.
    fn current(&mut self) -> &mut CellTrace {
        if self.0.is_empty() {
            self.0.push(CellTrace::default());
        }
        let last = self.0.len() - 1;
        &mut self.0[last]
    }
}

impl Observer for Cells {
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
        self.1.push(lookup);
    }

    fn single_precision(&mut self) {
        self.current().single_precision = true;
    }

    fn corner(&mut self, corner: Corner) {
        let lookups = std::mem::take(&mut self.1);
        let Corner { hash, pick, falloff, kernel, weight, influence, .. } = corner;
        self.current().corners.push(CornerTrace {
            cell: corner.cell.to_vec(),
            lookups,
            hash,
            pick,
            gradient: corner.gradient.to_vec(),
            distance: corner.distance.to_vec(),
            falloff,
            kernel,
            weight,
            influence,
        });
    }

    fn fades(&mut self, fades: &[f64]) {
        let current = self.current();
        current.fades = fades.to_vec();
        // A basis that reports its fades before its corners sets the weights itself.
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
        self.0.push(CellTrace { copy_weight: Some(weight), ..CellTrace::default() });
    }

    fn scale(&mut self, factor: f64) {
        let current = self.current();
        current.scale = Some(factor);
        current.corners.iter_mut().for_each(|corner| corner.weight *= factor);
    }
}
