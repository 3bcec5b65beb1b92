//! One widget for each kind of parameter; the panel is made of nothing else.

use bevy_egui::egui::{self, Color32, Response, RichText, Ui};

use super::theme::{MUTED, STRONG};
use crate::terrain::param::{Param, ParamKind, Value};

/// Width of the column of labels.
const LABEL_WIDTH: f32 = 104.0;
/// Width of the column of typed numbers.
const VALUE_WIDTH: f32 = 74.0;

/// A row: label, widget, and what a right-click does. `enabled` greys out what has no effect now.
pub fn param_row<D: Default>(ui: &mut Ui, param: &Param<D>, document: &mut D, enabled: bool) {
    let value = (param.get)(document);
    let default = (param.get)(&D::default());
    let row = ui.horizontal(|ui| {
        ui.add_enabled_ui(enabled, |ui| {
            let colour = if value == default { MUTED } else { STRONG };
            let label =
                egui::Label::new(RichText::new(param.label).color(colour)).truncate().sense(egui::Sense::click());
            let size = egui::vec2(LABEL_WIDTH, ui.spacing().interact_size.y);
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            let label = ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_size(size);
                ui.add(label)
            });
            let label = label.inner;
            let mut edited = value.clone();
            let widget = edit(ui, param, &mut edited);
            if edited != value {
                // What the widget gives and the parameter refuses (a typed NaN) changes nothing.
                let _ = param.set(document, edited);
            }
            ui.data_mut(|data| data.insert_temp(widget_id(param.key), widget.rect));
            label | widget
        })
        .inner
    });
    let response = row.inner.on_hover_ui(|ui| tooltip(ui, param, &default));
    // Sliders sense drags only: whether the right button was clicked over the row is asked of the pointer.
    if response.contains_pointer() && ui.input(|input| input.pointer.secondary_clicked()) {
        // A default is within its own range: a test says so.
        let _ = param.set(document, default);
    }
}

/// Where egui's memory keeps the rectangle of a parameter's widget, for whoever has to point at it.
pub fn widget_id(key: &str) -> egui::Id {
    egui::Id::new(("parameter", key))
}

fn tooltip<D>(ui: &mut Ui, param: &Param<D>, default: &Value) {
    ui.set_max_width(320.0);
    ui.label(param.doc);
    let note = format!("{} · {} · default {}", param.key, param.allowed(), shown(param, default));
    ui.label(RichText::new(note).small().color(MUTED));
    ui.label(RichText::new("Right-click to reset.").small().color(MUTED));
}

fn shown<D>(param: &Param<D>, value: &Value) -> String {
    let unit = if param.unit.is_empty() { String::new() } else { format!(" {}", param.unit) };
    format!("{value}{unit}")
}

fn edit<D>(ui: &mut Ui, param: &Param<D>, value: &mut Value) -> Response {
    match (param.kind, value) {
        (ParamKind::Number { min, max, log }, Value::Number(x)) => {
            // Drags go as fast as the slider does: a hundredth of the range, or of the value where it is logarithmic.
            let speed = if log { x.abs() * 0.01 } else { (max - min) * 0.002 };
            let slider = slider(ui, egui::Slider::new(x, min..=max).logarithmic(log));
            let drag = egui::DragValue::new(x).range(min..=max).speed(speed).max_decimals(3).suffix(suffix(param.unit));
            slider | ui.add_sized([VALUE_WIDTH, ui.spacing().interact_size.y], drag)
        }
        (ParamKind::Integer { min, max }, Value::Integer(i)) => {
            let slider = slider(ui, egui::Slider::new(i, min..=max));
            let drag = egui::DragValue::new(i).range(min..=max).suffix(suffix(param.unit));
            slider | ui.add_sized([VALUE_WIDTH, ui.spacing().interact_size.y], drag)
        }
        (ParamKind::Toggle, Value::Toggle(on)) => ui.checkbox(on, ""),
        (ParamKind::Choice(rows), Value::Choice(name)) => {
            let width = ui.available_width() - 4.0;
            let combo = egui::ComboBox::from_id_salt(param.key).width(width).selected_text(*name);
            let show = |ui: &mut Ui| {
                for row in rows {
                    ui.selectable_value(name, row.name, row.name).on_hover_text(row.doc);
                }
            };
            combo.show_ui(ui, show).response
        }
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
            let width = ui.available_width() - 4.0;
            ui.add(egui::TextEdit::singleline(text).char_limit(max_chars).desired_width(width))
        }
        (ParamKind::Curve { .. }, Value::Curve(points)) => {
            // A curve of few points is edited as its text; nothing in the table is one yet that needs more.
            ui.label(format!("{} points", points.len()))
        }
        (_, value) => ui.label(value.to_string()),
    }
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
    ui.spacing_mut().slider_width = (ui.available_width() - VALUE_WIDTH - 10.0).max(40.0);
    ui.add(slider.show_value(false))
}
