//! The presets of the window: those that come with the program, then one's own.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::state::Document;
use crate::studio::command::kinds::Command;
use crate::terrain::preset::PRESETS;
use crate::terrain::scene::{Scene, SceneError};

/// A preset on the shelf.
#[derive(Clone, Debug)]
pub struct Entry {
    pub title: String,
    /// One sentence.
    pub doc: String,
    /// The file of one's own preset; none for the program's.
    pub path: Option<PathBuf>,
    /// The recipe, as a file holds it.
    pub toml: String,
    /// The bytes of a PNG that shows it, if there is one.
    pub picture: Option<Arc<[u8]>>,
}

impl Entry {
    /// The scene of the preset.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        Scene::from_toml(&self.toml)
    }
}

/// All presets, in the order in which they are shown: `Command::OpenPreset` counts by it.
#[derive(Resource, Clone, Debug)]
pub struct Shelf(pub Vec<Entry>);

impl Default for Shelf {
    fn default() -> Self {
        let entry = |preset: &crate::terrain::preset::Preset| Entry {
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
    /// The command that opens a preset by its place.
    pub fn command(place: usize) -> Command {
        Command::OpenPreset(u16::try_from(place).unwrap_or(u16::MAX))
    }

    /// Puts one's own presets behind the program's, in place of those that were there.
    pub fn put_own(&mut self, own: Vec<Entry>) {
        self.0.retain(|entry| entry.path.is_none());
        self.0.extend(own);
    }

    /// What a preset makes of the window: its document.
    pub fn document(&self, place: u16) -> Option<Result<Document, SceneError>> {
        let entry = self.0.get(usize::from(place))?;
        let document =
            |scene| Document::new(super::state::Source::Preset(entry.title.clone()), scene);
        Some(entry.scene().map(document))
    }
}
