//! The export panel: the same choices as `orogen export`, a bar while it runs, and a way to cancel.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Ui};

use super::strip;
use super::tab;
use super::theme;
use super::tips::Tip;
use crate::export::{
    Area, Engine, ExportOptions, ExportPlan, Format, HeightRange, Keep, Sea, Tiles,
};
use crate::studio::area_frame::AreaFrame;
use crate::studio::export::{Exporter, in_the_way, target, threads};
use crate::studio::notice::Notice;
use crate::terrain::scene::Scene;
use rows::{WIDTH, choose, list, number_field, row};

/// The width of the button beside the file.
const BROWSE: f32 = 70.0;

/// What is chosen in the panel.
#[derive(Resource)]
pub struct ExportPanel {
    pub open: bool,
    out: String,
    /// A dialog for the file is asked for.
    wants_dialog: bool,
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
            wants_dialog: false,
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
        // The strips are seen above it.
        let under = egui::vec2(16.0, strip::height(free) + 6.0);
        let window = window.default_pos(free.min + under).constrain_to(free);
        window.show(context, |ui| {
            let height = (free.height() - under.y - 50.0).max(80.0);
            egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
                let area = frame.area.unwrap_or_else(|| Area::of_scene(scene));
                self.file_rows(ui);
                // The land may have become smaller, or what was typed is larger than it.
                frame.area = Some(area_rows(ui, area, scene).kept_on(&scene.recipe));
                self.height_rows(ui);
                self.tile_rows(ui);
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
        row(ui, "File", "Where to write; its ending names the format.", |ui| {
            let width = ui.available_width() - BROWSE - 6.0;
            let line = egui::TextEdit::singleline(&mut self.out).desired_width(width);
            let line = ui.add(line.margin(egui::Margin::symmetric(6, 1)));
            ui.ctx().accesskit_node_builder(line.id, |node| node.set_label("File"));
            tab::stop(&line);
            let button = egui::Button::new("Browse…").min_size(egui::vec2(BROWSE, 0.0));
            if ui.add(button).tip("Chooses a file and a folder.").clicked() {
                self.wants_dialog = true;
            }
        });
        let engines = Engine::ALL.iter().map(|row| row.value);
        let engines: Vec<_> = std::iter::once((None, "Any"))
            .chain(engines.map(|engine| (Some(engine), engine.title())))
            .collect();
        let hint = "The engine whose sizes, orientation and format are to fit.";
        row(ui, "For", hint, |ui| list(ui, "engine", &mut self.engine, &engines));
        let formats = Format::ALL.iter().map(|row| row.value);
        let formats: Vec<_> = std::iter::once((None, "By the file's name"))
            .chain(formats.map(|format| (Some(format), format.name())))
            .collect();
        let hint = "Sixteen bits or 32-bit floats; without one it goes by the file's ending.";
        row(ui, "Format", hint, |ui| list(ui, "format", &mut self.format, &formats));
        row(ui, "Samples", "On each side, 2 to 65,537.", |ui| {
            let number = egui::DragValue::new(&mut self.samples).range(2..=65_537).speed(8);
            number_field(ui, "Samples", 74.0, number);
            ui.separator();
            for side in [513, 1025, 2049, 4097] {
                let chip = egui::Button::new(side.to_string()).selected(self.samples == side);
                if ui.add(chip.small()).clicked() {
                    self.samples = side;
                }
            }
        });
    }

    fn height_rows(&mut self, ui: &mut Ui) {
        let hint =
            "The heights that the darkest and the brightest of sixteen-bit samples stand for.";
        row(ui, "Range", hint, |ui| {
            let given = match self.range {
                given @ HeightRange::Given(_) => given,
                _ => HeightRange::Given([-500.0, 1500.0]),
            };
            let ranges = [
                (HeightRange::Recipe, "Full", "The bounds of the land."),
                (HeightRange::Auto, "Measured", "The lowest and highest sample."),
                (given, "Given", "What you type."),
            ];
            choose(ui, &mut self.range, &ranges);
        });
        if let HeightRange::Given([low, high]) = &mut self.range {
            row(ui, "From, to", "Metres.", |ui| {
                let number = |x| egui::DragValue::new(x).speed(5).suffix(" m");
                number_field(ui, "From", 90.0, number(low));
                number_field(ui, "To", 90.0, number(high));
            });
        }
        let hint = "What stands where water is: the ground under it, or its surface.";
        row(ui, "Sea", hint, |ui| {
            let seas = [
                (Sea::Bed, "Bed", "The ground under it."),
                (Sea::Clamp, "Surface", "Its surface."),
            ];
            choose(ui, &mut self.sea, &seas);
        });
        let hint = "Fades detail that samples so far apart cannot hold.";
        row(ui, "Filter", hint, |ui| ui.checkbox(&mut self.filter, "To the resolution"));
    }

    fn tile_rows(&mut self, ui: &mut Ui) {
        let hint = "Cuts the whole into so many files, west to east and north to south.";
        row(ui, "Tiles", hint, |ui| {
            let [x, z] = &mut self.tiles;
            number_field(ui, "Tiles across", 50.0, egui::DragValue::new(x).range(1..=64));
            ui.label("×");
            number_field(ui, "Tiles down", 50.0, egui::DragValue::new(z).range(1..=64));
            let cut = self.tiles != [1, 1];
            ui.add_enabled(cut, egui::Checkbox::new(&mut self.share_border, "Shared border"));
        });
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
                let seconds = if seconds < 1.0 {
                    "a second".to_owned()
                } else {
                    format!("{} s", seconds.ceil())
                };
                let name = plan.format().name();
                let text = format!(
                    "{name} · {megabytes:.1} MB · a sample every {spacing_m:.3} m · about {seconds}"
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
        if let Some(folder) = exporter.folder()
            && ui.button("Show folder").clicked()
            && let Err(error) = open::that_detached(&folder)
        {
            crate::text::say(&format!("cannot show {}: {error}", folder.display()));
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
                // It is said for all cores; one stays with the window, and the window draws.
                let share = rayon::current_num_threads() as f64 / threads() as f64;
                let estimate = plan.estimate().mul_f64(share);
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
    let hint = "Metres east and south of the world's origin; drag the frame's middle on the land.";
    row(ui, "Centre", hint, |ui| {
        number_field(ui, "East", 110.0, egui::DragValue::new(&mut x).speed(4).suffix(" m"));
        number_field(ui, "South", 110.0, egui::DragValue::new(&mut z).speed(4).suffix(" m"));
    });
    let mut whole = false;
    row(ui, "Side", "Metres; drag a corner of the frame on the land.", |ui| {
        let number = egui::DragValue::new(&mut side_m).range(1.0..=1e6).speed(8).suffix(" m");
        number_field(ui, "Side", 110.0, number);
        let hint = "The whole of a square land, else 4,096 m at the focus.";
        whole = ui.button("Default").tip(hint).clicked();
    });
    if whole { Area::of_scene(scene) } else { Area { centre_m: [x, z], side_m } }
}

/// Tells what became of an export when it ends.
pub fn poll(mut exporter: ResMut<Exporter>, mut notice: ResMut<Notice>) {
    let Some(line) = exporter.poll() else { return };
    match exporter.file() {
        Some(file) => notice.say_of_file(line, &file),
        None => notice.say(line),
    }
}

mod browse;
mod rows;
#[cfg(test)]
mod tests;

pub use browse::browse;
