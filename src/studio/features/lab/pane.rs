//! What the pane keeps from one pass to the next, and what its parts share.

use std::time::{Duration, Instant};

use bevy_egui::egui::{self, Id, Rect, Ui};

use super::drawn::Figure;
use super::textures::Textures;
use super::thumbs::Thumbs;
use super::wake::wake;
use crate::lab::ink::Palette;
use crate::studio::ui::shared::note_place;

/// What the pane keeps from one pass to the next.
#[derive(Default)]
pub struct Pane {
    pub thumbs: Thumbs,
    pub figure: Figure,
    pub textures: Textures,
    /// What the pointer is over: a term of the formula, whose parts are lit in the picture.
    pub lit: Option<String>,
    /// A part of the picture, whose terms are lit in the formula.
    pub under: Option<String>,
    /// The figure whose hint is shown.
    pub hint: Option<&'static str>,
    /// Whether the lab was open in the pass before.
    pub was_open: bool,
    /// The part that was copied last, and when.
    copied: Option<(&'static str, Instant)>,
    /// Where one wants to look on the land.
    pub go_to: Option<[f64; 2]>,
}

/// Where egui's memory keeps a part of the lab, for whoever has to point at it.
pub fn part_id(name: &str) -> Id {
    Id::new(("part of the lab", name))
}

/// What the keyboard begins with in a lab without handles: the button of all figures.
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

    /// Whether it was copied a moment ago.
    pub fn is_copied(&self, what: &str) -> bool {
        self.copied.is_some_and(|(copied, at)| copied == what && at.elapsed().as_millis() < 1500)
    }
}
