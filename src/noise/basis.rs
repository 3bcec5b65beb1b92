//! The bases: one row each, from which names, help and samplers come.

use super::choice::{UnknownName, find};
use super::fade::Fade;
use super::field::Field;
use super::gradient::GradientSet;
use super::observe::Observer;
use super::perlin::{improved_perlin3, perlin1, perlin2, perlin3, perlin4};
use super::permutation::Permutation;
use super::sampler::{Analytic, Ingredients, Of, Sampler};
use super::value::value;
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

/// How a basis is made to repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Its cells are wrapped: the noise itself has the period.
    Lattice,
    /// Copies displaced by whole periods are blended, see [`super::tile`].
    Blend,
}

/// The bases, in the order in which they are offered.
pub const BASES: &[BasisRow] = &[
    BasisRow {
        basis: Basis::Value,
        name: "value",
        doc: "A random number at every lattice point, blended: soft blobs.",
        dimensions: 1..=4,
        uses: Uses { permutation: true, fade: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: make_value,
    },
    BasisRow {
        basis: Basis::Perlin,
        name: "perlin",
        doc: "A random slope at every lattice point, blended: even hills of one size (Perlin 1985).",
        dimensions: 1..=4,
        uses: Uses { permutation: true, fade: true, gradients: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: make_perlin,
    },
    BasisRow {
        basis: Basis::ImprovedPerlin,
        name: "improved-perlin",
        doc: "Perlin's own revision in three dimensions, with the slopes along a cube's edges (Perlin 2002).",
        dimensions: 3..=3,
        uses: Uses { permutation: true, fade: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: |from| Box::new(Of(Lattice::<IMPROVED>::new(from))),
    },
];

const NONE: Uses =
    Uses { permutation: false, fade: false, gradients: false, metric: false, radius2: false, derivatives: false };

impl Basis {
    /// Its row.
    pub fn row(self) -> &'static BasisRow {
        match self {
            Self::Custom(row) => row,
            _ => BASES.iter().find(|row| same_variant(row.basis, self)).expect("every basis has a row; a test says so"),
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

/// Value and Perlin noises: what they share, and which one it is.
struct Lattice<const KIND: u8> {
    permutation: Permutation,
    gradients: GradientSet,
    fade: Fade,
}

const VALUE: u8 = 0;
const PERLIN: u8 = 1;
const IMPROVED: u8 = 2;

impl<const KIND: u8> Lattice<KIND> {
    fn new(from: &Ingredients) -> Self {
        Self { permutation: from.permutation.clone(), gradients: from.gradients, fade: from.fade }
    }
}

impl<const N: usize> Analytic<N> for Lattice<VALUE> {
    fn field<F: Field<N>>(&self, p: [f64; N], observer: &mut (impl Observer + ?Sized)) -> F {
        value(&self.permutation, self.fade, p, observer)
    }
}

impl Analytic<1> for Lattice<PERLIN> {
    fn field<F: Field<1>>(&self, p: [f64; 1], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin1(&self.permutation, self.gradients, self.fade, p, observer)
    }
}

impl Analytic<2> for Lattice<PERLIN> {
    fn field<F: Field<2>>(&self, p: [f64; 2], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin2(&self.permutation, self.gradients, self.fade, p, observer)
    }
}

impl Analytic<3> for Lattice<PERLIN> {
    fn field<F: Field<3>>(&self, p: [f64; 3], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin3(&self.permutation, self.fade, p, observer)
    }
}

impl Analytic<4> for Lattice<PERLIN> {
    fn field<F: Field<4>>(&self, p: [f64; 4], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin4(&self.permutation, self.fade, p, observer)
    }
}

impl Analytic<3> for Lattice<IMPROVED> {
    fn field<F: Field<3>>(&self, p: [f64; 3], observer: &mut (impl Observer + ?Sized)) -> F {
        improved_perlin3(&self.permutation, self.fade, p, observer)
    }
}

fn make_value(from: &Ingredients) -> Box<dyn Sampler> {
    let lattice = Lattice::<VALUE>::new(from);
    match from.dimensions {
        1 => Box::new(Of::<_, 1>(lattice)),
        2 => Box::new(Of::<_, 2>(lattice)),
        3 => Box::new(Of::<_, 3>(lattice)),
        _ => Box::new(Of::<_, 4>(lattice)),
    }
}

fn make_perlin(from: &Ingredients) -> Box<dyn Sampler> {
    let lattice = Lattice::<PERLIN>::new(from);
    match from.dimensions {
        1 => Box::new(Of::<_, 1>(lattice)),
        2 => Box::new(Of::<_, 2>(lattice)),
        3 => Box::new(Of::<_, 3>(lattice)),
        _ => Box::new(Of::<_, 4>(lattice)),
    }
}
