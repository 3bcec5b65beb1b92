//! The displacements that a warp gives the samples of a tile.
//!
//! They are stored as values of the displacing noise, not yet multiplied by the warp's strength.

use super::GridNoise;
use super::fold::Folds;
use super::lines::SampleTransform;
use super::moved::{MovedTile, Places};
use super::place::LINE_CAPACITY;
use super::points::{Displacements, RangeKernel, row_length};
use super::simd::{Interleave, Loops};
use super::sum::{OctaveScratch, SumPositions, Tables, TileRange};
use super::tile::{MAX_COLUMNS, MAX_ROWS, Tile};
use crate::tile::reduce;

/// Displacements of a tile's samples in x and y, row by row.
pub(super) struct TileDisplacements {
    /// For each axis three buffers: the displacing noise, its slope to the east and its slope to
    /// the south. The slopes are per unit of the noise, and empty if the samples have no slopes.
    numbers: [[Vec<f32>; 3]; 2],
    /// The minimum and the maximum of the displacing noise in x and in y.
    range: [[f32; 2]; 2],
}

impl Default for TileDisplacements {
    fn default() -> Self {
        Self { numbers: Default::default(), range: [[0.0; 2]; 2] }
    }
}

impl TileDisplacements {
    pub fn displacements(&self) -> Displacements<'_> {
        let values = self.numbers.each_ref().map(|[values, ..]| &values[..]);
        Displacements { values, range: self.range }
    }

    /// The N buffers of the displacing noise along an axis.
    fn numbers<const N: usize>(&mut self, axis: usize) -> [&mut [f32]; N] {
        let mut numbers = self.numbers[axis].iter_mut();
        std::array::from_fn(|_| match numbers.next() {
            Some(numbers) => {
                numbers.resize(MAX_COLUMNS * MAX_ROWS, 0.0);
                &mut numbers[..]
            }
            None => &mut [],
        })
    }
}

impl GridNoise {
    /// Computes the final displacement of a tile's samples, after all iterations of the warp.
    pub(super) fn displace<const N: usize>(
        &self,
        folds: &Folds,
        sampled: SumPositions,
        (places, (columns, rows)): (&Places, TileRange),
        octave: &mut OctaveScratch,
        [displacement, next]: [&mut TileDisplacements; 2],
        transformed: &mut [MovedTile; 2],
    ) {
        // Rows of displacements are padded to whole vectors.
        let columns = columns.start..columns.start + row_length(columns.len());
        let size = [columns.len(), rows.1.len()];
        if let Some(moved) = sampled.moved {
            for (transform, transformed) in self.transforms.iter().zip(&mut *transformed) {
                transformed.transform(self, *transform, moved);
            }
        }
        let warp = self.warp;
        for step in 0..warp.times {
            for (axis, transformed) in transformed.iter().enumerate() {
                let scale = self.transforms[axis].scale;
                let mut positions = SumPositions { tables: None, slope_scale: scale, ..sampled };
                let [x, y];
                match places {
                    Places::Lines { columns, rows } => {
                        x = self.transform_positions(axis, 0, sampled.x);
                        y = self.transform_positions(axis, 1, sampled.y);
                        [positions.x, positions.y] = [&x, &y];
                        let tables =
                            Tables { columns: &columns.tables[axis], rows: &rows.tables[axis] };
                        positions.tables = Some(tables).filter(|_| step == 0);
                    }
                    Places::Moved(_) => positions.moved = Some(transformed.positions()),
                }
                if step > 0 {
                    positions.displacement =
                        Some((displacement.displacements(), warp.strength * scale));
                }
                let mut out = next.numbers::<N>(axis);
                let to = out.each_mut().map(|out| &mut **out);
                let mut tile = Tile::new((&columns, rows), folds.start, to, size[0]);
                self.sum(folds, positions, &mut tile, octave);
                if let ([_, east, south], true) = (&mut out[..], step > 0) {
                    let (slopes, strength) = ([&mut **east, &mut **south], warp.strength as f32);
                    let displacement = &*displacement;
                    let compose = Compose { slopes, stride: size[0], size, displacement, strength };
                    self.level.run_loops(compose);
                }
            }
            std::mem::swap(displacement, next);
            for ([values, ..], range) in displacement.numbers.iter().zip(&mut displacement.range) {
                self.level.run(RangeKernel { numbers: &values[..size[0] * size[1]], range });
            }
        }
    }

    /// The positions along an axis, transformed by `self.transforms[transform]`.
    fn transform_positions(
        &self,
        transform: usize,
        axis: usize,
        positions: &[f64; LINE_CAPACITY],
    ) -> [f64; LINE_CAPACITY] {
        let SampleTransform { scale, offset } = self.transforms[transform];
        let transformed = positions.map(|p| p * scale + offset[axis]);
        match self.period() {
            Some(period) => transformed.map(|p| reduce(p, period[axis])),
            None => transformed,
        }
    }
}

/// Applies the chain rule to slopes after a warp.
///
/// It turns slopes with respect to the displaced position into slopes with respect to the sample's
/// own position.
pub(super) struct Compose<'a> {
    /// The slopes of a tile's samples, in rows `stride` apart.
    pub slopes: [&'a mut [f32]; 2],
    pub stride: usize,
    pub size: [usize; 2],
    pub displacement: &'a TileDisplacements,
    /// The distance by which a displacing noise of 1 displaces, in units of the noise.
    pub strength: f32,
}

impl Loops for Compose<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { slopes: [east, south], stride, size: [width, height], strength, .. } = self;
        let [[_, x_east, x_south], [_, y_east, y_south]] = &self.displacement.numbers;
        for row in 0..height {
            let (first, start) = (row * row_length(width), row * stride);
            let (east, south) = (&mut east[start..][..width], &mut south[start..][..width]);
            let (x_east, x_south) = (&x_east[first..][..width], &x_south[first..][..width]);
            let (y_east, y_south) = (&y_east[first..][..width], &y_south[first..][..width]);
            for i in 0..width {
                let (slope_x, slope_y) = (east[i] * strength, south[i] * strength);
                east[i] += slope_x * x_east[i] + slope_y * y_east[i];
                south[i] += slope_x * x_south[i] + slope_y * y_south[i];
            }
        }
    }
}
