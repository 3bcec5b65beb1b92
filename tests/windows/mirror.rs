//! A copy of the program's panel: the places of its parts, and the effect of events on its scene.

use bevy_egui::egui::{self, Event, FullOutput, Modifiers, PointerButton, Pos2, Rect, Shape, pos2};
use orogen::studio::app::settings::data::Settings;
use orogen::studio::document::preset_shelf::Shelf;
use orogen::studio::document::state::OpenDocument;
use orogen::studio::features::histogram::FieldHistogram;
use orogen::studio::panel::inputs::PanelInputs;
use orogen::studio::panel::layers::list_state::LayersUi;
use orogen::studio::panel::side_panel as panel;
use orogen::studio::ui::shared::place_of;
use orogen::studio::ui::theme;
use orogen::terrain::scene::Scene;

/// Returns settings that show all rows.
pub fn all_settings() -> Settings {
    Settings { all_settings: true, ..Settings::default() }
}

/// The size of the window.
const SIZE: [f32; 2] = [1280.0, 720.0];

/// The copy of the panel, with the scene that it edits.
pub struct Mirror {
    pub scene: Scene,
    settings: Settings,
    context: egui::Context,
    layers: LayersUi,
    time: f64,
    output: FullOutput,
}

impl Mirror {
    pub fn new(scene: Scene, settings: Settings) -> Self {
        let context = egui::Context::default();
        theme::apply(&context);
        let (layers, output) = (LayersUi::default(), FullOutput::default());
        let mut mirror = Self { scene, settings, context, layers, time: 0.0, output };
        mirror.settle();
        mirror
    }

    /// Runs passes without events, which lay out the panel.
    pub fn settle(&mut self) {
        (0..4).for_each(|_| self.pass(vec![]));
    }

    fn pass(&mut self, events: Vec<Event>) {
        // Slow enough that two clicks are no double-click.
        self.time += 1.0;
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE.into())),
            time: Some(self.time),
            events,
            ..Default::default()
        };
        let histogram = FieldHistogram::new(1, [&[-1.0f32, 0.0, 1.0][..]].into_iter());
        let document = OpenDocument::default();
        let Self { scene, settings, layers, .. } = self;
        self.output = self.context.run_ui(input, |ui| {
            egui::Panel::bottom("status").exact_size(24.0).show_inside(ui, |_| {});
            let shown = PanelInputs {
                histogram: &histogram,
                camera: scene.view.camera,
                can_undo: false,
                can_redo: false,
                search: &mut String::new(),
                settings: &mut *settings,
                layers: &mut *layers,
                adapter: None,
                document: &document,
                shelf: &Shelf::default(),
                performance: &[],
            };
            panel::show(ui, scene, shown);
        });
    }

    pub fn point(&mut self, [x, y]: [u32; 2]) {
        self.pass(vec![Event::PointerMoved(pos2(x as f32, y as f32))]);
    }

    /// Presses or releases the mouse button.
    pub fn button(&mut self, [x, y]: [u32; 2], pressed: bool) {
        let pos = pos2(x as f32, y as f32);
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.pass(vec![Event::PointerButton { pos, button, pressed, modifiers }]);
    }

    /// Returns the rectangle of a widget.
    pub fn place(&self, id: egui::Id) -> Rect {
        place_of(&self.context, id).expect("the panel has the part")
    }

    /// Returns the rectangle of the last text with this beginning.
    pub fn text(&self, start: &str) -> Rect {
        let mut texts = self.output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text().starts_with(start) => {
                Some(text.visual_bounding_rect())
            }
            _ => None,
        });
        let place = texts.next_back().unwrap_or_else(|| panic!("the panel has no text `{start}`"));
        let window = Rect::from_min_size(Pos2::ZERO, SIZE.into());
        assert!(window.contains_rect(place), "`{start}` is in the window: {place}");
        place
    }
}
