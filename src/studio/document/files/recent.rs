//! The list of recently opened files, in the settings.

use std::path::{Path, PathBuf};

use crate::studio::app::settings::data::Settings;
use crate::studio::features::export::task::absolute;

/// The maximum length of the list.
pub const MAX_RECENT: usize = 10;

/// Puts a file at the start of the list. A path that is not Unicode is left out.
pub fn remember(settings: &mut Settings, path: &Path) {
    let path = absolute(path);
    forget(settings, &path);
    let Some(text) = path.to_str() else { return };
    settings.recent.insert(0, text.to_owned());
    settings.recent.truncate(MAX_RECENT);
}

/// Removes a file from the list.
pub fn forget(settings: &mut Settings, path: &Path) {
    settings.recent.retain(|other| Path::new(other) != path);
}

/// Returns the file at an index of the list; 0 is the newest.
pub fn file_at(settings: &Settings, index: u8) -> Option<PathBuf> {
    settings.recent.get(usize::from(index)).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_file_comes_first_and_ten_are_kept() {
        let mut settings = Settings::default();
        for n in 0..12 {
            remember(&mut settings, Path::new(&format!("/lands/{n}.toml")));
        }
        remember(&mut settings, Path::new("/lands/5.toml"));
        assert_eq!(settings.recent.len(), MAX_RECENT);
        assert_eq!(file_at(&settings, 0), Some(PathBuf::from("/lands/5.toml")));
        assert_eq!(file_at(&settings, 1), Some(PathBuf::from("/lands/11.toml")));
        assert_eq!(file_at(&settings, 9), Some(PathBuf::from("/lands/2.toml")));
        forget(&mut settings, Path::new("/lands/5.toml"));
        assert_eq!(file_at(&settings, 0), Some(PathBuf::from("/lands/11.toml")));
        assert_eq!(file_at(&settings, 9), None);
    }
}
