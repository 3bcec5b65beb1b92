//! The input of a figure's draw function: see [`Context`].

pub use super::figure_row::Context;
use orogen_noise::Trace;
use orogen_noise::trace::CellTrace;

/// The first cell in the first octave of a trace.
///
/// `None` if the noise has no lattice.
pub fn first_cell(trace: &Trace) -> Option<&CellTrace> {
    trace.octaves.first()?.cells.first()
}
