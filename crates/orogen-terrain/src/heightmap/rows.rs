//! Whole rows of a map in f32. Neighbouring places use the same columns of samples, which are
//! interpolated once per row. Each place has the same bits as when it is evaluated alone.

use super::edges::EdgeFade;
use super::grid::{LevelAxis, LevelGrid, curve, curve_value};
use super::map::Heightmap;
use crate::dual::Samples;
use orogen_noise::grid::{Interleave, Level, Loops};

impl Heightmap {
    /// Fills all pairs of a column and a row.
    pub(super) fn fill_rows(
        &self,
        level: Level,
        lines_m: [&[f64]; 2],
        band_limit_m: f64,
        out: &mut Samples,
    ) {
        let [columns_m, rows_m] = lines_m;
        assert_eq!(
            out.heights_m.len(),
            columns_m.len() * rows_m.len(),
            "each pair of a column and a row needs a sample"
        );
        for line in lines_m {
            assert!(line.is_sorted(), "columns and rows must not descend");
        }
        if out.heights_m.is_empty() {
            return;
        }
        let level_mix = self.level_mix(band_limit_m);
        let fine = Columns::new(level_mix.fine, columns_m);
        let coarse =
            level_mix.coarse.map(|(grid, share)| (Columns::new(grid, columns_m), share as f32));
        let fades = self.fades();
        let east_shares = fades
            .map(|fades| columns_m.iter().map(|east| fades[0].remaining_share(*east)).collect());
        let south_fade = fades.map(|fades| fades[1]);
        let heights = &mut *out.heights_m;
        match &mut out.gradients {
            None => level.run_loops(Filling {
                map: self,
                rows_m,
                fine,
                coarse,
                east_shares,
                south_fade,
                planes: [heights],
            }),
            Some([by_east, by_south]) => level.run_loops(Filling {
                map: self,
                rows_m,
                fine,
                coarse,
                east_shares,
                south_fade,
                planes: [heights, by_east, by_south],
            }),
        }
    }
}

/// The columns of samples that the places need, on one level.
struct Columns<'a> {
    grid: LevelGrid<'a>,
    /// The indices of the columns in memory, each once, from the west.
    indices: Vec<usize>,
    /// For each place, the first of its four columns, and the fraction between the second and the
    /// third.
    first_columns: Vec<u32>,
    fractions: Vec<f32>,
}

impl<'a> Columns<'a> {
    fn new(grid: LevelGrid<'a>, columns_m: &[f64]) -> Self {
        let axis: &LevelAxis = &grid.axes[0];
        let mut samples: Vec<i64> = vec![];
        let (mut first_columns, mut fractions) = (vec![], vec![]);
        for east_m in columns_m {
            let (before, fraction) = axis.place(*east_m);
            let known = samples.last().map_or(i64::MIN, |last| *last);
            samples.extend((before - 1..=before + 2).filter(|sample| *sample > known));
            // Places never descend, so the last four columns are the right columns.
            first_columns.push((samples.len() - 4) as u32);
            fractions.push(fraction as f32);
        }
        let indices = samples.into_iter().map(|sample| axis.index(sample)).collect();
        Self { grid, indices, first_columns, fractions }
    }

    /// Computes the values of a row, with slopes per metre.
    #[inline(always)]
    fn fill<const PLANES: usize>(
        &self,
        south_m: f64,
        column_values: &mut ColumnValues,
        out: &mut Row,
    ) {
        let LevelGrid { axes, columns, samples } = self.grid;
        let (before, fraction) = axes[1].place(south_m);
        let south = fraction as f32;
        let [a, b, c, d] =
            [-1, 0, 1, 2].map(|step| &samples[axes[1].index(before + step) * columns..][..columns]);
        let indices = self.indices.iter();
        for ((column, value), slope) in
            indices.zip(&mut column_values.values).zip(&mut column_values.slopes)
        {
            let i = *column;
            [*value, *slope] = curve([a[i], b[i], c[i], d[i]], south);
        }
        let [per_east, per_south] = axes.map(|axis| (1.0 / axis.cell_m) as f32);
        for (i, (first, east)) in self.first_columns.iter().zip(&self.fractions).enumerate() {
            let first = *first as usize;
            let four =
                |line: &[f32]| [line[first], line[first + 1], line[first + 2], line[first + 3]];
            let [value, slope] = curve(four(&column_values.values), *east);
            out[0][i] = value;
            if PLANES > 1 {
                out[1][i] = slope * per_east;
                out[2][i] = curve_value(four(&column_values.slopes), *east) * per_south;
            }
        }
    }

    fn column_values(&self) -> ColumnValues {
        ColumnValues {
            values: vec![0.0; self.indices.len()],
            slopes: vec![0.0; self.indices.len()],
        }
    }
}

/// Values and slopes of the sample columns at a row.
struct ColumnValues {
    values: Vec<f32>,
    slopes: Vec<f32>,
}

/// A row of values and both slopes.
type Row = [Vec<f32>; 3];

struct Filling<'a, const PLANES: usize> {
    map: &'a Heightmap,
    rows_m: &'a [f64],
    fine: Columns<'a>,
    coarse: Option<(Columns<'a>, f32)>,
    /// The remaining share of the map at each column, with its slope.
    east_shares: Option<Vec<[f32; 2]>>,
    south_fade: Option<EdgeFade>,
    planes: [&'a mut [f32]; PLANES],
}

impl<const PLANES: usize> Loops for Filling<'_, PLANES> {
    #[inline(always)]
    fn run(mut self, _: impl Interleave) {
        let count = self.fine.first_columns.len();
        let row = || [0; 3].map(|_| vec![0.0; count]);
        let (mut fine, mut coarse) = (row(), row());
        let mut column_values = self.fine.column_values();
        let mut coarse_values = self.coarse.as_ref().map(|(columns, _)| columns.column_values());
        for (index, south_m) in self.rows_m.iter().enumerate() {
            self.fine.fill::<PLANES>(*south_m, &mut column_values, &mut fine);
            if let (Some((columns, _)), Some(column_values)) = (&self.coarse, &mut coarse_values) {
                columns.fill::<PLANES>(*south_m, column_values, &mut coarse);
            }
            let share = self.coarse.as_ref().map(|(_, share)| *share);
            let south = self.south_fade.map(|fade| fade.remaining_share(*south_m));
            let start = index * count;
            for i in 0..count {
                let coarse = share.map(|share| ([coarse[0][i], coarse[1][i], coarse[2][i]], share));
                let fades = match (&self.east_shares, south) {
                    (Some(east), Some(south)) => Some([east[i], south]),
                    _ => None,
                };
                let fine = [fine[0][i], fine[1][i], fine[2][i]];
                let height = self.map.finish(fine, coarse, fades);
                for (plane, value) in self.planes.iter_mut().zip(height) {
                    plane[start + i] = value;
                }
            }
        }
    }
}
