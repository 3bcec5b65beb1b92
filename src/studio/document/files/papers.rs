//! What is wanted of files, and what stands in its way.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;

use super::dialog::Purpose;
use super::path_line::PathLine;
use super::recent;
use super::stamp::{Stamp, is_as_opened};
use super::work::Work;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::kept::KeptSettings;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::Journey;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::import::state::Import;
use crate::studio::document::history::states::History;
use crate::studio::document::shelf::Shelf;
use crate::studio::document::state::{Document, Source};
use crate::studio::features::export::queue::ExportQueue;
use crate::studio::features::export::task::absolute;
use crate::terrain::preset::new_land;
use crate::terrain::scene::Scene;

/// What is done once nothing would be lost by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Begins a new land.
    New,
    /// Chooses a file.
    Choose,
    /// Opens a file.
    Open(PathBuf),
    /// Shows the heightmap of the dialog as a land of its own.
    Map,
    /// Ends the program.
    Close,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Whether to save what a wish would lose.
    Lose(Wish),
    /// Whether to replace a file that is there.
    Replace(PathBuf),
    /// Whether to replace what somebody else made of the file.
    Changed(PathBuf),
    /// Whether to end so many exports that are under way, and the program.
    EndExports(usize),
}

/// What goes on with files.
#[derive(Resource, Default)]
pub struct Files {
    pub(super) asked: Option<Asked>,
    /// Whether the question has not had the keyboard yet.
    pub(super) is_new: bool,
    pub(super) line: Option<(Purpose, PathLine)>,
    /// The dialog that is to be shown, and where it begins.
    pub(super) wants_dialog: Option<(Purpose, PathBuf)>,
    /// The number of the dialog that is open.
    pub(super) dialog: Option<(u32, Purpose, PathBuf)>,
    pub(super) dialogs: u32,
    /// What follows once the land is saved.
    pub(super) then: Option<Wish>,
    /// A file is being written; and whether it is wanted once more.
    pub(super) saving: Option<bool>,
    /// What files were when they were read or written.
    pub(super) stamps: HashMap<PathBuf, Stamp>,
    /// The program ends once no export is under way any more.
    pub(super) ends_after_exports: bool,
    /// The changes were given up when the window was closed.
    pub(super) gave_up: bool,
}

impl Files {
    pub(super) fn ask(&mut self, asked: Asked) {
        (self.asked, self.is_new) = (Some(asked), true);
    }

    /// Notes what a file is now.
    pub(super) fn stamp(&mut self, path: &Path) {
        if let Some(stamp) = Stamp::of(path) {
            self.stamps.insert(absolute(path), stamp);
        }
    }
}

/// All that opening and saving takes.
#[derive(SystemParam)]
pub struct Papers<'w, 's> {
    pub files: ResMut<'w, Files>,
    pub wanted: ResMut<'w, WantedScene>,
    pub document: ResMut<'w, Document>,
    pub journey: ResMut<'w, Journey>,
    pub history: ResMut<'w, History>,
    pub notice: ResMut<'w, Notice>,
    pub settings: ResMut<'w, KeptSettings>,
    pub work: Res<'w, Work>,
    pub import: ResMut<'w, Import>,
    pub exports: Option<ResMut<'w, ExportQueue>>,
    exits: MessageWriter<'w, AppExit>,
    rigs: Query<'w, 's, &'static Rig>,
}

impl Papers<'_, '_> {
    /// Does something with the papers of a world.
    pub fn of(world: &mut World, act: impl FnOnce(&mut Papers)) {
        let mut state: SystemState<Papers> = SystemState::new(world);
        if let Ok(mut papers) = state.get_mut(world) {
            act(&mut papers);
        }
        state.apply(world);
    }

    /// Does what is wished, or asks first if something would be lost.
    pub fn wish(&mut self, wish: Wish) {
        let under_way = self.exports.as_ref().map_or(0, |exports| exports.under_way());
        if wish == Wish::Close && under_way > 0 {
            self.files.ask(Asked::EndExports(under_way));
        } else if Document::is_changed(&self.document, &self.wanted.0) {
            self.files.ask(Asked::Lose(wish));
        } else {
            self.fulfil(wish);
        }
    }

    /// Does what is wished.
    pub fn fulfil(&mut self, wish: Wish) {
        match wish {
            Wish::New => {
                // An embedded land reads: a test says so.
                let land = new_land().unwrap_or_default();
                self.show(Document::new(Source::Factory, land.clone()), land);
            }
            Wish::Choose => {
                let at = self.usual_path();
                self.files.wants_dialog = Some((Purpose::Open, at));
            }
            Wish::Open(path) => self.load(path),
            Wish::Map => self.open_map(),
            Wish::Close => {
                self.exits.write(AppExit::Success);
            }
        }
    }

    /// Shows the scene of a document.
    pub fn show(&mut self, document: Document, scene: Scene) {
        *self.journey = Journey::Cut(scene.view.camera);
        self.wanted.0 = scene;
        *self.document = document;
    }

    /// The scene as it is seen now.
    pub fn seen(&self) -> Scene {
        let mut scene = self.wanted.0.clone();
        if let Some(rig) = self.rigs.iter().next() {
            scene.view.camera = rig.goal().view();
        }
        scene
    }

    /// Where a dialog begins: the open file, or one named like the land in the folder of the file
    /// that was open last.
    pub fn usual_path(&self) -> PathBuf {
        if let Source::File(path) = &self.document.source {
            return absolute(path);
        }
        let last = recent::at(&self.settings, 0);
        let folder = last.as_deref().and_then(Path::parent).filter(|folder| folder.is_dir());
        let folder = folder.map_or_else(|| absolute(Path::new(".")), Path::to_owned);
        let name = self.document.name().to_lowercase();
        let is_letter = |c: char| c.is_alphanumeric();
        let words: Vec<_> = name.split(|c| !is_letter(c)).filter(|word| !word.is_empty()).collect();
        folder.join(format!("{}.toml", words.join("-")))
    }
}

/// The file that the program was started with is one of those that were open, and what it was read
/// as.
pub fn stamp_first(
    mut files: ResMut<Files>,
    mut settings: ResMut<KeptSettings>,
    document: Res<Document>,
) {
    let Source::File(path) = &document.source else { return };
    if is_as_opened(&document) {
        recent::remember(&mut settings, path);
        files.stamp(path);
    }
}

/// The commands of files.
pub fn obey(mut commands: MessageReader<Command>, mut papers: Papers, shelf: Res<Shelf>) {
    for command in commands.read() {
        match command {
            Command::OpenPreset(place) => match shelf.document(*place) {
                Some(Ok(preset)) => {
                    let scene = preset.baseline.clone();
                    papers.show(preset, scene);
                }
                Some(Err(problem)) => papers.notice.say(problem.to_string()),
                None => {}
            },
            Command::FactoryDefaults => {
                let document = papers.document.clone();
                papers.show(document, Scene::default());
            }
            Command::NewLand => papers.wish(Wish::New),
            Command::OpenFile => papers.wish(Wish::Choose),
            Command::OpenRecent(place) => match recent::at(&papers.settings, *place) {
                Some(path) => papers.wish(Wish::Open(path)),
                None => papers.notice.say("no file was open so long ago".to_owned()),
            },
            Command::Save => papers.save(),
            Command::SaveAs => papers.save_as(),
            _ => {}
        }
    }
}
