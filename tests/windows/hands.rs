//! Shaping the land with the pointer in a window: strokes, lines of clicks, paint, selected marks, undo
//! and Esc.

use orogen::terrain::marks::{Mark, ToolKind};
use orogen::terrain::scene::Scene;

use crate::desk::Desk;
use crate::tools::drawing;

/// The marks of a land, in the order of its layers.
fn marks(scene: &Scene) -> Vec<Mark> {
    scene.recipe.layers.iter().flat_map(|layer| layer.marks().iter().cloned()).collect()
}

#[test]
fn strokes_shape_the_land_and_undo_takes_each_back_as_one_step() {
    let _drawing = drawing();
    let desk = Desk::new("hands");
    let (_, before) = desk.wait_for_land();
    let before = Scene::from_toml(&before).unwrap();
    let camera = desk.view().camera;
    desk.input("mousemove 400 400 key t");

    // A drag with several motions is one mark, and the camera rests.
    desk.input("mousemove 350 420 mousedown 1");
    for x in [380, 420, 470, 520] {
        desk.input(&format!("mousemove {x} 430"));
    }
    desk.input("mouseup 1");
    let raised = desk.scene();
    let drawn = marks(&raised);
    assert_eq!(drawn.len(), 1);
    assert_eq!(drawn[0].tool.kind(), ToolKind::Brush);
    assert!(drawn[0].path.len() >= 2, "the stroke has a length: {}", drawn[0].path);
    assert_eq!(desk.view().camera, camera);

    // Esc discards a stroke while the button is held.
    desk.input("mousemove 450 450 mousedown 1");
    desk.input("mousemove 520 470");
    desk.input("key Escape");
    desk.input("mouseup 1");
    assert!(desk.scene().recipe == raised.recipe, "the stroke is gone");

    // Clicks make a road; Enter ends it.
    desk.input("key 6");
    // The messages about screenshots cover the lower part of the land.
    for [x, y] in [[330, 400], [420, 380], [520, 400]] {
        desk.input(&format!("mousemove {x} {y}"));
        desk.click();
    }
    desk.input("key Return");
    let with_road = marks(&desk.scene());
    assert_eq!(with_road.len(), 2);
    let road = with_road.iter().find(|mark| mark.tool.kind() == ToolKind::Road).expect("a road");
    assert_eq!(road.path.len(), 3);

    // Each stroke is one step.
    desk.input("key ctrl+z");
    assert!(desk.scene().recipe == raised.recipe, "without the road");
    desk.input("key ctrl+z");
    assert!(desk.scene().recipe == before.recipe, "without the hill");

    // Afterwards, a drag orbits again.
    desk.input("key t");
    desk.input("mousemove 400 400 mousedown 1");
    desk.input("mousemove 470 400");
    desk.input("mouseup 1");
    desk.wait_for_camera("another direction", |now| now.yaw_deg != camera.yaw_deg);
    assert!(marks(&desk.scene()).is_empty());
}

#[test]
fn masks_are_painted_and_marks_are_selected_moved_copied_and_removed() {
    let _drawing = drawing();
    let desk = Desk::new("paint");
    desk.wait_for_land();
    desk.input("mousemove 400 400 key t");

    // A stroke of paint limits the plants.
    desk.input("key 9");
    desk.input("mousemove 350 400 mousedown 1");
    desk.input("mousemove 450 400");
    desk.input("mouseup 1");
    let painted = desk.scene().recipe;
    assert_eq!(painted.plants_masks.0.len(), 1, "the stroke has made a mask");
    assert!(!painted.plants_masks.0[0].invert);
    let hidden = painted.layers.iter().find(|layer| !layer.marks().is_empty()).expect("paint");
    assert!(!hidden.head.layer.visible);
    desk.input("key ctrl+z");
    assert!(desk.scene().recipe.plants_masks.0.is_empty(), "the stroke was one step");

    // A road is selected by a click and moved by a drag.
    desk.input("key 6");
    desk.input("mousemove 350 400 mousedown 1");
    desk.input("mousemove 500 400");
    desk.input("mouseup 1");
    let [road] = &marks(&desk.scene())[..] else { panic!("one road") };
    desk.input("key 0");
    desk.input("mousemove 425 400 mousedown 1");
    desk.input("mousemove 425 380");
    desk.input("mouseup 1");
    let [moved] = &marks(&desk.scene())[..] else { panic!("one road") };
    assert_eq!(moved.path.len(), road.path.len());
    assert_ne!(moved.path, road.path, "it followed the pointer");
    desk.input("key ctrl+d");
    assert_eq!(marks(&desk.scene()).len(), 2, "with a copy");
    desk.input("key Delete");
    assert_eq!(marks(&desk.scene()), std::slice::from_ref(moved), "the copy was selected");
    desk.input("key ctrl+z");
    desk.input("key ctrl+z");
    desk.input("key ctrl+z");
    assert_eq!(marks(&desk.scene()), std::slice::from_ref(road), "each change was one step");
}
