//! Writes unsaved changes of the open land to a recovery file every few seconds.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::claim::{Claim, ClaimError};
use super::kept_land::KeptLand;
use super::session;
use crate::export::atomic;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::idle::AtRest;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::rig::Rig;
use crate::studio::document::files::file_context::Files;
use crate::studio::document::files::work::FileWork;
use crate::studio::document::history::states::History;
use crate::studio::document::state::OpenDocument;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera;

/// The shortest time between two writes while the program rests.
const MIN_INTERVAL: Duration = Duration::from_secs(1);
/// The longest time from a change to its write, even if the program does not rest.
const MAX_DELAY: Duration = Duration::from_secs(5);

/// The state of writing the open land's recovery file.
#[derive(Resource, Default)]
pub struct Keeper {
    claim: Option<Claim>,
    /// The scene that was written last, with the count of changes to its history.
    last_written: Option<(Scene, u64)>,
    /// The time of the first change that is not written yet.
    changed_at: Option<Instant>,
    /// The time of the last write.
    written_at: Option<Instant>,
    /// True while a thread writes.
    is_writing: bool,
    /// A thread locks this while it writes. True after the program's end, when no thread may write.
    has_ended: Arc<Mutex<bool>>,
    /// True if a notice has reported that writing fails.
    has_warned: bool,
    /// If the file belongs to a recovered land: the number of that land's first document in the
    /// history.
    recovered: Option<u32>,
    /// The folder of recovery files.
    folder: Option<PathBuf>,
}

/// Writes the land when the program rests, or at the latest after `MAX_DELAY`.
pub fn keep(
    mut keeper: ResMut<Keeper>,
    wanted: Res<WantedScene>,
    document: Res<OpenDocument>,
    history: Res<History>,
    rest: Res<AtRest>,
    work: Res<FileWork>,
    rigs: Query<&Rig>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if keeper.is_writing {
        return;
    }
    keeper.return_to_list(&history);
    if !OpenDocument::is_changed(&document, &wanted.0) {
        keeper.changed_at = None;
        if keeper.has_undone_changes(&history) {
            return;
        }
        // A land without unsaved changes needs no recovery file.
        if keeper.last_written.take().is_some() | keeper.recovered.take().is_some() {
            keeper.claim.take().into_iter().for_each(Claim::remove);
        }
        return;
    }
    let is_written =
        |(scene, changes): &(Scene, u64)| *scene == wanted.0 && *changes == history.changes();
    if keeper.last_written.as_ref().is_some_and(is_written) {
        keeper.changed_at = None;
        return;
    }
    let changed_at = *keeper.changed_at.get_or_insert_with(Instant::now);
    let has_paused = keeper.written_at.is_none_or(|time| time.elapsed() > MIN_INTERVAL);
    let is_due = rest.0 && has_paused || changed_at.elapsed() > MAX_DELAY;
    if !is_due {
        redraw.write(RequestRedraw);
        return;
    }
    let path = keeper.path();
    (keeper.changed_at, keeper.written_at) = (None, Some(Instant::now()));
    keeper.last_written = Some((wanted.0.clone(), history.changes()));
    let path = match path {
        Ok(path) => path,
        Err(error) => return keeper.warn_once(&mut notice, &error.to_string()),
    };
    let scene = wanted.0.clone();
    let pose = pose(&rigs, &scene);
    let (document, history) = (document.clone(), history.clone());
    let land = KeptLand { scene, pose, document, history, written_at: SystemTime::now() };
    keeper.write(&work, path, land, None);
}

impl Keeper {
    /// Creates a keeper that puts its files into a folder.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// Returns the folder of recovery files, if the system has one.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns true while a thread writes. The file must not change owners then.
    pub fn is_writing(&self) -> bool {
        self.is_writing
    }

    /// Returns the path of the recovery file; makes its folder if that is missing.
    fn path(&mut self) -> Result<PathBuf, ClaimError> {
        let claim = match &mut self.claim {
            Some(claim) => {
                claim.renew()?;
                claim
            }
            none => none.insert(Claim::new(self.folder.as_deref().ok_or(ClaimError::NoFolder)?)?),
        };
        Ok(claim.path.clone())
    }

    /// Writes a land on a thread, and then gives up the ownership `to_release`.
    fn write(&mut self, work: &FileWork, path: PathBuf, land: KeptLand, to_release: Option<Claim>) {
        let has_ended = self.has_ended.clone();
        self.is_writing = true;
        work.start("recovery file", move || {
            let text = land.to_text();
            let has_ended = has_ended.lock().unwrap_or_else(PoisonError::into_inner);
            if *has_ended && to_release.is_none() {
                return Box::new(|_| {});
            }
            let written = atomic::write(&path, |file| Ok(file.write_all(text.as_bytes())?));
            to_release.into_iter().for_each(Claim::release);
            Box::new(move |world| {
                world.resource_scope(|world, mut keeper: Mut<Keeper>| {
                    keeper.is_writing = false;
                    match written {
                        Ok(()) => keeper.has_warned = false,
                        Err(error) => {
                            keeper.warn_once(&mut world.resource_mut(), &error.to_string());
                        }
                    }
                });
            })
        });
    }

    /// Ends the recovery of the open land before another land replaces it. Unsaved changes are
    /// written, and their file stays for the list of recoverable lands and for the next start.
    /// Without unsaved changes, the file is removed.
    pub fn put_away(&mut self, work: &FileWork, land: KeptLand, notice: &mut Notice) {
        self.return_to_list(&land.history);
        (self.last_written, self.changed_at, self.recovered) = (None, None, None);
        if !land.document.is_changed(&land.scene) {
            self.claim.take().into_iter().for_each(Claim::remove);
            return;
        }
        match self.path() {
            Ok(path) => {
                let claim = self.claim.take();
                self.write(work, path, land, claim);
            }
            Err(error) => self.warn_once(notice, &error.to_string()),
        }
    }

    /// Makes the file of a recovered land the recovery file of the open land. `first` is the number
    /// of the recovered land's first document in the history.
    pub fn take_over(&mut self, claim: Claim, first: u32) {
        (self.claim, self.recovered) = (Some(claim), Some(first));
    }

    /// Returns true if the user has undone changes of a recovered land and could redo them. The
    /// file still contains them, so it must stay.
    fn has_undone_changes(&self, history: &History) -> bool {
        self.recovered.is_some() && history.can_undo_and_redo()[1]
    }

    /// If the user undoes the recovery itself, gives the recovery file back to the list.
    fn return_to_list(&mut self, history: &History) {
        let is_undone = |first: u32| history.document().is_some_and(|now| now < first);
        if self.recovered.is_some_and(is_undone) {
            self.claim.take().into_iter().for_each(Claim::release);
            (self.last_written, self.recovered) = (None, None);
        }
    }

    /// Warns the user that a crash would lose changes: once, and again only after a successful
    /// write.
    fn warn_once(&mut self, notice: &mut Notice, problem: &str) {
        if !std::mem::replace(&mut self.has_warned, true) {
            notice.say(format!("no recovery file can be written, so save often: {problem}"));
        }
    }
}

/// Returns the pose that the camera approaches.
fn pose(rigs: &Query<&Rig>, scene: &Scene) -> Camera {
    rigs.iter().next().map_or(scene.view.camera, |rig| rig.goal().view())
}

/// When the program ends normally, saves the session and removes the recovery file.
pub fn end(
    mut exits: MessageReader<AppExit>,
    mut keeper: ResMut<Keeper>,
    files: Res<Files>,
    wanted: Res<WantedScene>,
    document: Res<OpenDocument>,
    history: Res<History>,
    settings: Res<KeptSettings>,
    rigs: Query<&Rig>,
) {
    if !exits.read().any(AppExit::is_success) {
        return;
    }
    if settings.restore_session {
        let document = document.clone();
        let (scene, pose, history) = match files.ends_without_saving {
            true => {
                let scene = document.baseline.clone();
                (scene.clone(), scene.view.camera, History::default())
            }
            false => (wanted.0.clone(), pose(&rigs, &wanted.0), history.clone()),
        };
        let land = KeptLand { scene, pose, document, history, written_at: SystemTime::now() };
        if let Err(problem) = session::save(&land) {
            crate::text::say(&format!("cannot save the session: {problem}"));
        }
    }
    *keeper.has_ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
    let keeps_file =
        !OpenDocument::is_changed(&document, &wanted.0) && keeper.has_undone_changes(&history);
    keeper.claim.take().into_iter().for_each(if keeps_file {
        Claim::release
    } else {
        Claim::remove
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_made_again_and_a_failure_is_reported_once() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("recovery");
        let mut keeper = Keeper::new(Some(folder.clone()));
        let mut notice = Notice::default();
        let keep = |keeper: &mut Keeper| {
            let path = keeper.path()?;
            Ok::<_, ClaimError>(atomic::write(&path, |file| Ok(file.write_all(b"land")?))?)
        };
        keep(&mut keeper).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        keep(&mut keeper).unwrap();
        let path = keeper.path().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "land");
        // A file in place of the folder makes writing fail; this is reported once.
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "a file").unwrap();
        for _ in 0..3 {
            let problem = keep(&mut keeper).unwrap_err().to_string();
            keeper.warn_once(&mut notice, &problem);
        }
        assert_eq!(notice.fresh().count(), 1);
        let line = notice.text().unwrap();
        assert!(line.contains("save often") && line.contains("recovery"), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        std::fs::remove_file(&folder).unwrap();
        keep(&mut keeper).unwrap();
        let nowhere = Keeper::new(None).path().unwrap_err();
        assert!(matches!(nowhere, ClaimError::NoFolder), "{nowhere}");
    }
}
