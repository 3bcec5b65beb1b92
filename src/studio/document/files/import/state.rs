//! What the dialog of a heightmap shows.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use bevy_egui::egui::TextureHandle;

use crate::export::heightmap::{Choices, Description};
use crate::export::read::{ReadError, Reading};
use crate::studio::ui::dragged::BeforeDrag;

/// Pixels on a side of the picture.
pub(super) const PICTURE: usize = 220;

/// The dialog, while one is open.
#[derive(Resource, Default)]
pub struct Import {
    pub(crate) sheet: Option<Sheet>,
    pub(super) count: u64,
}

/// What the dialog shows.
#[derive(Default)]
pub(crate) struct Sheet {
    pub(super) path: PathBuf,
    /// How the file is read.
    pub(super) reading: Reading,
    /// The reading that is under way, and what ends it.
    pub(super) under_way: Option<(u64, Arc<AtomicBool>)>,
    /// What was read last, or why nothing could be.
    pub(super) read: Option<Result<Box<Seen>, ReadError>>,
    /// What is chosen of it.
    pub(super) choices: Option<Choices>,
    pub(super) texture: Option<TextureHandle>,
    /// Why it is no layer.
    pub(super) problem: Option<String>,
    /// What lies over a map that becomes a layer of the land that is open, in words.
    pub(super) over: Option<String>,
    /// What was chosen before a number was dragged.
    pub(super) before: BeforeDrag<Option<Choices>>,
    /// Text was typed in the pass before.
    pub(super) is_typed: bool,
}

/// A file that was read.
pub(crate) struct Seen {
    pub(super) map: Description,
    pub(super) picture: ([usize; 2], Vec<u8>),
    /// Whether its samples are few enough for the recipe.
    pub(super) is_small: bool,
}

impl Sheet {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }

    /// Nobody waits for what is being read any more.
    pub(super) fn end(&mut self) {
        if let Some((_, is_over)) = self.under_way.take() {
            is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a layer can be made of it now.
    pub(super) fn is_ready(&self) -> bool {
        self.under_way.is_none() && self.choices.is_some()
    }
}
