//! The export dialog, driven by clicks: its questions and its layout.

use std::time::{Duration, Instant};

use bevy_egui::egui::{Event, FullOutput, PointerButton, Pos2, RawInput, Rect};

use super::*;
use crate::export::job::JobPlan;
use crate::studio::camera::state::CameraMode;
use crate::studio::panel::strip;
use crate::studio::tests::driven::drawn;
use crate::studio::ui::theme;

/// The dialog in a window of 1024 × 640, with the panel on the right.
struct Desk {
    context: egui::Context,
    panel: ExportPanel,
    queue: ExportQueue,
    frame: AreaFrame,
    scene: Scene,
    output: FullOutput,
    /// All notices so far.
    notices: Vec<String>,
    /// The area that the other panels leave free.
    free: Rect,
}

const FREE: Rect = Rect { min: Pos2::ZERO, max: Pos2 { x: 694.0, y: 616.0 } };

impl Desk {
    fn new(out: String) -> Self {
        let context = egui::Context::default();
        theme::apply(&context);
        let mut panel = ExportPanel { open: true, ..ExportPanel::default() };
        panel.set_path(out.as_ref());
        panel.choices.samples = 33;
        let (queue, frame, scene) = Default::default();
        let mut desk = Self {
            context,
            panel,
            queue,
            frame,
            scene,
            output: FullOutput::default(),
            notices: vec![],
            free: FREE,
        };
        (0..4).for_each(|_| desk.pass(vec![]));
        desk
    }

    fn pass(&mut self, events: Vec<Event>) {
        let size = self.free.size() + egui::vec2(330.0, 24.0);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, size));
        let input = RawInput { screen_rect, events, ..Default::default() };
        let Self { context, panel, queue, frame, scene, free, .. } = self;
        self.output = context.run_ui(input, |ui| {
            let (mut bookmarks, mut view) = Default::default();
            strip::show(ui.ctx(), *free, (CameraMode::Orbit, false), &mut bookmarks, &mut view);
            panel.show(ui.ctx(), *free, scene, frame, queue);
        });
        self.notices.extend(self.queue.poll().into_iter().map(|(line, _)| line));
    }

    /// Returns the places of a text, from top to bottom.
    fn drawn(&self, text: &str) -> Vec<Rect> {
        let mut places = drawn(&self.output, text);
        places.sort_by(|a, b| a.min.y.total_cmp(&b.min.y));
        assert!(!places.is_empty(), "`{text}` is shown");
        places
    }

    /// Clicks the lowest place of a text. The title of the window has the same text as the button.
    fn click(&mut self, text: &str) {
        let places = self.settled(text);
        self.click_at(places[places.len() - 1].center());
    }

    /// Runs passes until a text stays in place, and returns its places from top to bottom. A scroll
    /// area takes some passes to follow contents whose height changes.
    fn settled(&mut self, text: &str) -> Vec<Rect> {
        let mut places = self.drawn(text);
        for _ in 0..20 {
            self.pass(vec![]);
            let now = self.drawn(text);
            if std::mem::replace(&mut places, now.clone()) == now {
                return now;
            }
        }
        panic!("`{text}` moves in every pass");
    }

    fn click_at(&mut self, pos: Pos2) {
        let button = |pressed| {
            let (button, modifiers) = (PointerButton::Primary, Default::default());
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        [vec![Event::PointerMoved(pos)], vec![button(true)], vec![button(false)], vec![]]
            .into_iter()
            .for_each(|events| self.pass(events));
    }

    /// Clicks the highest place of a text.
    fn click_highest(&mut self, text: &str) {
        let places = self.settled(text);
        self.click_at(places[0].center());
    }

    fn is_shown(&self, text: &str) -> bool {
        !drawn(&self.output, text).is_empty()
    }

    /// Runs passes until an export has ended.
    fn wait(&mut self) -> String {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            self.pass(vec![]);
            if let Some(line) = self.notices.pop() {
                // The button is shown again.
                (0..2).for_each(|_| self.pass(vec![]));
                return line;
            }
            assert!(Instant::now() < until, "the export ends");
        }
    }
}

#[test]
fn a_file_is_replaced_only_after_the_user_confirms() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.r16");
    let mut desk = Desk::new(path.display().to_string());
    assert!(desk.is_shown(&format!("Writes {}", path.display())), "the whole path, before");
    desk.click("Export");
    assert!(
        desk.wait().starts_with(&format!("exported {}", path.display())),
        "the whole path, after"
    );

    std::fs::write(&path, "mine").unwrap();
    let read = || std::fs::read(&path).unwrap();
    desk.click("Export");
    assert_eq!(
        (desk.queue.count_unfinished(), read()),
        (0, b"mine".to_vec()),
        "the file is not written yet"
    );
    let question = format!("{0} and its JSON already exist. Replace them?", path.display());
    assert!(desk.is_shown(&question));
    (0..3).for_each(|_| desk.pass(vec![]));
    desk.click("Keep");
    assert!(!desk.is_shown(&question) && desk.queue.count_unfinished() == 0 && read() == b"mine");

    desk.click("Export");
    desk.panel.choices.samples = 17;
    desk.pass(vec![]);
    assert!(!desk.is_shown(&question), "the question was about another export");
    desk.pass(vec![]);
    desk.click("Export");
    (0..3).for_each(|_| desk.pass(vec![]));
    desk.click("Replace");
    desk.wait();
    assert_eq!(read().len(), 17 * 17 * 2);
}

#[test]
fn the_frame_follows_a_land_that_becomes_smaller() {
    let mut desk = Desk::new("land.png".to_owned());
    desk.frame.area = Some(Area { centre_m: [5000.0, -7000.0], side_m: 900.0 });
    desk.pass(vec![]);
    assert_eq!(
        desk.frame.area.unwrap().centre_m,
        [5000.0, -7000.0],
        "an endless land is everywhere"
    );
    desk.scene.recipe.world.bounded = true;
    desk.pass(vec![]);
    assert_eq!(desk.frame.area.unwrap().check(&desk.scene.recipe), Ok(()));
    assert!(
        desk.is_shown("Export")
            && JobPlan::new(&desk.scene, &desk.panel.choices.job(desk.frame.area)).is_ok()
    );
}

impl Desk {
    /// Runs passes until the trial run has measured size and duration.
    fn wait_for_estimate(&mut self) {
        let until = Instant::now() + Duration::from_secs(60);
        while !self.panel.estimate.is_measured() {
            assert!(Instant::now() < until, "size and duration become known");
            self.pass(vec![]);
        }
        self.pass(vec![]);
    }

    /// Runs passes until the trial run has ended, if the export has one.
    fn wait_for_estimate_if_any(&mut self) {
        self.pass(vec![]);
        let is_drawn = matches!(self.panel.choices.kind, ExportKind::Picture | ExportKind::Film);
        match is_drawn || self.panel.estimate.problem().is_some() {
            true => (0..3).for_each(|_| self.pass(vec![])),
            false => self.wait_for_estimate(),
        }
    }

    fn area(&self) -> Option<Area> {
        self.frame.area
    }
}

#[test]
fn buttons_and_file_names_choose_the_kind_and_update_the_estimate() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(folder.path().join("land.png").display().to_string());
    desk.wait_for_estimate();
    let exact = format!("r16 · {:.1} kB · a sample every", 33.0 * 33.0 * 2.0 / 1e3);
    desk.panel.set_path(&folder.path().join("land.r16"));
    (0..2).for_each(|_| desk.pass(vec![]));
    desk.wait_for_estimate();
    let name = desk.panel.choices.row().unwrap().name;
    let planned = desk.panel.estimate.planned().unwrap().clone();
    assert!(desk.panel.estimate.describe(name, &planned).starts_with(&exact));
    for (button, ending, label) in
        [("Mesh", "glb", "Colours"), ("Maps", "png", "Occlusion"), ("Code", "rs", "Language")]
    {
        desk.click_highest(button);
        desk.wait_for_estimate();
        let out = folder.path().join(format!("land.{ending}")).display().to_string();
        assert_eq!(desk.panel.out(), out, "{button}");
        assert!(desk.is_shown(label), "{button}");
        assert!(desk.panel.estimate.planned().is_some(), "{button}");
    }
    assert!(!desk.is_shown("Samples") && !desk.frame.shown, "code has no area");
    desk.panel.set_path(&folder.path().join("print.stl"));
    (0..3).for_each(|_| desk.pass(vec![]));
    assert!(desk.is_shown("Base") && !desk.is_shown("Colours"));
    desk.click("Export");
    desk.wait();
    assert!(folder.path().join("print.stl").is_file() && desk.is_shown("Show folder"));
    assert!(desk.area().is_some());
}

#[test]
fn impossible_exports_are_refused_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(folder.path().join("a.glb").display().to_string());
    desk.panel.choices.mesh.levels = 2;
    (0..3).for_each(|_| desk.pass(vec![]));
    let error = desk.panel.estimate.problem().unwrap().to_string();
    assert!(error.contains("use 129"), "{error}");
    desk.click("Export");
    assert_eq!(desk.queue.rows().count(), 0, "the button does nothing");
    desk.panel.set_path(&folder.path().join("long.png"));
    desk.panel.choices.samples = 16_385;
    (0..3).for_each(|_| desk.pass(vec![]));
    desk.click("Export");
    (0..2).for_each(|_| desk.pass(vec![]));
    desk.click("Add to the queue");
    let line = "long.png is already in the queue; choose another name";
    let refused = desk.panel.refused.as_ref().map(|(_, why)| why.clone());
    assert!(refused.as_ref().is_some_and(|why| why.ends_with(line)), "{refused:?}");
    desk.panel.set_path(&folder.path().join("next.r16"));
    desk.panel.choices.samples = 17;
    // The queue keeps the scene from the moment the export is added.
    let sea_m = desk.scene.recipe.world.sea_level_m;
    (0..3).for_each(|_| desk.pass(vec![]));
    desk.click("Add to the queue");
    desk.scene.recipe.world.sea_level_m = sea_m + 10.0;
    (0..2).for_each(|_| desk.pass(vec![]));
    assert!(desk.is_shown("next.r16: waiting"));
    let long = desk.queue.rows().next().unwrap().0;
    desk.queue.cancel(long);
    let until = Instant::now() + Duration::from_secs(60);
    while desk.queue.count_unfinished() > 0 {
        assert!(Instant::now() < until, "all end");
        desk.pass(vec![]);
    }
    assert!(!folder.path().join("long.png").exists());
    let json = folder.path().join("next.r16.json");
    let scene = crate::export::load_scene_from_file(&json).unwrap();
    assert_eq!(scene.recipe.world.sea_level_m, sea_m);
}

/// Choices of heights, each in its row, and the beginning of the sentence that explains it.
const MEANINGS: [(&str, &str); 7] = [
    ("Measured", "From the lowest to the highest sample of this export"),
    ("Given", "Between the two heights below"),
    ("Full", "From the lowest to the highest height possible in this land"),
    ("Surface", "Under water, the export has the level of the water"),
    ("Bed", "Under water, the export has the heights of the ground"),
    ("On", "Detail finer than the samples fades"),
    ("Off", "Every sample has the exact height of the land"),
];

impl Desk {
    /// Returns true if a text with this beginning is shown.
    fn shows_text_that_starts_with(&self, start: &str) -> bool {
        self.output.shapes.iter().any(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => text.galley.text().starts_with(start),
            _ => false,
        })
    }

    /// Returns the lowest place of each text.
    fn places(&self, texts: &[&str]) -> Vec<Pos2> {
        texts.iter().map(|text| self.drawn(text).pop().expect("a place").min).collect()
    }

    fn window(&self) -> Rect {
        self.context.memory(|memory| memory.area_rect(egui::Id::new("Export"))).unwrap()
    }
}

#[test]
fn a_choice_explains_itself_and_moves_no_row() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(folder.path().join("land.png").display().to_string());
    desk.free.max = Pos2::new(1270.0, 1100.0);
    (0..3).for_each(|_| desk.pass(vec![]));
    let fixed =
        ["Kind", "Format", "Samples", "Range", "From, to", "Sea", "Filter", "Tiles", "Export"];
    let before = desk.places(&fixed);
    desk.wait_for_estimate();
    assert_eq!(desk.places(&fixed), before, "while the export is measured");
    for (choice, meaning) in MEANINGS {
        desk.click(choice);
        desk.wait_for_estimate();
        assert!(desk.shows_text_that_starts_with(meaning), "{choice}");
        assert_eq!(desk.places(&fixed), before, "{choice}");
        let row: &[(&str, &str)] = match choice {
            "Measured" | "Given" | "Full" => &MEANINGS[..3],
            "Surface" | "Bed" => &MEANINGS[3..5],
            _ => &MEANINGS[5..],
        };
        let others = row.iter().filter(|(other, _)| *other != choice);
        others.for_each(|(other, meaning)| {
            assert!(!desk.shows_text_that_starts_with(meaning), "{choice}, not {other}")
        });
    }
    // The kind changes the rows below the buttons, and never moves the buttons.
    for kind in ["Mesh", "Maps", "Rivers", "Plants", "Code", "Picture", "Film", "Heights"] {
        let place = desk.drawn(kind)[0];
        desk.click_highest(kind);
        desk.wait_for_estimate_if_any();
        assert_eq!(desk.drawn(kind)[0], place, "{kind}");
    }
}

#[test]
fn the_window_is_as_high_as_its_rows_and_no_higher_than_the_screen() {
    let mut desk = Desk::new("land.png".to_owned());
    let strip = desk.context.memory(|memory| memory.area_rect("strip")).unwrap();
    assert!(!strip.intersects(desk.window()) && FREE.contains_rect(desk.window()));
    let button = |desk: &Desk| desk.places(&["Export"])[0].y;
    desk.free.max.y = 400.0;
    (0..6).for_each(|_| desk.pass(vec![]));
    let window = desk.window();
    assert!(desk.free.contains_rect(window), "{window:?}");
    assert!(window.height() > 0.7 * desk.free.height(), "{window:?}");
    assert!(button(&desk) < window.bottom() - 10.0, "the button stays in sight");
    let small = window.height();
    desk.free.max = Pos2::new(1270.0, 1100.0);
    (0..6).for_each(|_| desk.pass(vec![]));
    let high = desk.window();
    assert!(high.height() > small + 40.0, "there is room for more: {high:?}");
    assert!(button(&desk) > high.bottom() - 60.0, "and no more than the rows need: {high:?}");
    desk.click_highest("Code");
    desk.wait_for_estimate_if_any();
    (0..3).for_each(|_| desk.pass(vec![]));
    assert!(desk.window().height() < high.height() - 60.0, "{:?}", desk.window());
}
