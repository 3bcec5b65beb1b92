//! The input of a figure: see [`Context`].

pub use super::figure_row::Context;
use orogen_noise::Trace;
use orogen_noise::trace::CellTrace;

/// The first cell of the first octave of a trace, which bases of lattices have.
pub fn first_cell(trace: &Trace) -> Option<&CellTrace> {
    trace.octaves.first()?.cells.first()
}
