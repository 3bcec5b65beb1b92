//! How a value came about, step by step: what a lab shows and `orogen sample --trace` prints.

use super::fractal::Term;
use super::observe::{Corner, Observer};
use super::octave::Octave;
use std::fmt;

/// The way to one value of a noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The basis' name.
    pub basis: &'static str,
    /// The point that was asked for.
    pub point: Vec<f64>,
    /// The samples that displaced it, in order: the axes of the first iteration, then those of the
    /// next.
    pub warps: Vec<WarpTrace>,
    /// The parts of the octaves, from the coarsest to the finest.
    pub octaves: Vec<OctaveTrace>,
    /// What the sum of the octaves was divided by.
    pub divisor: f64,
    /// What came of it.
    pub value: f64,
}

/// One sample of the noise that displaces points.
#[derive(Clone, Debug, PartialEq)]
pub struct WarpTrace {
    /// The iteration, from 0.
    pub step: u32,
    /// The axis that it displaces.
    pub axis: usize,
    /// Where the noise was sampled.
    pub at: Vec<f64>,
    /// The parts of its octaves.
    pub octaves: Vec<OctaveTrace>,
    /// What it was there; times the strength it is the displacement.
    pub noise: f64,
}

/// One octave's part.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellTrace {
    /// The weight with which a copy enters a tiled noise; `None` without copies.
    pub copy_weight: Option<f64>,
    /// The cell, by its lowest corner.
    pub cell: Vec<i64>,
    /// Where in the cell the sample lies.
    pub fraction: Vec<f64>,
    /// What its lattice points have contributed.
    pub corners: Vec<CornerTrace>,
    /// The fade along each axis; empty where kernels take their place.
    pub fades: Vec<f64>,
    /// How these were blended, in order.
    pub blends: Vec<BlendTrace>,
    /// What the sum of the corners was multiplied by.
    pub scale: Option<f64>,
}

/// A lattice point's share; the fields are those of [`Corner`].
#[derive(Clone, Debug, PartialEq)]
pub struct CornerTrace {
    /// The lattice point.
    pub cell: Vec<i64>,
    /// Its random number.
    pub hash: u32,
    /// Its gradient, or the coefficients of lattice noise; empty for value noise.
    pub gradient: Vec<f64>,
    /// From it to the sample.
    pub distance: Vec<f64>,
    /// By how much it counts at that distance.
    pub kernel: f64,
    /// What it contributes.
    pub influence: f64,
}

/// A blend of two neighbours: `result` = a + fade·(b − a).
#[derive(Clone, Copy, Debug, PartialEq)]
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
pub struct Cells(pub Vec<CellTrace>);

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

    fn corner(&mut self, corner: Corner) {
        let Corner { cell, hash, gradient, distance, kernel, influence } = corner;
        let (cell, gradient, distance) = (cell.to_vec(), gradient.to_vec(), distance.to_vec());
        self.current().corners.push(CornerTrace {
            cell,
            hash,
            gradient,
            distance,
            kernel,
            influence,
        });
    }

    fn fades(&mut self, fades: &[f64]) {
        self.current().fades = fades.to_vec();
    }

    fn blend(&mut self, axis: usize, a: f64, b: f64, fade: f64, result: f64) {
        self.current().blends.push(BlendTrace { axis, a, b, fade, result });
    }

    fn copy(&mut self, weight: f64) {
        self.0.push(CellTrace { copy_weight: Some(weight), ..CellTrace::default() });
    }

    fn scale(&mut self, factor: f64) {
        self.current().scale = Some(factor);
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} at {}", self.basis, Point(&self.point))?;
        for WarpTrace { step, axis, at, octaves, noise } in &self.warps {
            writeln!(f, "warp {step}, axis {axis}: the noise at {}", Point(at))?;
            octaves.iter().try_for_each(|octave| write!(f, "{octave}"))?;
            writeln!(f, "  warp {step}, axis {axis} = {noise}")?;
        }
        self.octaves.iter().try_for_each(|octave| write!(f, "{octave}"))?;
        let sum = self.octaves.last().map_or(0.0, |octave| octave.term.sum);
        writeln!(f, "value = {sum} / {} = {}", self.divisor, self.value)
    }
}

impl fmt::Display for OctaveTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Octave { index, frequency, amplitude, seed, .. } = self.octave;
        writeln!(
            f,
            "octave {index}: frequency {frequency}, amplitude {amplitude}, seed {}",
            seed.0
        )?;
        writeln!(f, "  basis at {}", Point(&self.position))?;
        self.cells.iter().try_for_each(|cell| write!(f, "{cell}"))?;
        let Term { basis, shaped, band_weight, feedback, contribution, sum } = self.term;
        write!(f, "  basis = {basis}")?;
        if shaped != basis {
            write!(f, ", shaped {shaped}")?;
        }
        if band_weight != 1.0 {
            write!(f, ", band limit leaves {band_weight}")?;
        }
        if feedback != 1.0 {
            write!(f, ", feedback {feedback}")?;
        }
        writeln!(f, ", contributes {contribution}, sum {sum}")
    }
}

impl fmt::Display for CellTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(weight) = self.copy_weight {
            writeln!(f, "  copy of weight {weight}")?;
        }
        if !self.cell.is_empty() {
            writeln!(f, "  cell {}, fraction {}", Point(&self.cell), Point(&self.fraction))?;
        }
        for CornerTrace { cell, hash, gradient, distance, kernel, influence } in &self.corners {
            write!(f, "  corner {}: hash {hash}", Point(cell))?;
            if !gradient.is_empty() {
                write!(f, ", gradient {}", Point(gradient))?;
            }
            write!(f, ", distance {}", Point(distance))?;
            if *kernel != 1.0 {
                write!(f, ", kernel {kernel}")?;
            }
            writeln!(f, ", influence {influence}")?;
        }
        if !self.fades.is_empty() {
            writeln!(f, "  fades {}", Point(&self.fades))?;
        }
        for BlendTrace { axis, a, b, fade, result } in &self.blends {
            writeln!(f, "  blend along axis {axis}: {a} to {b} by {fade} = {result}")?;
        }
        if let Some(scale) = self.scale {
            writeln!(f, "  scaled by {scale}")?;
        }
        Ok(())
    }
}

/// Coordinates in brackets.
struct Point<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Point<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, x) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{x}")?;
        }
        f.write_str(")")
    }
}
