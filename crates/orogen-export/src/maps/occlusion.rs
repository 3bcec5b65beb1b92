//! The visible share of the sky. The code searches the horizon in eight directions, up to 32
//! samples away.

use crate::field::MarginedField;

/// The search distance for horizons, in samples.
pub(super) const REACH: usize = 32;

/// The search directions in columns and rows.
const DIRECTIONS: [[isize; 2]; 8] =
    [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// Computes the cosine-weighted share of the sky, 0 to 1, that each sample of a row sees: the mean
/// over the directions of cos² of the horizon's elevation.
pub(super) fn sky_of_row(
    field: &MarginedField,
    row: usize,
    spacing_m: f32,
    level_m: f32,
    sky: &mut Vec<f32>,
) {
    let here = field.row(row as isize);
    let width = here.len() - 2 * REACH;
    sky.clear();
    sky.resize(width, 0.0);
    let mut steepest = vec![0.0f32; width];
    for [east, south] in DIRECTIONS {
        steepest.fill(0.0);
        let length_m = spacing_m * if east != 0 && south != 0 { 2.0f32.sqrt() } else { 1.0 };
        let mut far = 1;
        while far <= REACH {
            let there = field.row(row as isize + south * far as isize);
            let there = &there[REACH.wrapping_add_signed(east * far as isize)..][..width];
            let per_m = 1.0 / (length_m * far as f32);
            let here = &here[REACH..][..width];
            for ((steepest, there), here) in steepest.iter_mut().zip(there).zip(here) {
                let rise = (there.max(level_m) - here.max(level_m)) * per_m;
                *steepest = if rise > *steepest { rise } else { *steepest };
            }
            far *= 2;
        }
        for (sky, steepest) in sky.iter_mut().zip(&steepest) {
            *sky += 0.125 / (1.0 + steepest * steepest);
        }
    }
}
