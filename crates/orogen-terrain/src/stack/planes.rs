//! Owned arrays of values and slopes at many points.

use crate::dual::{Dual, Samples, SamplesRef};
use crate::duals::Duals;

/// Values at many points, and on request their slopes to the east and to the south.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Planes {
    pub values: Vec<f32>,
    pub slopes: Option<[Vec<f32>; 2]>,
}

impl From<Duals> for Planes {
    fn from(Duals { heights_m, gradients }: Duals) -> Self {
        let plane = |values: Vec<f64>| values.into_iter().map(|value| value as f32).collect();
        Self { values: plane(heights_m), slopes: gradients.map(|axes| axes.map(plane)) }
    }
}

impl Planes {
    /// Creates arrays of zeros.
    pub fn new(count: usize, slopes: bool) -> Self {
        let plane = || vec![0.0; count];
        Self { values: plane(), slopes: slopes.then(|| [plane(), plane()]) }
    }

    /// The value and the slopes with an index, in f64. Slopes are 0 if they are not stored.
    pub fn at(&self, index: usize) -> Dual {
        let slopes = self.slopes.as_ref();
        let gradient =
            slopes.map_or([0.0; 2], |axes| axes.each_ref().map(|axis| f64::from(axis[index])));
        Dual { height_m: f64::from(self.values[index]), gradient }
    }

    /// Writes the value with an index, and its slopes if slopes are stored.
    pub fn put(&mut self, index: usize, point: Dual) {
        self.values[index] = point.height_m as f32;
        for (axis, slope) in self.slopes.iter_mut().flatten().zip(point.gradient) {
            axis[index] = slope as f32;
        }
    }

    /// Borrows values and slopes separately.
    pub fn parts(&mut self) -> (&mut [f32], Option<[&mut [f32]; 2]>) {
        let slopes = self.slopes.as_mut().map(|[east, south]| [&mut **east, &mut **south]);
        (&mut self.values, slopes)
    }

    /// Borrows the arrays for changes.
    pub fn samples(&mut self) -> Samples<'_> {
        let (heights_m, gradients) = self.parts();
        Samples { heights_m, gradients }
    }

    /// Borrows the arrays for reading.
    pub fn samples_ref(&self) -> SamplesRef<'_> {
        let gradients = self.slopes.as_ref().map(|[east, south]| [&**east, &**south]);
        SamplesRef { heights_m: &self.values, gradients }
    }

    /// The memory use in bytes.
    pub fn bytes(&self) -> usize {
        let planes = if self.slopes.is_some() { 3 } else { 1 };
        planes * size_of_val(&*self.values)
    }
}
