//! The first screen: presets, the eight numbers of each style, the footer, and the search.

use bevy_egui::egui::{Key, Modifiers, PointerButton};

use super::{Desk, count_distinct, path, reversed_path, widget_id};
use crate::studio::command::kinds::Command;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::panel::first_screen::DICE;
use crate::studio::panel::footer;
use crate::studio::ui::widgets::ids::number_id;
use crate::terrain::layer::LayerKind;
use crate::terrain::preset::Preset;
use crate::terrain::scene::Scene;
use crate::terrain::values;

/// Returns the panel with the first screen of a scene.
fn first_screen(scene: Scene) -> Desk {
    let mut desk = Desk::new(scene, &[]);
    desk.settings.all_settings = false;
    (0..3).for_each(|_| desk.pass([]));
    desk
}

fn check_drag(desk: &mut Desk, key: &str) {
    let field = desk.rect(number_id(key));
    let current = |desk: &Desk| values::at(&desk.scene, key).expect("a parameter").value;
    let observed = [path(field), reversed_path(field)]
        .map(|path| desk.drag(&path, PointerButton::Primary, current))
        .concat();
    assert!(count_distinct(&observed) >= 8, "{key}: {observed:?}");
    assert_eq!(desk.commands, [], "{key}");
}

#[test]
fn the_course_style_starts_with_the_eight_numbers_of_its_exercise() {
    let mut desk = first_screen(Preset::find("course").unwrap().scene().unwrap());
    for key in [
        "noise.frequency",
        "fractal.octaves",
        "fractal.lacunarity",
        "fractal.gain",
        "world.sea_level_m",
        "colour.alpha_scale",
        "colour.shininess_water",
        "colour.shininess_land",
    ] {
        check_drag(&mut desk, key);
    }
}

#[test]
fn the_natural_style_starts_with_eight_numbers_in_plain_words() {
    let mut desk = first_screen(Scene::default());
    for (key, label) in [
        ("noise.frequency", "Feature size"),
        ("shape.height_m", "Height"),
        ("fractal.octaves", "Detail"),
        ("fractal.gain", "Roughness"),
        ("shape.exponent", "Peak sharpness"),
        ("world.sea_level_m", "Sea level"),
        ("light.sun_elevation_deg", "Sun elevation"),
        ("ground.snow_line_m", "Snow line"),
    ] {
        let (label, field) = (desk.text(label).expect(label), desk.rect(number_id(key)));
        assert!((label.center().y - field.center().y).abs() < 4.0, "{key}");
        check_drag(&mut desk, key);
    }
    let mut eroded = Scene::default();
    eroded.recipe.erosion.on = true;
    check_drag(&mut first_screen(eroded), "erosion.strength");
}

#[test]
fn a_picture_opens_its_preset_and_the_header_shows_its_name() {
    let mut desk = first_screen(Scene::default());
    let canyon = Shelf::default().0.iter().position(|entry| entry.title == "Canyon").unwrap();
    desk.click(desk.rect(widget_id("preset Canyon")).center(), PointerButton::Primary);
    assert_eq!(desk.commands, [Shelf::command(canyon)]);
    let opened = Preset::find("canyon").unwrap().scene().unwrap();
    desk.scene = opened.clone();
    desk.document = OpenDocument::new(SceneSource::Preset("Canyon".to_owned()), opened);
    desk.pass([]);
    let top = |desk: &Desk, text: &str| desk.places(text).iter().any(|place| place.top() < 40.0);
    assert!(top(&desk, "Canyon"));
    desk.scene.recipe.world.sea_level_m += 3.0;
    desk.pass([]);
    assert!(top(&desk, "Canyon •") && !top(&desk, "Canyon"), "it is marked as changed");
}

#[test]
fn the_numbers_belong_to_the_highest_layer_until_another_is_chosen() {
    let mut scene = Scene::default();
    let craters = LayerKind::named("craters").unwrap();
    let index = scene.recipe.layers.add(0, craters).unwrap();
    let id = scene.recipe.layers[index].id;
    let mut desk = first_screen(scene);
    check_drag(&mut desk, "layer.1.shape.height_m");
    desk.layers.selected = id;
    desk.pass([]);
    check_drag(&mut desk, &format!("layer.{id}.craters.spacing"));
}

#[test]
fn the_footer_has_buttons_for_a_new_land_export_and_help() {
    let mut desk = first_screen(Scene::default());
    for (text, command) in [
        ("New world  R", Command::Randomise),
        ("Export…", Command::ToggleExport),
        ("Help  F1", Command::ToggleHelp),
        ("All settings", Command::ToggleAllSettings),
    ] {
        let at = desk.text(text).expect(text).center();
        desk.click(at, PointerButton::Primary);
        assert_eq!(std::mem::take(&mut desk.commands), [command]);
    }
    desk.rect(widget_id(footer::EXPORT));
    desk.click(desk.rect(widget_id(DICE)).center(), PointerButton::Primary);
    assert_eq!(desk.commands, [Command::Randomise]);
}

#[test]
fn a_search_finds_moods_quality_bookmarks_and_commands_too() {
    let mut desk = first_screen(Scene::default());
    for (words, found) in [
        ("mood", "Golden hour"),
        ("shadow", "Shadows"),
        ("bookmark", "Set bookmark 1 to this view"),
        ("camera", "Go to…"),
        ("theme", "Theme"),
        ("triangles", "Performance"),
        ("variations", "Variations"),
        ("gain", "Roughness"),
    ] {
        desk.search = words.to_owned();
        (0..3).for_each(|_| desk.pass([]));
        assert!(desk.text(found).is_some(), "{words} finds no {found}");
    }
    desk.search = "no such thing".to_owned();
    (0..3).for_each(|_| desk.pass([]));
    assert!(desk.text("No result for “no such thing”.").is_some());
    let id = crate::studio::panel::inputs::search_id();
    desk.context.memory_mut(|memory| memory.request_focus(id));
    desk.pass([]);
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([]);
    assert_eq!(desk.search, "", "Esc clears it");
}
