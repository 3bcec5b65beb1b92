//! The windows about files: questions, a waiting window, and the path line.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowCloseRequested};
use bevy_egui::{EguiContexts, egui};

use super::dialog::{Dialog, DialogResult, Purpose};
use super::file_context::{FileAction, FileContext, FileQuestion, Files};
use super::path_line::{PathLine, PathResult};
use super::question::ModalQuestion;
use crate::studio::panel::state::UiState;
use crate::studio::ui::fonts::Fallback;

/// Handles the desktop's request to close the window.
pub fn handle_close_requests(
    mut requests: MessageReader<WindowCloseRequested>,
    mut file_context: FileContext,
) {
    if requests.read().count() > 0 {
        file_context.request(FileAction::Close);
    }
}

/// Closes the window once the cancelled exports have removed their partial files.
pub fn close_after_exports(mut file_context: FileContext) {
    let running = file_context.exports.as_ref().map_or(0, |exports| exports.count_unfinished());
    if file_context.files.ends_after_exports && running == 0 {
        file_context.files.ends_after_exports = false;
        file_context.request(FileAction::Close);
    }
}

/// Shows the requested dialog, or the path line if the desktop has no dialogs.
pub fn show_dialog(
    mut file_context: FileContext,
    windows: Query<Entity, With<PrimaryWindow>>,
    // This makes Bevy run the system on the main thread, which owns the windows.
    _main: NonSendMarker,
) {
    let Some((purpose, path)) = file_context.files.wants_dialog.take() else { return };
    if file_context.files.dialog.is_some() || file_context.files.line.is_some() {
        return;
    }
    let Some(dialog) = Dialog::new(windows.iter().next(), purpose, &path) else {
        file_context.files.type_path(purpose, &path);
        return;
    };
    file_context.files.dialog_count += 1;
    let number = file_context.files.dialog_count;
    file_context.files.dialog = Some((number, purpose, path));
    file_context.files.is_question_new = true;
    file_context.work.start("dialog", move || {
        let chosen = dialog.show();
        Box::new(move |world| {
            FileContext::with(world, |file_context| file_context.use_dialog_result(number, chosen))
        })
    });
}

impl Files {
    /// Opens the path line.
    fn type_path(&mut self, purpose: Purpose, path: &std::path::Path) {
        // For opening, the text is the folder with a slash at the end, so that the user can type a name.
        let folder = path.parent().map(|folder| folder.join(""));
        let folder = folder.as_deref().unwrap_or(path);
        let line = match purpose {
            Purpose::Open => PathLine::new("Open a land", "Open", folder),
            Purpose::Import => PathLine::new("Import a heightmap", "Import", folder),
            // Exports and figures open their own dialogs and never get here.
            Purpose::Save | Purpose::Export | Purpose::Figure => {
                PathLine::new("Save the land as", "Save", path)
            }
        };
        self.line = Some((purpose, line));
    }
}

impl FileContext<'_, '_> {
    /// Handles the result of a dialog.
    fn use_dialog_result(&mut self, number: u32, chosen: DialogResult) {
        // If the dialog has another number, the user has cancelled it or typed the path instead.
        let Some((_, purpose, first_path)) = self.files.dialog.take_if(|open| open.0 == number)
        else {
            return;
        };
        match chosen {
            // The dialog itself asks before a file is replaced.
            DialogResult::Path(path) => self.use_path(path, purpose, true),
            DialogResult::Nothing => self.files.after_saving = None,
            DialogResult::NoDialog => self.files.type_path(purpose, &first_path),
        }
    }

    /// Opens, imports or saves a file. `may_replace` is true if the user has agreed to replace it.
    fn use_path(&mut self, path: std::path::PathBuf, purpose: Purpose, may_replace: bool) {
        match purpose {
            Purpose::Open => self.load(path),
            Purpose::Import => self.import(path),
            Purpose::Save | Purpose::Export | Purpose::Figure => self.save_in(&path, may_replace),
        }
    }

    /// Shows the path line.
    fn show_line(&mut self, context: &egui::Context) {
        let Some((purpose, line)) = &mut self.files.line else { return };
        let purpose = *purpose;
        match (line.show(context), purpose) {
            (PathResult::Nothing, _) => {}
            (PathResult::Closed, _) => (self.files.line, self.files.after_saving) = (None, None),
            (PathResult::Path(path), _) if path.is_dir() => {
                line.refuse(format!("{} is a folder; name a file in it", path.display()));
            }
            (PathResult::Path(path), Purpose::Open | Purpose::Import) if !path.exists() => {
                line.refuse(format!("there is no file {}", path.display()));
            }
            (PathResult::Path(path), _) => {
                self.files.line = None;
                self.use_path(path, purpose, false);
            }
        }
    }

    /// Shows a window while a dialog is open. The dialog may be invisible, so the user can choose
    /// to type the path instead.
    fn show_waiting(&mut self, context: &egui::Context) {
        let Some((_, purpose, first_path)) = self.files.dialog.clone() else { return };
        let question = ModalQuestion {
            title: "A file dialog is open",
            text: "Choose a file there. If you do not see the dialog, you can type the path here.",
            answers: &["Type the path", "Cancel"],
        };
        let is_new = std::mem::take(&mut self.files.is_question_new);
        let Some(answer) = question.show(context, is_new) else { return };
        self.files.dialog = None;
        match answer {
            0 => self.files.type_path(purpose, &first_path),
            _ => self.files.after_saving = None,
        }
    }

    /// Shows the question that is open, if any.
    fn show_question(&mut self, context: &egui::Context) {
        let Some(question) = self.files.question.clone() else { return };
        let is_new = std::mem::take(&mut self.files.is_question_new);
        let ask = |title: &str, text: &str, answers: &[&str]| {
            ModalQuestion { title, text, answers }.show(context, is_new)
        };
        let answer = match &question {
            FileQuestion::DiscardChanges(_) => ask(
                &format!("Save the changes to “{}”?", self.document.name()),
                "Otherwise they are lost.",
                &["Save", "Don't save", "Cancel"],
            ),
            FileQuestion::Replace(path) => ask(
                "Replace the file?",
                &format!("{} already exists.", path.display()),
                &["Replace", "Cancel"],
            ),
            FileQuestion::CancelExports(count) => {
                let text = match count {
                    1 => {
                        "An export is running. Closing the window cancels it and removes its partial file."
                    }
                    _ => {
                        "Exports are running. Closing the window cancels them and removes partial files."
                    }
                };
                ask("Cancel the exports?", text, &["Cancel and close", "Go on"])
            }
            FileQuestion::Changed(path) => ask(
                "Another program has changed the file",
                &format!("{} differs from the version that was opened here.", path.display()),
                &["Save as…", "Replace", "Cancel"],
            ),
        };
        let Some(answer) = answer else { return };
        self.files.question = None;
        match (question, answer) {
            (FileQuestion::DiscardChanges(action), 0) => {
                self.files.after_saving = Some(action);
                self.save();
            }
            (FileQuestion::DiscardChanges(action), 1) => {
                self.files.ends_without_saving = action == FileAction::Close;
                self.carry_out(action);
            }
            (FileQuestion::Replace(path), 0) | (FileQuestion::Changed(path), 1) => self.write(path),
            (FileQuestion::Changed(_), 0) => self.save_as(),
            (FileQuestion::CancelExports(_), 0) => {
                self.exports.iter_mut().for_each(|exports| exports.cancel_all());
                self.files.ends_after_exports = true;
            }
            _ => self.files.after_saving = None,
        }
    }
}

/// Draws questions, dialogs and the path line over all panels.
pub fn draw(
    mut contexts: EguiContexts,
    mut file_context: FileContext,
    mut fonts: ResMut<Fallback>,
    ui: Res<UiState>,
) -> Result {
    if ui.hidden_for_picture {
        return Ok(());
    }
    let files = &file_context.files;
    if files.question.is_none() && files.line.is_none() && files.dialog.is_none() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    fonts.load_missing(&context, [&*file_context.document.name()]);
    file_context.show_waiting(&context);
    file_context.show_line(&context);
    file_context.show_question(&context);
    Ok(())
}
