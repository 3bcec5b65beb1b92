//! Finds lands of crashed programs, and opens or discards them.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::keeper::Keeper;
use super::kept_land::KeptLand;
use super::list::{List, RecoveryAnswer};
use super::unsaved_land::{PICTURE, UnsavedLand};
use crate::studio::app::notice::Notice;
use crate::studio::app::painter::PaintedPicture;
use crate::studio::camera::state::Journey;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::file_context::FileContext;
use crate::studio::document::files::work::FileWork;
use crate::studio::document::state::SceneSource;
use crate::studio::features::export::task::absolute;
use crate::studio::panel::state::UiState;
use crate::studio::ui::fonts::Fallback;
use crate::terrain::heightmap::missing;
use crate::terrain::scene::Scene;
use crate::terrain::thumbnail::thumbnail;

/// The lands that can be recovered.
#[derive(Resource, Default)]
pub struct Recoverable {
    /// The list. It gives up its files when it is closed, so that other windows can take them.
    list: List,
    /// The land that the user wants to open, and the number of other lands in the list.
    to_open: Option<(UnsavedLand, usize)>,
    /// True after the search at the start.
    has_searched: bool,
}

impl Recoverable {
    /// Returns true if the search at the start found no land, or the list is closed.
    pub fn has_nothing_to_offer(&self) -> bool {
        self.has_searched && self.list.entries.is_empty()
    }

    /// Adds lands that were found to the list.
    fn add_found(&mut self, entries: Vec<UnsavedLand>, is_asked_for: bool) {
        self.has_searched = true;
        // This process owns the files of the list, so the search does not find them again.
        self.list.entries.extend(entries);
        self.list.is_asked_for = is_asked_for;
    }

    /// Returns the lands of the list.
    #[cfg(test)]
    pub(super) fn entries(&self) -> &[UnsavedLand] {
        &self.list.entries
    }

    /// Returns the first land of the list without a picture, with its file.
    fn unpainted(&self) -> Option<(PathBuf, Scene)> {
        let entry = self.list.entries.iter().find(|entry| entry.picture.is_none())?;
        Some((entry.claim.path.clone(), entry.scene_with_camera()))
    }

    fn set_picture(&mut self, path: &Path, picture: PaintedPicture) {
        let entry = self.list.entries.iter_mut().find(|entry| entry.claim.path == path);
        if let Some(entry) = entry {
            entry.picture = Some(picture);
        }
    }

    /// Carries out the user's action. The files of other lands stay.
    pub(super) fn answer(&mut self, answer: RecoveryAnswer) {
        match answer {
            RecoveryAnswer::Open(index) => {
                let entry = self.list.entries.remove(index);
                self.to_open = Some((entry, self.list.entries.len()));
                self.close();
            }
            RecoveryAnswer::Discard(index) => {
                self.list.entries.remove(index).claim.remove();
                self.list.to_confirm = None;
            }
            RecoveryAnswer::Later => self.close(),
        }
    }

    fn close(&mut self) {
        (self.list.to_confirm, self.list.is_asked_for) = (None, false);
        self.list.entries.drain(..).for_each(|entry| entry.claim.release());
    }
}

/// Searches for lands of crashed programs at the start.
pub fn search_at_start(work: Res<FileWork>, keeper: Res<Keeper>, mut found: ResMut<Recoverable>) {
    match keeper.folder() {
        Some(folder) => search(&work, folder.to_owned(), false),
        None => found.has_searched = true,
    }
}

/// Searches for these lands again on command.
pub fn handle_commands(
    mut commands: MessageReader<Command>,
    work: Res<FileWork>,
    keeper: Res<Keeper>,
    mut notice: ResMut<Notice>,
) {
    if commands.read().any(|command| *command == Command::RecoverLands) {
        match keeper.folder() {
            Some(folder) => search(&work, folder.to_owned(), true),
            None => notice.say("the system has no folder for recovery files".to_owned()),
        }
    }
}

fn search(work: &FileWork, folder: PathBuf, is_asked_for: bool) {
    work.start("recovery", move || {
        let (entries, lines) = UnsavedLand::all(&folder);
        Box::new(move |world| {
            let mut notice = world.resource_mut::<Notice>();
            lines.into_iter().for_each(|line| notice.say(line));
            if is_asked_for && entries.is_empty() {
                notice.say("there is no land to recover".to_owned());
            }
            world.resource_mut::<Recoverable>().add_found(entries, is_asked_for);
            paint_next(world);
        })
    });
}

/// Paints the next missing picture of the list, on a thread.
fn paint_next(world: &mut World) {
    let Some((path, scene)) = world.resource::<Recoverable>().unpainted() else { return };
    world.resource::<FileWork>().start("picture", move || {
        let [width, height] = PICTURE;
        let picture = thumbnail(&scene, width, height);
        Box::new(move |world| {
            world.resource_mut::<Recoverable>().set_picture(&path, picture);
            paint_next(world);
        })
    });
}

/// Shows the list over all panels.
pub fn offer(
    mut contexts: EguiContexts,
    mut found: ResMut<Recoverable>,
    mut fonts: ResMut<Fallback>,
    file_context: FileContext,
    ui: Res<UiState>,
) -> Result {
    if ui.hidden_for_picture
        || file_context.files.question.is_some()
        || found.list.entries.is_empty()
    {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let names: Vec<_> = found.list.entries.iter().map(UnsavedLand::name).collect();
    fonts.load_missing(&context, names.iter().map(String::as_str));
    if let Some(answer) = found.list.show(&context) {
        found.answer(answer);
    }
    Ok(())
}

/// Opens the land that the user has chosen. It waits until no thread writes the open land's file.
pub fn open(
    mut found: ResMut<Recoverable>,
    mut keeper: ResMut<Keeper>,
    mut file_context: FileContext,
) {
    if found.to_open.is_none() || keeper.is_writing() {
        return;
    }
    let Some((UnsavedLand { claim, land, stamp, .. }, others)) = found.to_open.take() else {
        return;
    };
    let before = file_context.kept_land();
    let pose = before.pose;
    let FileContext { work, notice, .. } = &mut file_context;
    keeper.put_away(&*work, before, notice);
    let KeptLand { scene, pose: land_pose, document, mut history, .. } = land;
    history.settle_with_document(&scene, &document);
    let first = file_context.history.append(history, Some(pose));
    keeper.take_over(claim, first);
    if let (SceneSource::File(path), Some(stamp)) = (&document.source, stamp) {
        file_context.files.stamps.insert(absolute(path), stamp);
    }
    let missing = missing(&scene.recipe).into_iter().map(|missing| format!("; {missing}"));
    let others = match others {
        0 => String::new(),
        1 => "; another land can be recovered (menu, Recover lands)".to_owned(),
        _ => format!("; {others} other lands can be recovered (menu, Recover lands)"),
    };
    let missing = missing.collect::<String>();
    file_context.notice.say(format!("recovered {}{missing}{others}", document.name()));
    file_context.show(document, scene);
    *file_context.journey = Journey::Jump(land_pose);
}

impl FileContext<'_, '_> {
    /// Returns the open land with its undo history.
    fn kept_land(&mut self) -> KeptLand {
        self.history.settle_with_document(&self.wanted.0, &self.document);
        KeptLand {
            scene: self.wanted.0.clone(),
            pose: self.scene_with_camera().view.camera,
            document: self.document.clone(),
            history: self.history.clone(),
            written_at: SystemTime::now(),
        }
    }
}
