//! Lists of operations: of a layer, or of the whole land.

use super::table::Operation;

/// The largest number of operations in a list.
pub const MAX_OPERATIONS: usize = 16;

/// An operation in a list, with its id and switch.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedOperation {
    /// Its permanent number within the list, from 1 up.
    ///
    /// Addresses contain this number, and the seeds of the operation's noises are derived from it.
    pub id: u32,
    /// True if it is switched on.
    pub on: bool,
    /// The operation.
    pub operation: Operation,
}

impl ListedOperation {
    /// Returns true if the operation is on and its parameters make it change land.
    pub fn has_effect(&self) -> bool {
        self.on && !self.operation.is_neutral()
    }

    /// Creates an operation that is on.
    pub fn new(id: u32, operation: Operation) -> Self {
        Self { id, on: true, operation }
    }
}
