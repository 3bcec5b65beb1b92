//! The list of keys, from the table of commands.

use bevy_egui::egui::{self, RichText};

use super::theme;
use crate::studio::command::keys;

/// The widest that keys and their sentences get; sentences wrap where there is less room.
const KEYS_WIDTH: f32 = 196.0;
const SENTENCE_WIDTH: f32 = 560.0;

/// Shows the list while it is open, within what the panels leave free.
pub fn show(context: &egui::Context, free: egui::Rect, open: &mut bool) {
    let window = egui::Window::new("Keys").open(open).collapsible(false).resizable(false);
    // What is left for the list once the window has its title and some air around it.
    let height = (free.height() - 90.0).max(80.0);
    let sentence = (free.width() - KEYS_WIDTH - 80.0).clamp(80.0, SENTENCE_WIDTH);
    let window =
        window.pivot(egui::Align2::CENTER_CENTER).fixed_pos(free.center()).constrain_to(free);
    window.show(context, |ui| {
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(
            ui,
            |ui| {
                let grid =
                    egui::Grid::new("keys").num_columns(2).spacing([24.0, 5.0]).min_col_width(0.0);
                grid.max_col_width(sentence.max(KEYS_WIDTH)).show(ui, |ui| {
                    for (keys, doc) in keys() {
                        ui.label(RichText::new(keys).color(theme::of(ui).strong).monospace());
                        ui.label(doc);
                        ui.end_row();
                    }
                });
            },
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_stays_within_what_the_panels_leave_free() {
        for [width, height] in [[950.0, 400.0], [694.0, 616.0], [400.0, 300.0]] {
            let context = egui::Context::default();
            super::super::theme::apply(&context);
            let screen = egui::Rect::from_min_size(
                egui::Pos2::ZERO,
                egui::vec2(width + 330.0, height + 24.0),
            );
            let free = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            for _ in 0..4 {
                let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
                let _ = context.run_ui(input, |ui| show(ui.ctx(), free, &mut true));
            }
            let window =
                context.memory(|memory| memory.area_rect("Keys")).expect("the window is there");
            assert!(free.contains_rect(window), "{free:?} {window:?}");
            assert!(window.height() > 0.6 * free.height().min(400.0), "{window:?}");
        }
    }
}
