//! The windows of files as a person uses them.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::file_context;
use super::file_context::{FileContext, FileQuestion, Files};
use super::path_line::{PathLine, PathResult};
use super::question::Question;
use super::{recent, save, test_app};
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::states::History;
use crate::studio::document::history::window::StepsWindow;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::{Document, SceneSource};
use crate::studio::ui::{tab, theme};
use crate::terrain::scene::Scene;

/// What a question was answered with, and whether it was shown before.
type Said = (Option<usize>, bool);

fn question() -> Harness<'static, Said> {
    let show = |ui: &mut egui::Ui, (said, was_shown): &mut Said| {
        tab::begin(ui.ctx());
        if !*was_shown {
            theme::apply(ui.ctx());
        }
        if said.is_none() {
            let answers = &["Save", "Don't save", "Cancel"];
            let question = Question { title: "Save the changes?", text: "Or not.", answers };
            *said = question.show(ui.ctx(), !std::mem::replace(was_shown, true));
        }
    };
    let mut harness = Harness::new_ui_state(show, (None, false));
    harness.run();
    harness
}

#[test]
fn a_question_is_answered_by_key_and_by_click() {
    for (keys, answer) in [
        (&[Key::Enter][..], 0),
        (&[Key::Escape], 2),
        (&[Key::Tab, Key::Enter], 1),
        (&[Key::Tab, Key::Tab, Key::Space], 2),
        (&[Key::Tab, Key::Tab, Key::Tab, Key::Enter], 0),
    ] {
        let mut asked = question();
        for key in keys {
            assert_eq!(asked.state().0, None);
            asked.key_press(*key);
            asked.run();
        }
        assert_eq!(asked.state().0, Some(answer), "{keys:?}");
    }
    for (answer, label) in ["Save", "Don't save", "Cancel"].into_iter().enumerate() {
        let mut asked = question();
        asked.get_by_label(label).click();
        asked.run();
        assert_eq!(asked.state().0, Some(answer));
    }
}

#[test]
fn a_path_is_typed_completed_and_given_up() {
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
    let mut asked = Harness::new_ui_state(show, line());
    asked.run();
    asked.event(egui::Event::Text("va".to_owned()));
    asked.run();
    asked.key_press(Key::Tab);
    asked.run();
    asked.key_press(Key::Enter);
    asked.run();
    assert_eq!(asked.state().1, PathResult::Path(folder.path().join("valley.toml")));
    let mut asked = Harness::new_ui_state(show, line());
    asked.run();
    asked.key_press(Key::Escape);
    asked.run();
    assert_eq!(asked.state().1, PathResult::Closed);
}

#[test]
fn a_click_in_the_list_of_steps_goes_there() {
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

/// The program as far as files go, with a land of its own.
fn program() -> App {
    let mut app = test_app::app();
    app.add_systems(PostUpdate, file_context::handle_commands);
    app
}

/// Gives a command and goes on until something holds.
fn order(app: &mut App, command: Command, what: &str, holds: impl Fn(&World) -> bool) {
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

/// Opens a file by the list of those that were open.
fn open(app: &mut App, path: &Path) {
    recent::remember(&mut app.world_mut().resource_mut::<KeptSettings>(), path);
    let name = format!("opened {}", path.display());
    order(app, Command::OpenRecent(0), "the file is open", says(&name));
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
        ("gone.toml", "is not there any more"),
    ] {
        let file = path(name);
        recent::remember(&mut app.world_mut().resource_mut::<KeptSettings>(), &file);
        order(&mut app, Command::OpenRecent(0), name, says(words));
        assert_eq!(level(app.world()), 7.0, "{name}");
        assert_eq!(app.world().resource::<Document>().name(), "bay.toml");
    }
    let recent = &app.world().resource::<KeptSettings>().recent;
    assert!(recent.iter().all(|path| !path.ends_with("gone.toml")), "{recent:?}");
    assert_eq!(std::fs::read_to_string(path("broken.toml")).unwrap(), "version = [\n");
}

#[test]
fn a_file_that_another_program_changed_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bay.toml");
    let mut app = program();
    save::write(&path, &land(7.0)).unwrap();
    open(&mut app, &path);
    app.world_mut().resource_mut::<WantedScene>().0 = land(8.0);
    order(&mut app, Command::Save, "it is saved", says("saved"));
    let folder_shown = |world: &World| {
        let toast = world.resource::<Notice>().fresh().last().cloned();
        toast.and_then(|toast| toast.folder().map(Path::to_owned))
    };
    assert_eq!(folder_shown(app.world()).as_deref(), Some(folder.path()), "Show folder");
    std::fs::write(&path, "version = 2\n# by hand\n").unwrap();
    app.world_mut().resource_mut::<WantedScene>().0 = land(9.0);
    let asks = |world: &World| world.resource::<Files>().asked.is_some();
    order(&mut app, Command::Save, "it asks", asks);
    let asked = app.world().resource::<Files>().asked.clone();
    assert_eq!(asked, Some(FileQuestion::Changed(path.clone())));
    assert!(std::fs::read_to_string(&path).unwrap().contains("by hand"), "it stays so long");
    // Its folder goes, too: one line, and the land is still not saved.
    FileContext::of(app.world_mut(), |papers| papers.files.asked = None);
    folder.close().unwrap();
    order(&mut app, Command::Save, "it is said", says("there is no folder"));
    let world = app.world();
    let is_changed = Document::is_changed(world.resource(), &world.resource::<WantedScene>().0);
    assert!(is_changed && level(world) == 9.0);
}

#[test]
fn changes_are_asked_for_before_a_new_land_and_not_before_a_preset() {
    let mut app = program();
    app.world_mut().resource_mut::<WantedScene>().0 = land(8.0);
    let asks = |world: &World| world.resource::<Files>().asked.is_some();
    order(&mut app, Command::NewLand, "it asks", asks);
    assert_eq!(level(app.world()), 8.0);
    FileContext::of(app.world_mut(), |papers| papers.files.asked = None);
    order(&mut app, Shelf::command(0), "it is open", |world| {
        world.resource::<Document>().source == SceneSource::Preset("Alps".to_owned())
    });
    assert!(!asks(app.world()));
    let new = crate::terrain::preset::new_land().unwrap();
    order(&mut app, Command::NewLand, "a new land", |world| {
        world.resource::<WantedScene>().0 == new
    });
}
