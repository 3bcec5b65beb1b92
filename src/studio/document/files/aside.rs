//! Files of the program that cannot be read are set aside under another name, never deleted.

use std::path::{Path, PathBuf};

/// Renames a file to the first free of `NAME.bad-1`, `NAME.bad-2` and so on; what it is called now.
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

/// Sets a file aside, and says what became of it, behind what is wrong with it.
pub fn said(path: &Path, problem: &str) -> String {
    match set_aside(path) {
        Ok(bad) => format!("{problem}; the file is now `{}`", bad.display()),
        Err(error) => format!("{problem}; it cannot be set aside: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_files_are_kept_under_names_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        for n in 1..=3 {
            let text = format!("damage {n}");
            std::fs::write(&path, &text).unwrap();
            let line = said(&path, "it is damaged");
            let bad = folder.path().join(format!("settings.toml.bad-{n}"));
            assert!(line.contains(&bad.display().to_string()), "{line}");
            assert_eq!(std::fs::read_to_string(&bad).unwrap(), text);
            assert!(!path.exists());
        }
        assert!(said(&path, "it is damaged").contains("cannot be set aside"));
    }
}
