//! The header of the panel: name of the document, menu, undo, redo and search.

use bevy_egui::egui::{self, Button, Key, RichText, ScrollArea, TextEdit, Ui};

use super::inputs::{PanelInputs, search_id};
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::command::table::COMMANDS;
use crate::studio::features::presets::pictures as presets;
use crate::studio::ui::theme::{self, CLOSE, ROW};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, window_area};
use crate::terrain::scene::Scene;

/// The commands of the menu, in groups.
const MENU: &[&[Command]] = &[
    &[
        Command::NewLand,
        Command::OpenFile,
        Command::ImportMap,
        Command::Save,
        Command::SaveAs,
        Command::SavePreset,
        Command::ShowPresetFolder,
        Command::RecoverLands,
        Command::FactoryDefaults,
    ],
    &[
        Command::TogglePalette,
        Command::ToggleSteps,
        Command::ToggleVariations,
        Command::SwapSlots,
        Command::CopyCode,
        Command::CopyRecipe,
        Command::PasteAny,
    ],
    &[
        Command::ToggleLab,
        Command::Screenshot,
        Command::ToggleExport,
        Command::TogglePanel,
        Command::ToggleFullScreen,
    ],
    &[
        Command::ToggleTheme,
        Command::TogglePanelSide,
        Command::ToggleGuides,
        Command::CopyDiagnostics,
        Command::ToggleAbout,
    ],
];

/// Shows the header.
pub fn show(ui: &mut Ui, scene: &Scene, inputs: &mut PanelInputs, commands: &mut Vec<Command>) {
    ui.add_space(4.0);
    let size = egui::vec2(ui.available_width(), ROW + 4.0);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.spacing_mut().interact_size.y = ROW + 4.0;
        ui.spacing_mut().item_spacing.x = 4.0;
        menu(ui, &inputs.settings.recent, commands);
        let buttons = [
            ("Undo", "Undoes the last change", inputs.can_undo, Command::Undo),
            ("Redo", "Redoes the undone change", inputs.can_redo, Command::Redo),
        ];
        let width = ui.available_width() - 100.0;
        name(ui, scene, inputs, width, commands);
        for (text, hint, enabled, command) in buttons {
            let button = Button::new(text).min_size(egui::vec2(46.0, ROW + 4.0));
            if ui.add_enabled(enabled, button).tip(with_keys(hint, command)).clicked() {
                commands.push(command);
            }
        }
    });
    ui.add_space(2.0);
    search(ui, inputs.search);
    ui.add_space(2.0);
}

/// Shows the button of the menu: recent files, then the commands of [`MENU`].
fn menu(ui: &mut Ui, recent: &[String], commands: &mut Vec<Command>) {
    let button = ui.menu_button("☰", |ui| {
        ui.set_min_width(210.0);
        let max_height = ui.ctx().viewport_rect().height() - 60.0;
        ScrollArea::vertical().max_height(max_height).show(ui, |ui| {
            recent_files(ui, recent, commands);
            entries(ui, commands);
            window_area::end_list(ui);
        });
    });
    tab::name(&button.response, "Menu");
    button.response.tip("Files, steps, sharing and window");
}

/// Shows the menu's commands, with a line between groups.
fn entries(ui: &mut Ui, commands: &mut Vec<Command>) {
    for (index, group) in MENU.iter().enumerate() {
        if index > 0 {
            ui.separator();
        }
        for row in COMMANDS.iter().filter(|row| group.contains(&row.command)) {
            let button = Button::new(row.name).shortcut_text(row.keys);
            if ui.add(button).tip(row.doc).clicked() {
                commands.push(row.command);
                ui.close();
            }
        }
    }
}

/// Shows the recently opened files.
fn recent_files(ui: &mut Ui, recent: &[String], commands: &mut Vec<Command>) {
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button("Recent files", |ui| {
            for (index, path) in recent.iter().enumerate() {
                let name = std::path::Path::new(path).file_name().unwrap_or_default();
                if ui.button(name.to_string_lossy()).tip(path).clicked() {
                    commands.push(Command::OpenRecent(u8::try_from(index).unwrap_or(u8::MAX)));
                    ui.close();
                }
            }
        });
    });
}

/// Shows the name of the document, with a dot if there are unsaved changes. A click shows all
/// presets.
fn name(ui: &mut Ui, scene: &Scene, inputs: &PanelInputs, width: f32, commands: &mut Vec<Command>) {
    let is_changed = inputs.document.is_changed(scene);
    let mark = if is_changed { " •" } else { "" };
    let text = format!("{}{mark}", inputs.document.name());
    let text = RichText::new(text).color(theme::of(ui).strong);
    let button =
        Button::new(text).right_text("⏷").truncate().min_size(egui::vec2(width, ROW + 4.0));
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        let screen = ui.ctx().viewport_rect().size();
        ui.set_width(presets::WIDTH.min(screen.x - 40.0));
        let max_height = (screen.y - 140.0).max(120.0);
        if presets::show(ui, inputs.shelf, inputs.document, max_height, commands) {
            ui.close();
        }
    });
    if response.clicked() {
        commands.push(Command::ReadPresets);
    }
    let suffix = if is_changed { ", with unsaved changes" } else { "" };
    response.tip(format!("The open land{suffix}. A click shows all presets."));
}

/// Shows the search field. Esc clears it.
fn search(ui: &mut Ui, search: &mut String) {
    let size = egui::vec2(ui.available_width(), ROW);
    // The layout runs from right to left, so that the field takes the width that the button leaves.
    // A row wider than the panel would widen the panel.
    ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if !search.is_empty() && ui.small_button(CLOSE).tip("Clears the search (Esc)").clicked() {
            search.clear();
        }
        let line = TextEdit::singleline(search)
            .id(search_id())
            .hint_text("Search settings and commands (Ctrl+F)")
            .margin(egui::Margin::symmetric(6, 1))
            .desired_width(ui.available_width());
        let line = ui.add(line);
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_label("Search"));
        if line.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            search.clear();
        }
        tab::stop(&line);
        line.tip("Finds settings and commands by name, key or description.");
    });
}
