//! A noise made from its spec: octaves, warp and all.

use super::field::{Field, Jet};
use super::fractal::{Evaluate, Fractal, FractalKind, Normalise};
use super::hash::Seed;
use super::measured::Moments;
use super::octave::{MOST_SHIFTS, Octave, golden_rotation, shift};
use super::sampler::{Ingredients, Sampler};
use super::spec::NoiseSpec;
use std::sync::Arc;

/// A noise ready to be sampled. Cheap to clone, safe to share between threads.
#[derive(Clone)]
pub struct Noise {
    spec: NoiseSpec,
    dimensions: usize,
    fractal: Fractal,
    /// One an octave.
    samplers: Arc<[Box<dyn Sampler>]>,
    /// What a measured normalisation takes off the basis and divides it by; 0 and 1 for the others.
    centre: f64,
    reach: f64,
}

impl Noise {
    /// From a valid spec.
    pub(super) fn new(spec: NoiseSpec, dimensions: usize) -> Self {
        let octaves = octaves(&spec);
        let samplers = octaves.iter().map(|octave| sampler(&spec, dimensions, octave)).collect();
        let moments = Moments::of(&spec, dimensions);
        let (centre, reach) = match spec.normalise {
            Normalise::Measured => (moments.mean, moments.reach()),
            _ => (0.0, 1.0),
        };
        let basis = moments.rescaled(centre, reach);
        let normalise = spec.normalise != Normalise::Off;
        let fractal = Fractal::new(spec.fractal, octaves, spec.offset, normalise, &basis);
        Self { spec, dimensions, fractal, samplers, centre, reach }
    }

    /// What defines it.
    pub fn spec(&self) -> &NoiseSpec {
        &self.spec
    }

    /// The number of coordinates of its points.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Its octaves and how they are added.
    pub fn fractal(&self) -> &Fractal {
        &self.fractal
    }

    /// What is taken off the basis, and what it is then divided by: 0 and 1 unless the normalisation is the measured one.
    pub fn recentring(&self) -> (f64, f64) {
        (self.centre, self.reach)
    }

    /// The noise at `p`, all octaves.
    ///
    /// # Panics
    /// If `p` hasn't as many coordinates as the noise has dimensions.
    pub fn sample(&self, p: &[f64]) -> f64 {
        self.sample_filtered(p, 0.0)
    }

    /// The noise at `p` without the octaves that samples `band_limit` apart (in units of `p`) can't hold.
    ///
    /// # Panics
    /// If `p` hasn't as many coordinates as the noise has dimensions.
    pub fn sample_filtered(&self, p: &[f64], band_limit: f64) -> f64 {
        macro_rules! by_dimension {
            ($($n:literal)+) => {
                match p.len() {
                    $($n => self.field::<$n, f64, _>(super::sampler::point(p), band_limit, &mut Plain(self)),)+
                    n => panic!("points have 1 to 16 coordinates, not {n}"),
                }
            };
        }
        by_dimension!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    /// The noise in two dimensions: see [`Noise::sample_filtered`].
    #[inline]
    pub fn sample2(&self, p: [f64; 2], band_limit: f64) -> f64 {
        self.field::<2, f64, _>(&p, band_limit, &mut Plain(self))
    }

    /// The noise in two dimensions with its slopes along x and y, by formula where the basis has formulas
    /// ([`super::basis::Uses::derivatives`]), else by differences.
    pub fn sample2_with_gradient(&self, p: [f64; 2], band_limit: f64) -> (f64, [f64; 2]) {
        let jet = self.sample_jet(&p, band_limit);
        (jet.value, jet.gradient)
    }

    /// The noise and its slopes in N dimensions.
    pub fn sample_jet<const N: usize>(&self, p: &[f64; N], band_limit: f64) -> Jet<N> {
        self.field::<N, Jet<N>, _>(p, band_limit, &mut Plain(self))
    }

    /// The warped fractal at `p`.
    fn field<const N: usize, F: Field<N>, E: Evaluate<N, F>>(
        &self,
        p: &[f64; N],
        band_limit: f64,
        evaluate: &mut E,
    ) -> F {
        self.fractal.sum(p, band_limit, evaluate)
    }
}

/// Evaluates without watching.
struct Plain<'a>(&'a Noise);

impl<const N: usize> Evaluate<N, f64> for Plain<'_> {
    #[inline]
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> f64 {
        (self.0.samplers[octave.index as usize].value(&octave.place(p)) - self.0.centre) / self.0.reach
    }
}

impl<const N: usize> Evaluate<N, Jet<N>> for Plain<'_> {
    #[inline]
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> Jet<N> {
        let mut gradient = [0.0; N];
        let value = self.0.samplers[octave.index as usize].value_and_gradient(&octave.place(p), &mut gradient);
        Jet::new(value - self.0.centre, octave.pull_back(gradient)).over(self.0.reach)
    }
}

/// The octaves of a spec. Frequencies and amplitudes are running products, as the reference values have them.
fn octaves(spec: &NoiseSpec) -> Vec<Octave> {
    let count = if spec.fractal == FractalKind::None { 1.0 } else { spec.octaves };
    let mut octaves = Vec::new();
    let (mut frequency, mut amplitude) = (1.0, 1.0);
    for index in 0..count.ceil() as u32 {
        let share = f64::min(count - f64::from(index), 1.0);
        let seed = if spec.octave_seeds { spec.seed.octave(index) } else { spec.seed };
        octaves.push(Octave {
            index,
            frequency,
            amplitude: amplitude * share,
            seed,
            shift: if spec.octave_seeds { shift(spec.seed.octave(index)) } else { [0.0; MOST_SHIFTS] },
            rotation: (spec.rotate && index > 0).then(|| golden_rotation(index)),
        });
        frequency *= spec.lacunarity;
        amplitude *= spec.gain;
    }
    octaves
}

/// The basis of one octave.
fn sampler(spec: &NoiseSpec, dimensions: usize, octave: &Octave) -> Box<dyn Sampler> {
    let seed: Seed = octave.seed;
    let ingredients = Ingredients {
        dimensions,
        seed,
        permutation: spec.permutation.permutation(seed),
        fade: spec.fade,
        gradients: spec.gradients,
        radius2: spec.radius2,
        metric: spec.metric,
    };
    (spec.basis.row().make)(&ingredients)
}
