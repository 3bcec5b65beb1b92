//! Rows for settings that are not parameters of a recipe or a view.

use bevy_egui::egui::{self, Label, Rect, RichText, Ui, UiBuilder, WidgetInfo, WidgetType};

use super::row::{DOT, RowPlaces};
use crate::studio::ui::theme;
use crate::studio::ui::tips::Tip;

/// Shows a row with a label and a custom widget, like rows of parameters.
pub fn plain_row<R>(ui: &mut Ui, label: &str, hint: &str, show: impl FnOnce(&mut Ui) -> R) -> R {
    let places = RowPlaces::of(ui);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let part = |place: Rect| UiBuilder::new().id_salt(label).max_rect(place).layout(layout);
    let colour = theme::of(ui).text;
    let mut child = ui.new_child(part(places.label.with_min_x(places.label.left() + DOT)));
    child.add(Label::new(RichText::new(label).color(colour)).truncate()).tip(hint);
    let mut child = ui.new_child(part(places.field));
    child.set_min_size(places.field.size());
    show(&mut child)
}

/// Shows a row with a checkbox. Returns true if the user changed it.
pub fn switch_row(ui: &mut Ui, label: &str, hint: &str, on: &mut bool) -> bool {
    plain_row(ui, label, hint, |ui| {
        let toggle = ui.checkbox(on, "");
        let (on, enabled) = (*on, ui.is_enabled());
        toggle.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, enabled, on, label));
        toggle.tip(hint).changed()
    })
}
