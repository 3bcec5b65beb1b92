//! One widget for each kind of parameter; the panel is made of nothing else.

use bevy_egui::egui::{self, Color32, Response, RichText, Ui};

use super::theme::{MUTED, STRONG};
use crate::terrain::param::{Param, ParamKind, Value};

/// Width of the column of labels.
const LABEL_WIDTH: f32 = 104.0;

/// A row: label, widget, and what a right-click does. `enabled` greys out what has no effect now.
pub fn param_row<D: Default>(ui: &mut Ui, param: &Param<D>, document: &mut D, enabled: bool) {
    let value = (param.get)(document);
    let default = (param.get)(&D::default());
    let row = ui.horizontal(|ui| {
        ui.add_enabled_ui(enabled, |ui| {
            let colour = if value == default { MUTED } else { STRONG };
            let label = egui::Label::new(RichText::new(param.label).color(colour)).truncate();
            let label = ui.add_sized([LABEL_WIDTH, ui.spacing().interact_size.y], label.sense(egui::Sense::click()));
            let mut edited = value.clone();
            let widget = edit(ui, param, &mut edited);
            if edited != value {
                // What the widget gives and the parameter refuses (a typed NaN) changes nothing.
                let _ = param.set(document, edited);
            }
            label | widget
        })
        .inner
    });
    let response = row.inner.on_hover_ui(|ui| tooltip(ui, param, &default));
    response.context_menu(|ui| {
        if ui.button(format!("Reset to {}", shown(param, &default))).clicked() {
            let _ = param.set(document, default.clone());
            ui.close();
        }
    });
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
            let slider = egui::Slider::new(x, min..=max).logarithmic(log).max_decimals(3).suffix(suffix(param.unit));
            sized_slider(ui, slider)
        }
        (ParamKind::Integer { min, max }, Value::Integer(i)) => {
            let slider = egui::Slider::new(i, min..=max).suffix(suffix(param.unit));
            sized_slider(ui, slider)
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
        unit => format!(" {unit}"),
    }
}

/// The slider takes what its typed number leaves of the row.
fn sized_slider(ui: &mut Ui, slider: egui::Slider) -> Response {
    ui.spacing_mut().slider_width = (ui.available_width() - 92.0).max(60.0);
    ui.add(slider)
}
