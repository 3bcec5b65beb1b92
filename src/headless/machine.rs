//! What the operating system says about this process: the processor time of a thread, memory.

pub use crate::lab::meters::clock::thread_time;

/// The memory that the process holds, and the most that it ever held, in MiB; `None` where the
/// system does not say.
pub fn memory_mib() -> Option<[f64; 2]> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':')
            .trim()
            .trim_end_matches("kB")
            .trim()
            .parse::<f64>()
            .ok()
            .map(|kib| kib / 1024.0)
    };
    Some([field("VmRSS")?, field("VmHWM")?])
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn work_takes_processor_time_and_sleep_takes_none() {
        let start = thread_time().unwrap();
        std::thread::sleep(Duration::from_millis(30));
        let slept = thread_time().unwrap() - start;
        let mut sum = 0u64;
        while thread_time().unwrap() - start < slept + Duration::from_millis(5) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(slept < Duration::from_millis(30), "{slept:?}");
    }

    #[test]
    fn the_most_is_no_less_than_what_is_held() {
        let [held, most] = memory_mib().unwrap();
        assert!(held > 0.1 && most >= held, "{held} {most}");
    }
}
