//! The size of the bands: meshes are computed and written a few rows at a time.

/// The samples that a band has for each thread.
const BAND_SAMPLES_PER_THREAD: usize = 1 << 17;

/// The most samples of a band.
const MAX_BAND_SAMPLES: usize = 1 << 20;

/// Returns the number of rows of a band.
pub(super) fn band_rows(width: usize) -> usize {
    let samples = MAX_BAND_SAMPLES.min(BAND_SAMPLES_PER_THREAD * rayon::current_num_threads());
    (samples / width.max(1)).max(16)
}
