//! The export panel: the same choices as `orogen export`, a bar while it runs, and a way to cancel.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};

use super::tab;
use super::theme;
use super::tips::Tip;
use crate::export::{
    Area, Engine, ExportOptions, ExportPlan, Format, HeightRange, Keep, Sea, Tiles,
};
use crate::studio::area_frame::AreaFrame;
use crate::studio::export::{Exporter, in_the_way, target};
use crate::studio::notice::Notice;
use crate::terrain::scene::Scene;

/// Where the panel is at first: the strip is seen above it.
const UNDER_THE_STRIP: egui::Vec2 = egui::vec2(16.0, 52.0);
/// How wide its texts are.
const WIDTH: f32 = 370.0;

/// What is chosen in the panel.
#[derive(Resource)]
pub struct ExportPanel {
    pub open: bool,
    out: String,
    format: Option<Format>,
    engine: Option<Engine>,
    samples: u32,
    range: HeightRange,
    sea: Sea,
    filter: bool,
    tiles: [u32; 2],
    share_border: bool,
    /// About how long the export of this scene with these options takes.
    estimate: Option<(Scene, ExportOptions, Duration)>,
    /// Whether files may be replaced is asked for an export with these options, which would replace
    /// these.
    question: Option<(ExportOptions, Vec<PathBuf>)>,
}

impl Default for ExportPanel {
    fn default() -> Self {
        Self {
            open: false,
            out: "land.png".to_owned(),
            format: None,
            engine: None,
            samples: 1025,
            range: HeightRange::Recipe,
            sea: Sea::Bed,
            filter: false,
            tiles: [1, 1],
            share_border: true,
            estimate: None,
            question: None,
        }
    }
}

impl ExportPanel {
    fn options(&self, area: Option<Area>) -> ExportOptions {
        let tiles = Tiles { counts: self.tiles, share_border: self.share_border };
        ExportOptions {
            format: self.format,
            engine: self.engine,
            area,
            samples: Some(self.samples),
            range: self.range,
            sea: self.sea,
            filter: self.filter,
            tiles: (self.tiles != [1, 1]).then_some(tiles),
            // What is there is asked about before it is replaced, whoever wrote it.
            keep: Keep { force: true, ..Keep::default() },
            ..ExportOptions::new(PathBuf::from(self.out.trim()))
        }
    }

    /// The file as it is typed.
    pub fn out(&self) -> &str {
        &self.out
    }

    /// Shows the panel while it is open, within what the other panels leave free.
    pub fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        scene: &Scene,
        frame: &mut AreaFrame,
        exporter: &mut Exporter,
    ) {
        let mut open = self.open;
        let window = egui::Window::new("Export").open(&mut open).resizable(false);
        let window = window.default_pos(free.min + UNDER_THE_STRIP).constrain_to(free);
        window.show(context, |ui| {
            let height = (free.height() - UNDER_THE_STRIP.y - 50.0).max(80.0);
            egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
                let area = frame.area.unwrap_or_else(|| Area::of_scene(scene));
                egui::Grid::new("export").num_columns(2).spacing([14.0, 6.0]).show(ui, |ui| {
                    self.file_rows(ui);
                    // The land may have become smaller, or what was typed is larger than it.
                    frame.area = Some(area_rows(ui, area, scene).kept_on(&scene.recipe));
                    self.height_rows(ui);
                    self.tile_rows(ui);
                });
                ui.separator();
                self.run_row(ui, scene, &self.options(frame.area), exporter);
            });
        });
        if !open {
            self.question = None;
        }
        self.open = open;
        frame.shown = open;
    }

    fn file_rows(&mut self, ui: &mut Ui) {
        ui.label("File").tip("Where to write; its ending names the format.");
        tab::stop(&ui.add(egui::TextEdit::singleline(&mut self.out).desired_width(WIDTH - 90.0)));
        ui.end_row();
        ui.label("For").tip("The engine whose sizes, orientation and format are to fit.");
        egui::ComboBox::from_id_salt("engine")
            .selected_text(self.engine.map_or("any", Engine::title))
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut self.engine, None, "any");
                for engine in Engine::ALL.iter().map(|row| row.value) {
                    ui.selectable_value(&mut self.engine, Some(engine), engine.title());
                }
            });
        ui.end_row();
        ui.label("Format").tip("Sixteen bits or 32-bit floats; “by name” takes the file's ending.");
        egui::ComboBox::from_id_salt("format")
            .selected_text(self.format.map_or("by name", Format::name))
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut self.format, None, "by name");
                for format in Format::ALL.iter().map(|row| row.value) {
                    ui.selectable_value(&mut self.format, Some(format), format.name());
                }
            });
        ui.end_row();
        ui.label("Samples").tip("On each side, 2 to 65,537.");
        ui.horizontal(|ui| {
            tab::stop(&ui.add(egui::DragValue::new(&mut self.samples).range(2..=65_537).speed(8)));
            for side in [513, 1025, 2049, 4097, 8193] {
                if ui.small_button(side.to_string()).clicked() {
                    self.samples = side;
                }
            }
        });
        ui.end_row();
    }

    fn height_rows(&mut self, ui: &mut Ui) {
        ui.label("Range").tip(
            "The heights that the darkest and the brightest of sixteen-bit samples stand for.",
        );
        ui.horizontal(|ui| {
            ui.radio_value(&mut self.range, HeightRange::Recipe, "recipe")
                .tip("The bounds of the land.");
            ui.radio_value(&mut self.range, HeightRange::Auto, "measured")
                .tip("The lowest and highest sample.");
            if ui.radio(matches!(self.range, HeightRange::Given(_)), "given").clicked() {
                self.range = HeightRange::Given([-500.0, 1500.0]);
            }
            if let HeightRange::Given([low, high]) = &mut self.range {
                tab::stop(&ui.add(egui::DragValue::new(low).speed(5).suffix(" m")));
                tab::stop(&ui.add(egui::DragValue::new(high).speed(5).suffix(" m")));
            }
        });
        ui.end_row();
        ui.label("Sea").tip("What stands where water is: the ground under it, or its surface.");
        ui.horizontal(|ui| {
            ui.radio_value(&mut self.sea, Sea::Bed, "bed");
            ui.radio_value(&mut self.sea, Sea::Clamp, "surface");
        });
        ui.end_row();
        ui.label("Filter").tip("Fades detail that samples so far apart cannot hold.");
        ui.checkbox(&mut self.filter, "to the resolution");
        ui.end_row();
    }

    fn tile_rows(&mut self, ui: &mut Ui) {
        ui.label("Tiles")
            .tip("Cuts the whole into so many files, west to east and north to south.");
        ui.horizontal(|ui| {
            let [x, z] = &mut self.tiles;
            tab::stop(&ui.add(egui::DragValue::new(x).range(1..=64)));
            ui.label("×");
            tab::stop(&ui.add(egui::DragValue::new(z).range(1..=64)));
            let cut = self.tiles != [1, 1];
            ui.add_enabled(cut, egui::Checkbox::new(&mut self.share_border, "shared border"));
        });
        ui.end_row();
    }

    fn run_row(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        options: &ExportOptions,
        exporter: &mut Exporter,
    ) {
        if let Some((share, left)) = exporter.progress() {
            let text = match left {
                Some(left) => format!("{:.0} % · {:.0} s left", share * 100.0, left.as_secs_f64()),
                None => format!("{:.0} %", share * 100.0),
            };
            ui.horizontal(|ui| {
                ui.add(egui::ProgressBar::new(share as f32).desired_width(250.0).text(text));
                if ui.button("Cancel").clicked() {
                    exporter.cancel();
                }
            });
            ui.ctx().request_repaint();
            return;
        }
        ui.set_max_width(WIDTH);
        match ExportPlan::new(scene, options) {
            Ok(plan) => {
                let target = RichText::new(format!("Writes {}", target(&plan))).small();
                ui.add(egui::Label::new(target).wrap().selectable(true));
                let megabytes = plan.bytes() as f64 / 1e6;
                let spacing_m = plan.grid().spacing_m();
                let seconds = self.estimated(scene, options, &plan).as_secs_f64();
                let name = plan.format().name();
                let text = format!(
                    "{name} · {megabytes:.1} MB · a sample every {spacing_m:.3} m · about {seconds:.1} s"
                );
                ui.label(RichText::new(text).small().color(theme::of(ui).muted));
                self.start_row(ui, scene, &plan, options, exporter);
                if let Some(lines) =
                    exporter.card(options).map(<[String]>::to_vec).or_else(|| plan.card(None))
                {
                    let card = RichText::new(lines.join("\n")).small().monospace();
                    ui.add(egui::Label::new(card).selectable(true))
                        .tip("The numbers to type there.");
                }
            }
            Err(error) => {
                ui.label(RichText::new(error.to_string()).color(theme::of(ui).error));
                ui.add_enabled(false, egui::Button::new("Export"));
            }
        }
        if let Some(line) = exporter.line() {
            ui.add(egui::Label::new(RichText::new(line).small()).wrap());
        }
    }

    /// The button that starts; where a file would be replaced, a question first.
    fn start_row(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        plan: &ExportPlan,
        options: &ExportOptions,
        exporter: &mut Exporter,
    ) {
        if self.question.as_ref().is_some_and(|(of, _)| of != options) {
            self.question = None;
        }
        let Some((_, files)) = &self.question else {
            if ui.button("Export").clicked() {
                match in_the_way(plan) {
                    files if files.is_empty() => exporter.start(scene, options),
                    files => self.question = Some((options.clone(), files)),
                }
            }
            return;
        };
        ui.add(egui::Label::new(RichText::new(question(files)).color(theme::of(ui).accent)).wrap());
        let (replace, keep) =
            ui.horizontal(|ui| (ui.button("Replace").clicked(), ui.button("Keep").clicked())).inner;
        if replace || keep {
            self.question = None;
        }
        if replace {
            exporter.start(scene, options);
        }
    }

    /// Measured anew only when something has changed: it samples a little of the land.
    fn estimated(&mut self, scene: &Scene, options: &ExportOptions, plan: &ExportPlan) -> Duration {
        match &self.estimate {
            Some((of, with, estimate)) if of.recipe == scene.recipe && with == options => *estimate,
            _ => {
                let estimate = plan.estimate();
                self.estimate = Some((scene.clone(), options.clone(), estimate));
                estimate
            }
        }
    }
}

/// What is asked before files are replaced.
fn question(files: &[PathBuf]) -> String {
    match files {
        [file] => format!("{} is there already. Replace it?", file.display()),
        [file, json]
            if json.as_os_str().to_string_lossy() == format!("{}.json", file.display()) =>
        {
            format!("{} and its JSON are there already. Replace them?", file.display())
        }
        [first, ..] => format!(
            "{} files are there already, {} first. Replace them?",
            files.len(),
            first.display()
        ),
        [] => String::new(),
    }
}

/// The area's numbers; the frame on the land shows and changes the same.
fn area_rows(ui: &mut Ui, area: Area, scene: &Scene) -> Area {
    let Area { centre_m: [mut x, mut z], mut side_m } = area;
    ui.label("Centre")
        .tip("Metres east and south of the world's origin; drag the frame's middle on the land.");
    ui.horizontal(|ui| {
        tab::stop(&ui.add(egui::DragValue::new(&mut x).speed(4).suffix(" m")));
        tab::stop(&ui.add(egui::DragValue::new(&mut z).speed(4).suffix(" m")));
    });
    ui.end_row();
    ui.label("Side").tip("Metres; drag a corner of the frame on the land.");
    let mut whole = false;
    ui.horizontal(|ui| {
        tab::stop(
            &ui.add(egui::DragValue::new(&mut side_m).range(1.0..=1e6).speed(8).suffix(" m")),
        );
        whole = ui
            .small_button("default")
            .tip("The whole of a bounded land, else 4,096 m at the focus.")
            .clicked();
    });
    ui.end_row();
    if whole { Area::of_scene(scene) } else { Area { centre_m: [x, z], side_m } }
}

/// Tells what became of an export when it ends.
pub fn poll(mut exporter: ResMut<Exporter>, mut notice: ResMut<Notice>) {
    if let Some(line) = exporter.poll() {
        notice.say(line);
    }
}

#[cfg(test)]
mod tests;
