//! A noise built from its spec: a sampler per octave, the fractal and the warp.

use super::field::{Field, Jet};
use super::fractal::{Evaluate, Fractal, Normalise};
use super::measured;
use super::observer::Observer;
use super::octave::Octave;
use super::octave_samplers::{octaves, sampler};
use super::rounding::octave_mean;
use super::sampler::{Sampler, point};
use super::spec::{NoiseError, NoiseSpec};
use super::tile::reduce;
use super::warp::Warp;
use std::fmt;
use std::sync::Arc;

/// Calls `$body` with the point as an array of 1 to 16 coordinates.
macro_rules! dispatch {
    ($p:ident, |$array:ident| $body:expr) => {
        dispatch!(@ $p, $array, $body, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    };
    (@ $p:ident, $array:ident, $body:expr, $($n:literal)+) => {
        match $p.len() {
            $($n => { let $array = point::<$n>($p); $body })+
            n => panic!("a point of {n} coordinates; there are noises of 1 to 16 dimensions"),
        }
    };
}

pub(super) use dispatch;

/// A noise that is ready to be sampled.
///
/// It is cheap to clone and safe to share between threads.
#[derive(Clone)]
pub struct Noise {
    spec: NoiseSpec,
    dimensions: usize,
    fractal: Fractal,
    /// One sampler per octave.
    samplers: Arc<[Box<dyn Sampler>]>,
    /// A basis value n enters the fractal as (n − `centre`) ÷ `reach`. The two numbers are 0 and 1
    /// unless the spec asks for measured normalisation.
    centre: f64,
    reach: f64,
}

impl NoiseSpec {
    /// Builds the noise for points of `dimensions` coordinates.
    ///
    /// # Errors
    /// If the basis does not exist in `dimensions` dimensions, if a number is out of range, if a
    /// period conflicts with the lacunarity, the rotation or the warp, or if the basis does not
    /// support edits.
    pub fn build(&self, dimensions: usize) -> Result<Noise, NoiseError> {
        self.validate(dimensions)?;
        Ok(Noise::new(self.clone(), dimensions))
    }
}

impl Noise {
    /// Builds the noise of a spec that is already validated.
    pub(super) fn new(spec: NoiseSpec, dimensions: usize) -> Self {
        let octaves = octaves(&spec);
        let moments = measured::moments(&spec, dimensions);
        let samplers =
            octaves.iter().map(|octave| sampler(&spec, dimensions, octave, moments.mean)).collect();
        let (centre, reach, basis) = match spec.normalise {
            Normalise::Measured => (moments.mean, moments.reach(), moments.recentred()),
            _ => (0.0, 1.0, moments),
        };
        let normalise = spec.normalise != Normalise::Off;
        let octave_mean = octave_mean(&spec, dimensions, &basis, (centre, reach));
        let shape = (spec.fractal, [spec.offset, spec.rounding]);
        let mut fractal = Fractal::new(shape, octaves, normalise, octave_mean);
        if let Some(solo) = spec.solo.filter(|solo| (*solo as usize) < fractal.octaves.len()) {
            for octave in fractal.octaves.iter_mut().filter(|octave| octave.index != solo) {
                octave.amplitude = 0.0;
            }
        }
        Self { spec, dimensions, fractal, samplers, centre, reach }
    }

    /// The spec that the noise was built from.
    pub fn spec(&self) -> &NoiseSpec {
        &self.spec
    }

    /// The number of coordinates of a sample point.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The fractal: the octaves and the way in which they are added.
    pub fn fractal(&self) -> &Fractal {
        &self.fractal
    }

    /// The offset and the divisor that recentre the basis values.
    ///
    /// A basis value n enters the fractal as (n − offset) ÷ divisor. These two numbers are 0 and 1
    /// unless the spec asks for measured normalisation.
    pub fn recentring(&self) -> (f64, f64) {
        (self.centre, self.reach)
    }

    /// Samples the noise at `p`, with all octaves.
    ///
    /// # Panics
    /// If `p` does not have one coordinate per dimension of the noise.
    pub fn sample(&self, p: &[f64]) -> f64 {
        self.sample_filtered(p, 0.0)
    }

    /// Samples the noise at `p` under a band limit.
    ///
    /// `band_limit` is the distance between neighbouring samples, in units of `p`. Octaves too fine
    /// for it fade to their mean.
    ///
    /// # Panics
    /// If `p` does not have one coordinate per dimension of the noise.
    pub fn sample_filtered(&self, p: &[f64], band_limit: f64) -> f64 {
        dispatch!(p, |p| self.field::<_, f64, _>(p, band_limit, &mut Unobserved(self)))
    }

    /// Samples a two-dimensional noise: see [`Noise::sample_filtered`].
    ///
    /// # Panics
    /// If the noise does not have two dimensions.
    #[inline]
    pub fn sample2(&self, p: [f64; 2], band_limit: f64) -> f64 {
        self.field::<2, f64, _>(&p, band_limit, &mut Unobserved(self))
    }

    /// Samples a two-dimensional noise with its slopes along x and y.
    ///
    /// The slopes are analytic where the basis has analytic derivatives
    /// ([`super::basis::Uses::derivatives`]), else central differences.
    ///
    /// # Panics
    /// If the noise does not have two dimensions.
    pub fn sample2_with_gradient(&self, p: [f64; 2], band_limit: f64) -> (f64, [f64; 2]) {
        let jet = self.sample_jet(&p, band_limit);
        (jet.value, jet.gradient)
    }

    /// Samples the noise with its derivatives along all N axes.
    ///
    /// ```
    /// let noise = orogen_noise::NoiseSpec::default().build(2)?;
    /// let jet = noise.sample_jet(&[1.5, -0.25], 0.0);
    /// assert_eq!(jet.value, noise.sample2([1.5, -0.25], 0.0));
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    ///
    /// # Panics
    /// If the noise does not have N dimensions.
    pub fn sample_jet<const N: usize>(&self, p: &[f64; N], band_limit: f64) -> Jet<N> {
        self.field::<N, Jet<N>, _>(p, band_limit, &mut Unobserved(self))
    }

    /// Samples the warped fractal at `p`.
    pub(super) fn field<const N: usize, F: Field<N>, E: Evaluate<N, F>>(
        &self,
        p: &[f64; N],
        limit: f64,
        evaluator: &mut E,
    ) -> F {
        assert_eq!(
            N, self.dimensions,
            "a point of {N} coordinates for a noise of {} dimensions",
            self.dimensions
        );
        if !self.spec.warp.is_active() {
            return self.fractal.sum(&self.within_period(p), limit, evaluator);
        }
        let warped_point = self.warped_point(p, limit, evaluator);
        let point = self.within_period(&warped_point.map(F::value));
        self.fractal.sum(&point, limit, evaluator).compose(&warped_point)
    }

    /// The point at which the fractal is sampled, as a function of `p`.
    ///
    /// Whole periods are subtracted from `p` if the noise has a period; then the warp displaces it.
    pub(super) fn warped_point<const N: usize, F: Field<N>, E: Evaluate<N, F>>(
        &self,
        p: &[f64; N],
        limit: f64,
        evaluator: &mut E,
    ) -> [F; N] {
        let Warp { strength, frequency, times } = self.spec.warp;
        let times = if strength == 0.0 { 0 } else { times };
        let warp = Warp { strength, frequency, times };
        warp.displace(&self.within_period(p), |displacement| {
            let point = self.within_period(&displacement.point);
            let noise = self.fractal.sum(&point, limit * frequency, evaluator);
            evaluator.displaced(&displacement, noise.value());
            noise
        })
    }

    /// Subtracts whole periods from `p` if the noise has a period. Where that subtraction is exact,
    /// the noise repeats to the last bit.
    #[inline]
    pub(super) fn within_period<const N: usize>(&self, p: &[f64; N]) -> [f64; N] {
        let mut p = *p;
        self.bring_within_period(&mut p);
        p
    }

    #[inline]
    pub(super) fn bring_within_period(&self, p: &mut [f64]) {
        if let Some(period) = self.spec.period {
            for (x, period) in p.iter_mut().zip(period) {
                *x = reduce(*x, f64::from(period));
            }
        }
    }

    /// Subtracts the centre from a basis value and divides by the reach, as the fractal needs it.
    #[inline]
    pub(super) fn recentred(&self, value: f64) -> f64 {
        (value - self.centre) / self.reach
    }

    /// The recentred basis value of an octave; reports the steps to `observer`.
    pub(super) fn observed(
        &self,
        octave: &Octave,
        position: &[f64],
        observer: &mut dyn Observer,
    ) -> f64 {
        self.recentred(self.samplers[octave.index as usize].observe(position, observer))
    }

    /// The basis value of an octave at a position in the octave's cells, not yet recentred.
    #[inline]
    pub(super) fn basis<const N: usize>(&self, octave: &Octave, position: &[f64; N]) -> f64 {
        self.samplers[octave.index as usize].value(position)
    }
}

impl fmt::Debug for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Noise")
            .field("spec", &self.spec)
            .field("dimensions", &self.dimensions)
            .finish_non_exhaustive()
    }
}

/// Evaluates the noise without an observer.
pub(super) struct Unobserved<'a>(pub &'a Noise);

impl<const N: usize> Evaluate<N, f64> for Unobserved<'_> {
    #[inline]
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> f64 {
        self.0.recentred(self.0.basis(octave, &octave.place(p)))
    }
}

impl<const N: usize> Evaluate<N, Jet<N>> for Unobserved<'_> {
    #[inline]
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> Jet<N> {
        let mut gradient = [0.0; N];
        let value = self.0.samplers[octave.index as usize]
            .value_and_gradient(&octave.place(p), &mut gradient);
        Jet::new(value - self.0.centre, octave.pull_back(gradient)).divide_by(self.0.reach)
    }
}
