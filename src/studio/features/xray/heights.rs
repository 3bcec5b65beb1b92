//! The heights of the land under the lattice of the X-ray.

use crate::lab::xray::LatticeSquare;
use crate::terrain::surface::Surface;

/// The number of height samples along each side of the square.
const HEIGHTS: usize = 353;

/// A grid of land heights over the square of the lattice.
#[derive(Default)]
pub(super) struct LatticeHeights {
    /// The north-west corner of the square.
    pub(super) low_m: [f64; 2],
    step_m: f64,
    side: usize,
    values_m: Vec<f32>,
}

impl LatticeHeights {
    /// Samples the land over a square.
    pub(super) fn of(surface: &Surface, square: &LatticeSquare) -> Self {
        let step_m = square.side_m / (HEIGHTS - 1) as f64;
        let low_m = square.middle_m.map(|x| x - 0.5 * square.side_m);
        let axes_m = low_m
            .map(|low| -> Vec<f64> { (0..HEIGHTS).map(|i| low + i as f64 * step_m).collect() });
        let values_m = surface.land().fill_at([&axes_m[0], &axes_m[1]], surface.spacing_m());
        Self { low_m, step_m, side: HEIGHTS, values_m }
    }

    /// Returns the height at a position in metres, by bilinear interpolation.
    pub(super) fn at(&self, place_m: [f64; 2]) -> f64 {
        if self.values_m.is_empty() {
            return 0.0;
        }
        let last = (self.side - 2) as f64;
        let [x, z] = [0, 1].map(|i| (place_m[i] - self.low_m[i]) / self.step_m);
        let [i, j] = [x, z].map(|v| v.floor().clamp(0.0, last));
        let value = |di: usize, dj: usize| {
            f64::from(self.values_m[(j as usize + dj) * self.side + i as usize + di])
        };
        let [u, v] = [(x - i).clamp(0.0, 1.0), (z - j).clamp(0.0, 1.0)];
        let (north, south) = (
            value(0, 0) + u * (value(1, 0) - value(0, 0)),
            value(0, 1) + u * (value(1, 1) - value(0, 1)),
        );
        north + v * (south - north)
    }
}
