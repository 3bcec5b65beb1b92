//! Requests to open, save and close, and the questions that come before them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use super::dialog::Purpose;
use super::path_line::PathLine;
use super::recent;
use super::stamp::{Stamp, is_as_opened};
use super::work::FileWork;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::Journey;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::import::state::Import;
use crate::studio::document::history::states::History;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::features::export::queue::ExportQueue;
use crate::studio::features::export::task::absolute;
use crate::terrain::preset::new_land;
use crate::terrain::scene::Scene;

/// An action that replaces or closes the land, after the questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileAction {
    /// Starts a new land.
    New,
    /// Lets the user choose a file and opens it.
    Choose,
    /// Opens a file.
    Open(PathBuf),
    /// Opens the heightmap of the import dialog as a new land.
    Map,
    /// Ends the program.
    Close,
}

/// A question to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileQuestion {
    /// Save the changes before this action discards them?
    DiscardChanges(FileAction),
    /// Replace an existing file?
    Replace(PathBuf),
    /// Replace a file that another program has changed?
    Changed(PathBuf),
    /// Cancel this number of running exports and close the window?
    CancelExports(usize),
}

/// The state of opening and saving.
#[derive(Resource, Default)]
pub struct Files {
    pub(super) question: Option<FileQuestion>,
    /// True until the question or the waiting window is shown for the first time.
    pub(super) is_question_new: bool,
    pub(super) line: Option<(Purpose, PathLine)>,
    /// The dialog to show next, and its first path.
    pub(super) wants_dialog: Option<(Purpose, PathBuf)>,
    /// The open dialog: its number, its purpose and its first path.
    pub(super) dialog: Option<(u32, Purpose, PathBuf)>,
    pub(super) dialog_count: u32,
    /// The action that follows after saving.
    pub(super) after_saving: Option<FileAction>,
    /// `Some` while a file is written; true if the user has asked to save again meanwhile.
    pub(super) saving: Option<bool>,
    /// The stamp (time and length) of each file when it was last read or written.
    pub(super) stamps: HashMap<PathBuf, Stamp>,
    /// True if the program ends as soon as no export is running.
    pub(super) ends_after_exports: bool,
    /// True if the user has closed the window and discarded the changes.
    pub(super) ends_without_saving: bool,
}

impl Files {
    pub(super) fn ask(&mut self, question: FileQuestion) {
        (self.question, self.is_question_new) = (Some(question), true);
    }

    /// Records the current stamp of a file.
    pub(super) fn stamp(&mut self, path: &Path) {
        if let Some(stamp) = Stamp::of(path) {
            self.stamps.insert(absolute(path), stamp);
        }
    }
}

/// All resources that opening and saving need, as one system parameter.
#[derive(SystemParam)]
pub struct FileContext<'w, 's> {
    pub files: ResMut<'w, Files>,
    pub wanted: ResMut<'w, WantedScene>,
    pub document: ResMut<'w, OpenDocument>,
    pub journey: ResMut<'w, Journey>,
    pub history: ResMut<'w, History>,
    pub notice: ResMut<'w, Notice>,
    pub settings: ResMut<'w, KeptSettings>,
    pub work: Res<'w, FileWork>,
    pub import: ResMut<'w, Import>,
    pub exports: Option<ResMut<'w, ExportQueue>>,
    exits: MessageWriter<'w, AppExit>,
    rigs: Query<'w, 's, &'static Rig>,
}

impl FileContext<'_, '_> {
    /// Calls `act` with these resources of a world.
    pub fn with(world: &mut World, act: impl FnOnce(&mut FileContext)) {
        let mut state: SystemState<FileContext> = SystemState::new(world);
        if let Ok(mut file_context) = state.get_mut(world) {
            act(&mut file_context);
        }
        state.apply(world);
    }

    /// Carries out an action, but asks first if changes would be lost.
    pub fn request(&mut self, action: FileAction) {
        let running = self.exports.as_ref().map_or(0, |exports| exports.count_unfinished());
        if action == FileAction::Close && running > 0 {
            self.files.ask(FileQuestion::CancelExports(running));
        } else if OpenDocument::is_changed(&self.document, &self.wanted.0) {
            self.files.ask(FileQuestion::DiscardChanges(action));
        } else {
            self.carry_out(action);
        }
    }

    /// Carries out an action without a question.
    pub fn carry_out(&mut self, action: FileAction) {
        match action {
            FileAction::New => {
                // This land is built into the program and always valid, as a test checks.
                let land = new_land().unwrap_or_default();
                self.show(OpenDocument::new(SceneSource::Factory, land.clone()), land);
            }
            FileAction::Choose => {
                let path = self.usual_path();
                self.files.wants_dialog = Some((Purpose::Open, path));
            }
            FileAction::Open(path) => self.load(path),
            FileAction::Map => self.open_map(),
            FileAction::Close => {
                self.exits.write(AppExit::Success);
            }
        }
    }

    /// Makes a document the open document and shows its scene.
    pub fn show(&mut self, document: OpenDocument, scene: Scene) {
        *self.journey = Journey::Jump(scene.view.camera);
        self.wanted.0 = scene;
        *self.document = document;
    }

    /// Returns the scene with the camera's current pose.
    pub fn scene_with_camera(&self) -> Scene {
        let mut scene = self.wanted.0.clone();
        if let Some(rig) = self.rigs.iter().next() {
            scene.view.camera = rig.goal().view();
        }
        scene
    }

    /// Returns the first path of a dialog. It is the open file, or else the land's name in the
    /// folder of the most recent file.
    pub fn usual_path(&self) -> PathBuf {
        if let SceneSource::File(path) = &self.document.source {
            return absolute(path);
        }
        let last = recent::file_at(&self.settings, 0);
        let folder = last.as_deref().and_then(Path::parent).filter(|folder| folder.is_dir());
        let folder = folder.map_or_else(|| absolute(Path::new(".")), Path::to_owned);
        let name = self.document.name().to_lowercase();
        let is_letter = |c: char| c.is_alphanumeric();
        let words: Vec<_> = name.split(|c| !is_letter(c)).filter(|word| !word.is_empty()).collect();
        folder.join(format!("{}.toml", words.join("-")))
    }
}

/// Adds the file of the command line to the recent files and records its stamp.
pub fn remember_first_file(
    mut files: ResMut<Files>,
    mut settings: ResMut<KeptSettings>,
    document: Res<OpenDocument>,
) {
    let SceneSource::File(path) = &document.source else { return };
    if is_as_opened(&document) {
        recent::remember(&mut settings, path);
        files.stamp(path);
    }
}

/// Handles the commands for files.
pub fn handle_commands(
    mut commands: MessageReader<Command>,
    mut file_context: FileContext,
    shelf: Res<Shelf>,
) {
    for command in commands.read() {
        match command {
            Command::OpenPreset(index) => match shelf.document(*index) {
                Some(Ok(preset)) => {
                    let scene = preset.baseline.clone();
                    file_context.show(preset, scene);
                }
                Some(Err(problem)) => file_context.notice.say(problem.to_string()),
                None => {}
            },
            Command::FactoryDefaults => {
                let document = file_context.document.clone();
                file_context.show(document, Scene::default());
            }
            Command::NewLand => file_context.request(FileAction::New),
            Command::OpenFile => file_context.request(FileAction::Choose),
            Command::OpenRecent(index) => match recent::file_at(&file_context.settings, *index) {
                Some(path) => file_context.request(FileAction::Open(path)),
                None => {
                    file_context.notice.say("the list of recent files has no such entry".to_owned())
                }
            },
            Command::Save => file_context.save(),
            Command::SaveAs => file_context.save_as(),
            _ => {}
        }
    }
}
