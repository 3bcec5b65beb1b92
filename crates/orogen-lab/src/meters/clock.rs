//! Times a call by the processor time of its thread.

use std::sync::OnceLock;
use std::time::Duration;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use std::time::Instant;

/// The clock of [`provide_clock`].
static PROVIDED: OnceLock<fn() -> Duration> = OnceLock::new();

/// Provides the time since any fixed moment, for platforms where the standard library has no clock, as in
/// browsers. Until then, work takes no time there. Elsewhere it replaces the usual clock.
pub fn provide_clock(now: fn() -> Duration) {
    let _ = PROVIDED.set(now);
}

/// The time since a fixed moment by wall clock.
fn wall_time() -> Duration {
    if let Some(now) = PROVIDED.get() {
        return now();
    }
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    Duration::ZERO
}

/// The processor time that the calling thread has used.
///
/// `None` if the system or this build does not provide it.
pub fn thread_time() -> Option<Duration> {
    #[cfg(all(unix, feature = "clock"))]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(u64::try_from(now.tv_sec).ok()?, u32::try_from(now.tv_nsec).ok()?))
    }
    #[cfg(not(all(unix, feature = "clock")))]
    None
}

/// The time that `work` takes.
///
/// It is measured by [`thread_time`], or by wall clock where that is missing.
pub fn time(work: impl FnOnce()) -> Duration {
    let (wall, start) = (wall_time(), thread_time());
    work();
    match (start, thread_time()) {
        (Some(start), Some(end)) => end - start,
        _ => wall_time().saturating_sub(wall),
    }
}
