//! The queue as a list: the running export, the waiting exports and the ended exports.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, RichText, Ui};

use super::queue::{ExportStatus, folder, format_duration};
use super::rows::WIDTH;
use crate::studio::features::export::queue::ExportQueue;
use crate::studio::ui::tab;
use crate::studio::ui::theme::{self, CLOSE, ROW};
use crate::studio::ui::tips::Tip;

/// The width of the button at the end of a row, in points.
const BUTTON: f32 = 84.0;

/// Returns the name of an export in the list: its first file, and the number of its other files.
pub fn name(files: &[PathBuf]) -> String {
    let file_name = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
    match files {
        [] => "nothing".to_owned(),
        [file] => file_name(file),
        [first, others @ ..] => format!("{} and {} more", file_name(first), others.len()),
    }
}

/// Shows the list, or nothing if the queue is empty.
pub fn show(ui: &mut Ui, queue: &mut ExportQueue) {
    let rows: Vec<_> =
        queue.rows().map(|(id, name, status)| (id, name.to_owned(), status)).collect();
    if rows.is_empty() {
        return;
    }
    ui.separator();
    let has_ended = rows.len() > queue.count_unfinished();
    ui.horizontal(|ui| {
        ui.label(RichText::new("Queue").color(theme::of(ui).strong).strong());
        let hint = "Removes ended exports from the list. Their files stay.";
        if has_ended && ui.small_button("Clear ended").tip(hint).clicked() {
            queue.clear();
        }
    });
    for (id, name, status) in rows {
        ui.push_id(id, |ui| entry(ui, queue, id, &name, status));
    }
}

fn entry(ui: &mut Ui, queue: &mut ExportQueue, id: u64, name: &str, status: ExportStatus) {
    match status {
        ExportStatus::Running(fraction, left) => {
            let text = match left {
                Some(left) => format!("{:.0} % · {} left", fraction * 100.0, format_duration(left)),
                None => format!("{:.0} %", fraction * 100.0),
            };
            ui.label(name);
            ui.horizontal(|ui| {
                let bar = egui::ProgressBar::new(fraction as f32);
                ui.add(bar.desired_width(WIDTH - BUTTON - 8.0).desired_height(ROW).text(text));
                cancel_button(ui, queue, id, name);
            });
        }
        ExportStatus::Cancelling => _ = ui.label(format!("{name}: stopping …")),
        ExportStatus::Waiting => {
            ui.horizontal(|ui| {
                let size = egui::vec2(WIDTH - BUTTON - 8.0, ROW);
                let layout = egui::Layout::left_to_right(egui::Align::Center);
                ui.allocate_ui_with_layout(size, layout, |ui| {
                    ui.set_min_width(size.x);
                    ui.add(egui::Label::new(format!("{name}: waiting")).truncate());
                });
                cancel_button(ui, queue, id, name);
            });
        }
        ExportStatus::Done(line, file) => {
            let line = RichText::new(line).small();
            ui.add(egui::Label::new(line).wrap());
            ui.horizontal(|ui| {
                let hint = "Opens the folder of the file.";
                if let Some(file) = file
                    && ui.small_button("Show folder").tip(hint).clicked()
                    && let Err(error) = open::that_detached(folder(&file))
                {
                    let folder = folder(&file).display();
                    crate::text::say(&format!("cannot show {folder}: {error}"));
                }
                remove_button(ui, queue, id, name);
            });
        }
        ExportStatus::Failed(line) => ended_row(ui, queue, id, name, (&line, theme::of(ui).error)),
        ExportStatus::Cancelled(line) => {
            ended_row(ui, queue, id, name, (&line, theme::of(ui).muted))
        }
    }
}

fn ended_row(
    ui: &mut Ui,
    queue: &mut ExportQueue,
    id: u64,
    name: &str,
    (line, colour): (&str, egui::Color32),
) {
    let line = RichText::new(format!("{name}: {line}")).small().color(colour);
    ui.add(egui::Label::new(line).wrap());
    remove_button(ui, queue, id, name);
}

fn cancel_button(ui: &mut Ui, queue: &mut ExportQueue, id: u64, name: &str) {
    let button = ui.add_sized([BUTTON, ROW], egui::Button::new("Cancel"));
    tab::name(&button, &format!("Cancel {name}"));
    if button.tip("Stops the export. No partial file stays.").clicked() {
        queue.cancel(id);
    }
}

fn remove_button(ui: &mut Ui, queue: &mut ExportQueue, id: u64, name: &str) {
    let button = ui.small_button(CLOSE);
    tab::name(&button, &format!("Remove {name} from the list"));
    if button.tip("Removes the export from the list. Its files stay.").clicked() {
        queue.remove(id);
    }
}
