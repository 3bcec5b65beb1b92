//! From heights to a mesh.

mod ground;
mod tasks;
mod vertices;
mod words;

use crate::figure_row::FigureRow;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[&vertices::MESH, &tasks::TASKS];
