//! Shared state of the camera: mode, owner of the input, and journeys.

use bevy::prelude::*;
use bevy_egui::egui;

use crate::plugin::camera::pose::Pose;
use crate::terrain::view::Camera as CameraPose;

/// The mode of the camera.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMode {
    /// Around a point of the land.
    #[default]
    Orbit,
    /// Freely along the view direction.
    Fly,
    /// On foot.
    Walk,
}

/// A requested journey of the camera.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum Journey {
    /// Nowhere.
    #[default]
    Over,
    /// Jump to a pose as soon as there is land: at the start, and when a preset or a file is opened.
    Cut(CameraPose),
    /// Jump to a pose because the land was replaced. It belongs to the edit and is no camera move that
    /// the user could undo.
    Reframe(CameraPose),
    /// Glide to a pose nearby.
    Glide {
        /// The start.
        from: Pose,
        /// The end.
        to: Pose,
        /// The elapsed time.
        seconds: f64,
    },
}

impl Journey {
    /// The pose of a jump.
    pub fn cut(&self) -> Option<CameraPose> {
        match self {
            Self::Cut(pose) | Self::Reframe(pose) => Some(*pose),
            _ => None,
        }
    }
}

/// Who owns the pointer and the keyboard: the panel or the land.
#[derive(Resource, Default, Debug)]
pub struct InputOwner {
    /// The panel has the pointer: it is over it, or a drag began there.
    pub panel_has_pointer: bool,
    /// Text is being typed, or the keyboard walks over the panels.
    pub panel_has_keyboard: bool,
    /// Text is being typed.
    pub panel_is_typed_in: bool,
    /// The pointer is over the lab, which gets the keys.
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

/// The area that the panels leave free, in logical pixels. Only there the pointer belongs to the land.
#[derive(Resource, Default, Debug)]
pub struct FreeArea(pub Option<Rect>);

impl FreeArea {
    /// The area in egui points; the whole screen before the first panels.
    pub fn of(&self, context: &egui::Context) -> egui::Rect {
        let Some(Rect { min, max }) = self.0 else { return context.content_rect() };
        let scale = context.zoom_factor();
        let point = |at: Vec2| egui::pos2(at.x / scale, at.y / scale);
        egui::Rect::from_min_max(point(min), point(max))
    }
}
