//! A noise built from its spec: a sampler per octave, the fractal and the warp.

use super::basis::Tiling;
use super::edit::OctaveEdits;
use super::edited;
use super::field::{Field, Jet};
use super::fractal::{Evaluate, Fractal, FractalKind, Normalise, Term};
use super::measured;
use super::observer::Observer;
use super::octave::{Octave, SHIFTED_AXES, golden_rotation, shift};
use super::permutation::Permutation;
use super::rounding::octave_mean;
use super::sampler::{Sampler, point};
use super::spec::{NoiseError, NoiseSpec};
use super::tile::{Blended, reduce};
use super::trace::{Cells, OctaveTrace, Trace, WarpTrace};
use super::warp::{Displacement, Warp};
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
    /// A basis value n enters the fractal as (n − centre) ÷ reach. These two numbers are 0 and 1
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

    /// Samples the noise at `p` and records every step of the computation.
    ///
    /// ```
    /// let noise = orogen_noise::NoiseSpec::default().build(2)?;
    /// let trace = noise.trace(&[1.5, -0.25]);
    /// assert_eq!(trace.value, noise.sample(&[1.5, -0.25]));
    /// assert_eq!(trace.octaves[0].cells[0].corners.len(), 4);
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    ///
    /// # Panics
    /// If `p` does not have one coordinate per dimension of the noise.
    pub fn trace(&self, p: &[f64]) -> Trace {
        self.trace_filtered(p, 0.0)
    }

    /// Traces the sample at `p` under a band limit: see [`Noise::sample_filtered`].
    ///
    /// # Panics
    /// If `p` does not have one coordinate per dimension of the noise.
    pub fn trace_filtered(&self, p: &[f64], band_limit: f64) -> Trace {
        let mut recorder = Recorder::new(self);
        let value = dispatch!(p, |p| self.field::<_, f64, _>(p, band_limit, &mut recorder));
        recorder.finish(p, band_limit, value)
    }

    /// Samples the warped fractal at `p`.
    pub(super) fn field<const N: usize, F: Field<N>, E: Evaluate<N, F>>(
        &self,
        p: &[f64; N],
        limit: f64,
        evaluate: &mut E,
    ) -> F {
        assert_eq!(
            N, self.dimensions,
            "a point of {N} coordinates for a noise of {} dimensions",
            self.dimensions
        );
        if !self.spec.warp.bends() {
            return self.fractal.sum(&self.within_period(p), limit, evaluate);
        }
        let bent = self.bent(p, limit, evaluate);
        let at = self.within_period(&bent.map(F::value));
        self.fractal.sum(&at, limit, evaluate).compose(&bent)
    }

    /// The point at which the fractal is sampled, as a function of `p`.
    ///
    /// Whole periods are subtracted from `p` if the noise has a period; then the warp displaces it.
    pub(super) fn bent<const N: usize, F: Field<N>, E: Evaluate<N, F>>(
        &self,
        p: &[f64; N],
        limit: f64,
        evaluate: &mut E,
    ) -> [F; N] {
        let Warp { strength, frequency, times } = self.spec.warp;
        let times = if strength == 0.0 { 0 } else { times };
        let warp = Warp { strength, frequency, times };
        warp.bend(&self.within_period(p), |displacement| {
            let at = self.within_period(&displacement.at);
            let noise = self.fractal.sum(&at, limit * frequency, evaluate);
            evaluate.displaced(&displacement, noise.value());
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
    fn bring_within_period(&self, p: &mut [f64]) {
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

/// Evaluates the noise and records every step.
struct Recorder<'a> {
    noise: &'a Noise,
    octaves: Vec<OctaveTrace>,
    warps: Vec<WarpTrace>,
    cells: Cells,
    position: Vec<f64>,
}

impl<'a> Recorder<'a> {
    fn new(noise: &'a Noise) -> Self {
        Self {
            noise,
            octaves: Vec::new(),
            warps: Vec::new(),
            cells: Cells::default(),
            position: Vec::new(),
        }
    }

    fn finish(self, p: &[f64], band_limit: f64, value: f64) -> Trace {
        let Noise { spec, fractal, centre, reach, .. } = self.noise;
        let mut bent = p.to_vec();
        self.noise.bring_within_period(&mut bent);
        let last = self.warps.len().saturating_sub(p.len());
        for WarpTrace { axis, displacement, .. } in &self.warps[last..] {
            bent[*axis] += displacement;
        }
        self.noise.bring_within_period(&mut bent);
        Trace {
            basis: spec.basis.name(),
            point: p.to_vec(),
            band_limit,
            centre: *centre,
            reach: *reach,
            octave_mean: fractal.octave_mean,
            warps: self.warps,
            bent,
            octaves: self.octaves,
            divisor: fractal.divisor,
            value,
        }
    }
}

impl<const N: usize> Evaluate<N, f64> for Recorder<'_> {
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> f64 {
        let position = octave.place(p);
        self.position = position.to_vec();
        self.noise.observed(octave, &position, &mut self.cells)
    }

    fn added(&mut self, octave: &Octave, term: impl FnOnce() -> Term) {
        let position = std::mem::take(&mut self.position);
        let cells = std::mem::take(&mut self.cells).0;
        self.octaves.push(OctaveTrace { octave: octave.clone(), position, cells, term: term() });
    }

    fn displaced(&mut self, displacement: &Displacement<N>, noise: f64) {
        let &Displacement { step, axis, at } = displacement;
        let octaves = std::mem::take(&mut self.octaves);
        let displacement = noise * self.noise.spec.warp.strength;
        self.warps.push(WarpTrace { step, axis, at: at.to_vec(), octaves, noise, displacement });
    }
}

impl<const N: usize> Evaluate<N, Jet<N>> for Unobserved<'_> {
    #[inline]
    fn basis(&mut self, octave: &Octave, p: &[f64; N]) -> Jet<N> {
        let mut gradient = [0.0; N];
        let value = self.0.samplers[octave.index as usize]
            .value_and_gradient(&octave.place(p), &mut gradient);
        Jet::new(value - self.0.centre, octave.pull_back(gradient)).over(self.0.reach)
    }
}

/// The octaves of a spec. Frequencies and amplitudes are running products, not powers, because the
/// reference values were computed in this way.
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
            shift: if spec.octave_seeds {
                shift(spec.seed.octave(index))
            } else {
                [0.0; SHIFTED_AXES]
            },
            rotation: (spec.rotate && index > 0).then(|| golden_rotation(index)),
        });
        frequency *= spec.lacunarity;
        amplitude *= spec.gain;
    }
    octaves
}

impl NoiseSpec {
    /// The permutation of an octave. It is periodic if the noise has a period and the basis tiles
    /// by wrapping its cells.
    pub(super) fn permutation_of(&self, octave: &Octave) -> Permutation {
        let permutation = self.permutation.permutation(octave.seed);
        match (self.period, self.basis.row().tiling) {
            (Some(period), Tiling::Lattice) => {
                permutation.periodic(period.map(|side| period_in_cells(side, octave)))
            }
            _ => permutation,
        }
    }

    /// The edits of an octave. They repeat with the same period as its permutation.
    pub(super) fn edits_of(&self, octave: &Octave) -> OctaveEdits {
        let wrapped = self.basis.row().tiling == Tiling::Lattice;
        let period = self.period.filter(|_| wrapped);
        let period = period.map(|period| period.map(|side| period_in_cells(side, octave)));
        OctaveEdits::new(&self.edits, octave.index, period)
    }
}

/// The length of one side of the period, in an octave's cells.
fn period_in_cells(side: u32, octave: &Octave) -> i64 {
    (f64::from(side) * octave.frequency) as i64
}

/// The sampler of one octave. If the basis tiles by blended copies, it blends them.
fn sampler(spec: &NoiseSpec, dimensions: usize, octave: &Octave, mean: f64) -> Box<dyn Sampler> {
    let row = spec.basis.row();
    let period = spec.period.map(|period| period.map(|side| f64::from(side) * octave.frequency));
    let from = spec.ingredients(dimensions, octave.seed, spec.permutation_of(octave));
    let edits = spec.edits_of(octave);
    let edited = match edits.is_empty() {
        true => None,
        false => edited::sampler(spec.basis, &from, edits),
    };
    let inner = edited.unwrap_or_else(|| (row.make)(&from));
    match (period, row.tiling) {
        (Some(period), Tiling::Blend) => Box::new(Blended { inner, period, mean }),
        _ => inner,
    }
}
