//! Shared state of the camera: mode, owner of the input, and journeys.

use bevy::prelude::*;
use bevy_egui::egui;

use crate::plugin::camera::pose::Pose;
use crate::terrain::view::Camera as CameraPose;

/// Adds this state as resources. The systems of [`camera::plugin`](super::plugin) need it.
pub fn plugin(app: &mut App) {
    app.init_resource::<CameraMode>()
        .init_resource::<Journey>()
        .init_resource::<InputOwner>()
        .init_resource::<FreeArea>();
}

/// The mode of the camera.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMode {
    /// Orbits a point of the land.
    #[default]
    Orbit,
    /// Flies freely in the direction of view.
    Fly,
    /// Walks on the ground.
    Walk,
}

/// A journey of the camera that was requested or is under way.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub enum Journey {
    /// No journey.
    #[default]
    Over,
    /// A jump to a pose as soon as there is land: at the start, and when a preset or a file is
    /// opened.
    Jump(CameraPose),
    /// A jump to a pose because the land was replaced. The jump belongs to that edit, so the
    /// history of camera moves does not record it.
    Reframe(CameraPose),
    /// A smooth motion to a pose nearby.
    Glide {
        /// The pose at the start.
        from: Pose,
        /// The pose at the end.
        to: Pose,
        /// The time since the start, in seconds.
        seconds: f64,
    },
}

impl Journey {
    /// Returns the pose of a jump; `None` for other journeys.
    pub fn jump_pose(&self) -> Option<CameraPose> {
        match self {
            Self::Jump(pose) | Self::Reframe(pose) => Some(*pose),
            _ => None,
        }
    }
}

/// The owner of the pointer and of the keyboard: the panel or the land.
#[derive(Resource, Default, Debug)]
pub struct InputOwner {
    /// True if the pointer is over the panel, or a drag began there.
    pub panel_has_pointer: bool,
    /// True if this frame's drag belongs to the panel. The drag may have ended in this frame.
    pub panel_has_drag: bool,
    /// True if text is being typed, or the keyboard navigates the panels.
    pub panel_has_keyboard: bool,
    /// True if text is being typed.
    pub panel_is_typed_in: bool,
    /// True if the pointer is over the lab, which then gets the keys.
    pub lab_has_keyboard: bool,
    /// True if the keyboard navigates the panels.
    pub panel_is_navigated: bool,
    /// True while the tools that shape the land are open. Some of their keys otherwise belong to
    /// bookmarks and the X-ray.
    pub tools_have_keys: bool,
    is_dragged: bool,
}

impl InputOwner {
    /// Gives the pointer to the panel until every button is up.
    pub fn give_to_panel(&mut self) {
        (self.panel_has_pointer, self.panel_has_drag, self.is_dragged) = (true, true, true);
    }

    /// Decides who has the pointer at the end of a frame, from whether the pointer is over a panel
    /// and whether a button is down.
    pub(super) fn decide(&mut self, is_over_panel: bool, is_pressed: bool) {
        let (had_pointer, had_drag) = (self.panel_has_pointer, self.is_dragged);
        if !(is_pressed && had_drag) {
            self.panel_has_pointer = is_over_panel;
        }
        // The motion before a release belongs to the drag, even if the pointer has left the panel.
        self.panel_has_drag = if had_drag { had_pointer } else { is_over_panel };
        self.is_dragged = is_pressed;
    }
}

/// The area that the panels leave free, in logical pixels. The pointer belongs to the land only
/// there.
#[derive(Resource, Default, Debug)]
pub struct FreeArea(pub Option<Rect>);

impl FreeArea {
    /// Returns the area in egui points, or the whole screen before panels are drawn.
    pub fn of(&self, context: &egui::Context) -> egui::Rect {
        let Some(Rect { min, max }) = self.0 else { return context.content_rect() };
        let scale = context.zoom_factor();
        let point = |pixel: Vec2| egui::pos2(pixel.x / scale, pixel.y / scale);
        egui::Rect::from_min_max(point(min), point(max))
    }
}
