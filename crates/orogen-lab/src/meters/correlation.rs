//! The autocorrelation of a square of samples.

use super::SampleSquare;
use orogen_noise::fft::{Fft, Lines};
use orogen_noise::{Basis, Fade, FractalKind, NoiseSpec};

/// The correlation of a field with itself, for every shift up to a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Correlation {
    /// The largest measured shift along x and along y, in samples.
    pub reach: usize,
    /// The distance from one sample to the next; see [`SampleSquare::step`].
    pub step: f64,
    /// (2·reach + 1)² correlations from −1 to 1, row by row.
    ///
    /// The central value, for shift 0, is 1.
    pub map: Vec<f64>,
}

impl Correlation {
    /// Measures a field by the Fourier transform of its power spectrum.
    ///
    /// By the Wiener–Khinchin theorem, this gives the autocorrelation. The field is padded with
    /// zeros, and the sum for each shift is divided by its number of pairs. 256 samples per side,
    /// 1/8 cell apart, and a reach of 24 work well.
    ///
    /// # Panics
    /// If `reach` is not below the field's side.
    pub fn of(field: &SampleSquare, reach: usize) -> Self {
        assert!(
            reach < field.side,
            "the reach {reach} must be below the side of {} samples",
            field.side
        );
        let (side, mean) = (field.side, field.mean());
        let length = (side + reach).next_power_of_two();
        let fft = Fft::new(length);
        let mut square = Lines::new(length, length);
        for (row, values) in
            square.real.chunks_exact_mut(length).zip(field.values.chunks_exact(side))
        {
            row.iter_mut().zip(values).for_each(|(to, value)| *to = value - mean);
        }
        fft.forward_square(&mut square);
        // Powers are symmetric, so the forward transform equals the inverse transform up to scale.
        square.square_magnitudes();
        fft.forward_square(&mut square);
        let width = 2 * reach + 1;
        let at = |dx: i64, dy: i64| {
            let [column, row] = [dx, dy].map(|shift| shift.rem_euclid(length as i64) as usize);
            let pairs = (side as i64 - dx.abs()) * (side as i64 - dy.abs());
            // Each of the two transforms has transposed the square, so rows are rows again.
            square.real[row * length + column] / pairs as f64
        };
        let variance = at(0, 0);
        let shift_at = |i: usize| i as i64 - reach as i64;
        let map = (0..width * width)
            .map(|i| at(shift_at(i % width), shift_at(i / width)) / variance)
            .collect();
        Self { reach, step: field.step, map }
    }

    /// The correlation at a shift in samples along x and along y.
    ///
    /// # Panics
    /// If the shift is beyond the reach.
    pub fn at(&self, [x, y]: [i64; 2]) -> f64 {
        let reach = self.reach as i64;
        assert!(
            x.abs() <= reach && y.abs() <= reach,
            "the shift ({x}, {y}) is beyond the reach {reach}"
        );
        self.map[((y + reach) * (2 * reach + 1) + x + reach) as usize]
    }

    /// The mean correlation over all directions, as pairs of distance and correlation.
    ///
    /// Distances are in the units of the step.
    pub fn by_distance(&self) -> Vec<[f64; 2]> {
        let reach = self.reach as i64;
        let mut rings = vec![(0.0, 0.0); self.reach + 1];
        for y in -reach..=reach {
            for x in -reach..=reach {
                let distance = (x as f64).hypot(y as f64);
                // A distance between two rings counts for both, with linear weights.
                let fraction = distance.fract();
                for (ring, weight) in
                    [(distance as usize, 1.0 - fraction), (distance as usize + 1, fraction)]
                {
                    if let Some((sum, weights)) = rings.get_mut(ring) {
                        (*sum, *weights) = (*sum + weight * self.at([x, y]), *weights + weight);
                    }
                }
            }
        }
        let ring = |(i, (sum, weights)): (usize, (f64, f64))| [i as f64 * self.step, sum / weights];
        rings.into_iter().enumerate().map(ring).collect()
    }

    /// The shortest distance at which the mean correlation is 0.
    ///
    /// `None` if it stays above 0 within the reach.
    pub fn first_zero(&self) -> Option<f64> {
        first_zero(&self.by_distance())
    }
}

/// The first x at which a curve falls to 0, by linear interpolation.
///
/// `None` if the curve stays above 0.
pub fn first_zero(curve: &[[f64; 2]]) -> Option<f64> {
    let pair = curve.windows(2).find(|pair| pair[1][1] <= 0.0)?;
    let [[x0, y0], [x1, y1]] = [pair[0], pair[1]];
    Some(x0 + (x1 - x0) * y0 / (y0 - y1))
}

/// The predicted correlation of value or Perlin noise at a shift in cells.
///
/// The noise may be a single octave or fBm. Returns `None` for other bases and fractals, and for
/// warped or periodic noise.
///
/// At an offset d, a lattice point has the weight w(d) = b(dₓ)·b(d_y), where b(t) = 1 − fade(|t|).
/// The random numbers of lattice points are independent, so for a shift τ the covariance of value
/// noise is ∫ w(d)·w(d + τ) dd. Gradients have no preferred axis, so the covariance of Perlin noise
/// is ½∫ w(d)·w(d + τ)·d·(d + τ) dd. Both split into products of integrals along x and along y, and
/// are 0 for shifts of two cells or more.
pub fn predict(spec: &NoiseSpec, shift: [f64; 2]) -> Option<f64> {
    predict_from(spec, shift, |tau| overlap(spec.fade, tau))
}

/// Predicts the correlation from the two integrals along an axis: [`overlap`].
fn predict_from(
    spec: &NoiseSpec,
    shift: [f64; 2],
    overlaps: impl Fn(f64) -> [f64; 2],
) -> Option<f64> {
    let is_plain = matches!(spec.fractal, FractalKind::None | FractalKind::Fbm);
    if !is_plain || spec.warp.is_active() || spec.period.is_some() {
        return None;
    }
    let octave_covariance = |shift: [f64; 2]| {
        let [[value_x, ramp_x], [value_y, ramp_y]] = shift.map(&overlaps);
        match spec.basis {
            Basis::Value | Basis::Lattice0 => Some(value_x * value_y),
            Basis::Perlin | Basis::Lattice1 => Some(ramp_x * value_y + value_x * ramp_y),
            _ => None,
        }
    };
    let variance = octave_covariance([0.0; 2])?;
    let octaves = if spec.fractal == FractalKind::None { 1.0 } else { spec.octaves };
    let (mut sum, mut total, mut frequency, mut amplitude) = (0.0, 0.0, 1.0, 1.0f64);
    for index in 0..octaves.ceil() as u32 {
        let weight = amplitude * f64::min(octaves - f64::from(index), 1.0);
        sum += weight * weight * octave_covariance(shift.map(|tau| tau * frequency))? / variance;
        total += weight * weight;
        (frequency, amplitude) = (frequency * spec.lacunarity, amplitude * spec.gain);
    }
    Some(sum / total)
}

/// The integrals ∫ b(t)·b(t + τ)·(t·(t + τ))^power dt over all t, for the powers 0 and 1; b is the
/// weight 1 − fade(|t|).
fn overlap(fade: Fade, tau: f64) -> [f64; 2] {
    const STEPS: i32 = 200;
    let tau = tau.abs();
    if tau >= 2.0 {
        return [0.0; 2];
    }
    // The product is 0 outside −1 to 1 − τ: b(t) starts at −1, and b(t + τ) ends at 1 − τ.
    let (low, step) = (-1.0, (2.0 - tau) / f64::from(STEPS));
    let mut sums = [0.0; 2];
    for i in 0..STEPS {
        let t = low + step * (f64::from(i) + 0.5);
        let product = weight(fade, t) * weight(fade, t + tau);
        sums[0] += product;
        sums[1] += product * (t * (t + tau));
    }
    sums.map(|sum| sum * step)
}

/// The weight of a lattice point at a distance along an axis.
fn weight(fade: Fade, t: f64) -> f64 {
    1.0 - fade.value(t.abs().min(1.0))
}

/// The shifts per cell of a table of overlaps, and the steps of an integral from a shift to the
/// next.
const SHIFTS: usize = 64;
const STEPS_PER_SHIFT: usize = 2;

/// [`overlap`] at the shifts 0, 1/64, …, 2.
///
/// The steps of the integrals are those of a single row of weights, so each weight is computed once.
/// Kinks of the weights lie between two steps.
fn overlaps(fade: Fade) -> Vec<[f64; 2]> {
    let steps = SHIFTS * STEPS_PER_SHIFT;
    let t = |i: usize| (i as f64 + 0.5) / steps as f64 - 1.0;
    let weights: Vec<f64> = (0..2 * steps).map(|i| weight(fade, t(i))).collect();
    let ramps: Vec<f64> = weights.iter().enumerate().map(|(i, weight)| weight * t(i)).collect();
    let overlap = |row: &[f64], shift: usize| {
        let moved = &row[shift * STEPS_PER_SHIFT..];
        row.iter().zip(moved).map(|(a, b)| a * b).sum::<f64>() / steps as f64
    };
    (0..=2 * SHIFTS).map(|shift| [overlap(&weights, shift), overlap(&ramps, shift)]).collect()
}

/// The mean of [`predict`] over all directions, by distance.
///
/// The result has the form of [`Correlation::by_distance`].
pub fn predict_by_distance(spec: &NoiseSpec, step: f64, count: usize) -> Option<Vec<[f64; 2]>> {
    const DIRECTIONS: u32 = 16;
    // No table for a noise without prediction.
    predict_from(spec, [0.0; 2], |_| [1.0; 2])?;
    // Integrals are slow, so those between two shifts of the table are interpolated.
    let table = overlaps(spec.fade);
    let overlaps = |tau: f64| {
        let place = (tau.abs() * SHIFTS as f64).min((2 * SHIFTS - 1) as f64 + 0.999_999);
        let [a, b] = [table[place as usize], table[place as usize + 1]];
        [0, 1].map(|i| a[i] + place.fract() * (b[i] - a[i]))
    };
    let ring = |i: usize| {
        let distance = i as f64 * step;
        let mean = (0..DIRECTIONS).map(|k| {
            let angle = std::f64::consts::FRAC_PI_4 * (f64::from(k) + 0.5) / f64::from(DIRECTIONS);
            predict_from(spec, [distance * angle.cos(), distance * angle.sin()], overlaps)
        });
        Some([distance, mean.sum::<Option<f64>>()? / f64::from(DIRECTIONS)])
    };
    (0..count).map(ring).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::hash::Seed;

    #[test]
    fn noise_is_correlated_as_predicted_and_static_is_not() {
        for basis in [Basis::Perlin, Basis::Value] {
            for fractal in [FractalKind::None, FractalKind::Fbm] {
                for fade in [Fade::Linear, Fade::Quintic] {
                    let spec = NoiseSpec {
                        basis,
                        fractal,
                        fade,
                        octave_seeds: true,
                        ..NoiseSpec::default()
                    };
                    let field =
                        SampleSquare::of_noise(&spec.build(2).unwrap(), 512, 0.125, [0.0; 2]);
                    let measured = Correlation::of(&field, 24);
                    for shift in [[0, 0], [3, 0], [8, 0], [0, 12], [5, 5], [20, 4]] {
                        let expected =
                            predict(&spec, shift.map(|samples| samples as f64 * 0.125)).unwrap();
                        let error = (measured.at(shift) - expected).abs();
                        assert!(error < 0.06, "{basis} {fractal} {fade} {shift:?}: {error}");
                    }
                    let predicted_zero =
                        first_zero(&predict_by_distance(&spec, 0.125, 25).unwrap());
                    if basis == Basis::Perlin {
                        let error = measured.first_zero().unwrap() - predicted_zero.unwrap();
                        assert!(error.abs() < 0.1, "{basis} {fractal} {fade}: {error}");
                    }
                }
            }
        }
        let white = Correlation::of(&SampleSquare::white(256, Seed(5)), 8);
        assert!(white.first_zero().is_none_or(|zero| zero <= 8.0));
        assert!(white.at([1, 0]).abs() < 0.02 && white.at([0, 0]) == 1.0);
        assert!((white.at([3, -2]) - white.at([-3, 2])).abs() < 1e-9);
    }

    #[test]
    fn a_wave_is_correlated_at_its_wavelength() {
        let wave =
            SampleSquare::of(128, 0.05, [0.0; 2], |[x, _]| (std::f64::consts::TAU * x).cos());
        let measured = Correlation::of(&wave, 20);
        assert!(measured.at([20, 0]) > 0.9 && measured.at([10, 0]) < -0.9);
        assert!(measured.at([0, 15]) > 0.9);
    }

    #[test]
    fn only_lattice_noises_have_a_predicted_correlation() {
        let simplex = NoiseSpec { basis: Basis::Simplex, ..NoiseSpec::default() };
        assert_eq!(predict(&simplex, [0.0; 2]), None);
        let perlin = NoiseSpec::default();
        assert_eq!(predict(&perlin, [2.0, 0.3]), Some(0.0));
        for [distance, mean] in predict_by_distance(&perlin, 0.25, 8).unwrap() {
            let angle = |k: u32| std::f64::consts::FRAC_PI_4 * (f64::from(k) + 0.5) / 16.0;
            let at = |k| {
                predict(&perlin, [distance * angle(k).cos(), distance * angle(k).sin()]).unwrap()
            };
            assert!(((0..16).map(at).sum::<f64>() / 16.0 - mean).abs() < 1e-3, "{distance}");
        }
    }
}
