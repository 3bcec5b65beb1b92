//! Grids with slopes, and grids whose places are moved.

use super::moved::{MovedGrid, Places};
use super::{Grid, GridNoise, Plan, check_ascent, check_room};

/// Where samples are taken instead of their columns and rows: at map·p + offset, p the pair of
/// a column and a row in metres.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    /// A matrix, row by row.
    pub map: [[f64; 2]; 2],
    /// How far each sample is pushed east and south after that, in metres; none for nowhere.
    pub offsets_m: Option<[&'a [f32]; 2]>,
}

impl Moves<'_> {
    /// The place of a sample.
    pub fn place_m(&self, index: usize, [x_m, y_m]: [f64; 2]) -> [f64; 2] {
        let mapped = self.map.map(|[by_x, by_y]| by_x * x_m + by_y * y_m);
        match self.offsets_m {
            None => mapped,
            Some(offsets) => [0, 1].map(|axis| mapped[axis] + f64::from(offsets[axis][index])),
        }
    }
}

impl GridNoise {
    /// As [`GridNoise::fill_at`], with the slopes to the east and to the south, a metre: the values
    /// have the bits that they have alone.
    ///
    /// # Panics
    /// As [`GridNoise::fill_at`], for each of the three.
    pub fn fill_slopes_at(
        &self,
        [columns_m, rows_m]: [&[f64]; 2],
        band_limit_m: f64,
        [values, east, south]: [&mut [f32]; 3],
    ) {
        self.fill_numbers_at([columns_m, rows_m], band_limit_m, [values, east, south]);
    }

    /// As [`GridNoise::fill_at`], at moved places; with the slopes there where they are asked for,
    /// as functions of the moved place. A sample depends on its own moved place alone.
    ///
    /// # Panics
    /// As [`GridNoise::fill_at`], and if there are not as many slopes or offsets as samples.
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
        check_room(size, &out);
        for offsets in moves.offsets_m.iter().flatten() {
            assert_eq!(size[0] * size[1], offsets.len(), "offsets for samples");
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
    /// As [`Plan::fill`], with slopes as [`GridNoise::fill_slopes_at`].
    ///
    /// # Panics
    /// As [`Plan::fill`], for each of the three.
    pub fn fill_slopes(&self, index: usize, out: [&mut [f32]; 3]) {
        self.fill_numbers(index, out);
    }
}
