//! The table of bases, from which names, help and samplers come.

use super::basis::{Basis, BasisRow, Tiling, Uses};
use super::borrowed::{self, Borrowed};
use super::fade::Fade;
use super::field::Field;
use super::gradient::GradientSet;
use super::hash::Seed;
use super::lattice::{Order, lattice2};
use super::metric::Metric;
use super::observer::Observer;
use super::opensimplex::{self, corners};
use super::perlin::{improved_perlin3, perlin1, perlin2, perlin3, perlin4};
use super::perlin_nd::{Directions, perlin_nd};
use super::permutation::Permutation;
use super::sampler::{Analytic, AnalyticSampler, Ingredients, Sampler, point};
use super::simplex::{PUBLISHED_RADIUS2, simplex};
use super::value::value;
use super::worley::{Output, worley};

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
        make: |from| match from.dimensions {
            1 => Box::new(AnalyticSampler::<_, 1>(Value::new(from))),
            2 => Box::new(AnalyticSampler::<_, 2>(Value::new(from))),
            3 => Box::new(AnalyticSampler::<_, 3>(Value::new(from))),
            _ => Box::new(AnalyticSampler::<_, 4>(Value::new(from))),
        },
    },
    BasisRow {
        basis: Basis::Perlin,
        name: "perlin",
        doc: "Random slopes at lattice points, blended: hills of similar size (Perlin 1985).",
        dimensions: 1..=4,
        uses: Uses { permutation: true, fade: true, gradients: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: |from| match from.dimensions {
            1 => Box::new(AnalyticSampler::<_, 1>(Perlin::new(from))),
            2 => Box::new(AnalyticSampler::<_, 2>(Perlin::new(from))),
            3 => Box::new(AnalyticSampler::<_, 3>(Perlin::new(from))),
            _ => Box::new(AnalyticSampler::<_, 4>(Perlin::new(from))),
        },
    },
    BasisRow {
        basis: Basis::ImprovedPerlin,
        name: "improved-perlin",
        doc: "Perlin's improved noise in three dimensions: slopes towards the edges of a cube (Perlin 2002).",
        dimensions: 3..=3,
        uses: Uses { permutation: true, fade: true, derivatives: true, ..NONE },
        tiling: Tiling::Lattice,
        make: |from| Box::new(AnalyticSampler(ImprovedPerlin(Perlin::new(from)))),
    },
    BasisRow {
        basis: Basis::Simplex,
        name: "simplex",
        doc: "Slopes on a lattice of triangles or tetrahedra, under round kernels: no visible grain (Gustavson 2005).",
        dimensions: 2..=4,
        uses: Uses { permutation: true, radius2: true, derivatives: true, ..NONE },
        tiling: Tiling::Blend,
        make: |from| match from.dimensions {
            2 => Box::new(AnalyticSampler::<_, 2>(Simplex::new(from))),
            3 => Box::new(AnalyticSampler::<_, 3>(Simplex::new(from))),
            _ => Box::new(AnalyticSampler::<_, 4>(Simplex::new(from))),
        },
    },
    BasisRow {
        basis: Basis::OpenSimplex2,
        name: "opensimplex2",
        doc: "Like simplex noise, with more evenly spread slopes, in 32-bit arithmetic (K.jpg 2020).",
        dimensions: 2..=3,
        uses: NONE,
        tiling: Tiling::Blend,
        make: |from| {
            Box::new(OpenSimplex2 { kind: opensimplex::OpenSimplexKind::Fast, seed: from.seed })
        },
    },
    BasisRow {
        basis: Basis::OpenSimplex2S,
        name: "opensimplex2s",
        doc: "OpenSimplex2 with larger kernels: smoother and rounder (K.jpg 2020).",
        dimensions: 2..=3,
        uses: NONE,
        tiling: Tiling::Blend,
        make: |from| {
            Box::new(OpenSimplex2 { kind: opensimplex::OpenSimplexKind::Smooth, seed: from.seed })
        },
    },
    BasisRow {
        basis: Basis::WorleyF1,
        name: "worley-f1",
        doc: "The distance to the nearest feature point, where each cell has one: cones (Worley 1996).",
        make: |from| Worley::make(from, Output::F1),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::WorleyF2,
        name: "worley-f2",
        doc: "The distance to the second nearest feature point, where each cell has one (Worley 1996).",
        make: |from| Worley::make(from, Output::F2),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::WorleyF2MinusF1,
        name: "worley-f2-f1",
        doc: "The second distance minus the first: zero on the borders between the regions of two points (Worley 1996).",
        make: |from| Worley::make(from, Output::F2MinusF1),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::WorleyCell,
        name: "worley-cell",
        doc: "A random number that belongs to the nearest feature point: flat tiles with steps between them (Worley 1996).",
        make: |from| Worley::make(from, Output::Cell),
        ..WORLEY
    },
    BasisRow {
        basis: Basis::Lattice0,
        name: "lattice0",
        doc: "Lattice noise of order 0: a constant at each corner. With the linear fade it is midpoint subdivision.",
        uses: Uses { gradients: false, ..LATTICE.uses },
        make: |from| Box::new(AnalyticSampler(Lattice(Order::Zero, Perlin::new(from)))),
        ..LATTICE
    },
    BasisRow {
        basis: Basis::Lattice1,
        name: "lattice1",
        doc: "Lattice noise of order 1: a slope at each corner, which is Perlin noise.",
        make: |from| Box::new(AnalyticSampler(Lattice(Order::One, Perlin::new(from)))),
        ..LATTICE
    },
    BasisRow {
        basis: Basis::Lattice2,
        name: "lattice2",
        doc: "Lattice noise of order 2: a curved slope at each corner, rounder and rougher than Perlin noise.",
        make: |from| Box::new(AnalyticSampler(Lattice(Order::Two, Perlin::new(from)))),
        ..LATTICE
    },
    BasisRow {
        basis: Basis::PerlinNd,
        name: "perlin-nd",
        doc: "Perlin noise in up to 16 dimensions, with normalised vectors of Gaussians as slopes.",
        dimensions: 1..=16,
        make: |from| Box::new(PerlinNd(Directions::Gaussian, Value::new(from))),
        ..PERLIN_ND
    },
    BasisRow {
        basis: Basis::PerlinNdRejection,
        name: "perlin-nd-rejection",
        doc: "Perlin noise in up to 6 dimensions, with directions of random points in the unit ball as slopes.",
        dimensions: 1..=6,
        make: |from| Box::new(PerlinNd(Directions::Rejection, Value::new(from))),
        ..PERLIN_ND
    },
    BasisRow {
        basis: Basis::SuperSimplex,
        name: "supersimplex",
        doc: "Smoother than simplex noise, with larger kernels (from the noise crate).",
        dimensions: 2..=3,
        make: |from| Box::new(Borrowed::new(borrowed::BorrowedKind::SuperSimplex, from.seed)),
        ..BORROWED
    },
    BasisRow {
        basis: Basis::OpenSimplex,
        name: "opensimplex",
        doc: "OpenSimplex of 2014, the predecessor of OpenSimplex2 (from the noise crate).",
        make: |from| Box::new(Borrowed::new(borrowed::BorrowedKind::OpenSimplex, from.seed)),
        ..BORROWED
    },
    BasisRow {
        basis: Basis::PerlinSurflet,
        name: "perlin-surflet",
        doc: "Perlin's slopes under round kernels instead of fades (from the noise crate).",
        make: |from| Box::new(Borrowed::new(borrowed::BorrowedKind::PerlinSurflet, from.seed)),
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
    make: |from| Worley::make(from, Output::F1),
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

struct Value {
    permutation: Permutation,
    fade: Fade,
}

impl Value {
    fn new(from: &Ingredients) -> Self {
        Self { permutation: from.permutation.clone(), fade: from.fade }
    }
}

impl<const N: usize> Analytic<N> for Value {
    fn field<F: Field<N>>(&self, p: [f64; N], observer: &mut (impl Observer + ?Sized)) -> F {
        value(&self.permutation, self.fade, p, observer)
    }
}

struct Perlin {
    permutation: Permutation,
    gradients: GradientSet,
    fade: Fade,
}

impl Perlin {
    fn new(from: &Ingredients) -> Self {
        Self { permutation: from.permutation.clone(), gradients: from.gradients, fade: from.fade }
    }
}

impl Analytic<1> for Perlin {
    fn field<F: Field<1>>(&self, p: [f64; 1], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin1(&self.permutation, self.gradients, self.fade, p, observer)
    }
}

impl Analytic<2> for Perlin {
    fn field<F: Field<2>>(&self, p: [f64; 2], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin2(&self.permutation, self.gradients, self.fade, p, observer)
    }
}

impl Analytic<3> for Perlin {
    fn field<F: Field<3>>(&self, p: [f64; 3], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin3(&self.permutation, self.fade, p, observer)
    }
}

impl Analytic<4> for Perlin {
    fn field<F: Field<4>>(&self, p: [f64; 4], observer: &mut (impl Observer + ?Sized)) -> F {
        perlin4(&self.permutation, self.fade, p, observer)
    }
}

struct ImprovedPerlin(Perlin);

impl Analytic<3> for ImprovedPerlin {
    fn field<F: Field<3>>(&self, p: [f64; 3], observer: &mut (impl Observer + ?Sized)) -> F {
        improved_perlin3(&self.0.permutation, self.0.fade, p, observer)
    }
}

struct Lattice(Order, Perlin);

impl Analytic<2> for Lattice {
    fn field<F: Field<2>>(&self, p: [f64; 2], observer: &mut (impl Observer + ?Sized)) -> F {
        let Self(order, Perlin { permutation, gradients, fade }) = self;
        lattice2(permutation, *order, *gradients, *fade, p, observer)
    }
}

struct Simplex {
    permutation: Permutation,
    radius2: f64,
}

impl Simplex {
    /// In two dimensions the published radius² already gives a noise without jumps, so the spec's
    /// radius² is ignored.
    fn new(from: &Ingredients) -> Self {
        let radius2 = if from.dimensions == 2 { PUBLISHED_RADIUS2[0] } else { from.radius2 };
        Self { permutation: from.permutation.clone(), radius2 }
    }
}

impl<const N: usize> Analytic<N> for Simplex {
    fn field<F: Field<N>>(&self, p: [f64; N], observer: &mut (impl Observer + ?Sized)) -> F {
        simplex(&self.permutation, self.radius2, p, observer)
    }
}

struct Worley<const N: usize> {
    permutation: Permutation,
    metric: Metric,
    output: Output,
}

impl Worley<2> {
    fn make(from: &Ingredients, output: Output) -> Box<dyn Sampler> {
        let (permutation, metric) = (from.permutation.clone(), from.metric);
        match from.dimensions {
            2 => Box::new(Worley::<2> { permutation, metric, output }),
            _ => Box::new(Worley::<3> { permutation, metric, output }),
        }
    }
}

impl<const N: usize> Sampler for Worley<N> {
    fn value(&self, p: &[f64]) -> f64 {
        worley::<N>(&self.permutation, self.metric, self.output, *point(p), &mut ())
    }

    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        worley::<N>(&self.permutation, self.metric, self.output, *point(p), observer)
    }
}

struct PerlinNd(Directions, Value);

impl Sampler for PerlinNd {
    fn value(&self, p: &[f64]) -> f64 {
        perlin_nd(&self.1.permutation, self.0, self.1.fade, p, &mut ())
    }

    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        perlin_nd(&self.1.permutation, self.0, self.1.fade, p, observer)
    }
}

struct OpenSimplex2 {
    kind: opensimplex::OpenSimplexKind,
    seed: Seed,
}

impl Sampler for OpenSimplex2 {
    fn value(&self, p: &[f64]) -> f64 {
        match *p {
            [x, y] => opensimplex::noise2(self.kind, self.seed, [x, y]),
            _ => opensimplex::noise3(self.kind, self.seed, *point(p)),
        }
    }

    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        match *p {
            [x, y] => corners::report2(self.kind, self.seed, [x, y], observer),
            _ => corners::report3(self.kind, self.seed, *point(p), observer),
        }
        self.value(p)
    }
}

impl Sampler for Borrowed {
    /// # Panics
    /// If the noise does not exist in that number of dimensions.
    fn value(&self, p: &[f64]) -> f64 {
        self.at(p).unwrap_or_else(|| panic!("{self:?} has no {} dimensions", p.len()))
    }
}
