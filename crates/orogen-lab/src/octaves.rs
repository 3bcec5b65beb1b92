//! Samples the octaves of a noise one by one, for curves of many points. This is much faster than
//! traces.

use orogen_noise::fractal::{Evaluate, OctaveTerm};
use orogen_noise::octave::Octave;
use orogen_noise::{FractalKind, Noise, NoiseError, NoiseSpec, Warp};

/// A two-dimensional noise whose octaves can be sampled one by one.
///
/// Each octave is a separate noise, and the fractal of the original noise adds them up.
///
/// ```
/// use orogen_lab::octaves::Octaves;
/// use orogen_noise::{FractalKind, NoiseSpec};
///
/// let spec = NoiseSpec { fractal: FractalKind::Fbm, octaves: 3.0, ..NoiseSpec::default() };
/// let octaves = Octaves::new(&spec.build(2)?)?;
/// assert_eq!(octaves.terms([1.7, 2.3], 0.0, &[]).len(), 3);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
pub struct Octaves {
    noise: Noise,
    bases: Vec<Noise>,
}

impl Octaves {
    /// Splits a noise into its octaves.
    ///
    /// # Errors
    /// If the basis refuses the period of an octave.
    pub fn new(noise: &Noise) -> Result<Self, NoiseError> {
        let spec = noise.spec();
        let build_octave = |octave: &Octave| {
            let period = spec.period;
            NoiseSpec {
                fractal: FractalKind::None,
                seed: octave.seed,
                octave_seeds: false,
                rotate: false,
                warp: Warp::default(),
                period: period.map(|p| p.map(|side| (f64::from(side) * octave.frequency) as u32)),
                ..spec.clone()
            }
            .build(2)
        };
        let bases = noise.fractal().octaves.iter().map(build_octave).collect::<Result<_, _>>()?;
        Ok(Self { noise: noise.clone(), bases })
    }

    /// The contribution of each octave at `p`, coarsest first.
    ///
    /// Equals the contribution in a trace with this band limit (0 for no limit). `phases` shifts
    /// the octaves along x, in their own cells; octaves beyond the slice are not shifted.
    pub fn terms(&self, p: [f64; 2], band_limit: f64, phases: &[f64]) -> Vec<OctaveTerm> {
        let fractal = self.noise.fractal();
        let warp = self.noise.spec().warp;
        let mut warped_p = p;
        if warp.is_active() {
            warped_p = warp.displace(&p, |displacement| {
                let mut recorder =
                    TermRecorder { bases: &self.bases, phases: &[], terms: Vec::new() };
                fractal.sum::<2, f64>(
                    &displacement.point,
                    band_limit * warp.frequency,
                    &mut recorder,
                )
            });
        }
        let mut recorder = TermRecorder { bases: &self.bases, phases, terms: Vec::new() };
        let _: f64 = fractal.sum(&warped_p, band_limit, &mut recorder);
        recorder.terms
    }

    /// The number by which the sum of octaves is divided.
    pub fn divisor(&self) -> f64 {
        self.noise.fractal().divisor
    }
}

/// Evaluates octaves and records their terms.
struct TermRecorder<'a> {
    bases: &'a [Noise],
    phases: &'a [f64],
    terms: Vec<OctaveTerm>,
}

impl Evaluate<2, f64> for TermRecorder<'_> {
    fn basis(&mut self, octave: &Octave, p: &[f64; 2]) -> f64 {
        let index = octave.index as usize;
        let [x, y] = octave.place(p);
        self.bases[index].sample2([x + self.phases.get(index).unwrap_or(&0.0), y], 0.0)
    }

    fn added(&mut self, _octave: &Octave, term: impl FnOnce() -> OctaveTerm) {
        self.terms.push(term());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::statistics::sample_point;
    use orogen_noise::{BASES, Normalise};

    #[test]
    fn single_octaves_match_the_traces() {
        for row in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
            for kind in [FractalKind::Fbm, FractalKind::Ridged, FractalKind::Turbulence] {
                let spec = NoiseSpec {
                    basis: row.basis,
                    fractal: kind,
                    octaves: 3.5,
                    normalise: Normalise::Measured,
                    rotate: true,
                    octave_seeds: true,
                    warp: Warp { strength: 0.3, frequency: 1.5, times: 1 },
                    ..NoiseSpec::default()
                };
                let noise = spec.build(2).unwrap();
                let octaves = Octaves::new(&noise).unwrap();
                for index in 0..20 {
                    let mut p = [0.0; 2];
                    sample_point(index, &mut p);
                    p = p.map(|x| x % 512.0);
                    let trace = noise.trace(&p);
                    let terms = octaves.terms(p, 0.0, &[]);
                    assert_eq!(terms.len(), trace.octaves.len());
                    for (term, octave) in terms.iter().zip(&trace.octaves) {
                        let wanted = octave.term.contribution;
                        let is_near = (term.contribution - wanted).abs() < 1e-12;
                        assert!(is_near, "{} {kind}: {term:?} {wanted}", row.name);
                    }
                    let value = terms[3].sum / octaves.divisor();
                    assert!((value - trace.value).abs() < 1e-12, "{} {kind}", row.name);
                }
            }
        }
    }

    #[test]
    fn a_phase_moves_its_octave_alone_and_a_band_limit_fades_the_finest() {
        let spec = NoiseSpec { fractal: FractalKind::Fbm, octaves: 3.0, ..NoiseSpec::default() };
        let noise = spec.build(2).unwrap();
        let octaves = Octaves::new(&noise).unwrap();
        let [still, moved] = [[].as_slice(), &[0.0, 0.5]].map(|phases| {
            octaves
                .terms([1.7, 2.3], 0.0, phases)
                .iter()
                .map(|t| t.contribution)
                .collect::<Vec<_>>()
        });
        assert_eq!((still[0], still[2]), (moved[0], moved[2]));
        assert_ne!(still[1], moved[1]);
        assert_eq!(moved[1], octaves.terms([1.95, 2.3], 0.0, &[])[1].contribution);
        let value = octaves.terms([1.7, 2.3], 0.1, &[])[2].sum / octaves.divisor();
        assert!((value - noise.sample_filtered(&[1.7, 2.3], 0.1)).abs() < 1e-15);
    }
}
