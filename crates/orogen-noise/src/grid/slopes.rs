//! Grids whose samples have slopes, and grids whose samples are moved.

use super::moved::{MovedGrid, Places};
use super::{Grid, GridNoise, Plan, check_ascent, check_lengths};

/// Moves samples from their columns and rows to other positions.
///
/// The sample of column x and row y, in metres, is taken at map·(x, y) + offset.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    /// A 2 × 2 matrix, row by row.
    pub map: [[f64; 2]; 2],
    /// The offset of each sample to the east and to the south, in metres.
    ///
    /// Offsets are added after the map.
    pub offsets_m: Option<[&'a [f32]; 2]>,
}

impl Moves<'_> {
    /// The moved position of sample `index`, in metres.
    ///
    /// The column and the row of the sample are in metres, too.
    pub fn place_m(&self, index: usize, [x_m, y_m]: [f64; 2]) -> [f64; 2] {
        let mapped = self.map.map(|[by_x, by_y]| by_x * x_m + by_y * y_m);
        match self.offsets_m {
            None => mapped,
            Some(offsets) => [0, 1].map(|axis| mapped[axis] + f64::from(offsets[axis][index])),
        }
    }
}

impl GridNoise {
    /// Fills values and their slopes to the east and to the south, per metre.
    ///
    /// The values have the bits of [`GridNoise::fill_at`].
    ///
    /// # Panics
    /// In the cases of [`GridNoise::fill_at`], for any of the three outputs.
    pub fn fill_slopes_at(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        band_limit_m: f64,
        [values, east, south]: [&mut [f32]; 3],
    ) {
        self.fill_numbers_at([columns_m, rows_m], band_limit_m, [values, east, south]);
    }

    /// Fills samples at moved positions, and their slopes if `slopes` are given.
    ///
    /// The slopes are derivatives with respect to the moved position. A sample depends only on its
    /// own moved position.
    ///
    /// ```
    /// use orogen_noise::NoiseSpec;
    /// use orogen_noise::grid::{GridNoise, Moves};
    ///
    /// let noise = GridNoise::new(&NoiseSpec::default().build(2)?, 0.1);
    /// let line: Vec<f64> = (0..16).map(f64::from).collect();
    /// let quarter_turn = Moves { map: [[0.0, -1.0], [1.0, 0.0]], offsets_m: None };
    /// let mut values = [0.0; 16 * 16];
    /// noise.fill_moved_at([&line, &line], quarter_turn, 0.0, &mut values, None);
    /// # Ok::<(), orogen_noise::NoiseError>(())
    /// ```
    ///
    /// # Panics
    /// In the cases of [`GridNoise::fill_at`], and if the number of slopes or offsets differs from
    /// the number of samples.
    pub fn fill_moved_at(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        moves: Moves<'_>,
        band_limit_m: f64,
        values: &mut [f32],
        slopes: Option<[&mut [f32]; 2]>,
    ) {
        let lines_m = [columns_m, rows_m];
        match slopes {
            None => self.fill_numbers_moved(lines_m, moves, band_limit_m, [values]),
            Some([east, south]) => {
                self.fill_numbers_moved(lines_m, moves, band_limit_m, [values, east, south]);
            }
        }
    }

    fn fill_numbers_moved<const N: usize>(
        &self,
        lines_m: [&[f64]; 2],
        moves: Moves,
        band_limit_m: f64,
        out: [&mut [f32]; N],
    ) {
        let size = lines_m.map(<[f64]>::len);
        check_lengths(size, &out);
        for offsets in moves.offsets_m.iter().flatten() {
            assert_eq!(size[0] * size[1], offsets.len(), "one offset per sample");
        }
        check_ascent("columns", lines_m[0]);
        check_ascent("rows", lines_m[1]);
        if size.contains(&0) {
            return;
        }
        let grid = Grid { origin: [0; 2], size, spacing_m: 1.0, band_limit_m };
        self.fill_with(&grid, &Places::Moved(MovedGrid { lines_m, moves }), out);
    }
}

impl Plan<'_> {
    /// Fills the values and the slopes of grid `index`.
    ///
    /// They have the bits of [`GridNoise::fill_slopes_at`].
    ///
    /// # Panics
    /// In the cases of [`Plan::fill`], for any of the three outputs.
    pub fn fill_slopes(&self, index: usize, out: [&mut [f32]; 3]) {
        self.fill_numbers(index, out);
    }

    /// Fills values and slopes like [`GridNoise::fill_slopes_at`]. Calls with the same columns or
    /// rows share tables.
    ///
    /// # Panics
    /// In the cases of [`GridNoise::fill_slopes_at`].
    pub fn fill_slopes_at(&self, lines_m: [&[f64]; 2], band_limit_m: f64, out: [&mut [f32]; 3]) {
        self.fill_numbers_at(lines_m, band_limit_m, out);
    }
}
