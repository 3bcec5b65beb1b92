//! What a basis is: a row that says its name, its dimensions and how to make it. The rows are in
//! [`super::rows`].

use super::sampler::{Ingredients, Sampler};
use std::ops::RangeInclusive;

/// A basis: one of [`super::BASES`], or one that a program brings along.
#[derive(Clone, Copy, Default)]
pub enum Basis {
    /// Value noise: random numbers at lattice points, blended.
    Value,
    /// Perlin noise with the gradients that one chooses.
    #[default]
    Perlin,
    /// Improved Perlin noise (Perlin 2002), twelve directions of edges.
    ImprovedPerlin,
    /// Simplex noise.
    Simplex,
    /// OpenSimplex2, the faster variant.
    OpenSimplex2,
    /// OpenSimplex2S, the smoother variant.
    OpenSimplex2S,
    /// Worley noise: the distance to the nearest feature point.
    WorleyF1,
    /// Worley noise: the distance to the second nearest.
    WorleyF2,
    /// Worley noise: the difference of the two.
    WorleyF2MinusF1,
    /// Worley noise: a random number for the nearest point.
    WorleyCell,
    /// Lattice noise of order 0: a constant a corner.
    Lattice0,
    /// Lattice noise of order 1: a slope a corner.
    Lattice1,
    /// Lattice noise of order 2: a curved slope a corner.
    Lattice2,
    /// Perlin noise in any number of dimensions, with unit slopes from normalised Gaussians.
    PerlinNd,
    /// The same with unit slopes from rejected points of a cube.
    PerlinNdRejection,
    /// SuperSimplex: smoother than simplex noise, of larger kernels.
    SuperSimplex,
    /// OpenSimplex of 2014.
    OpenSimplex,
    /// Perlin's gradients under radial kernels.
    PerlinSurflet,
    /// A basis of your own: its row says all that is needed.
    Custom(&'static BasisRow),
}

/// What there is to know about a basis.
#[derive(Debug)]
pub struct BasisRow {
    /// Which basis it is.
    pub basis: Basis,
    /// As a person writes it.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// In how many dimensions there is one.
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
    /// The source of random numbers at lattice points.
    pub permutation: bool,
    /// The curve that blends neighbours.
    pub fade: bool,
    /// In one and two dimensions.
    pub gradients: bool,
    /// How distances to feature points are measured.
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
