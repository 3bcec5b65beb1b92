//! Names that most figures import: the parts of a drawing and of a row.

pub use crate::context::{Context, first_cell};
pub use crate::control::{Control, ControlKind};
pub use crate::figure::{
    Anchor, Click, Drawing, Handle, Place, Readout, Shape, Target, Term, decimal,
};
pub use crate::figure_row::{Challenge, FigureRow, Screen};
pub use crate::ink::Ink;
pub use crate::plot::Plot;

/// Sets the current step's caption and highlighted line of code. `code_lines` has a line index for
/// each step.
pub fn finish(mut d: Drawing, c: &Context, code_lines: &[usize]) -> Drawing {
    d.code_line = Some(code_lines[c.step()]);
    d.caption = c.caption();
    d
}

/// Like [`finish`], and also shows the offset that the octave adds to p. For figures that draw
/// cells.
pub fn finish_in_cells(d: Drawing, c: &Context, code_lines: &[usize]) -> Drawing {
    let mut d = finish(d, c, code_lines);
    crate::offset::show(&mut d, c, 2);
    d
}
