//! The state of the lab's pane between egui's passes, and helpers for the parts of the pane.

use std::time::{Duration, Instant};

use bevy_egui::egui::{self, Id, Rect, Ui};

use super::current_drawing::VisibleFigure;
use super::textures::FigureTextures;
use super::thumbs::Thumbs;
use super::wake::wake;
use crate::lab::ink::Palette;
use crate::studio::ui::shared::note_place;

/// The state of the lab's pane between egui's passes.
#[derive(Default)]
pub struct LabPane {
    pub thumbs: Thumbs,
    pub figure: VisibleFigure,
    pub textures: FigureTextures,
    /// The id of the formula term under the pointer. The picture highlights its part with this id.
    pub highlighted_id: Option<String>,
    /// The id of the picture's part under the pointer. The formula highlights its terms with this
    /// id.
    pub pointed_id: Option<String>,
    /// The visible part of the figure's window on the plane in the previous pass, in points.
    pub window: Option<Rect>,
    /// The name of the figure whose hint is open.
    pub hint: Option<&'static str>,
    /// True if the lab was open in the previous pass.
    pub was_open: bool,
    /// The name of the part that was copied last, and the time.
    copied: Option<(&'static str, Instant)>,
    /// The position on the land that the camera has to go to, in metres.
    pub go_to: Option<[f64; 2]>,
}

/// Returns the id under which egui's memory stores the place of a part. Tests and screenshots read
/// it.
pub fn part_id(name: &str) -> Id {
    Id::new(("part of the lab", name))
}

/// Returns the id of the button for all figures. Tab reaches it first in a lab without handles.
pub fn start_id() -> Id {
    Id::new("the lab's first button")
}

/// Records the place of a part in egui's memory.
pub fn note(ui: &Ui, name: &str, place: Rect) {
    note_place(ui.ctx(), part_id(name), place);
}

/// Returns the colours of figures that suit the theme.
pub fn palette(ui: &Ui) -> Palette {
    palette_of(ui.ctx())
}

/// Returns the colours of figures that suit the theme of a context.
pub fn palette_of(context: &egui::Context) -> Palette {
    if context.global_style().visuals.dark_mode { Palette::Dark } else { Palette::Light }
}

impl LabPane {
    /// Records that a part was copied, so that the pane says so for a moment.
    pub fn note_copy(&mut self, context: &egui::Context, name: &'static str) {
        self.copied = Some((name, Instant::now()));
        wake(context, Duration::from_millis(1600));
    }

    /// Returns true if this part was copied within the last 1.5 s.
    pub fn is_copied(&self, name: &str) -> bool {
        self.copied
            .is_some_and(|(copied, time)| copied == name && time.elapsed().as_millis() < 1500)
    }
}
