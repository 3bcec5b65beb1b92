//! Moments and extremes of noise values.

/// The means, minimum and maximum of a set of noise values n.
///
/// ```
/// use orogen_noise::moments::Moments;
///
/// let moments = Moments::of([-1.0, 0.0, 4.0].into_iter()).expect("there are values");
/// assert_eq!((moments.mean, moments.reach()), (1.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Mean of n.
    pub mean: f64,
    /// Mean of |n|.
    pub mean_abs: f64,
    /// Mean of n².
    pub mean_square: f64,
    /// Mean of |n − mean|.
    pub mean_abs_deviation: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

impl Moments {
    /// Computes the moments of the values; `None` if there are no values.
    ///
    /// A NaN among the values makes every result NaN except the extremes.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let (mut count, mut sum, mut sum_abs, mut sum_square) = (0u64, 0.0, 0.0, 0.0);
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        for n in values.clone() {
            count += 1;
            sum += n;
            sum_abs += n.abs();
            sum_square += n * n;
            // WebAssembly programs call `f64::min` as a function.
            min = if n < min { n } else { min };
            max = if n > max { n } else { max };
        }
        if count == 0 {
            return None;
        }
        let mean = sum / count as f64;
        let sum_deviation = values.fold(0.0, |sum, n| sum + (n - mean).abs());
        Some(Self {
            mean,
            mean_abs: sum_abs / count as f64,
            mean_square: sum_square / count as f64,
            mean_abs_deviation: sum_deviation / count as f64,
            min,
            max,
        })
    }

    /// Mean of (n − mean)².
    pub fn variance(&self) -> f64 {
        f64::max(self.mean_square - self.mean * self.mean, 0.0)
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The largest distance of a value from the mean.
    pub fn reach(&self) -> f64 {
        f64::max(self.max - self.mean, self.mean - self.min)
    }

    /// The moments of (n − mean) ÷ reach, which lies in [−1, 1].
    pub fn recentred(&self) -> Self {
        let reach = self.reach();
        Self {
            mean: 0.0,
            mean_abs: self.mean_abs_deviation / reach,
            mean_square: self.variance() / (reach * reach),
            mean_abs_deviation: self.mean_abs_deviation / reach,
            min: (self.min - self.mean) / reach,
            max: (self.max - self.mean) / reach,
        }
    }
}
