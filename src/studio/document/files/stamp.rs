//! Finds out if another program has changed a file.

use std::path::Path;
use std::time::SystemTime;

use crate::export::scene_file;
use crate::studio::document::state::{OpenDocument, SceneSource};

/// The modification time and length of a file, which show if it has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    /// Returns the stamp of a file, or `None` if the file does not exist.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self { modified: metadata.modified().ok(), bytes: metadata.len() })
    }
}

/// Returns true if a file exists and its stamp differs from `last`.
pub fn has_changed(path: &Path, last: Option<Stamp>) -> bool {
    Stamp::of(path).is_some_and(|now| Some(now) != last)
}

/// Returns true if the file of a document still contains its baseline scene.
pub fn is_as_opened(document: &OpenDocument) -> bool {
    match &document.source {
        SceneSource::File(path) => {
            scene_file::load(path).is_ok_and(|scene| scene == document.baseline)
        }
        _ => false,
    }
}
