//! The export dialog: the choices, an estimate of size and duration, and the queue. The formats and
//! their options come from the same catalogue that the command line reads.

#[cfg(test)]
mod tests;

use super::{file, film, kinds, list, rows};
use std::borrow::Cow;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, Ui};

use super::area_frame::AreaFrame;
use super::choices::{ChosenExport, ExportChoices, ExportKind};
use super::estimate::{Estimate, Refusal};
use super::prepared::CheckedExport;
use super::rows::WIDTH;
use super::task::existing_files;
use crate::export::catalog::FormatRow;
use crate::export::{Area, Engine};
use crate::plugin::land::state::WantedScene;
use crate::studio::app::escape::EscWindow;
use crate::studio::app::notice::Notice;
use crate::studio::camera::rig::Rig;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::work::FileWork;
use crate::studio::features::export::queue::ExportQueue;
use crate::studio::panel::strip;
use crate::studio::ui::before_drag::BeforeDrag;
use crate::studio::ui::fonts::Fallback;
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::window_area::{self, Free};
use crate::terrain::scene::Scene;

/// The height of the window's title and margins, in points.
const FRAME_HEIGHT: f32 = 50.0;
/// The maximum height of the queue and the minimum height of the choices, in points. A smaller
/// dialog scrolls as a whole.
const MAX_QUEUE_HEIGHT: f32 = 140.0;
const MIN_CHOICES_HEIGHT: f32 = 160.0;
/// The number of text lines that are reserved for the file names and the estimate.
const ESTIMATE_LINES: f32 = 5.0;

/// The state of the export dialog.
#[derive(Resource, Default)]
pub struct ExportPanel {
    pub open: bool,
    choices: ExportChoices,
    /// True if the user has clicked Browse.
    pub(super) wants_dialog: bool,
    /// The estimate for the chosen export.
    estimate: Estimate,
    /// The export that would replace existing files, and those files, until the user answers the
    /// question about them.
    question: Option<(ChosenExport, Vec<PathBuf>)>,
    /// The export that the user tried to start, and why it was refused.
    refused: Option<(ChosenExport, String)>,
    /// The last export that was added to the queue, and its number there.
    last_added: Option<(ChosenExport, u64)>,
    /// The choices at the start of a drag in a number field, to which Esc returns.
    before: BeforeDrag<(ExportChoices, Option<Area>)>,
    /// The height of the rows below the choices in egui's last pass, in points.
    lower_height: f32,
}

impl EscWindow for ExportPanel {
    const TITLE: &'static str = "Export";

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

/// Returns a scroll area with a maximum height.
fn vertical(height: f32) -> egui::ScrollArea {
    egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height)
}

/// Opens or closes the dialog on its commands.
pub fn handle_commands(mut commands: MessageReader<Command>, mut panel: ResMut<ExportPanel>) {
    for command in commands.read() {
        match command {
            Command::ToggleExport => panel.open = !panel.open,
            Command::ExportFor(engine) => panel.open_for(*engine),
            _ => {}
        }
    }
}

/// Draws the dialog.
pub fn draw(
    mut contexts: EguiContexts,
    free: Res<Free>,
    mut panel: ResMut<ExportPanel>,
    mut frame: ResMut<AreaFrame>,
    mut queue: ResMut<ExportQueue>,
    (wanted, rigs): (Res<WantedScene>, Query<&Rig>),
    mut fonts: ResMut<Fallback>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let mut scene = Cow::Borrowed(&wanted.0);
    if panel.open
        && let Some(rig) = rigs.iter().next()
    {
        scene.to_mut().view.camera = rig.goal().view();
    }
    panel.show(context, window_area::of(context, free.0), &scene, &mut frame, &mut queue);
    fonts.load_missing(context, [panel.out()]);
    Ok(())
}

impl ExportPanel {
    /// Returns the path that the user typed, as text.
    pub fn out(&self) -> &str {
        &self.choices.out
    }

    /// Opens the dialog to export heights for an engine.
    pub fn open_for(&mut self, engine: Engine) {
        self.open = true;
        self.choices.kind = ExportKind::Heights;
        self.choices.set_engine(Some(engine));
    }

    /// Writes the path that the user picked in the file dialog into the text field.
    pub fn set_path(&mut self, path: &std::path::Path) {
        self.choices.out = path.display().to_string();
        self.choices.follow_name();
    }

    /// Shows the dialog in the free area, if it is open.
    pub fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        scene: &Scene,
        frame: &mut AreaFrame,
        queue: &mut ExportQueue,
    ) {
        let now = || (self.choices.clone(), frame.area);
        if let Some(restored) = self.before.take_if_cancelled(context, now) {
            (self.choices, frame.area) = restored;
        }
        let mut open = self.open;
        let window = egui::Window::new("Export").open(&mut open).resizable(false);
        // The window first appears below the strips of buttons at the top.
        let offset = egui::vec2(16.0, strip::height(free) + 6.0);
        let window = window.default_pos(free.min + offset).constrain_to(free);
        let window_rect = context.memory(|memory| memory.area_rect(egui::Id::new("Export")));
        let top = window_rect
            .map_or(free.top() + offset.y, |window_rect| window_rect.top().max(free.top()));
        window.show(context, |ui| {
            // The window is as high as its contents, up to the bottom of the free area.
            let height = (free.bottom() - top - FRAME_HEIGHT).max(80.0);
            let scroll = vertical(height).id_salt("export");
            scroll.show(ui, |ui| self.contents(ui, height, scene, frame, queue));
        });
        if !open {
            (self.question, self.refused) = (None, None);
            self.estimate.forget();
        }
        self.open = open;
        frame.shown = open && self.choices.has_area();
        queue.set_visible(open);
    }

    /// Shows the choices, and below them the button and the queue. In a low window the choices
    /// scroll, while button and queue stay in place.
    fn contents(
        &mut self,
        ui: &mut Ui,
        height: f32,
        scene: &Scene,
        frame: &mut AreaFrame,
        queue: &mut ExportQueue,
    ) {
        let is_pinned = height > self.lower_height + MIN_CHOICES_HEIGHT;
        let [choices_height, queue_height] = match is_pinned {
            true => [height - self.lower_height - 2.0, MAX_QUEUE_HEIGHT],
            false => [f32::INFINITY; 2],
        };
        vertical(choices_height).id_salt("choices").show(ui, |ui| self.rows(ui, scene, frame));
        let lower_top = ui.cursor().top();
        ui.separator();
        let (row, chosen) = (self.choices.row(), self.choices.chosen(frame.area));
        self.start_rows(ui, scene, &chosen, row.as_ref(), queue);
        vertical(queue_height).id_salt("queue").show(ui, |ui| {
            list::show(ui, queue);
            window_area::end_list(ui);
        });
        self.lower_height = ui.cursor().top() - lower_top;
        if !is_pinned {
            window_area::end_list(ui);
        }
    }

    /// Shows the rows of all choices.
    fn rows(&mut self, ui: &mut Ui, scene: &Scene, frame: &mut AreaFrame) {
        let area = frame.area.unwrap_or_else(|| Area::of_scene(scene));
        self.wants_dialog |= file::show(ui, &mut self.choices);
        let row = self.choices.row();
        if self.choices.has_area() {
            // The area may no longer fit on the land, if the user made the land smaller or typed a
            // large number.
            frame.area = Some(rows::area(ui, area, scene).fitted_to(&scene.recipe));
        }
        if self.choices.is_sampled() {
            file::samples(ui, &mut self.choices);
        }
        kinds::show(ui, &mut self.choices, row.as_ref());
        if self.choices.is_sampled() {
            kinds::tiles(ui, &mut self.choices);
        }
        if matches!(self.choices.kind, ExportKind::Picture | ExportKind::Film) {
            film::show(ui, &mut self.choices);
        }
        window_area::end_list(ui);
    }

    /// Shows the estimate and the button that adds the export to the queue.
    fn start_rows(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        chosen: &ChosenExport,
        row: Option<&FormatRow>,
        queue: &mut ExportQueue,
    ) {
        ui.set_max_width(WIDTH);
        self.estimate.update(scene, chosen, &queue.wake());
        // Room for the longest text is reserved, so that the button does not move when the estimate
        // arrives.
        ui.vertical(|ui| {
            ui.set_width(WIDTH);
            ui.set_min_height(ESTIMATE_LINES * ui.text_style_height(&egui::TextStyle::Small));
            self.show_estimate(ui, row);
        });
        let can_start = self.estimate.planned().is_some();
        self.question_or_button(ui, scene, chosen, can_start, queue);
        if let Some((_, why)) = self.refused.as_ref().filter(|(old, _)| old == chosen) {
            let line = RichText::new(why).color(theme::of(ui).error);
            ui.add(egui::Label::new(line).wrap());
        }
        let finished_card = self.last_added.as_ref().filter(|(old, _)| old == chosen);
        let finished_card =
            finished_card.and_then(|(_, id)| queue.card(*id)).map(<[String]>::to_vec);
        let planned_card = self.estimate.planned().and_then(|planned| planned.card.clone());
        if let Some(lines) = finished_card.or(planned_card) {
            let card = RichText::new(lines.join("\n")).small().monospace();
            ui.add(egui::Label::new(card).selectable(true))
                .tip("The import settings to type in the engine.");
        }
    }

    /// Shows the files with their size and the duration, or the reason why the export is
    /// impossible.
    fn show_estimate(&self, ui: &mut Ui, row: Option<&FormatRow>) {
        match (self.estimate.planned(), self.estimate.problem()) {
            (Some(planned), _) => {
                let target = RichText::new(format!("Writes {}", planned.target)).small();
                ui.add(egui::Label::new(target).wrap().selectable(true));
                let name = row.map_or("", |row| row.name);
                let text = self.estimate.describe(name, planned);
                theme::remark(ui, text)
                    .tip("Size and duration, estimated by a small trial export.");
            }
            (None, Some(problem)) => {
                let line = RichText::new(problem.to_string()).color(theme::of(ui).error);
                ui.add(egui::Label::new(line).wrap());
            }
            (None, None) => {}
        }
    }

    /// Shows the button that starts the export, or the question if it may replace files.
    fn question_or_button(
        &mut self,
        ui: &mut Ui,
        scene: &Scene,
        chosen: &ChosenExport,
        can_start: bool,
        queue: &mut ExportQueue,
    ) {
        if self.question.as_ref().is_some_and(|(old, _)| old != chosen) {
            self.question = None;
        }
        let Some((_, files)) = &self.question else {
            let (text, hint) = match queue.count_unfinished() {
                0 => ("Export", "Writes the file in the background."),
                _ => ("Add to the queue", "Writes the current land after the exports below."),
            };
            if ui.add_enabled(can_start, egui::Button::new(text)).tip(hint).clicked() {
                self.add(scene, chosen, false, queue);
            }
            return;
        };
        let text = RichText::new(question(files)).color(theme::of(ui).accent);
        ui.add(egui::Label::new(text).wrap());
        let (replace, keep) = ui
            .horizontal(|ui| {
                // Keep appears where the Export button was, so a double click on Export replaces
                // nothing.
                let keep = ui.button("Keep").tip("Keeps the existing files.").clicked();
                (ui.button("Replace").tip("Overwrites the existing files.").clicked(), keep)
            })
            .inner;
        if replace || keep {
            self.question = None;
        }
        if replace {
            self.add(scene, chosen, true, queue);
        }
    }

    /// Adds the export to the queue. If files exist and `replaces` is false, asks the user first.
    fn add(
        &mut self,
        scene: &Scene,
        chosen: &ChosenExport,
        replaces: bool,
        queue: &mut ExportQueue,
    ) {
        let prepared = CheckedExport::new(scene, chosen, replaces);
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return self.refused = Some((chosen.clone(), error.to_string())),
        };
        if let Some(file) = queue.conflicting_file(&prepared.files) {
            return self.refused = Some((chosen.clone(), Refusal::Taken(file).to_string()));
        }
        let existing = existing_files(&prepared.files);
        if !replaces && !existing.is_empty() {
            return self.question = Some((chosen.clone(), existing));
        }
        self.refused = None;
        let id = queue.add(prepared.name, prepared.files, prepared.task);
        self.last_added = Some((chosen.clone(), id));
        // The next frame starts the export. Wake the window, because an idle window draws no frame.
        queue.wake()();
    }
}

/// Returns the question that asks the user if the export may replace files.
fn question(files: &[PathBuf]) -> String {
    match files {
        [file] => format!("{} already exists. Replace it?", file.display()),
        [json, file] | [file, json]
            if json.as_os_str().to_string_lossy() == format!("{}.json", file.display()) =>
        {
            format!("{} and its JSON already exist. Replace them?", file.display())
        }
        [first, ..] => format!(
            "{} files already exist, for example {}. Replace them?",
            files.len(),
            first.display()
        ),
        [] => String::new(),
    }
}

/// Polls the queue in each frame and shows a notice for each export that ends.
pub fn poll(
    mut queue: ResMut<ExportQueue>,
    work: Option<Res<FileWork>>,
    mut notice: ResMut<Notice>,
) {
    if queue.is_added()
        && let Some(work) = work
    {
        queue.set_wake(work.wake());
    }
    if queue.count_unfinished() == 0 {
        return;
    }
    for (line, file) in queue.poll() {
        match file {
            Some(file) => notice.say_about_file(line, &file),
            None => notice.say(line),
        }
    }
}
