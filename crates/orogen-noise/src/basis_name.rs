//! Finding a basis by its name, and its row in the table of bases.

use super::basis::{BASES, Basis, BasisRow};
use super::choice::{UnknownName, find};
use std::fmt;
use std::str::FromStr;

impl Basis {
    /// The row of the table that describes this basis.
    pub fn row(self) -> &'static BasisRow {
        match self {
            Self::Custom(row) => row,
            _ => BASES
                .iter()
                .find(|row| same_variant(row.basis, self))
                .expect("every basis has a row; a test says so"),
        }
    }

    /// The name in recipes and on the command line.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

fn same_variant(a: Basis, b: Basis) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// Bases are equal if their names are.
impl PartialEq for Basis {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Basis {}

impl fmt::Debug for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Basis {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find("basis", name, BASES.iter().map(|row| (row.name, row.basis)))
    }
}
