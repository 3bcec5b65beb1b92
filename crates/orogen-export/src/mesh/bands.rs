//! The size of the bands: meshes are computed and written a few rows at a time.

/// The number of samples in a band, per thread.
const BAND_SAMPLES_PER_THREAD: usize = 1 << 17;

/// The most samples of a band.
const MAX_BAND_SAMPLES: usize = 1 << 20;

/// Returns the number of rows in a band.
pub(super) fn band_rows(width: usize) -> usize {
    let samples = MAX_BAND_SAMPLES.min(BAND_SAMPLES_PER_THREAD * rayon::current_num_threads());
    (samples / width.max(1)).max(16)
}
