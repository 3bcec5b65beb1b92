//! The list of layers, the topmost first, and the actions of its rows.

use bevy_egui::egui::{
    self, Align2, Color32, FontId, Id, Key, Rect, Response, Sense, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::actions::{self, LayerAction, layer_name, row_id};
use super::icons::{self, Icon, IconButton};
use super::list_state::{LayersUi, Renaming};
use super::reorder::RowDrag;
use super::row_menu;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;
use crate::studio::panel::state::HoveredPart;
use crate::studio::ui::shared::note_place;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::widgets::typed_text;
use crate::studio::ui::{menu, tab, theme};
use crate::terrain::layer::{Layer, LayerKind, MAX_LAYERS};
use crate::terrain::recipe::Recipe;

/// The keys of a layer's head that have rows below the list. The row in the list has icons for the
/// other keys.
pub const HEAD: [&str; 4] = ["blend", "opacity", "radius_m", "eroded"];

/// The height of a row, and the side of the picture in it, in points.
const HEIGHT: f32 = 44.0;
const PICTURE: f32 = 40.0;
/// The width of an icon, in points.
const ICON_WIDTH: f32 = 19.0;
/// The width of the bar that shows the opacity, in points.
const BAR_WIDTH: f32 = 40.0;
/// The names of the icons of a row, in the order of the Tab key.
const ICONS: [&str; 5] = ["eye", "solo", "compare", "copy", "remove"];
/// The maximum length of a name, in characters.
const MAX_NAME_CHARS: usize = 60;

/// Shows the list, and carries out the action that the user has chosen.
pub fn show(ui: &mut Ui, recipe: &mut Recipe, layers_ui: &mut LayersUi) {
    let selected_index = layers_ui.selected_index(&recipe.layers);
    let visible: Vec<u32> = recipe.layers.visible().map(|layer| layer.id).collect();
    layers_ui.thumbnails.begin(ui.ctx(), &recipe.layers);
    layers_ui.focused = None;
    let (mut action, mut row_drag, mut area) = (None, RowDrag::default(), Rect::NOTHING);
    let last = recipe.layers.len() - 1;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for index in (0..=last).rev() {
            let picture = layers_ui.thumbnails.picture(index, recipe);
            let layer = &mut recipe.layers[index];
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEIGHT));
            let response = ui.interact(rect, row_id(layer.id), tab::click(ui.ctx()) | Sense::DRAG);
            let is_selected = index == selected_index;
            response.widget_info(|| {
                WidgetInfo::selected(
                    WidgetType::SelectableLabel,
                    true,
                    is_selected,
                    layer_name(layer),
                )
            });
            let row = LayerRow {
                rect,
                picture,
                is_selected,
                is_visible: visible.contains(&layer.id),
                is_dragged: false,
                has_focus: has_focus(ui, layer.id),
            };
            row_drag.add_row(&response, rect);
            let row = LayerRow { is_dragged: row_drag.is_dragged(last - index), ..row };
            action = row.show(ui, layer, layers_ui, [index, last], &response).or(action);
            area = area.union(rect);
        }
        let moved = row_drag.end(ui);
        action = moved.map(|(from, to)| LayerAction::Move(last - from, last - to)).or(action);
    });
    layers_ui.thumbnails.end(ui.ctx());
    let action = action.or_else(|| actions::keys(ui, area, layers_ui, &recipe.layers));
    if let Some(action) = action {
        let had_focus = layers_ui.focused.is_some();
        actions::perform(recipe, layers_ui, action);
        if had_focus && layers_ui.renaming.is_none() {
            // After an action such as a removal, the selected row gets the keyboard.
            ui.memory_mut(|memory| memory.request_focus(row_id(layers_ui.selected)));
        }
    }
}

/// Returns true if a row or one of its icons has the keyboard.
fn has_focus(ui: &Ui, id: u32) -> bool {
    icons::has_focus(ui, row_id(id), &format!("layer.{id}"), &ICONS)
}

/// A row of the list, before it is drawn.
struct LayerRow {
    rect: Rect,
    picture: Option<egui::TextureId>,
    is_selected: bool,
    /// True if the layer is part of the land on the screen: not muted, nor hidden by a solo layer.
    is_visible: bool,
    is_dragged: bool,
    /// True if the row or one of its icons has the keyboard.
    has_focus: bool,
}

impl LayerRow {
    /// Draws the row, and returns the action of the icon that was clicked. `index` is the index of
    /// the layer, and `last` is the index of the topmost layer.
    fn show(
        &self,
        ui: &mut Ui,
        layer: &mut Layer,
        layers_ui: &mut LayersUi,
        [index, last]: [usize; 2],
        response: &Response,
    ) -> Option<LayerAction> {
        let address = format!("layer.{}", layer.id);
        note_place(ui.ctx(), widget_id(&address), self.rect);
        let is_over = ui.rect_contains_pointer(self.rect);
        if is_over || self.has_focus {
            layers_ui.hovered = Some(HoveredPart::Layer(layer.id));
        }
        if self.has_focus {
            layers_ui.focused = Some(layer.id);
        }
        let is_over = is_over || self.has_focus;
        self.paint_background(ui, is_over);
        let inner = self.rect.shrink2(vec2(5.0, 2.0));
        let (upper, lower) = inner.split_top_bottom_at_fraction(0.5);
        let text = |half: Rect, icon_count: f32| {
            Rect::from_min_max(
                pos2(half.left() + PICTURE + 6.0, half.top()),
                pos2(half.right() - icon_count * ICON_WIDTH - 2.0, half.bottom()),
            )
        };
        self.name(ui, layer, layers_ui, text(upper, 2.0), response);
        self.blend(ui, layer, text(lower, 3.0));
        let is_compared = layers_ui.compared == Some(HoveredPart::Layer(layer.id));
        let places = [upper, lower];
        let action =
            self.icon_buttons(ui, layer, places, &address, [is_over, is_compared], [index, last]);
        if response.clicked() || response.double_clicked() {
            layers_ui.selected = layer.id;
            layers_ui.masks_shown = None;
        }
        let action = self.menu(ui, layer, layers_ui, [index, last], response).or(action);
        let hint = || {
            let doc = LayerKind::all().into_iter().find(|(name, _)| *name == layer.kind.name());
            let doc = doc.map_or("", |(_, doc)| doc);
            format!(
                "{doc}\nA double-click renames it, a drag moves it, a right-click opens a menu · {address}"
            )
        };
        if is_over && !self.is_dragged {
            response.clone().tip(hint());
        }
        action
    }

    /// Shows the context menu. Returns the chosen action.
    fn menu(
        &self,
        ui: &Ui,
        layer: &Layer,
        layers_ui: &mut LayersUi,
        [index, last]: [usize; 2],
        response: &Response,
    ) -> Option<LayerAction> {
        let nothing_has_focus = || ui.memory(|memory| memory.focused().is_none());
        let is_target =
            || self.has_focus || self.is_selected && layers_ui.handles_keys && nothing_has_focus();
        let is_asked = menu::is_requested(ui.ctx()) && is_target();
        let is_compared = layers_ui.compared == Some(HoveredPart::Layer(layer.id));
        let mut action = None;
        let is_open = menu::context_menu(response, response.id, is_asked, |ui| {
            let page = &mut layers_ui.menu_page;
            action = row_menu::show(ui, layer, [index, last], is_compared, page);
        });
        if !is_open {
            // The menu shows its entries when it opens the next time.
            layers_ui.menu_page.take_if(|(id, _)| *id == layer.id);
        }
        action
    }

    fn paint_background(&self, ui: &Ui, is_over: bool) {
        let fill = match (self.is_selected, is_over || self.is_dragged) {
            (true, _) => theme::of(ui).header.lerp_to_gamma(theme::of(ui).selected, 0.4),
            (false, true) => ui.visuals().widgets.inactive.weak_bg_fill,
            _ => theme::of(ui).header,
        };
        let painter = ui.painter();
        painter.rect_filled(self.rect, 3.0, fill);
        if self.is_selected {
            let edge = Rect::from_min_size(self.rect.min, vec2(2.0, self.rect.height()));
            painter.rect_filled(edge, 1.0, theme::of(ui).accent);
        }
        let place = self.rect.left_center() + vec2(5.0 + 0.5 * PICTURE, 0.0);
        let place = Rect::from_center_size(place, vec2(PICTURE, PICTURE));
        painter.rect_filled(place, 2.0, theme::of(ui).fill);
        if let Some(picture) = self.picture {
            let full_texture = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let tint = if self.is_visible { Color32::WHITE } else { Color32::from_gray(90) };
            painter.image(picture, place, full_texture, tint);
        }
    }

    /// Shows the name of the layer, or a text field while the user changes the name.
    fn name(
        &self,
        ui: &mut Ui,
        layer: &mut Layer,
        layers_ui: &mut LayersUi,
        place: Rect,
        response: &Response,
    ) {
        let id = Id::new(("name of layer", layer.id));
        let is_over_name =
            || ui.input(|input| input.pointer.hover_pos()).is_some_and(|p| p.x > place.left());
        let colours = theme::of(ui);
        let colour = if self.is_visible { colours.strong } else { colours.muted };
        let show_name = || line(ui, place, &layer_name(layer), 13.0, colour);
        if response.double_clicked() && is_over_name() {
            actions::rename(layers_ui, layer);
            ui.ctx().request_repaint();
            // egui would take this double-click as a click outside of the field, so the field
            // appears in the next pass.
            return show_name();
        }
        let renaming = layers_ui.renaming.as_mut().filter(|renaming| renaming.id == layer.id);
        let Some(Renaming { text, is_new, .. }) = renaming else {
            return show_name();
        };
        if std::mem::take(is_new) {
            ui.memory_mut(|memory| memory.request_focus(id));
            // The name is selected at first, so that typing replaces it.
            typed_text::select_all(ui, id, text);
        }
        let field = egui::TextEdit::singleline(text).id(id).char_limit(MAX_NAME_CHARS);
        let mut child = ui.new_child(egui::UiBuilder::new().id(id.with("field")).max_rect(place));
        let field = child.put(place, field.margin(vec2(2.0, 1.0)));
        tab::stop(&field);
        if field.lost_focus() {
            let is_cancelled = ui.input(|input| input.key_pressed(Key::Escape));
            if !is_cancelled && *text != layer_name(layer) {
                layer.head.layer.name = text.trim().to_owned();
            }
            layers_ui.renaming = None;
            if tab::is_navigating(ui.ctx()) {
                ui.memory_mut(|memory| memory.request_focus(row_id(layer.id)));
            }
        }
    }

    /// Shows the blend mode, and the opacity as a bar.
    fn blend(&self, ui: &Ui, layer: &Layer, place: Rect) {
        let head = &layer.head.layer;
        let (blend_rect, bar) = place.split_left_right_at_x(place.right() - BAR_WIDTH - 38.0);
        line(ui, blend_rect, &title(head.blend.name()), 11.0, theme::of(ui).muted);
        let bar = Rect::from_min_size(bar.left_center() - vec2(0.0, 1.5), vec2(BAR_WIDTH, 3.0));
        let filled_right = bar.left() + BAR_WIDTH * head.opacity as f32;
        let painter = ui.painter();
        painter.rect_filled(bar, 1.5, ui.visuals().extreme_bg_color);
        painter.rect_filled(bar.with_max_x(filled_right), 1.5, theme::of(ui).muted);
        let text = format!("{} %", (100.0 * head.opacity).round());
        let text_right = pos2(bar.right() + 36.0, bar.center().y);
        let (font, colour) = (FontId::proportional(11.0), theme::of(ui).muted);
        painter.text(text_right, Align2::RIGHT_CENTER, text, font, colour);
    }

    fn icon_buttons(
        &self,
        ui: &mut Ui,
        layer: &mut Layer,
        [upper, lower]: [Rect; 2],
        address: &str,
        [is_over, is_compared]: [bool; 2],
        [index, last]: [usize; 2],
    ) -> Option<LayerAction> {
        let owner = layer_name(layer);
        let head = &mut layer.head.layer;
        let [eye, solo] = icons::from_right(upper, ICON_WIDTH);
        let mut icon_button =
            |icon_name: &str, rect: Rect, icon: Icon, enabled: bool, hint: &str| {
                let name = format!("{address} {icon_name}");
                IconButton { name: &name, icon, enabled, hint, owner: &owner }.show(ui, rect)
            };
        let hint = "Hides or shows the layer in the land";
        if icon_button("eye", eye, Icon::Eye(head.visible), true, hint) {
            head.visible = !head.visible;
        }
        if icon_button("solo", solo, Icon::Solo(head.solo), true, "Solo: shows this layer alone") {
            head.solo = !head.solo;
        }
        let [remove, copy, compare] = icons::from_right(lower, ICON_WIDTH);
        let is_shown = is_over || self.is_selected;
        if is_shown || is_compared {
            let hint =
                with_keys("Shows the land with and without the layer", Command::ToggleDivider);
            if icon_button("compare", compare, Icon::Compare(is_compared), true, &hint) {
                return Some(LayerAction::Compare(index));
            }
        }
        if !is_shown {
            return None;
        }
        let has_room = last + 1 < MAX_LAYERS;
        let hint = "Adds a copy above it, with its own seed (Ctrl+D)";
        let copies = icon_button("copy", copy, Icon::Copy, has_room, hint);
        let hint = "Removes the layer (Delete)";
        let removes = icon_button("remove", remove, Icon::Remove, last > 0, hint);
        match (copies, removes) {
            (true, _) => Some(LayerAction::Duplicate(index)),
            (_, true) => Some(LayerAction::Remove(index)),
            _ => None,
        }
    }
}

/// Draws a line of text, cut off at the width of its place.
pub fn line(ui: &Ui, place: Rect, text: &str, size: f32, colour: Color32) {
    let font = FontId::proportional(size);
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(place.width());
    let galley = ui.painter().layout_job(job);
    let top = place.center().y - 0.5 * galley.size().y;
    ui.painter().galley(pos2(place.left(), top), galley, colour);
}
