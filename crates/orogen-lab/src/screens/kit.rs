//! What almost every figure is written with: the parts of a drawing and of a row.

pub use crate::context::{Context, first_cell};
pub use crate::control::{Control, ControlKind};
pub use crate::figure::{
    Anchor, Click, Drawing, Handle, Place, Said, Shape, Target, Term, decimal,
};
pub use crate::ink::Ink;
pub use crate::plot::Plot;
pub use crate::row::{Challenge, Row, Screen};

/// The drawing with the line of code of its step, of which `code_lines` has one each, and its caption.
pub fn finish(mut d: Drawing, c: &Context, code_lines: &[usize]) -> Drawing {
    d.code_line = Some(code_lines[c.step()]);
    d.caption = c.caption();
    d
}

/// The same of a figure of cells, with the offset that the octave adds to p.
pub fn finish_in_cells(d: Drawing, c: &Context, code_lines: &[usize]) -> Drawing {
    let mut d = finish(d, c, code_lines);
    crate::offset::show(&mut d, c, 2);
    d
}
