//! Heights out of the pixels of a picture: one channel's numbers, or what the channels of a colour
//! hold together.

use super::reading::Encoding;

/// How the form of a picture ends whose colours were taken as heights.
pub(super) const ENCODED: &str = "of encoded heights";

/// Heights further apart than this from a pixel to the next are none that such pictures hold: a step
/// of their first channel is more.
const MOST_STEP_M: f64 = 200.0;

/// Between what heights of the earth lie. By them the two encodings are told apart: their first
/// channels share no number.
const EARTH_M: std::ops::RangeInclusive<f64> = -11_000.0..=9_000.0;

/// The share of pixels whose heights have to follow each other.
const SMOOTH: f64 = 0.98;

/// Which heights the colours of a picture may hold, found row by row.
#[derive(Default)]
pub(super) struct Guess {
    pairs: u64,
    smooth: [u64; 2],
    /// How often the second or the third channel differs between neighbours.
    changes: u64,
}

impl Guess {
    /// Looks at a row of pixels of so many channels, 8 bits each.
    pub fn see(&mut self, row: &[u8], channels: usize) {
        let colour = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
        for pair in row.windows(2 * channels).step_by(channels) {
            let [a, b] = [colour(&pair[..channels]), colour(&pair[channels..])];
            self.pairs += 1;
            self.changes += u64::from(a[1] != b[1] || a[2] != b[2]);
            for (smooth, encoding) in self.smooth.iter_mut().zip(Encoding::ALL) {
                let [a_m, b_m] = [a, b].map(|colour| encoding.height_m(colour));
                *smooth += u64::from((a_m - b_m).abs() < MOST_STEP_M && EARTH_M.contains(&a_m));
            }
        }
    }

    /// The encoding by which the picture is land: its heights go on from pixel to pixel, and are not
    /// all the same.
    pub fn encoding(&self) -> Option<Encoding> {
        let is_most = |count: u64| count as f64 >= SMOOTH * self.pairs as f64;
        if self.changes * 4 < self.pairs || self.pairs == 0 {
            return None;
        }
        let mut smooth = Encoding::ALL.into_iter().zip(self.smooth);
        smooth.find(|(_, count)| is_most(*count)).map(|(encoding, _)| encoding)
    }
}
