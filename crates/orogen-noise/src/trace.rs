//! How a value came about, step by step: what a lab shows and `orogen sample --trace` prints.

use super::fractal::Term;
use super::lookup::{Lookup, Pick};
use super::observe::{Corner, Observer, Skewed};
use super::octave::Octave;
use serde::Serialize;

mod text;

/// The way to one value of a noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// The basis' name.
    pub basis: &'static str,
    /// The point that was asked for.
    pub point: Vec<f64>,
    /// The distance of samples, in units of the point, by which octaves faded; 0 is none.
    pub band_limit: f64,
    /// What was taken off the basis, and what it was then divided by: 0 and 1 unless the
    /// normalisation is the measured one.
    pub centre: f64,
    /// See `centre`.
    pub reach: f64,
    /// What octaves fade to.
    pub octave_mean: f64,
    /// The samples that displaced it, in order: the axes of the first iteration, then those of the
    /// next.
    pub warps: Vec<WarpTrace>,
    /// The point that the octaves took: brought into the first period, if there is one, and bent by
    /// the warp.
    pub bent: Vec<f64>,
    /// The parts of the octaves, from the coarsest to the finest.
    pub octaves: Vec<OctaveTrace>,
    /// What the sum of the octaves was divided by.
    pub divisor: f64,
    /// What came of it.
    pub value: f64,
}

/// One sample of the noise that displaces points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WarpTrace {
    /// The iteration, from 0.
    pub step: u32,
    /// The axis that it displaces.
    pub axis: usize,
    /// Where the noise was sampled.
    pub at: Vec<f64>,
    /// The parts of its octaves.
    pub octaves: Vec<OctaveTrace>,
    /// What it was there.
    pub noise: f64,
    /// What it adds to the axis: the noise times the warp's strength. Those of the last iteration
    /// count.
    pub displacement: f64,
}

/// One octave's part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OctaveTrace {
    /// Which octave: its frequency, amplitude and seed.
    pub octave: Octave,
    /// Where it sampled the basis, in cells; empty if a band limit left nothing of it.
    pub position: Vec<f64>,
    /// What the basis did: one cell, or one for each blended copy. Empty for bases that don't tell.
    pub cells: Vec<CellTrace>,
    /// What became of its sample in the sum.
    pub term: Term,
}

/// What a basis did in a cell of its lattice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CellTrace {
    /// The weight with which a copy enters a tiled noise; `None` without copies.
    pub copy_weight: Option<f64>,
    /// The cell, by its lowest corner.
    pub cell: Vec<i64>,
    /// Where in the cell the sample lies; in lattices of simplices from the cell's lowest corner,
    /// unskewed.
    pub fraction: Vec<f64>,
    /// The point in a lattice of simplices; `None` on the square lattice.
    pub skewed: Option<SkewedTrace>,
    /// What its lattice points have contributed.
    pub corners: Vec<CornerTrace>,
    /// The fade along each axis; empty where kernels take their place.
    pub fades: Vec<f64>,
    /// How these were blended, in order.
    pub blends: Vec<BlendTrace>,
    /// What the sum of the corners was multiplied by.
    pub scale: Option<f64>,
    /// Whether corners were added in f32, as OpenSimplex2's are: then Σ weight · influence is the
    /// basis to the last bit in f32, from the first to the last.
    pub single_precision: bool,
}

impl CellTrace {
    /// Σ weight · influence: the basis, or of a copy what it is blended from. To the last bit where
    /// corners were added one by one (`perlin-nd`, OpenSimplex2), else to rounding. Worley noise is
    /// no sum: its corners have no weight.
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
    /// The place of each axis when the offsets from the origin are sorted from the largest. The
    /// walk from corner to corner takes the axes in this order. Empty where the choice is made
    /// otherwise.
    pub ranks: Vec<usize>,
    /// r² of the kernels.
    pub radius2: f64,
}

/// A lattice point's share; the fields are those of [`Corner`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CornerTrace {
    /// The lattice point.
    pub cell: Vec<i64>,
    /// How its number came about, look-up by look-up; the last one's value is the number.
    pub lookups: Vec<Lookup>,
    /// Its random number.
    pub hash: u32,
    /// What it chose by that number.
    pub pick: Pick,
    /// Its gradient, or the coefficients of lattice noise; empty for value noise.
    pub gradient: Vec<f64>,
    /// From it to the sample.
    pub distance: Vec<f64>,
    /// r² − d², d the distance; `None` where fades blend.
    pub falloff: Option<f64>,
    /// By how much it counts at that distance.
    pub kernel: f64,
    /// The factor with which its influence enters the basis: the product of the fades of its side,
    /// which add up to 1 over the corners, or the scale of the sum. 0 in Worley noise, which is no
    /// sum.
    pub weight: f64,
    /// What it contributes.
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
    /// How far it is from the one to the other.
    pub fade: f64,
    /// What came of it.
    pub result: f64,
}

/// Writes down what it observes.
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
        // Of corners that come after their fades the basis knows the weights itself.
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
