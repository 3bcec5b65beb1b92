//! The footer of the panel: new world, export, help, and the switch for all settings.

use bevy_egui::egui::{self, Button, RichText, Ui};
use wgpu::DeviceType;

use super::inputs::{PanelInputs, command_button};
use crate::studio::command::kinds::Command;
use crate::studio::ui::shared::note_place;
use crate::studio::ui::theme::{self, ROW};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::widgets::plain::switch_row;
use crate::studio::ui::widgets::row::DOT;

/// The names under which the positions of the footer's buttons are stored.
pub const EXPORT: &str = "the button of the export";
pub const ALL_SETTINGS: &str = "the switch of all settings";

/// Shows the footer.
pub fn show(ui: &mut Ui, inputs: &mut PanelInputs, commands: &mut Vec<Command>) {
    if is_software(inputs) && !inputs.settings.all_settings {
        software_note(ui, inputs);
    }
    let switch = match inputs.settings.all_settings {
        true => "Fewer settings",
        false => "All settings",
    };
    let hint = "Switches between the most important settings and all settings.";
    let size = egui::vec2(ui.available_width(), ROW + 2.0);
    let response = ui.add_sized(size, Button::new(switch)).tip(hint);
    note_place(ui.ctx(), widget_id(ALL_SETTINGS), response.rect);
    if response.clicked() {
        commands.push(Command::ToggleAllSettings);
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - 8.0) / 3.0;
        let hint = "Makes another land of the same kind, from a new seed";
        command_button(ui, ("New world  R", hint), width, Command::Randomise, commands);
        let hint = "Exports heights, meshes, maps and code";
        let corner = ui.cursor().min;
        command_button(ui, ("Export…", hint), width, Command::ToggleExport, commands);
        let place = egui::Rect::from_min_size(corner, egui::vec2(width, ROW + 4.0));
        note_place(ui.ctx(), widget_id(EXPORT), place);
        command_button(
            ui,
            ("Help  F1", "Shows the list of keys"),
            width,
            Command::ToggleHelp,
            commands,
        );
    });
}

/// Returns true if the processor draws in place of a graphics card.
pub fn is_software(inputs: &PanelInputs) -> bool {
    inputs.adapter.is_some_and(|adapter| adapter.device_type == DeviceType::Cpu)
}

/// Says that a software driver draws, and shows the switch for sharp motion.
pub fn software_note(ui: &mut Ui, inputs: &mut PanelInputs) {
    let text = "A software driver draws, coarser in motion.";
    let colour = theme::of(ui).muted;
    ui.horizontal(|ui| {
        ui.add_space(DOT);
        ui.label(RichText::new(text).small().color(colour));
    });
    let sharp = &mut inputs.settings.sharp_while_moving;
    let hint = "The processor draws, because there is no graphics card. The land is coarse while it moves; this switch keeps it sharp, but slower.";
    switch_row(ui, "Sharp in motion", hint, sharp);
}
