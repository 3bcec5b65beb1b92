//! Traces as text, one step per line.

use super::{BlendTrace, CellTrace, CornerTrace, OctaveTrace, SkewedTrace, Trace, WarpTrace};
use crate::fractal::OctaveTerm;
use crate::octave::Octave;
use std::fmt;

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} at {}", self.basis, Point(&self.point))?;
        for WarpTrace { step, axis, at, octaves, noise, displacement } in &self.warps {
            writeln!(f, "warp {step}, axis {axis}: the noise at {}", Point(at))?;
            octaves.iter().try_for_each(|octave| write!(f, "{octave}"))?;
            writeln!(f, "  warp {step}, axis {axis} = {noise}, displaces by {displacement}")?;
        }
        if self.bent != self.point {
            writeln!(f, "octaves at {}", Point(&self.bent))?;
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
        let OctaveTerm { basis, shaped, band_weight, feedback, contribution, sum } = self.term;
        write!(f, "  basis = {basis}")?;
        if shaped != basis {
            write!(f, ", shaped {shaped}")?;
        }
        if band_weight != 1.0 {
            write!(f, ", band weight {band_weight}")?;
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
        if let Some(skewed) = &self.skewed {
            write!(f, "{skewed}")?;
        }
        self.corners.iter().try_for_each(|corner| write!(f, "{corner}"))?;
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

impl fmt::Display for SkewedTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { skew, unskew, skewed, origin, ranks, radius2 } = self;
        write!(f, "  skewed {} by {skew}, unskewed by {unskew}", Point(skewed))?;
        write!(f, ", origin {}", Point(origin))?;
        if !ranks.is_empty() {
            write!(f, ", ranks {}", Point(ranks))?;
        }
        writeln!(f, ", radius² {radius2}")
    }
}

impl fmt::Display for CornerTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, lookups, hash, pick, gradient, offset, falloff, kernel, .. } = self;
        write!(f, "  corner {}: ", Point(cell))?;
        lookups.iter().try_for_each(|lookup| write!(f, "{lookup}, "))?;
        write!(f, "hash {hash} {pick}")?;
        if !gradient.is_empty() {
            write!(f, ", gradient {}", Point(gradient))?;
        }
        write!(f, ", distance {}", Point(offset))?;
        if let Some(falloff) = falloff {
            write!(f, ", falloff {falloff}, kernel {kernel}")?;
        }
        if self.weight != 0.0 {
            write!(f, ", weight {}", self.weight)?;
        }
        writeln!(f, ", influence {}", self.influence)
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
