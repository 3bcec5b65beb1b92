//! The state of the tools: the chosen tool, the sizes of all tools, the stroke under way and the
//! selected mark.

use bevy::prelude::*;

use super::selection::MarkGrab;
use super::stroke::StrokeInProgress;
use super::tools::{self, STRIP, StripTool};
use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::InputOwner;
use crate::studio::command::kinds::Command;
use crate::studio::document::state::LandGesture;
use crate::terrain::layer::WeightedPart;
use crate::terrain::marks::{MarkAddress, Tool};

/// The tools that shape the land, and the stroke under way.
#[derive(Resource)]
pub struct Hands {
    /// True while the left button shapes the land instead of moving the camera.
    pub open: bool,
    pub(super) tools: [Tool; STRIP.len()],
    /// The chosen tool, by its number in the strip; `None` while the user selects marks.
    pub(super) chosen: Option<usize>,
    /// The part whose mask the user paints.
    pub(super) part: WeightedPart,
    /// The selected mark.
    pub(super) selected: Option<MarkAddress>,
    /// The drag of the selected mark.
    pub(super) grab: Option<MarkGrab>,
    /// True once the sizes of the tools suit the distance of the camera.
    has_sizes: bool,
    pub(super) stroke: Option<StrokeInProgress>,
    /// The place under the pointer.
    pub(super) place_m: Option<[f64; 3]>,
}

impl Default for Hands {
    fn default() -> Self {
        Self {
            open: false,
            tools: STRIP.each_ref().map(|row| Tool::for_drawing(row.kind)),
            chosen: Some(0),
            part: WeightedPart::Plants,
            selected: None,
            grab: None,
            has_sizes: false,
            stroke: None,
            place_m: None,
        }
    }
}

impl Hands {
    /// The chosen tool with its values; `None` while the user selects marks.
    pub fn tool(&self) -> Option<&Tool> {
        self.chosen.map(|number| &self.tools[number])
    }

    /// The chosen tool with its values, for changes.
    pub fn tool_mut(&mut self) -> Option<&mut Tool> {
        self.chosen.map(|number| &mut self.tools[number])
    }

    /// The row of the chosen tool.
    pub fn row(&self) -> Option<&'static StripTool> {
        self.chosen.map(|number| &STRIP[number])
    }

    /// Returns true while the user selects marks instead of making them.
    pub fn is_selecting(&self) -> bool {
        self.chosen.is_none()
    }

    /// The part whose mask the chosen tool paints.
    pub fn painted_part(&self) -> Option<WeightedPart> {
        self.row().filter(|row| row.paints).map(|_| self.part)
    }

    /// Chooses a tool by its number in the strip, from 0; `None` to select marks. It has no effect
    /// during a stroke or a drag of a mark.
    pub fn choose(&mut self, number: Option<usize>) {
        if number.is_none_or(|number| number < STRIP.len()) && !self.is_drawing() {
            self.chosen = number;
        }
    }

    /// Changes the size of the chosen tool by a factor.
    pub fn scale(&mut self, factor: f64) {
        if let Some(tool) = self.tool_mut() {
            tools::scale(tool, factor);
        }
    }

    /// Changes the height of the chosen tool by a factor.
    pub fn scale_height(&mut self, factor: f64) {
        if let Some(tool) = self.tool_mut() {
            tools::scale_height(tool, factor);
        }
    }

    /// Returns true while a stroke is under way or a mark is dragged.
    pub fn is_drawing(&self) -> bool {
        self.stroke.is_some() || self.grab.is_some()
    }

    /// Ends the stroke or the drag under way and discards its change.
    pub fn cancel(&mut self, wanted: &mut WantedScene) {
        let before_stroke = self.stroke.take().map(|stroke| stroke.before);
        let before_grab = self.grab.take().map(|grab| grab.before);
        if let Some(before) = before_stroke.or(before_grab) {
            wanted.0.recipe = before;
        }
    }

    /// Closes the tools. The land keeps the result of a stroke or drag under way.
    pub fn close(&mut self) {
        (self.open, self.stroke, self.grab, self.selected) = (false, None, None, None);
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

/// Tells the history whether a stroke or a drag of a mark is under way.
pub(super) fn note_gesture(hands: Res<Hands>, mut gesture: ResMut<LandGesture>) {
    gesture.set_if_neq(LandGesture(hands.is_drawing()));
}
