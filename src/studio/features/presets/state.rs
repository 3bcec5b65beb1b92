//! The commands for the user's presets: save, rename, delete, and show their folder.

use super::{folder, portrait};
use std::collections::HashSet;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use crate::plugin::order::OrogenSet;
use crate::studio::app::idle::DetectRest;
use crate::studio::app::order::PassSet;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::file_context::FileContext;
use crate::studio::document::files::question::ModalQuestion;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::panel::state::UiState;

use super::folder::PresetError;
use super::name_line::{NameAction, NameDialog};
use super::portrait::Portrait;

/// Adds the commands and dialogs of the user's presets, and reads the folder at the start.
pub fn plugin(app: &mut App) {
    app.init_resource::<Portrait>()
        .init_resource::<PresetWindows>()
        .add_systems(Startup, |mut commands: MessageWriter<Command>| {
            commands.write(Command::ReadPresets);
        })
        .add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit))
        .add_systems(Last, portrait::request_screenshot.after(DetectRest))
        .add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::OverPanels));
}

/// The open dialog.
#[derive(Clone, Debug)]
enum OpenDialog {
    /// A name for a new preset.
    Save(NameDialog),
    /// A new name for a preset.
    Rename(NameDialog, PathBuf),
    /// The question before a land replaces the preset with this title.
    Replace(String),
    /// The question before the preset with this title and file is deleted.
    Delete(String, PathBuf),
}

/// The open dialog about presets, and the notices about unreadable files.
#[derive(Resource, Default)]
struct PresetWindows {
    dialog: Option<OpenDialog>,
    /// True in the dialog's first frame, in which it takes the keyboard.
    is_new: bool,
    /// The problems reported so far. Each is reported only once.
    reported: HashSet<String>,
}

impl PresetWindows {
    fn show(&mut self, dialog: OpenDialog) {
        (self.dialog, self.is_new) = (Some(dialog), true);
    }
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut windows: ResMut<PresetWindows>,
    mut files: FileContext,
    shelf: Res<Shelf>,
) {
    // Returns title and path of the preset at a place on the shelf, if the preset is the user's.
    let user_preset = |place: u16| {
        let entry = shelf.0.get(usize::from(place))?;
        Some((entry.title.clone(), entry.path.clone()?))
    };
    for command in commands.read() {
        match *command {
            Command::SavePreset => {
                let name = files.document.name();
                let title = name.strip_suffix(".toml").unwrap_or(&name);
                windows.show(OpenDialog::Save(NameDialog::new("Save as a preset", "Save", title)));
            }
            Command::RenamePreset(place) => {
                if let Some((title, path)) = user_preset(place) {
                    let dialog = NameDialog::new("Rename the preset", "Rename", &title);
                    windows.show(OpenDialog::Rename(dialog, path));
                }
            }
            Command::DeletePreset(place) => {
                if let Some((title, path)) = user_preset(place) {
                    windows.show(OpenDialog::Delete(title, path));
                }
            }
            Command::ShowPresetFolder => files.show_folder(),
            Command::ReadPresets => files.read_presets(),
            _ => {}
        }
    }
}

impl FileContext<'_, '_> {
    fn show_folder(&mut self) {
        let Some(folder) = folder::folder() else {
            self.notice.say(
                "cannot find the folder of presets: the system has no data folder for programs"
                    .to_owned(),
            );
            return;
        };
        self.work.start("folder of presets", move || {
            let created = std::fs::create_dir_all(&folder);
            let opened = created.and_then(|()| open::that_detached(&folder));
            Box::new(move |world| {
                let line = match opened {
                    Ok(()) => format!("your presets are in {}", folder.display()),
                    Err(error) => format!("cannot show {}: {error}", folder.display()),
                };
                FileContext::with(world, |files| files.notice.say(line));
            })
        });
    }

    fn read_presets(&mut self) {
        let Some(folder) = folder::folder() else { return };
        self.work.start("reading of presets", move || {
            let (presets, problems) = folder::read(&folder);
            Box::new(move |world| {
                world.resource_mut::<Shelf>().replace_user_presets(presets);
                let mut windows = world.resource_mut::<PresetWindows>();
                let new: Vec<_> = problems
                    .into_iter()
                    .filter(|line| windows.reported.insert(line.clone()))
                    .collect();
                FileContext::with(world, |files| {
                    new.into_iter().for_each(|line| files.notice.say(line));
                });
            })
        });
    }

    /// Saves the land as a preset: the recipe first, then the picture.
    fn save_preset(&mut self, title: String) {
        let Some(folder) = folder::folder() else {
            self.notice.say(
                "cannot find the folder of presets: the system has no data folder for programs"
                    .to_owned(),
            );
            return;
        };
        let scene = self.scene_with_camera();
        self.work.start("preset", move || {
            let saved = folder::write(&folder, &title, &scene);
            Box::new(move |world| match saved {
                Ok(path) => {
                    world.resource_mut::<Portrait>().waiting_path =
                        Some(path.with_extension("png"));
                    FileContext::with(world, move |files| {
                        let line = format!("saved the preset “{title}”");
                        files.notice.say_about_file(line, &path);
                        // If the land came from a file, that file stays the open document.
                        if !matches!(files.document.source, SceneSource::File(_)) {
                            *files.document = OpenDocument::new(SceneSource::Preset(title), scene);
                            files.history.record_save(&files.document);
                        }
                    });
                }
                Err(problem) => {
                    FileContext::with(world, |files| files.notice.say(problem.to_string()))
                }
            })
        });
    }

    /// Changes the file of a preset on another thread, then reads the folder again.
    fn change_preset(
        &mut self,
        act: impl FnOnce() -> Result<String, PresetError> + Send + 'static,
    ) {
        self.work.start("preset", move || {
            let line = act().unwrap_or_else(|problem| problem.to_string());
            Box::new(move |world| {
                FileContext::with(world, |files| files.notice.say(line));
                world.write_message(Command::ReadPresets);
            })
        });
    }
}

/// Draws the open dialog over all panels.
fn draw(
    mut contexts: EguiContexts,
    mut windows: ResMut<PresetWindows>,
    mut files: FileContext,
    ui: Res<UiState>,
) -> Result {
    if ui.hidden_for_picture || windows.dialog.is_none() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let is_new = std::mem::take(&mut windows.is_new);
    let mut next_dialog = None;
    let is_done = match windows.dialog.as_mut() {
        None => true,
        Some(OpenDialog::Save(dialog)) => match dialog.show(&context, is_new) {
            NameAction::Nothing => false,
            NameAction::Closed => true,
            NameAction::Name(title) => {
                let folder = folder::folder().unwrap_or_default();
                match folder::path_of(&folder, &title).symlink_metadata() {
                    Ok(_) => next_dialog = Some(OpenDialog::Replace(title)),
                    Err(_) => files.save_preset(title),
                }
                true
            }
        },
        Some(OpenDialog::Rename(dialog, path)) => match dialog.show(&context, is_new) {
            NameAction::Nothing => false,
            NameAction::Closed => true,
            NameAction::Name(title) => {
                let path = path.clone();
                files.change_preset(move || {
                    folder::rename(&path, &title)
                        .map(|_| format!("renamed the preset to “{title}”"))
                });
                true
            }
        },
        Some(OpenDialog::Replace(title)) => {
            let title = title.clone();
            let text = format!("This replaces the land and the picture of your preset “{title}”.");
            let answer = ask(&context, is_new, "Replace", &text);
            if answer == Some(0) {
                files.save_preset(title);
            }
            answer.is_some()
        }
        Some(OpenDialog::Delete(title, path)) => {
            let (title, path) = (title.clone(), path.clone());
            let text = format!("This deletes “{title}” and its picture.");
            let answer = ask(&context, is_new, "Delete", &text);
            if answer == Some(0) {
                files.change_preset(move || {
                    folder::delete(&path).map(|()| format!("deleted the preset “{title}”"))
                });
            }
            answer.is_some()
        }
    };
    if is_done {
        windows.dialog = None;
    }
    next_dialog.into_iter().for_each(|dialog| windows.show(dialog));
    Ok(())
}

/// Asks the user before a preset is replaced or deleted. `Some(0)` is a yes, `Some(1)` a no.
fn ask(context: &egui::Context, is_new: bool, verb: &str, text: &str) -> Option<usize> {
    let title = format!("{verb} the preset?");
    ModalQuestion { title: &title, text, answers: &[verb, "Cancel"] }.show(context, is_new)
}
