//! What is being typed into a field, kept from pass to pass until it is taken or given up.

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::{Id, Key, Response, TextEdit, Ui};

/// A text, and the pass in which it was there last.
#[derive(Clone, Default)]
struct Typed {
    text: String,
    pass: u64,
}

/// The text of a field that has the keyboard.
pub fn kept(ui: &Ui, id: Id) -> Option<String> {
    let typed = ui.data_mut(|data| data.remove_temp::<Typed>(id))?;
    // A field that was gone in between begins anew.
    (typed.pass + 1 >= ui.ctx().cumulative_pass_nr()).then_some(typed.text)
}

/// Keeps it for the next pass.
pub fn keep(ui: &Ui, id: Id, text: String) {
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(id, Typed { text, pass }));
}

/// What was typed into a field that the keyboard has just left; none if it was left by Esc.
pub fn left(ui: &Ui, id: Id) -> Option<String> {
    if ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    kept(ui, id).filter(|_| !ui.input(|input| input.key_pressed(Key::Escape)))
}

/// Gives a text that is edited in its place back what it was before the keyboard came, once Esc
/// takes the keyboard away. `before` is the text before this pass.
pub fn give_up(ui: &Ui, line: &Response, before: &str, text: &mut String) {
    let id = line.id.with("before it was typed");
    if line.has_focus() {
        ui.data_mut(|data| _ = data.get_temp_mut_or_insert_with(id, || before.to_owned()));
        return;
    }
    let first = ui.data_mut(|data| data.remove_temp::<String>(id));
    let is_given_up = line.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if let Some(first) = first.filter(|_| is_given_up) {
        *text = first;
    }
}

/// Marks all of a field's text, so that what is typed takes its place; before the field is shown.
pub fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::default(), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}
