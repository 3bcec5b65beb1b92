//! Saves the land as a file. The file is complete at any moment, even if saving fails.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::dialog::Purpose;
use super::file_context::{FileContext, FileQuestion};
use super::recent;
use super::stamp::has_changed;
use crate::export::{FileError, atomic, heightmap};
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::features::export::task::absolute;
use crate::terrain::scene::Scene;

impl FileContext<'_, '_> {
    /// Saves the land in its file. If it has no file, opens the dialog for saving.
    pub fn save(&mut self) {
        // If a save is running, `finish_saving` starts the next one.
        if let Some(save_again) = &mut self.files.saving {
            *save_again = true;
            return;
        }
        match &self.document.source {
            SceneSource::File(path) if is_recipe(path) => {
                let path = absolute(path);
                match has_changed(&path, self.files.stamps.get(&path).copied()) {
                    true => self.files.ask(FileQuestion::Changed(path)),
                    false => self.write(path),
                }
            }
            _ => self.save_as(),
        }
    }

    /// Opens the dialog for saving.
    pub fn save_as(&mut self) {
        let mut path = self.usual_path();
        if !is_recipe(&path) {
            path.set_extension("toml");
        }
        self.files.wants_dialog = Some((Purpose::Save, path));
    }

    /// Saves in a chosen file. `may_replace` is true if the user has agreed to replace that file.
    pub fn save_in(&mut self, path: &Path, may_replace: bool) {
        let full_path = with_ending(path);
        // The user agreed to replace `path`, not the file with `.toml` appended.
        let may_replace = may_replace && full_path == path;
        // A symbolic link to a missing file counts as an existing file, because writing would
        // follow it.
        match !may_replace && full_path.symlink_metadata().is_ok() {
            true => self.files.ask(FileQuestion::Replace(full_path)),
            false => self.write(full_path),
        }
    }

    /// Writes the file on a thread.
    pub fn write(&mut self, path: PathBuf) {
        self.files.saving = Some(false);
        let scene = self.scene_with_camera();
        self.work.start("saving", move || {
            let written = write(&path, &scene);
            Box::new(move |world| {
                FileContext::with(world, |file_context| {
                    file_context.finish_saving(&path, scene, written)
                })
            })
        });
    }

    fn finish_saving(&mut self, path: &Path, scene: Scene, written: Result<(), FileError>) {
        let save_again = self.files.saving.take() == Some(true);
        let after_saving = self.files.after_saving.take();
        match written {
            Ok(()) => {
                self.files.stamp(path);
                recent::remember(&mut self.settings, path);
                *self.document = OpenDocument::new(SceneSource::File(path.to_owned()), scene);
                self.history.record_save(&self.document);
                self.notice.say_about_file(format!("saved {}", path.display()), path);
                match after_saving {
                    Some(action) => self.request(action),
                    None if save_again => self.save(),
                    None => {}
                }
            }
            Err(error) => self.notice.say(error.to_string()),
        }
    }
}

/// Writes a recipe, and copies its heightmaps into the same folder. On an error, an old file stays.
///
/// # Errors
/// If a file cannot be written; the message is one line.
pub fn write(path: &Path, scene: &Scene) -> Result<(), FileError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    heightmap::copy_to_folder(&scene.recipe, folder.unwrap_or(Path::new(".")))?;
    atomic::write(path, |file| Ok(file.write_all(scene.to_toml().as_bytes())?))
}

/// Returns true if a file is a recipe, not a picture or heightmap that contains a recipe.
fn is_recipe(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Appends `.toml` to a name without this ending.
fn with_ending(path: &Path) -> PathBuf {
    if is_recipe(path) {
        return path.to_owned();
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".toml");
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_gets_the_ending_toml() {
        for (chosen, full_path) in [
            ("/a/valley.toml", "/a/valley.toml"),
            ("/a/valley.TOML", "/a/valley.TOML"),
            ("/a/valley", "/a/valley.toml"),
            ("/a/orogen-1.png", "/a/orogen-1.png.toml"),
        ] {
            assert_eq!(with_ending(Path::new(chosen)), Path::new(full_path));
        }
    }

    #[test]
    fn saved_scenes_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("valley.toml");
        let mut scene = Scene::default();
        for metres in [1.0, 2.0] {
            scene.recipe.world.sea_level_m = metres;
            write(&path, &scene).unwrap();
            assert_eq!(crate::export::scene_file::load(&path).unwrap(), scene);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write(&folder.path().join("none/valley.toml"), &scene).unwrap_err();
        assert!(error.to_string().contains("there is no folder"), "{error}");
    }
}
