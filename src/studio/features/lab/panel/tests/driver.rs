//! A driver of the lab for tests: passes, clicks, drags and keys.

use std::collections::HashMap;

use bevy_egui::egui::{
    self, ColorImage, Event, FullOutput, ImageData, Key, Modifiers, OutputCommand, PointerButton,
    Pos2, Rect, Shape, TextureFilter, TextureId, vec2,
};

use crate::lab::pixels::{self, FigurePicture};
use crate::lab::{State, row, teaching_scene};
use crate::studio::features::lab::pane::{LabPane, part_id};
use crate::studio::features::lab::panel::show;
use crate::studio::features::lab::state::Lab;
use crate::studio::ui::before_drag::BeforeDrag;
use crate::studio::ui::shared::place_of;
use crate::studio::ui::{tab, theme};
use crate::terrain::Scene;

/// The lab next to a land, with a pointer and a keyboard.
pub struct Desk {
    pub context: egui::Context,
    pub lab: Lab,
    pub pane: LabPane,
    pub scene: Scene,
    pub share: f32,
    pub size: egui::Vec2,
    pub free: Rect,
    pub go_to: Option<[f64; 2]>,
    time: f64,
    output: FullOutput,
    /// The state that Esc restores, as in the window.
    before: BeforeDrag<(Scene, State)>,
    /// The uploaded textures, each with true if it is interpolated.
    textures: HashMap<TextureId, (ColorImage, bool)>,
}

impl Desk {
    pub fn new() -> Self {
        let context = egui::Context::default();
        theme::apply(&context);
        let mut desk = Self {
            context,
            lab: Lab::default(),
            pane: LabPane::default(),
            scene: teaching_scene(),
            share: 0.5,
            size: vec2(1200.0, 900.0),
            free: Rect::NOTHING,
            go_to: None,
            time: 0.0,
            output: FullOutput::default(),
            before: BeforeDrag::default(),
            textures: HashMap::new(),
        };
        desk.lab.toggle();
        desk.passes(3);
        desk
    }

    /// Opens the lab at a step of a figure.
    pub fn at(name: &str, step: usize) -> Self {
        let mut desk = Self::new();
        desk.lab.show(row(name).unwrap(), Some(step));
        desk.passes(3);
        desk
    }

    pub fn passes(&mut self, count: usize) {
        (0..count).for_each(|_| self.pass(vec![]));
        // On a busy machine a drawing is slow, and the next drawing has to wait for a while.
        while self.pane.figure.is_outdated {
            std::thread::yield_now();
            self.pass(vec![]);
        }
    }

    pub fn pass(&mut self, events: Vec<Event>) {
        self.time += 0.02;
        let modifiers = events.iter().find_map(|event| match event {
            Event::Key { modifiers, .. } => Some(*modifiers),
            _ => None,
        });
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            modifiers: modifiers.unwrap_or_default(),
            events,
            ..Default::default()
        };
        let Self { lab, pane, scene, share, free, go_to, before, .. } = self;
        self.output = self.context.run_ui(input, |ui| {
            let now = || (scene.clone(), lab.state.clone());
            if let Some(restored) = before.take_if_cancelled(ui.ctx(), now) {
                (*scene, lab.state) = restored;
            }
            tab::begin(ui.ctx());
            let place = show(ui, lab, pane, scene, share);
            *go_to = place.or(*go_to);
            *free = ui.available_rect_before_wrap();
            tab::end(ui.ctx());
        });
        for (id, delta) in &self.output.textures_delta.set {
            let ImageData::Color(image) = &delta.image;
            let is_smooth = delta.options.magnification == TextureFilter::Linear;
            match (delta.pos, self.textures.get_mut(id)) {
                (Some([x, y]), Some((texture, _))) => {
                    for (row, pixels) in image.pixels.chunks(image.size[0].max(1)).enumerate() {
                        let start = (y + row) * texture.size[0] + x;
                        texture.pixels[start..start + pixels.len()].copy_from_slice(pixels);
                    }
                }
                _ => _ = self.textures.insert(*id, ((**image).clone(), is_smooth)),
            }
        }
    }

    /// Returns the pixels of the last pass, without a display.
    pub fn pixels(&self) -> FigurePicture {
        let size = [self.size.x as usize, self.size.y as usize];
        let triangles = self.context.tessellate(self.output.shapes.clone(), 1.0);
        pixels::triangles(size, &triangles, |id| self.textures.get(&id), 1.0)
    }

    pub fn part(&self, name: &str) -> Rect {
        let place = place_of(&self.context, part_id(name));
        place.unwrap_or_else(|| panic!("the lab has no {name}"))
    }

    pub fn button(&mut self, pos: Pos2, button: PointerButton, pressed: bool) {
        let modifiers = Modifiers::NONE;
        let press = Event::PointerButton { pos, button, pressed, modifiers };
        self.pass(vec![Event::PointerMoved(pos), press]);
    }

    pub fn click(&mut self, name: &str) {
        let at = self.part(name).center();
        self.pass(vec![Event::PointerMoved(at)]);
        self.button(at, PointerButton::Primary, true);
        self.button(at, PointerButton::Primary, false);
        self.passes(2);
        self.time += 1.0;
    }

    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.pass(vec![Event::PointerMoved(from)]);
        self.button(from, PointerButton::Primary, true);
        (1..=8).for_each(|i| {
            let at = from.lerp(to, i as f32 / 8.0);
            self.pass(vec![Event::PointerMoved(at)]);
        });
        self.button(to, PointerButton::Primary, false);
        self.passes(2);
    }

    pub fn key(&mut self, key: Key, modifiers: Modifiers) {
        for pressed in [true, false] {
            let (physical_key, repeat) = (None, false);
            self.pass(vec![Event::Key { key, physical_key, pressed, repeat, modifiers }]);
        }
        self.pass(vec![]);
    }

    /// Holds a key for a number of passes.
    pub fn hold(&mut self, key: Key, modifiers: Modifiers, passes: usize) {
        let event = |pressed, repeat| {
            vec![Event::Key { key, physical_key: None, pressed, repeat, modifiers }]
        };
        self.pass(event(true, false));
        (1..passes).for_each(|_| self.pass(event(true, true)));
        self.pass(event(false, false));
        self.pass(vec![]);
    }

    /// Returns true if a drawn text begins with `start`.
    pub fn shows_text(&self, start: &str) -> bool {
        self.output.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Text(text) => text.galley.text().starts_with(start),
            _ => false,
        })
    }

    pub fn copied(&self) -> Option<&str> {
        self.output.platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(&**text),
            _ => None,
        })
    }
}
