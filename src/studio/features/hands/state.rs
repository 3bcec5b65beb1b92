//! The state of the tools: the chosen tool, the sizes of all tools, and the stroke under way.

use bevy::prelude::*;

use super::stroke::Stroke;
use super::tools;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::InputOwner;
use crate::studio::command::kinds::Command;
use crate::studio::document::state::LandGesture;
use crate::terrain::hands::{Tool, ToolKind};

/// The tools that shape the land, and the stroke under way.
#[derive(Resource)]
pub struct Hands {
    /// True while the left button shapes the land instead of moving the camera.
    pub open: bool,
    pub(super) tools: [Tool; 6],
    pub(super) chosen: usize,
    /// True once the sizes of the tools suit the distance of the camera.
    has_sizes: bool,
    pub(super) stroke: Option<Stroke>,
    /// The place under the pointer.
    pub(super) place_m: Option<[f64; 3]>,
}

impl Default for Hands {
    fn default() -> Self {
        Self {
            open: false,
            tools: tools::TOOLS.map(Tool::new),
            chosen: 0,
            has_sizes: false,
            stroke: None,
            place_m: None,
        }
    }
}

impl Hands {
    /// The chosen tool.
    pub fn tool(&self) -> &Tool {
        &self.tools[self.chosen]
    }

    /// The kind of the chosen tool.
    pub fn kind(&self) -> ToolKind {
        tools::TOOLS[self.chosen]
    }

    /// Chooses a tool by its number in the strip, from 0. It has no effect during a stroke.
    pub fn choose(&mut self, number: usize) {
        if number < self.tools.len() && self.stroke.is_none() {
            self.chosen = number;
        }
    }

    /// Changes the size of the chosen tool by a factor.
    pub fn scale(&mut self, factor: f64) {
        tools::scale(&mut self.tools[self.chosen], factor);
    }

    /// Changes the height of the chosen tool by a factor.
    pub fn scale_height(&mut self, factor: f64) {
        tools::scale_height(&mut self.tools[self.chosen], factor);
    }

    /// Returns true while a stroke is under way.
    pub fn is_drawing(&self) -> bool {
        self.stroke.is_some()
    }

    /// Ends the stroke under way and discards its mark.
    pub fn cancel(&mut self, wanted: &mut WantedScene) {
        if let Some(stroke) = self.stroke.take() {
            wanted.0.recipe = stroke.before;
        }
    }

    /// Closes the tools. A stroke under way stays as it is.
    pub fn close(&mut self) {
        (self.open, self.stroke) = (false, None);
    }
}

/// Opens and closes the tools, and claims their keys while they are open.
pub(super) fn handle_commands(
    mut commands: MessageReader<Command>,
    mut hands: ResMut<Hands>,
    mut owner: ResMut<InputOwner>,
    mut notice: ResMut<Notice>,
    rigs: Query<&Rig, With<LandCamera>>,
) {
    for _ in commands.read().filter(|command| **command == Command::ToggleHands) {
        if hands.open {
            hands.close();
            continue;
        }
        hands.open = true;
        if let (false, Some(rig)) = (hands.has_sizes, rigs.iter().next()) {
            hands.tools = tools::for_distance(rig.goal().distance_m);
            hands.has_sizes = true;
        }
        notice.replace("hands", "drag over the land to shape it; T ends".to_owned());
    }
    if owner.tools_have_keys != hands.open {
        owner.tools_have_keys = hands.open;
    }
}

/// Tells the history whether a stroke is under way.
pub(super) fn note_gesture(hands: Res<Hands>, mut gesture: ResMut<LandGesture>) {
    gesture.set_if_neq(LandGesture(hands.is_drawing()));
}
