//! Grids with slopes, and grids whose places are moved.

use super::{GridNoise, Plan, check_ascent};

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
        self.fill_at([columns_m, rows_m], band_limit_m, values);
        let limit = band_limit_m * self.frequency_per_m;
        let places = rows_m.iter().flat_map(|y| columns_m.iter().map(|x| [*x, *y]));
        for ((place_m, east), south) in places.zip(east).zip(south) {
            let (_, slopes) =
                self.noise.sample2_with_gradient(place_m.map(|m| m * self.frequency_per_m), limit);
            [*east, *south] = slopes.map(|slope| (slope * self.frequency_per_m) as f32);
        }
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
        mut slopes: Option<[&mut [f32]; 2]>,
    ) {
        assert_eq!(columns_m.len() * rows_m.len(), values.len(), "numbers for samples");
        check_ascent("columns", columns_m);
        check_ascent("rows", rows_m);
        let limit = band_limit_m * self.frequency_per_m;
        let places = rows_m.iter().flat_map(|y| columns_m.iter().map(|x| [*x, *y]));
        for (index, (place_m, value)) in places.zip(values).enumerate() {
            let place = moves.place_m(index, place_m).map(|m| m * self.frequency_per_m);
            match &mut slopes {
                None => *value = self.noise.sample2(place, limit) as f32,
                Some([east, south]) => {
                    let (noise, slopes) = self.noise.sample2_with_gradient(place, limit);
                    *value = noise as f32;
                    [east[index], south[index]] =
                        slopes.map(|slope| (slope * self.frequency_per_m) as f32);
                }
            }
        }
    }
}

impl Plan<'_> {
    /// As [`Plan::fill`], with slopes as [`GridNoise::fill_slopes_at`].
    ///
    /// # Panics
    /// As [`Plan::fill`], for each of the three.
    pub fn fill_slopes(&self, index: usize, out: [&mut [f32]; 3]) {
        let (grid, _) = &self.grids[index];
        let line = |axis: usize| {
            let metres = |i| (grid.origin[axis] + i as i64) as f64 * grid.spacing_m;
            (0..grid.size[axis]).map(metres).collect::<Vec<_>>()
        };
        self.noise.fill_slopes_at([&line(0), &line(1)], grid.band_limit_m, out);
    }
}
