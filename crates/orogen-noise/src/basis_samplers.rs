//! The samplers of the bases: each noise function with the choices of a spec that it depends on.

use super::borrowed::Borrowed;
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
use super::sampler::{Analytic, Ingredients, Sampler, point};
use super::simplex::{PUBLISHED_RADIUS2, simplex};
use super::value::value;
use super::worley::{Output, worley};

pub(super) struct Value {
    permutation: Permutation,
    fade: Fade,
}

impl Value {
    pub fn new(ingredients: &Ingredients) -> Self {
        Self { permutation: ingredients.permutation.clone(), fade: ingredients.fade }
    }
}

impl<const N: usize> Analytic<N> for Value {
    fn field<F: Field<N>>(&self, p: [f64; N], observer: &mut (impl Observer + ?Sized)) -> F {
        value(&self.permutation, self.fade, p, observer)
    }
}

pub(super) struct Perlin {
    permutation: Permutation,
    gradients: GradientSet,
    fade: Fade,
}

impl Perlin {
    pub fn new(ingredients: &Ingredients) -> Self {
        Self {
            permutation: ingredients.permutation.clone(),
            gradients: ingredients.gradients,
            fade: ingredients.fade,
        }
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

pub(super) struct ImprovedPerlin(pub Perlin);

impl Analytic<3> for ImprovedPerlin {
    fn field<F: Field<3>>(&self, p: [f64; 3], observer: &mut (impl Observer + ?Sized)) -> F {
        improved_perlin3(&self.0.permutation, self.0.fade, p, observer)
    }
}

pub(super) struct Lattice(pub Order, pub Perlin);

impl Analytic<2> for Lattice {
    fn field<F: Field<2>>(&self, p: [f64; 2], observer: &mut (impl Observer + ?Sized)) -> F {
        let Self(order, Perlin { permutation, gradients, fade }) = self;
        lattice2(permutation, *order, *gradients, *fade, p, observer)
    }
}

pub(super) struct Simplex {
    permutation: Permutation,
    radius2: f64,
}

impl Simplex {
    /// In two dimensions the published radius² already gives a noise without jumps, so the spec's
    /// radius² is ignored.
    pub fn new(ingredients: &Ingredients) -> Self {
        let radius2 =
            if ingredients.dimensions == 2 { PUBLISHED_RADIUS2[0] } else { ingredients.radius2 };
        Self { permutation: ingredients.permutation.clone(), radius2 }
    }
}

impl<const N: usize> Analytic<N> for Simplex {
    fn field<F: Field<N>>(&self, p: [f64; N], observer: &mut (impl Observer + ?Sized)) -> F {
        simplex(&self.permutation, self.radius2, p, observer)
    }
}

pub(super) struct Worley<const N: usize> {
    permutation: Permutation,
    metric: Metric,
    output: Output,
}

impl Worley<2> {
    pub fn make(ingredients: &Ingredients, output: Output) -> Box<dyn Sampler> {
        let (permutation, metric) = (ingredients.permutation.clone(), ingredients.metric);
        match ingredients.dimensions {
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

pub(super) struct PerlinNd(pub Directions, pub Value);

impl Sampler for PerlinNd {
    fn value(&self, p: &[f64]) -> f64 {
        perlin_nd(&self.1.permutation, self.0, self.1.fade, p, &mut ())
    }

    fn observe(&self, p: &[f64], observer: &mut dyn Observer) -> f64 {
        perlin_nd(&self.1.permutation, self.0, self.1.fade, p, observer)
    }
}

pub(super) struct OpenSimplex2 {
    pub kind: opensimplex::OpenSimplexKind,
    pub seed: Seed,
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
        self.sample(p).unwrap_or_else(|| panic!("{self:?} has no {} dimensions", p.len()))
    }
}
