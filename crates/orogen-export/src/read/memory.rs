//! Checks that a map fits into memory before it is allocated. An allocation alone does not show
//! that, because systems promise more memory than they have.

use std::fs;
use std::path::Path;

use super::problem::ReadProblem;
use orogen_terrain::heightmap::Raster;

/// The most memory per sample, in bytes: four for the sample, and four for the decoder or, while
/// the land is drawn, for the coarser copies.
const BYTES_PER_SAMPLE: u64 = 8;

/// The most samples that a byte of a file can encode. The best codecs encode up to about a thousand
/// equal samples in one byte.
const MAX_SAMPLES_PER_BYTE: u64 = 4096;

/// The number of samples that a file of any length may have.
const ALWAYS_ALLOWED: u64 = 1 << 20;

/// Checks a size against the allowed sides, the bytes of the file, and the free memory. Returns the
/// number of samples.
pub(super) fn check_sample_count(size: [usize; 2], bytes: u64) -> Result<usize, ReadProblem> {
    check_stored_count(size, size[0].saturating_mul(size[1]), bytes)
}

/// Like [`check_sample_count`], for a file that stores only `stored` of its samples and omits the
/// others.
pub(super) fn check_stored_count(
    size: [usize; 2],
    stored: usize,
    bytes: u64,
) -> Result<usize, ReadProblem> {
    Raster::check_size(size)?;
    let count = size[0] * size[1];
    let max_samples = |per_byte: u64| ALWAYS_ALLOWED.saturating_add(bytes.saturating_mul(per_byte));
    // Even an omitted piece takes some bytes in the lists of pieces.
    if stored as u64 > max_samples(MAX_SAMPLES_PER_BYTE)
        || count as u64 > max_samples(64 * MAX_SAMPLES_PER_BYTE)
    {
        return Err(ReadProblem::TooFewBytes(size[0], size[1], bytes));
    }
    check(size, needed(count as u64))?;
    Ok(count)
}

/// Reserves memory for `count` samples.
pub(super) fn reserve<T>(size: [usize; 2], count: usize) -> Result<Vec<T>, ReadProblem> {
    let mut samples = Vec::new();
    samples.try_reserve_exact(count).map_err(|_| too_large(size))?;
    Ok(samples)
}

/// Makes the error for a map that does not fit into memory.
pub(super) fn too_large([columns, rows]: [usize; 2]) -> ReadProblem {
    let needed = mib(needed((columns as u64).saturating_mul(rows as u64)));
    ReadProblem::Memory { columns, rows, needed }
}

/// Returns the memory that `count` samples need, in bytes.
pub(super) fn needed(count: u64) -> u64 {
    count.saturating_mul(BYTES_PER_SAMPLE)
}

/// Checks that `needed` bytes are free for a map.
///
/// # Errors
/// The error gives the needed and the free memory.
pub(super) fn check(size: [usize; 2], needed: u64) -> Result<(), ReadProblem> {
    check_against(size, needed, free())
}

fn check_against(
    [columns, rows]: [usize; 2],
    needed: u64,
    free: Option<u64>,
) -> Result<(), ReadProblem> {
    match free {
        Some(free) if needed > free => {
            Err(ReadProblem::NoRoom { columns, rows, needed: mib(needed), free: free >> 20 })
        }
        _ => Ok(()),
    }
}

/// Rounds up to mebibytes.
pub(super) fn mib(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

/// Returns the free memory in bytes. `None` if the system does not report it.
pub(super) fn free() -> Option<u64> {
    let machine = free_of_machine()?;
    Some(machine.min(free_of_group(Path::new("/sys/fs/cgroup")).unwrap_or(u64::MAX)))
}

#[cfg(windows)]
fn free_of_machine() -> Option<u64> {
    // Windows allocates memory only if the paging file has room for it, too.
    let memory = winsafe::GlobalMemoryStatusEx().ok()?;
    Some(memory.ullAvailPhys.min(memory.ullAvailPageFile))
}

#[cfg(not(windows))]
fn free_of_machine() -> Option<u64> {
    free_of(&fs::read_to_string("/proc/meminfo").ok()?)
}

#[cfg(any(not(windows), test))]
fn free_of(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the free memory within a container's limit. File caches count as free.
fn free_of_group(folder: &Path) -> Option<u64> {
    let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| text(name)?.trim().parse::<u64>().ok();
    let (limit, used) = (number("memory.max")?, number("memory.current")?);
    let stat = text("memory.stat").unwrap_or_default();
    let stat_bytes = |key: &str| {
        let value = stat.lines().find_map(|line| line.strip_prefix(key)?.trim().parse().ok());
        value.unwrap_or(0u64)
    };
    let files = stat_bytes("inactive_file ").saturating_add(stat_bytes("active_file "));
    Some(limit.saturating_sub(used.saturating_sub(files)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_gives_the_needed_and_the_free_memory() {
        let size = [10_812; 2];
        let needed = needed(10_812 * 10_812);
        assert_eq!(check_against(size, needed, Some(1 << 30)), Ok(()));
        assert_eq!(check_against(size, needed, None), Ok(()));
        let message = check_against(size, needed, Some(512 << 20)).unwrap_err().to_string();
        assert_eq!(
            message,
            "its 10812 × 10812 samples need 892 MiB of memory, and 512 MiB are free; close other \
             programs, or crop or shrink the map first"
        );
    }

    #[test]
    fn free_memory_is_read_from_the_system() {
        let text = "MemTotal:  100 kB\nMemAvailable:     64 kB\n";
        assert_eq!(free_of(text), Some(65_536));
        assert_eq!(free_of("MemTotal: 100 kB"), None);
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(free_of_group(folder.path()), None);
        for (name, text) in [
            ("memory.max", "1000\n"),
            ("memory.current", "700\n"),
            ("memory.stat", "anon 600\nactive_file 60\ninactive_file 30\n"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        assert_eq!(free_of_group(folder.path()), Some(390));
        fs::write(folder.path().join("memory.max"), "max\n").unwrap();
        assert_eq!(free_of_group(folder.path()), None);
    }
}
