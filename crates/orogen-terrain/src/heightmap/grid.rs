//! A level of detail of a map: its samples on a grid, and the bicubic surface through them.

use super::edges::Edges;
use crate::real::Real;

/// One axis of a level: the positions of its samples and its edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelAxis {
    pub first_m: f64,
    pub cell_m: f64,
    pub count: i64,
    pub edges: Edges,
}

impl LevelAxis {
    /// The sample before a place, and the fraction towards the next one.
    #[inline(always)]
    pub fn place(&self, place_m: f64) -> (i64, f64) {
        let mut position = (place_m - self.first_m) / self.cell_m;
        if self.edges.extends_edge_samples() {
            // From two samples beyond the edge on, the surface is constant.
            position = position.greater(-2.0).lesser((self.count + 1) as f64);
        }
        let before = Real::floor(position);
        (before as i64, position - before)
    }

    /// The index in memory for a sample number.
    #[inline(always)]
    pub fn index(&self, sample: i64) -> usize {
        self.edges.index(sample, self.count)
    }

    /// The indices in memory that determine a sample: its own index, or the two indices at the edge,
    /// from which the land continues linearly for one sample.
    #[inline(always)]
    fn indices(&self, sample: i64) -> (usize, Option<usize>) {
        let last = self.count - 1;
        match sample {
            ..0 => (0, Some(1)),
            _ if sample > last => (last as usize, Some(last as usize - 1)),
            _ => (sample as usize, None),
        }
    }
}

/// A level of detail.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelGrid<'a> {
    /// The east and the south axis.
    pub axes: [LevelAxis; 2],
    pub columns: usize,
    pub samples: &'a [f32],
}

/// The levels for a band limit: a level, and the next level with the share by which it fades in.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelMix<'a> {
    pub fine: LevelGrid<'a>,
    pub coarse: Option<(LevelGrid<'a>, f64)>,
}

/// The value and the slope of a cubic at `t`, from 0 to 1, between the second and the third of four
/// values one unit apart. If all four are equal, the result is exactly that value.
#[inline(always)]
pub(super) fn curve<R: Real>([a, b, c, d]: [R; 4], t: R) -> [R; 2] {
    let (before, middle, after) = (b - a, c - b, d - c);
    let start = before + middle;
    let bend = R::of(3.0) * middle - R::of(2.0) * before - after;
    let twist = before - R::of(2.0) * middle + after;
    let half = R::of(0.5);
    let value = b + half * t * (start + t * (bend + t * twist));
    let slope = half * (start + t * (R::of(2.0) * bend + R::of(3.0) * t * twist));
    [value, slope]
}

/// The value of the cubic alone, with the same bits.
#[inline(always)]
pub(super) fn curve_value<R: Real>(values: [R; 4], t: R) -> R {
    curve(values, t)[0]
}

impl LevelGrid<'_> {
    /// The value at a place with its slopes per metre.
    #[inline(always)]
    pub fn at<R: Real>(&self, place_m: [f64; 2]) -> [R; 3] {
        self.surface_at(place_m, |axes, [column, row]| {
            let rows = [-1, 0, 1, 2].map(|step| axes[1].index(row + step) * self.columns);
            let column = |step: i64| axes[0].index(column + step);
            [-1, 0, 1, 2].map(|step| {
                let column = column(step);
                rows.map(|row| R::of(f64::from(self.samples[row + column])))
            })
        })
    }

    /// Like [`LevelGrid::at`], but the land continues linearly beyond the edges of the map, so that it
    /// keeps its slope there.
    #[inline(always)]
    pub fn extended_at<R: Real>(&self, place_m: [f64; 2]) -> [R; 3] {
        let extrapolate = |[a, b]: [f64; 2]| a + (a - b);
        self.surface_at(place_m, |axes, [column, row]| {
            let sample =
                |row: usize, column: usize| f64::from(self.samples[row * self.columns + column]);
            [-1, 0, 1, 2].map(|step| {
                let column = axes[0].indices(column + step);
                let in_row = |row: usize| match column {
                    (edge, None) => sample(row, edge),
                    (edge, Some(next)) => extrapolate([sample(row, edge), sample(row, next)]),
                };
                [-1, 0, 1, 2].map(|step| match axes[1].indices(row + step) {
                    (edge, None) => R::of(in_row(edge)),
                    (edge, Some(next)) => R::of(extrapolate([in_row(edge), in_row(next)])),
                })
            })
        })
    }

    /// Evaluates the bicubic surface at a place. `columns` reads four samples in each of four
    /// columns.
    #[inline(always)]
    fn surface_at<R: Real>(
        &self,
        [east_m, south_m]: [f64; 2],
        columns: impl FnOnce(&[LevelAxis; 2], [i64; 2]) -> [[R; 4]; 4],
    ) -> [R; 3] {
        let [(column, east), (row, south)] =
            [self.axes[0].place(east_m), self.axes[1].place(south_m)];
        let [east, south] = [R::of(east), R::of(south)];
        let lines = columns(&self.axes, [column, row]).map(|column| curve(column, south));
        let [value, east_slope] = curve(lines.map(|line| line[0]), east);
        let south_slope = curve_value(lines.map(|line| line[1]), east);
        let [per_east, per_south] = self.axes.map(|axis| R::of(1.0 / axis.cell_m));
        [value, east_slope * per_east, south_slope * per_south]
    }
}
