//! The panel, driven by events, for tests.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, Event, FullOutput, Key, Modifiers, PointerButton, Pos2, Rect, Shape};

use crate::studio::app::settings::data::Settings;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::states::History;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::OpenDocument;
use crate::studio::features::histogram::FieldHistogram;
use crate::studio::panel::inputs::PanelInputs;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::panel::side_panel as panel;
use crate::studio::ui::before_drag::BeforeDrag;
use crate::studio::ui::shared::place_of;
use crate::studio::ui::{menu, tab, theme};
use crate::terrain::param::Document as _;
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::view::ViewParams;

/// The size of a window that is high enough to show all rows without scrolling, in points.
pub const SCREEN: [f32; 2] = [900.0, 1800.0];

/// A panel that tests drive with a pointer and a keyboard.
pub struct Desk {
    pub context: egui::Context,
    pub scene: Scene,
    pub settings: Settings,
    pub search: String,
    pub commands: Vec<Command>,
    pub layers: LayersUi,
    /// The open document.
    pub document: OpenDocument,
    pub histogram: FieldHistogram,
    /// The undo history, with one step per gesture as in the window.
    pub history: History,
    pub time: f64,
    /// The modifiers held while the pointer moves.
    pub modifiers: Modifiers,
    /// The duration of a pass, in seconds.
    pub pass_s: f64,
    /// The output of the last pass.
    pub output: FullOutput,
    /// The scene that Esc restores, as in the window.
    before: BeforeDrag<Scene>,
}

impl Desk {
    /// Returns a panel with some of its groups open.
    pub fn new(scene: Scene, open: &[&str]) -> Self {
        let context = egui::Context::default();
        theme::apply(&context);
        let names = Recipe::groups().iter().chain(ViewParams::groups()).map(|(name, _)| *name);
        let names = names.chain([
            "camera",
            "quality",
            "program",
            "performance",
            "masks",
            "operations",
            "land-operations",
        ]);
        let groups: BTreeMap<_, _> =
            names.map(|name| (name.to_owned(), open.contains(&name))).collect();
        let settings = Settings { groups, all_settings: true, ..Settings::default() };
        let (search, commands) = (String::new(), Vec::new());
        let mut desk = Self {
            context,
            scene,
            settings,
            search,
            commands,
            layers: LayersUi::default(),
            document: OpenDocument::default(),
            histogram: FieldHistogram::new(
                1,
                [&[-1.0f32, 0.0, 0.0, 0.0, 0.0, 1.0][..]].into_iter(),
            ),
            history: History::default(),
            time: 0.0,
            modifiers: Modifiers::NONE,
            pass_s: 0.02,
            output: FullOutput::default(),
            before: BeforeDrag::default(),
        };
        // egui needs the first passes to measure layouts.
        (0..3).for_each(|_| desk.pass([]));
        desk
    }

    /// Runs a pass with these events.
    pub fn pass(&mut self, events: impl IntoIterator<Item = Event>) {
        self.time += self.pass_s;
        let events: Vec<_> = events.into_iter().collect();
        let modifiers = events.iter().find_map(|event| match event {
            Event::Key { modifiers, .. } => Some(*modifiers),
            _ => None,
        });
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SCREEN.into())),
            time: Some(self.time),
            modifiers: modifiers.unwrap_or(self.modifiers),
            events,
            ..Default::default()
        };
        let Self { scene, settings, search, commands, layers, document, histogram, before, .. } =
            self;
        let shelf = Shelf::default();
        self.output = self.context.run_ui(input, |ui| {
            if let Some(restored) = before.take_if_cancelled(ui.ctx(), || scene.clone()) {
                *scene = restored;
            }
            tab::begin(ui.ctx());
            let camera = scene.view.camera;
            let inputs = PanelInputs {
                histogram: &*histogram,
                camera,
                can_undo: false,
                can_redo: false,
                search: &mut *search,
                settings: &mut *settings,
                layers: &mut *layers,
                adapter: None,
                document: &*document,
                shelf: &shelf,
                performance: &[("Edit", "7 ms".to_owned(), "How long.")],
            };
            commands.extend(panel::show(ui, scene, inputs));
            tab::end(ui.ctx());
            menu::end(ui.ctx());
        });
        if !self.context.egui_is_using_pointer() && !self.context.text_edit_focused() {
            self.history.settle(&self.scene);
        }
    }

    pub fn rect(&self, id: egui::Id) -> Rect {
        place_of(&self.context, id).expect("the panel has it")
    }

    pub fn button(&mut self, pos: Pos2, button: PointerButton, pressed: bool) {
        let modifiers = Modifiers::NONE;
        self.pass([
            Event::PointerMoved(pos),
            Event::PointerButton { pos, button, pressed, modifiers },
        ]);
    }

    /// Clicks. Press and release are in separate passes, as at a user's pace.
    pub fn click(&mut self, position: Pos2, button: PointerButton) {
        self.pass([Event::PointerMoved(position)]);
        self.button(position, button, true);
        self.button(position, button, false);
        self.pass([]);
    }

    /// Drags along a path, and returns what `observe` returns after each step.
    pub fn drag<T>(
        &mut self,
        path: &[Pos2],
        button: PointerButton,
        mut observe: impl FnMut(&Self) -> T,
    ) -> Vec<T> {
        self.pass([Event::PointerMoved(path[0])]);
        self.button(path[0], button, true);
        let mut values = Vec::new();
        for at in path {
            self.pass([Event::PointerMoved(*at)]);
            values.push(observe(self));
        }
        self.button(path[path.len() - 1], button, false);
        self.pass([]);
        values
    }

    pub fn key(&mut self, key: Key, modifiers: Modifiers) {
        for pressed in [true, false] {
            self.pass([Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }]);
        }
    }

    /// Types letters, one per pass.
    pub fn letters(&mut self, text: &str) {
        text.chars().for_each(|letter| self.pass([Event::Text(letter.to_string())]));
    }

    /// Clicks into a field, replaces its content, and presses Enter.
    pub fn type_into(&mut self, field: Rect, text: &str) {
        self.click(field.center(), PointerButton::Primary);
        // A click selects the content of a number field, but not the content of a text field.
        self.key(Key::A, Modifiers::COMMAND);
        self.letters(text);
        self.key(Key::Enter, Modifiers::NONE);
        self.pass([]);
    }

    /// Returns the places of a text in the last pass.
    pub fn places(&self, text: &str) -> Vec<Rect> {
        drawn(&self.output, text)
    }

    /// Returns the topmost place of a text, which was drawn last.
    pub fn text(&self, text: &str) -> Option<Rect> {
        drawn(&self.output, text).pop()
    }
}

/// Returns the places of a text in a pass, in drawing order.
pub fn drawn(output: &FullOutput, text: &str) -> Vec<Rect> {
    let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(shape) if shape.galley.text() == text => Some(shape.visual_bounding_rect()),
        _ => None,
    });
    texts.collect()
}
