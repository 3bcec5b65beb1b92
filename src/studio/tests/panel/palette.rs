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
struct Line {
    context: egui::Context,
    palette: CommandPalette,
    scene: Scene,
    layers: LayersUi,
    state: CommandState,
    commands: Vec<Command>,
    time: f64,
    texts: Vec<String>,
}

impl Line {
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

fn line() -> Line {
    let line = Line::default();
    theme::apply(&line.context);
    line
}

#[test]
fn enter_adds_the_first_result() {
    let mut line = line();
    line.search("terraces");
    line.enter();
    assert_eq!(line.scene.recipe.layers[0].operations.len(), 1);
    assert!(!line.palette.open && line.commands.is_empty());
    assert_eq!(messages::take(&line.context), ["added an operation to Noise 1: Terraces"]);
    line.search("add a layer: dunes");
    line.enter();
    assert_eq!(line.scene.recipe.layers[1].kind.name(), "dunes");
    assert_eq!(line.layers.selected, line.scene.recipe.layers[1].id, "it is selected");
    line.search("mask slope");
    line.enter();
    assert_eq!(line.scene.recipe.layers[1].masks.0.len(), 1, "to the selected layer");
    line.search("layer heightmap");
    line.enter();
    assert_eq!(line.commands, [Command::ImportMap]);
}

#[test]
fn an_engine_opens_the_export_window() {
    let mut line = line();
    line.search("godot");
    line.enter();
    assert_eq!(line.commands, [Command::ExportFor(Engine::GodotTerrain3d)]);
}

#[test]
fn a_command_without_effect_says_why_and_does_nothing() {
    let mut line = line();
    line.search("undoes the last change");
    line.enter();
    assert!(line.commands.is_empty() && line.palette.open, "{:?}", line.commands);
    let says = |line: &Line, words: &str| line.texts.iter().any(|text| text.contains(words));
    assert!(says(&line, "There is nothing to undo."), "{:?}", line.texts);
    line.state.can_undo_and_redo = [true, false];
    line.pass(vec![]);
    line.palette.toggle();
    line.search("undoes the last change");
    line.enter();
    assert_eq!(line.commands, [Command::Undo]);
    while line.scene.recipe.layers.add(0, LayerKind::named("noise").expect("a kind")).is_some() {}
    let scene = line.scene.clone();
    line.search("add a layer: dunes");
    line.enter();
    assert!(line.scene == scene && says(&line, "The land has the maximum number of layers."));
}
