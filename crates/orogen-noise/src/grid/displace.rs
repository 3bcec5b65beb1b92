//! The displacements that a warp gives the samples of a tile.

use super::GridNoise;
use super::fold::Folds;
use super::moved::{MovedTile, Places};
use super::place::ROOM;
use super::points::{Displaced, RangeKernel, row_length};
use super::simd::{Interleave, Loops};
use super::sum::{OctaveScratch, SumPositions, Tables, TileRange};
use super::tile::{MAX_COLUMNS, MAX_ROWS, Tile};
use crate::tile::reduce;

/// Displacements of a tile's samples in x and y, row by row.
pub(super) struct TileDisplacements {
    /// For each axis three buffers: the displacement, its slope to the east and its slope to the
    /// south. The slopes are in units of the noise, and empty if the samples have no slopes.
    numbers: [[Vec<f32>; 3]; 2],
    /// The minimum and the maximum displacement in x and in y.
    range: [[f32; 2]; 2],
}

impl Default for TileDisplacements {
    fn default() -> Self {
        Self { numbers: Default::default(), range: [[0.0; 2]; 2] }
    }
}

impl TileDisplacements {
    pub fn displaced(&self) -> Displaced<'_> {
        let along = self.numbers.each_ref().map(|[along, ..]| &along[..]);
        Displaced { along, range: self.range }
    }

    /// The N buffers of the displacement along an axis.
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
        viewed: &mut [MovedTile; 2],
    ) {
        // Rows of displacements are padded to whole vectors.
        let columns = columns.start..columns.start + row_length(columns.len());
        let size = [columns.len(), rows.1.len()];
        if let Some(moved) = sampled.moved {
            for (view, viewed) in self.views.iter().zip(&mut *viewed) {
                viewed.view(self, *view, moved);
            }
        }
        let warp = self.warp;
        for step in 0..warp.times {
            for (axis, viewed) in viewed.iter().enumerate() {
                let scale = self.views[axis].scale;
                let mut view = SumPositions { tables: None, slope_scale: scale, ..sampled };
                let [x, y];
                match places {
                    Places::Lines { columns, rows } => {
                        x = self.viewed(axis, 0, sampled.x);
                        y = self.viewed(axis, 1, sampled.y);
                        [view.x, view.y] = [&x, &y];
                        let tables =
                            Tables { columns: &columns.views[axis], rows: &rows.views[axis] };
                        view.tables = Some(tables).filter(|_| step == 0);
                    }
                    Places::Moved(_) => view.moved = Some(viewed.places()),
                }
                if step > 0 {
                    view.displacement = Some((displacement.displaced(), warp.strength * scale));
                }
                let mut out = next.numbers::<N>(axis);
                let to = out.each_mut().map(|out| &mut **out);
                let mut tile = Tile::new((&columns, rows), folds.start, to, size[0]);
                self.sum(folds, view, &mut tile, octave);
                if let ([_, east, south], true) = (&mut out[..], step > 0) {
                    let (slopes, strength) = ([&mut **east, &mut **south], warp.strength as f32);
                    let displacement = &*displacement;
                    let compose = Compose { slopes, stride: size[0], size, displacement, strength };
                    self.level.run_loops(compose);
                }
            }
            std::mem::swap(displacement, next);
            for ([along, ..], range) in displacement.numbers.iter().zip(&mut displacement.range) {
                self.level.run(RangeKernel { numbers: &along[..size[0] * size[1]], range });
            }
        }
    }

    /// The positions along an axis, transformed by a view.
    fn viewed(&self, view: usize, axis: usize, positions: &[f64; ROOM]) -> [f64; ROOM] {
        let view = &self.views[view];
        let viewed = positions.map(|p| p * view.scale + view.offset[axis]);
        match self.period() {
            Some(period) => viewed.map(|p| reduce(p, period[axis])),
            None => viewed,
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
            let (at, start) = (row * row_length(width), row * stride);
            let (east, south) = (&mut east[start..][..width], &mut south[start..][..width]);
            let (x_east, x_south) = (&x_east[at..][..width], &x_south[at..][..width]);
            let (y_east, y_south) = (&y_east[at..][..width], &y_south[at..][..width]);
            for i in 0..width {
                let (along, down) = (east[i] * strength, south[i] * strength);
                east[i] += along * x_east[i] + down * y_east[i];
                south[i] += along * x_south[i] + down * y_south[i];
            }
        }
    }
}
