//! Shows lists of masks and operations. A click on the header of a part shows its rows.

use std::collections::HashSet;

use bevy_egui::egui::{
    Button, Frame, Id, Key, Margin, Modifiers, Rect, Response, Sense, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::actions::next_id;
use super::add;
use super::icons::{self, Icon, IconButton};
use super::list::line;
use super::part::{ListOwner, ListPart};
use super::reorder::{RowDrag, move_to};
use super::rows::{LayerRows, matches};
use crate::studio::panel::group::{Heading, heading_id};
use crate::studio::panel::search::GroupFilter;
use crate::studio::panel::state::HoveredPart;
use crate::studio::ui::shared::note_place;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::ids::widget_id;
use crate::studio::ui::{menu, tab, theme};
use crate::terrain::address::AddressRow;

/// The height of a header, and the width of the icons in it, in points.
const HEIGHT: f32 = 24.0;
const ICON_WIDTH: f32 = 19.0;

/// Everything that a list of parts needs besides the parts.
pub struct ListContext<'a> {
    /// The owner of the list.
    pub owner: ListOwner,
    /// The prefix of the addresses of its parts, such as `layer.2.`.
    pub prefix: &'a str,
    /// The numbers and names of the layers from which a part can be derived.
    pub names: &'a [(u32, String)],
    pub hovered: &'a mut Option<HoveredPart>,
    /// The addresses of the parts that show their rows.
    pub open_parts: &'a mut HashSet<String>,
    /// The number of the part that was added in this pass.
    pub added: Option<u32>,
}

/// A list of masks or operations, shown as a group of the panel.
pub struct PartList {
    /// The name of the group, and its title.
    pub group: &'static str,
    pub title: &'static str,
    /// The maximum number of parts.
    pub max_parts: usize,
}

/// An action on the part at an index.
#[derive(Clone, Copy)]
enum PartAction {
    /// Switches the part on or off.
    Switch(usize),
    Duplicate(usize),
    Remove(usize),
    Move(usize, usize),
}

impl PartList {
    /// Shows the list, and carries out the action that the user has chosen. Returns the number of
    /// rows that the search found.
    pub fn show<P: ListPart>(
        &self,
        ui: &mut Ui,
        list: &mut Vec<P>,
        filter: &mut GroupFilter,
        list_context: &mut ListContext,
    ) -> usize {
        if !filter.terms.is_empty() {
            return self.show_found(ui, list, filter, list_context);
        }
        let heading_title = match list.len() {
            0 => self.title.to_owned(),
            count => format!("{} · {count}", self.title),
        };
        let heading = Heading { name: self.group, title: &heading_title, ..Heading::default() };
        if !heading.show(ui, filter.folds).open {
            return 0;
        }
        let (mut action, mut row_drag) = (None, RowDrag::default());
        let count = list.len();
        for index in 0..count {
            let is_first_on = !list[..index].iter_mut().any(|part| *part.is_on_mut());
            let part = &mut list[index];
            let entry = PartRow::new(part, list_context.prefix, is_first_on);
            let (handle, chosen) = entry.show(ui, part, [index, count], list_context);
            row_drag.add_row(&handle, handle.rect);
            action = chosen.or(action);
        }
        let moved = row_drag.end(ui);
        action = moved.map(|(from, to)| PartAction::Move(from, to)).or(action);
        match action {
            Some(PartAction::Switch(index)) => *list[index].is_on_mut() ^= true,
            Some(PartAction::Duplicate(index)) if list.len() < self.max_parts => {
                let mut copy = list[index].clone();
                copy.set_id(next_id(list));
                list.insert(index + 1, copy);
            }
            Some(PartAction::Remove(index)) => {
                let removed = list.remove(index);
                let had_focus = has_focus(ui, &address(list_context.prefix, &removed));
                // After the removal of a part, the next part gets the keyboard, or else the header
                // of the list.
                let next = list.get(index).or(list.last());
                let id = match next {
                    Some(next) => header_id(&address(list_context.prefix, next)),
                    None => heading_id(ui, self.group),
                };
                if had_focus {
                    ui.memory_mut(|memory| memory.request_focus(id));
                }
            }
            Some(PartAction::Move(from, to)) => move_to(list, from, to),
            _ => {}
        }
        ui.horizontal(|ui| {
            let ListContext { prefix, open_parts, .. } = list_context;
            let added = add_button(ui, list, prefix, self.max_parts, open_parts);
            // A mask that is derived from the layer to which it belongs is of little use, so a new
            // mask uses another layer.
            let other =
                list_context.names.iter().find(|(id, _)| Some(*id) != list_context.owner.layer());
            if let Some(part) = list.last_mut().filter(|_| added) {
                other.into_iter().for_each(|(id, _)| part.set_source(*id));
                list_context.added = Some(part.id());
            }
        });
        ui.add_space(4.0);
        0
    }

    /// Shows the parts and rows that a search finds.
    fn show_found<P: ListPart>(
        &self,
        ui: &mut Ui,
        list: &mut [P],
        filter: &mut GroupFilter,
        list_context: &mut ListContext,
    ) -> usize {
        let mut found = 0;
        for index in 0..list.len() {
            let is_first_on = !list[..index].iter_mut().any(|part| *part.is_on_mut());
            let part = &mut list[index];
            let entry = PartRow::new(part, list_context.prefix, is_first_on);
            let name = title(part.kind_name());
            let owner = format!("{name} {}", self.title);
            let wanted = |row: &AddressRow| matches(row, &owner, filter.terms);
            let count = part.target().rows().iter().filter(|row| wanted(row)).count();
            if count > 0 {
                let shown = format!("{}: {}", self.title, name);
                let (name, title) = (&*entry.address, &*shown);
                Heading { name, title, is_open_for_search: true, ..Heading::default() }
                    .show(ui, filter.folds);
                entry.rows(ui, part, list_context.names, &wanted);
                ui.add_space(4.0);
            }
            found += count;
        }
        found
    }
}

/// Shows a button that adds a part at the end of a list and shows its rows. Returns true if it
/// has added a part.
pub fn add_button<P: ListPart>(
    ui: &mut Ui,
    list: &mut Vec<P>,
    prefix: &str,
    max_parts: usize,
    open_parts: &mut HashSet<String>,
) -> bool {
    let id = next_id(list);
    let name = add::menu(ui, P::ADD, P::ADD_HINT, &P::kinds(), list.len() < max_parts);
    let Some(part) = name.and_then(|name| P::named(id, name)) else { return false };
    open_parts.insert(address(prefix, &part));
    list.push(part);
    true
}

/// Returns the address of a part in files and in `--set`, such as `layer.2.mask.1`.
fn address<P: ListPart>(prefix: &str, part: &P) -> String {
    format!("{prefix}{}.{}", P::WORD, part.id())
}

fn header_id(address: &str) -> Id {
    Id::new(("header of", address))
}

/// The names of the icons of a header, in the order of the Tab key.
const ICONS: [&str; 3] = ["eye", "copy", "remove"];

/// Returns true if a header or one of its icons has the keyboard.
fn has_focus(ui: &Ui, address: &str) -> bool {
    icons::has_focus(ui, header_id(address), address, &ICONS)
}

/// Returns the action of the keys that were pressed while a header has the keyboard.
fn keys(ui: &Ui, [index, count]: [usize; 2]) -> Option<PartAction> {
    let pressed =
        |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::ALT, Key::ArrowUp) {
        return index.checked_sub(1).map(|to| PartAction::Move(index, to));
    }
    if pressed(Modifiers::ALT, Key::ArrowDown) {
        return (index + 1 < count).then_some(PartAction::Move(index, index + 1));
    }
    if pressed(Modifiers::CTRL, Key::D) {
        return Some(PartAction::Duplicate(index));
    }
    pressed(Modifiers::NONE, Key::Delete).then_some(PartAction::Remove(index))
}

/// A mask or operation of the list, before it is drawn.
struct PartRow {
    /// The address in files and in `--set`, such as `layer.2.mask.1`.
    address: String,
    /// True if all parts before this one are off.
    is_first_on: bool,
}

impl PartRow {
    fn new<P: ListPart>(part: &P, prefix: &str, is_first_on: bool) -> Self {
        Self { address: address(prefix, part), is_first_on }
    }

    /// Shows the header, and the rows if the part is open. Returns the drag response, with
    /// the rectangle of the whole part, and the user's action. `index` is the index of the part, and
    /// `count` is the number of parts.
    fn show<P: ListPart>(
        &self,
        ui: &mut Ui,
        part: &mut P,
        [index, count]: [usize; 2],
        list_context: &mut ListContext,
    ) -> (Response, Option<PartAction>) {
        let mut open = list_context.open_parts.contains(&self.address);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEIGHT));
        let id = header_id(&self.address);
        let response = ui.interact(rect, id, tab::click(ui.ctx()) | Sense::DRAG);
        let name = title(part.kind_name());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::CollapsingHeader, true, &name));
        ui.ctx().accesskit_node_builder(id, |node| node.set_expanded(open));
        note_place(ui.ctx(), widget_id(&self.address), rect);
        let has_focus = has_focus(ui, &self.address);
        let action = self.header(ui, part, rect, index, open);
        let action = self.menu(&response, *part.is_on_mut(), [index, count], has_focus).or(action);
        let action = action.or_else(|| has_focus.then(|| keys(ui, [index, count])).flatten());
        let new_open = if response.clicked() { Some(!open) } else { tab::folds(&response) };
        if let Some(new_open) = new_open {
            open = new_open;
            match open {
                true => _ = list_context.open_parts.insert(self.address.clone()),
                false => _ = list_context.open_parts.remove(&self.address),
            }
        }
        let hint = format!("{}\nA drag moves it · {}", part.doc(), self.address);
        let handle = if response.dragged() { response } else { response.tip(hint) };
        let mut part_rect = rect;
        if open {
            let margin = Margin { left: 8, right: 0, top: 2, bottom: 4 };
            let body = Frame::new().inner_margin(margin).show(ui, |ui| {
                theme::remark(ui, part.doc());
                // The row that switches the part on is left out, because the header has an eye for
                // it.
                self.rows(ui, part, list_context.names, &|row| row.key != "on");
            });
            part_rect = part_rect.union(body.response.rect);
            let edge = [
                pos2(rect.left() + 1.0, rect.bottom()),
                pos2(rect.left() + 1.0, part_rect.bottom()),
            ];
            ui.painter().line_segment(edge, (1.0, theme::of(ui).header));
        }
        if ui.rect_contains_pointer(part_rect) || has_focus {
            *list_context.hovered = part.hovered(list_context.owner);
        }
        (handle.with_new_rect(part_rect), action)
    }

    /// Shows the context menu. Returns the chosen action.
    fn menu(
        &self,
        response: &Response,
        is_on: bool,
        [index, count]: [usize; 2],
        has_focus: bool,
    ) -> Option<PartAction> {
        let is_asked = has_focus && menu::is_requested(&response.ctx);
        let (up, down) = (index.checked_sub(1), index + 1);
        let rows = [
            (if is_on { "Switch off" } else { "Switch on" }, "", true, PartAction::Switch(index)),
            ("Duplicate", "Ctrl+D", true, PartAction::Duplicate(index)),
            ("Move up", "Alt+Up", up.is_some(), PartAction::Move(index, up.unwrap_or(index))),
            ("Move down", "Alt+Down", down < count, PartAction::Move(index, down)),
            ("Remove", "Delete", true, PartAction::Remove(index)),
        ];
        let mut action = None;
        menu::context_menu(response, response.id, is_asked, |ui| {
            for (text, keys, enabled, chosen) in rows {
                if menu::entry(ui, enabled, Button::new(text).shortcut_text(keys)).clicked() {
                    action = Some(chosen);
                    ui.close();
                }
            }
        });
        action
    }

    fn header<P: ListPart>(
        &self,
        ui: &mut Ui,
        part: &mut P,
        rect: Rect,
        index: usize,
        open: bool,
    ) -> Option<PartAction> {
        let is_over = ui.rect_contains_pointer(rect);
        let fill =
            if is_over { ui.visuals().widgets.inactive.weak_bg_fill } else { theme::of(ui).header };
        ui.painter().rect_filled(rect, 3.0, fill);
        icons::fold_triangle(ui, rect.left_center() + vec2(10.0, 0.0), open);
        let [remove, copy, eye] = icons::from_right(rect, ICON_WIDTH);
        let owner = title(part.kind_name());
        let mut icon_button = |icon_name: &str, rect: Rect, icon: Icon, hint: &str| {
            let name = format!("{} {icon_name}", self.address);
            IconButton { name: &name, icon, enabled: true, hint, owner: &owner }.show(ui, rect)
        };
        let is_on = *part.is_on_mut();
        let mut action = None;
        if icon_button("eye", eye, Icon::Eye(is_on), "Switches it on or off") {
            action = Some(PartAction::Switch(index));
        }
        if icon_button("copy", copy, Icon::Copy, "Adds a copy after it") {
            action = Some(PartAction::Duplicate(index));
        }
        if icon_button("remove", remove, Icon::Remove, "Removes it") {
            action = Some(PartAction::Remove(index));
        }
        let colour = if is_on { theme::of(ui).strong } else { theme::of(ui).muted };
        let mut text_area = rect.with_min_x(rect.left() + 21.0).with_max_x(eye.left() - 4.0);
        if P::PICTURE > 0.0 {
            let picture = text_area.with_min_x(text_area.right() - P::PICTURE);
            part.paint(ui, picture.shrink2(vec2(0.0, 2.0)));
            text_area.max.x = picture.left() - 4.0;
        }
        let (left, right) = text_area.split_left_right_at_fraction(0.5);
        let remark = part.effect_note(self.is_first_on);
        let left = if remark.is_empty() { text_area } else { left };
        line(ui, left, &title(part.kind_name()), 13.0, colour);
        line(ui, right, &remark, 11.0, theme::of(ui).muted);
        action
    }

    fn rows<P: ListPart>(
        &self,
        ui: &mut Ui,
        part: &mut P,
        names: &[(u32, String)],
        wanted: &dyn Fn(&AddressRow) -> bool,
    ) {
        let Some(mut default_part) = P::named(part.id(), part.kind_name()) else { return };
        let prefix = format!("{}.", self.address);
        let before = part.clone();
        let rows = LayerRows {
            prefix: &prefix,
            wanted,
            enabled: &|row| before.uses(row, self.is_first_on),
            names,
        };
        rows.show(ui, part.target(), default_part.target());
    }
}
