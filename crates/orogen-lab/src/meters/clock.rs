//! Times a call by the processor time of its thread.

use std::time::Duration;

use orogen_terrain::clock;

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
/// Measured by [`thread_time`], or by the wall clock if the thread's time is unknown.
pub fn time(work: impl FnOnce()) -> Duration {
    let (wall, start) = (clock::now(), thread_time());
    work();
    match (start, thread_time()) {
        (Some(start), Some(end)) => end - start,
        _ => clock::now().saturating_sub(wall),
    }
}
