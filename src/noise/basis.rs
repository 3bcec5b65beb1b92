//! What a basis is: a row that says its name, its dimensions and how to make it. The rows are in
//! [`super::rows`].

pub use super::rows::BASES;

use super::choice::{UnknownName, find};
use super::sampler::{Ingredients, Sampler};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A basis: one of [`BASES`], or one that a program brings along.
#[derive(Clone, Copy, Default)]
pub enum Basis {
    Value,
    #[default]
    Perlin,
    ImprovedPerlin,
    Simplex,
    OpenSimplex2,
    OpenSimplex2S,
    WorleyF1,
    WorleyF2,
    WorleyF2MinusF1,
    WorleyCell,
    Lattice0,
    Lattice1,
    Lattice2,
    PerlinNd,
    PerlinNdRejection,
    SuperSimplex,
    OpenSimplex,
    PerlinSurflet,
    /// A basis of your own: its row says all that is needed.
    Custom(&'static BasisRow),
}

/// What there is to know about a basis.
#[derive(Debug)]
pub struct BasisRow {
    pub basis: Basis,
    /// As a person writes it.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    pub dimensions: RangeInclusive<usize>,
    /// Which of the choices change it.
    pub uses: Uses,
    /// How it repeats.
    pub tiling: Tiling,
    /// Makes its sampler; the dimension is one of `dimensions`.
    pub make: fn(&Ingredients) -> Box<dyn Sampler>,
}

/// The choices that a basis heeds; the others don't change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub permutation: bool,
    pub fade: bool,
    /// In one and two dimensions.
    pub gradients: bool,
    pub metric: bool,
    /// In three and four dimensions.
    pub radius2: bool,
    /// It has derivatives by formula; others take differences.
    pub derivatives: bool,
}

impl Uses {
    /// Heeds nothing but the seed.
    pub const NONE: Self = Self {
        permutation: false,
        fade: false,
        gradients: false,
        metric: false,
        radius2: false,
        derivatives: false,
    };
}

/// How a basis is made to repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Its cells are wrapped: the noise itself has the period.
    Lattice,
    /// Copies displaced by whole periods are blended, see [`super::tile`].
    Blend,
}

impl Basis {
    /// Its row.
    pub fn row(self) -> &'static BasisRow {
        match self {
            Self::Custom(row) => row,
            _ => BASES
                .iter()
                .find(|row| same_variant(row.basis, self))
                .expect("every basis has a row; a test says so"),
        }
    }

    /// The name as a person writes it.
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
