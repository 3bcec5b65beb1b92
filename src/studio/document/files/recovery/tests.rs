//! What is left by programs that ended unexpectedly, as a person recovers it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::claim::Claim;
use super::left_land::{LeftLand, PICTURE};
use super::list::{Answer, List};
use super::{Keeper, KeptLand, Recoverable, keeper, recover};
use crate::plugin::land::state::WantedScene;
use crate::studio::app::idle::AtRest;
use crate::studio::app::notice::Notice;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::file_context::FileContext;
use crate::studio::document::files::test_app;
use crate::studio::document::history::states::History;
use crate::studio::document::state::{Document, SceneSource};
use crate::studio::ui::{tab, theme};
use crate::terrain::scene::Scene;

/// A land by the level of its sea.
fn scene(level_m: f64) -> Scene {
    let mut scene = Scene::default();
    scene.recipe.world.sea_level_m = level_m;
    scene
}

/// Leaves a land as a program that is killed does: two steps beyond what was opened.
fn leave(folder: &Path, name: &str, level_m: f64) -> PathBuf {
    let document = Document::new(SceneSource::Preset(name.to_owned()), scene(level_m));
    let mut history = History::default();
    for by in 0..3 {
        history.settle_in(&scene(level_m + f64::from(by)), &document);
    }
    let scene = scene(level_m + 2.0);
    let (pose, at) = (scene.view.camera, SystemTime::now() - Duration::from_secs(200));
    let land = KeptLand { scene, pose, document, history, at };
    let claim = Claim::new(folder).unwrap();
    std::fs::write(&claim.path, land.to_text()).unwrap();
    claim.path.clone()
}

/// The list of four lands, for the test of all windows' layout.
pub fn laid_out() -> Box<dyn FnMut(&egui::Context)> {
    let folder = tempfile::tempdir().unwrap();
    for number in 1..5 {
        leave(folder.path(), &format!("northern-valleys-of-the-second-survey-{number}"), 10.0);
    }
    let entries = LeftLand::all(folder.path()).0;
    let doubts = entries.last().map(|left| left.claim.path.clone());
    let mut list = List { entries, is_asked_for: false, doubts };
    Box::new(move |context| _ = list.show(context))
}

/// The program as far as recovery goes.
struct Program(App);

impl Program {
    fn new(folder: &Path) -> Self {
        let mut app = test_app::app();
        app.add_message::<RequestRedraw>()
            .insert_resource(WantedScene(scene(-5.0)))
            .insert_resource(Document::new(SceneSource::Factory, scene(-5.0)))
            .insert_resource(AtRest(true))
            .insert_resource(Keeper::new(Some(folder.to_owned())))
            .init_resource::<Recoverable>()
            .add_systems(Startup, recover::look_at_start)
            .add_systems(PostUpdate, (recover::handle_commands, recover::open).chain())
            .add_systems(Last, keeper::keep);
        Self(app)
    }

    /// Goes on until something holds.
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

    /// Waits for the list, which has so many lands with their pictures.
    fn list(&mut self, count: usize) {
        self.wait(&format!("a list of {count}"), |world| {
            let entries = world.resource::<Recoverable>().entries();
            let is_painted = |left: &LeftLand| {
                left.picture.as_ref().is_some_and(|p| p.len() == PICTURE[0] * PICTURE[1])
            };
            entries.len() == count && entries.iter().all(is_painted)
        });
    }

    fn names(&self) -> Vec<String> {
        self.0.world().resource::<Recoverable>().entries().iter().map(LeftLand::name).collect()
    }

    /// Says something of a land of the list, by its name.
    fn say(&mut self, name: &str, said: impl Fn(usize) -> Answer) {
        let place = self.names().iter().position(|own| own == name).expect(name);
        self.0.world_mut().resource_mut::<Recoverable>().say(said(place));
        self.rest();
    }

    /// Goes on until no file is being written.
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

    /// Takes a step back, as the window does.
    fn undo(&mut self) {
        FileContext::of(self.0.world_mut(), |papers| {
            let entry = papers.history.undo(&papers.wanted.0, None).expect("a step");
            papers.wanted.0 = entry.scene;
            entry.document.into_iter().for_each(|opened| *papers.document = opened);
        });
        self.rest();
    }
}

#[test]
fn opening_a_land_leaves_the_others_and_undo_leads_back() {
    let folder = tempfile::tempdir().unwrap();
    let [alps, dunes] =
        [("Alps", 10.0), ("Dunes", 20.0)].map(|(name, m)| leave(folder.path(), name, m));
    let mut program = Program::new(folder.path());
    program.list(2);
    let mut names = program.names();
    names.sort();
    assert_eq!(names, ["Alps", "Dunes"]);
    program.say("Alps", Answer::Open);
    assert_eq!(program.level(), 12.0);
    assert!(program.names().is_empty() && dunes.exists() && alps.exists());
    // Its own steps first, then the land that was open before.
    for level_m in [11.0, 10.0, -5.0] {
        program.undo();
        assert_eq!(program.level(), level_m);
    }
    assert!(alps.exists() && dunes.exists(), "what is undone can be recovered again");
    program.reopen(2);
    assert_eq!(program.0.world().resource::<Document>().source, SceneSource::Factory);
}

#[test]
fn a_second_land_replaces_nothing_that_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [alps, dunes] =
        [("Alps", 10.0), ("Dunes", 20.0)].map(|(name, m)| leave(folder.path(), name, m));
    let mut program = Program::new(folder.path());
    program.list(2);
    program.say("Alps", Answer::Open);
    program.0.world_mut().resource_mut::<WantedScene>().0 = scene(13.5);
    program.reopen(1);
    program.say("Dunes", Answer::Open);
    assert_eq!(program.level(), 22.0);
    // The first is in its own file, as it was just now.
    let kept = KeptLand::read(&alps).unwrap();
    assert_eq!((kept.scene, kept.document.name()), (scene(13.5), "Alps".to_owned()));
    assert!(dunes.exists());
    for level_m in [21.0, 20.0, 13.5, 12.0] {
        program.undo();
        assert_eq!(program.level(), level_m);
    }
    program.reopen(2);
    // The land that is open is the first one, a few steps back.
    program.say("Dunes", Answer::Open);
    drop(program);
    assert!(alps.exists() && dunes.exists());
    let (left, lines) = LeftLand::all(folder.path());
    let level_m = |left: &LeftLand| left.land.scene.recipe.world.sea_level_m;
    let mut alps: Vec<_> = left.iter().filter(|left| left.name() == "Alps").map(level_m).collect();
    alps.sort_by(f64::total_cmp);
    assert_eq!((left.len(), alps, lines), (3, vec![12.0, 13.5], vec![]), "the next start has all");
}

#[test]
fn a_land_is_gone_once_it_is_discarded_by_its_name_or_saved() {
    let folder = tempfile::tempdir().unwrap();
    let [alps, dunes] =
        [("Alps", 10.0), ("Dunes", 20.0)].map(|(name, m)| leave(folder.path(), name, m));
    let mut program = Program::new(folder.path());
    program.list(2);
    program.0.world_mut().resource_mut::<Recoverable>().say(Answer::Later);
    program.rest();
    assert!(alps.exists() && dunes.exists() && program.names().is_empty());
    program.reopen(2);
    program.say("Alps", Answer::Discard);
    assert!(!alps.exists());
    assert_eq!(program.names(), ["Dunes"]);
    program.say("Dunes", Answer::Open);
    let saved = program.0.world().resource::<WantedScene>().0.clone();
    program.0.world_mut().resource_mut::<Document>().baseline = saved;
    program.rest();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    program.0.world_mut().write_message(Command::RecoverLands);
    program.wait("a word", |world| {
        world.resource::<Notice>().text() == Some("there is no land to recover")
    });
}

#[test]
fn a_land_that_was_never_kept_has_a_file_once_another_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let alps = leave(folder.path(), "Alps", 10.0);
    let mut program = Program::new(folder.path());
    program.list(1);
    // Nothing is at rest: the land has had no time to be kept.
    program.0.world_mut().resource_mut::<AtRest>().0 = false;
    program.0.world_mut().resource_mut::<WantedScene>().0 = scene(77.0);
    program.say("Alps", Answer::Open);
    assert_eq!(program.level(), 12.0);
    program.reopen(1);
    assert_eq!(program.names(), ["Untitled"]);
    program.say("Untitled", Answer::Open);
    assert_eq!(program.level(), 77.0);
    assert!(alps.exists());
}

/// The list with a person before it: what was said.
type Shown = (List, Vec<Answer>);

fn shown(folder: &Path) -> Harness<'static, Shown> {
    let (mut entries, _) = LeftLand::all(folder);
    entries.sort_by_key(LeftLand::name);
    let mut is_themed = false;
    let show = move |ui: &mut egui::Ui, (list, said): &mut Shown| {
        tab::begin(ui.ctx());
        if !std::mem::replace(&mut is_themed, true) {
            theme::apply(ui.ctx());
        }
        said.extend(list.show(ui.ctx()));
        tab::end(ui.ctx());
    };
    let list = List { entries, ..List::default() };
    let builder = Harness::builder().with_size([640.0, 480.0]);
    let mut harness = builder.build_ui_state(show, (list, vec![]));
    harness.run_steps(4);
    harness
}

#[test]
fn the_list_is_used_by_keys_and_by_clicks() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "Alps", 10.0);
    leave(folder.path(), "Dunes", 20.0);
    for (keys, said) in [
        (&[Key::Enter][..], Some(Answer::Open(0))),
        (&[Key::Tab, Key::Tab, Key::Enter], Some(Answer::Open(1))),
        (&[Key::Tab, Key::Tab, Key::Tab, Key::Tab, Key::Space], Some(Answer::Later)),
        (&[Key::Escape], Some(Answer::Later)),
        // To discard takes a second answer, which Enter is not.
        (&[Key::Tab, Key::Enter, Key::Enter], None),
        (&[Key::Tab, Key::Enter, Key::Escape], Some(Answer::Later)),
    ] {
        let mut harness = shown(folder.path());
        for key in keys {
            assert_eq!(harness.state().1, [], "{keys:?}");
            harness.key_press(*key);
            harness.run_steps(3);
        }
        assert_eq!(harness.state().1, Vec::from_iter(said), "{keys:?}");
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
    assert_eq!(harness.state().1, [Answer::Discard(1)]);
    harness.get_by_label("Later").click();
    harness.run_steps(3);
    assert_eq!(harness.state().1[1..], [Answer::Later]);
    for name in ["Alps", "Dunes"] {
        assert!(harness.query_by_label(name).is_some(), "{name}");
    }
    assert_eq!(harness.query_all_by_label_contains("changed 3 min ago · ").count(), 1);
    assert!(harness.query_by_label("Its changes are lost then.").is_some());
}

#[test]
fn a_key_is_heard_in_the_frame_in_which_a_picture_arrives() {
    let folder = tempfile::tempdir().unwrap();
    leave(folder.path(), "Alps", 10.0);
    for later in 0..3 {
        let mut harness = shown(folder.path());
        let [width, height] = PICTURE;
        harness.state_mut().0.entries[0].picture = Some(vec![[90, 120, 60, 255]; width * height]);
        harness.run_steps(later);
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        assert_eq!(harness.state().1, [Answer::Open(0)], "{later} frames after the picture");
    }
}
