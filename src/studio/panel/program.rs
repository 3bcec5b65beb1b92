//! The settings of the program: theme, panel side, text size; and its speed.

use bevy_egui::egui::{self, Button, RichText, Ui};

use super::group::{self, Heading};
use super::inputs::PanelInputs;
use crate::studio::app::settings::data::{Theme, WindowSide};
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::plain::{plain_row, switch_row};

/// Words by which a search finds the window group.
pub const WORDS: &str = "program theme dark light system panel side left right text size scale draw continuously reopen last land session";
/// Words by which a search finds the performance group.
pub const PERFORMANCE_WORDS: &str = "performance frames per second fps edit triangles adapter";

/// Shows the groups of the program.
pub fn show(ui: &mut Ui, inputs: &mut PanelInputs, commands: &mut Vec<Command>) {
    window(ui, inputs, false, commands);
    performance(ui, inputs, false);
}

/// Shows the window group.
pub fn window(
    ui: &mut Ui,
    inputs: &mut PanelInputs,
    is_open_for_search: bool,
    commands: &mut Vec<Command>,
) {
    let heading =
        Heading { name: "program", title: "Window", is_open_for_search, ..Heading::default() };
    if heading.show(ui, &mut inputs.settings.groups).open {
        group::body(ui, "program", |ui| rows(ui, inputs, commands));
    }
}

fn rows(ui: &mut Ui, inputs: &mut PanelInputs, commands: &mut Vec<Command>) {
    let settings = &mut *inputs.settings;
    let themes = [(Theme::System, "System"), (Theme::Dark, "Dark"), (Theme::Light, "Light")];
    plain_row(ui, "Theme", "The colours of the panels.", |ui| {
        segments(ui, &mut settings.theme, &themes);
    });
    let sides = [(WindowSide::Left, "Left"), (WindowSide::Right, "Right")];
    plain_row(ui, "Panel", "The side of the window where the panel is.", |ui| {
        segments(ui, &mut settings.panel_side, &sides);
    });
    plain_row(ui, "Text", "The size of text, relative to the system's setting.", |ui| {
        let percent = format!("{:.0} %", 100.0 * settings.text_scale);
        let buttons = [
            ("−".to_owned(), Command::ScaleDown),
            (percent, Command::ScaleReset),
            ("+".to_owned(), Command::ScaleUp),
        ];
        let width = (ui.available_width() - 4.0) / 3.0;
        ui.spacing_mut().item_spacing.x = 2.0;
        for (text, command) in buttons {
            let size = egui::vec2(width, ui.spacing().interact_size.y);
            let hint = with_keys("Changes the size of text", command);
            if ui.add_sized(size, Button::new(text)).tip(hint).clicked() {
                commands.push(command);
            }
        }
    });
    switch_row(
        ui,
        "Draw continuously",
        "Draws frames all the time, for recordings and measurements. Otherwise the program draws only when something changes.",
        &mut settings.draw_continuously,
    );
    switch_row(
        ui,
        "Reopen the last land",
        "Opens the last land when the program starts without arguments.",
        &mut settings.restore_session,
    );
}

/// Shows the performance group.
pub fn performance(ui: &mut Ui, inputs: &mut PanelInputs, is_open_for_search: bool) {
    let heading = Heading {
        name: "performance",
        title: "Performance",
        is_open_for_search,
        ..Heading::default()
    };
    if !heading.show(ui, &mut inputs.settings.groups).open {
        return;
    }
    for (name, value, hint) in inputs.performance {
        let colour = theme::of(ui).strong;
        plain_row(ui, name, hint, |ui| ui.label(RichText::new(value).color(colour)));
    }
}

/// Shows the allowed values as buttons side by side, and marks the selected value.
pub fn segments<T: PartialEq + Copy>(ui: &mut Ui, value: &mut T, rows: &[(T, &str)]) {
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().button_padding.x = 2.0;
    let gaps = 2.0 * (rows.len() as f32 - 1.0);
    let width = ((ui.available_width() - gaps) / rows.len() as f32).floor();
    let size = egui::vec2(width, ui.spacing().interact_size.y);
    for (other, name) in rows {
        let button = Button::new(*name).selected(value == other);
        if ui.add_sized(size, button).clicked() {
            *value = *other;
        }
    }
}
