//! Opens input files, which must have an end.

use std::fs::{self, File};
use std::path::Path;

use super::file_error::FileProblem;

/// The start of paths that name files which are already open: standard input, and the pipes of
/// `<(…)`.
const OPEN_FILE_PATHS: [&str; 3] = ["/dev/stdin", "/dev/fd", "/proc/self/fd"];

/// Opens a file to read.
///
/// Refuses devices, which have no end, and named pipes, which may block forever.
///
/// # Errors
/// The reason, without the file name.
pub fn open(path: &Path) -> Result<File, FileProblem> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_dir() {
        return Err(FileProblem::IsFolder);
    }
    if !kind.is_file() && !OPEN_FILE_PATHS.iter().any(|open| path.starts_with(open)) {
        return Err(FileProblem::Endless);
    }
    Ok(File::open(path)?)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_are_opened_and_devices_and_folders_refused() {
        let folder = tempfile::tempdir().unwrap();
        let problem = |path: &Path| open(path).unwrap_err();
        assert_eq!(problem(Path::new("/dev/zero")), FileProblem::Endless);
        assert_eq!(problem(folder.path()), FileProblem::IsFolder);
        assert!(problem(&folder.path().join("none")).to_string().contains("no such file"));
        fs::write(folder.path().join("file"), "text").unwrap();
        assert!(open(&folder.path().join("file")).is_ok());
    }
}
