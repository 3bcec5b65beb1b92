//! What the camera's parts have in common: how it is moved, whose the pointer is, where it is to
//! go.

use bevy::prelude::*;
use bevy_egui::egui;

use crate::plugin::camera::pose::Pose;
use crate::terrain::view::Camera as CameraPose;

/// How the camera is moved.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMode {
    /// Around a point of the land.
    #[default]
    Orbit,
    /// Freely, where one looks.
    Fly,
    /// On foot.
    Walk,
}

/// Where the camera is asked to go.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum Journey {
    /// Nowhere.
    #[default]
    Over,
    /// To a pose at once, as soon as there is land to stand on: at the start, and when a preset or
    /// a file names one.
    Cut(CameraPose),
    /// To a pose at once because the land has become another: an edit of the land, and no move of
    /// the camera that one would go back on.
    Reframe(CameraPose),
    /// To a pose nearby, in a moment.
    Glide {
        /// Where it began.
        from: Pose,
        /// Where it ends.
        to: Pose,
        /// How long it has lasted.
        seconds: f64,
    },
}

impl Journey {
    /// The pose that is asked for at once.
    pub fn cut(&self) -> Option<CameraPose> {
        match self {
            Self::Cut(pose) | Self::Reframe(pose) => Some(*pose),
            _ => None,
        }
    }
}

/// Where the pointer and the keyboard belong: to the panel, or to the land.
#[derive(Resource, Default, Debug)]
pub struct InputOwner {
    /// The panel has the pointer: it is over it, or a drag began there.
    pub panel_has_pointer: bool,
    /// Text is being typed, or the keyboard walks over the panels.
    pub panel_has_keyboard: bool,
    /// Text is being typed.
    pub panel_is_typed_in: bool,
    /// Keys are the lab's: its pane is under the pointer.
    pub lab_has_keyboard: bool,
    /// The keyboard walks over the panels.
    pub panel_is_walked: bool,
    pub(super) dragging: bool,
}

impl InputOwner {
    /// Keeps the pointer from the camera until every button is up again.
    pub fn hold(&mut self) {
        self.panel_has_pointer = true;
        self.dragging = true;
    }
}

/// The rectangle that the panels leave free, in logical pixels; the pointer belongs to the land
/// only in there.
#[derive(Resource, Default, Debug)]
pub struct FreeArea(pub Option<Rect>);

impl FreeArea {
    /// As egui measures, whose pixels are scaled by the zoom factor; all of the screen before
    /// panels were drawn.
    pub fn of(&self, context: &egui::Context) -> egui::Rect {
        let Some(Rect { min, max }) = self.0 else { return context.content_rect() };
        let scale = context.zoom_factor();
        let point = |at: Vec2| egui::pos2(at.x / scale, at.y / scale);
        egui::Rect::from_min_max(point(min), point(max))
    }
}
