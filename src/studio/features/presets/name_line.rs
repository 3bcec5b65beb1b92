//! The dialog in which the user names a preset.

use bevy_egui::egui::{self, Key, RichText};

use super::folder::{MAX_CHARS, check_title};
use crate::studio::document::files::question::{BUTTON, modal, row_of_buttons, width_in};
use crate::studio::ui::{tab, theme};

const WIDTH: f32 = 320.0;

/// The state of the dialog: the text that the user typed, and the error in it.
#[derive(Clone, Debug)]
pub struct NameDialog {
    title: &'static str,
    verb: &'static str,
    text: String,
    problem: Option<String>,
}

/// The user's action in the dialog in this frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameAction {
    /// The user is still typing.
    Nothing,
    /// The user closed the dialog.
    Closed,
    /// A valid name.
    Name(String),
}

impl NameDialog {
    /// Returns a dialog with a suggested name. `verb` is the text of its button.
    pub fn new(title: &'static str, verb: &'static str, text: &str) -> Self {
        Self { title, verb, text: text.to_owned(), problem: None }
    }

    /// Shows the dialog. If `is_new`, its text field takes the keyboard and selects the whole name.
    pub fn show(&mut self, context: &egui::Context, is_new: bool) -> NameAction {
        let shown = modal(context, "name line").show(context, |ui| {
            ui.set_width(width_in(context, WIDTH));
            ui.strong(self.title);
            ui.add_space(4.0);
            let id = ui.make_persistent_id("name");
            let has_escaped = ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
            let edit = egui::TextEdit::singleline(&mut self.text).id(id).char_limit(MAX_CHARS);
            let edit = ui.add(edit.desired_width(ui.available_width()));
            tab::stop(&edit);
            let has_entered = edit.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            if edit.changed() {
                self.problem = None;
            }
            let problem = self.problem.as_deref().unwrap_or_default();
            ui.label(RichText::new(problem).color(theme::of(ui).error));
            let (is_cancelled, is_confirmed) = row_of_buttons(ui, |ui| {
                let cancel = ui.add(egui::Button::new("Cancel").min_size(BUTTON));
                let confirm = ui.add(egui::Button::new(self.verb).min_size(BUTTON));
                tab::stop(&confirm);
                tab::stop(&cancel);
                (cancel.clicked(), confirm.clicked())
            });
            let action = match (is_cancelled || has_escaped, is_confirmed || has_entered) {
                (true, _) => NameAction::Closed,
                (_, false) => NameAction::Nothing,
                _ => self.confirm(),
            };
            // The text field also takes the keyboard if no widget has it.
            let takes_keyboard = is_new || ui.memory(|memory| memory.focused().is_none());
            if takes_keyboard {
                edit.request_focus();
                select_all(ui, id, &self.text);
            }
            action
        });
        shown.inner
    }

    /// Returns the name if it is valid. Otherwise shows the problem.
    fn confirm(&mut self) -> NameAction {
        let title = self.text.trim().to_owned();
        match check_title(&title) {
            Ok(()) => NameAction::Name(title),
            Err(problem) => {
                self.problem = Some(problem.to_string());
                NameAction::Nothing
            }
        }
    }
}

fn select_all(ui: &egui::Ui, id: egui::Id, text: &str) {
    let mut state = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let end = egui::text::CCursor::new(text.chars().count());
    let all = egui::text::CCursorRange::two(egui::text::CCursor::new(0), end);
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}
