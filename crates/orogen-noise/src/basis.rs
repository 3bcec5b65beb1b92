//! The description of a basis: its name, its dimensions and how to make it. The rows are in
//! [`super::basis_table`].

use super::sampler::{Ingredients, Sampler};
use std::ops::RangeInclusive;

/// A basis: one of [`super::BASES`] or a basis of the caller's own.
#[derive(Clone, Copy, Default)]
pub enum Basis {
    /// Value noise: random numbers at lattice points, blended.
    Value,
    /// Perlin noise with a choice of gradients.
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

/// A row of the table of bases.
#[derive(Debug)]
pub struct BasisRow {
    /// The basis that the row describes.
    pub basis: Basis,
    /// The name in recipes and on the command line.
    pub name: &'static str,
    /// A description in one sentence.
    pub doc: &'static str,
    /// The numbers of dimensions in which the basis exists.
    pub dimensions: RangeInclusive<usize>,
    /// The choices in a spec that change the basis.
    pub uses: Uses,
    /// The way in which the basis tiles.
    pub tiling: Tiling,
    /// Makes the sampler; the ingredients ask for one of `dimensions`.
    pub make: fn(&Ingredients) -> Box<dyn Sampler>,
}

/// The choices in a spec that change a basis; the others have no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// The source of random numbers at lattice points.
    pub permutation: bool,
    /// The curve that blends neighbours.
    pub fade: bool,
    /// The gradient set, in one and two dimensions.
    pub gradients: bool,
    /// How distances to feature points are measured.
    pub metric: bool,
    /// The kernel radius, in three and four dimensions.
    pub radius2: bool,
    /// The basis has analytic derivatives; other bases take differences.
    pub derivatives: bool,
}

impl Uses {
    /// A basis that depends on its seed alone.
    pub const NONE: Self = Self {
        permutation: false,
        fade: false,
        gradients: false,
        metric: false,
        radius2: false,
        derivatives: false,
    };
}

/// The way in which a basis is made periodic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Cells are wrapped, so that the noise itself has the period.
    Lattice,
    /// Copies displaced by whole periods are blended: see [`super::tile`].
    Blend,
}
