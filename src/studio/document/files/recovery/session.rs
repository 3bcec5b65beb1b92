//! The last session: the land that was open when the window was closed.

use std::path::{Path, PathBuf};

use super::claim::state_folder;
use super::kept_land::KeptLand;
use crate::export::scene_file;
use crate::studio::document::files::kept_text::{self, KeptTextError};
use crate::studio::document::files::set_aside;
use crate::studio::document::state::SceneSource;

fn path() -> Option<PathBuf> {
    Some(state_folder()?.join("session.toml"))
}

/// Loads the last session, if there was one, and a message if there is a problem.
pub fn load() -> (Option<KeptLand>, Option<String>) {
    path().map_or((None, None), |path| load_from(&path))
}

/// Loads a session from a file.
pub fn load_from(path: &Path) -> (Option<KeptLand>, Option<String>) {
    if !path.exists() {
        return (None, None);
    }
    match KeptLand::read(path) {
        Ok(land) => reload_from_file(land),
        Err(error) => {
            let problem = format!("the last session cannot be read: {error}");
            (None, Some(set_aside::set_aside_and_report(path, &problem)))
        }
    }
}

/// If the land of a session has no unsaved changes, reads it again from its own file.
fn reload_from_file(mut land: KeptLand) -> (Option<KeptLand>, Option<String>) {
    let SceneSource::File(path) = &land.document.source else { return (Some(land), None) };
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
            let line = format!("{error}; the land is open as it was in the last session");
            (Some(land), Some(line))
        }
    }
}

/// Saves a land for the next start.
///
/// # Errors
/// If the folder cannot be made or the file cannot be written.
pub fn save(land: &KeptLand) -> Result<(), KeptTextError> {
    path().map_or(Ok(()), |path| kept_text::save(&path, &land.to_text()))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::studio::document::files::save;
    use crate::studio::document::history::states::History;
    use crate::studio::document::state::OpenDocument;
    use crate::terrain::scene::Scene;

    fn land(source: SceneSource, level_m: f64) -> KeptLand {
        let mut scene = Scene::default();
        scene.recipe.world.sea_level_m = level_m;
        let document = OpenDocument::new(source, scene.clone());
        let (pose, history) = (scene.view.camera, History::default());
        KeptLand { scene, pose, document, history, written_at: SystemTime::now() }
    }

    #[test]
    fn a_session_is_restored_and_an_unchanged_land_is_read_from_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("orogen/session.toml");
        assert!(matches!(load_from(&path), (None, None)), "there is no session");
        let file = folder.path().join("valley.toml");
        let kept = land(SceneSource::File(file.clone()), 3.0);
        kept_text::save(&path, &kept.to_text()).unwrap();
        let (read, line) = load_from(&path);
        assert!(line.unwrap().contains("valley.toml"), "the land's file is missing");
        assert_eq!(read.unwrap().scene, kept.scene, "the land is in the session");
        save::write(&file, &land(SceneSource::Factory, 4.0).scene).unwrap();
        let (read, line) = load_from(&path);
        let read = read.unwrap();
        assert_eq!((read.scene.recipe.world.sea_level_m, line), (4.0, None));
        assert!(!read.document.is_changed(&read.scene));
        // A land with unsaved changes is restored from the session.
        let mut changed = kept;
        changed.scene.recipe.world.sea_level_m = 5.0;
        kept_text::save(&path, &changed.to_text()).unwrap();
        assert_eq!(load_from(&path).0.unwrap().scene, changed.scene);
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
