//! The widgets that the rows of the export dialog are made of.

use bevy_egui::egui::{self, Ui};

use crate::export::Area;
use crate::studio::ui::tab;
use crate::studio::ui::theme::{self, ROW};
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::describe;
use crate::terrain::scene::Scene;

/// The widths of the dialog's text and of the labels at the left, in points.
pub const WIDTH: f32 = 370.0;
const LABEL: f32 = 66.0;

/// Shows a row: a label with a tooltip, and to its right the widgets that `show` adds.
pub fn row<R>(ui: &mut Ui, label: &str, hint: &str, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let size = egui::vec2(LABEL, ROW);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(LABEL);
            ui.label(label).tip(hint);
        });
        let size = egui::vec2((WIDTH - LABEL - 6.0).min(ui.available_width()), ROW);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(size.x);
            show(ui)
        })
        .inner
    })
    .inner
}

/// Shows a number field, in which the user drags or types.
pub fn number_field(ui: &mut Ui, label: &str, width: f32, number: egui::DragValue) {
    // Limit the width, so that two fields and a word after each fit in a row.
    let width = width.min(0.5 * ui.max_rect().width() - 44.0);
    let response = ui.add_sized([width, ROW], number);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(label));
    tab::stop(&response);
}

/// Shows a row with a label and one number field.
pub fn number_row(ui: &mut Ui, label: &str, hint: &str, width: f32, number: egui::DragValue) {
    row(ui, label, hint, |ui| number_field(ui, label, width, number));
}

/// Shows a drop-down list. Each entry has its value, text and tooltip.
pub fn list<T: PartialEq + Copy>(ui: &mut Ui, name: &str, value: &mut T, rows: &[(T, &str, &str)]) {
    let shown = rows.iter().find(|row| row.0 == *value).map_or("", |row| row.1);
    let list = egui::ComboBox::from_id_salt(name).width(ui.available_width()).height(300.0);
    let list = list.selected_text(shown).show_ui(ui, |ui| {
        for (other, name, hint) in rows {
            ui.selectable_value(value, *other, *name).tip(*hint);
        }
    });
    describe(ui, &list.response, name, shown);
}

/// Shows a few values as adjacent buttons. Each has its value, text and tooltip.
pub fn choose<T: PartialEq + Copy>(
    ui: &mut Ui,
    label: &str,
    value: &mut T,
    rows: &[(T, &str, &str)],
) {
    const GAP: f32 = 2.0;
    ui.spacing_mut().item_spacing.x = GAP;
    let count = rows.len() as f32;
    let width = ((ui.available_width() - GAP * (count - 1.0)) / count).floor().min(84.0);
    for (other, name, hint) in rows {
        let button = egui::Button::new(*name).selected(value == other);
        let response = ui.add_sized([width, ROW], button);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_label(format!("{label}: {name}"));
        });
        if response.tip(*hint).clicked() {
            *value = *other;
        }
    }
}

/// Writes the sentence about the chosen value below its row. The height is reserved for the longest
/// sentence, so that nothing moves when the user chooses another value.
pub fn explain<T: PartialEq + Copy>(ui: &mut Ui, value: T, rows: &[(T, &str, &str)]) {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let colour = theme::of(ui).muted;
    let width = WIDTH - LABEL - 6.0;
    let height =
        |doc: &str| ui.painter().layout(doc.to_owned(), font.clone(), colour, width).size().y;
    let max_height = rows.iter().map(|row| height(row.2)).fold(0.0, f32::max);
    let (_, place) = ui.allocate_space(egui::vec2(WIDTH, max_height.ceil()));
    let place = place.with_min_x(place.left() + LABEL + 6.0);
    if let Some((_, _, doc)) = rows.iter().find(|row| row.0 == value) {
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(place));
        child.add(egui::Label::new(egui::RichText::new(*doc).small().color(colour)).wrap());
    }
}

/// Shows the number fields for the centre and side of the area. Returns the edited area.
pub fn area(ui: &mut Ui, area: Area, scene: &Scene) -> Area {
    let Area { centre_m: [mut x, mut z], mut side_m } = area;
    let hint = "Metres east and south of the origin. You can also drag the middle of the frame on the land.";
    row(ui, "Centre", hint, |ui| {
        number_field(ui, "East", 110.0, egui::DragValue::new(&mut x).speed(4).suffix(" m"));
        number_field(ui, "South", 110.0, egui::DragValue::new(&mut z).speed(4).suffix(" m"));
    });
    let mut is_reset = false;
    row(ui, "Side", "Metres. You can also drag a corner of the frame.", |ui| {
        let number = egui::DragValue::new(&mut side_m).range(1.0..=1e6).speed(8).suffix(" m");
        number_field(ui, "Side", 110.0, number);
        let hint = "The whole land if it is bounded, or else 4,096 m around the focus.";
        is_reset = ui.button("Default").tip(hint).clicked();
    });
    if is_reset { Area::of_scene(scene) } else { Area { centre_m: [x, z], side_m } }
}
