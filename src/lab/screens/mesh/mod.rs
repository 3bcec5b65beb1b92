//! From heights to a mesh.

mod ground;
mod tasks;
mod vertices;
mod words;

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] = &[&vertices::MESH, &tasks::TASKS];
