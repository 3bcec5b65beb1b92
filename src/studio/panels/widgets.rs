//! One widget for each kind of parameter; the panel is made of nothing else.

use bevy_egui::egui::{self, Color32, Id, PointerButton, Response, RichText, Ui};

use super::layers::curve;
use super::theme::{MUTED, STRONG};
use super::{group, tab, text};
use crate::terrain::address::Row;
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

/// A row of a document's parameter, whose address is its key with something before it.
pub fn param_row<D: Default>(
    ui: &mut Ui,
    param: &Param<D>,
    prefix: &str,
    document: &mut D,
    enabled: bool,
) {
    let address = format!("{prefix}{}", param.key);
    let (value, default) = ((param.get)(document), (param.get)(&D::default()));
    let row = param.row(param.key);
    let line =
        Line { address: &address, row, value: &value, default: &default, enabled, names: &[] };
    if let Some(edited) = line.show(ui) {
        // What the widget gives and the parameter refuses (a typed NaN) changes nothing; a default
        // is within its own range.
        let _ = param.set(document, edited);
    }
}

/// A row: label, widget, and a reset where it is not at its default. Its ids come from its address:
/// whatever comes and goes elsewhere, a drag stays with the parameter on which it began.
pub struct Line<'a> {
    /// As files and `--set` have it.
    pub address: &'a str,
    pub row: Row,
    pub value: &'a Value,
    pub default: &'a Value,
    /// Greys out what has no effect now.
    pub enabled: bool,
    /// What the numbers that it takes are called; empty for numbers that are just that.
    pub names: &'a [(u32, String)],
}

impl Line<'_> {
    /// Shows it; what the value was edited to.
    pub fn show(&self, ui: &mut Ui) -> Option<Value> {
        let mut edited = self.value.clone();
        let own_ids = egui::UiBuilder::new().id(Id::new(("row of", self.address)));
        let row = ui.scope_builder(own_ids, |ui| match self.row.kind {
            ParamKind::Curve { max_points } => self.curve(ui, max_points, &mut edited),
            _ => self.widgets(ui, &mut edited),
        });
        let response = row.inner.on_hover_ui(|ui| self.tooltip(ui));
        // Sliders sense drags of any button: the other two move nothing.
        let is_others = ui.input(|input| {
            let others = [PointerButton::Secondary, PointerButton::Middle];
            others.iter().any(|other| {
                input.pointer.button_down(*other) || input.pointer.button_released(*other)
            })
        });
        if response.contains_pointer() && ui.input(|input| input.pointer.secondary_clicked()) {
            edited = self.default.clone();
        } else if is_others && !matches!(self.row.kind, ParamKind::Curve { .. }) {
            return None;
        }
        (edited != *self.value).then_some(edited)
    }

    /// All on one line.
    fn widgets(&self, ui: &mut Ui, edited: &mut Value) -> Response {
        let row = ui.horizontal(|ui| {
            let label = self.label(ui);
            let taken = RESET_WIDTH + ui.spacing().item_spacing.x;
            let size = egui::vec2(ui.available_width() - taken, ui.spacing().interact_size.y);
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            let widget = ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(size.x);
                ui.add_enabled_ui(self.enabled, |ui| self.edit(ui, edited)).inner
            });
            self.reset(ui, edited);
            let widget = widget.inner;
            ui.data_mut(|data| data.insert_temp(widget_id(self.address), widget.rect));
            label | widget
        });
        row.inner
    }

    /// The curve below its label; a right-click on it is its own.
    fn curve(&self, ui: &mut Ui, max_points: usize, edited: &mut Value) -> Response {
        let row = ui.horizontal(|ui| {
            let label = self.label(ui);
            ui.add_space(ui.available_width() - RESET_WIDTH - 2.0 * ui.spacing().item_spacing.x);
            self.reset(ui, edited);
            label
        });
        if let Value::Curve(points) = edited {
            let curve = ui.add_enabled_ui(self.enabled, |ui| {
                curve::edit(ui, Id::new(("curve", self.address)), points, max_points)
            });
            ui.data_mut(|data| data.insert_temp(widget_id(self.address), curve.inner.rect));
        }
        row.inner
    }

    fn label(&self, ui: &mut Ui) -> Response {
        let colour = if self.value == self.default { MUTED } else { STRONG };
        ui.add_enabled_ui(self.enabled, |ui| label(ui, self.row.label, colour)).inner
    }

    fn reset(&self, ui: &mut Ui, edited: &mut Value) {
        let height = ui.spacing().interact_size.y;
        let (_, place) = ui.allocate_space(egui::vec2(RESET_WIDTH, height));
        let text = RichText::new(RESET).color(MUTED);
        ui.spacing_mut().button_padding.x = 0.0;
        let id = Id::new(("reset of", self.address));
        let reset = group::reset_button(ui, id, place, text, self.value != self.default);
        if let Some(reset) = reset
            && reset.on_hover_text(format!("Sets it to {}.", self.shown(self.default))).clicked()
        {
            *edited = self.default.clone();
        }
    }

    fn tooltip(&self, ui: &mut Ui) {
        ui.set_max_width(320.0);
        ui.strong(self.row.label);
        ui.label(self.row.doc);
        let small = |ui: &mut Ui, text: String| ui.label(RichText::new(text).small().color(MUTED));
        // Names are seen in the widget itself.
        let range = match self.row.kind {
            ParamKind::Choice(_) => String::new(),
            _ => text::minus(&self.row.allowed()) + ", ",
        };
        small(ui, format!("{range}default {}", self.shown(self.default)));
        small(ui, format!("Right-click resets · {}", self.address));
    }

    fn shown(&self, value: &Value) -> String {
        let unit =
            if self.row.unit.is_empty() { String::new() } else { format!(" {}", self.row.unit) };
        match value {
            Value::Number(_) | Value::Integer(_) => text::minus(&format!("{value}{unit}")),
            _ => format!("{value}{unit}"),
        }
    }

    fn edit(&self, ui: &mut Ui, value: &mut Value) -> Response {
        let (key, unit) = (self.address, self.row.unit);
        match (self.row.kind, value) {
            (ParamKind::Number { min, max, log }, Value::Number(x)) => {
                // Drags go as fast as the slider does: a hundredth of the range, or of the value
                // where it is logarithmic.
                let speed = if log { x.abs() * 0.01 } else { (max - min) * 0.002 };
                let slider = slider(ui, egui::Slider::new(x, min..=max).logarithmic(log));
                let drag = egui::DragValue::new(x).range(min..=max).speed(speed);
                let span = move |x: f64| if log { x.abs() } else { max - min };
                let drag =
                    drag.suffix(suffix(unit)).custom_formatter(move |x, _| number(x, span(x)));
                slider | typed(ui, key, drag)
            }
            (ParamKind::Integer { .. }, Value::Integer(i)) if !self.names.is_empty() => {
                named(ui, key, self.names, i)
            }
            (ParamKind::Integer { min, max }, Value::Integer(i)) => {
                let slider = slider(ui, egui::Slider::new(i, min..=max));
                let drag = egui::DragValue::new(i).range(min..=max).suffix(suffix(unit));
                slider | typed(ui, key, drag)
            }
            (ParamKind::Toggle, Value::Toggle(on)) => ui.checkbox(on, ""),
            (ParamKind::Choice(rows), Value::Choice(name)) => choice(ui, key, rows, name),
            (ParamKind::Colour, Value::Colour(rgb)) => colour(ui, rgb),
            (ParamKind::Text { max_chars }, Value::Text(text)) => {
                let width = ui.available_width();
                let line = egui::TextEdit::singleline(text).char_limit(max_chars);
                let line = ui.add(line.desired_width(width));
                tab::stop(&line);
                line
            }
            (_, value) => ui.label(value.to_string()),
        }
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

fn colour(ui: &mut Ui, rgb: &mut [f32; 3]) -> Response {
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

/// A number out of a list in which each has a name.
fn named(ui: &mut Ui, key: &str, names: &[(u32, String)], number: &mut i64) -> Response {
    let name = names.iter().find(|(other, _)| i64::from(*other) == *number);
    let gone = || format!("{number} is not there");
    let text = name.map_or_else(gone, |(_, name)| name.clone());
    let list = egui::ComboBox::from_id_salt(key).width(ui.available_width()).truncate();
    let show = |ui: &mut Ui| {
        for (other, name) in names {
            ui.selectable_value(number, i64::from(*other), name);
        }
    };
    list.selected_text(text).show_ui(ui, show).response
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
