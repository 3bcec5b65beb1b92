//! Undo and redo: one entry a gesture, the scene before and after it.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use crate::app::OrogenSet;
use crate::app::command::Command;
use crate::app::land::WantedScene;
use crate::terrain::scene::Scene;

/// How many gestures are kept.
const KEPT: usize = 200;

/// What can be taken back, and what can be made again.
#[derive(Resource, Default)]
pub struct History {
    undo: Vec<Scene>,
    redo: Vec<Scene>,
    /// The scene after the last gesture.
    settled: Option<Scene>,
}

impl History {
    /// Whether there is something to take back, and to make again.
    pub fn can(&self) -> [bool; 2] {
        [!self.undo.is_empty(), !self.redo.is_empty()]
    }

    /// Notes the scene once a gesture has ended.
    pub fn settle(&mut self, scene: &Scene) {
        match &mut self.settled {
            Some(settled) if settled == scene => {}
            Some(settled) => {
                self.undo.push(std::mem::replace(settled, scene.clone()));
                self.redo.clear();
                if self.undo.len() > KEPT {
                    self.undo.remove(0);
                }
            }
            None => self.settled = Some(scene.clone()),
        }
    }

    /// The scene before the last gesture.
    pub fn undo(&mut self, scene: &Scene) -> Option<Scene> {
        self.settle(scene);
        let before = self.undo.pop()?;
        self.redo.push(scene.clone());
        self.settled = Some(before.clone());
        Some(before)
    }

    /// The scene after the gesture that was taken back.
    pub fn redo(&mut self, scene: &Scene) -> Option<Scene> {
        self.settle(scene);
        let after = self.redo.pop()?;
        self.undo.push(scene.clone());
        self.settled = Some(after.clone());
        Some(after)
    }
}

/// Keeps the history.
pub struct HistoryPlugin;

impl Plugin for HistoryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<History>()
            .add_message::<Command>()
            .add_systems(PostUpdate, (take_back, settle).chain().in_set(OrogenSet::Edit));
    }
}

fn take_back(mut commands: MessageReader<Command>, mut history: ResMut<History>, mut wanted: ResMut<WantedScene>) {
    for command in commands.read() {
        let scene = match command {
            Command::Undo => history.undo(&wanted.0),
            Command::Redo => history.redo(&wanted.0),
            _ => None,
        };
        if let Some(scene) = scene {
            wanted.0 = scene;
        }
    }
}

/// A gesture ends when no button is held and no text is being typed.
fn settle(mut contexts: EguiContexts, mut history: ResMut<History>, wanted: Res<WantedScene>) {
    let Ok(context) = contexts.ctx_mut() else { return };
    if !context.egui_is_using_pointer() && !context.text_edit_focused() {
        history.settle(&wanted.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gesture_is_taken_back_and_made_again() {
        let scene = |octaves| {
            let mut scene = Scene::default();
            scene.recipe.fractal.octaves = octaves;
            scene
        };
        let mut history = History::default();
        [1.0, 2.0, 3.0].into_iter().for_each(|octaves| history.settle(&scene(octaves)));
        assert_eq!(history.can(), [true, false]);
        assert_eq!(history.undo(&scene(3.0)), Some(scene(2.0)));
        assert_eq!(history.can(), [true, true]);
        assert_eq!(history.undo(&scene(2.0)), Some(scene(1.0)));
        assert_eq!(history.undo(&scene(1.0)), None);
        assert_eq!(history.redo(&scene(1.0)), Some(scene(2.0)));
        history.settle(&scene(5.0));
        assert_eq!(history.redo(&scene(5.0)), None);
        assert_eq!(history.undo(&scene(5.0)), Some(scene(2.0)));
    }
}
