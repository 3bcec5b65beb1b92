//! What the rows of the export's panel are made of.

use bevy_egui::egui::{self, Ui};

use super::super::tab;
use super::super::theme::ROW;
use super::super::tips::Tip;
use super::super::widgets::describe;

/// How wide the panel's texts are, and the labels.
pub const WIDTH: f32 = 370.0;
const LABEL: f32 = 66.0;

/// A row: a label, and what stands beside it.
pub fn row<R>(ui: &mut Ui, label: &str, hint: &str, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let size = egui::vec2(LABEL, ROW);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(LABEL);
            ui.label(label).tip(hint);
        });
        let size = egui::vec2(WIDTH - LABEL - 6.0, ROW);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(size.x);
            show(ui)
        })
        .inner
    })
    .inner
}

/// A number that one drags and types.
pub fn number_field(ui: &mut Ui, label: &str, width: f32, number: egui::DragValue) {
    let response = ui.add_sized([width, ROW], number);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
    tab::stop(&response);
}

/// One of a list.
pub fn list<T: PartialEq + Copy>(ui: &mut Ui, name: &str, value: &mut T, rows: &[(T, &str)]) {
    let shown = rows.iter().find(|(other, _)| other == value).map_or("", |(_, name)| *name);
    let list = egui::ComboBox::from_id_salt(name).width(ui.available_width());
    let list = list.selected_text(shown).show_ui(ui, |ui| {
        for (other, name) in rows {
            ui.selectable_value(value, *other, *name);
        }
    });
    describe(ui, &list.response, name, shown);
}

/// One of a few, side by side.
pub fn choose<T: PartialEq + Copy>(ui: &mut Ui, value: &mut T, rows: &[(T, &str, &str)]) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for (other, name, hint) in rows {
        let button = egui::Button::new(*name).selected(value == other);
        if ui.add_sized([84.0, ROW], button).tip(*hint).clicked() {
            *value = *other;
        }
    }
}
