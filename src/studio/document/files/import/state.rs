//! The state of the import dialog.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use bevy_egui::egui::TextureHandle;

use crate::export::heightmap::{Description, MapLayerOptions};
use crate::export::read::{ReadError, Reading};
use crate::studio::ui::before_drag::BeforeDrag;

/// The maximum side of the preview, in pixels.
pub(super) const PICTURE: usize = 220;

/// The import dialog, if it is open, and the number of threads started so far.
#[derive(Resource, Default)]
pub struct Import {
    pub(crate) sheet: Option<ImportSheet>,
    pub(super) count: u64,
}

/// The state of the open dialog.
#[derive(Default)]
pub(crate) struct ImportSheet {
    pub(super) path: PathBuf,
    /// The options for reading the file.
    pub(super) reading: Reading,
    /// The number of the thread that reads, and a flag that cancels it.
    pub(super) under_way: Option<(u64, Arc<AtomicBool>)>,
    /// The last result of reading.
    pub(super) read: Option<Result<Box<HeightmapPreview>, ReadError>>,
    /// The options for the new layer; `None` until the file is read.
    pub(super) choices: Option<MapLayerOptions>,
    pub(super) texture: Option<TextureHandle>,
    /// The reason why the map cannot become a layer or a land.
    pub(super) problem: Option<String>,
    /// The layers of the open land that would cover the map, as a sentence.
    pub(super) covering: Option<String>,
    /// The options from before a drag, which Esc restores.
    pub(super) before: BeforeDrag<Option<MapLayerOptions>>,
    /// True if the user typed text in the previous pass.
    pub(super) is_typed: bool,
}

/// A heightmap that was read, with its preview.
pub(crate) struct HeightmapPreview {
    pub(super) map: Description,
    pub(super) picture: ([usize; 2], Vec<u8>),
    /// True if the heightmap is small enough to be embedded in the recipe.
    pub(super) is_small: bool,
}

impl ImportSheet {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }

    /// Cancels the thread that reads the file.
    pub(super) fn cancel_reading(&mut self) {
        if let Some((_, is_cancelled)) = self.under_way.take() {
            is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if the map can be imported now.
    pub(super) fn is_ready(&self) -> bool {
        self.under_way.is_none() && self.choices.is_some()
    }
}
