//! Undo and redo by commands; each gesture of the user is one step.

#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::Journey;
use crate::studio::command::kinds::Command;
use crate::studio::document::state::{LandGesture, OpenDocument};

use super::states::History;

/// A message that requests a jump to a state of the list; 0 is the start.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoToStep(pub usize);

/// Adds the history, and the systems for undo and redo.
pub fn plugin(app: &mut App) {
    app.init_resource::<History>()
        .init_resource::<LandGesture>()
        .add_message::<Command>()
        .add_message::<GoToStep>()
        .add_systems(PostUpdate, (undo_and_redo, settle).chain().in_set(OrogenSet::Edit));
}

fn undo_and_redo(
    mut commands: MessageReader<Command>,
    mut jumps: MessageReader<GoToStep>,
    mut history: ResMut<History>,
    mut wanted: ResMut<WantedScene>,
    mut document: ResMut<OpenDocument>,
    mut journey: ResMut<Journey>,
    rigs: Query<&Rig>,
) {
    let steps = commands.read().filter_map(|command| match command {
        Command::Undo => Some(None),
        Command::Redo => Some(Some(None)),
        _ => None,
    });
    let requests: Vec<_> = steps.chain(jumps.read().map(|step| Some(Some(step.0)))).collect();
    for step in requests {
        let pose = rigs.iter().next().map(|rig| rig.goal().view());
        history.settle_with_document(&wanted.0, &document);
        let entry = match step {
            None => history.undo(&wanted.0, pose),
            Some(None) => history.redo(&wanted.0, pose),
            Some(Some(step)) => history.go(step, pose),
        };
        let Some(entry) = entry else { continue };
        wanted.0 = entry.scene;
        entry.pose.into_iter().for_each(|pose| *journey = Journey::Reframe(pose));
        entry.document.into_iter().for_each(|opened| *document = opened);
    }
}

/// Adds a step if no gesture is under way and no text is being typed. It must run after all systems
/// that request camera poses.
pub fn settle(
    mut contexts: EguiContexts,
    mut history: ResMut<History>,
    wanted: Res<WantedScene>,
    document: Res<OpenDocument>,
    journey: Res<Journey>,
    gesture: Res<LandGesture>,
    rigs: Query<&Rig>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    if let (Some(_), Some(rig)) = (journey.jump_pose(), rigs.iter().next()) {
        history.note_camera(rig.goal().view());
    }
    if !gesture.0 && !context.egui_is_using_pointer() && !context.text_edit_focused() {
        history.settle_with_document(&wanted.0, &document);
    }
}
