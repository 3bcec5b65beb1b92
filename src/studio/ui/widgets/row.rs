//! The row of a parameter: label, widget, reset and lock.
//!
//! | file | content |
//! |---|---|
//! | `number_field` | numbers, which the user drags or types |
//! | `choice`, `colour` | the other widgets |
//! | `display_scale` | conversion between stored values and displayed numbers |
//! | `row_facts` | facts that a row needs besides its value |
//! | `gutter` | the icons at the end of a row |
//! | `typed_text`, `reading` | a text while it is typed, and its value |
//! | `plain` | rows that belong to no parameter |

use super::choice;
use super::colour;
use super::gutter;
use super::number_field;
use super::row_facts;
use super::typed_text;
use bevy_egui::egui::{
    self, Button, Id, Label, Rect, Response, RichText, Sense, TextEdit, Ui, UiBuilder, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::display_scale::DisplayScale;
use super::ids::{number_id, widget_id};
use super::number_field::NumberField;
use super::row_facts::RowFacts;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::document::state::reset_value;
use crate::studio::panel::layers::curve;
use crate::studio::ui::explanation;
use crate::studio::ui::shared::note_place;
use crate::studio::ui::theme::ROW;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{menu, tab, text, theme};
use crate::terrain::address::AddressRow;
use crate::terrain::param::{Param, ParamKind, Value};

/// The width of a row's widget, in points.
pub const FIELD: f32 = 150.0;
/// The width left of a label, in points, for the dot that marks a changed value.
pub const DOT: f32 = 8.0;

/// Shows the row of a parameter of a document. The parameter's address is `prefix` and its key.
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
    let line = ParameterRow {
        address: &address,
        row,
        value: &value,
        default: &default,
        enabled,
        names: &[],
    };
    if let Some(edited) = line.show(ui) {
        // If the parameter refuses the value, such as NaN, nothing changes.
        let _ = param.set(document, edited);
    }
}

/// A row: label, widget, reset and lock. Its ids derive from the parameter's address, so a drag
/// continues when other rows appear or disappear.
pub struct ParameterRow<'a> {
    /// The parameter's address, as in files and in `--set`.
    pub address: &'a str,
    pub row: AddressRow,
    pub value: &'a Value,
    pub default: &'a Value,
    /// False if the value has no effect; the row is then grey.
    pub enabled: bool,
    /// For a number that selects a layer: the layers' numbers and names. Empty for other values.
    pub names: &'a [(u32, String)],
}

/// The places of the parts of a row.
pub(super) struct RowPlaces {
    pub(super) row: Rect,
    pub(super) label: Rect,
    pub(super) field: Rect,
    pub(super) gutter: Rect,
}

impl RowPlaces {
    pub(super) fn of(ui: &mut Ui) -> Self {
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let (rest, gutter) = row.split_left_right_at_x(row.right() - gutter::WIDTH);
        let (label, field) = rest.split_left_right_at_x(rest.right() - FIELD - 4.0);
        let field = field.with_max_x(field.right() - 4.0);
        Self { row, label: label.with_max_x(label.right() - 4.0), field, gutter }
    }
}

impl ParameterRow<'_> {
    /// Shows the row. Returns the new value if the user changed it.
    pub fn show(&self, ui: &mut Ui) -> Option<Value> {
        let facts = RowFacts::current(ui.ctx());
        let id = Id::new(("row of", self.address, ui.layer_id()));
        ui.scope_builder(UiBuilder::new().id(id), |ui| self.row(ui, &facts)).inner
    }

    fn row(&self, ui: &mut Ui, facts: &RowFacts) -> Option<Value> {
        let mut edited = self.value.clone();
        let places = RowPlaces::of(ui);
        let opened = facts.opened_value(self.address, &self.row);
        let is_changed = opened.as_ref().unwrap_or(self.default) != self.value;
        let no_effect_reason = match self.enabled {
            true => facts.no_effect_reason(self.address),
            false => Some("It has no effect with the present values of other parameters."),
        };
        let label = self.label(ui, places.label, is_changed, no_effect_reason.is_none());
        let widget = match (self.row.kind, &mut edited) {
            (ParamKind::Curve { max_points }, Value::Curve(points)) => {
                let edit = |ui: &mut Ui| {
                    curve::edit(ui, Id::new(("curve", self.address)), points, max_points)
                };
                let curve = ui.add_enabled_ui(no_effect_reason.is_none(), edit).inner;
                note_place(ui.ctx(), widget_id(self.address), curve.rect);
                label.clone()
            }
            (_, value) => self.widget(ui, places.field, facts, no_effect_reason.is_none(), value),
        };
        let reset_value = reset_value(self.value, opened.as_ref(), self.default);
        let marks = gutter::Marks {
            address: self.address,
            reset: (reset_value != *self.value)
                .then(|| self.reset_hint(facts, &reset_value, opened.as_ref())),
            is_changed,
            lock: facts.lock(self.address),
        };
        let has_keyboard = widget.has_focus()
            || ui.memory(|memory| memory.has_focus(number_field::id_of(ui, self.address)));
        let response =
            (label.clone() | widget.clone()).tip_ui(|ui| self.tooltip(ui, no_effect_reason));
        if has_keyboard || response.contains_pointer() {
            explanation::set_pointed_row(ui.ctx(), self.address);
        }
        let is_middle = ui.input(|input| input.pointer.button_clicked(egui::PointerButton::Middle));
        let wants_reset = label.double_clicked() || response.contains_pointer() && is_middle;
        if marks.show(ui, places.gutter, places.row) || wants_reset {
            edited = reset_value;
        }
        self.menu(ui, [&response, &widget], opened.as_ref(), marks.lock.0, &mut edited);
        (edited != *self.value).then_some(edited)
    }

    fn label(&self, ui: &mut Ui, place: Rect, is_changed: bool, enabled: bool) -> Response {
        let colours = theme::of(ui);
        if is_changed {
            ui.painter().circle_filled(
                pos2(place.left() + 3.0, place.center().y),
                2.5,
                colours.accent,
            );
        }
        let colour = match (enabled, is_changed) {
            (false, _) => colours.dim,
            (true, true) => colours.strong,
            (true, false) => colours.text,
        };
        let place = place.with_min_x(place.left() + DOT);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut child =
            ui.new_child(UiBuilder::new().id_salt("label").max_rect(place).layout(layout));
        let text = Label::new(RichText::new(self.row.label).color(colour)).truncate();
        let text = child.add(text);
        let text_end = text.rect.right();
        // Shows the technical term (the key) after the label, if there is room.
        if let Some(term) = self.term() {
            let font = egui::TextStyle::Small.resolve(ui.style());
            let galley = ui.painter().layout_no_wrap(term, font, colours.muted);
            let position = pos2(text_end + 5.0, place.center().y - 0.5 * galley.size().y + 0.5);
            if position.x + galley.size().x <= place.right() {
                ui.painter().galley(position, galley, colours.muted);
            }
        }
        let id = Id::new(("label of", self.address, ui.layer_id()));
        ui.interact(place, id, Sense::CLICK)
    }

    fn widget(
        &self,
        ui: &mut Ui,
        place: Rect,
        facts: &RowFacts,
        enabled: bool,
        value: &mut Value,
    ) -> Response {
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut child =
            ui.new_child(UiBuilder::new().id_salt("widget").max_rect(place).layout(layout));
        if !enabled {
            child.disable();
        }
        child.set_min_size(place.size());
        let response = self.edit(&mut child, place, facts, value);
        note_place(ui.ctx(), widget_id(self.address), place);
        note_place(ui.ctx(), number_id(self.address), place);
        response
    }

    fn edit(&self, ui: &mut Ui, place: Rect, facts: &RowFacts, value: &mut Value) -> Response {
        let (key, label) = (self.address, self.row.label);
        let (scale, unit) = DisplayScale::of(key, self.row.unit, facts.chunk_m());
        match (self.row.kind, value) {
            (ParamKind::Number { min, max, log }, Value::Number(x)) => {
                let range = [min, max];
                let drag_range =
                    facts.drag_range(key).map_or(range, |drag| drag.map(|x| x.clamp(min, max)));
                let field = NumberField {
                    address: key,
                    label,
                    range,
                    drag_range,
                    log,
                    whole: false,
                    scale,
                    unit,
                };
                let (response, edited) = field.show(ui, place, *x);
                *x = edited.unwrap_or(*x);
                response
            }
            (ParamKind::Integer { .. }, Value::Integer(i)) if !self.names.is_empty() => {
                choice::named(ui, (key, label), self.names, i)
            }
            (ParamKind::Integer { min, max }, Value::Integer(i)) => {
                let range = [min as f64, max as f64];
                let field = NumberField {
                    address: key,
                    label,
                    range,
                    drag_range: range,
                    log: false,
                    whole: true,
                    scale,
                    unit,
                };
                let (response, edited) = field.show(ui, place, *i as f64);
                *i = edited.map_or(*i, |x| x as i64);
                response
            }
            (ParamKind::Toggle, Value::Toggle(on)) => {
                let toggle = ui.checkbox(on, "");
                let (on, enabled) = (*on, ui.is_enabled());
                toggle
                    .widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, enabled, on, label));
                toggle
            }
            (ParamKind::Choice(rows), Value::Choice(name)) => {
                choice::choice(ui, (key, label), rows, self.row.unit, name)
            }
            (ParamKind::Colour, Value::Colour(rgb)) => colour::colour(ui, (key, label), rgb),
            (ParamKind::Text { max_chars }, Value::Text(text)) => line(ui, label, max_chars, text),
            (_, value) => ui.label(value.to_string()),
        }
    }

    /// Returns the tooltip of the reset icon.
    fn reset_hint(&self, facts: &RowFacts, reset_value: &Value, opened: Option<&Value>) -> String {
        let value = self.value_text(reset_value);
        match opened == Some(reset_value) {
            true => format!("Resets it to {value}, its value in “{}”.", facts.document_name()),
            false => format!("Resets it to {value}, its default."),
        }
    }

    fn tooltip(&self, ui: &mut Ui, no_effect_reason: Option<&str>) {
        let colours = theme::of(ui);
        ui.strong(match self.term() {
            Some(term) => format!("{} ({term})", self.row.label),
            None => self.row.label.to_owned(),
        });
        ui.label(RichText::new(self.row.doc).color(colours.strong));
        if let Some(reason) = no_effect_reason {
            ui.label(RichText::new(reason).color(colours.accent));
        }
        let small = |ui: &mut Ui, text: String| {
            ui.label(RichText::new(text).small().color(colours.muted));
        };
        // A choice has no range, because its widget lists the names.
        let range = match self.row.kind {
            ParamKind::Choice(_) => String::new(),
            _ => text::minus(&self.row.allowed()) + ", ",
        };
        small(ui, format!("{range}default {}", self.value_text(self.default)));
        let drag = match self.row.kind {
            ParamKind::Number { .. } | ParamKind::Integer { .. } if self.names.is_empty() => {
                "Drag, with Shift ten times finer, or click and type · "
            }
            _ => "",
        };
        small(ui, format!("{drag}middle-click resets · {}", self.address));
        explanation::link(ui, self.address);
    }

    /// Returns the technical term, which is part of the key, if the label uses plainer words.
    fn term(&self) -> Option<String> {
        let name = self.row.key.rsplit('.').next()?;
        let units = ["_m", "_km", "_deg", "_ev"];
        let name = units.iter().find_map(|unit| name.strip_suffix(unit)).unwrap_or(name);
        let term = name.replace('_', " ");
        let label = self.row.label.to_lowercase();
        let is_in_label = |word: &str| label.contains(&word.to_lowercase());
        (!term.split(' ').any(is_in_label)).then_some(term)
    }

    fn value_text(&self, value: &Value) -> String {
        let unit =
            if self.row.unit.is_empty() { String::new() } else { format!(" {}", self.row.unit) };
        match value {
            Value::Number(_) | Value::Integer(_) => text::minus(&format!("{value}{unit}")),
            _ => format!("{value}{unit}"),
        }
    }

    /// Shows the context menu of the row.
    fn menu(
        &self,
        ui: &Ui,
        [response, widget]: [&Response; 2],
        opened: Option<&Value>,
        locked: bool,
        edited: &mut Value,
    ) {
        let field = number_field::id_of(ui, self.address);
        let (return_focus, has_focus) = match widget.has_focus() {
            true => (widget.id, true),
            false => (field, ui.memory(|memory| memory.has_focus(field))),
        };
        let is_asked = has_focus && menu::is_requested(ui.ctx());
        menu::context_menu(response, return_focus, is_asked, |ui| {
            let default = Some(self.default).filter(|default| Some(*default) != opened);
            let facts = RowFacts::current(ui.ctx());
            for (reset_value, whose) in
                [(opened, facts.document_name()), (default, "default".to_owned())]
            {
                let Some(reset_value) = reset_value else { continue };
                let text = format!("Reset to {} ({whose})", self.value_text(reset_value));
                if menu::entry(ui, reset_value != self.value, Button::new(text)).clicked() {
                    *edited = reset_value.clone();
                    ui.close();
                }
            }
            let copy = menu::entry(ui, true, Button::new("Copy"));
            if copy.tip("Copies it as text for `--set`.").clicked() {
                ui.ctx().copy_text(format!("{}={}", self.address, self.value));
                ui.close();
            }
            let text = with_keys("Explain", Command::ExplainRow);
            let explains = menu::entry(ui, true, Button::new(text));
            if explains.tip("Shows the figure that explains this parameter.").clicked() {
                explanation::ask(ui.ctx(), self.address);
                ui.close();
            }
            let text = if locked { "Unlock" } else { "Lock" };
            if menu::entry(ui, true, Button::new(text)).tip(gutter::LOCK).clicked() {
                row_facts::toggle_lock(ui.ctx(), self.address);
                ui.close();
            }
        });
    }
}

/// Shows a field for text.
fn line(ui: &mut Ui, label: &str, max_chars: usize, text: &mut String) -> Response {
    let (width, before) = (ui.available_width(), text.clone());
    let line =
        TextEdit::singleline(text).char_limit(max_chars).margin(egui::Margin::symmetric(6, 1));
    let line = ui.add(line.desired_width(width));
    typed_text::restore_on_escape(ui, &line, &before, text);
    ui.ctx().accesskit_node_builder(line.id, |node| node.set_label(label));
    tab::stop(&line);
    line
}
