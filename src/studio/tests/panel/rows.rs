//! Drives rows: fine drags, resets, locks, codes of colours, and tooltips.

use bevy_egui::egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, pos2, vec2};

use super::{Desk, number, value, widget_id};
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::ui::widgets::ids::number_id;
use crate::terrain::param::Value;
use crate::terrain::scene::Scene;
use crate::terrain::snippet;

/// Drags a field to the right, one point per pass, with modifiers.
fn drag_right(desk: &mut Desk, key: &str, points: u32, modifiers: Modifiers) {
    let from = desk.rect(number_id(key)).center();
    let button = PointerButton::Primary;
    let press = |pressed, pos| Event::PointerButton { pos, button, pressed, modifiers };
    let at = |x: u32| from + vec2(x as f32, 0.0);
    desk.modifiers = modifiers;
    desk.pass([Event::PointerMoved(from)]);
    desk.pass([press(true, from)]);
    // egui treats a press as a drag after the pointer has moved six points.
    (1..=points + 7).for_each(|x| desk.pass([Event::PointerMoved(at(x))]));
    desk.pass([press(false, at(points + 7))]);
    desk.modifiers = Modifiers::NONE;
    desk.pass([]);
}

#[test]
fn shift_makes_a_drag_ten_times_finer() {
    let moved = |modifiers| {
        let mut desk = Desk::new(Scene::default(), &["fractal"]);
        let before = number(&desk, "fractal.gain");
        drag_right(&mut desk, "fractal.gain", 40, modifiers);
        number(&desk, "fractal.gain") - before
    };
    let (plain, fine) = (moved(Modifiers::NONE), moved(Modifiers::SHIFT));
    assert!(plain > 0.2, "{plain}");
    assert!((plain / fine - 10.0).abs() < 1.5, "{plain} against {fine}");
}

#[test]
fn a_drag_of_two_pixels_does_not_flood_the_land() {
    let mut desk = Desk::new(Scene::default(), &["world"]);
    desk.scene.recipe.base_mut().shape.height_m = 250.0;
    desk.pass([]);
    let before = number(&desk, "world.sea_level_m");
    drag_right(&mut desk, "world.sea_level_m", 2, Modifiers::NONE);
    let change = number(&desk, "world.sea_level_m") - before;
    // The land is 500 m high; the drag begins a few points after the press.
    assert!(change > 0.0 && change < 65.0, "{change} m");
    // A typed value may be outside the range of drags.
    desk.type_into(desk.rect(number_id("world.sea_level_m")), "3000");
    assert_eq!(number(&desk, "world.sea_level_m"), 3000.0);
}

#[test]
fn a_reset_restores_the_opened_value_and_then_the_default() {
    let mut opened = Scene::default();
    opened.recipe.base_mut().fractal.gain = 0.7;
    let mut desk = Desk::new(opened.clone(), &["fractal"]);
    desk.document = OpenDocument::new(SceneSource::Preset("Alps".to_owned()), opened);
    let field = desk.rect(number_id("fractal.gain"));
    let name = field.left_center() - vec2(60.0, 0.0);
    let double_click = |desk: &mut Desk, at: Pos2| {
        desk.time += 5.0;
        [1, 2].iter().for_each(|_| {
            desk.pass([Event::PointerMoved(at)]);
            desk.button(at, PointerButton::Primary, true);
            desk.button(at, PointerButton::Primary, false);
        });
        desk.pass([]);
    };
    desk.type_into(field, "0.2");
    double_click(&mut desk, name);
    assert_eq!(number(&desk, "fractal.gain"), 0.7, "the opened value");
    double_click(&mut desk, name);
    assert_eq!(number(&desk, "fractal.gain"), 0.45, "the default");
    let at = desk.rect(widget_id("reset of fractal.gain")).center();
    desk.click(at, PointerButton::Primary);
    assert_eq!(number(&desk, "fractal.gain"), 0.7);
}

#[test]
fn a_heading_counts_changed_parameters_and_resets_them() {
    let mut opened = Scene::default();
    opened.recipe.base_mut().fractal.lacunarity = 2.5;
    let mut desk = Desk::new(opened.clone(), &["fractal"]);
    desk.document = OpenDocument::new(SceneSource::Preset("Alps".to_owned()), opened);
    desk.scene.recipe.base_mut().fractal.gain = 0.2;
    desk.scene.recipe.base_mut().fractal.octaves = 3.0;
    desk.pass([]);
    let title = desk.text("Fractal").expect("the heading");
    let count = desk.text("2").expect("the number of changes");
    assert!((title.center().y - count.center().y).abs() < 4.0, "{title} {count}");
    desk.pass([Event::PointerMoved(title.center())]);
    desk.pass([]);
    let reset = desk.text("reset").expect("a reset, under the pointer");
    desk.click(reset.center(), PointerButton::Primary);
    let fractal = &desk.scene.recipe.base().fractal;
    assert_eq!((fractal.gain, fractal.octaves, fractal.lacunarity), (0.45, 8.0, 2.5));
}

#[test]
fn locks_of_rows_and_groups_are_kept_in_the_settings() {
    let mut desk = Desk::new(Scene::default(), &["fractal"]);
    let row = desk.rect(number_id("fractal.gain")).center();
    desk.pass([Event::PointerMoved(row)]);
    desk.pass([]);
    let lock = desk.rect(widget_id("lock of fractal.gain")).center();
    desk.click(lock, PointerButton::Primary);
    assert!(desk.settings.is_locked("fractal.gain") && !desk.settings.is_locked("fractal.octaves"));
    let heading = desk.text("Fractal").expect("the heading").center();
    desk.pass([Event::PointerMoved(heading)]);
    desk.pass([]);
    let group = desk.rect(widget_id("lock of fractal")).center();
    desk.click(group, PointerButton::Primary);
    assert!(desk.settings.is_locked("fractal.octaves"));
    desk.click(lock, PointerButton::Primary);
    desk.click(group, PointerButton::Primary);
    assert!(desk.settings.locks.is_empty(), "{:?}", desk.settings.locks);
}

#[test]
fn a_typed_code_sets_a_colour() {
    let mut scene = Scene::default();
    scene.view.params.look.style = crate::terrain::look::Style::Natural;
    let mut desk = Desk::new(scene, &["ground"]);
    let field = desk.rect(widget_id("ground.rock"));
    let code =
        bevy_egui::egui::Rect::from_min_max(pos2(field.left() + 50.0, field.top()), field.max);
    desk.type_into(code, "#336699");
    assert_eq!(value(&desk.scene, "ground.rock"), Value::Colour([0.2, 0.4, 0.6]));
    desk.type_into(code, "mud");
    assert_eq!(value(&desk.scene, "ground.rock"), Value::Colour([0.2, 0.4, 0.6]));
}

#[test]
fn esc_discards_a_typed_number() {
    let mut desk = Desk::new(Scene::default(), &["fractal"]);
    desk.click(desk.rect(number_id("fractal.gain")).center(), PointerButton::Primary);
    desk.letters("0.9");
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([]);
    assert_eq!(number(&desk, "fractal.gain"), 0.45);
}

#[test]
fn esc_discards_a_typed_seed_and_enter_keeps_one() {
    let mut desk = Desk::new(Scene::default(), &["world"]);
    let before = desk.scene.recipe.world.seed.clone();
    let steps = desk.history.steps();
    let field = desk.rect(widget_id("world.seed"));
    desk.click(field.center(), PointerButton::Primary);
    desk.key(Key::A, Modifiers::COMMAND);
    desk.letters("fjord");
    assert_eq!(desk.scene.recipe.world.seed, "fjord", "the land follows what is typed");
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([]);
    assert_eq!((desk.scene.recipe.world.seed.clone(), desk.history.steps()), (before, steps));
    desk.type_into(field, "fjell");
    assert_eq!(desk.scene.recipe.world.seed, "fjell");
    // Esc restores the text from before the last typing.
    desk.click(field.center(), PointerButton::Primary);
    desk.letters("x");
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([]);
    assert_eq!(desk.scene.recipe.world.seed, "fjell");
}

#[test]
fn esc_cancels_a_drag_and_leaves_no_step() {
    let mut desk = Desk::new(Scene::default(), &["fractal"]);
    let (before, steps) = (number(&desk, "fractal.gain"), desk.history.steps());
    let at = desk.rect(number_id("fractal.gain")).center();
    desk.pass([Event::PointerMoved(at)]);
    desk.button(at, PointerButton::Primary, true);
    for x in 1..=30 {
        desk.pass([Event::PointerMoved(at + vec2(x as f32, 0.0))]);
    }
    assert!(number(&desk, "fractal.gain") > before + 0.05, "it is dragged");
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([Event::PointerMoved(at + vec2(60.0, 0.0))]);
    desk.button(at + vec2(60.0, 0.0), PointerButton::Primary, false);
    desk.pass([]);
    assert_eq!((number(&desk, "fractal.gain"), desk.history.steps()), (before, steps));
}

#[test]
fn tooltips_are_next_to_the_panel_and_hidden_while_a_button_is_down() {
    let mut desk = Desk::new(Scene::default(), &["fractal"]);
    let field = desk.rect(number_id("fractal.gain"));
    desk.pass([Event::PointerMoved(field.center())]);
    let shown = |desk: &Desk| desk.text("Roughness (gain)");
    for _ in 0..80 {
        desk.pass([]);
    }
    let tip = shown(&desk).expect("a tooltip");
    let panel = super::SCREEN[0] - 350.0;
    assert!(tip.right() < panel + 1.0, "{tip} hides rows");
    assert!((tip.top() - field.top()).abs() < 30.0, "{tip} is next to {field}");
    desk.button(field.center(), PointerButton::Primary, true);
    desk.pass([]);
    desk.pass([Event::PointerMoved(field.center() + vec2(20.0, 0.0))]);
    assert_eq!(shown(&desk), None);
}

#[test]
fn a_copied_group_can_be_pasted() {
    let mut from = Scene::default();
    from.recipe.base_mut().fractal.octaves = 5.0;
    let mut desk = Desk::new(from.clone(), &["fractal"]);
    let heading = desk.text("Fractal").expect("its heading").center();
    desk.click(heading, PointerButton::Secondary);
    desk.pass([]);
    let copy = desk.text("Copy the group").expect("the menu").center();
    desk.pass([Event::PointerMoved(copy)]);
    desk.button(copy, PointerButton::Primary, true);
    desk.button(copy, PointerButton::Primary, false);
    let mut commands = desk.output.platform_output.commands.iter();
    let text = commands.find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let text = text.expect("the text is copied");
    assert!(text.lines().any(|line| line.ends_with("fractal.octaves=5")), "{text}");
    let (pasted, _) = snippet::apply(&Scene::default(), 1, &text).expect("it pastes");
    assert_eq!(pasted, from);
}
