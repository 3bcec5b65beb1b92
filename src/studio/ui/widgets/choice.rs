//! The widget for a choice: buttons if they fit, otherwise a drop-down list.

use bevy_egui::egui::{self, Response, Ui, WidgetInfo, WidgetType};

use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;
use crate::terrain::param::ChoiceRow;

/// The maximum number of values shown as buttons.
const MAX_SEGMENTS: usize = 5;
/// The smallest padding of a button's text, left and right together, in points.
const SEGMENT_PADDING: f32 = 8.0;
/// The space between two buttons, in points.
const GAP: f32 = 2.0;

/// Shows a choice as wide as the available width.
pub fn choice(
    ui: &mut Ui,
    (key, label): (&str, &str),
    rows: &'static [ChoiceRow],
    unit: &str,
    name: &mut &'static str,
) -> Response {
    let words: Vec<_> = rows.iter().map(|row| with_unit(row.name, unit)).collect();
    if let Some(widths) = segment_widths(ui, &words) {
        return segments(ui, label, rows, &words, name, &widths);
    }
    let combo = egui::ComboBox::from_id_salt(key).width(ui.available_width()).height(420.0);
    let shown = with_unit(name, unit);
    let show = |ui: &mut Ui| {
        for (row, words) in rows.iter().zip(&words) {
            ui.selectable_value(name, row.name, words).tip(row.doc);
        }
    };
    let response = combo.truncate().selected_text(&shown).show_ui(ui, show).response;
    describe(ui, &response, label, &shown);
    response
}

/// Shows a drop-down list of named numbers.
pub fn named(
    ui: &mut Ui,
    (key, label): (&str, &str),
    names: &[(u32, String)],
    number: &mut i64,
) -> Response {
    let name = names.iter().find(|(other, _)| i64::from(*other) == *number);
    let missing = || format!("layer {number} is missing");
    let text = name.map_or_else(missing, |(_, name)| name.clone());
    let list = egui::ComboBox::from_id_salt(key).width(ui.available_width()).truncate();
    let show = |ui: &mut Ui| {
        for (other, name) in names {
            ui.selectable_value(number, i64::from(*other), name);
        }
    };
    let response = list.selected_text(&text).show_ui(ui, show).response;
    describe(ui, &response, label, &text);
    response
}

/// Gives a drop-down list its name and value for screen readers.
pub fn describe(ui: &Ui, response: &Response, label: &str, shown: &str) {
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, enabled, label));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(shown));
}

fn with_unit(name: &str, unit: &str) -> String {
    let words = title(name);
    if unit.is_empty() { words } else { format!("{words} {unit}") }
}

/// Returns the widths of the buttons in points, or `None` if they do not fit side by side.
fn segment_widths(ui: &Ui, words: &[String]) -> Option<Vec<f32>> {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let colour = theme::of(ui).text;
    let width =
        |text: &String| ui.painter().layout_no_wrap(text.clone(), font.clone(), colour).size().x;
    let count = words.len() as f32;
    // egui rounds the widths of buttons up to whole pixels. Without some spare room, the panel
    // would become a little wider in every frame.
    let spare = ui.available_width() - (GAP + 1.0) * count - words.iter().map(width).sum::<f32>();
    let fit = words.len() <= MAX_SEGMENTS && spare >= SEGMENT_PADDING * count;
    fit.then(|| words.iter().map(|text| (width(text) + spare / count).floor()).collect())
}

fn segments(
    ui: &mut Ui,
    label: &str,
    rows: &'static [ChoiceRow],
    words: &[String],
    name: &mut &'static str,
    widths: &[f32],
) -> Response {
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.spacing_mut().button_padding.x = 2.0;
        let height = ui.spacing().interact_size.y;
        for ((row, words), &width) in rows.iter().zip(words).zip(widths) {
            let button = egui::Button::new(words).selected(*name == row.name);
            if ui.add_sized([width, height], button).tip(row.doc).clicked() {
                *name = row.name;
            }
        }
    });
    let shown = words.iter().zip(rows).find(|(_, row)| row.name == *name);
    let enabled = ui.is_enabled();
    row.response.widget_info(|| WidgetInfo::labeled(WidgetType::RadioGroup, enabled, label));
    ui.ctx().accesskit_node_builder(row.response.id, |node| {
        node.set_value(shown.map_or("", |(words, _)| words));
    });
    row.response
}

/// Words with a displayed spelling that differs from the spelling in files.
const SPELLINGS: &[(&str, &str)] = &[
    ("fbm", "fBm"),
    ("opensimplex", "OpenSimplex"),
    ("opensimplex2", "OpenSimplex2"),
    ("opensimplex2s", "OpenSimplex2S"),
    ("supersimplex", "SuperSimplex"),
    ("nd", "nD"),
    ("f1", "F1"),
    ("f2", "F2"),
    ("lattice0", "Lattice 0"),
    ("lattice1", "Lattice 1"),
    ("lattice2", "Lattice 2"),
    // The style of a computer graphics course, with Phong shading.
    ("course", "Classroom (Phong)"),
];

/// Returns the displayed name of a choice: “Golden hour” for `golden-hour`.
pub fn title(name: &str) -> String {
    let spelling = |word: &str| {
        SPELLINGS
            .iter()
            .find(|(plain, _)| *plain == word)
            .map_or(word, |(_, spelling)| *spelling)
            .to_owned()
    };
    let text = name.split('-').map(spelling).collect::<Vec<_>>().join(" ");
    if SPELLINGS.iter().any(|(_, spelling)| text.starts_with(spelling)) {
        return text;
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_words() {
        for (name, shown) in [
            ("fbm", "fBm"),
            ("golden-hour", "Golden hour"),
            ("worley-f2-f1", "Worley F2 F1"),
            ("perlin-nd", "Perlin nD"),
            ("course", "Classroom (Phong)"),
        ] {
            assert_eq!(title(name), shown);
        }
    }
}
