//! Heights that all channels of a colour encode together.

use super::reading::Encoding;

/// The largest plausible height difference between neighbouring pixels. With the wrong encoding, a
/// step of the first channel gives a larger difference.
const MAX_STEP_M: f64 = 200.0;

/// The range of heights on earth. It tells the two encodings apart: for heights in this range, the
/// encodings have no value of the first channel in common.
const EARTH_M: std::ops::RangeInclusive<f64> = -11_000.0..=9_000.0;

/// The share of neighbouring pixels that must have plausible heights.
const MIN_SMOOTH_SHARE: f64 = 0.98;

/// Guesses row by row which encoding the colours of a picture use.
#[derive(Default)]
pub(super) struct Guess {
    pairs: u64,
    smooth: [u64; 2],
    /// The number of neighbouring pixels that differ in the second or third channel.
    changes: u64,
}

impl Guess {
    /// Examines a row of 8-bit pixels.
    pub fn add_row(&mut self, row: &[u8], channels: usize) {
        let colour = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
        for pair in row.windows(2 * channels).step_by(channels) {
            let [a, b] = [colour(&pair[..channels]), colour(&pair[channels..])];
            self.pairs += 1;
            self.changes += u64::from(a[1] != b[1] || a[2] != b[2]);
            for (smooth, encoding) in self.smooth.iter_mut().zip(Encoding::ALL) {
                let [a_m, b_m] = [a, b].map(|colour| encoding.height_m(colour));
                *smooth += u64::from((a_m - b_m).abs() < MAX_STEP_M && EARTH_M.contains(&a_m));
            }
        }
    }

    /// Returns the encoding with which most heights vary smoothly. `None` if no encoding gives
    /// smooth heights, or the picture is mostly constant.
    pub fn encoding(&self) -> Option<Encoding> {
        let is_smooth = |count: u64| count as f64 >= MIN_SMOOTH_SHARE * self.pairs as f64;
        if self.changes * 4 < self.pairs || self.pairs == 0 {
            return None;
        }
        let mut smooth = Encoding::ALL.into_iter().zip(self.smooth);
        smooth.find(|(_, count)| is_smooth(*count)).map(|(encoding, _)| encoding)
    }
}
