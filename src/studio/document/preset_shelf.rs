//! The shelf: all presets, first the program's presets, then the user's.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::state::OpenDocument;
use crate::studio::command::kinds::Command;
use crate::terrain::preset::PRESETS;
use crate::terrain::scene::{Scene, SceneError};

/// A preset on the shelf.
#[derive(Clone, Debug)]
pub struct ShelfEntry {
    pub title: String,
    /// One sentence about the land.
    pub doc: String,
    /// The file of a user's preset; `None` for the program's presets.
    pub path: Option<PathBuf>,
    /// The recipe as TOML.
    pub toml: String,
    /// The bytes of a PNG picture, if available.
    pub picture: Option<Arc<[u8]>>,
}

impl ShelfEntry {
    /// The scene of the preset.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        Scene::from_toml(&self.toml)
    }
}

/// All presets in display order; `Command::OpenPreset` holds an index.
#[derive(Resource, Clone, Debug)]
pub struct Shelf(pub Vec<ShelfEntry>);

impl Default for Shelf {
    fn default() -> Self {
        let entry = |preset: &crate::terrain::preset::Preset| ShelfEntry {
            title: preset.title.to_owned(),
            doc: preset.doc.to_owned(),
            path: None,
            toml: preset.toml.to_owned(),
            picture: None,
        };
        Self(PRESETS.iter().map(entry).collect())
    }
}

impl Shelf {
    /// Returns the command that opens the preset at an index.
    pub fn command(index: usize) -> Command {
        Command::OpenPreset(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// Replaces the user's presets; the program's presets stay before them.
    pub fn replace_user_presets(&mut self, presets: Vec<ShelfEntry>) {
        self.0.retain(|entry| entry.path.is_none());
        self.0.extend(presets);
    }

    /// Returns the document of the preset at an index, if there is one.
    pub fn document(&self, index: u16) -> Option<Result<OpenDocument, SceneError>> {
        let entry = self.0.get(usize::from(index))?;
        let document = |scene| {
            OpenDocument::new(super::state::SceneSource::Preset(entry.title.clone()), scene)
        };
        Some(entry.scene().map(document))
    }
}
