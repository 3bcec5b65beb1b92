//! The pane's state between passes, and helpers of its parts.

use std::time::{Duration, Instant};

use bevy_egui::egui::{self, Id, Rect, Ui};

use super::current_drawing::Figure;
use super::textures::Textures;
use super::thumbs::Thumbs;
use super::wake::wake;
use crate::lab::ink::Palette;
use crate::studio::ui::shared::note_place;

/// The pane's state between passes.
#[derive(Default)]
pub struct Pane {
    pub thumbs: Thumbs,
    pub figure: Figure,
    pub textures: Textures,
    /// The group of the formula term under the pointer, which is highlighted in the picture.
    pub lit: Option<String>,
    /// The group of the part under the pointer, whose terms are highlighted in the formula.
    pub under: Option<String>,
    /// The figure whose hint is shown.
    pub hint: Option<&'static str>,
    /// True if the lab was open in the previous pass.
    pub was_open: bool,
    /// The part that was copied last, and the time.
    copied: Option<(&'static str, Instant)>,
    /// The place on the land that the user wants to look at.
    pub go_to: Option<[f64; 2]>,
}

/// The id under which egui's memory keeps the place of a part, for tests and screenshots.
pub fn part_id(name: &str) -> Id {
    Id::new(("part of the lab", name))
}

/// The first keyboard stop of a lab without handles: the button of all figures.
pub fn start_id() -> Id {
    Id::new("the lab's first button")
}

/// Notes where a part is.
pub fn note(ui: &Ui, name: &str, place: Rect) {
    note_place(ui.ctx(), part_id(name), place);
}

/// The colours of figures in the theme.
pub fn palette(ui: &Ui) -> Palette {
    palette_of(ui.ctx())
}

/// The colours of figures in the context's theme.
pub fn palette_of(context: &egui::Context) -> Palette {
    if context.global_style().visuals.dark_mode { Palette::Dark } else { Palette::Light }
}

impl Pane {
    /// Notes that something was copied, and says so for a moment.
    pub fn copied(&mut self, context: &egui::Context, what: &'static str) {
        self.copied = Some((what, Instant::now()));
        wake(context, Duration::from_millis(1600));
    }

    /// Returns true if it was copied within the last 1.5 s.
    pub fn is_copied(&self, what: &str) -> bool {
        self.copied.is_some_and(|(copied, at)| copied == what && at.elapsed().as_millis() < 1500)
    }
}
