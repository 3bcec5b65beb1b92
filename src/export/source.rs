//! Opening what others wrote: a file that has an end.

use std::fs::{self, File};
use std::path::Path;

use super::atomic::reason;

/// Where the system shows what is open already: standard input, and the pipes of `<(…)`.
const OPEN_ALREADY: [&str; 3] = ["/dev/stdin", "/dev/fd", "/proc/self/fd"];

/// Opens a file to be read. A named pipe that nobody writes to would be waited for without end, and
/// devices have none.
///
/// # Errors
/// Why it cannot be read, without its name.
pub fn open(path: &Path) -> Result<File, String> {
    let kind = fs::metadata(path).map_err(|e| reason(&e))?.file_type();
    if kind.is_dir() {
        return Err("it is a folder; name a file in it".to_owned());
    }
    if !kind.is_file() && !OPEN_ALREADY.iter().any(|open| path.starts_with(open)) {
        return Err(
            "it is a pipe or a device; name a file, or give /dev/stdin and `< …`".to_owned()
        );
    }
    File::open(path).map_err(|e| reason(&e))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_are_opened_and_devices_and_folders_refused() {
        let folder = std::env::temp_dir().join(format!("orogen-source-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert!(open(Path::new("/dev/zero")).unwrap_err().contains("a pipe or a device"));
        assert!(open(&folder).unwrap_err().contains("a folder"));
        assert!(open(&folder.join("none")).unwrap_err().contains("no such file"));
        fs::write(folder.join("file"), "text").unwrap();
        assert!(open(&folder.join("file")).is_ok());
        fs::remove_dir_all(&folder).unwrap();
    }
}
