//! The list of keys, from the table of commands.

use bevy_egui::egui::{self, RichText};

use super::theme::STRONG;
use crate::app::command::keys;

/// Shows the list while it is open.
pub fn show(context: &egui::Context, open: &mut bool) {
    let window = egui::Window::new("Keys").open(open).collapsible(false).resizable(false);
    window.anchor(egui::Align2::CENTER_CENTER, [-160.0, 0.0]).show(context, |ui| {
        egui::Grid::new("keys").num_columns(2).spacing([24.0, 5.0]).show(ui, |ui| {
            let mut row = |keys: &str, doc: &str| {
                ui.label(RichText::new(keys).color(STRONG).monospace());
                ui.label(doc);
                ui.end_row();
            };
            keys().for_each(|(keys, doc)| row(keys, doc));
        });
    });
}
