//! The bases and the table of their names, dimensions and constructors.
//!
//! A basis is the noise function that one octave of a fractal samples.

use super::basis_samplers::{
    ImprovedPerlin, Lattice, OpenSimplex2, Perlin, PerlinNd, Simplex, Value, Worley,
};
use super::borrowed::{Borrowed, BorrowedKind};
use super::lattice::Order;
use super::opensimplex::OpenSimplexKind;
use super::perlin_nd::Directions;
use super::sampler::{AnalyticSampler, Ingredients, Sampler};
use super::worley::Output;
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
    /// The squared kernel radius, in three and four dimensions.
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

/// All bases, in the order in which lists show them.
///
/// ```
/// let names: Vec<_> = orogen_noise::BASES.iter().map(|row| row.name).collect();
/// assert!(names.contains(&"perlin"));
/// ```
pub const BASES: &[BasisRow] = &[
    BasisRow {
        basis: Basis::Value,
        name: "value",
        doc: "Random numbers at lattice points, blended: soft blobs.",
        dimensions: 1..=4,
        uses: Uses { permutation: true, fade: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: |ingredients| match ingredients.dimensions {
            1 => Box::new(AnalyticSampler::<_, 1>(Value::new(ingredients))),
            2 => Box::new(AnalyticSampler::<_, 2>(Value::new(ingredients))),
            3 => Box::new(AnalyticSampler::<_, 3>(Value::new(ingredients))),
            _ => Box::new(AnalyticSampler::<_, 4>(Value::new(ingredients))),
        },
    },
    BasisRow {
        basis: Basis::Perlin,
        name: "perlin",
        doc: "Random slopes at lattice points, blended: hills of similar size (Perlin 1985).",
        dimensions: 1..=4,
        uses: Uses { permutation: true, fade: true, gradients: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: |ingredients| match ingredients.dimensions {
            1 => Box::new(AnalyticSampler::<_, 1>(Perlin::new(ingredients))),
            2 => Box::new(AnalyticSampler::<_, 2>(Perlin::new(ingredients))),
            3 => Box::new(AnalyticSampler::<_, 3>(Perlin::new(ingredients))),
            _ => Box::new(AnalyticSampler::<_, 4>(Perlin::new(ingredients))),
        },
    },
    BasisRow {
        basis: Basis::ImprovedPerlin,
        name: "improved-perlin",
        doc: "Perlin's improved noise in three dimensions: slopes towards the edges of a cube (Perlin 2002).",
        dimensions: 3..=3,
        uses: Uses { permutation: true, fade: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: |ingredients| Box::new(AnalyticSampler(ImprovedPerlin(Perlin::new(ingredients)))),
    },
    BasisRow {
        basis: Basis::Simplex,
        name: "simplex",
        doc: "Slopes on a lattice of triangles or tetrahedra, under round kernels: no visible grain (Gustavson 2005).",
        dimensions: 2..=4,
        uses: Uses { permutation: true, radius2: true, derivatives: true, ..NONE },
        tiling: Tiling::Blend,
        make: |ingredients| match ingredients.dimensions {
            2 => Box::new(AnalyticSampler::<_, 2>(Simplex::new(ingredients))),
            3 => Box::new(AnalyticSampler::<_, 3>(Simplex::new(ingredients))),
            _ => Box::new(AnalyticSampler::<_, 4>(Simplex::new(ingredients))),
        },
    },
    BasisRow {
        basis: Basis::OpenSimplex2,
        name: "opensimplex2",
        doc: "Like simplex noise, with more evenly spread slopes, in 32-bit arithmetic (K.jpg 2020).",
        dimensions: 2..=3,
        uses: NONE,
        tiling: Tiling::Blend,
        make: |ingredients| {
            Box::new(OpenSimplex2 { kind: OpenSimplexKind::Fast, seed: ingredients.seed })
        },
    },
    BasisRow {
        basis: Basis::OpenSimplex2S,
        name: "opensimplex2s",
        doc: "OpenSimplex2 with larger kernels: smoother and rounder (K.jpg 2020).",
        dimensions: 2..=3,
        uses: NONE,
        tiling: Tiling::Blend,
        make: |ingredients| {
            Box::new(OpenSimplex2 { kind: OpenSimplexKind::Smooth, seed: ingredients.seed })
        },
    },
    BasisRow {
        basis: Basis::WorleyF1,
        name: "worley-f1",
        doc: "The distance to the nearest feature point, where each cell has one: cones (Worley 1996).",
        make: |ingredients| Worley::make(ingredients, Output::F1),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::WorleyF2,
        name: "worley-f2",
        doc: "The distance to the second nearest feature point, where each cell has one (Worley 1996).",
        make: |ingredients| Worley::make(ingredients, Output::F2),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::WorleyF2MinusF1,
        name: "worley-f2-f1",
        doc: "The second distance minus the first: zero on the borders between the regions of two points (Worley 1996).",
        make: |ingredients| Worley::make(ingredients, Output::F2MinusF1),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::WorleyCell,
        name: "worley-cell",
        doc: "A random number that belongs to the nearest feature point: flat tiles with steps between them (Worley 1996).",
        make: |ingredients| Worley::make(ingredients, Output::Cell),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::Lattice0,
        name: "lattice0",
        doc: "Lattice noise of order 0: a constant at each corner. With the linear fade it is midpoint subdivision.",
        uses: Uses { gradients: false, ..LATTICE.uses },
        make: |ingredients| {
            Box::new(AnalyticSampler(Lattice(Order::Zero, Perlin::new(ingredients))))
        },
        ..LATTICE
    },
    BasisRow {
        basis: Basis::Lattice1,
        name: "lattice1",
        doc: "Lattice noise of order 1: a slope at each corner, which is Perlin noise.",
        make: |ingredients| {
            Box::new(AnalyticSampler(Lattice(Order::One, Perlin::new(ingredients))))
        },
        ..LATTICE
    },
    BasisRow {
        basis: Basis::Lattice2,
        name: "lattice2",
        doc: "Lattice noise of order 2: a curved slope at each corner, rounder and rougher than Perlin noise.",
        make: |ingredients| {
            Box::new(AnalyticSampler(Lattice(Order::Two, Perlin::new(ingredients))))
        },
        ..LATTICE
    },
    BasisRow {
        basis: Basis::PerlinNd,
        name: "perlin-nd",
        doc: "Perlin noise in up to 16 dimensions, with normalised vectors of Gaussians as slopes.",
        dimensions: 1..=16,
        make: |ingredients| Box::new(PerlinNd(Directions::Gaussian, Value::new(ingredients))),
        ..PERLIN_ND
    },
    BasisRow {
        basis: Basis::PerlinNdRejection,
        name: "perlin-nd-rejection",
        doc: "Perlin noise in up to 6 dimensions, with directions of random points in the unit ball as slopes.",
        dimensions: 1..=6,
        make: |ingredients| Box::new(PerlinNd(Directions::Rejection, Value::new(ingredients))),
        ..PERLIN_ND
    },
    BasisRow {
        basis: Basis::SuperSimplex,
        name: "supersimplex",
        doc: "Smoother than simplex noise, with larger kernels (from the noise crate).",
        dimensions: 2..=3,
        make: |ingredients| Box::new(Borrowed::new(BorrowedKind::SuperSimplex, ingredients.seed)),
        ..BORROWED
    },
    BasisRow {
        basis: Basis::OpenSimplex,
        name: "opensimplex",
        doc: "OpenSimplex of 2014, the predecessor of OpenSimplex2 (from the noise crate).",
        make: |ingredients| Box::new(Borrowed::new(BorrowedKind::OpenSimplex, ingredients.seed)),
        ..BORROWED
    },
    BasisRow {
        basis: Basis::PerlinSurflet,
        name: "perlin-surflet",
        doc: "Perlin's slopes under round kernels instead of fades (from the noise crate).",
        make: |ingredients| Box::new(Borrowed::new(BorrowedKind::PerlinSurflet, ingredients.seed)),
        ..BORROWED
    },
];

const NONE: Uses = Uses::NONE;

/// The fields that the four Worley rows have in common.
const WORLEY: BasisRow = BasisRow {
    basis: Basis::WorleyF1,
    name: "",
    doc: "",
    dimensions: 2..=3,
    uses: Uses { permutation: true, metric: true, ..NONE },
    tiling: Tiling::Lattice,
    make: |ingredients| Worley::make(ingredients, Output::F1),
};

/// The fields that the three lattice rows have in common.
const LATTICE: BasisRow = BasisRow {
    dimensions: 2..=2,
    uses: Uses { permutation: true, fade: true, gradients: true, derivatives: true, ..NONE },
    ..WORLEY
};

/// The fields that the two rows of Perlin noise in n dimensions have in common.
const PERLIN_ND: BasisRow =
    BasisRow { dimensions: 1..=16, uses: Uses { permutation: true, fade: true, ..NONE }, ..WORLEY };

/// The fields that the rows of noises from the `noise` crate have in common.
const BORROWED: BasisRow =
    BasisRow { dimensions: 2..=4, uses: NONE, tiling: Tiling::Blend, ..WORLEY };
