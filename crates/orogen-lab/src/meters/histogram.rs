//! The distribution of a field's values, and its prediction.

use super::SampleSquare;
use orogen_noise::measured;
use orogen_noise::statistics::{Histogram, Moments};
use orogen_noise::{Basis, FractalKind, GradientSet, Noise, NoiseSpec, Normalise};

/// The histogram and the moments of a field.
///
/// ```
/// use orogen_lab::meters::{SampleSquare, ValueDistribution};
/// use orogen_noise::hash::Seed;
///
/// let white = SampleSquare::white(64, Seed(1));
/// let values = ValueDistribution::of(&white, [-1.5, 1.5], 20).expect("the field is not empty");
/// assert_eq!(values.count(), 64 * 64);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValueDistribution {
    /// The number of values in each bin.
    pub histogram: Histogram,
    /// Mean, standard deviation and extremes.
    pub moments: Moments,
}

impl ValueDistribution {
    /// Counts a field's values in `bins` bins over a range.
    ///
    /// `None` if the field is empty.
    pub fn of(field: &SampleSquare, [low, high]: [f64; 2], bins: usize) -> Option<Self> {
        let values = || field.values.iter().copied();
        let histogram = Histogram::of(values(), low, high, bins);
        Some(Self { histogram, moments: Moments::of(values())? })
    }

    /// The number of counted values.
    pub fn count(&self) -> u64 {
        self.histogram.counts.iter().sum()
    }

    /// The density of each bin, so that the histogram's area is 1.
    pub fn densities(&self) -> Vec<f64> {
        let Histogram { low, high, counts } = &self.histogram;
        let area = self.count().max(1) as f64 * (high - low) / counts.len() as f64;
        counts.iter().map(|count| *count as f64 / area).collect()
    }
}

/// The predicted distribution of a noise's values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The mean of the values.
    pub mean: f64,
    /// The standard deviation of the values.
    ///
    /// Octaves are independent, so their variances add up.
    pub deviation: f64,
    /// The largest possible magnitude; `None` if it is unknown.
    pub bound: Option<f64>,
}

impl Prediction {
    /// Predicts the values of a noise.
    ///
    /// `None` for fractals whose octaves weight each other (ridged, hybrid), which have no formula.
    pub fn of(noise: &Noise) -> Option<Self> {
        let (spec, fractal) = (noise.spec(), noise.fractal());
        let basis = measured::moments(spec, noise.dimensions());
        let (centre, reach) = noise.recentring();
        let variance_of_magnitude = basis.mean_square - basis.mean_abs * basis.mean_abs;
        let variance = match spec.fractal {
            FractalKind::None | FractalKind::Fbm => basis.variance(),
            // The formula holds for magnitudes about 0, the centre of all bases except the
            // cellular bases.
            FractalKind::Turbulence if centre == 0.0 => variance_of_magnitude,
            FractalKind::Billow if centre == 0.0 => 4.0 * variance_of_magnitude,
            _ => return None,
        } / (reach * reach);
        let sum = |power: i32| {
            fractal.octaves.iter().map(|octave| octave.amplitude.powi(power)).sum::<f64>()
        };
        let is_plain = matches!(spec.fractal, FractalKind::None | FractalKind::Fbm);
        let bound = basis_bound(spec, noise.dimensions())
            .filter(|_| is_plain && spec.normalise != Normalise::Measured)
            .map(|bound| bound * sum(1) / fractal.divisor);
        Some(Self {
            mean: fractal.octave_mean * sum(1) / fractal.divisor,
            deviation: (variance * sum(2)).sqrt() / fractal.divisor,
            bound,
        })
    }

    /// The density of the normal distribution at `value`.
    pub fn density(&self, value: f64) -> f64 {
        let t = (value - self.mean) / self.deviation;
        (-0.5 * t * t).exp() / (self.deviation * std::f64::consts::TAU.sqrt())
    }
}

/// The largest magnitude of one octave. For Perlin noise this is √n/2 times the length of the
/// longest gradient; the centre of a cell reaches it if all gradients of the cell point at the
/// centre.
fn basis_bound(spec: &NoiseSpec, dimensions: usize) -> Option<f64> {
    let half_diagonal = 0.5 * (dimensions as f64).sqrt();
    match (spec.basis, dimensions) {
        (Basis::Value | Basis::Lattice0, _) => Some(1.0),
        (Basis::Perlin, 2) => Some(match spec.gradients {
            GradientSet::Sixteen | GradientSet::Continuous => half_diagonal,
            _ => half_diagonal * 2.0f64.sqrt(),
        }),
        (Basis::PerlinNd | Basis::PerlinNdRejection, _) => Some(half_diagonal),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(spec: &NoiseSpec) -> (Noise, SampleSquare) {
        let noise = spec.build(2).unwrap();
        // The step is no simple fraction of a cell, so the samples cover cells evenly.
        let field = SampleSquare::of(256, 0.618, [0.0; 2], |p| noise.sample2(p, 0.0));
        (noise, field)
    }

    #[test]
    fn deviation_and_bound_are_as_predicted() {
        for fractal in [FractalKind::None, FractalKind::Fbm, FractalKind::Turbulence] {
            for basis in [Basis::Perlin, Basis::Value, Basis::Simplex] {
                let spec = NoiseSpec { basis, fractal, octave_seeds: true, ..NoiseSpec::default() };
                let (noise, field) = field(&spec);
                let values = ValueDistribution::of(&field, [-1.0, 1.0], 64).unwrap();
                let prediction = Prediction::of(&noise).unwrap();
                let error = values.moments.deviation() / prediction.deviation - 1.0;
                assert!(error.abs() < 0.03, "{basis} {fractal}: {error}");
                let error = (values.moments.mean - prediction.mean).abs();
                assert!(error < 0.06 * prediction.deviation, "{basis} {fractal}: {error}");
                let reach = values.moments.max.max(-values.moments.min);
                assert!(prediction.bound.is_none_or(|bound| reach <= bound), "{basis} {fractal}");
            }
        }
        let ridged = NoiseSpec { fractal: FractalKind::Ridged, ..NoiseSpec::default() };
        assert_eq!(Prediction::of(&ridged.build(2).unwrap()), None);
    }

    #[test]
    fn densities_have_the_area_1() {
        let (noise, field) = field(&NoiseSpec::default());
        let values = ValueDistribution::of(&field, [-1.5, 1.5], 60).unwrap();
        assert_eq!(values.count(), 256 * 256);
        assert!((values.densities().iter().sum::<f64>() * 3.0 / 60.0 - 1.0).abs() < 1e-12);
        let prediction = Prediction::of(&noise).unwrap();
        let area: f64 =
            (0..600).map(|i| prediction.density(-3.0 + 0.01 * f64::from(i)) * 0.01).sum();
        assert!((area - 1.0).abs() < 1e-6);
        assert_eq!(
            ValueDistribution::of(&SampleSquare::white(0, Default::default()), [0.0, 1.0], 4),
            None
        );
    }
}
