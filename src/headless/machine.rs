//! Processor time and memory of this process, from the operating system.

pub use crate::lab::meters::clock::thread_time;

/// Returns the current and the peak memory of the process, in MiB. `None` if the system does not
/// report them.
#[cfg(not(windows))]
pub fn memory_mib() -> Option<[f64; 2]> {
    let status = ProcessStatus::read()?;
    Some([status.mib("VmRSS")?, status.mib("VmHWM")?])
}

/// Returns the memory that the process has written to, in MiB.
///
/// Swapped pages are included. Mapped files are not, because the system drops and reloads their
/// pages as it likes. On Windows, memory that is allocated but not yet written to counts too. `None`
/// if the system does not report it.
#[cfg(not(windows))]
pub fn written_mib() -> Option<f64> {
    let status = ProcessStatus::read()?;
    Some(status.mib("RssAnon")? + status.mib("RssShmem")? + status.mib("VmSwap")?)
}

#[cfg(windows)]
pub fn memory_mib() -> Option<[f64; 2]> {
    let counters = winsafe::HPROCESS::GetCurrentProcess().GetProcessMemoryInfo().ok()?;
    Some([counters.WorkingSetSize, counters.PeakWorkingSetSize].map(mib))
}

#[cfg(windows)]
pub fn written_mib() -> Option<f64> {
    let counters = winsafe::HPROCESS::GetCurrentProcess().GetProcessMemoryInfo().ok()?;
    Some(mib(counters.PrivateUsage))
}

#[cfg(windows)]
fn mib(bytes: usize) -> f64 {
    bytes as f64 / (1 << 20) as f64
}

#[cfg(not(windows))]
struct ProcessStatus(String);

#[cfg(not(windows))]
impl ProcessStatus {
    fn read() -> Option<Self> {
        std::fs::read_to_string("/proc/self/status").ok().map(Self)
    }

    fn mib(&self, name: &str) -> Option<f64> {
        let line = self.0.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.trim().trim_end_matches("kB").trim_end().parse::<f64>().ok().map(|kib| kib / 1024.0)
    }
}

#[cfg(all(test, any(target_os = "linux", windows)))]
mod tests {
    use super::*;

    #[test]
    fn peak_memory_is_at_least_the_current_memory() {
        let [current, peak] = memory_mib().unwrap();
        assert!(current > 0.1 && peak >= current, "{current} {peak}");
        // Try again, because other tests may free memory at the same time.
        let grows = |_| {
            let before = written_mib().unwrap();
            let written = std::hint::black_box(vec![1u8; 64 << 20]);
            let after = written_mib().unwrap();
            drop(written);
            after > before + 48.0
        };
        assert!((0..50).any(grows));
    }
}
