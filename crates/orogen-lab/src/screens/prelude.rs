//! The vocabulary of figures: the parts of a drawing and of a row.

pub use crate::context::{Context, first_cell};
pub use crate::control::{Control, ControlKind};
pub use crate::figure::{
    Anchor, Click, Drawing, Handle, Place, Readout, Shape, Target, Term, decimal,
};
pub use crate::figure_row::{Challenge, FigureRow, Screen};
pub use crate::ink::Ink;
pub use crate::plot::Plot;

/// Sets the caption and the highlighted line of code of the step. `code_lines` has one line per
/// step.
pub fn finish(mut d: Drawing, c: &Context, code_lines: &[usize]) -> Drawing {
    d.code_line = Some(code_lines[c.step()]);
    d.caption = c.caption();
    d
}

/// The same for a figure of cells, which also shows the octave's offset of p.
pub fn finish_in_cells(d: Drawing, c: &Context, code_lines: &[usize]) -> Drawing {
    let mut d = finish(d, c, code_lines);
    crate::offset::show(&mut d, c, 2);
    d
}
