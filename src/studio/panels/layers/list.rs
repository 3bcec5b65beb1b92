//! The rows of the layers, the topmost first, and what buttons, the pointer and keys do to them.

use bevy_egui::egui::{
    self, Align2, Color32, Event, FontId, Id, Key, Modifiers, Rect, Response, Sense, Ui, pos2, vec2,
};

use super::super::state::HoveredPart;
use super::super::tab;
use super::super::theme;
use super::super::tips::Tip;
use super::super::widgets::{title, widget_id};
use super::icons::{self, Icon};
use super::kept::{LayersUi, Renaming};
use super::reorder::{Reorder, move_to};
use crate::studio::command::{Command, with_keys};
use crate::terrain::blend::Blend;
use crate::terrain::layer::{Layer, LayerKind, Layers, MOST_LAYERS};
use crate::terrain::recipe::Recipe;

/// What is shown of the selected layer's head below the list; the rest of it has signs in its row.
pub const HEAD: [&str; 4] = ["blend", "opacity", "radius_m", "eroded"];

/// The height of a row, and the side of the picture in it.
const HEIGHT: f32 = 44.0;
const PICTURE: f32 = 40.0;
/// The width of a sign.
const SIGN: f32 = 19.0;
/// The width of the bar of the opacity.
const BAR: f32 = 40.0;
/// The most letters of a name.
const MOST_LETTERS: usize = 60;

/// What is asked for the layer at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Asked {
    Duplicate(usize),
    /// Opens the divider for it, or closes it.
    Compare(usize),
    Remove(usize),
    /// Takes it to another place.
    Move(usize, usize),
}

/// What a list calls a layer: its name, or its kind and number.
pub fn called(layer: &Layer) -> String {
    match &*layer.head.layer.name {
        "" => format!("{} {}", title(layer.kind.name()), layer.id),
        name => name.to_owned(),
    }
}

/// Lays a layer of a kind over another; where it lies. A coast covers the land that it is made of.
pub fn add(layers: &mut Layers, over: usize, kind: LayerKind) -> Option<usize> {
    let covers = kind.is_coast();
    let index = layers.add(over, kind)?;
    if covers {
        layers[index].head.layer.blend = Blend::Over;
    }
    Some(index)
}

/// Shows the list and does what is asked.
pub fn show(ui: &mut Ui, recipe: &mut Recipe, kept: &mut LayersUi) {
    let chosen = kept.selected_index(&recipe.layers);
    let seen: Vec<u32> = recipe.layers.seen().map(|layer| layer.id).collect();
    kept.thumbnails.begin(ui.ctx(), &recipe.layers);
    let (mut asked, mut order, mut area) = (None, Reorder::default(), Rect::NOTHING);
    let last = recipe.layers.len() - 1;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for index in (0..=last).rev() {
            let picture = kept.thumbnails.of(index, recipe);
            let layer = &mut recipe.layers[index];
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEIGHT));
            let id = Id::new(("row of layer", layer.id));
            let response = ui.interact(rect, id, Sense::CLICK | Sense::DRAG);
            let row = Row {
                rect,
                picture,
                is_selected: index == chosen,
                is_seen: seen.contains(&layer.id),
                is_dragged: false,
            };
            order.row(&response, rect);
            let row = Row { is_dragged: order.is_dragged(last - index), ..row };
            asked = row.show(ui, layer, kept, [index, last], &response).or(asked);
            area = area.union(rect);
        }
        let moved = order.end(ui);
        asked = moved.map(|(from, to)| Asked::Move(last - from, last - to)).or(asked);
    });
    kept.thumbnails.end(ui.ctx());
    let asked = asked.or_else(|| keys(ui, area, kept, &recipe.layers));
    if let Some(asked) = asked {
        obey(&mut recipe.layers, kept, asked);
    }
}

fn obey(layers: &mut Layers, kept: &mut LayersUi, asked: Asked) {
    match asked {
        Asked::Duplicate(index) => {
            let copy = layers.duplicate(index);
            copy.into_iter().for_each(|copy| kept.selected = layers[copy].id);
        }
        Asked::Compare(index) => {
            kept.selected = layers[index].id;
            let part = Some(HoveredPart::Layer(kept.selected));
            kept.compared = part.filter(|_| kept.compared != part);
        }
        Asked::Remove(index) => {
            let was_selected = kept.selected == layers[index].id;
            layers.remove(index);
            if was_selected {
                // The next one below, as one sees it.
                kept.selected = layers[index.saturating_sub(1)].id;
            }
        }
        Asked::Move(from, to) => {
            kept.selected = layers[from].id;
            move_to(layers, from, to);
        }
    }
}

/// What keys ask for while the pointer is over the list, or the last click was on it.
fn keys(ui: &Ui, area: Rect, kept: &mut LayersUi, layers: &Layers) -> Option<Asked> {
    let is_over = ui.rect_contains_pointer(area);
    let is_press = |event: &Event| matches!(event, Event::PointerButton { pressed: true, .. });
    if ui.input(|input| input.events.iter().any(is_press)) {
        kept.was_pressed = is_over;
    }
    let listens = (is_over || kept.was_pressed) && !ui.ctx().text_edit_focused();
    if !listens {
        return None;
    }
    let (index, last) = (kept.selected_index(layers), layers.len() - 1);
    let pressed = |with: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(with, key));
    if pressed(Modifiers::ALT, Key::ArrowUp) {
        return (index < last).then_some(Asked::Move(index, index + 1));
    }
    if pressed(Modifiers::ALT, Key::ArrowDown) {
        return (index > 0).then(|| Asked::Move(index, index - 1));
    }
    if [Key::D, Key::J].iter().any(|key| pressed(Modifiers::CTRL, *key)) {
        return Some(Asked::Duplicate(index));
    }
    (pressed(Modifiers::NONE, Key::Delete) && last > 0).then_some(Asked::Remove(index))
}

/// A row that is being drawn.
struct Row {
    rect: Rect,
    picture: Option<egui::TextureId>,
    is_selected: bool,
    /// Whether it is part of the land as it is shown.
    is_seen: bool,
    is_dragged: bool,
}

impl Row {
    /// Draws it; what its signs ask for. `index` is its place and `last` that of the topmost.
    fn show(
        &self,
        ui: &mut Ui,
        layer: &mut Layer,
        kept: &mut LayersUi,
        [index, last]: [usize; 2],
        response: &Response,
    ) -> Option<Asked> {
        let address = format!("layer.{}", layer.id);
        ui.data_mut(|data| data.insert_temp(widget_id(&address), self.rect));
        let is_over = ui.rect_contains_pointer(self.rect);
        if is_over {
            kept.hovered = Some(HoveredPart::Layer(layer.id));
        }
        self.paint_ground(ui, is_over);
        let inner = self.rect.shrink2(vec2(5.0, 2.0));
        let (upper, lower) = inner.split_top_bottom_at_fraction(0.5);
        let text = |half: Rect, signs: f32| {
            Rect::from_min_max(
                pos2(half.left() + PICTURE + 6.0, half.top()),
                pos2(half.right() - signs * SIGN - 2.0, half.bottom()),
            )
        };
        self.name(ui, layer, kept, text(upper, 2.0), response);
        self.blend(ui, layer, text(lower, 3.0));
        let is_compared = kept.compared == Some(HoveredPart::Layer(layer.id));
        let places = [upper, lower];
        let asked = self.signs(ui, layer, places, &address, [is_over, is_compared], [index, last]);
        if response.clicked() || response.double_clicked() {
            kept.selected = layer.id;
            kept.masks_shown = None;
        }
        let hint = || {
            let doc = LayerKind::all().into_iter().find(|(name, _)| *name == layer.kind.name());
            let doc = doc.map_or("", |(_, doc)| doc);
            format!("{doc}\nDouble-click renames it, a drag moves it · {address}")
        };
        if is_over && !self.is_dragged {
            response.clone().tip(hint());
        }
        asked
    }

    fn paint_ground(&self, ui: &Ui, is_over: bool) {
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
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let tint = if self.is_seen { Color32::WHITE } else { Color32::from_gray(90) };
            painter.image(picture, place, whole, tint);
        }
    }

    /// The name, or the field in which it is typed.
    fn name(
        &self,
        ui: &mut Ui,
        layer: &mut Layer,
        kept: &mut LayersUi,
        place: Rect,
        response: &Response,
    ) {
        let id = Id::new(("name of layer", layer.id));
        let over_name =
            || ui.input(|input| input.pointer.hover_pos()).is_some_and(|p| p.x > place.left());
        let shown = || {
            line(
                ui,
                place,
                &called(layer),
                13.0,
                if self.is_seen { theme::of(ui).strong } else { theme::of(ui).muted },
            )
        };
        if response.double_clicked() && over_name() {
            let text = called(layer);
            kept.renaming = Some(Renaming { id: layer.id, text, is_new: true });
            ui.ctx().request_repaint();
            // A field that came with the click would be one that was clicked elsewhere.
            return shown();
        }
        let renaming = kept.renaming.as_mut().filter(|renaming| renaming.id == layer.id);
        let Some(Renaming { text, is_new, .. }) = renaming else {
            return shown();
        };
        if std::mem::take(is_new) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let field = egui::TextEdit::singleline(text).id(id).char_limit(MOST_LETTERS);
        let mut own = ui.new_child(egui::UiBuilder::new().id(id.with("field")).max_rect(place));
        let field = own.put(place, field.margin(vec2(2.0, 1.0)));
        tab::stop(&field);
        if field.lost_focus() {
            let is_taken_back = ui.input(|input| input.key_pressed(Key::Escape));
            if !is_taken_back && *text != called(layer) {
                layer.head.layer.name = text.trim().to_owned();
            }
            kept.renaming = None;
        }
    }

    /// How it is laid over the others.
    fn blend(&self, ui: &Ui, layer: &Layer, place: Rect) {
        let head = &layer.head.layer;
        let (words, bar) = place.split_left_right_at_x(place.right() - BAR - 38.0);
        line(ui, words, &title(head.blend.name()), 11.0, theme::of(ui).muted);
        let bar = Rect::from_min_size(bar.left_center() - vec2(0.0, 1.5), vec2(BAR, 3.0));
        let share = bar.left() + BAR * head.opacity as f32;
        let painter = ui.painter();
        painter.rect_filled(bar, 1.5, ui.visuals().extreme_bg_color);
        painter.rect_filled(bar.with_max_x(share), 1.5, theme::of(ui).muted);
        let text = format!("{} %", (100.0 * head.opacity).round());
        let at = pos2(bar.right() + 36.0, bar.center().y);
        painter.text(
            at,
            Align2::RIGHT_CENTER,
            text,
            FontId::proportional(11.0),
            theme::of(ui).muted,
        );
    }

    fn signs(
        &self,
        ui: &mut Ui,
        layer: &mut Layer,
        [upper, lower]: [Rect; 2],
        address: &str,
        [is_over, is_compared]: [bool; 2],
        [index, last]: [usize; 2],
    ) -> Option<Asked> {
        let head = &mut layer.head.layer;
        let [eye, solo] = icons::from_right(upper, SIGN);
        let name = |what: &str| format!("{address} {what}");
        let hint = "Whether the layer is part of the land";
        if icons::button(ui, eye, &name("eye"), Icon::Eye(head.visible), true, hint) {
            head.visible = !head.visible;
        }
        let hint = "Solo: shows this layer alone";
        if icons::button(ui, solo, &name("solo"), Icon::Solo(head.solo), true, hint) {
            head.solo = !head.solo;
        }
        let [remove, copy, compare] = icons::from_right(lower, SIGN);
        let compare = |ui: &mut Ui| {
            let hint =
                with_keys("Shows the land with and without the layer", Command::ToggleDivider);
            let icon = Icon::Compare(is_compared);
            let is_asked = icons::button(ui, compare, &name("compare"), icon, true, &hint);
            is_asked.then_some(Asked::Compare(index))
        };
        if !is_over && !self.is_selected {
            return is_compared.then(|| compare(ui)).flatten();
        }
        if let Some(asked) = compare(ui) {
            return Some(asked);
        }
        let hint = "Takes the layer away (Delete)";
        if icons::button(ui, remove, &name("remove"), Icon::Remove, last > 0, hint) {
            return Some(Asked::Remove(index));
        }
        let hint = "Lays a copy over it, with a seed of its own (Ctrl+D)";
        let has_room = last + 1 < MOST_LAYERS;
        let is_asked = icons::button(ui, copy, &name("copy"), Icon::Copy, has_room, hint);
        is_asked.then_some(Asked::Duplicate(index))
    }
}

/// A line of text that ends where its place does.
pub fn line(ui: &Ui, place: Rect, text: &str, size: f32, colour: Color32) {
    let font = FontId::proportional(size);
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(place.width());
    let galley = ui.painter().layout_job(job);
    let top = place.center().y - 0.5 * galley.size().y;
    ui.painter().galley(pos2(place.left(), top), galley, colour);
}
