//! Uses the import dialog as the user does.

use std::time::{Duration, Instant};

use bevy_egui::egui;
use bevy_egui::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use super::super::sheet_ui::{SheetRequests, description_lines};
use super::*;
use crate::studio::document::files::file_context::FileQuestion as Question;
use crate::studio::document::files::{file_context, test_app};
use crate::studio::ui::{tab, theme};
use crate::terrain::layer::{LayerKind, MAX_LAYERS};
use crate::terrain::preset::Preset;

const HILL: &str = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 10\nnodata_value -9999\n\
                    1 2 3\n2 9 4\n3 -9999 5\n";

fn hill(folder: &Path) -> PathBuf {
    let path = folder.join("hill.asc");
    std::fs::write(&path, HILL).unwrap();
    path
}

fn app() -> App {
    let mut app = test_app::app();
    app.add_systems(Update, (file_context::handle_commands, handle_commands).chain());
    app
}

fn with_context<T>(app: &mut App, act: impl FnOnce(&mut FileContext) -> T) -> T {
    let mut out = None;
    FileContext::with(app.world_mut(), |file_context| out = Some(act(file_context)));
    out.unwrap()
}

/// Updates the app until no file is being read.
fn wait(app: &mut App) {
    let until = Instant::now() + Duration::from_secs(20);
    while with_context(app, |file_context| {
        file_context.import.sheet.as_ref().is_some_and(|s| s.under_way.is_some())
    }) {
        assert!(Instant::now() < until, "the file is read in time");
        app.update();
    }
}

#[test]
fn a_dropped_map_is_shown_and_added_as_the_lowest_layer_in_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = hill(folder.path());
    let mut app = app();
    let before = with_context(&mut app, |file_context| file_context.wanted.0.recipe.layers.clone());
    with_context(&mut app, |file_context| file_context.take_dropped(path.clone()));
    wait(&mut app);
    with_context(&mut app, |file_context| {
        assert_eq!(
            file_context.wanted.0.recipe.layers, before,
            "the map is not added before the user confirms"
        );
        let sheet = file_context.import.sheet.as_mut().unwrap();
        let Some(Ok(preview)) = &sheet.read else { panic!("it is read") };
        let lines = description_lines(&preview.map);
        let size = &["3 × 3 samples", "heights 1.0 to 9.0 m", "a sample every 10.000 m"][..];
        assert_eq!(lines[1..4], *size, "{lines:?}");
        assert_eq!(lines.last().unwrap(), "1 void, which was filled");
        assert_eq!(preview.picture.0, [3, 3]);
        sheet.choices.as_mut().unwrap().size_m = [400.0, 400.0];
        file_context.add_layer();
        let layers = &file_context.wanted.0.recipe.layers;
        assert_eq!((layers.len(), &layers[1..]), (before.len() + 1, &before[..]));
        let LayerKind::Heightmap(map) = &layers[0].kind else { panic!("a heightmap") };
        assert_eq!((map.heightmap.width_m, map.heightmap.fade_m), (400.0, 100.0));
        assert!(file_context.import.sheet.is_none());
        let notice = "hill is now the lowest layer: 400 × 400 m, 1 to 9 m high; the layer “noise” lies over the map and changes its heights";
        assert_eq!(file_context.notice.text(), Some(notice));
    });
}

#[test]
fn a_file_that_cannot_be_a_layer_says_why_and_the_dialog_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = hill(folder.path());
    let mut app = app();
    let mut layers = Preset::find("alps").unwrap().scene().unwrap().recipe.layers;
    while layers.len() < MAX_LAYERS {
        layers.duplicate(0).unwrap();
    }
    with_context(&mut app, |file_context| {
        file_context.wanted.0.recipe.layers = layers.clone();
        file_context.import(path.clone());
    });
    wait(&mut app);
    with_context(&mut app, |file_context| {
        file_context.add_layer();
        assert_eq!(file_context.wanted.0.recipe.layers, layers);
        let problem = file_context.import.sheet.as_ref().unwrap().problem.clone().unwrap();
        assert!(problem.starts_with("the map cannot become a layer: "), "{problem}");
    });
    std::fs::write(&path, "ncols many").unwrap();
    with_context(&mut app, |file_context| file_context.import(path.clone()));
    wait(&mut app);
    with_context(&mut app, |file_context| {
        let sheet = file_context.import.sheet.as_mut().unwrap();
        assert!(matches!(&sheet.read, Some(Err(line)) if line.to_string().contains("hill.asc")));
        assert!(!sheet.is_ready());
        file_context.add_layer();
        assert_eq!(file_context.wanted.0.recipe.layers, layers);
    });
}

#[test]
fn a_cancelled_reading_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = hill(folder.path());
    let mut app = app();
    with_context(&mut app, |file_context| {
        file_context.import(path.clone());
        file_context.import.sheet.take().unwrap().cancel_reading();
        file_context.import(folder.path().join("none.png"));
    });
    wait(&mut app);
    with_context(&mut app, |file_context| {
        let sheet = file_context.import.sheet.as_ref().unwrap();
        assert!(matches!(&sheet.read, Some(Err(line)) if line.to_string().contains("none.png")));
    });
    let is_over = AtomicBool::new(true);
    assert!(
        read_preview(&path, &Reading::default(), &is_over).is_err(),
        "a cancelled file is not read"
    );
    app.world_mut().write_message(Command::ImportMap);
    app.update();
    with_context(&mut app, |file_context| {
        assert!(matches!(file_context.files.wants_dialog, Some((Purpose::Import, _))));
    });
}

type DialogState = (ImportSheet, Vec<SheetRequests>);

fn shown(sheet: ImportSheet) -> Harness<'static, DialogState> {
    let mut is_themed = false;
    let show = move |ui: &mut egui::Ui, (sheet, requests): &mut DialogState| {
        tab::begin(ui.ctx());
        if !std::mem::replace(&mut is_themed, true) {
            theme::apply(ui.ctx());
        }
        let notice = sheet.show(ui.ctx());
        if notice != SheetRequests::default() {
            requests.push(notice);
        }
        tab::end(ui.ctx());
    };
    let builder = Harness::builder().with_size([700.0, 520.0]);
    let mut harness = builder.build_ui_state(show, (sheet, vec![]));
    harness.run_steps(4);
    harness
}

#[test]
fn all_widgets_of_the_dialog_have_names_and_its_buttons_work() {
    let mut sheet = read_sheet("land.r16");
    sheet.covering = Some("the layer “Hills” covers all of the map".to_owned());
    let mut harness = shown(sheet);
    for name in [
        "Samples",
        "Width",
        "Lowest height",
        "Highest height",
        "East",
        "South",
        "Bytes: Lowest",
        "Kind: Floats",
        "First row: South",
        "Cancel",
        "Add as a layer",
        "Open as a new land",
        "As a layer: the layer “Hills” covers all of the map. A new land has only the map.",
    ] {
        assert!(harness.query_all_by_label(name).next().is_some(), "{name}");
    }
    harness.get_by_label("First row: South").click();
    harness.run_steps(3);
    assert!(harness.state().0.reading.south_first);
    assert!(harness.state().1.iter().any(|requests| requests.rereads), "it is read again");
    harness.get_by_label("Add as a layer").click();
    harness.run_steps(3);
    assert!(harness.state().1.iter().any(|requests| requests.adds_layer && !requests.closes));
    harness.get_by_label("Open as a new land").click();
    harness.run_steps(3);
    assert!(harness.state().1.last().unwrap().opens_land);
    // The first Esc ends typing.
    harness.get_by_role_and_label(Role::SpinButton, "Width").click();
    harness.run_steps(3);
    harness.event(egui::Event::Text("9".to_owned()));
    harness.run_steps(3);
    let width = harness.state().0.choices.as_ref().unwrap().size_m[0];
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(!harness.state().1.last().unwrap().closes, "the dialog stays");
    assert_eq!(harness.state().0.choices.as_ref().unwrap().size_m[0], width);
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(harness.state().1.last().unwrap().closes);
}

#[test]
fn a_map_becomes_a_new_land_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = hill(folder.path());
    let mut app = app();
    let before = with_context(&mut app, |file_context| {
        file_context.wanted.0.recipe.world.sea_level_m = 12.0;
        file_context.import(path.clone());
        file_context.wanted.0.clone()
    });
    wait(&mut app);
    with_context(&mut app, |file_context| {
        file_context.request(FileAction::Map);
        assert_eq!(
            file_context.files.question,
            Some(Question::DiscardChanges(FileAction::Map)),
            "the open land has unsaved changes"
        );
        assert_eq!(file_context.wanted.0, before);
        file_context.files.question = None;
        assert!(
            file_context.import.sheet.is_some(),
            "after a cancelled question, the dialog is open"
        );
        file_context.history.settle_with_document(&file_context.wanted.0, &file_context.document);
        file_context.carry_out(FileAction::Map);
        let recipe = &file_context.wanted.0.recipe;
        assert_eq!(recipe.layers.len(), 1, "no noise layer is left");
        assert!(matches!(recipe.layers[0].kind, LayerKind::Heightmap(_)));
        assert!(!recipe.erosion.on && recipe.operations.is_empty());
        assert!(
            OpenDocument::is_changed(&file_context.document, &file_context.wanted.0),
            "the new land is unsaved"
        );
        let notice = file_context.notice.text().unwrap();
        assert!(notice.starts_with("hill is now a new land: "), "{notice}");
        file_context.history.settle_with_document(&file_context.wanted.0, &file_context.document);
        let back = file_context.history.undo(&file_context.wanted.0, None).unwrap();
        assert_eq!(back.scene, before);
    });
}
