//! A clock for all systems, including browsers, where the standard library has no clock.

use std::sync::OnceLock;
use std::time::Duration;

static PROVIDED: OnceLock<fn() -> Duration> = OnceLock::new();

/// Provides a clock: the time since any fixed moment.
///
/// Browsers (wasm32-unknown-unknown) need it: without a provided clock, the time stands still there.
/// On other systems, it replaces the standard clock.
///
/// ```
/// use std::time::Duration;
///
/// orogen_terrain::clock::provide(|| Duration::from_secs(7));
/// assert_eq!(orogen_terrain::clock::now(), Duration::from_secs(7));
/// ```
pub fn provide(now: fn() -> Duration) {
    let _ = PROVIDED.set(now);
}

/// The time since a fixed moment.
pub fn now() -> Duration {
    if let Some(now) = PROVIDED.get() {
        return now();
    }
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    {
        static START: OnceLock<std::time::Instant> = OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    Duration::ZERO
}
