//! Uses the windows about files as the user does.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::file_context;
use super::file_context::{FileContext, FileQuestion, Files};
use super::path_line::{PathLine, PathResult};
use super::question::ModalQuestion;
use super::{recent, save, test_app};
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::states::History;
use crate::studio::document::history::window::StepsWindow;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::ui::{tab, theme};
use crate::terrain::scene::Scene;

/// The answer to a question, and true if the question was shown before.
type Answered = (Option<usize>, bool);

fn question() -> Harness<'static, Answered> {
    let show = |ui: &mut egui::Ui, (answer, was_shown): &mut Answered| {
        tab::begin(ui.ctx());
        if !*was_shown {
            theme::apply(ui.ctx());
        }
        if answer.is_none() {
            let answers = &["Save", "Don't save", "Cancel"];
            let question = ModalQuestion { title: "Save the changes?", text: "Or not.", answers };
            *answer = question.show(ui.ctx(), !std::mem::replace(was_shown, true));
        }
    };
    let mut harness = Harness::new_ui_state(show, (None, false));
    harness.run();
    harness
}

#[test]
fn keys_and_clicks_answer_a_question() {
    for (keys, answer) in [
        (&[Key::Enter][..], 0),
        (&[Key::Escape], 2),
        (&[Key::Tab, Key::Enter], 1),
        (&[Key::Tab, Key::Tab, Key::Space], 2),
        (&[Key::Tab, Key::Tab, Key::Tab, Key::Enter], 0),
    ] {
        let mut harness = question();
        for key in keys {
            assert_eq!(harness.state().0, None);
            harness.key_press(*key);
            harness.run();
        }
        assert_eq!(harness.state().0, Some(answer), "{keys:?}");
    }
    for (answer, label) in ["Save", "Don't save", "Cancel"].into_iter().enumerate() {
        let mut harness = question();
        harness.get_by_label(label).click();
        harness.run();
        assert_eq!(harness.state().0, Some(answer));
    }
}

#[test]
fn a_path_can_be_typed_completed_and_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("valley.toml"), "").unwrap();
    let start = folder.path().join("");
    let show = |ui: &mut egui::Ui, (line, typed): &mut (PathLine, PathResult)| {
        tab::begin(ui.ctx());
        if *typed == PathResult::Nothing {
            *typed = line.show(ui.ctx());
        }
    };
    let line = || (PathLine::new("Open a land", "Open", &start), PathResult::Nothing);
    let mut harness = Harness::new_ui_state(show, line());
    harness.run();
    harness.event(egui::Event::Text("va".to_owned()));
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().1, PathResult::Path(folder.path().join("valley.toml")));
    let mut harness = Harness::new_ui_state(show, line());
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().1, PathResult::Closed);
}

#[test]
fn a_click_in_the_list_of_steps_goes_to_that_step() {
    let mut history = History::default();
    let mut scene = Scene::default();
    for metres in [-30.0, 12.0, 40.0] {
        scene.recipe.world.sea_level_m = metres;
        history.settle(&scene);
    }
    let show = |ui: &mut egui::Ui, (window, step): &mut (StepsWindow, Option<usize>)| {
        let free = ui.ctx().content_rect();
        *step = step.or(window.show(ui.ctx(), free, &history));
    };
    let window = StepsWindow::opened();
    let mut list = Harness::new_ui_state(show, (window, None));
    list.run();
    list.get_by_label("Sea level 12 → 40 m");
    list.get_by_label("Sea level −30 → 12 m").click();
    list.run();
    assert_eq!(list.state().1, Some(1));
}

/// Returns a program that handles the commands for files.
fn program() -> App {
    let mut app = test_app::app();
    app.add_systems(PostUpdate, file_context::handle_commands);
    app
}

/// Sends a command and updates the program until `holds` returns true.
fn send(app: &mut App, command: Command, what: &str, holds: impl Fn(&World) -> bool) {
    app.world_mut().write_message(command);
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        app.update();
        if holds(app.world()) {
            return;
        }
        assert!(Instant::now() < until, "{what}: {:?}", app.world().resource::<Notice>().text());
        std::thread::yield_now();
    }
}

fn says(words: &str) -> impl Fn(&World) -> bool {
    move |world| world.resource::<Notice>().text().is_some_and(|line| line.contains(words))
}

fn land(level_m: f64) -> Scene {
    let mut scene = Scene::default();
    scene.recipe.world.sea_level_m = level_m;
    scene
}

fn level(world: &World) -> f64 {
    world.resource::<WantedScene>().0.recipe.world.sea_level_m
}

/// Opens a file from the list of recent files.
fn open(app: &mut App, path: &Path) {
    recent::remember(&mut app.world_mut().resource_mut::<KeptSettings>(), path);
    let name = format!("opened {}", path.display());
    send(app, Command::OpenRecent(0), "the file is open", says(&name));
}

#[test]
fn an_unreadable_file_is_reported_and_leaves_the_land() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut app = program();
    save::write(&path("bay.toml"), &land(7.0)).unwrap();
    open(&mut app, &path("bay.toml"));
    assert_eq!(level(app.world()), 7.0);
    std::fs::write(path("newer.toml"), "version = 99\n").unwrap();
    std::fs::write(path("broken.toml"), "version = [\n").unwrap();
    std::fs::create_dir(path("folder.toml")).unwrap();
    for (name, words) in [
        ("newer.toml", "newer Orogen"),
        ("broken.toml", "broken.toml:1"),
        ("folder.toml", "folder.toml"),
        ("gone.toml", "no longer exists"),
    ] {
        let file = path(name);
        recent::remember(&mut app.world_mut().resource_mut::<KeptSettings>(), &file);
        send(&mut app, Command::OpenRecent(0), name, says(words));
        assert_eq!(level(app.world()), 7.0, "{name}");
        assert_eq!(app.world().resource::<OpenDocument>().name(), "bay.toml");
    }
    let recent = &app.world().resource::<KeptSettings>().recent;
    assert!(recent.iter().all(|path| !path.ends_with("gone.toml")), "{recent:?}");
    assert_eq!(std::fs::read_to_string(path("broken.toml")).unwrap(), "version = [\n");
}

#[test]
fn saving_asks_before_it_replaces_a_file_that_another_program_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bay.toml");
    let mut app = program();
    save::write(&path, &land(7.0)).unwrap();
    open(&mut app, &path);
    app.world_mut().resource_mut::<WantedScene>().0 = land(8.0);
    send(&mut app, Command::Save, "it is saved", says("saved"));
    let folder_shown = |world: &World| {
        let toast = world.resource::<Notice>().fresh().last().cloned();
        toast.and_then(|toast| toast.folder().map(Path::to_owned))
    };
    assert_eq!(folder_shown(app.world()).as_deref(), Some(folder.path()), "Show folder");
    std::fs::write(&path, "version = 2\n# by hand\n").unwrap();
    app.world_mut().resource_mut::<WantedScene>().0 = land(9.0);
    let has_question = |world: &World| world.resource::<Files>().question.is_some();
    send(&mut app, Command::Save, "it asks", has_question);
    let question = app.world().resource::<Files>().question.clone();
    assert_eq!(question, Some(FileQuestion::Changed(path.clone())));
    assert!(
        std::fs::read_to_string(&path).unwrap().contains("by hand"),
        "the file is unchanged until the answer"
    );
    // If the folder is deleted, saving gives one line, and the land is still unsaved.
    FileContext::with(app.world_mut(), |file_context| file_context.files.question = None);
    folder.close().unwrap();
    send(&mut app, Command::Save, "the failure is reported", says("there is no folder"));
    let world = app.world();
    let is_changed = OpenDocument::is_changed(world.resource(), &world.resource::<WantedScene>().0);
    assert!(is_changed && level(world) == 9.0);
}

#[test]
fn unsaved_changes_cause_a_question_before_a_new_land_but_not_before_a_preset() {
    let mut app = program();
    app.world_mut().resource_mut::<WantedScene>().0 = land(8.0);
    let has_question = |world: &World| world.resource::<Files>().question.is_some();
    send(&mut app, Command::NewLand, "it asks", has_question);
    assert_eq!(level(app.world()), 8.0);
    FileContext::with(app.world_mut(), |file_context| file_context.files.question = None);
    send(&mut app, Shelf::command(0), "it is open", |world| {
        world.resource::<OpenDocument>().source == SceneSource::Preset("Alps".to_owned())
    });
    assert!(!has_question(app.world()));
    let new = crate::terrain::preset::new_land().unwrap();
    send(&mut app, Command::NewLand, "a new land", |world| {
        world.resource::<WantedScene>().0 == new
    });
}
