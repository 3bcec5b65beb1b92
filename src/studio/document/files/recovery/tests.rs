//! Recovers lands of programs that ended unexpectedly, as the user does.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::claim::Claim;
use super::list::{List, RecoveryAnswer};
use super::unsaved_land::{PICTURE, UnsavedLand};
use super::{Keeper, KeptLand, Recoverable, keeper, recover};
use crate::plugin::land::state::WantedScene;
use crate::studio::app::idle::AtRest;
use crate::studio::app::notice::Notice;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::file_context::FileContext;
use crate::studio::document::files::test_app;
use crate::studio::document::history::states::History;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::ui::{tab, theme};
use crate::terrain::scene::Scene;

/// Returns a land with this sea level.
fn scene(level_m: f64) -> Scene {
    let mut scene = Scene::default();
    scene.recipe.world.sea_level_m = level_m;
    scene
}

/// Writes the recovery file of a killed program: a land two steps after it was opened.
fn write_recovery_file(folder: &Path, name: &str, level_m: f64) -> PathBuf {
    let document = OpenDocument::new(SceneSource::Preset(name.to_owned()), scene(level_m));
    let mut history = History::default();
    for change in 0..3 {
        history.settle_with_document(&scene(level_m + f64::from(change)), &document);
    }
    let scene = scene(level_m + 2.0);
    let (pose, written_at) = (scene.view.camera, SystemTime::now() - Duration::from_secs(200));
    let land = KeptLand { scene, pose, document, history, written_at };
    let claim = Claim::new(folder).unwrap();
    std::fs::write(&claim.path, land.to_text()).unwrap();
    claim.path.clone()
}

/// Returns the list of four lands, for the test that lays out all windows.
pub fn laid_out() -> Box<dyn FnMut(&egui::Context)> {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..5 {
        write_recovery_file(
            folder.path(),
            &format!("northern-valleys-of-the-second-survey-{number}"),
            10.0,
        );
    }
    let entries = UnsavedLand::all(folder.path()).0;
    let to_confirm = entries.last().map(|entry| entry.claim.path.clone());
    let mut list = List { entries, is_asked_for: false, to_confirm };
    Box::new(move |context| _ = list.show(context))
}

/// A program that can recover lands.
struct Program(App);

impl Program {
    fn new(folder: &Path) -> Self {
        let mut app = test_app::app();
        app.add_message::<RequestRedraw>()
            .insert_resource(WantedScene(scene(-5.0)))
            .insert_resource(OpenDocument::new(SceneSource::Factory, scene(-5.0)))
            .insert_resource(AtRest(true))
            .insert_resource(Keeper::new(Some(folder.to_owned())))
            .init_resource::<Recoverable>()
            .add_systems(Startup, recover::search_at_start)
            .add_systems(PostUpdate, (recover::handle_commands, recover::open).chain())
            .add_systems(Last, keeper::keep);
        Self(app)
    }

    /// Updates the program until `holds` returns true.
    fn wait(&mut self, what: &str, holds: impl Fn(&World) -> bool) {
        let until = Instant::now() + Duration::from_secs(120);
        loop {
            self.0.update();
            if holds(self.0.world()) {
                return;
            }
            assert!(Instant::now() < until, "{what}");
            std::thread::yield_now();
        }
    }

    /// Waits until the list has this number of lands, all with pictures.
    fn list(&mut self, count: usize) {
        self.wait(&format!("a list of {count}"), |world| {
            let entries = world.resource::<Recoverable>().entries();
            let is_painted = |entry: &UnsavedLand| {
                entry.picture.as_ref().is_some_and(|p| p.len() == PICTURE[0] * PICTURE[1])
            };
            entries.len() == count && entries.iter().all(is_painted)
        });
    }

    fn names(&self) -> Vec<String> {
        self.0.world().resource::<Recoverable>().entries().iter().map(UnsavedLand::name).collect()
    }

    /// Gives an answer about a land of the list, by its name.
    fn answer(&mut self, name: &str, choice: impl Fn(usize) -> RecoveryAnswer) {
        let index = self.names().iter().position(|other| other == name).expect(name);
        self.0.world_mut().resource_mut::<Recoverable>().answer(choice(index));
        self.rest();
    }

    /// Updates the program until no file is being written.
    fn rest(&mut self) {
        self.0.update();
        self.wait("the end of writing", |world| !world.resource::<Keeper>().is_writing());
    }

    fn reopen(&mut self, count: usize) {
        self.0.world_mut().write_message(Command::RecoverLands);
        self.list(count);
    }

    fn level(&self) -> f64 {
        self.0.world().resource::<WantedScene>().0.recipe.world.sea_level_m
    }

    /// Undoes a step, as the window does.
    fn undo(&mut self) {
        FileContext::with(self.0.world_mut(), |file_context| {
            let entry = file_context.history.undo(&file_context.wanted.0, None).expect("a step");
            file_context.wanted.0 = entry.scene;
            entry.document.into_iter().for_each(|opened| *file_context.document = opened);
        });
        self.rest();
    }
}

#[test]
fn opening_a_land_leaves_the_others_and_undo_leads_back() {
    let folder = tempfile::tempdir().unwrap();
    let [alps, dunes] = [("Alps", 10.0), ("Dunes", 20.0)]
        .map(|(name, m)| write_recovery_file(folder.path(), name, m));
    let mut program = Program::new(folder.path());
    program.list(2);
    let mut names = program.names();
    names.sort();
    assert_eq!(names, ["Alps", "Dunes"]);
    program.answer("Alps", RecoveryAnswer::Open);
    assert_eq!(program.level(), 12.0);
    assert!(program.names().is_empty() && dunes.exists() && alps.exists());
    // Undo first reverts the steps of the land, then returns to the land that was open before.
    for level_m in [11.0, 10.0, -5.0] {
        program.undo();
        assert_eq!(program.level(), level_m);
    }
    assert!(alps.exists() && dunes.exists(), "after the undo, both lands can be recovered again");
    program.reopen(2);
    assert_eq!(program.0.world().resource::<OpenDocument>().source, SceneSource::Factory);
}

#[test]
fn opening_a_second_land_keeps_the_first_one() {
    let folder = tempfile::tempdir().unwrap();
    let [alps, dunes] = [("Alps", 10.0), ("Dunes", 20.0)]
        .map(|(name, m)| write_recovery_file(folder.path(), name, m));
    let mut program = Program::new(folder.path());
    program.list(2);
    program.answer("Alps", RecoveryAnswer::Open);
    program.0.world_mut().resource_mut::<WantedScene>().0 = scene(13.5);
    program.reopen(1);
    program.answer("Dunes", RecoveryAnswer::Open);
    assert_eq!(program.level(), 22.0);
    // The first land was written to its recovery file.
    let kept = KeptLand::read(&alps).unwrap();
    assert_eq!((kept.scene, kept.document.name()), (scene(13.5), "Alps".to_owned()));
    assert!(dunes.exists());
    for level_m in [21.0, 20.0, 13.5, 12.0] {
        program.undo();
        assert_eq!(program.level(), level_m);
    }
    program.reopen(2);
    // The first land is open, a few steps earlier.
    program.answer("Dunes", RecoveryAnswer::Open);
    drop(program);
    assert!(alps.exists() && dunes.exists());
    let (entries, lines) = UnsavedLand::all(folder.path());
    let level_m = |entry: &UnsavedLand| entry.land.scene.recipe.world.sea_level_m;
    let mut alps: Vec<_> =
        entries.iter().filter(|entry| entry.name() == "Alps").map(level_m).collect();
    alps.sort_by(f64::total_cmp);
    assert_eq!(
        (entries.len(), alps, lines),
        (3, vec![12.0, 13.5], vec![]),
        "the next start finds all lands"
    );
}

#[test]
fn discarding_or_saving_a_land_removes_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let [alps, dunes] = [("Alps", 10.0), ("Dunes", 20.0)]
        .map(|(name, m)| write_recovery_file(folder.path(), name, m));
    let mut program = Program::new(folder.path());
    program.list(2);
    program.0.world_mut().resource_mut::<Recoverable>().answer(RecoveryAnswer::Later);
    program.rest();
    assert!(alps.exists() && dunes.exists() && program.names().is_empty());
    program.reopen(2);
    program.answer("Alps", RecoveryAnswer::Discard);
    assert!(!alps.exists());
    assert_eq!(program.names(), ["Dunes"]);
    program.answer("Dunes", RecoveryAnswer::Open);
    let saved = program.0.world().resource::<WantedScene>().0.clone();
    program.0.world_mut().resource_mut::<OpenDocument>().baseline = saved;
    program.rest();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no file is left");
    program.0.world_mut().write_message(Command::RecoverLands);
    program.wait("the notice", |world| {
        world.resource::<Notice>().text() == Some("there is no land to recover")
    });
}

#[test]
fn opening_a_land_first_writes_the_open_one() {
    let folder = tempfile::tempdir().unwrap();
    let alps = write_recovery_file(folder.path(), "Alps", 10.0);
    let mut program = Program::new(folder.path());
    program.list(1);
    // The window is not at rest, so the land is not written yet.
    program.0.world_mut().resource_mut::<AtRest>().0 = false;
    program.0.world_mut().resource_mut::<WantedScene>().0 = scene(77.0);
    program.answer("Alps", RecoveryAnswer::Open);
    assert_eq!(program.level(), 12.0);
    program.reopen(1);
    assert_eq!(program.names(), ["Untitled"]);
    program.answer("Untitled", RecoveryAnswer::Open);
    assert_eq!(program.level(), 77.0);
    assert!(alps.exists());
}

/// The list, and the answers of the user.
type ListState = (List, Vec<RecoveryAnswer>);

fn shown(folder: &Path) -> Harness<'static, ListState> {
    let (mut entries, _) = UnsavedLand::all(folder);
    entries.sort_by_key(UnsavedLand::name);
    let mut is_themed = false;
    let show = move |ui: &mut egui::Ui, (list, answers): &mut ListState| {
        tab::begin(ui.ctx());
        if !std::mem::replace(&mut is_themed, true) {
            theme::apply(ui.ctx());
        }
        answers.extend(list.show(ui.ctx()));
        tab::end(ui.ctx());
    };
    let list = List { entries, ..List::default() };
    let builder = Harness::builder().with_size([640.0, 480.0]);
    let mut harness = builder.build_ui_state(show, (list, vec![]));
    harness.run_steps(4);
    harness
}

#[test]
fn keys_and_clicks_use_the_list() {
    let folder = tempfile::tempdir().unwrap();
    write_recovery_file(folder.path(), "Alps", 10.0);
    write_recovery_file(folder.path(), "Dunes", 20.0);
    for (keys, answer) in [
        (&[Key::Enter][..], Some(RecoveryAnswer::Open(0))),
        (&[Key::Tab, Key::Tab, Key::Enter], Some(RecoveryAnswer::Open(1))),
        (&[Key::Tab, Key::Tab, Key::Tab, Key::Tab, Key::Space], Some(RecoveryAnswer::Later)),
        (&[Key::Escape], Some(RecoveryAnswer::Later)),
        // Discarding needs a confirmation, which a second Enter does not give.
        (&[Key::Tab, Key::Enter, Key::Enter], None),
        (&[Key::Tab, Key::Enter, Key::Escape], Some(RecoveryAnswer::Later)),
    ] {
        let mut harness = shown(folder.path());
        for key in keys {
            assert_eq!(harness.state().1, [], "{keys:?}");
            harness.key_press(*key);
            harness.run_steps(3);
        }
        assert_eq!(harness.state().1, Vec::from_iter(answer), "{keys:?}");
    }
    let mut harness = shown(folder.path());
    harness.get_by_label("Discard “Dunes”").click();
    harness.run_steps(3);
    assert_eq!(harness.state().1, []);
    harness.get_by_label("Keep “Dunes”").click();
    harness.run_steps(3);
    harness.get_by_label("Discard “Dunes”").click();
    harness.run_steps(3);
    harness.get_by_label("Discard “Dunes” for good").click();
    harness.run_steps(3);
    assert_eq!(harness.state().1, [RecoveryAnswer::Discard(1)]);
    harness.get_by_label("Later").click();
    harness.run_steps(3);
    assert_eq!(harness.state().1[1..], [RecoveryAnswer::Later]);
    for name in ["Alps", "Dunes"] {
        assert!(harness.query_by_label(name).is_some(), "{name}");
    }
    assert_eq!(harness.query_all_by_label_contains("changed 3 min ago · ").count(), 1);
    assert!(harness.query_by_label("Its changes will be lost.").is_some());
}

#[test]
fn a_key_works_in_the_frame_in_which_a_picture_arrives() {
    let folder = tempfile::tempdir().unwrap();
    write_recovery_file(folder.path(), "Alps", 10.0);
    for later in 0..3 {
        let mut harness = shown(folder.path());
        let [width, height] = PICTURE;
        harness.state_mut().0.entries[0].picture = Some(vec![[90, 120, 60, 255]; width * height]);
        harness.run_steps(later);
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        assert_eq!(
            harness.state().1,
            [RecoveryAnswer::Open(0)],
            "{later} frames after the picture"
        );
    }
}
