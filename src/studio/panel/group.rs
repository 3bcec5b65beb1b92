//! A group of the panel: a header that folds and resets it, and its contents.

use bevy_egui::egui::{self, Align2, Id, Rect, RichText, Sense, Ui, WidgetInfo, WidgetType};

use super::search::FoldedGroups;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::gutter;
use crate::studio::ui::{menu, tab, theme};

/// The groups that are open until the user folds them.
const OPEN_AT_FIRST: &[&str] = &[
    "look",
    "noise",
    "fractal",
    "shape",
    "landform",
    "masks",
    "operations",
    "land-operations",
    "erosion",
    "erosion-masks",
    "world",
    "camera",
];

/// The height of a group's header and the space above it, in points.
const HEADER_HEIGHT: f32 = 24.0;
const SPACE_ABOVE: f32 = 8.0;

/// Shows a section title in small capitals with a line.
pub fn section(ui: &mut Ui, title: &str) {
    ui.add_space(SPACE_ABOVE);
    ui.horizontal(|ui| {
        let colour = theme::of(ui).muted;
        ui.label(RichText::new(title.to_uppercase()).small().strong().color(colour));
        let size = egui::vec2(ui.available_width(), 1.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let stroke = ui.visuals().widgets.noninteractive.bg_stroke;
        ui.painter().hline(rect.x_range(), rect.center().y, stroke);
    });
}

/// The result of showing a header: whether its group is open, and whether the user clicked reset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadingResponse {
    pub open: bool,
    pub reset: bool,
}

/// The id of a group's header.
pub fn heading_id(ui: &Ui, name: &str) -> Id {
    Id::new(("header of", name, ui.layer_id()))
}

/// The header of a group. A click anywhere on it folds the group.
#[derive(Default)]
pub struct Heading<'a> {
    /// The name under which the settings store whether the group is open.
    pub name: &'a str,
    pub title: &'a str,
    /// The number of parameters that differ from the opened or saved document.
    pub changed_count: usize,
    /// The address that locks the group against randomising. `None` if the group cannot be locked.
    pub lock: Option<&'a str>,
    /// True if the group is open only because the search found something in it.
    pub is_open_for_search: bool,
    /// Returns the group's parameters as text to copy. `None` for a group without parameters.
    pub copy: Option<&'a dyn Fn() -> String>,
}

impl Heading<'_> {
    /// Shows the header, and stores in `folds` whether the group is open.
    pub fn show(&self, ui: &mut Ui, folds: &mut FoldedGroups) -> HeadingResponse {
        let is_open_at_first = || OPEN_AT_FIRST.contains(&self.name);
        let mut open = folds.get(self.name).copied().unwrap_or_else(is_open_at_first);
        ui.add_space(SPACE_ABOVE - ui.spacing().item_spacing.y);
        let (_, rect) = ui.allocate_space(egui::vec2(ui.available_width(), HEADER_HEIGHT));
        let id = heading_id(ui, self.name);
        let response = ui.interact(rect, id, tab::click(ui.ctx()));
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        let enabled = ui.is_enabled();
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::CollapsingHeader, enabled, self.title));
        ui.ctx()
            .accesskit_node_builder(id, |node| node.set_expanded(open || self.is_open_for_search));
        self.menu(&response);
        self.paint(ui, rect, &response, open || self.is_open_for_search);
        let is_over = ui.rect_contains_pointer(rect);
        let reset = self.reset_and_lock(ui, rect, is_over);
        let new_open = if response.clicked() { Some(!open) } else { tab::folds(&response) };
        if let Some(new_open) = new_open.filter(|_| !self.is_open_for_search) {
            open = new_open;
            folds.insert(self.name.to_owned(), open);
        }
        HeadingResponse { open: open || self.is_open_for_search, reset }
    }

    /// Shows the context menu of the header.
    fn menu(&self, response: &egui::Response) {
        let Some(copy) = self.copy else { return };
        let is_asked = response.has_focus() && menu::is_requested(&response.ctx);
        menu::context_menu(response, response.id, is_asked, |ui| {
            let hint = "Copies the parameters of the group as text for `--set`.";
            let entry = menu::entry(ui, true, egui::Button::new("Copy the group"));
            if entry.tip(hint).clicked() {
                ui.ctx().copy_text(copy());
                ui.close();
            }
        });
    }

    /// Draws the number of changed parameters and the lock. Under the pointer, a reset button
    /// replaces the number. Returns true if the user clicked reset.
    fn reset_and_lock(&self, ui: &mut Ui, rect: Rect, is_over: bool) -> bool {
        let lock_size = egui::vec2(0.5 * gutter::WIDTH, HEADER_HEIGHT);
        let lock = Rect::from_min_size(rect.right_top() - egui::vec2(lock_size.x, 0.0), lock_size);
        if let Some(address) = self.lock {
            gutter::group_lock(ui, lock.shrink2(egui::vec2(1.0, 3.0)), address, is_over);
        }
        let size = egui::vec2(44.0, HEADER_HEIGHT - 4.0);
        let place =
            Rect::from_min_size(egui::pos2(lock.left() - size.x - 2.0, rect.top() + 2.0), size);
        let colours = theme::of(ui);
        let is_shown = self.changed_count > 0 && (is_over || tab::is_navigating(ui.ctx()));
        if self.changed_count > 0 && !is_shown {
            let text_right = place.right_center() - egui::vec2(8.0, 0.0);
            let font = egui::TextStyle::Small.resolve(ui.style());
            let count = self.changed_count.to_string();
            ui.painter().text(text_right, Align2::RIGHT_CENTER, count, font, colours.accent);
        }
        let text = RichText::new("reset").small().color(colours.text);
        let hint = format!("Resets the changed parameters of “{}”.", self.title);
        let id = Id::new(("reset of", self.name, ui.layer_id()));
        reset_button(ui, id, place, text, is_shown).is_some_and(|button| {
            tab::name(&button, &hint);
            button.tip(hint).clicked()
        })
    }

    fn paint(&self, ui: &mut Ui, rect: Rect, response: &egui::Response, open: bool) {
        let colours = theme::of(ui);
        let is_highlighted = response.hovered() || response.has_focus();
        let fill =
            if is_highlighted { ui.visuals().widgets.hovered.weak_bg_fill } else { colours.header };
        ui.painter().rect_filled(rect, 3.0, fill);
        let middle = rect.left_center() + egui::vec2(11.0, 0.0);
        let icon = Rect::from_center_size(middle, egui::vec2(10.0, 10.0));
        let icon = response.clone().with_new_rect(icon);
        let openness = ui.ctx().animate_bool_responsive(response.id, open);
        egui::collapsing_header::paint_default_icon(ui, openness, &icon);
        semibold(ui, rect.left_center() + egui::vec2(22.0, 0.0), self.title);
    }
}

/// Draws a heading; its left edge has its middle at `left_middle`. The typeface has only one
/// weight, so the text is drawn twice with a small shift to look heavier.
pub fn semibold(ui: &Ui, left_middle: egui::Pos2, text: &str) {
    let (font, colour) = (egui::TextStyle::Heading.resolve(ui.style()), theme::of(ui).strong);
    for x in [0.0, 0.45] {
        let position = left_middle + egui::vec2(x, 0.0);
        ui.painter().text(position, Align2::LEFT_CENTER, text, font.clone(), colour);
    }
}

/// Shows a reset button at a place, or nothing if there is nothing to reset.
///
/// The button has its own id and takes no space, so other widgets neither move nor change their ids
/// when it appears. While the user types values, the Tab key skips it.
pub fn reset_button(
    ui: &mut Ui,
    id: Id,
    place: Rect,
    text: RichText,
    shown: bool,
) -> Option<egui::Response> {
    let sense = tab::click(ui.ctx());
    let button = egui::Button::new(text).frame_when_inactive(false).sense(sense);
    let mut child = ui.new_child(egui::UiBuilder::new().id(id).max_rect(place));
    shown.then(|| child.put(place, button))
}

/// Shows the contents of a group. Their ids derive from the group's name, not from their position.
pub fn body<R>(ui: &mut Ui, name: &str, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(egui::UiBuilder::new().id(Id::new(("body of", name))), show).inner
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::PointerButton;

    use crate::studio::tests::driven::Desk;
    use crate::terrain::scene::Scene;

    #[test]
    fn a_click_on_a_heading_folds_its_group_and_opens_it() {
        let mut desk = Desk::new(Scene::default(), &["fractal"]);
        for open in [false, true] {
            desk.time += 1.0;
            let heading = desk.text("Fractal").expect("the heading").center();
            desk.click(heading, PointerButton::Primary);
            assert_eq!(desk.settings.groups.get("fractal"), Some(&open));
        }
    }
}
