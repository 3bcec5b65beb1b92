//! The visible share of the sky. The code searches the horizon in eight directions, up to 32
//! samples away.

use crate::field::MarginedField;

/// The search distance for horizons, in samples.
pub(super) const REACH: usize = 32;

/// The search directions in columns and rows.
const DIRECTIONS: [[isize; 2]; 8] =
    [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// Computes the cosine-weighted share of the sky, 0 to 1, that each sample of a row sees: the mean
/// over the directions of cos² of the horizon's elevation. Heights below `floor_m` count as `floor_m`.
pub(super) fn sky_of_row(
    field: &MarginedField,
    row: usize,
    spacing_m: f32,
    floor_m: f32,
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
        let mut distance = 1;
        while distance <= REACH {
            let distant = field.row(row as isize + south * distance as isize);
            let distant = &distant[REACH.wrapping_add_signed(east * distance as isize)..][..width];
            let inverse_m = 1.0 / (length_m * distance as f32);
            let here = &here[REACH..][..width];
            for ((steepest, distant), here) in steepest.iter_mut().zip(distant).zip(here) {
                let rise = (distant.max(floor_m) - here.max(floor_m)) * inverse_m;
                *steepest = if rise > *steepest { rise } else { *steepest };
            }
            distance *= 2;
        }
        for (sky, steepest) in sky.iter_mut().zip(&steepest) {
            *sky += 0.125 / (1.0 + steepest * steepest);
        }
    }
}
