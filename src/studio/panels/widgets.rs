//! One widget for each kind of parameter; the panel is made of nothing else.

use bevy_egui::egui::{self, Color32, Id, PointerButton, Response, RichText, Ui};

use super::theme::{MUTED, STRONG};
use super::{group, tab, text};
use crate::terrain::param::{ChoiceRow, Param, ParamKind, Value};

/// Width of the column of labels.
pub const LABEL_WIDTH: f32 = 104.0;
/// Width of the column of typed numbers.
const VALUE_WIDTH: f32 = 70.0;
/// Width of the column of resets.
const RESET_WIDTH: f32 = 16.0;
/// The sign on a reset.
const RESET: &str = "⟲";
/// A choice of up to so many is shown side by side, if its names fit.
const MOST_SEGMENTS: usize = 5;
/// What a name has about it at least, both sides together.
const SEGMENT_PADDING: f32 = 8.0;

/// A row: label, widget, and a reset where it is not at its default. `enabled` greys out what has
/// no effect now. Its ids come from its key: whatever comes and goes elsewhere, a drag stays with
/// the parameter on which it began.
pub fn param_row<D: Default>(ui: &mut Ui, param: &Param<D>, document: &mut D, enabled: bool) {
    let value = (param.get)(document);
    let default = (param.get)(&D::default());
    let mut edited = value.clone();
    let own_ids = egui::UiBuilder::new().id(Id::new(("row of", param.key)));
    let row = ui.scope_builder(own_ids, |ui| {
        let row = ui.horizontal(|ui| {
            let colour = if value == default { MUTED } else { STRONG };
            let label = ui.add_enabled_ui(enabled, |ui| label(ui, param.label, colour)).inner;
            let taken = RESET_WIDTH + ui.spacing().item_spacing.x;
            let size = egui::vec2(ui.available_width() - taken, ui.spacing().interact_size.y);
            let widget = ui.allocate_ui_with_layout(
                size,
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(size.x);
                    ui.add_enabled_ui(enabled, |ui| edit(ui, param, &mut edited)).inner
                },
            );
            let widget = widget.inner;
            let (_, place) = ui.allocate_space(egui::vec2(RESET_WIDTH, size.y));
            let text = RichText::new(RESET).color(MUTED);
            ui.spacing_mut().button_padding.x = 0.0;
            let reset = group::reset_button(
                ui,
                Id::new(("reset of", param.key)),
                place,
                text,
                value != default,
            );
            if let Some(reset) = reset
                && reset.on_hover_text(format!("Sets it to {}.", shown(param, &default))).clicked()
            {
                edited = default.clone();
            }
            ui.data_mut(|data| data.insert_temp(widget_id(param.key), widget.rect));
            label | widget
        });
        row.inner
    });
    let response = row.inner.on_hover_ui(|ui| tooltip(ui, param, &default));
    // Sliders sense drags of any button: the other two move nothing.
    let is_others = ui.input(|input| {
        let others = [PointerButton::Secondary, PointerButton::Middle];
        others
            .iter()
            .any(|other| input.pointer.button_down(*other) || input.pointer.button_released(*other))
    });
    if response.contains_pointer() && ui.input(|input| input.pointer.secondary_clicked()) {
        edited = default;
    } else if is_others {
        return;
    }
    if edited != value {
        // What the widget gives and the parameter refuses (a typed NaN) changes nothing; a default
        // is within its own range.
        let _ = param.set(document, edited);
    }
}

/// A row of a switch that is no parameter.
pub fn switch_row(ui: &mut Ui, text: &str, hint: &str, on: &mut bool) {
    ui.checkbox(on, text).on_hover_text(hint);
}

fn label(ui: &mut Ui, text: &str, colour: Color32) -> Response {
    let size = egui::vec2(LABEL_WIDTH, ui.spacing().interact_size.y);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let label =
        egui::Label::new(RichText::new(text).color(colour)).truncate().sense(egui::Sense::click());
    let label = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        ui.add(label)
    });
    label.inner
}

/// Where egui's memory keeps the rectangle of a parameter's widget, for whoever has to point at it.
pub fn widget_id(key: &str) -> egui::Id {
    egui::Id::new(("parameter", key))
}

/// Where egui's memory keeps the rectangle of a parameter's typed number.
pub fn number_id(key: &str) -> egui::Id {
    egui::Id::new(("number of", key))
}

fn tooltip<D>(ui: &mut Ui, param: &Param<D>, default: &Value) {
    ui.set_max_width(320.0);
    ui.strong(param.label);
    ui.label(param.doc);
    let small = |ui: &mut Ui, text: String| ui.label(RichText::new(text).small().color(MUTED));
    // Names are seen in the widget itself.
    let range = match param.kind {
        ParamKind::Choice(_) => String::new(),
        _ => text::minus(&param.allowed()) + ", ",
    };
    small(ui, format!("{range}default {}", shown(param, default)));
    small(ui, format!("{} · right-click resets", param.key));
}

fn shown<D>(param: &Param<D>, value: &Value) -> String {
    let unit = if param.unit.is_empty() { String::new() } else { format!(" {}", param.unit) };
    match value {
        Value::Number(_) | Value::Integer(_) => text::minus(&format!("{value}{unit}")),
        _ => format!("{value}{unit}"),
    }
}

fn edit<D>(ui: &mut Ui, param: &Param<D>, value: &mut Value) -> Response {
    match (param.kind, value) {
        (ParamKind::Number { min, max, log }, Value::Number(x)) => {
            // Drags go as fast as the slider does: a hundredth of the range, or of the value where
            // it is logarithmic.
            let speed = if log { x.abs() * 0.01 } else { (max - min) * 0.002 };
            let slider = slider(ui, egui::Slider::new(x, min..=max).logarithmic(log));
            let drag =
                egui::DragValue::new(x).range(min..=max).speed(speed).suffix(suffix(param.unit));
            let drag =
                drag.custom_formatter(move |x, _| number(x, if log { x.abs() } else { max - min }));
            slider | typed(ui, param.key, drag)
        }
        (ParamKind::Integer { min, max }, Value::Integer(i)) => {
            let slider = slider(ui, egui::Slider::new(i, min..=max));
            let drag = egui::DragValue::new(i).range(min..=max).suffix(suffix(param.unit));
            slider | typed(ui, param.key, drag)
        }
        (ParamKind::Toggle, Value::Toggle(on)) => ui.checkbox(on, ""),
        (ParamKind::Choice(rows), Value::Choice(name)) => choice(ui, param.key, rows, name),
        (ParamKind::Colour, Value::Colour(rgb)) => {
            let mut bytes = rgb.map(|c| (c * 255.0).round() as u8);
            let response = ui.color_edit_button_srgb(&mut bytes);
            if response.changed() {
                *rgb = bytes.map(|b| f32::from(b) / 255.0);
            }
            let [r, g, b] = bytes;
            let code = RichText::new(format!("#{r:02x}{g:02x}{b:02x}")).monospace().small();
            ui.label(code.color(Color32::GRAY));
            response
        }
        (ParamKind::Text { max_chars }, Value::Text(text)) => {
            let width = ui.available_width();
            let line =
                ui.add(egui::TextEdit::singleline(text).char_limit(max_chars).desired_width(width));
            tab::stop(&line);
            line
        }
        (ParamKind::Curve { .. }, Value::Curve(points)) => {
            // A curve of few points is edited as its text; nothing in the table is one yet that
            // needs more.
            ui.label(format!("{} points", points.len()))
        }
        (_, value) => ui.label(value.to_string()),
    }
}

/// The number of a row, which one drags or types.
fn typed(ui: &mut Ui, key: &str, drag: egui::DragValue) -> Response {
    let number = ui.add_sized([VALUE_WIDTH, ui.spacing().interact_size.y], drag);
    tab::stop(&number);
    ui.data_mut(|data| data.insert_temp(number_id(key), number.rect));
    number
}

/// A choice: side by side if it is short, else a list.
fn choice(ui: &mut Ui, key: &str, rows: &'static [ChoiceRow], name: &mut &'static str) -> Response {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let text_width = |row: &ChoiceRow| {
        ui.painter().layout_no_wrap(title(row.name), font.clone(), MUTED).size().x
    };
    let gap = 2.0;
    // Buttons are rounded up to whole pixels: what does not fit would widen the panel, a little
    // more with every frame.
    let free = ui.available_width() - (gap + 1.0) * rows.len() as f32;
    let spare = free - rows.iter().map(text_width).sum::<f32>();
    if rows.len() <= MOST_SEGMENTS && spare >= SEGMENT_PADDING * rows.len() as f32 {
        let widths: Vec<_> =
            rows.iter().map(|row| (text_width(row) + spare / rows.len() as f32).floor()).collect();
        return segments(ui, rows, name, &widths, gap);
    }
    let selected = title(name);
    let combo = egui::ComboBox::from_id_salt(key).width(ui.available_width()).height(420.0);
    let show = |ui: &mut Ui| {
        for row in rows {
            ui.selectable_value(name, row.name, title(row.name)).on_hover_text(row.doc);
        }
    };
    combo.selected_text(selected).show_ui(ui, show).response
}

fn segments(
    ui: &mut Ui,
    rows: &'static [ChoiceRow],
    name: &mut &'static str,
    widths: &[f32],
    gap: f32,
) -> Response {
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        ui.spacing_mut().button_padding.x = 2.0;
        let height = ui.spacing().interact_size.y;
        for (row, &width) in rows.iter().zip(widths) {
            let button = egui::Button::new(title(row.name)).selected(*name == row.name);
            if ui.add_sized([width, height], button).on_hover_text(row.doc).clicked() {
                *name = row.name;
            }
        }
    });
    row.response
}

/// Words of choices' names that are written in a way of their own.
const SPELT: &[(&str, &str)] = &[
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
];

/// A choice's name as it is shown: `golden-hour` is “Golden hour”.
pub fn title(name: &str) -> String {
    let spelt = |word: &str| {
        SPELT.iter().find(|(plain, _)| *plain == word).map_or(word, |(_, spelt)| *spelt).to_owned()
    };
    let text = name.split('-').map(spelt).collect::<Vec<_>>().join(" ");
    if SPELT.iter().any(|(_, spelt)| text.starts_with(spelt)) {
        return text;
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number with about four digits for a span of values, without zeros behind: 0.7, 12.34, 600.
fn number(x: f64, span: f64) -> String {
    let places = (3 - span.max(1e-3).log10().floor() as i32).clamp(0, 4) as usize;
    text::trimmed(x, places)
}

fn suffix(unit: &str) -> String {
    match unit {
        "" => String::new(),
        "°" => "°".to_owned(),
        // The row has no room for the whole of it; the tooltip has.
        "cycles/km" => " /km".to_owned(),
        unit => format!(" {unit}"),
    }
}

/// The slider takes what label and number leave of the row.
fn slider(ui: &mut Ui, slider: egui::Slider) -> Response {
    ui.spacing_mut().slider_width =
        (ui.available_width() - VALUE_WIDTH - ui.spacing().item_spacing.x).max(40.0);
    ui.add(slider.show_value(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_matter() {
        for (x, span, text) in [
            (8.0, 9.0, "8"),
            (0.45, 1.0, "0.45"),
            (0.7, 0.7, "0.7"),
            (0.01234, 0.01234, "0.0123"),
            (-30.04, 8000.0, "−30"),
            (600.4, 8000.0, "600"),
            (-0.0001, 8000.0, "0"),
            (123.456, 360.0, "123.5"),
            (100.0, 360.0, "100"),
        ] {
            assert_eq!(number(x, span), text);
        }
    }

    #[test]
    fn names_are_titles() {
        let names = ["worley-f2-f1", "fbm", "0.25", "on", "perlin-nd-rejection", "opensimplex2s"];
        let titles = ["Worley F2 F1", "fBm", "0.25", "On", "Perlin nD rejection", "OpenSimplex2S"];
        assert_eq!(names.map(title), titles);
    }
}
