//! Lists of operations: of a layer, or of the whole land.

use super::table::Operation;

/// The most operations of a list.
pub const MOST_OPERATIONS: usize = 16;

/// An operation of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedOperation {
    /// Its lasting number within the list, from 1 up: what addresses call it, and what the seeds of
    /// its noises come from.
    pub id: u32,
    /// Whether it is done at all.
    pub on: bool,
    /// What is done.
    pub operation: Operation,
}

impl ListedOperation {
    /// Whether it does anything at all.
    pub fn is_felt(&self) -> bool {
        self.on && !self.operation.is_neutral()
    }

    /// One that is on.
    pub fn new(id: u32, operation: Operation) -> Self {
        Self { id, on: true, operation }
    }
}
