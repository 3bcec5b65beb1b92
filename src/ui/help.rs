//! The list of keys, from the table of commands.

use bevy_egui::egui::{self, RichText};

use super::theme::STRONG;
use crate::app::command::keys;

/// Shows the list while it is open.
pub fn show(context: &egui::Context, open: &mut bool) {
    let window = egui::Window::new("Keys").open(open).collapsible(false).resizable(false);
    // What is left for the list once the window has its title and some air around it.
    let height = (context.content_rect().height() - 130.0).max(80.0);
    window.anchor(egui::Align2::CENTER_CENTER, [-160.0, 0.0]).show(context, |ui| {
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
            egui::Grid::new("keys").num_columns(2).spacing([24.0, 5.0]).show(ui, |ui| {
                for (keys, doc) in keys() {
                    ui.label(RichText::new(keys).color(STRONG).monospace());
                    ui.label(doc);
                    ui.end_row();
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_stays_inside_a_small_window() {
        let context = egui::Context::default();
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 400.0));
        for _ in 0..4 {
            let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
            let _ = context.run_ui(input, |ui| show(ui.ctx(), &mut true));
        }
        let window = context.memory(|memory| memory.area_rect("Keys")).expect("the window is there");
        assert!(screen.contains_rect(window), "{window:?}");
    }
}
