//! The window that lists the undo steps. A click on a step goes to the state after it.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::steps::GoToStep;
use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::{CloseByEsc, EscWindow};
use crate::studio::app::order::PassSet;
use crate::studio::camera::state::FreeArea;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::states::History;
use crate::studio::panel::state::UiState;
use crate::studio::ui::fonts::Fallback;
use crate::studio::ui::theme;
use crate::studio::ui::window_area;

const WIDTH: f32 = 270.0;
const HEIGHT: f32 = 20.0;

/// The state of the list.
#[derive(Resource, Default)]
pub struct StepsWindow {
    pub open: bool,
    /// The step to which the list has scrolled.
    scrolled_to: Option<usize>,
}

impl EscWindow for StepsWindow {
    const TITLE: &'static str = "Steps";

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

/// Shows the list.
pub fn plugin(app: &mut App) {
    app.init_resource::<StepsWindow>()
        .close_by_esc::<StepsWindow>()
        .add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels))
        .add_systems(PostUpdate, toggle.in_set(OrogenSet::Edit));
}

/// Opens and closes the list.
fn toggle(mut commands: MessageReader<Command>, mut window: ResMut<StepsWindow>) {
    for _ in commands.read().filter(|command| **command == Command::ToggleSteps) {
        *window = StepsWindow { open: !window.open, scrolled_to: None };
    }
}

fn draw(
    mut contexts: EguiContexts,
    mut window: ResMut<StepsWindow>,
    history: Res<History>,
    ui: Res<UiState>,
    area: Res<FreeArea>,
    mut jumps: MessageWriter<GoToStep>,
    mut fonts: ResMut<Fallback>,
) -> Result {
    if !window.open || ui.hidden_for_picture {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let free = window_area::of(context, area.of(context));
    fonts.load_missing(context, history.names());
    if let Some(step) = window.show(context, free, &history) {
        jumps.write(GoToStep(step));
    }
    Ok(())
}

impl StepsWindow {
    /// Returns the window's state with the list open.
    #[cfg(test)]
    pub fn opened() -> Self {
        Self { open: true, scrolled_to: None }
    }

    /// Shows the list in the free area. Returns the step that the user clicked.
    pub fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        history: &History,
    ) -> Option<usize> {
        let mut open = self.open;
        let window = egui::Window::new("Steps").open(&mut open).collapsible(false);
        let position = free.left_top() + egui::vec2(12.0, 12.0);
        let window = window.resizable(false).default_pos(position).constrain_to(free);
        let height = (free.height() - 120.0).clamp(80.0, 420.0);
        let shown = window.show(context, |ui| {
            ui.set_width(WIDTH);
            let scroll = egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
            let list = |ui: &mut egui::Ui| {
                let clicked = self.list(ui, history);
                window_area::end_list(ui);
                clicked
            };
            scroll.show(ui, list).inner
        });
        self.open = open;
        shown.and_then(|shown| shown.inner).flatten()
    }

    /// Shows the rows, the oldest first. Returns the step that the user clicked.
    fn list(&mut self, ui: &mut egui::Ui, history: &History) -> Option<usize> {
        let current = history.steps();
        ui.spacing_mut().item_spacing.y = 1.0;
        let mut clicked = None;
        for (step, name) in history.names().enumerate() {
            let is_current = step == current;
            // Undone steps are muted.
            let colours = theme::of(ui);
            let colour = if step > current { colours.muted } else { colours.strong };
            let text = egui::RichText::new(name).color(colour);
            let row = egui::Button::selectable(is_current, text).truncate();
            let row = ui.add(row.min_size(egui::vec2(ui.available_width(), HEIGHT)));
            if is_current && self.scrolled_to != Some(current) {
                row.scroll_to_me(None);
                self.scrolled_to = Some(current);
            }
            if row.clicked() {
                clicked = Some(step);
            }
        }
        clicked
    }
}
