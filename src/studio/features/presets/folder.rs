//! The folder of the user's presets. A preset is a recipe file and a picture, both named by its
//! title. The user may also copy recipes from elsewhere into the folder.

use std::io::{Error, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::export::{FileError, FileProblem, scene_file};
use crate::studio::document::files::save;
use crate::studio::document::preset_shelf::ShelfEntry;
use crate::terrain::scene::Scene;

/// The maximum length of a title, in characters.
pub const MAX_CHARS: usize = 60;
/// The maximum size of a preset's picture file, in bytes. Larger files are ignored.
const MAX_PICTURE_BYTES: u64 = 4 << 20;

/// Returns the folder of presets, or `None` if the system has no data folder for programs.
pub fn folder() -> Option<PathBuf> {
    Some(dirs::data_dir()?.join("orogen").join("presets"))
}

/// Returns the path of the recipe file of the preset with this title.
pub fn path_of(folder: &Path, title: &str) -> PathBuf {
    folder.join(format!("{title}.toml"))
}

/// The reason why a title cannot be a file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TitleError {
    /// The title is empty.
    #[error("type a name")]
    Empty,
    /// The title names a hidden file.
    #[error("a name cannot begin with a dot")]
    Dot,
    /// The title has characters that file systems reserve.
    #[error("a name cannot contain any of / \\ : * ? \" < > |")]
    Letter,
    /// The title is too long.
    #[error("a name can have up to {MAX_CHARS} characters")]
    Long,
}

/// The reason why a preset cannot be saved, renamed or deleted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PresetError {
    /// An operation on a file or folder failed.
    #[error("cannot {action} `{}`: {problem}", .path.display())]
    File {
        /// The operation that failed.
        action: &'static str,
        /// The file or the folder.
        path: PathBuf,
        /// The error of the operating system.
        problem: FileProblem,
    },
    /// The file of the preset cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
    /// Another preset has the title.
    #[error("a preset “{0}” exists already; choose another name")]
    TitleTaken(String),
}

/// Returns a function that turns an I/O error into a [`PresetError`].
fn file_error(action: &'static str, path: &Path) -> impl FnOnce(Error) -> PresetError {
    let path = path.to_owned();
    move |error| PresetError::File { action, path, problem: error.into() }
}

/// Checks that a title can be used as a file name on all systems.
///
/// # Errors
/// The first reason why it cannot.
pub fn check_title(title: &str) -> Result<(), TitleError> {
    let is_bad = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    match title {
        "" => Err(TitleError::Empty),
        title if title.starts_with('.') => Err(TitleError::Dot),
        title if title.contains(is_bad) => Err(TitleError::Letter),
        title if title.chars().count() > MAX_CHARS => Err(TitleError::Long),
        _ => Ok(()),
    }
}

/// Returns the presets in a folder, sorted by title, and one line of text for each file that
/// cannot be read.
pub fn read(folder: &Path) -> (Vec<ShelfEntry>, Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return Default::default() };
    let is_recipe = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".toml") && !name.starts_with('.')
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(is_recipe).collect();
    paths.sort_by_key(|path| path.file_name().map(|name| name.to_string_lossy().to_lowercase()));
    let (mut presets, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        match scene_file::load(&path) {
            Ok(scene) => presets.push(entry(path, &scene)),
            Err(error) => problems.push(format!("skipped a preset: {error}")),
        }
    }
    (presets, problems)
}

fn entry(path: PathBuf, scene: &Scene) -> ShelfEntry {
    ShelfEntry {
        title: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        doc: "Your own preset.".to_owned(),
        picture: picture(&path.with_extension("png")),
        path: Some(path),
        toml: scene.to_toml(),
    }
}

fn picture(path: &Path) -> Option<Arc<[u8]>> {
    let metadata = path.metadata().ok()?;
    if !metadata.is_file() || metadata.len() > MAX_PICTURE_BYTES {
        return None;
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path).ok()?.read_to_end(&mut bytes).ok()?;
    Some(bytes.into())
}

/// Writes a scene as a preset, over any preset with the same title, and returns its path.
///
/// # Errors
/// If the folder cannot be created or written.
pub fn write(folder: &Path, title: &str, scene: &Scene) -> Result<PathBuf, PresetError> {
    std::fs::create_dir_all(folder).map_err(file_error("make the folder", folder))?;
    let path = path_of(folder, title);
    save::write(&path, scene)?;
    // An earlier picture shows the old land.
    let _ = std::fs::remove_file(path.with_extension("png"));
    Ok(path)
}

/// Renames a preset and its picture, and returns the new path.
///
/// # Errors
/// If another preset has the title, or the file cannot be renamed.
pub fn rename(path: &Path, title: &str) -> Result<PathBuf, PresetError> {
    let to = path_of(path.parent().unwrap_or(Path::new(".")), title);
    if to == path {
        return Ok(to);
    }
    if to.symlink_metadata().is_ok() {
        return Err(PresetError::TitleTaken(title.to_owned()));
    }
    std::fs::rename(path, &to).map_err(file_error("rename", path))?;
    // Ignore the error: a preset need not have a picture.
    let _ = std::fs::rename(path.with_extension("png"), to.with_extension("png"));
    Ok(to)
}

/// Deletes a preset and its picture.
///
/// # Errors
/// If its file cannot be deleted.
pub fn delete(path: &Path) -> Result<(), PresetError> {
    std::fs::remove_file(path).map_err(file_error("delete", path))?;
    let _ = std::fs::remove_file(path.with_extension("png"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_kept_renamed_and_deleted_with_their_pictures() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("orogen/presets");
        assert!(read(&folder).0.is_empty(), "there is no folder yet");
        let mut scene = Scene::default();
        scene.recipe.world.sea_level_m = 12.0;
        let path = write(&folder, "Quiet bay", &scene).unwrap();
        std::fs::write(path.with_extension("png"), "picture").unwrap();
        write(&folder, "another", &Scene::default()).unwrap();
        let (presets, problems) = read(&folder);
        let titles: Vec<_> = presets.iter().map(|entry| &*entry.title).collect();
        assert_eq!((titles, problems.len()), (vec!["another", "Quiet bay"], 0));
        assert_eq!(presets[1].scene(), Ok(scene));
        assert_eq!(presets[1].picture.as_deref(), Some(&b"picture"[..]));
        let error = rename(&path, "another").unwrap_err();
        assert!(matches!(error, PresetError::TitleTaken(_)), "{error}");
        let renamed = rename(&path, "Bay").unwrap();
        let presets = read(&folder).0;
        assert_eq!((&*presets[1].title, presets[1].picture.is_some()), ("Bay", true));
        delete(&renamed).unwrap();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "the picture is deleted too");
    }

    #[test]
    fn a_deleted_folder_is_created_again() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("orogen/presets");
        let path = write(&folder, "Bay", &Scene::default()).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(read(&folder).0.is_empty());
        for line in [rename(&path, "Cove").unwrap_err(), delete(&path).unwrap_err()] {
            assert_eq!(line.to_string().lines().count(), 1, "{line}");
        }
        write(&folder, "Bay", &Scene::default()).unwrap();
        assert_eq!(read(&folder).0.len(), 1);
    }

    #[test]
    fn a_broken_preset_is_reported_and_skipped() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "good", &Scene::default()).unwrap();
        std::fs::write(folder.path().join("bad.toml"), "version = 99").unwrap();
        std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let (presets, problems) = read(folder.path());
        assert_eq!((presets.len(), problems.len()), (1, 1));
        assert!(problems[0].contains("bad.toml") && problems[0].contains("newer"), "{problems:?}");
    }

    #[test]
    fn a_title_must_be_a_valid_file_name() {
        for good in ["Alps 2", "Übersee – Süd", "a.b"] {
            assert_eq!(check_title(good), Ok(()));
        }
        for bad in ["", ".hidden", "a/b", "..\\c", "a\nb", &"x".repeat(61)] {
            assert!(check_title(bad).is_err(), "{bad}");
        }
    }
}
