//! Drives the palette by keys: it adds, opens, and explains commands without effect.

use bevy_egui::egui::{self, Event, Key, Modifiers, Rect, Shape, pos2, vec2};

use crate::export::Engine;
use crate::studio::command::kinds::Command;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::features::palette::panel::{CommandPalette, PaletteContext};
use crate::studio::features::palette::search::CommandState;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::ui::{messages, tab, theme};
use crate::terrain::layer::LayerKind;
use crate::terrain::scene::Scene;

/// A palette over a land.
#[derive(Default)]
struct PaletteDriver {
    context: egui::Context,
    palette: CommandPalette,
    scene: Scene,
    layers: LayersUi,
    state: CommandState,
    commands: Vec<Command>,
    time: f64,
    texts: Vec<String>,
}

impl PaletteDriver {
    fn pass(&mut self, events: Vec<Event>) {
        let free = Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 700.0));
        self.time += 0.02;
        let modifiers = Modifiers::NONE;
        let input = egui::RawInput {
            screen_rect: Some(free),
            time: Some(self.time),
            modifiers,
            events,
            ..Default::default()
        };
        let Self { context, palette, scene, layers, state, commands, .. } = self;
        let output = context.run_ui(input, |ui| {
            tab::begin(ui.ctx());
            let shelf = Shelf::default();
            let palette_context = PaletteContext { shelf: &shelf, layers, state: *state };
            commands.extend(palette.show(ui.ctx(), free, scene, palette_context));
            tab::end(ui.ctx());
        });
        let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        });
        self.texts = texts.collect();
    }

    /// Opens the palette and types a text.
    fn search(&mut self, text: &str) {
        if !self.palette.open {
            self.palette.toggle();
        }
        (0..3).for_each(|_| self.pass(vec![]));
        self.pass(vec![Event::Text(text.to_owned())]);
        self.pass(vec![]);
    }

    fn enter(&mut self) {
        for pressed in [true, false] {
            let modifiers = Modifiers::NONE;
            let key = Key::Enter;
            self.pass(vec![Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            }]);
        }
    }
}

fn driver() -> PaletteDriver {
    let driver = PaletteDriver::default();
    theme::apply(&driver.context);
    driver
}

#[test]
fn enter_adds_the_first_result() {
    let mut driver = driver();
    driver.search("terraces");
    driver.enter();
    assert_eq!(driver.scene.recipe.layers[0].operations.len(), 1);
    assert!(!driver.palette.open && driver.commands.is_empty());
    assert_eq!(messages::take(&driver.context), ["added an operation to Noise 1: Terraces"]);
    driver.search("add a layer: dunes");
    driver.enter();
    assert_eq!(driver.scene.recipe.layers[1].kind.name(), "dunes");
    assert_eq!(driver.layers.selected, driver.scene.recipe.layers[1].id, "it is selected");
    driver.search("mask slope");
    driver.enter();
    assert_eq!(driver.scene.recipe.layers[1].masks.0.len(), 1, "to the selected layer");
    driver.search("layer heightmap");
    driver.enter();
    assert_eq!(driver.commands, [Command::ImportMap]);
}

#[test]
fn an_engine_opens_the_export_window() {
    let mut driver = driver();
    driver.search("godot");
    driver.enter();
    assert_eq!(driver.commands, [Command::ExportFor(Engine::GodotTerrain3d)]);
}

#[test]
fn a_command_without_effect_says_why_and_does_nothing() {
    let mut driver = driver();
    driver.search("undoes the last change");
    driver.enter();
    assert!(driver.commands.is_empty() && driver.palette.open, "{:?}", driver.commands);
    let says =
        |driver: &PaletteDriver, words: &str| driver.texts.iter().any(|text| text.contains(words));
    assert!(says(&driver, "There is nothing to undo."), "{:?}", driver.texts);
    driver.state.can_undo_and_redo = [true, false];
    driver.pass(vec![]);
    driver.palette.toggle();
    driver.search("undoes the last change");
    driver.enter();
    assert_eq!(driver.commands, [Command::Undo]);
    while driver.scene.recipe.layers.add(0, LayerKind::named("noise").expect("a kind")).is_some() {}
    let scene = driver.scene.clone();
    driver.search("add a layer: dunes");
    driver.enter();
    assert!(driver.scene == scene && says(&driver, "The land has the maximum number of layers."));
}
