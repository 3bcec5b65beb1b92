//! Finds out if another program has changed a file.

use std::path::Path;
use std::time::SystemTime;

use crate::export::scene_file;
use crate::studio::document::state::{OpenDocument, SceneSource};

/// The modification time and length of a file, which show if it has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    changed: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    /// Returns the stamp of a file, or `None` if the file does not exist.
    pub fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self { changed: metadata.modified().ok(), bytes: metadata.len() })
    }
}

/// Returns true if a file exists and its stamp is not `was`.
pub fn is_other(path: &Path, was: Option<Stamp>) -> bool {
    Stamp::of(path).is_some_and(|now| Some(now) != was)
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
