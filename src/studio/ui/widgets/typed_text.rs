//! Stores the text that the user types into a field from pass to pass.

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::{Id, Key, Response, TextEdit, Ui};

/// A text, and the number of the last pass in which it was shown.
#[derive(Clone, Default)]
struct TypedText {
    text: String,
    pass: u64,
}

/// The text of a field before the user typed into it.
#[derive(Clone, Default)]
struct TextBefore(String);

/// Removes and returns the stored text of a field.
pub fn take_text(ui: &Ui, id: Id) -> Option<String> {
    let typed = ui.data_mut(|data| data.remove_temp::<TypedText>(id))?;
    // If the field was hidden for a pass, typing starts again.
    (typed.pass + 1 >= ui.ctx().cumulative_pass_nr()).then_some(typed.text)
}

/// Stores a text for the next pass.
pub fn store_text(ui: &Ui, id: Id, text: String) {
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(id, TypedText { text, pass }));
}

/// Returns the text of a field that has just lost the focus. `None` if Esc ended the typing.
pub fn take_entered(ui: &Ui, id: Id) -> Option<String> {
    if ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    take_text(ui, id).filter(|_| !ui.input(|input| input.key_pressed(Key::Escape)))
}

/// Restores the text from before the typing if Esc ended it. `before` is the text before this pass.
pub fn restore_on_escape(ui: &Ui, line: &Response, before: &str, text: &mut String) {
    if line.has_focus() {
        let start = || TextBefore(before.to_owned());
        ui.data_mut(|data| _ = data.get_temp_mut_or_insert_with(line.id, start));
        return;
    }
    let original = ui.data_mut(|data| data.remove_temp::<TextBefore>(line.id));
    let is_cancelled = line.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if let Some(TextBefore(original)) = original.filter(|_| is_cancelled) {
        *text = original;
    }
}

/// Selects all text of a field, so that typing replaces it. Call it before showing the field.
pub fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::default(), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}
