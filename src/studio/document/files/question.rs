//! A modal question in the middle of the window.

use bevy_egui::egui::{self, Key, RichText};

use crate::studio::ui::tab;
use crate::studio::ui::theme;

const WIDTH: f32 = 380.0;
/// The smallest size of the buttons of a window, in points.
pub const BUTTON: egui::Vec2 = egui::vec2(76.0, 24.0);

/// A question and its answers.
pub struct ModalQuestion<'a> {
    pub title: &'a str,
    pub text: &'a str,
    /// The answers from left to right. Enter gives the first answer, Esc the last.
    pub answers: &'a [&'a str],
}

/// Returns an empty modal window, in the middle of the program's window.
pub fn modal(context: &egui::Context, name: &str) -> egui::Modal {
    let frame = egui::Frame::popup(&context.global_style()).inner_margin(14.0);
    egui::Modal::new(egui::Id::new(name)).frame(frame)
}

/// Returns the width of a modal window, in points. The program's window limits it.
pub fn width_in(context: &egui::Context, width: f32) -> f32 {
    width.min(context.viewport_rect().width() - 48.0)
}

/// Adds a row of buttons, aligned right. The height is fixed, because the layout, which centres
/// vertically, would otherwise take all the height that is left.
pub fn row_of_buttons<R>(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui) -> R) -> R {
    let size = egui::vec2(ui.available_width(), BUTTON.y);
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(size, layout, add).inner
}

impl ModalQuestion<'_> {
    /// Shows the question. Returns the index of the answer, once the user has answered. `is_new` focuses
    /// the first button.
    pub fn show(&self, context: &egui::Context, is_new: bool) -> Option<usize> {
        let modal = modal(context, self.title);
        let shown = modal.show(context, |ui| {
            ui.set_width(width_in(context, WIDTH));
            ui.label(RichText::new(self.title).color(theme::of(ui).strong).strong());
            ui.add_space(2.0);
            ui.add(egui::Label::new(self.text).wrap());
            ui.add_space(8.0);
            row_of_buttons(ui, |ui| self.show_buttons(ui, is_new))
        });
        let is_focused = context.memory(|memory| memory.focused().is_some());
        let pressed = |key| context.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        if pressed(Key::Escape) {
            return Some(self.answers.len() - 1);
        }
        // A button with the focus handles Enter itself.
        let enters = !is_focused && pressed(Key::Enter);
        shown.inner.or(enters.then_some(0))
    }

    /// Adds the buttons from right to left. Tab visits them from left to right.
    fn show_buttons(&self, ui: &mut egui::Ui, is_new: bool) -> Option<usize> {
        let mut chosen = None;
        let mut buttons = Vec::new();
        for (index, answer) in self.answers.iter().enumerate().rev() {
            let text = match index {
                0 => RichText::new(*answer).color(theme::of(ui).strong).strong(),
                _ => RichText::new(*answer),
            };
            let button = ui.add(egui::Button::new(text).min_size(BUTTON));
            if button.clicked() {
                chosen = Some(index);
            }
            if index == 0 && is_new {
                button.request_focus();
            }
            buttons.push(button);
        }
        buttons.iter().rev().for_each(tab::stop);
        chosen
    }
}
