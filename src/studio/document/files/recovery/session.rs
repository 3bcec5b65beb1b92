//! The last session: what was open when the window was closed comes back at the next start.

use std::io::{Error, Write as _};
use std::path::{Path, PathBuf};

use super::claim::state_folder;
use super::kept_land::KeptLand;
use crate::export::{FileError, FileProblem, atomic, scene_file};
use crate::studio::document::files::aside;
use crate::studio::document::state::Source;

fn path() -> Option<PathBuf> {
    Some(state_folder()?.join("session.toml"))
}

/// The land of the last session, if there was one, and a line where something is to be said of it.
pub fn load() -> (Option<KeptLand>, Option<String>) {
    path().map_or((None, None), |path| load_from(&path))
}

/// As [`load`], from a file.
pub fn load_from(path: &Path) -> (Option<KeptLand>, Option<String>) {
    if !path.exists() {
        return (None, None);
    }
    match KeptLand::read(path) {
        Ok(land) => as_its_file_is(land),
        Err(error) => {
            let problem = format!("the last session cannot be read: {error}");
            (None, Some(aside::said(path, &problem)))
        }
    }
}

/// What was saved in a file is as that file is now.
fn as_its_file_is(mut land: KeptLand) -> (Option<KeptLand>, Option<String>) {
    let Source::File(path) = &land.document.source else { return (Some(land), None) };
    if land.document.is_changed(&land.scene) {
        return (Some(land), None);
    }
    match scene_file::load(path) {
        Ok(scene) if scene == land.document.baseline => (Some(land), None),
        Ok(scene) => {
            land.document.baseline = scene.clone();
            (land.pose, land.scene) = (scene.view.camera, scene);
            (Some(land), None)
        }
        Err(error) => {
            let line = format!("{error}; its land is open as it was last");
            (Some(land), Some(line))
        }
    }
}

/// Why a session is not kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// Its folder cannot be made.
    #[error("cannot make the folder `{}`: {problem}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What is in the way.
        problem: FileProblem,
    },
    /// Its file cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

/// Keeps a land for the next start.
///
/// # Errors
/// If its folder cannot be made or written.
pub fn save(land: &KeptLand) -> Result<(), SessionError> {
    path().map_or(Ok(()), |path| save_to(&path, land))
}

fn save_to(path: &Path, land: &KeptLand) -> Result<(), SessionError> {
    if let Some(folder) = path.parent() {
        let fail = |e: Error| SessionError::Folder { path: folder.to_owned(), problem: e.into() };
        std::fs::create_dir_all(folder).map_err(fail)?;
    }
    let text = land.to_text();
    Ok(atomic::write(path, |file| Ok(file.write_all(text.as_bytes())?))?)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::studio::document::files::save;
    use crate::studio::document::history::states::History;
    use crate::studio::document::state::Document;
    use crate::terrain::scene::Scene;

    fn land(source: Source, level_m: f64) -> KeptLand {
        let mut scene = Scene::default();
        scene.recipe.world.sea_level_m = level_m;
        let document = Document::new(source, scene.clone());
        let (pose, history) = (scene.view.camera, History::default());
        KeptLand { scene, pose, document, history, at: SystemTime::now() }
    }

    #[test]
    fn a_session_comes_back_and_its_file_as_it_is_now() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("orogen/session.toml");
        assert!(matches!(load_from(&path), (None, None)), "there was none");
        let file = folder.path().join("valley.toml");
        let kept = land(Source::File(file.clone()), 3.0);
        save_to(&path, &kept).unwrap();
        let (read, line) = load_from(&path);
        assert!(line.unwrap().contains("valley.toml"), "the file has gone");
        assert_eq!(read.unwrap().scene, kept.scene, "its land has not");
        save::write(&file, &land(Source::Factory, 4.0).scene).unwrap();
        let (read, line) = load_from(&path);
        let read = read.unwrap();
        assert_eq!((read.scene.recipe.world.sea_level_m, line), (4.0, None));
        assert!(!read.document.is_changed(&read.scene));
        // What was not saved is what it was.
        let mut changed = kept;
        changed.scene.recipe.world.sea_level_m = 5.0;
        save_to(&path, &changed).unwrap();
        assert_eq!(load_from(&path).0.unwrap().scene, changed.scene);
    }

    #[test]
    fn a_folder_that_vanishes_is_made_again_or_is_one_line() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("orogen");
        let path = folder.join("session.toml");
        let kept = land(Source::Factory, 3.0);
        save_to(&path, &kept).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        save_to(&path, &kept).unwrap();
        assert_eq!(load_from(&path).0.unwrap().scene, kept.scene);
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "a file").unwrap();
        let line = save_to(&path, &kept).unwrap_err().to_string();
        assert!(line.contains("orogen") && line.lines().count() == 1, "{line}");
    }

    #[test]
    fn a_damaged_session_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.toml");
        std::fs::write(&path, "scene = 4").unwrap();
        let (land, line) = load_from(&path);
        assert!(land.is_none() && line.unwrap().contains("session.toml.bad-1"));
        let bad = folder.path().join("session.toml.bad-1");
        assert_eq!(std::fs::read_to_string(bad).unwrap(), "scene = 4");
        assert!(matches!(load_from(&path), (None, None)));
    }
}
