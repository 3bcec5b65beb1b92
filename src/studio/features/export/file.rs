//! The first rows of the export dialog: kind, file, format, engine and samples.

use bevy_egui::egui::{self, Ui};

use super::choices::{ExportChoices, ExportKind};
use super::rows::{choose, list, number_field, row};
use crate::export::Engine;
use crate::export::catalog::{self, FormatContent, FormatOption, FormatRow};
use crate::studio::ui::tab;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::typed_text;

/// The width of the Browse button, in points.
const BROWSE: f32 = 70.0;

/// Shows the rows for kind, file, format and engine. Returns true if the user clicked Browse.
pub fn show(ui: &mut Ui, choices: &mut ExportChoices) -> bool {
    let before = choices.kind;
    for (label, kinds) in ["Kind", ""].into_iter().zip(ExportKind::ALL) {
        row(ui, label, "The kind of file.", |ui| choose(ui, "Kind", &mut choices.kind, kinds));
    }
    if choices.kind != before {
        choices.update_extension();
    }
    let wants_dialog = file(ui, choices);
    let hint = "The format. The extension of the file name also sets it.";
    match choices.kind {
        ExportKind::Maps | ExportKind::Picture => {}
        ExportKind::Code => row(ui, "Language", hint, |ui| formats(ui, choices)),
        _ => row(ui, "Format", hint, |ui| formats(ui, choices)),
    }
    if choices.row().is_some_and(|row| row.has(FormatOption::Engine)) {
        let any = (None, "Any", "No engine in particular.");
        let engines = Engine::ALL.iter().map(|row| (Some(row.value), row.value.title(), row.doc));
        let engines: Vec<_> = std::iter::once(any).chain(engines).collect();
        let hint = "The game engine to export for. It sets the sizes, orientation and format.";
        row(ui, "Engine", hint, |ui| {
            let mut engine = choices.engine;
            list(ui, "Engine", &mut engine, &engines);
            if engine != choices.engine {
                choices.set_engine(engine);
            }
        });
    }
    wants_dialog
}

fn file(ui: &mut Ui, choices: &mut ExportChoices) -> bool {
    let hint = match choices.kind {
        ExportKind::Maps => "The file to write. Each map appends its name.",
        _ => "The file to write. Its extension sets the format.",
    };
    row(ui, "File", hint, |ui| {
        let width = ui.available_width() - BROWSE - 6.0;
        let before = choices.out.clone();
        let line = egui::TextEdit::singleline(&mut choices.out).desired_width(width);
        let line = ui.add(line.margin(egui::Margin::symmetric(6, 1)));
        typed_text::restore_on_escape(ui, &line, &before, &mut choices.out);
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_label("File"));
        tab::stop(&line);
        if choices.out != before {
            choices.follow_name();
        }
        let button = egui::Button::new("Browse…").min_size(egui::vec2(BROWSE, 0.0));
        ui.add(button).tip("Opens the file dialog.").clicked()
    })
}

/// Lists the formats of the chosen kind. If an engine is chosen, lists only those that it can read.
fn formats(ui: &mut Ui, choices: &mut ExportChoices) {
    let is_wanted = |row: &FormatRow| match row.content {
        FormatContent::Heights(format) => {
            choices.kind == ExportKind::Heights
                && choices.engine.is_none_or(|engine| engine.formats().contains(&format))
        }
        FormatContent::Mesh(_) => choices.kind == ExportKind::Mesh,
        FormatContent::Plants(_) => choices.kind == ExportKind::Plants,
        FormatContent::Rivers(_) => choices.kind == ExportKind::Rivers,
        FormatContent::Code(_) => choices.kind == ExportKind::Code,
        FormatContent::Film(_) => choices.kind == ExportKind::Film,
        FormatContent::Map(_) => false,
    };
    let rows: Vec<_> = catalog::all().into_iter().filter(is_wanted).collect();
    let rows: Vec<_> = rows.iter().map(|row| (Some(row.content), row.name, row.doc)).collect();
    let mut content = choices.row().map(|row| row.content);
    let before = content;
    list(ui, "Format", &mut content, &rows);
    if let Some(content) = content.filter(|_| content != before) {
        choices.set_format_content(content);
        choices.update_extension();
    }
}

/// Shows the row for the number of samples along each side.
pub fn samples(ui: &mut Ui, choices: &mut ExportChoices) {
    let hint = "The samples along each side, 2 to 65,537.";
    let is_power_of_two = choices.kind == ExportKind::Maps && choices.engine == Some(Engine::Unity);
    row(ui, "Samples", hint, |ui| {
        let number = egui::DragValue::new(&mut choices.samples).range(2..=65_537).speed(8);
        number_field(ui, "Samples", 74.0, number);
        ui.separator();
        for side in [513, 1025, 2049, 4097] {
            // The sides of Unity's textures are powers of two, such as 1024, not 1025.
            let side = if is_power_of_two { side - 1 } else { side };
            let chip = egui::Button::new(side.to_string()).selected(choices.samples == side);
            if ui.add(chip.small()).tip(format!("{side} × {side} samples.")).clicked() {
                choices.samples = side;
            }
        }
    });
}
