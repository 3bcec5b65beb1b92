use super::super::file_form::KeptHistory;
use super::super::states::Restored;
use super::super::states::{MAX_BYTES, MAX_STEPS};
use super::*;
use crate::studio::document::state::SceneSource;
use crate::terrain::layer::LayerKind;
use crate::terrain::mask::{Mask, MaskType};
use crate::terrain::mood::Mood;
use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
use crate::terrain::preset::{PRESETS, Preset};
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera;

fn scene(octaves: f64) -> Scene {
    let mut scene = Scene::default();
    scene.recipe.base_mut().fractal.octaves = octaves;
    scene
}

fn entry(octaves: f64) -> Restored {
    Restored { scene: scene(octaves), pose: None, document: None }
}

#[test]
fn a_gesture_is_undone_and_redone() {
    let here = Some(Camera::default());
    let mut history = History::default();
    [1.0, 2.0, 3.0].into_iter().for_each(|octaves| history.settle(&scene(octaves)));
    assert_eq!(history.can_undo_and_redo(), [true, false]);
    assert_eq!(history.undo(&scene(3.0), here), Some(entry(2.0)));
    assert_eq!(history.can_undo_and_redo(), [true, true]);
    assert_eq!(history.undo(&scene(2.0), here), Some(entry(1.0)));
    assert_eq!(history.undo(&scene(1.0), here), None);
    assert_eq!(history.redo(&scene(1.0), here), Some(entry(2.0)));
    history.settle(&scene(5.0));
    assert_eq!(history.redo(&scene(5.0), here), None);
    assert_eq!(history.undo(&scene(5.0), here), Some(entry(2.0)));
}

#[test]
fn undoing_the_steps_of_an_appended_land_leads_back_to_the_land_before() {
    let pose = |distance_m| Camera { distance_m, ..Camera::default() };
    let mut history = History::default();
    let here = OpenDocument::new(SceneSource::Text, scene(1.0));
    [1.0, 2.0, 3.0]
        .into_iter()
        .for_each(|octaves| history.settle_with_document(&scene(octaves), &here));
    history.undo(&scene(3.0), None).unwrap();
    let mut other = History::default();
    let there = OpenDocument::new(SceneSource::Preset("Alps".to_owned()), scene(7.0));
    [7.0, 8.0, 9.0]
        .into_iter()
        .for_each(|octaves| other.settle_with_document(&scene(octaves), &there));
    let own_document = history.document();
    let first = history.append(other, Some(pose(100.0)));
    assert!(history.document() == Some(first) && own_document < Some(first));
    assert_eq!((history.steps(), history.can_undo_and_redo()), (4, [true, false]));
    history.settle_with_document(&scene(9.0), &there);
    assert_eq!(history.steps(), 4, "the open land is unchanged: no step");
    assert_eq!(history.undo(&scene(9.0), Some(pose(300.0))), Some(entry(8.0)));
    assert_eq!(history.undo(&scene(8.0), Some(pose(300.0))), Some(entry(7.0)));
    let back = history.undo(&scene(7.0), Some(pose(300.0))).unwrap();
    let expected = Restored { pose: Some(pose(100.0)), document: Some(here), ..entry(2.0) };
    assert_eq!((back, history.document()), (expected, own_document));
    let forth = history.redo(&scene(2.0), Some(pose(100.0))).unwrap();
    assert_eq!((forth.pose, forth.document), (Some(pose(300.0)), Some(there)));
    // An empty history takes over the other land's steps.
    let mut empty = History::default();
    assert_eq!(empty.append(history, Some(pose(5.0))), 0);
    assert_eq!(empty.undo(&scene(7.0), None).unwrap().scene, scene(2.0));
}

#[test]
fn undo_restores_the_camera_that_a_gesture_moved() {
    let pose = |distance_m| Camera { distance_m, ..Camera::default() };
    let mut history = History::default();
    history.settle(&scene(1.0));
    // A preset changes scene and camera.
    history.note_camera(pose(100.0));
    history.note_camera(pose(150.0));
    history.settle(&scene(2.0));
    // An edit does not move the camera.
    history.settle(&scene(3.0));
    let undone = history.undo(&scene(3.0), Some(pose(700.0)));
    assert_eq!(undone.and_then(|entry| entry.pose), None);
    let undone = history.undo(&scene(2.0), Some(pose(800.0)));
    assert_eq!(undone, Some(Restored { pose: Some(pose(100.0)), ..entry(1.0) }));
    let redone = history.redo(&scene(1.0), Some(pose(101.0)));
    assert_eq!(redone, Some(Restored { pose: Some(pose(800.0)), ..entry(2.0) }));
    let undone = history.undo(&scene(2.0), Some(pose(5.0)));
    assert_eq!(undone.and_then(|entry| entry.pose), Some(pose(101.0)));
    // A jump over both, and back.
    let jumped = history.go(2, Some(pose(7.0)));
    assert_eq!(jumped, Some(Restored { pose: Some(pose(5.0)), ..entry(3.0) }));
    let back = history.go(0, Some(pose(8.0)));
    assert_eq!(back.and_then(|entry| entry.pose), Some(pose(7.0)));
}

#[test]
fn a_camera_that_moves_without_a_step_is_forgotten() {
    let mut history = History::default();
    history.settle(&scene(1.0));
    history.note_camera(Camera::default());
    history.settle(&scene(1.0));
    history.settle(&scene(2.0));
    assert_eq!(history.undo(&scene(2.0), None), Some(entry(1.0)));
}

#[test]
fn undo_restores_the_document_with_its_land() {
    let alps = OpenDocument::new(SceneSource::Preset("Alps".to_owned()), scene(1.0));
    let valley = OpenDocument::new(SceneSource::File("valley.toml".into()), scene(3.0));
    let mut history = History::default();
    history.settle_with_document(&scene(1.0), &alps);
    history.settle_with_document(&scene(2.0), &alps);
    history.settle_with_document(&scene(3.0), &valley);
    let names: Vec<_> = history.names().collect();
    assert_eq!(names, ["Preset Alps", "Detail 1 → 2", "Opened valley.toml"]);
    let back = history.undo(&scene(3.0), None).unwrap();
    assert_eq!((back.scene, back.document), (scene(2.0), Some(alps)));
    // After saving under another name, earlier steps belong to the saved document.
    let saved = OpenDocument::new(SceneSource::File("mine.toml".into()), scene(2.0));
    history.settle_with_document(&scene(2.0), &saved);
    assert_eq!(history.undo(&scene(2.0), None), Some(entry(1.0)), "the document stays open");
    let ahead = history.go(2, None).unwrap();
    assert_eq!((ahead.scene, ahead.document), (scene(3.0), Some(valley)));
    let back = history.go(0, None).unwrap();
    assert_eq!((back.scene, back.document), (scene(1.0), Some(saved)));
}

/// Returns the name of the step that changes a scene of two layers.
fn name(change: impl Fn(&mut Scene)) -> String {
    let mut before = Scene::default();
    before.recipe.erosion.on = true;
    before.recipe.layers.add(0, LayerKind::named("dunes").unwrap());
    before.recipe.layers[1].head.layer.name = "Sands".to_owned();
    let mut after = before.clone();
    change(&mut after);
    let mut history = History::default();
    history.settle(&before);
    history.settle(&after);
    history.names().last().unwrap().to_owned()
}

#[test]
fn steps_have_names() {
    let set = |key: &'static str, text: &'static str| {
        name(move |scene| scene.set_text(key, text).unwrap())
    };
    assert_eq!(set("world.sea_level_m", "12"), "Sea level −30 → 12 m");
    assert_eq!(set("light.sun_azimuth_deg", "271.5"), "Sun azimuth 300 → 271.5°");
    assert_eq!(set("layer.1.shape.height_m", "840"), "“Noise”: Height 600 → 840 m");
    assert_eq!(set("layer.2.opacity", "0.25"), "“Sands”: Opacity 1 → 0.25");
    assert_eq!(set("layer.2.name", "Ripples"), "Renamed “Sands” to “Ripples”");
    assert_eq!(set("erosion.on", "off"), "Erosion off");
    assert_eq!(set("look.style", "course"), "Style Natural → Classroom (Phong)");
    assert_eq!(set("colour.water", "#010203"), "Water #4a829e → #010203");
    assert_eq!(
        set("world.seed", "a valley with a very long name"),
        "Seed 1 → a valley with a very lon…"
    );
    let several = name(|scene| {
        for key in ["gully_m", "branching", "detail", "gain"] {
            scene
                .set_text(&format!("erosion.{key}"), "0.7")
                .or_else(|_| scene.set_text(&format!("erosion.{key}"), "50"))
                .unwrap();
        }
    });
    assert_eq!(several, "4 values of Erosion");
    let unrelated = name(|scene| {
        scene.set_text("erosion.gain", "0.7").unwrap();
        scene.set_text("world.seed", "8").unwrap();
    });
    assert_eq!(unrelated, "2 values");
    let mood = name(|scene| Mood::find("dusk").unwrap().apply(&mut scene.view.params));
    assert_eq!(mood, "Mood Dusk");
    let bookmark = name(|scene| scene.view.bookmarks.set(3, Some(Camera::default())));
    assert_eq!(bookmark, "Bookmark");
}

#[test]
fn steps_name_added_removed_and_moved_parts() {
    let listed = |id, kind| ListedOperation::new(id, Operation::new(kind));
    let added = name(|scene| {
        scene.recipe.layers.add(1, LayerKind::named("craters").unwrap());
    });
    assert_eq!(added, "Added layer “Craters”");
    assert_eq!(name(|scene| scene.recipe.layers.remove(1)), "Removed layer “Sands”");
    assert_eq!(name(|scene| scene.recipe.layers.swap(0, 1)), "Moved layer “Noise”");
    let operation = name(|scene| {
        scene.recipe.layers[1].operations.push(listed(1, OperationKind::Terraces));
    });
    assert_eq!(operation, "Added operation terraces of “Sands”");
    let land_operation =
        name(|scene| scene.recipe.operations.push(listed(1, OperationKind::Cliff)));
    assert_eq!(land_operation, "Added operation cliff");
    let masked = name(|scene| {
        scene.recipe.erosion_masks.0.push(Mask::new(1, MaskType::Slope));
    });
    assert_eq!(masked, "Added mask slope of the erosion");
    let masked = name(|scene| {
        scene.recipe.rivers_masks.0.push(Mask::new(1, MaskType::Slope));
    });
    assert_eq!(masked, "Added mask slope of the rivers");
    let masked = name(|scene| {
        scene.recipe.plants_masks.0.push(Mask::new(1, MaskType::Slope));
    });
    assert_eq!(masked, "Added mask slope of the plants");
}

#[test]
fn a_thousand_steps_are_kept_in_little_memory() {
    let mut history = History::default();
    let mut scene = Preset::find("volcano").unwrap().scene().unwrap();
    for step in 0..MAX_STEPS + 50 {
        scene.recipe.world.sea_level_m = step as f64 / 7.0;
        history.settle(&scene);
    }
    assert_eq!(history.steps(), MAX_STEPS);
    let each = history.bytes() / MAX_STEPS;
    assert!(each < 2000, "{each} bytes a step");
    let mut last = scene;
    for step in (50..MAX_STEPS + 49).rev() {
        last = history.undo(&last, None).expect("a step").scene;
        assert_eq!(last.recipe.world.sea_level_m, step as f64 / 7.0);
    }
}

#[test]
fn the_history_of_different_lands_is_limited_in_bytes() {
    let mut history = History::default();
    for step in 0..300 {
        let preset = &PRESETS[step % PRESETS.len()];
        let mut scene = preset.scene().unwrap();
        scene.recipe.world.seed = step.to_string();
        history.settle_with_document(
            &scene,
            &OpenDocument::new(SceneSource::Preset(step.to_string()), scene.clone()),
        );
    }
    assert!(history.bytes() < MAX_BYTES && history.steps() == 299);
    let half = history.bytes() / 2;
    history.enforce_limits(MAX_STEPS, half);
    assert!(history.bytes() <= half && history.steps() > 50, "{} steps", history.steps());
    assert_eq!(history.documents.len(), history.states.len());
    let back = history.go(0, None).unwrap();
    assert_eq!(back.document.unwrap().baseline, back.scene);
}

#[test]
fn a_history_survives_its_file() {
    let mut history = History::default();
    let alps = Preset::find("alps").unwrap();
    let opened = alps.scene().unwrap();
    history.settle_with_document(&opened, &OpenDocument::preset(alps, opened.clone()));
    let mut scene = opened.clone();
    for metres in [5.0, 6.0, 7.0] {
        scene.recipe.world.sea_level_m = metres;
        history.note_camera(Camera { distance_m: metres, ..Camera::default() });
        history.settle(&scene);
    }
    history.undo(&scene, None).unwrap();
    let text = toml::to_string(&history.to_kept()).unwrap();
    let mut again = toml::from_str::<KeptHistory>(&text).unwrap().history().unwrap();
    assert_eq!(again.states, history.states);
    assert_eq!((again.current, &again.open, &again.settled), (2, &history.open, &history.settled));
    assert_eq!(again.go(0, None).unwrap().scene, opened);
    assert!(toml::from_str::<KeptHistory>("at = 1\ntexts = [\"x\"]").is_ok());
    let damaged = text.replace("world.sea_level_m=6", "world.sea_level_m=high");
    assert!(toml::from_str::<KeptHistory>(&damaged).unwrap().history().is_err());
}
