//! What tells whether somebody else changed a file.

use std::path::Path;
use std::time::SystemTime;

use crate::export::scene_file;
use crate::studio::document::state::{Document, Source};

/// When a file was changed last, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    changed: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    /// That of a file; none where there is none.
    pub fn of(path: &Path) -> Option<Self> {
        let there = std::fs::metadata(path).ok()?;
        Some(Self { changed: there.modified().ok(), bytes: there.len() })
    }
}

/// Whether a file is another than it was: one that has gone is not in the way.
pub fn is_other(path: &Path, was: Option<Stamp>) -> bool {
    Stamp::of(path).is_some_and(|now| Some(now) != was)
}

/// Whether a document's file is what it was when it was opened.
pub fn is_as_opened(document: &Document) -> bool {
    match &document.source {
        Source::File(path) => scene_file::load(path).is_ok_and(|scene| scene == document.baseline),
        _ => false,
    }
}
