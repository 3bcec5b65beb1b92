//! What is open in the window: where the scene came from, and what it was then.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::terrain::preset::Preset;
use crate::terrain::scene::Scene;

/// Where a scene came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The factory defaults.
    #[default]
    Factory,
    /// A preset of the program's or of one's own, by its title.
    Preset(String),
    /// A file.
    File(PathBuf),
    /// A text: a share code, or what was pasted.
    Text,
}

/// What is open: its name is in the title, and a reset goes back to its values.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub source: Source,
    /// The scene as it was opened or saved last.
    pub baseline: Scene,
}

impl Document {
    /// A scene that comes from somewhere.
    pub fn new(source: Source, baseline: Scene) -> Self {
        Self { source, baseline }
    }

    /// One of the program's presets.
    pub fn preset(preset: &Preset, baseline: Scene) -> Self {
        Self::new(Source::Preset(preset.title.to_owned()), baseline)
    }

    /// What it is called: `Alps`, `valley.toml`.
    pub fn name(&self) -> String {
        match &self.source {
            Source::Factory => "Untitled".to_owned(),
            Source::Preset(title) => title.clone(),
            Source::File(path) => path.file_name().unwrap_or_default().to_string_lossy().into(),
            Source::Text => "Pasted".to_owned(),
        }
    }

    /// Whether a scene differs from what was opened or saved last. Where the camera is does not
    /// count.
    pub fn is_changed(&self, scene: &Scene) -> bool {
        self.baseline.recipe != scene.recipe || self.baseline.view.params != scene.view.params
    }
}
