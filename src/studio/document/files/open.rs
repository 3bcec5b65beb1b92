//! Opens files: chosen, dropped on the window, or recent.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::file_context::FileContext;
use super::recent;
use crate::export::scene_file::{self, SceneFileError};
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::features::export::task::absolute;
use crate::terrain::heightmap::missing;
use crate::terrain::scene::Scene;

/// Opens a file that is dropped on the window. Heightmaps of other programs are imported as a
/// layer.
pub fn open_dropped_file(
    mut dropped: MessageReader<FileDragAndDrop>,
    mut file_context: FileContext,
) {
    let path = |event: &FileDragAndDrop| match event {
        FileDragAndDrop::DroppedFile { path_buf, .. } => Some(path_buf.clone()),
        _ => None,
    };
    // The window sends one event per file; only the first file is opened.
    if let Some(path) = dropped.read().filter_map(path).next() {
        file_context.take_dropped(path);
    }
}

impl FileContext<'_, '_> {
    /// Reads a file on a thread, then opens it.
    pub fn load(&mut self, path: PathBuf) {
        self.work.start("opening", move || {
            let read = scene_file::load(&path);
            Box::new(move |world| {
                FileContext::with(world, |file_context| file_context.finish_loading(&path, read))
            })
        });
    }

    fn finish_loading(&mut self, path: &Path, read: Result<Scene, SceneFileError>) {
        match read {
            Ok(scene) => {
                let path = absolute(path);
                self.files.stamp(&path);
                recent::remember(&mut self.settings, &path);
                let missing = missing(&scene.recipe);
                let missing = missing.iter().map(|missing| format!("; {missing}"));
                self.notice.say(format!(
                    "opened {}{}",
                    path.display(),
                    missing.collect::<String>()
                ));
                self.show(OpenDocument::new(SceneSource::File(path), scene.clone()), scene);
            }
            Err(_) if path.symlink_metadata().is_err() => {
                recent::forget(&mut self.settings, &absolute(path));
                self.notice.say(format!("{} no longer exists", path.display()));
            }
            Err(error) => self.notice.say(error.to_string()),
        }
    }
}
