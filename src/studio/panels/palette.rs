//! The palette: a line that finds every command and parameter. Enter gives a command, and goes into
//! the field of a parameter, which is edited on the spot.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Key, Modifiers, RichText, Ui};

use super::theme;
use super::widgets::{Line, field};
use super::{tab, text};
use crate::studio::command::Command;
use crate::studio::palette::{Found, Parameter, find};
use crate::studio::shelf::Shelf;
use crate::terrain::scene::Scene;
use crate::terrain::values;

/// The most that is shown.
const MOST: usize = 40;
/// How wide the palette is, and how high its list gets.
const WIDTH: f32 = 520.0;
const HEIGHT: f32 = 380.0;
/// The line of a result.
const ROW: f32 = 24.0;

/// What is typed, and which result is picked out.
#[derive(Resource, Default)]
pub struct Palette {
    pub open: bool,
    text: String,
    picked: usize,
    /// The line takes the keyboard in the next frame.
    takes_keyboard: bool,
    /// A picked result has to be scrolled to.
    scrolls: bool,
}

impl Palette {
    /// Opens the palette, or closes it.
    pub fn toggle(&mut self) {
        *self = Self { open: !self.open, takes_keyboard: true, ..Self::default() };
    }

    /// What is typed in it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Shows it while it is open, over what the panels leave free; the command that is given. The
    /// scene is edited.
    pub fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        scene: &mut Scene,
        shelf: &Shelf,
    ) -> Option<Command> {
        if !self.open {
            return None;
        }
        let width = WIDTH.min(free.width() - 40.0).max(200.0);
        let top = free.center_top() + egui::vec2(0.0, (0.12 * free.height()).min(90.0));
        let area = egui::Window::new("Palette").title_bar(false).resizable(false);
        let area = area.pivot(egui::Align2::CENTER_TOP).fixed_pos(top).constrain_to(free);
        let height = HEIGHT.min(free.height() - 120.0).max(80.0);
        let shown = area.show(context, |ui| {
            ui.set_width(width);
            self.contents(ui, height, scene, shelf)
        });
        let given = shown.and_then(|shown| shown.inner).flatten();
        if given.is_some() {
            self.open = false;
        }
        given
    }

    fn contents(
        &mut self,
        ui: &mut Ui,
        height: f32,
        scene: &mut Scene,
        shelf: &Shelf,
    ) -> Option<Command> {
        // In a long frame Enter comes with the letters before it: what it means is found after them.
        let enter = self.line(ui);
        let found = find(&self.text, scene, shelf, MOST);
        self.picked = self.picked.min(found.len().saturating_sub(1));
        ui.add_space(4.0);
        if found.is_empty() {
            let none = format!("No command or parameter has “{}”.", self.text.trim());
            ui.label(RichText::new(none).color(theme::of(ui).muted));
        }
        // Once for all rows.
        let fresh = values::fresh(scene).unwrap_or_default();
        let mut given = None;
        let list = egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
        list.show(ui, |ui| {
            for (place, found) in found.iter().enumerate() {
                let is_picked = place == self.picked;
                let asked = match found {
                    Found::Command { command, name, keys, doc } => {
                        let row = command_row(ui, [name, keys, doc], is_picked);
                        (row.clicked() || (enter && is_picked)).then_some(*command)
                    }
                    Found::Parameter(parameter) => {
                        let asks = enter && is_picked;
                        parameter_row(ui, parameter, (scene, &fresh), is_picked, asks);
                        None
                    }
                };
                if is_picked && self.scrolls {
                    ui.scroll_to_cursor(Some(Align::BOTTOM));
                    self.scrolls = false;
                }
                given = asked.or(given);
            }
        });
        given
    }

    /// The line that is typed in; whether Enter was pressed there.
    fn line(&mut self, ui: &mut Ui) -> bool {
        let line = egui::TextEdit::singleline(&mut self.text).id(line_id());
        let line = line.hint_text("Find a command or a parameter").desired_width(f32::INFINITY);
        let has_keyboard = ui.memory(|memory| memory.has_focus(line_id()));
        let pressed =
            |key| has_keyboard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
        let line = ui.add(line);
        // The line has lost the keyboard by then.
        if line.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.open = false;
        }
        tab::stop(&line);
        if std::mem::take(&mut self.takes_keyboard) {
            line.request_focus();
        }
        if line.changed() {
            (self.picked, self.scrolls) = (0, true);
        }
        if up || down {
            self.picked = if up { self.picked.saturating_sub(1) } else { self.picked + 1 };
            self.scrolls = true;
        }
        line.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    }
}

/// The line that is typed in.
pub fn line_id() -> egui::Id {
    egui::Id::new("line of the palette")
}

/// A command: its name, keys and sentence.
fn command_row(ui: &mut Ui, [name, keys, doc]: [&String; 3], is_picked: bool) -> egui::Response {
    let mut job = egui::text::LayoutJob::default();
    let font = egui::TextStyle::Body.resolve(ui.style());
    let small = egui::TextStyle::Small.resolve(ui.style());
    job.append(name, 0.0, egui::TextFormat::simple(font, theme::of(ui).strong));
    job.append(&format!("  {doc}"), 0.0, egui::TextFormat::simple(small, theme::of(ui).muted));
    let button = egui::Button::selectable(is_picked, job).truncate().right_text(keys.as_str());
    ui.add_sized([ui.available_width(), ROW], button.min_size(egui::vec2(0.0, ROW)))
}

/// A parameter with its widget; `asks` gives the widget's number the keyboard.
fn parameter_row(
    ui: &mut Ui,
    parameter: &Parameter,
    (scene, fresh): (&mut Scene, &Scene),
    is_picked: bool,
    asks: bool,
) {
    let Some([value, default]) = parameter.values(scene, fresh) else { return };
    let fill = if is_picked { ui.visuals().selection.bg_fill } else { egui::Color32::TRANSPARENT };
    egui::Frame::new().fill(fill).corner_radius(3.0).inner_margin(2.0).show(ui, |ui| {
        ui.horizontal(|ui| {
            let of = RichText::new(text::minus(&parameter.of)).small().color(theme::of(ui).muted);
            ui.add_sized([110.0, ROW - 4.0], egui::Label::new(of).truncate());
            ui.vertical(|ui| {
                let line = Line {
                    address: &parameter.address,
                    row: parameter.row,
                    value: &value,
                    default: &default,
                    enabled: true,
                    names: &[],
                };
                if let Some(edited) = line.show(ui) {
                    // What the widget gives and the parameter refuses changes nothing.
                    let _ = parameter.set(scene, &edited);
                }
            });
        });
    });
    if asks {
        let field = field::id_of(ui, &parameter.address);
        ui.memory_mut(|memory| memory.request_focus(field));
    }
}
