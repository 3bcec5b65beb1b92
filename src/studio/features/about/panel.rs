//! The window that says what the program is.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, Ui};

use super::state::{About, VERSION, adapter_rows, machine_rows};
use crate::studio::command::kinds::Command;
use crate::studio::ui::room::{self, Free};
use crate::studio::ui::theme;

/// Draws the window.
pub fn draw(
    mut contexts: EguiContexts,
    free: Res<Free>,
    mut about: ResMut<About>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if about.open {
        let context = contexts.ctx_mut()?;
        let free = room::of(context, free.0);
        commands.write_batch(show(context, free, &mut about.open, adapter.as_deref()));
    }
    Ok(())
}

/// Shows the window while it is open; the command that its button gives.
pub fn show(
    context: &egui::Context,
    free: egui::Rect,
    open: &mut bool,
    adapter: Option<&RenderAdapterInfo>,
) -> Option<Command> {
    let window = egui::Window::new("About").open(open).collapsible(false).resizable(false);
    let window =
        window.pivot(egui::Align2::CENTER_CENTER).fixed_pos(free.center()).constrain_to(free);
    window.show(context, |ui| contents(ui, adapter))?.inner?
}

fn contents(ui: &mut Ui, adapter: Option<&RenderAdapterInfo>) -> Option<Command> {
    ui.set_max_width(380.0);
    let grid = egui::Grid::new("about").num_columns(2).spacing([16.0, 4.0]);
    ui.label(RichText::new(VERSION).heading().color(theme::of(ui).accent));
    ui.label("A live studio for procedural terrain.");
    theme::remark(ui, "Free under the MIT or the Apache 2.0 licence.");
    ui.add_space(6.0);
    grid.show(ui, |ui| {
        for (name, value) in adapter_rows(adapter).into_iter().chain(machine_rows()) {
            ui.label(RichText::new(name).color(theme::of(ui).muted));
            ui.add(egui::Label::new(value).wrap());
            ui.end_row();
        }
    });
    ui.add_space(6.0);
    let copy = ui.button("Copy diagnostics");
    let copy = copy.on_hover_text("Copies version, adapter, settings and recipe for a report.");
    copy.clicked().then_some(Command::CopyDiagnostics)
}
