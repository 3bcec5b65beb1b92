//! The folders for settings and caches.

use std::path::PathBuf;

/// The name of the program's own folders.
const FOLDER: &str = "orogen";

/// Returns the settings folder, which need not exist yet.
///
/// `None` if the system has no such folder.
pub fn settings() -> Option<PathBuf> {
    Some(configuration()?.join(FOLDER))
}

/// Returns the cache folder, which need not exist yet.
///
/// `None` if the system has no such folder.
pub fn cache() -> Option<PathBuf> {
    let home = std::env::home_dir().filter(|path| path.is_absolute());
    let caches = match () {
        () if cfg!(windows) => from_variable("LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => home.map(|home| home.join("Library/Caches")),
        () => from_variable("XDG_CACHE_HOME").or_else(|| home.map(|home| home.join(".cache"))),
    };
    Some(caches?.join(FOLDER))
}

/// Reads the folder in an environment variable. The XDG base directory specification says to ignore
/// a relative path.
fn from_variable(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn configuration() -> Option<PathBuf> {
    if cfg!(windows) {
        return from_variable("APPDATA");
    }
    let home = std::env::home_dir().filter(|path| path.is_absolute());
    if cfg!(target_os = "macos") {
        return home.map(|home| home.join("Library/Application Support"));
    }
    from_variable("XDG_CONFIG_HOME").or_else(|| home.map(|home| home.join(".config")))
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_are_in_the_settings_folder_of_the_system() {
        assert_eq!(super::settings(), dirs::config_dir().map(|folder| folder.join("orogen")));
    }

    #[test]
    fn caches_are_in_the_cache_folder_of_the_system() {
        assert_eq!(super::cache(), dirs::cache_dir().map(|folder| folder.join("orogen")));
    }
}
