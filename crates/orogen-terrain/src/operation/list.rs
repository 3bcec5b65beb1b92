//! Lists of operations: of a layer, or of the whole land.

use super::table::Operation;

/// The most operations of a list.
pub const MOST_OPERATIONS: usize = 16;

/// An operation of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedOperation {
    /// Its permanent number within the list, from 1 up.
    /// Addresses use it, and the seeds of its noises come from it.
    pub id: u32,
    /// True if it is switched on.
    pub on: bool,
    /// The operation.
    pub operation: Operation,
}

impl ListedOperation {
    /// Returns true if it is on and changes any land.
    pub fn has_effect(&self) -> bool {
        self.on && !self.operation.is_neutral()
    }

    /// An operation that is on.
    pub fn new(id: u32, operation: Operation) -> Self {
        Self { id, on: true, operation }
    }
}
