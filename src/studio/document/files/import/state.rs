//! The state of the import dialog.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use bevy_egui::egui::TextureHandle;

use crate::export::heightmap::{Description, MapLayerOptions};
use crate::export::read::{ReadError, Reading};
use crate::studio::ui::before_drag::BeforeDrag;

/// Pixels on a side of the picture.
pub(super) const PICTURE: usize = 220;

/// The open dialog, if any.
#[derive(Resource, Default)]
pub struct Import {
    pub(crate) sheet: Option<ImportSheet>,
    pub(super) count: u64,
}

/// The state of an open dialog.
#[derive(Default)]
pub(crate) struct ImportSheet {
    pub(super) path: PathBuf,
    /// The options for reading.
    pub(super) reading: Reading,
    /// The number of the running thread, and the flag that cancels it.
    pub(super) under_way: Option<(u64, Arc<AtomicBool>)>,
    /// The last result of reading.
    pub(super) read: Option<Result<Box<Preview>, ReadError>>,
    /// The options for the layer.
    pub(super) choices: Option<MapLayerOptions>,
    pub(super) texture: Option<TextureHandle>,
    /// Why it cannot become a layer.
    pub(super) problem: Option<String>,
    /// Which layers of the open land would cover the map, in words.
    pub(super) over: Option<String>,
    /// The options before a drag.
    pub(super) before: BeforeDrag<Option<MapLayerOptions>>,
    /// Text was typed in the previous pass.
    pub(super) is_typed: bool,
}

/// A heightmap with its preview.
pub(crate) struct Preview {
    pub(super) map: Description,
    pub(super) picture: ([usize; 2], Vec<u8>),
    /// True if the recipe can embed the samples.
    pub(super) is_small: bool,
}

impl ImportSheet {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }

    /// Cancels the running thread.
    pub(super) fn cancel_reading(&mut self) {
        if let Some((_, is_over)) = self.under_way.take() {
            is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if the map can be imported now.
    pub(super) fn is_ready(&self) -> bool {
        self.under_way.is_none() && self.choices.is_some()
    }
}
