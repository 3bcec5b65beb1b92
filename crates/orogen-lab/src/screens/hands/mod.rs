//! Marks: strokes, and banks along paths, by which the user shapes the land.

mod banks;
mod section;
mod stroke;

use crate::figure_row::FigureRow;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[&stroke::STROKE, &banks::BANKS];
