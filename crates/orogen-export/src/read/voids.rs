//! Fills voids, the samples without height, smoothly. It averages the known samples on coarser and
//! coarser grids, then interpolates back from coarse to fine.

use super::problem::ReadProblem;

/// Samples of at least this magnitude are voids. No celestial body has heights that large.
const MIN_VOID: f32 = 1e30;

/// Returns true if a sample is a void.
pub(super) fn is_void(sample: f32) -> bool {
    sample.is_nan() || sample.abs() >= MIN_VOID
}

/// Fills the voids. Returns their number.
///
/// # Errors
/// If all samples are voids.
pub(super) fn fill(size: [usize; 2], samples: &mut [f32]) -> Result<usize, ReadProblem> {
    let mut voids = 0;
    for sample in samples.iter_mut().filter(|sample| is_void(**sample)) {
        *sample = f32::NAN;
        voids += 1;
    }
    if voids == samples.len() {
        return Err(ReadProblem::Void);
    }
    if voids > 0 {
        fill_from_coarser(size, samples);
    }
    Ok(voids)
}

fn fill_from_coarser([columns, rows]: [usize; 2], samples: &mut [f32]) {
    let half = [columns.div_ceil(2), rows.div_ceil(2)];
    let mut coarse = vec![f32::NAN; half[0] * half[1]];
    for (index, coarse) in coarse.iter_mut().enumerate() {
        let [column, row] = [index % half[0] * 2, index / half[0] * 2];
        let (mut sum, mut count) = (0.0, 0.0);
        for y in row..(row + 2).min(rows) {
            for x in column..(column + 2).min(columns) {
                let sample = samples[y * columns + x];
                if !sample.is_nan() {
                    sum += f64::from(sample);
                    count += 1.0;
                }
            }
        }
        if count > 0.0 {
            *coarse = (sum / count) as f32;
        }
    }
    if coarse.iter().any(|sample| sample.is_nan()) {
        fill_from_coarser(half, &mut coarse);
    }
    // A coarse sample lies in the middle of four fine samples.
    let neighbours = |index: usize, count: usize| {
        let position = (index as f64 - 0.5) / 2.0;
        let first = position.floor();
        let clamp = |i: f64| i.clamp(0.0, count as f64 - 1.0) as usize;
        (clamp(first), clamp(first + 1.0), position - first)
    };
    for (index, sample) in samples.iter_mut().enumerate().filter(|(_, sample)| sample.is_nan()) {
        let (west, east, east_share) = neighbours(index % columns, half[0]);
        let (north, south, south_share) = neighbours(index / columns, half[1]);
        let coarse_at = |x: usize, y: usize| f64::from(coarse[y * half[0] + x]);
        let [upper, lower] = [north, south]
            .map(|y| coarse_at(west, y) + east_share * (coarse_at(east, y) - coarse_at(west, y)));
        *sample = (upper + south_share * (lower - upper)) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voids_are_interpolated_and_known_samples_stay() {
        let known: Vec<f32> = (0..400).map(|i| (i % 20 * 10 + i / 20) as f32).collect();
        let mut samples = known.clone();
        for y in 4..12 {
            for x in 6..15 {
                samples[y * 20 + x] = match x {
                    7 => f32::INFINITY,
                    8 => -3.402_823_5e38,
                    9 => 1e30,
                    _ => f32::NAN,
                };
            }
        }
        assert_eq!(fill([20, 20], &mut samples), Ok(72));
        for (i, (filled, known)) in samples.iter().zip(&known).enumerate() {
            let inside = (6..15).contains(&(i % 20)) && (4..12).contains(&(i / 20));
            let tolerance = if inside { 45.0 } else { 0.0 };
            assert!((filled - known).abs() <= tolerance, "{i}: {filled} for {known}");
        }
        assert_eq!(fill([2, 2], &mut [f32::NAN; 4]), Err(ReadProblem::Void));
        let mut one = vec![f32::NAN; 63];
        one[40] = 7.5;
        assert_eq!(fill([9, 7], &mut one), Ok(62));
        assert!(one.iter().all(|sample| *sample == 7.5));
    }
}
