//! The window that lists all keys and what they do, taken from the table of commands.

use bevy::prelude::*;
use bevy_egui::egui::{self, Label, RichText, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::{CloseByEsc, EscWindow};
use crate::studio::app::order::PassSet;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::keys;
use crate::studio::ui::theme;
use crate::studio::ui::window_area::{self, Free};

/// The maximum widths of the column of keys and the column of descriptions, in points. In a
/// narrower window the text wraps.
const KEYS_WIDTH: f32 = 196.0;
const SENTENCE_WIDTH: f32 = 560.0;
/// The gap between the two columns, in points.
const GAP: f32 = 24.0;
/// The fraction of the width that the column of keys takes in a narrow window.
const KEYS_FRACTION: f32 = 0.36;

/// The state of the window with the list of keys.
#[derive(Resource, Default)]
pub struct KeysWindow {
    pub open: bool,
}

impl EscWindow for KeysWindow {
    const TITLE: &'static str = "Keys";

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

/// Adds the window with the list of keys.
pub fn plugin(app: &mut App) {
    app.init_resource::<KeysWindow>()
        .close_by_esc::<KeysWindow>()
        .add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::Windows))
        .add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit));
}

/// Opens or closes the list.
fn handle_commands(mut commands: MessageReader<Command>, mut window: ResMut<KeysWindow>) {
    for _ in commands.read().filter(|command| **command == Command::ToggleHelp) {
        window.open = !window.open;
    }
}

/// Draws the list in egui's pass.
fn draw(mut contexts: EguiContexts, free: Res<Free>, mut window: ResMut<KeysWindow>) -> Result {
    let context = contexts.ctx_mut()?;
    show(context, window_area::of(context, free.0), &mut window.open);
    Ok(())
}

/// Shows the list while it is open, in the area that the panels leave free.
pub fn show(context: &egui::Context, free: egui::Rect, open: &mut bool) {
    let window = egui::Window::new("Keys").open(open).collapsible(false).resizable(false);
    // The title and the margins take 90 points.
    let height = (free.height() - 90.0).max(80.0);
    let width = (free.width() - 60.0).clamp(180.0, KEYS_WIDTH + GAP + SENTENCE_WIDTH);
    let window =
        window.pivot(egui::Align2::CENTER_CENTER).fixed_pos(free.center()).constrain_to(free);
    window.show(context, |ui| {
        ui.set_width(width);
        let list = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        list.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            for (keys, doc) in keys() {
                row(ui, keys, doc);
            }
            window_area::end_list(ui);
        });
    });
}

/// Shows one row: keys, and a sentence that describes their effect.
fn row(ui: &mut Ui, keys: &str, doc: &str) {
    let width = KEYS_WIDTH.min(KEYS_FRACTION * ui.available_width());
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.vertical(|ui| {
            ui.set_width(width);
            let keys = RichText::new(keys).color(theme::of(ui).strong).monospace();
            ui.add(Label::new(keys).wrap());
        });
        ui.add_space(GAP.min(0.08 * ui.available_width()));
        ui.add(Label::new(doc).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_stays_in_the_free_area_and_sentences_get_most_of_its_width() {
        for [width, height] in [[950.0, 400.0], [694.0, 616.0], [400.0, 300.0]] {
            let context = egui::Context::default();
            crate::studio::ui::theme::apply(&context);
            let screen = egui::Rect::from_min_size(
                egui::Pos2::ZERO,
                egui::vec2(width + 330.0, height + 24.0),
            );
            let free = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            let mut output = egui::FullOutput::default();
            for _ in 0..4 {
                let input = egui::RawInput { screen_rect: Some(screen), ..Default::default() };
                output = context.run_ui(input, |ui| show(ui.ctx(), free, &mut true));
            }
            let window =
                context.memory(|memory| memory.area_rect("Keys")).expect("the window is there");
            assert!(free.contains_rect(window), "{free:?} {window:?}");
            assert!(window.height() > 0.6 * free.height().min(400.0), "{window:?}");
            let (keys, doc) = keys().next().expect("there are keys");
            let [keys, doc] = [keys, doc].map(|text| {
                crate::studio::tests::driven::drawn(&output, text).pop().expect("it is shown")
            });
            let keys_share = (doc.left() - keys.left()) / window.width();
            assert!(keys_share < 0.42, "keys take {keys_share} of the list");
        }
    }
}
