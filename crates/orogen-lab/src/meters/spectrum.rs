//! The power spectrum of a square of samples.
//!
//! The field is multiplied by a Hann window, so that opposite sides match, and Fourier transformed.
//! The spectrum of *cuts* is the mean of the one-dimensional spectra of all rows and columns, which
//! are profiles of the land. The spectrum of the *plane* is the two-dimensional spectrum,
//! averaged over circles of equal frequency. Fractional Brownian motion has the Hurst exponent H =
//! −log gain ÷ log lacunarity. The spectrum of its cuts falls by 3.01·(2H + 1) dB per octave, the
//! spectrum of its plane by 3.01·(2H + 2). The plane spreads the power of high frequencies over
//! longer circles, and a cut crosses fine features at a slant, which makes them look coarser. White
//! noise is flat in both. (Voss 1988, "Fractals in nature"; Saupe 1988, "Algorithms for random
//! fractals".)

use super::SampleSquare;
use orogen_noise::fft::{Fft, Lines};
use orogen_noise::{Basis, FractalKind, Noise, NoiseSpec};

/// A factor of 2 in power, in decibels: 10·log₁₀ 2.
pub const DB_PER_OCTAVE: f64 = 3.010_299_956_639_812;

/// The mean spectrum of one or more squares of equal size.
///
/// More squares refine the measurement.
///
/// ```
/// use orogen_lab::meters::{SampleSquare, Spectrum};
/// use orogen_noise::hash::Seed;
///
/// let spectrum = Spectrum::of(&SampleSquare::white(256, Seed(1)));
/// let range = [spectrum.lowest_frequency(), spectrum.nyquist_frequency()];
/// let fit = spectrum.fit_cut(range).expect("at least three bands have power");
/// assert!(fit.db_per_octave.abs() < 1.0, "white noise has a flat spectrum");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    side: usize,
    step: f64,
    squares: u32,
    cut: Vec<f64>,
    /// Sums of power by frequency; `None` if only cuts are measured.
    plane: Option<Vec<f64>>,
}

/// A straight line fitted to a spectrum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Its slope in decibels per octave.
    pub db_per_octave: f64,
    /// Its power at frequency 1, in decibels.
    pub db_at_one: f64,
    /// The frequencies between which it was fitted.
    pub range: [f64; 2],
}

impl Fit {
    /// The power of the line at a frequency, in decibels.
    pub fn db(&self, frequency: f64) -> f64 {
        self.db_at_one + self.db_per_octave * frequency.log2()
    }
}

impl Spectrum {
    /// An empty spectrum for squares with this side.
    ///
    /// The side must be a power of two, at least 8; 512 works well. `step` is the distance between
    /// samples.
    ///
    /// # Panics
    /// If the side is not a power of two, or less than 8.
    pub fn new(side: usize, step: f64) -> Self {
        assert!(
            side >= 8 && side.is_power_of_two(),
            "a spectrum needs a power of two of at least 8 samples per side, not {side}"
        );
        let empty = vec![0.0; side / 2];
        Self { side, step, squares: 0, cut: empty.clone(), plane: Some(empty) }
    }

    /// An empty spectrum of cuts only. The plane would take twice as long as the cuts.
    ///
    /// # Panics
    /// Like [`Spectrum::new`].
    pub fn of_cuts(side: usize, step: f64) -> Self {
        Self { plane: None, ..Self::new(side, step) }
    }

    /// The spectrum of one square.
    ///
    /// # Panics
    /// Like [`Spectrum::new`].
    pub fn of(field: &SampleSquare) -> Self {
        let mut spectrum = Self::new(field.side, field.step);
        spectrum.add(field);
        spectrum
    }

    /// The spectrum of a noise over `squares` disjoint squares.
    ///
    /// Each square has 512 samples per side, which span eight cells of the first octave.
    pub fn of_noise(noise: &Noise, squares: u32) -> Self {
        let mut spectrum = Self::new(512, 1.0 / 64.0);
        (0..squares).for_each(|index| spectrum.refine(noise, index));
        spectrum
    }

    /// Adds square number `index` of a noise. Different numbers give disjoint squares.
    ///
    /// # Panics
    /// If the noise does not have two dimensions.
    pub fn refine(&mut self, noise: &Noise, index: u32) {
        let spacing = (self.side as f64 * self.step).ceil() + 3.0;
        let corner = [spacing * f64::from(index % 16), spacing * f64::from(index / 16)];
        self.add(&SampleSquare::of_noise(noise, self.side, self.step, corner));
    }

    /// Adds a square.
    ///
    /// # Panics
    /// If the square's side differs from the spectrum's.
    pub fn add(&mut self, field: &SampleSquare) {
        assert_eq!(field.side, self.side, "the square must have the side of the spectrum");
        let side = self.side;
        let fft = Fft::new(side);
        let windowed = apply_window(field);
        let mut powers = vec![0.0; side];
        add_powers(&mut powers, &fft, &windowed, true);
        add_powers(&mut powers, &fft, &windowed, false);
        for (k, sum) in self.cut.iter_mut().enumerate() {
            *sum += 0.5 * (powers[k] + powers[(side - k) % side]);
        }

        if let Some(plane) = &mut self.plane {
            add_plane(plane, &fft, &windowed);
        }
        self.squares += 1;
    }

    /// The number of measured squares.
    pub fn squares(&self) -> u32 {
        self.squares
    }

    /// The Nyquist frequency: half a cycle per sample.
    pub fn nyquist_frequency(&self) -> f64 {
        0.5 / self.step
    }

    /// The lowest usable frequency: four cycles per square.
    ///
    /// A Hann window blurs frequencies by two cycles per square.
    pub fn lowest_frequency(&self) -> f64 {
        4.0 / (self.side as f64 * self.step)
    }

    /// The spectrum of cuts as pairs of frequency and decibels.
    ///
    /// Each pair is the mean of a third-octave band.
    pub fn cut_db(&self) -> Vec<[f64; 2]> {
        self.bands(&self.cut, 2.0)
    }

    /// The spectrum of the plane in the same form; empty if it was not measured.
    pub fn plane_db(&self) -> Vec<[f64; 2]> {
        self.plane.as_ref().map(|plane| self.bands(plane, 1.0)).unwrap_or_default()
    }

    /// Fits a line to the spectrum of cuts between two frequencies.
    ///
    /// All bands have equal weight. `None` if fewer than three bands have power.
    pub fn fit_cut(&self, range: [f64; 2]) -> Option<Fit> {
        fit(&self.cut_db(), range)
    }

    /// The range of frequencies that a noise's octaves cover.
    ///
    /// The samples limit the range. The power of an octave ends at about 0.6 cycles per cell for
    /// square cells, at 1 for others.
    pub fn octaves_range(&self, spec: &NoiseSpec) -> [f64; 2] {
        let octave_end = match spec.basis {
            Basis::Value
            | Basis::Perlin
            | Basis::Lattice0
            | Basis::Lattice1
            | Basis::Lattice2
            | Basis::PerlinNd
            | Basis::PerlinNdRejection => 0.6,
            _ => 1.0,
        };
        let last = octave_end * spec.lacunarity.powf(spec.octaves - 1.0);
        [f64::max(octave_end, self.lowest_frequency()), last.min(0.5 * self.nyquist_frequency())]
    }

    /// Averages powers in bands of a third of an octave. Each measured square has added
    /// `spectra_per_square` spectra to the sums. White noise of variance 1 is at 0 dB, so the power
    /// of the window is divided out.
    fn bands(&self, powers: &[f64], spectra_per_square: f64) -> Vec<[f64; 2]> {
        let mut bands: Vec<(i64, f64, f64, f64)> = vec![];
        for (k, power) in powers.iter().enumerate().skip(1) {
            let octave = (k as f64).log2();
            let band = (3.0 * octave).round() as i64;
            match bands.last_mut().filter(|last| last.0 == band) {
                Some((_, octaves, sum, count)) => {
                    (*octaves, *sum, *count) = (*octaves + octave, *sum + power, *count + 1.0);
                }
                None => bands.push((band, octave, *power, 1.0)),
            }
        }
        // The mean square of a Hann window is ⅜ along each axis.
        let samples = 0.375 * self.side as f64;
        let scale = samples * samples * spectra_per_square * f64::from(self.squares.max(1));
        let unit = 1.0 / (self.side as f64 * self.step);
        let decibels = |(_, octaves, sum, count): (i64, f64, f64, f64)| {
            [unit * (octaves / count).exp2(), 10.0 * (sum / count / scale).log10()]
        };
        bands.into_iter().map(decibels).collect()
    }
}

/// Adds the powers of all rows, or else of all columns, of a square by frequency.
///
/// Transforms two real lines as one complex line: its powers at k and −k add up to twice the sum of
/// both lines' powers at k.
fn add_powers(powers: &mut [f64], fft: &Fft, square: &[f64], of_rows: bool) {
    // This number of lines fits in the cache.
    const LINES: usize = 16;
    let (side, count) = (powers.len(), LINES.min(powers.len() / 2));
    let mut lines = Lines::new(side, count);
    for first in (0..side).step_by(2 * count) {
        let lines_at =
            lines.real.chunks_exact_mut(count).zip(lines.imaginary.chunks_exact_mut(count));
        if of_rows {
            let rows = &square[first * side..(first + 2 * count) * side];
            for (i, (real, imaginary)) in lines_at.enumerate() {
                let pairs = rows.chunks_exact(2 * side);
                for ((real, imaginary), pair) in real.iter_mut().zip(imaginary).zip(pairs) {
                    (*real, *imaginary) = (pair[i], pair[side + i]);
                }
            }
        } else {
            for ((real, imaginary), row) in lines_at.zip(square.chunks_exact(side)) {
                let (pairs, _) = row[first..first + 2 * count].as_chunks();
                for ((real, imaginary), [even, odd]) in real.iter_mut().zip(imaginary).zip(pairs) {
                    (*real, *imaginary) = (*even, *odd);
                }
            }
        }
        fft.forward(&mut lines);
        lines.add_powers(powers);
    }
}

/// Adds the field's mean power on each circle of equal frequency to `plane`.
fn add_plane(plane: &mut [f64], fft: &Fft, windowed: &[f64]) {
    let side = 2 * plane.len();
    let mut square = Lines::new(side, side);
    square.real.copy_from_slice(windowed);
    fft.forward_square(&mut square);
    square.square_magnitudes();
    let signed_frequency = |k: usize| if k > side / 2 { k as f64 - side as f64 } else { k as f64 };
    let mut circles = vec![(0.0, 0u32); side / 2];
    for (i, power) in square.real.iter().enumerate() {
        let radius = signed_frequency(i % side).hypot(signed_frequency(i / side)).round() as usize;
        if let Some((sum, count)) = circles.get_mut(radius) {
            (*sum, *count) = (*sum + power, *count + 1);
        }
    }
    for (sum, (power, count)) in plane.iter_mut().zip(circles) {
        *sum += power / f64::from(count.max(1));
    }
}

/// The field without its mean, times a Hann window (Harris 1978) along x and along y.
fn apply_window(field: &SampleSquare) -> Vec<f64> {
    let side = field.side;
    let window: Vec<f64> = (0..side)
        .map(|i| 0.5 - 0.5 * (std::f64::consts::TAU * i as f64 / side as f64).cos())
        .collect();
    let rows = || field.values.chunks_exact(side).zip(&window);
    let along_row = |row: &[f64]| row.iter().zip(&window).map(|(value, w)| value * w).sum::<f64>();
    let sum: f64 = rows().map(|(row, weight)| weight * along_row(row)).sum();
    let mean = sum / window.iter().sum::<f64>().powi(2);
    let mut weighted = Vec::with_capacity(field.values.len());
    for (row, weight) in rows() {
        weighted.extend(row.iter().zip(&window).map(|(value, w)| (value - mean) * (w * weight)));
    }
    weighted
}

/// Fits a straight line by least squares over the logarithm of the frequency.
fn fit(bands: &[[f64; 2]], [low, high]: [f64; 2]) -> Option<Fit> {
    let bands_in_range = bands.iter().filter(|[f, db]| (low..=high).contains(f) && db.is_finite());
    let points: Vec<[f64; 2]> = bands_in_range.map(|[f, db]| [f.log2(), *db]).collect();
    if points.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let [x, y] = [0, 1].map(|i| points.iter().map(|point| point[i]).sum::<f64>() / count);
    let xy_sum: f64 = points.iter().map(|point| (point[0] - x) * (point[1] - y)).sum();
    let xx_sum: f64 = points.iter().map(|point| (point[0] - x) * (point[0] - x)).sum();
    let db_per_octave = xy_sum / xx_sum;
    Some(Fit { db_per_octave, db_at_one: y - db_per_octave * x, range: [low, high] })
}

/// The Hurst exponent of a sum of octaves: H = −log gain ÷ log lacunarity.
pub fn hurst(gain: f64, lacunarity: f64) -> f64 {
    -gain.ln() / lacunarity.ln()
}

/// The predicted slope of the spectrum of cuts: −3.01·(2H + 1) dB per octave.
pub fn predicted_cut_slope(hurst: f64) -> f64 {
    -DB_PER_OCTAVE * (2.0 * hurst + 1.0)
}

/// The predicted slope of the spectrum of cuts, and the frequencies where it holds.
///
/// The slope is in decibels per octave. `None` for a noise that is not fBm, or has too few octaves
/// for a fit.
pub fn prediction(noise: &Noise, spectrum: &Spectrum) -> Option<(f64, [f64; 2])> {
    let spec = noise.spec();
    let is_fbm = spec.fractal == FractalKind::Fbm && spec.gain > 0.0 && spec.lacunarity > 1.0;
    let range = spectrum.octaves_range(spec);
    (is_fbm && range[1] >= 4.0 * range[0])
        .then(|| (predicted_cut_slope(hurst(spec.gain, spec.lacunarity)), range))
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::hash::Seed;

    #[test]
    fn static_has_a_flat_spectrum() {
        let mut spectrum = Spectrum::new(512, 1.0);
        for seed in 0..3 {
            spectrum.add(&SampleSquare::white(512, Seed(seed)));
            let range = [spectrum.lowest_frequency(), spectrum.nyquist_frequency()];
            let fits = [spectrum.fit_cut(range), fit(&spectrum.plane_db(), range)];
            for fit in fits.map(Option::unwrap) {
                assert!(fit.db_per_octave.abs() < 0.5, "{fit:?}");
                // A uniform random number in [−1, 1] has the variance ⅓.
                assert!((fit.db(0.1) - 10.0 * (1.0f64 / 3.0).log10()).abs() < 0.3, "{fit:?}");
            }
        }
        assert_eq!(spectrum.squares(), 3);
        assert!((predicted_cut_slope(-0.5)).abs() < 1e-12);
    }

    #[test]
    fn octaves_have_the_predicted_spectral_slope() {
        for basis in [Basis::Perlin, Basis::Value, Basis::Simplex, Basis::OpenSimplex2] {
            for (gain, lacunarity) in [(0.5, 2.0), (0.6, 2.0), (0.4, 2.0), (0.5, 2.17), (0.7, 2.0)]
            {
                let spec = NoiseSpec {
                    basis,
                    fractal: FractalKind::Fbm,
                    octaves: 5.0,
                    gain,
                    lacunarity,
                    octave_seeds: true,
                    ..NoiseSpec::default()
                };
                let noise = spec.build(2).unwrap();
                let spectrum = Spectrum::of_noise(&noise, 4);
                let (predicted, range) = prediction(&noise, &spectrum).unwrap();
                let measured = spectrum.fit_cut(range).unwrap().db_per_octave;
                let error = measured - predicted;
                assert!(error.abs() < 1.0, "{basis} {gain} {lacunarity}: {measured} {predicted}");
            }
        }
    }

    #[test]
    fn a_wave_has_its_power_at_its_own_frequency() {
        let wave =
            SampleSquare::of(64, 0.125, [0.0; 2], |[x, _]| (std::f64::consts::TAU * x).sin());
        let spectrum = Spectrum::of(&wave);
        let top = spectrum.plane_db().into_iter().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
        assert!((top[0] - 1.0).abs() < 0.13, "{top:?}");
    }
}
