//! Measuring noises: moments, extremes and histograms over fixed sample points.
//!
//! The sample points are the same on every machine.

use super::built::Noise;
use super::hash::{Seed, hash_cell};
pub use super::moments::Moments;

/// Counts of values in bins of equal width.
///
/// ```
/// use orogen_noise::statistics::Histogram;
///
/// let values = [-0.5, 0.0, 0.999, 7.0];
/// assert_eq!(Histogram::of(values.into_iter(), -1.0, 1.0, 4).counts, [0, 1, 1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The lower edge of the first bin.
    pub low: f64,
    /// The upper edge of the last bin.
    pub high: f64,
    /// The count of each bin.
    ///
    /// Values outside the range count in the first or last bin; NaN is not counted.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Counts `values` in `bins` bins (at least one) over [low, high].
    pub fn of(values: impl Iterator<Item = f64>, low: f64, high: f64, bins: usize) -> Self {
        let mut counts = vec![0; bins.max(1)];
        let last = counts.len() - 1;
        let per_unit = counts.len() as f64 / (high - low);
        for n in values.filter(|n| !n.is_nan()) {
            // Casts saturate: values below the range give 0, values above it the last bin.
            let bin = ((n - low) * per_unit) as usize;
            counts[bin.min(last)] += 1;
        }
        Self { low, high, counts }
    }
}

/// Sets `point` to point number `index` of the sample set.
///
/// Along each axis, the hash picks one of 2²⁴ cells around 0 and a place in that cell.
pub fn sample_point(index: u32, point: &mut [f64]) {
    for (x, axis) in point.iter_mut().zip(0..) {
        let word = |which| hash_cell(Seed(0x0573_a715), &[i64::from(index), axis, which]);
        *x = f64::from(word(0) >> 8) - 8_388_608.0 + f64::from(word(1)) / 4_294_967_296.0;
    }
}

/// The noise's values at the first `count` points of the sample set.
pub fn sample_values(noise: &Noise, count: u32) -> Vec<f64> {
    let mut point = vec![0.0; noise.dimensions()];
    let value = |index| {
        sample_point(index, &mut point);
        noise.sample(&point)
    };
    (0..count).map(value).collect()
}

/// Measures a noise at `count` points; `None` if `count` is 0.
///
/// The standard error of the mean is the standard deviation ÷ √count.
///
/// ```
/// let noise = orogen_noise::NoiseSpec::default().build(2)?;
/// let moments = orogen_noise::statistics::measure(&noise, 1000);
/// assert!(moments.is_some_and(|m| m.min < 0.0 && m.max > 0.0));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
pub fn measure(noise: &Noise, count: u32) -> Option<Moments> {
    Moments::of(sample_values(noise, count).iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_a_few_numbers_are_correct() {
        let m = Moments::of([-1.0, 0.0, 4.0].into_iter()).unwrap();
        assert_eq!((m.mean, m.min, m.max), (1.0, -1.0, 4.0));
        assert_eq!((m.mean_abs, m.mean_square, m.mean_abs_deviation), (5.0 / 3.0, 17.0 / 3.0, 2.0));
        assert_eq!(m.reach(), 3.0);
        let r = Moments::of([-2.0 / 3.0, -1.0 / 3.0, 1.0].into_iter()).unwrap();
        for (ours, theirs) in
            [(m.recentred().mean_abs, r.mean_abs), (m.recentred().mean_square, r.mean_square)]
        {
            assert!((ours - theirs).abs() < 1e-15);
        }
        assert_eq!(Moments::of(std::iter::empty()), None);
    }

    #[test]
    fn histograms_count_every_number() {
        let values = [-2.0, -1.0, -0.5, 0.0, 0.999, 1.0, 7.0, f64::NAN];
        assert_eq!(Histogram::of(values.into_iter(), -1.0, 1.0, 4).counts, [2, 1, 1, 3]);
    }
}
