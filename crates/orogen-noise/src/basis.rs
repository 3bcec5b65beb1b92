//! The description of a basis: its name, its dimensions and its constructor.
//!
//! A basis is the noise function that one octave of a fractal samples. The descriptions of all
//! bases are in [`super::basis_table`].

use super::sampler::{Ingredients, Sampler};
use std::ops::RangeInclusive;

/// A basis: one of [`super::BASES`], or one of your own.
#[derive(Clone, Copy, Default)]
pub enum Basis {
    /// Value noise: random numbers at lattice points, blended.
    Value,
    /// Perlin noise with a choice of gradients.
    #[default]
    Perlin,
    /// Improved Perlin noise (Perlin 2002): gradients towards the twelve edges of a cube.
    ImprovedPerlin,
    /// Simplex noise.
    Simplex,
    /// OpenSimplex2, the faster variant.
    OpenSimplex2,
    /// OpenSimplex2S, the smoother variant.
    OpenSimplex2S,
    /// Worley noise: the distance to the nearest feature point.
    WorleyF1,
    /// Worley noise: the distance to the second nearest feature point.
    WorleyF2,
    /// Worley noise: the second distance minus the first.
    WorleyF2MinusF1,
    /// Worley noise: a random number that belongs to the nearest feature point.
    WorleyCell,
    /// Lattice noise of order 0: each corner of a cell has a constant.
    Lattice0,
    /// Lattice noise of order 1: each corner has a linear ramp.
    Lattice1,
    /// Lattice noise of order 2: each corner has a curved ramp.
    Lattice2,
    /// Perlin noise in any number of dimensions, with normalised vectors of Gaussians as gradients.
    PerlinNd,
    /// Perlin noise in any number of dimensions, with directions of random points in the unit ball.
    PerlinNdRejection,
    /// SuperSimplex: smoother than simplex noise, because its kernels are larger.
    SuperSimplex,
    /// OpenSimplex of 2014.
    OpenSimplex,
    /// Perlin's gradients, weighted by radial kernels instead of fades.
    PerlinSurflet,
    /// A basis of your own, which the given row describes.
    Custom(&'static BasisRow),
}

/// The description of a basis, as a row of the table of bases.
///
/// ```
/// use orogen_noise::sampler::Sampler;
/// use orogen_noise::{Basis, BasisRow, NoiseSpec, Tiling, Uses};
///
/// struct Ramp;
///
/// impl Sampler for Ramp {
///     fn value(&self, p: &[f64]) -> f64 {
///         p[0]
///     }
/// }
///
/// static RAMP: BasisRow = BasisRow {
///     basis: Basis::Custom(&RAMP),
///     name: "ramp",
///     doc: "Rises with x.",
///     dimensions: 1..=16,
///     uses: Uses::NONE,
///     tiling: Tiling::Blend,
///     make: |_| Box::new(Ramp),
/// };
///
/// let noise = NoiseSpec { basis: Basis::Custom(&RAMP), ..NoiseSpec::default() }.build(2)?;
/// assert_eq!(noise.sample2([0.5, 3.0], 0.0), 0.5);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
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
    /// The choices in a spec that this basis depends on.
    pub uses: Uses,
    /// The way in which the basis is made periodic.
    pub tiling: Tiling,
    /// Makes the sampler.
    ///
    /// The ingredients must ask for a number of dimensions in `dimensions`.
    pub make: fn(&Ingredients) -> Box<dyn Sampler>,
}

/// The choices in a spec that change a basis; the others have no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// The permutation, which gives lattice points their pseudo-random numbers.
    pub permutation: bool,
    /// The curve that blends neighbours.
    pub fade: bool,
    /// The gradient set, in one and two dimensions.
    pub gradients: bool,
    /// The metric by which distances to feature points are measured.
    pub metric: bool,
    /// The kernel radius, in three and four dimensions.
    pub radius2: bool,
    /// True if the basis computes derivatives by formula.
    ///
    /// Other bases take central differences.
    pub derivatives: bool,
}

impl Uses {
    /// No choices: the basis depends on its seed alone, and takes central differences.
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
    /// Cell coordinates are wrapped, so that the noise itself has the period.
    Lattice,
    /// Copies displaced by whole periods are blended: see [`super::tile`].
    Blend,
}
