//! Positions of samples along an axis.

use crate::tile::reduce;

/// Positions along an axis in units of the noise.
pub(super) struct Positions {
    /// The positions, wrapped into the first period if there is one.
    pub at: Vec<f64>,
    /// The sum of the whole periods that were subtracted from each position; empty without a
    /// period.
    pub back: Vec<f64>,
}

impl Positions {
    pub fn new(at: impl Iterator<Item = f64>, period: Option<f64>) -> Self {
        let Some(period) = period else { return Self { at: at.collect(), back: vec![] } };
        let (at, back) = at.map(|x| (reduce(x, period), (x / period).floor() * period)).unzip();
        Self { at, back }
    }

    /// The positions transformed to scale × position + offset, and wrapped again.
    pub fn viewed(&self, scale: f64, offset: f64, period: Option<f64>) -> Self {
        let mut viewed = Self::new(self.at.iter().map(|x| x * scale + offset), period);
        for (viewed, back) in viewed.back.iter_mut().zip(&self.back) {
            *viewed += back * scale;
        }
        viewed
    }
}
