//! Undo and redo: one entry a gesture, the scene before and after it, and where the camera was if
//! the gesture moved it.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::camera::rig::Rig;
use super::camera::state::Journey;
use super::command::Command;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera;

/// How many gestures are kept.
const KEPT: usize = 200;

/// A scene that one can go back to, and the camera's pose there, if the gesture took it elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub scene: Scene,
    pub pose: Option<Camera>,
}

/// What can be taken back, and what can be made again.
#[derive(Resource, Default)]
pub struct History {
    undo: Vec<Entry>,
    redo: Vec<Entry>,
    /// The scene after the last gesture.
    settled: Option<Scene>,
    /// From where the gesture that goes on has taken the camera.
    left: Option<Camera>,
}

impl History {
    /// Whether there is something to take back, and to make again.
    pub fn can(&self) -> [bool; 2] {
        [!self.undo.is_empty(), !self.redo.is_empty()]
    }

    /// How many gestures can be taken back.
    #[cfg(test)]
    pub fn steps(&self) -> usize {
        self.undo.len()
    }

    /// Notes that the gesture takes the camera elsewhere, as a preset does.
    pub fn leave(&mut self, pose: Camera) {
        self.left.get_or_insert(pose);
    }

    /// Notes the scene once a gesture has ended.
    pub fn settle(&mut self, scene: &Scene) {
        let pose = self.left.take();
        match &mut self.settled {
            Some(settled) if settled == scene => {}
            Some(settled) => {
                let before = std::mem::replace(settled, scene.clone());
                self.undo.push(Entry { scene: before, pose });
                self.redo.clear();
                if self.undo.len() > KEPT {
                    self.undo.remove(0);
                }
            }
            None => self.settled = Some(scene.clone()),
        }
    }

    /// What was before the last gesture. `pose` is where the camera is now.
    pub fn undo(&mut self, scene: &Scene, pose: Option<Camera>) -> Option<Entry> {
        self.settle(scene);
        let before = self.undo.pop()?;
        self.redo.push(Entry { scene: scene.clone(), pose: before.pose.and(pose) });
        self.settled = Some(before.scene.clone());
        Some(before)
    }

    /// What was after the gesture that was taken back. `pose` is where the camera is now.
    pub fn redo(&mut self, scene: &Scene, pose: Option<Camera>) -> Option<Entry> {
        self.settle(scene);
        let after = self.redo.pop()?;
        self.undo.push(Entry { scene: scene.clone(), pose: after.pose.and(pose) });
        self.settled = Some(after.scene.clone());
        Some(after)
    }
}

/// Keeps the history.
pub struct HistoryPlugin;

impl Plugin for HistoryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<History>()
            .init_resource::<Journey>()
            .add_message::<Command>()
            .add_systems(PostUpdate, (take_back, settle).chain().in_set(OrogenSet::Edit));
    }
}

fn take_back(
    mut commands: MessageReader<Command>,
    mut history: ResMut<History>,
    mut wanted: ResMut<WantedScene>,
    mut journey: ResMut<Journey>,
    rigs: Query<&Rig>,
) {
    for command in commands.read() {
        let pose = rigs.iter().next().map(|rig| rig.goal().view());
        let entry = match command {
            Command::Undo => history.undo(&wanted.0, pose),
            Command::Redo => history.redo(&wanted.0, pose),
            _ => None,
        };
        if let Some(Entry { scene, pose }) = entry {
            wanted.0 = scene;
            pose.into_iter().for_each(|pose| *journey = Journey::Cut(pose));
        }
    }
}

/// A gesture ends when no button is held and no text is being typed. It must run after what asks
/// for poses.
pub fn settle(
    mut contexts: EguiContexts,
    mut history: ResMut<History>,
    wanted: Res<WantedScene>,
    journey: Res<Journey>,
    rigs: Query<&Rig>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    if let (Some(_), Some(rig)) = (journey.cut(), rigs.iter().next()) {
        history.leave(rig.goal().view());
    }
    if !context.egui_is_using_pointer() && !context.text_edit_focused() {
        history.settle(&wanted.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::param::{Document, ParamKind, Value};
    use crate::terrain::recipe::Recipe;

    fn scene(octaves: f64) -> Scene {
        let mut scene = Scene::default();
        scene.recipe.base_mut().fractal.octaves = octaves;
        scene
    }

    #[test]
    fn every_number_of_the_erosion_is_taken_back_and_made_again() {
        let mut before = Scene::default();
        before.recipe.erosion.on = true;
        let is_of = |group: &str| ["erosion", "talus", "strata"].contains(&group);
        let params = Recipe::params().iter().filter(|param| is_of(param.group()));
        for param in params {
            let other = match param.kind {
                ParamKind::Number { min, .. } => Value::Number(min),
                ParamKind::Integer { min, .. } => Value::Integer(min),
                _ => Value::Toggle(false),
            };
            let mut after = before.clone();
            param.set(&mut after.recipe, other).unwrap();
            let mut history = History::default();
            history.settle(&before);
            history.settle(&after);
            if after == before {
                assert!(!history.can()[0], "{} is at its least", param.key);
                continue;
            }
            let back = history.undo(&after, None).map(|entry| entry.scene);
            assert_eq!(back, Some(before.clone()), "{}", param.key);
            let again = history.redo(&before, None).map(|entry| entry.scene);
            assert_eq!(again, Some(after), "{}", param.key);
        }
    }

    #[test]
    fn a_gesture_is_taken_back_and_made_again() {
        let entry = |octaves| Some(Entry { scene: scene(octaves), pose: None });
        let here = Some(Camera::default());
        let mut history = History::default();
        [1.0, 2.0, 3.0].into_iter().for_each(|octaves| history.settle(&scene(octaves)));
        assert_eq!(history.can(), [true, false]);
        assert_eq!(history.undo(&scene(3.0), here), entry(2.0));
        assert_eq!(history.can(), [true, true]);
        assert_eq!(history.undo(&scene(2.0), here), entry(1.0));
        assert_eq!(history.undo(&scene(1.0), here), None);
        assert_eq!(history.redo(&scene(1.0), here), entry(2.0));
        history.settle(&scene(5.0));
        assert_eq!(history.redo(&scene(5.0), here), None);
        assert_eq!(history.undo(&scene(5.0), here), entry(2.0));
    }

    #[test]
    fn a_gesture_that_takes_the_camera_elsewhere_gives_it_back() {
        let pose = |distance_m| Camera { distance_m, ..Camera::default() };
        let mut history = History::default();
        history.settle(&scene(1.0));
        // A preset: its scene, and its camera.
        history.leave(pose(100.0));
        history.leave(pose(150.0));
        history.settle(&scene(2.0));
        // An edit that leaves the camera to the hand.
        history.settle(&scene(3.0));
        let undone = history.undo(&scene(3.0), Some(pose(700.0)));
        assert_eq!(undone.and_then(|entry| entry.pose), None);
        let undone = history.undo(&scene(2.0), Some(pose(800.0)));
        assert_eq!(undone, Some(Entry { scene: scene(1.0), pose: Some(pose(100.0)) }));
        let redone = history.redo(&scene(1.0), Some(pose(101.0)));
        assert_eq!(redone, Some(Entry { scene: scene(2.0), pose: Some(pose(800.0)) }));
        let undone = history.undo(&scene(2.0), Some(pose(5.0)));
        assert_eq!(undone.and_then(|entry| entry.pose), Some(pose(101.0)));
    }

    #[test]
    fn a_camera_that_goes_elsewhere_without_a_gesture_is_forgotten() {
        let mut history = History::default();
        history.settle(&scene(1.0));
        history.leave(Camera::default());
        history.settle(&scene(1.0));
        history.settle(&scene(2.0));
        assert_eq!(history.undo(&scene(2.0), None), Some(Entry { scene: scene(1.0), pose: None }));
    }
}
