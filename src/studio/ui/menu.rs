//! Context menus, and menus below buttons, with keyboard control.
//!
//! The menu key and Shift+F10 open the menu of the focused widget. Arrows move between entries,
//! Enter chooses, and Esc returns the focus to the widget.

use bevy_egui::egui::{
    Context, EventFilter, Id, Key, Modifiers, Popup, PopupCloseBehavior, Response, SetOpenCommand,
    Ui, Widget,
};

use super::shared;
use super::tab;

/// The menu that the keyboard navigates.
#[derive(Clone)]
struct KeyboardMenu {
    popup: Id,
    /// The enabled entries of this pass.
    entries: Vec<Id>,
    /// True until the first entry has the focus.
    focuses_first: bool,
    /// True if the entries change in the next pass.
    changes_page: bool,
}

#[derive(Clone, Default)]
struct OpenMenu(Option<KeyboardMenu>);

/// True if the user pressed the menu key.
#[derive(Clone, Copy, Default)]
struct MenuRequest(bool);

/// Opens the menu of the focused widget in the next pass.
pub fn request(context: &Context) {
    shared::put(context, MenuRequest(true));
    context.request_repaint();
}

/// Returns true if the menu key was pressed, and this pass has to open the menu.
pub fn is_requested(context: &Context) -> bool {
    shared::get::<MenuRequest>(context).0
}

/// Ends a pass, and drops the request for a menu.
pub fn end(context: &Context) {
    shared::put(context, MenuRequest(false));
}

fn keyboard_menu(context: &Context, popup: Id) -> Option<KeyboardMenu> {
    shared::get::<OpenMenu>(context).0.filter(|keyboard_menu| keyboard_menu.popup == popup)
}

/// Shows the context menu of a widget. Returns true while it is open.
///
/// `is_requested` opens it by key, and `return_focus` gets the focus when it closes.
pub fn context_menu(
    response: &Response,
    return_focus: Id,
    is_requested: bool,
    show: impl FnOnce(&mut Ui),
) -> bool {
    let popup = Popup::context_menu(response);
    let popup = match is_requested || keyboard_menu(&response.ctx, popup.get_id()).is_some() {
        // Opened by a key, the menu is at the widget, not at the pointer.
        true => popup.anchor(response.rect),
        false => popup,
    };
    let popup = match is_requested {
        true => popup.open_memory(SetOpenCommand::Bool(true)),
        false => popup,
    };
    open(popup, &response.ctx, return_focus, is_requested, show)
}

/// Shows the menu below a button that was pressed. Returns true while it is open.
pub fn below(button: &Response, show: impl FnOnce(&mut Ui)) -> bool {
    let by_keys = button.clicked() && button.has_focus() && tab::is_navigating(&button.ctx);
    open(Popup::menu(button), &button.ctx, button.id, by_keys, show)
}

fn open(
    popup: Popup<'_>,
    context: &Context,
    return_focus: Id,
    by_keys: bool,
    show: impl FnOnce(&mut Ui),
) -> bool {
    let id = popup.get_id();
    let had_keyboard = keyboard_menu(context, id).is_some();
    if by_keys || had_keyboard {
        let focuses_first = keyboard_menu(context, id)
            .is_some_and(|keyboard_menu| keyboard_menu.focuses_first || keyboard_menu.changes_page);
        let focuses_first = by_keys || focuses_first;
        let keyboard_menu =
            KeyboardMenu { popup: id, entries: vec![], focuses_first, changes_page: false };
        shared::put(context, OpenMenu(Some(keyboard_menu)));
    }
    popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(show);
    let is_open = Popup::is_id_open(context, id);
    match keyboard_menu(context, id) {
        Some(_) if !is_open => {
            shared::put(context, OpenMenu(None));
            tab::navigate_from(context, return_focus);
        }
        Some(keyboard_menu) => move_focus(context, &keyboard_menu.entries),
        None => {}
    }
    is_open
}

/// Moves the focus to the next or previous entry, and from the last to the first.
fn move_focus(context: &Context, entries: &[Id]) {
    let focused = context.memory(|memory| memory.focused());
    let Some(focused_index) = entries.iter().position(|id| Some(*id) == focused) else { return };
    let steps = context.input_mut(|input| {
        let mut presses = |key| input.count_and_consume_key(Modifiers::NONE, key) as isize;
        presses(Key::ArrowDown) - presses(Key::ArrowUp)
    });
    if steps != 0 {
        let next = (focused_index as isize + steps).rem_euclid(entries.len() as isize) as usize;
        context.memory_mut(|memory| memory.request_focus(entries[next]));
    }
}

/// Adds an entry to a menu, which the arrow keys can reach.
pub fn entry(ui: &mut Ui, enabled: bool, widget: impl Widget) -> Response {
    let response = ui.add_enabled(enabled, widget);
    let context = ui.ctx();
    let keyboard_menu = shared::get::<OpenMenu>(context).0;
    // In the pass in which egui measures the menu, all entries are disabled.
    let (true, Some(mut keyboard_menu)) = (response.enabled(), keyboard_menu) else {
        return response;
    };
    keyboard_menu.entries.push(response.id);
    if std::mem::take(&mut keyboard_menu.focuses_first) {
        tab::navigate_from(context, response.id);
    }
    if response.has_focus() {
        let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        context.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    shared::put(context, OpenMenu(Some(keyboard_menu)));
    response
}

/// Focuses the first entry in the next pass, when the menu shows other entries.
pub fn turn_page(context: &Context) {
    let keyboard_menu = shared::get::<OpenMenu>(context).0;
    if let Some(keyboard_menu) = keyboard_menu {
        shared::put(context, OpenMenu(Some(KeyboardMenu { changes_page: true, ..keyboard_menu })));
        context.request_repaint();
    }
}
