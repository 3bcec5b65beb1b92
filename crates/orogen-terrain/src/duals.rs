//! Heights of many points in f64, with gradients on request.

use super::dual::Dual;

/// Many [`Dual`]s, stored by component.
#[derive(Clone, Debug)]
pub(super) struct Duals {
    /// Heights in metres; noise values for a noise.
    pub heights_m: Vec<f64>,
    /// Slopes to the east and to the south in metres per metre.
    pub gradients: Option<[Vec<f64>; 2]>,
}

impl Duals {
    /// Creates `count` heights of 0.
    pub fn new(count: usize, with_gradients: bool) -> Self {
        let gradients = with_gradients.then(|| [vec![0.0; count], vec![0.0; count]]);
        Self { heights_m: vec![0.0; count], gradients }
    }

    pub fn count(&self) -> usize {
        self.heights_m.len()
    }

    /// Reads a point. Its gradient is zero if gradients are not stored.
    #[inline]
    pub fn at(&self, index: usize) -> Dual {
        let gradient = match &self.gradients {
            None => [0.0; 2],
            Some([east, south]) => [east[index], south[index]],
        };
        Dual { height_m: self.heights_m[index], gradient }
    }

    /// Writes a point, without its gradient if gradients are not stored.
    #[inline]
    pub fn put(&mut self, index: usize, point: Dual) {
        self.heights_m[index] = point.height_m;
        if let Some([east, south]) = &mut self.gradients {
            [east[index], south[index]] = point.gradient;
        }
    }

    /// Multiplies all heights and gradients by a factor.
    pub fn scale(&mut self, factor: f64) {
        for numbers in self.gradients.iter_mut().flatten().chain([&mut self.heights_m]) {
            numbers.iter_mut().for_each(|number| *number *= factor);
        }
    }

    /// Replaces each point by the result of `change` for its index and value.
    pub fn change(&mut self, mut change: impl FnMut(usize, Dual) -> Dual) {
        for index in 0..self.count() {
            self.put(index, change(index, self.at(index)));
        }
    }
}
