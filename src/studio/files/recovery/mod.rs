//! What is not saved outlives the program: it is kept every few seconds in a file of its own, which
//! a start after a crash offers, and a clean end removes.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::aside;
use super::papers::{Files, Papers};
use super::question::Question;
use super::stamp::is_as_opened;
use super::work::Work;
use crate::export::atomic;
use crate::plugin::land::state::WantedScene;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::Journey;
use crate::studio::document::{Document, Source};
use crate::studio::history::History;
use crate::studio::idle::{AtRest, SeeRest};
use crate::studio::notice::Notice;
use crate::studio::panels::{self, UiState};
use crate::studio::settings::KeptSettings;
use crate::terrain::heightmap::missing;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera;

mod claim;
mod kept_land;
pub mod session;

use claim::{Claim, ClaimError};
pub use kept_land::KeptLand;

/// A change is kept at rest, but not more often than this.
const AT_REST: Duration = Duration::from_secs(1);
/// It is kept after so long, whatever goes on.
const AT_MOST: Duration = Duration::from_secs(5);

/// Keeps what is not saved, and offers what was kept.
pub struct RecoveryFilePlugin;

impl Plugin for RecoveryFilePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Keeper>()
            .add_systems(Startup, find_left)
            .add_systems(EguiPrimaryContextPass, offer.after(panels::draw))
            .add_systems(Last, (keep, end).chain().after(SeeRest));
    }
}

/// What is kept, and where.
#[derive(Resource, Default)]
pub struct Keeper {
    claim: Option<Claim>,
    /// What was kept last.
    kept: Option<(Scene, u64)>,
    /// Since when there is something else, and when something was kept.
    since: Option<Instant>,
    at: Option<Instant>,
    /// A thread writes.
    is_writing: bool,
    /// Held by who writes; true once nothing is to be written any more.
    is_over: Arc<Mutex<bool>>,
    /// It was said that nothing can be kept.
    has_complained: bool,
    /// What other programs have left, to be offered.
    left: Vec<Left>,
    /// Whether the question has not had the keyboard yet.
    is_new: bool,
    /// It was looked for what others have left.
    has_looked: bool,
}

/// What a program has left that ended unexpectedly.
struct Left {
    claim: Claim,
    land: KeptLand,
}

/// Keeps the land once it has rested, or has been changed for a while.
fn keep(
    mut keeper: ResMut<Keeper>,
    wanted: Res<WantedScene>,
    document: Res<Document>,
    history: Res<History>,
    rest: Res<AtRest>,
    work: Res<Work>,
    rigs: Query<&Rig>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if keeper.is_writing {
        return;
    }
    if !Document::is_changed(&document, &wanted.0) {
        // What is saved needs no other file.
        keeper.since = None;
        if keeper.kept.take().is_some() {
            keeper.claim.take().into_iter().for_each(Claim::remove);
        }
        return;
    }
    let is_kept =
        |(scene, changes): &(Scene, u64)| *scene == wanted.0 && *changes == history.changes();
    if keeper.kept.as_ref().is_some_and(is_kept) {
        keeper.since = None;
        return;
    }
    let since = *keeper.since.get_or_insert_with(Instant::now);
    let has_paused = keeper.at.is_none_or(|at| at.elapsed() > AT_REST);
    let is_due = rest.0 && has_paused || since.elapsed() > AT_MOST;
    if !is_due {
        redraw.write(RequestRedraw);
        return;
    }
    let path = keeper.path_in(claim::folder().as_deref());
    (keeper.since, keeper.at) = (None, Some(Instant::now()));
    keeper.kept = Some((wanted.0.clone(), history.changes()));
    let path = match path {
        Ok(path) => path,
        Err(error) => return keeper.complain(&mut notice, &error.to_string()),
    };
    let scene = wanted.0.clone();
    let pose = pose(&rigs, &scene);
    let (document, history) = (document.clone(), history.clone());
    let is_over = keeper.is_over.clone();
    keeper.is_writing = true;
    work.start("recovery file", move || {
        let land = KeptLand { scene, pose, document, history, at: SystemTime::now() };
        let text = land.to_text();
        let is_over = is_over.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_over {
            return Box::new(|_| {});
        }
        let written = atomic::write(&path, |file| Ok(file.write_all(text.as_bytes())?));
        Box::new(move |world| {
            world.resource_scope(|world, mut keeper: Mut<Keeper>| {
                keeper.is_writing = false;
                match written {
                    Ok(()) => keeper.has_complained = false,
                    Err(error) => keeper.complain(&mut world.resource_mut(), &error.to_string()),
                }
            });
        })
    });
}

impl Keeper {
    /// Whether nothing was left, or all of it has been offered.
    pub fn has_nothing_to_offer(&self) -> bool {
        self.has_looked && self.left.is_empty()
    }

    /// The file to keep the land in. Its folder may be new, or have gone since the last time: it is
    /// made.
    fn path_in(&mut self, folder: Option<&Path>) -> Result<PathBuf, ClaimError> {
        let claim = match &mut self.claim {
            Some(claim) => {
                claim.renew()?;
                claim
            }
            none => none.insert(Claim::new(folder.ok_or(ClaimError::NoFolder)?)?),
        };
        Ok(claim.path.clone())
    }

    /// Says that a crash would lose what is not saved: once, until something is kept again.
    fn complain(&mut self, notice: &mut Notice, problem: &str) {
        if !std::mem::replace(&mut self.has_complained, true) {
            notice.say(format!("no recovery file is kept, so save often: {problem}"));
        }
    }
}

/// Looks for what other programs have left.
fn find_left(work: Res<Work>, mut keeper: ResMut<Keeper>) {
    let Some(folder) = claim::folder() else {
        keeper.has_looked = true;
        return;
    };
    work.start("recovery", move || {
        let (mut left, mut lines) = (Vec::new(), Vec::new());
        for claim in Claim::left(&folder) {
            match KeptLand::read(&claim.path) {
                Ok(land) => left.push(Left { claim, land }),
                Err(problem) => {
                    let problem = format!("a recovery file cannot be read: {problem}");
                    lines.push(aside::said(&claim.path, &problem));
                    claim.remove();
                }
            }
        }
        Box::new(move |world| {
            lines.into_iter().for_each(|line| world.resource_mut::<Notice>().say(line));
            let mut keeper = world.resource_mut::<Keeper>();
            (keeper.left, keeper.is_new, keeper.has_looked) = (left, true, true);
        })
    });
}

/// Asks whether to recover what was left, the newest first.
fn offer(
    mut contexts: EguiContexts,
    mut keeper: ResMut<Keeper>,
    mut papers: Papers,
    ui: Res<UiState>,
) -> Result {
    if ui.hidden_for_picture || papers.files.asked.is_some() {
        return Ok(());
    }
    let Some(left) = keeper.left.first() else { return Ok(()) };
    let name = left.land.document.name();
    let text = format!("Recover “{name}”, changed {} ago?", age(left.land.at));
    let question = Question {
        title: "Orogen ended unexpectedly",
        text: &text,
        answers: &["Recover", "Discard", "Later"],
    };
    let is_new = std::mem::take(&mut keeper.is_new);
    let Some(answer) = question.show(contexts.ctx_mut()?, is_new) else { return Ok(()) };
    let Left { claim, land } = keeper.left.remove(0);
    keeper.is_new = true;
    match answer {
        0 => {
            let is_own_file = is_as_opened(&land.document);
            papers.recover(land, is_own_file);
            // The file is there until the land is saved, or kept anew.
            keeper.claim.replace(claim).into_iter().for_each(Claim::remove);
            keeper.kept = None;
        }
        1 => claim.remove(),
        // It is let go, and offered at the next start.
        _ => {}
    }
    Ok(())
}

impl Papers<'_, '_> {
    /// Goes on with a land as it was left.
    fn recover(&mut self, land: KeptLand, is_own_file: bool) {
        let KeptLand { scene, pose, document, history, .. } = land;
        if let (Source::File(path), true) = (&document.source, is_own_file) {
            self.files.stamp(path);
        }
        *self.history = history;
        let name = document.name();
        let missing = missing(&scene.recipe).into_iter().map(|missing| format!("; {missing}"));
        self.notice.say(format!("recovered {name}{}", missing.collect::<String>()));
        self.show(document, scene);
        *self.journey = Journey::Cut(pose);
    }
}

/// Where the camera is.
fn pose(rigs: &Query<&Rig>, scene: &Scene) -> Camera {
    rigs.iter().next().map_or(scene.view.camera, |rig| rig.goal().view())
}

/// How long ago something was, in one unit.
fn age(at: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(at).unwrap_or_default().as_secs();
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds / 60),
        6000..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// A clean end keeps the session and needs no recovery.
fn end(
    mut exits: MessageReader<AppExit>,
    mut keeper: ResMut<Keeper>,
    files: Res<Files>,
    wanted: Res<WantedScene>,
    document: Res<Document>,
    history: Res<History>,
    settings: Res<KeptSettings>,
    rigs: Query<&Rig>,
) {
    if !exits.read().any(AppExit::is_success) {
        return;
    }
    if settings.restore_session {
        let document = document.clone();
        let (scene, pose, history) = match files.gave_up {
            true => {
                let scene = document.baseline.clone();
                (scene.clone(), scene.view.camera, History::default())
            }
            false => (wanted.0.clone(), pose(&rigs, &wanted.0), history.clone()),
        };
        let land = KeptLand { scene, pose, document, history, at: SystemTime::now() };
        if let Err(problem) = session::save(&land) {
            crate::text::say(&format!("the session is not kept: {problem}"));
        }
    }
    *keeper.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
    keeper.claim.take().into_iter().for_each(Claim::remove);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_has_one_unit() {
        let ago = |seconds| age(SystemTime::now() - Duration::from_secs(seconds));
        let ages = [0, 12, 150, 7200, 864_000].map(ago);
        assert_eq!(ages, ["0 s", "12 s", "2 min", "2 h", "10 days"]);
        assert_eq!(age(SystemTime::now() + Duration::from_secs(60)), "0 s", "a clock set back");
    }

    #[test]
    fn a_folder_that_vanishes_is_made_again_or_is_one_line() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("recovery");
        let (mut keeper, mut notice) = (Keeper::default(), Notice::default());
        let keep = |keeper: &mut Keeper| {
            let path = keeper.path_in(Some(&folder))?;
            Ok::<_, ClaimError>(atomic::write(&path, |file| Ok(file.write_all(b"land")?))?)
        };
        keep(&mut keeper).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        keep(&mut keeper).unwrap();
        let path = keeper.path_in(None).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "land");
        // Something stands in its place: told once.
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "a file").unwrap();
        for _ in 0..3 {
            let problem = keep(&mut keeper).unwrap_err().to_string();
            keeper.complain(&mut notice, &problem);
        }
        assert_eq!(notice.fresh().count(), 1);
        let line = notice.text().unwrap();
        assert!(line.contains("save often") && line.contains("recovery"), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        std::fs::remove_file(&folder).unwrap();
        keep(&mut keeper).unwrap();
        let nowhere = Keeper::default().path_in(None).unwrap_err();
        assert!(matches!(nowhere, ClaimError::NoFolder), "{nowhere}");
    }
}
