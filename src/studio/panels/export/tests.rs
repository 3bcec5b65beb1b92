//! The panel, clicked: what it asks before it writes, and where it stands.

use std::time::Instant;

use bevy_egui::egui::{Event, FullOutput, PointerButton, Pos2, RawInput, Rect};

use super::*;
use crate::studio::camera::state::CameraMode;
use crate::studio::panels::driven::drawn;
use crate::studio::panels::{strip, theme};

/// The panel in a window of 1024 × 640 with the parameters' panel at the right.
struct Desk {
    context: egui::Context,
    panel: ExportPanel,
    exporter: Exporter,
    frame: AreaFrame,
    scene: Scene,
    output: FullOutput,
    /// Every text goes there.
    said: Vec<String>,
}

const FREE: Rect = Rect { min: Pos2::ZERO, max: Pos2 { x: 694.0, y: 616.0 } };

impl Desk {
    fn new(out: String) -> Self {
        let context = egui::Context::default();
        theme::apply(&context);
        let panel = ExportPanel { open: true, out, samples: 33, ..ExportPanel::default() };
        let (exporter, frame, scene) = Default::default();
        let mut desk = Self {
            context,
            panel,
            exporter,
            frame,
            scene,
            output: FullOutput::default(),
            said: vec![],
        };
        (0..4).for_each(|_| desk.pass(vec![]));
        desk
    }

    fn pass(&mut self, events: Vec<Event>) {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, egui::vec2(1024.0, 640.0)));
        let input = RawInput { screen_rect, events, ..Default::default() };
        let Self { context, panel, exporter, frame, scene, .. } = self;
        self.output = context.run_ui(input, |ui| {
            let (mut bookmarks, mut view) = Default::default();
            strip::show(ui.ctx(), FREE, CameraMode::Orbit, &mut bookmarks, &mut view);
            panel.show(ui.ctx(), FREE, scene, frame, exporter);
        });
        self.said.extend(self.exporter.poll());
    }

    /// Clicks the lowest text that reads so: the window's title is not its button.
    fn click(&mut self, text: &str) {
        let texts = drawn(&self.output, text);
        let lowest = texts.into_iter().max_by(|a, b| a.min.y.total_cmp(&b.min.y));
        let pos = lowest.unwrap_or_else(|| panic!("`{text}` is shown")).center();
        let button = |pressed| {
            let (button, modifiers) = (PointerButton::Primary, Default::default());
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        [vec![Event::PointerMoved(pos)], vec![button(true)], vec![button(false)], vec![]]
            .into_iter()
            .for_each(|events| self.pass(events));
    }

    fn is_shown(&self, text: &str) -> bool {
        !drawn(&self.output, text).is_empty()
    }

    /// Passes until an export has ended.
    fn wait(&mut self) -> String {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            self.pass(vec![]);
            if let Some(line) = self.said.pop() {
                // The button is back.
                (0..2).for_each(|_| self.pass(vec![]));
                return line;
            }
            assert!(Instant::now() < until, "the export ends");
        }
    }
}

#[test]
fn a_file_is_replaced_only_after_a_yes() {
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
        (desk.exporter.progress(), read()),
        (None, b"mine".to_vec()),
        "nothing is written yet"
    );
    let asked = format!("{0} and its JSON are there already. Replace them?", path.display());
    assert!(desk.is_shown(&asked));
    desk.click("Keep");
    assert!(!desk.is_shown(&asked) && desk.exporter.progress().is_none() && read() == b"mine");

    desk.click("Export");
    desk.panel.samples = 17;
    desk.pass(vec![]);
    assert!(!desk.is_shown(&asked), "what was asked was another export");
    desk.pass(vec![]);
    desk.click("Export");
    desk.click("Replace");
    desk.wait();
    assert_eq!(read().len(), 17 * 17 * 2);
}

#[test]
fn in_a_small_window_the_strip_stays_in_sight() {
    let desk = Desk::new("land.png".to_owned());
    let rect =
        |name: &str| desk.context.memory(|memory| memory.area_rect(egui::Id::new(name))).unwrap();
    let [strip, export] = ["strip", "Export"].map(rect);
    assert!(!strip.intersects(export) && FREE.contains_rect(export), "{strip:?} {export:?}");
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
            && ExportPlan::new(&desk.scene, &desk.panel.options(desk.frame.area)).is_ok()
    );
}
