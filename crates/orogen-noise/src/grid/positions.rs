//! Positions of samples along an axis.

use crate::tile::reduce;

/// Positions along an axis in units of the noise.
pub(super) struct Positions {
    /// The positions, wrapped into the first period if there is one.
    pub values: Vec<f64>,
    /// The sum of the whole periods that were subtracted from each position; empty without a
    /// period.
    pub period_offsets: Vec<f64>,
}

impl Positions {
    pub fn new(values: impl Iterator<Item = f64>, period: Option<f64>) -> Self {
        let Some(period) = period else {
            return Self { values: values.collect(), period_offsets: vec![] };
        };
        let (values, period_offsets) =
            values.map(|x| (reduce(x, period), (x / period).floor() * period)).unzip();
        Self { values, period_offsets }
    }

    /// The positions transformed to scale × position + offset, and wrapped again.
    pub fn transformed(&self, scale: f64, offset: f64, period: Option<f64>) -> Self {
        let mut transformed = Self::new(self.values.iter().map(|x| x * scale + offset), period);
        for (offset, untransformed) in
            transformed.period_offsets.iter_mut().zip(&self.period_offsets)
        {
            *offset += untransformed * scale;
        }
        transformed
    }
}
