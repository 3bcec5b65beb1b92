//! Drives the list of layers and its groups by events. Each change must be one step that undo can
//! revert.

mod curves;
mod keys;
mod parts;

use std::time::{Duration, Instant};

use bevy_egui::egui::{Key, Modifiers, PointerButton, Pos2, Rect, Shape, pos2, vec2};

use crate::studio::panel::state::HoveredPart;
use crate::studio::tests::driven::Desk;
use crate::studio::ui::shared::{place_of, take_place};
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::ids::widget_id;
use crate::terrain::address::Target;
use crate::terrain::layer::{Layer, LayerKind, WeightedPart};
use crate::terrain::mask::{Mask, MaskType};
use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
use crate::terrain::recipe::NoiseLayer;
use crate::terrain::scene::Scene;

/// The groups that hold lists.
const LISTS: &[&str] = &["masks", "operations", "land-operations"];

/// Returns a land with a number of noise layers.
fn layers(count: usize) -> Scene {
    let mut scene = Scene::default();
    for over in 0..count - 1 {
        scene.recipe.layers.add(over, LayerKind::Noise(NoiseLayer::default()));
    }
    scene
}

fn desk(scene: Scene) -> Desk {
    Desk::new(scene, LISTS)
}

impl Desk {
    fn ids(&self) -> Vec<u32> {
        self.scene.recipe.layers.iter().map(|layer| layer.id).collect()
    }

    fn layer(&self, id: u32) -> &Layer {
        let mut layers = self.scene.recipe.layers.iter();
        layers.find(|layer| layer.id == id).expect("the layer is there")
    }

    fn at(&self, name: &str) -> Rect {
        self.rect(widget_id(name))
    }

    /// Clicks late enough after the last click not to be a double-click.
    fn press(&mut self, at: Pos2) {
        self.time += 1.0;
        self.click(at, PointerButton::Primary);
        self.pass([]);
    }

    fn double_click(&mut self, at: Pos2) {
        self.press(at);
        self.click(at, PointerButton::Primary);
        self.pass([]);
    }

    fn drag_to(&mut self, from: Pos2, to: Pos2) {
        self.time += 1.0;
        let path: Vec<_> = (0..=6).map(|i| from + (to - from) * (i as f32 / 6.0)).collect();
        self.drag(&path, PointerButton::Primary, |_| ());
        self.pass([]);
    }

    /// Returns the last place of a text with this beginning.
    fn text_from(&self, start: &str) -> Option<Rect> {
        let mut texts = self.output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text().starts_with(start) => {
                Some(text.visual_bounding_rect())
            }
            _ => None,
        });
        texts.next_back()
    }

    /// Opens a menu and chooses a kind in it.
    fn choose(&mut self, button: &str, kind: &str) {
        let button = self.text(button).expect("the button is there").center();
        self.press(button);
        self.pass([]);
        let start = format!("{}\n", title(kind));
        // egui lays out a menu in its first passes.
        let mut found = None;
        for _ in 0..4 {
            found = self.text_from(&start);
            if found.is_some() {
                break;
            }
            self.pass([]);
        }
        let entry = found.unwrap_or_else(|| panic!("the menu has {kind}")).center();
        self.press(entry);
    }

    /// Runs an action that must be one step, and undoes it.
    fn one_step(&mut self, what: &str, act: impl FnOnce(&mut Self)) {
        let (before, steps) = (self.scene.clone(), self.history.steps());
        act(self);
        assert_ne!(self.scene, before, "{what} changes something");
        assert_eq!(self.history.steps(), steps + 1, "{what} is one step");
        let undone = self.history.undo(&self.scene, None).expect("a step");
        assert!(undone.scene == before, "{what} is undone");
        self.history.redo(&before, None);
    }
}

#[test]
fn a_plain_land_has_buttons_and_no_list() {
    let mut desk = desk(Scene::default());
    for button in ["+ Layer", "+ Mask", "+ Operation"] {
        assert!(desk.text(button).is_some(), "{button}");
    }
    assert!(desk.text("Masks").is_none() && desk.text("Noise 1").is_none());
    desk.one_step("an operation", |desk| desk.choose("+ Operation", "terraces"));
    assert_eq!(desk.layer(1).operations.len(), 1);
    assert!(desk.text("Noise 1").is_none(), "one layer needs no list");
}

#[test]
fn each_kind_of_layer_is_added_over_the_selected_one() {
    let mut desk = desk(Scene::default());
    for (count, (name, _)) in (2..).zip(LayerKind::kinds_without_file()) {
        desk.one_step(name, |desk| desk.choose("+ Layer", name));
        assert_eq!(desk.ids(), (1..=count).collect::<Vec<u32>>());
        assert_eq!((desk.layer(count).kind.name(), desk.layers.selected), (name, count));
        desk.at(&format!("layer.{count}.opacity"));
        // The rows of its kind are shown.
        let mut layer = desk.layer(count).clone();
        for row in Target::Layer(&mut layer).rows().iter().filter(|row| row.key.contains('.')) {
            let group = row.key.split('.').next().unwrap_or_default();
            if desk.settings.groups.get(group) != Some(&false) {
                desk.at(&format!("layer.{count}.{}", row.key));
            }
        }
    }
}

#[test]
fn each_icon_and_key_changes_the_list_in_one_step() {
    let mut desk = desk(layers(3));
    desk.press(desk.at("layer.2").left_center() + vec2(20.0, 0.0));
    assert_eq!(desk.layers.selected, 2);
    assert_eq!(desk.history.steps(), 0, "a click selects and changes nothing");

    desk.one_step("the eye", |desk| desk.press(desk.at("layer.2 eye").center()));
    assert!(!desk.layer(2).head.layer.visible);
    desk.one_step("solo", |desk| desk.press(desk.at("layer.3 solo").center()));
    assert!(desk.layer(3).head.layer.solo);
    assert_eq!(desk.layers.selected, 2, "icons select nothing");

    desk.pass([]);
    let alt = Modifiers::ALT;
    desk.one_step("a key", |desk| desk.key(Key::ArrowUp, alt));
    assert_eq!(desk.ids(), [1, 3, 2]);
    desk.key(Key::ArrowUp, alt);
    assert_eq!(desk.ids(), [1, 3, 2], "it is the topmost");
    desk.one_step("a key", |desk| desk.key(Key::ArrowDown, alt));
    desk.one_step("Ctrl+D", |desk| desk.key(Key::D, Modifiers::CTRL | Modifiers::COMMAND));
    assert_eq!((desk.ids(), desk.layers.selected), (vec![1, 2, 4, 3], 4));
    desk.one_step("Delete", |desk| desk.key(Key::Delete, Modifiers::NONE));
    assert_eq!((desk.ids(), desk.layers.selected), (vec![1, 2, 3], 2));
    desk.one_step("a copy", |desk| desk.press(desk.at("layer.2 copy").center()));
    assert_eq!(desk.ids(), [1, 2, 4, 3]);
    desk.one_step("a removal", |desk| desk.press(desk.at("layer.4 remove").center()));
    assert_eq!(desk.ids(), [1, 2, 3]);

    // Elsewhere the list does not take keys.
    desk.press(pos2(60.0, 600.0));
    desk.key(Key::Delete, Modifiers::NONE);
    assert_eq!(desk.ids(), [1, 2, 3]);
}

#[test]
fn a_dragged_row_moves_to_the_marked_line() {
    let mut desk = desk(layers(4));
    // The list shows the topmost first: 4 3 2 1.
    let middle = |desk: &Desk, id: u32| desk.at(&format!("layer.{id}")).center();
    let from = middle(&desk, 4);
    let below_row_2 = middle(&desk, 2) + vec2(0.0, 8.0);
    desk.one_step("a drag down", |desk| desk.drag_to(from, below_row_2));
    assert_eq!((desk.ids(), desk.layers.selected), (vec![1, 4, 2, 3], 4));
    let (from, above_row_3) = (middle(&desk, 1), middle(&desk, 3) - vec2(0.0, 30.0));
    desk.one_step("a drag up", |desk| desk.drag_to(from, above_row_3));
    assert_eq!(desk.ids(), [4, 2, 3, 1]);
    let (steps, at) = (desk.history.steps(), middle(&desk, 2));
    desk.drag_to(at, at + vec2(0.0, 15.0));
    assert_eq!(
        (desk.ids(), desk.history.steps()),
        (vec![4, 2, 3, 1], steps),
        "the row stays in its place"
    );
}

#[test]
fn a_name_is_typed_in_its_row() {
    let mut desk = desk(layers(2));
    let name = desk.at("layer.2").left_top() + vec2(70.0, 12.0);
    desk.one_step("a name", |desk| {
        desk.double_click(name);
        // The old name is selected.
        desk.letters("Hills");
        desk.key(Key::Enter, Modifiers::NONE);
        desk.pass([]);
    });
    assert_eq!(desk.layer(2).head.layer.name, "Hills");
    assert!(desk.text("Hills").is_some());
    let steps = desk.history.steps();
    desk.double_click(name);
    desk.letters("x");
    assert!(desk.text("x").is_some(), "typing replaces the selected name");
    desk.key(Key::Escape, Modifiers::NONE);
    desk.pass([]);
    assert_eq!((&*desk.layer(2).head.layer.name, desk.history.steps()), ("Hills", steps));
    assert!(!desk.context.text_edit_focused());
}

#[test]
fn a_search_finds_masks_and_operations_of_the_selected_layer() {
    let mut scene = layers(2);
    scene.recipe.layers[1].masks.0 = vec![Mask::new(3, MaskType::Curvature)];
    let terraces = ListedOperation::new(2, Operation::new(OperationKind::Terraces));
    scene.recipe.layers[1].operations = vec![terraces];
    let plateau = ListedOperation::new(5, Operation::new(OperationKind::Plateau));
    scene.recipe.operations = vec![plateau];
    let mut desk = desk(scene);
    desk.press(desk.at("layer.2").left_center() + vec2(20.0, 0.0));
    for (words, key) in [
        ("hollows ridges", "layer.2.mask.3.side"),
        ("strata jitter", "layer.2.operation.2.jitter_m"),
        ("plateau radius", "operation.5.radius_m"),
        ("opacity", "layer.2.opacity"),
        ("rougher", "layer.2.fractal.gain"),
        ("sea level", "world.sea_level_m"),
    ] {
        take_place(&desk.context, widget_id(key));
        desk.search = words.to_owned();
        desk.pass([]);
        let found = place_of(&desk.context, widget_id(key));
        assert!(found.is_some(), "{words}");
    }
    desk.search = "no such thing".to_owned();
    desk.pass([]);
    assert!(desk.text("No result for “no such thing”.").is_some());
}

#[test]
fn the_panel_reports_the_part_under_the_pointer() {
    let mut scene = layers(2);
    let listed = ListedOperation::new(4, Operation::new(OperationKind::Fold));
    scene.recipe.layers[0].masks.0 = vec![Mask::new(3, MaskType::Slope)];
    scene.recipe.layers[0].operations = vec![listed.clone()];
    scene.recipe.operations = vec![listed];
    let mut desk = desk(scene);
    let operation = |layer| HoveredPart::Operation { layer, operation: 4 };
    for (name, part) in [
        ("layer.2", HoveredPart::Layer(2)),
        ("layer.1.mask.3", HoveredPart::Mask { owner: WeightedPart::Layer(1), mask: 3 }),
        ("layer.1.operation.4", operation(Some(1))),
        ("operation.4", operation(None)),
    ] {
        let at = desk.at(name).center();
        desk.pass([bevy_egui::egui::Event::PointerMoved(at)]);
        desk.pass([]);
        assert_eq!(desk.layers.hovered, Some(part), "{name}");
    }
    desk.pass([bevy_egui::egui::Event::PointerMoved(pos2(50.0, 50.0))]);
    desk.pass([]);
    assert_eq!(desk.layers.hovered, None);
}

#[test]
fn each_layer_has_a_picture_that_is_kept_up_to_date() {
    let mut scene = Scene::default();
    for (over, (name, _)) in LayerKind::all().into_iter().enumerate() {
        scene.recipe.layers.add(over, LayerKind::named(name).expect("a kind"));
    }
    let mut desk = desk(scene);
    let until = Instant::now() + Duration::from_secs(60);
    for exponent in [1.0, 2.0] {
        desk.scene.recipe.base_mut().shape.exponent = exponent;
        while !desk.layers.thumbnails.are_made(&desk.scene.recipe) {
            assert!(Instant::now() < until, "the pictures are painted in time");
            desk.pass([]);
            std::thread::yield_now();
        }
    }
    // Without the list the pictures are freed.
    desk.settings.all_settings = false;
    (0..2).for_each(|_| desk.pass([]));
    assert!(desk.layers.thumbnails.is_empty());
}

#[test]
fn a_reset_of_the_world_keeps_the_seed() {
    let mut scene = Scene::default();
    scene.recipe.world.seed = "valhalla".to_owned();
    let mut desk = Desk::new(scene, &["world"]);
    assert!(desk.text("reset").is_none(), "a changed seed does not count as a change of the group");
    desk.scene.recipe.world.sea_level_m = 7.0;
    (0..2).for_each(|_| desk.pass([]));
    // The reset appears under the pointer.
    let heading = desk.text("World").expect("the heading").center();
    (0..2).for_each(|_| desk.pass([bevy_egui::egui::Event::PointerMoved(heading)]));
    let reset = desk.text("reset").expect("there is something to reset");
    desk.one_step("a reset", |desk| desk.press(reset.center()));
    let world = &desk.scene.recipe.world;
    assert_eq!((&*world.seed, world.sea_level_m), ("valhalla", -30.0));
}
