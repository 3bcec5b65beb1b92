//! Many samples at once in f64, at any positions, with or without slopes.
//!
//! They equal the samples of `Noise` bit for bit, except for the sign of zeros. The kernels repeat
//! its operations in the same order. Samples below each other mostly lie in one lattice cell, whose
//! corners are then computed once (`lattice`).
//!
//! Lattice noise and simplex noise have kernels here. Other noises, and noises with edited lattice
//! points, are sampled point by point.

mod basis;
mod lattice;
mod simplex;
mod sum;

#[cfg(test)]
mod tests;

use super::simd::{Double, Kernel, MAX_LANES, Simd};
use super::weighted::WeightedOctave;
use super::{GridNoise, Method};
use basis::ExactBasis;
use lattice::ExactLattice;
use simplex::ExactSimplex;

impl GridNoise {
    /// Fills `values` and `slopes` with samples in f64 at any positions.
    ///
    /// Positions are in metres east and south of the origin, slopes are per metre. Samples equal
    /// those of [`crate::Noise::sample2`] and [`crate::Noise::sample2_with_gradient`] bit for bit,
    /// except for the sign of zeros.
    ///
    /// ```
    /// use orogen_noise::NoiseSpec;
    /// use orogen_noise::grid::GridNoise;
    ///
    /// let noise = NoiseSpec::default().build(2)?;
    /// let mut values = [0.0; 2];
    /// let grid = GridNoise::new(&noise, 0.1);
    /// grid.fill_f64([&[3.0, 5.0], &[7.0, 8.5]], 0.0, &mut values, None);
    /// assert_eq!(values[0], noise.sample2([3.0 * 0.1, 7.0 * 0.1], 0.0));
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    ///
    /// # Panics
    /// If the number of values or slopes differs from the number of positions.
    pub fn fill_f64(
        &self,
        places_m: [&[f64]; 2],
        band_limit_m: f64,
        values: &mut [f64],
        slopes: Option<[&mut [f64]; 2]>,
    ) {
        self.fill_rows_f64(places_m, places_m[0].len(), band_limit_m, values, slopes);
    }

    /// Fills `values` and `slopes` like [`GridNoise::fill_f64`], but faster if the positions form a
    /// grid with `width` positions in each row.
    ///
    /// # Panics
    /// Panics like [`GridNoise::fill_f64`], and if there are positions but the width is 0.
    pub fn fill_rows_f64(
        &self,
        places_m: [&[f64]; 2],
        width: usize,
        band_limit_m: f64,
        values: &mut [f64],
        slopes: Option<[&mut [f64]; 2]>,
    ) {
        let rows = (places_m, width);
        match slopes {
            None => self.fill_numbers_f64(rows, band_limit_m, [values]),
            Some([east, south]) => {
                self.fill_numbers_f64(rows, band_limit_m, [values, east, south]);
            }
        }
    }

    fn fill_numbers_f64<const N: usize>(
        &self,
        (places_m, width): ([&[f64]; 2], usize),
        band_limit_m: f64,
        out: [&mut [f64]; N],
    ) {
        let count = places_m[0].len();
        let lengths_match = places_m[1].len() == count && out.iter().all(|out| out.len() == count);
        assert!(lengths_match, "one number per position");
        if count == 0 {
            return;
        }
        assert!(width > 0, "rows of positions are at least one wide");
        let rows = (places_m, width);
        let limit = band_limit_m * self.frequency_per_m;
        if self.edits.is_some() {
            return self.fill_f64_one_by_one(places_m, limit, out);
        }
        match self.method {
            Method::Lattice(polynomial) => {
                let gradients = polynomial.gradients;
                match polynomial.order {
                    0 => self.fill_basis(ExactLattice::<0, 1>::new(gradients), rows, limit, out),
                    1 => self.fill_basis(ExactLattice::<1, 2>::new(gradients), rows, limit, out),
                    _ => self.fill_basis(ExactLattice::<2, 5>::new(gradients), rows, limit, out),
                }
            }
            Method::Simplex => self.fill_basis(ExactSimplex::new(), rows, limit, out),
            _ => self.fill_f64_one_by_one(places_m, limit, out),
        }
    }

    fn fill_basis<B: ExactBasis, const N: usize>(
        &self,
        basis: B,
        (places_m, width): ([&[f64]; 2], usize),
        limit: f64,
        out: [&mut [f64]; N],
    ) {
        let octaves = self.weighted_octaves(limit, B::FIRST_AXIS);
        let octaves = &octaves[..];
        self.level.run(ExactKernel { noise: self, basis, octaves, places_m, width, out });
    }

    fn fill_f64_one_by_one<const N: usize>(
        &self,
        [east_m, south_m]: [&[f64]; 2],
        limit: f64,
        mut out: [&mut [f64]; N],
    ) {
        let scale = self.frequency_per_m;
        let mut walker = self.noise.walk();
        for (i, (x, y)) in east_m.iter().zip(south_m).enumerate() {
            let point = [x * scale, y * scale];
            if N == 1 {
                out[0][i] = walker.sample2(point, limit);
                continue;
            }
            let (value, gradient) = self.noise.sample2_with_gradient(point, limit);
            out[0][i] = value;
            for (out, slope) in out[1..].iter_mut().zip(gradient) {
                out[i] = slope * scale;
            }
        }
    }
}

struct ExactKernel<'a, 'o, B, const N: usize> {
    noise: &'a GridNoise,
    basis: B,
    octaves: &'a [WeightedOctave<'a>],
    places_m: [&'a [f64]; 2],
    /// The number of places in a row.
    width: usize,
    out: [&'o mut [f64]; N],
}

impl<B: ExactBasis, const N: usize> Kernel for ExactKernel<'_, '_, B, N> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let [east_m, south_m] = self.places_m;
        let count = east_m.len();
        let scale = self.noise.frequency_per_m;
        // Each iteration of the warp takes two sums of octaves
        let sum_count = 2 * self.noise.warp.times as usize + 1;
        let mut last = vec![B::before_first(simd); sum_count * self.octaves.len()];
        // Visit all rows with one vector of columns: the next row often needs the same cell corners
        for column in (0..self.width).step_by(S::LANES) {
            for first in (column..count).step_by(self.width) {
                let lane_count = S::LANES.min(self.width - column).min(count - first);
                let place_m =
                    [load(simd, east_m, first, lane_count), load(simd, south_m, first, lane_count)];
                let point = [place_m[0] * simd.f64(scale), place_m[1] * simd.f64(scale)];
                let mut sample = self.warped(simd, &mut last, point);
                for slope in sample.iter_mut().skip(1) {
                    *slope = *slope * simd.f64(scale);
                }
                for (out, number) in self.out.iter_mut().zip(sample) {
                    if lane_count == S::LANES {
                        number.store(&mut out[first..]);
                    } else {
                        let mut lanes = [0.0; MAX_LANES];
                        number.store(&mut lanes);
                        out[first..][..lane_count].copy_from_slice(&lanes[..lane_count]);
                    }
                }
            }
        }
    }
}

/// Loads `count` positions from index `first` on, and pads the vector with the last position.
#[inline(always)]
fn load<S: Simd>(simd: S, from: &[f64], first: usize, count: usize) -> S::D {
    if count == S::LANES {
        return simd.load_f64(&from[first..]);
    }
    let mut lanes = [from[first + count - 1]; MAX_LANES];
    lanes[..count].copy_from_slice(&from[first..first + count]);
    simd.load_f64(&lanes)
}
