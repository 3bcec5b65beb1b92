//! Recording the steps to a noise value, as a [`Trace`].

use super::built::{Noise, dispatch};
use super::fractal::{Evaluate, OctaveTerm};
use super::octave::Octave;
use super::sampler::point;
use super::trace::{CellRecorder, OctaveTrace, Trace, WarpTrace};
use super::warp::Displacement;

impl Noise {
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
}

/// Evaluates the noise and records every step.
struct Recorder<'a> {
    noise: &'a Noise,
    octaves: Vec<OctaveTrace>,
    warps: Vec<WarpTrace>,
    cell_recorder: CellRecorder,
    position: Vec<f64>,
}

impl<'a> Recorder<'a> {
    fn new(noise: &'a Noise) -> Self {
        Self {
            noise,
            octaves: Vec::new(),
            warps: Vec::new(),
            cell_recorder: CellRecorder::default(),
            position: Vec::new(),
        }
    }

    fn finish(self, p: &[f64], band_limit: f64, value: f64) -> Trace {
        let (spec, fractal) = (self.noise.spec(), self.noise.fractal());
        let (centre, reach) = self.noise.recentring();
        let mut bent = p.to_vec();
        self.noise.bring_within_period(&mut bent);
        let last_iteration = self.warps.len().saturating_sub(p.len());
        for WarpTrace { axis, displacement, .. } in &self.warps[last_iteration..] {
            bent[*axis] += displacement;
        }
        self.noise.bring_within_period(&mut bent);
        Trace {
            basis: spec.basis.name(),
            point: p.to_vec(),
            band_limit,
            centre,
            reach,
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
        self.noise.observed(octave, &position, &mut self.cell_recorder)
    }

    fn added(&mut self, octave: &Octave, term: impl FnOnce() -> OctaveTerm) {
        let position = std::mem::take(&mut self.position);
        let cells = std::mem::take(&mut self.cell_recorder).cells;
        self.octaves.push(OctaveTrace { octave: octave.clone(), position, cells, term: term() });
    }

    fn displaced(&mut self, displacement: &Displacement<N>, noise: f64) {
        let &Displacement { step, axis, point } = displacement;
        let octaves = std::mem::take(&mut self.octaves);
        let displacement = noise * self.noise.spec().warp.strength;
        self.warps.push(WarpTrace { step, axis, at: point.to_vec(), octaves, noise, displacement });
    }
}
