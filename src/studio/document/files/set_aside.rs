//! Renames files of the program that it cannot read, instead of deleting them.

use std::path::{Path, PathBuf};

/// Renames a file to the first free name of `NAME.bad-1`, `NAME.bad-2` …
pub fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    for n in 1u32.. {
        let mut bad = name.to_owned();
        bad.push(format!(".bad-{n}"));
        let bad = path.with_file_name(bad);
        if bad.symlink_metadata().is_ok() {
            continue;
        }
        std::fs::rename(path, &bad)?;
        return Ok(bad);
    }
    unreachable!("numbers do not end")
}

/// Renames an unreadable file. Returns the problem with a remark about the new name.
pub fn set_aside_and_report(path: &Path, problem: &str) -> String {
    match set_aside(path) {
        Ok(bad) => format!("{problem}; the file is now `{}`", bad.display()),
        Err(error) => format!("{problem}; the file cannot be set aside: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_files_are_renamed_not_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        for n in 1..=3 {
            let text = format!("damage {n}");
            std::fs::write(&path, &text).unwrap();
            let line = set_aside_and_report(&path, "it is damaged");
            let bad = folder.path().join(format!("settings.toml.bad-{n}"));
            assert!(line.contains(&bad.display().to_string()), "{line}");
            assert_eq!(std::fs::read_to_string(&bad).unwrap(), text);
            assert!(!path.exists());
        }
        assert!(set_aside_and_report(&path, "it is damaged").contains("cannot be set aside"));
    }
}
