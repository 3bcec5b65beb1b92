//! Noise sampled on a grid of pixels; y points up in the plane.

use rayon::prelude::*;

use super::figure::{Place, Shape};
use orogen_noise::Noise;
use orogen_noise::grid::GridNoise;

/// The number of rows that a parallel task computes.
const ROWS_PER_TASK: usize = 64;

/// A rectangle of the plane and the number of pixels that show it.
///
/// ```
/// use orogen_lab::field::Window;
/// use orogen_noise::NoiseSpec;
///
/// let noise = NoiseSpec::default().build(2)?;
/// let window = Window::square([0.0, 0.0], 4.0, 16);
/// assert_eq!(window.values(&noise).len(), 16 * 16);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Its lower left corner.
    pub low: [f64; 2],
    /// The length of its sides.
    pub span: [f64; 2],
    /// Pixels across and down.
    pub pixels: [usize; 2],
}

impl Window {
    /// A square with this centre and side, in units of the plane.
    pub fn square(middle: [f64; 2], span: f64, pixels: usize) -> Self {
        let low = middle.map(|x| x - 0.5 * span);
        Self { low, span: [span; 2], pixels: [pixels; 2] }
    }

    /// The point of the plane at a pixel's centre; row 0 is at the top.
    pub fn pixel_centre(&self, column: usize, row: usize) -> [f64; 2] {
        let fraction = [
            (column as f64 + 0.5) / self.pixels[0] as f64,
            1.0 - (row as f64 + 0.5) / self.pixels[1] as f64,
        ];
        [0, 1].map(|axis| self.low[axis] + fraction[axis] * self.span[axis])
    }

    /// Samples a two-dimensional noise at all pixel centres, row by row from the top.
    ///
    /// Uses the grid evaluator on all cores.
    pub fn values(&self, noise: &Noise) -> Vec<f32> {
        let [xs, ys] = self.coordinates();
        let mut upwards = vec![0.0; xs.len() * ys.len()];
        let noise = GridNoise::new(noise, 1.0);
        // Each sample depends only on its own place, so rows can be computed in parallel.
        let parts = upwards
            .par_chunks_mut(ROWS_PER_TASK * xs.len().max(1))
            .zip(ys.par_chunks(ROWS_PER_TASK));
        parts.for_each(|(out, ys)| noise.fill_at([&xs, ys], 0.0, out));
        self.flip_rows(&upwards)
    }

    /// The x of each column and the y of each row, both ascending.
    pub fn coordinates(&self) -> [Vec<f64>; 2] {
        let [columns, rows] = self.pixels;
        [
            (0..columns).map(|column| self.pixel_centre(column, 0)[0]).collect(),
            (0..rows).rev().map(|row| self.pixel_centre(0, row)[1]).collect(),
        ]
    }

    /// Reverses the order of rows, from bottom up to top down.
    pub fn flip_rows(&self, upwards: &[f32]) -> Vec<f32> {
        upwards.chunks_exact(self.pixels[0].max(1)).rev().flatten().copied().collect()
    }

    /// Samples a function at all pixel centres, row by row from the top, on all cores.
    pub fn sample<T: Send>(&self, function: impl Fn([f64; 2]) -> T + Sync) -> Vec<T> {
        let [columns, rows] = self.pixels;
        join_rows(rows, |row| {
            (0..columns).map(|column| function(self.pixel_centre(column, row))).collect()
        })
    }
}

/// Joins rows that a function makes, on all cores.
pub fn join_rows<T: Send>(rows: usize, row: impl Fn(usize) -> Vec<T> + Sync) -> Vec<T> {
    let rows: Vec<Vec<T>> = (0..rows).into_par_iter().map(&row).collect();
    let mut all = Vec::with_capacity(rows.iter().map(Vec::len).sum());
    rows.into_iter().for_each(|row| all.extend(row));
    all
}

/// A raster shape of these colours, with `columns` pixels per row.
pub fn raster(at: Place, size: Place, columns: usize, colours: Vec<[u8; 3]>) -> Shape {
    let pixels = colours.into_iter().map(|[r, g, b]| [r, g, b, 255]).collect();
    Shape::Raster { at, size, columns, pixels, smooth: true }
}

/// The grey of a number: 0 is black, 1 is white.
pub fn grey_of_brightness(brightness: f64) -> [u8; 3] {
    [nearest_byte(255.0 * brightness); 3]
}

/// The byte nearest to a number; 0 for NaN.
///
/// It is faster than `f64::round`, which WebAssembly programs call as a function. A cast rounds towards 0 and saturates.
pub fn nearest_byte(x: f64) -> u8 {
    (x + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::NoiseSpec;

    #[test]
    fn numbers_become_the_nearest_bytes() {
        for i in -1000..3000 {
            let x = f64::from(i) / 8.0;
            assert_eq!(nearest_byte(x), x.round().clamp(0.0, 255.0) as u8, "{x}");
        }
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(nearest_byte), [0, 255, 0]);
    }

    #[test]
    fn grid_and_point_samples_agree_and_rows_start_at_the_top() {
        let window = Window { low: [1.0, -2.0], span: [4.0, 2.0], pixels: [16, 8] };
        assert_eq!(window.pixel_centre(0, 7), [1.125, -1.875]);
        let noise = NoiseSpec::default().build(2).unwrap();
        let by_point = window.sample(|p| noise.sample2(p, 0.0));
        let by_grid = window.values(&noise);
        assert_eq!(by_point.len(), 128);
        assert!(by_point.iter().zip(&by_grid).all(|(a, b)| (a - f64::from(*b)).abs() < 2e-5));
    }
}
