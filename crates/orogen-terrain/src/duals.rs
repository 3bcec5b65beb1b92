//! Heights of many points in f64, with their gradients where they are asked for.

use super::dual::Dual;

/// Many [`Dual`]s by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Duals {
    /// In metres; of a noise its values.
    pub heights_m: Vec<f64>,
    /// How they rise to the east and to the south, in metres a metre.
    pub gradients: Option<[Vec<f64>; 2]>,
}

impl Duals {
    /// So many heights of 0.
    pub fn new(count: usize, slopes: bool) -> Self {
        let gradients = slopes.then(|| [vec![0.0; count], vec![0.0; count]]);
        Self { heights_m: vec![0.0; count], gradients }
    }

    pub fn count(&self) -> usize {
        self.heights_m.len()
    }

    /// A point; level where there are no gradients.
    #[inline]
    pub fn at(&self, index: usize) -> Dual {
        let gradient = match &self.gradients {
            None => [0.0; 2],
            Some([east, south]) => [east[index], south[index]],
        };
        Dual { height_m: self.heights_m[index], gradient }
    }

    /// A point becomes another. Its gradient is dropped where there are none.
    #[inline]
    pub fn put(&mut self, index: usize, point: Dual) {
        self.heights_m[index] = point.height_m;
        if let Some([east, south]) = &mut self.gradients {
            [east[index], south[index]] = point.gradient;
        }
    }

    /// All heights and gradients times a factor.
    pub fn scale(&mut self, factor: f64) {
        for numbers in self.gradients.iter_mut().flatten().chain([&mut self.heights_m]) {
            numbers.iter_mut().for_each(|number| *number *= factor);
        }
    }

    /// Each point becomes what is made of it and its place in the list.
    pub fn change(&mut self, mut change: impl FnMut(usize, Dual) -> Dual) {
        for index in 0..self.count() {
            self.put(index, change(index, self.at(index)));
        }
    }
}
