//! From heights to a mesh.

mod ground;
mod tasks;
mod vertices;
mod words;

use crate::row::Row;

/// Its figures.
pub(crate) static ROWS: &[&Row] = &[&vertices::MESH, &tasks::TASKS];
