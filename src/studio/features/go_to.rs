//! The window in which the user types the place that the camera goes to.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::{CloseByEsc, EscWindow};
use crate::studio::app::order::PassSet;
use crate::studio::camera::travel::{GoTo, check_place};
use crate::studio::command::kinds::Command;
use crate::studio::ui::window_area::{self, Free};
use crate::studio::ui::{tab, theme};
use crate::terrain::destination::Destination;
use crate::terrain::recipe::Recipe;

/// The state of the window: the typed text and the error in it.
#[derive(Resource, Default)]
pub struct PlaceLine {
    pub open: bool,
    text: String,
    problem: Option<String>,
    /// True if the text field takes the keyboard in the next frame.
    takes_keyboard: bool,
}

impl EscWindow for PlaceLine {
    const TITLE: &'static str = "Go to";

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

/// Adds the window, and the message [`GoTo`] that moves the camera.
pub fn plugin(app: &mut App) {
    app.init_resource::<PlaceLine>()
        .close_by_esc::<PlaceLine>()
        .add_message::<GoTo>()
        .add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::Windows))
        .add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit));
}

fn handle_commands(mut commands: MessageReader<Command>, mut line: ResMut<PlaceLine>) {
    commands.read().filter(|command| **command == Command::AskPlace).for_each(|_| line.toggle());
}

fn draw(
    mut contexts: EguiContexts,
    free: Res<Free>,
    mut line: ResMut<PlaceLine>,
    wanted: Res<WantedScene>,
    mut places: MessageWriter<GoTo>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if line.open {
        let free = window_area::of(context, free.0);
        places.write_batch(line.show(context, free, &wanted.0.recipe));
    }
    Ok(())
}

impl PlaceLine {
    /// Opens or closes the window.
    pub fn toggle(&mut self) {
        *self = Self { open: !self.open, takes_keyboard: true, ..Self::default() };
    }

    /// Shows the window in the free area, if it is open. Returns the place once the user confirms
    /// it.
    pub fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        recipe: &Recipe,
    ) -> Option<GoTo> {
        let mut open = self.open;
        let window = egui::Window::new("Go to").open(&mut open).collapsible(false).resizable(false);
        let top = free.center_top() + egui::vec2(0.0, 60.0);
        let window = window.pivot(egui::Align2::CENTER_TOP).fixed_pos(top).constrain_to(free);
        let shown = window.show(context, |ui| self.line(ui));
        let is_confirmed = shown.and_then(|shown| shown.inner).unwrap_or(false);
        self.open = open && self.open;
        if !is_confirmed {
            return None;
        }
        let place = self.text.parse::<Destination>().map_err(|error| error.to_string());
        let check = |place| match check_place(&place, recipe) {
            Ok(()) => Ok(place),
            Err(error) => Err(error.to_string()),
        };
        match place.and_then(check) {
            Ok(place) => {
                self.open = false;
                Some(GoTo(place))
            }
            Err(problem) => {
                (self.problem, self.takes_keyboard) = (Some(problem), true);
                None
            }
        }
    }

    /// Shows the text field and its button. Returns true if the user clicked the button or pressed
    /// Enter.
    fn line(&mut self, ui: &mut egui::Ui) -> bool {
        ui.set_width(340.0);
        let row = ui.horizontal(|ui| {
            let edit =
                egui::TextEdit::singleline(&mut self.text).hint_text("x z").desired_width(284.0);
            let edit = ui.add(edit);
            tab::stop(&edit);
            if std::mem::take(&mut self.takes_keyboard) {
                edit.request_focus();
            }
            if edit.changed() {
                self.problem = None;
            }
            let (enter, escape) =
                ui.input(|i| (i.key_pressed(egui::Key::Enter), i.key_pressed(egui::Key::Escape)));
            self.open &= !(edit.lost_focus() && escape);
            (edit.lost_focus() && enter) | ui.button("Go").clicked()
        });
        match &self.problem {
            Some(problem) => ui.label(RichText::new(problem).color(theme::of(ui).error)),
            None => {
                let hint = "Type x z or x,y,z in metres east and south, yaw,pitch,distance,x,y,z, or the text of a view.";
                theme::remark(ui, hint)
            }
        };
        row.inner
    }
}
