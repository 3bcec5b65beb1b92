//! Shows the list of the marks of a layer.

use bevy_egui::egui::{ScrollArea, Ui};

use crate::studio::panel::group::Heading;
use crate::studio::panel::search::GroupFilter;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::marks::MarksLayer;

/// The largest height of the list, in points.
const HEIGHT: f32 = 180.0;

/// Shows the marks, each with a button that removes it. Returns 1 if the list is shown, and 0 if the
/// search does not find it.
pub fn show(ui: &mut Ui, list: &mut MarksLayer, filter: &mut GroupFilter) -> usize {
    if list.is_empty() || !(filter.terms.is_empty() || filter.terms.finds(&["marks"])) {
        return 0;
    }
    let name = format!("Marks ({})", list.len());
    let heading = Heading { name: "marks", title: &name, ..Heading::default() };
    if !heading.show(ui, filter.folds).open {
        return 1;
    }
    let row_height = ui.spacing().interact_size.y;
    let mut removed = None;
    ScrollArea::vertical().max_height(HEIGHT).show_rows(ui, row_height, list.len(), |ui, rows| {
        for mark in &list[rows] {
            ui.horizontal(|ui| {
                if ui.small_button("✖").on_hover_text("Removes the mark").clicked() {
                    removed = Some(mark.id);
                }
                let size_m = mark.size_m();
                ui.label(format!("{} {}, {size_m:.0} m", title(mark.tool.kind().name()), mark.id));
            });
        }
    });
    if let Some(id) = removed {
        list.remove(id);
    }
    1
}
