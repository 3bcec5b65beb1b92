//! The windows of files as a person uses them.

use bevy_egui::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::path_line::{PathLine, Typed};
use super::question::Question;
use crate::studio::history::History;
use crate::studio::history::window::StepsWindow;
use crate::studio::panels::{tab, theme};
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
    let show = |ui: &mut egui::Ui, (line, typed): &mut (PathLine, Typed)| {
        tab::begin(ui.ctx());
        if *typed == Typed::Nothing {
            *typed = line.show(ui.ctx());
        }
    };
    let line = || (PathLine::new("Open a land", "Open", &start), Typed::Nothing);
    let mut asked = Harness::new_ui_state(show, line());
    asked.run();
    asked.event(egui::Event::Text("va".to_owned()));
    asked.run();
    asked.key_press(Key::Tab);
    asked.run();
    asked.key_press(Key::Enter);
    asked.run();
    assert_eq!(asked.state().1, Typed::Path(folder.path().join("valley.toml")));
    let mut asked = Harness::new_ui_state(show, line());
    asked.run();
    asked.key_press(Key::Escape);
    asked.run();
    assert_eq!(asked.state().1, Typed::Closed);
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
