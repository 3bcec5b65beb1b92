//! Turns pressed keys into commands, unless the user types text.

use bevy::prelude::*;

use super::keys::{Keys, Modifiers};
use crate::studio::camera::state::InputOwner;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::of_key;

/// Turns keys into commands.
pub fn plugin(app: &mut App) {
    app.add_message::<Command>().add_systems(Update, send_commands);
}

/// Sends the commands of the shortcuts that were pressed since the previous frame.
fn send_commands(
    keys: Res<Keys>,
    buttons: Res<ButtonInput<MouseButton>>,
    owner: Res<InputOwner>,
    mut commands: MessageWriter<Command>,
) {
    // In the frame of a click on the panel, it is not yet known if the click starts typing.
    let is_clicked = owner.panel_has_pointer && buttons.get_just_pressed().next().is_some();
    let is_free = |key: KeyCode, modifiers: Modifiers| match () {
        _ if is_clicked => false,
        // These chords work even while text is typed.
        _ if modifiers.ctrl && [KeyCode::Tab, KeyCode::KeyL].contains(&key) => true,
        _ if of_key(key, modifiers) == Some(Command::OpenMenu) => true,
        _ if owner.panel_is_typed_in => false,
        _ if owner.lab_has_keyboard => {
            is_free_in_lab(key, modifiers) && (modifiers.ctrl || !owner.panel_is_navigated)
        }
        _ if owner.panel_has_keyboard => modifiers.ctrl,
        _ if owner.tools_have_keys => !is_tool_key(key, modifiers),
        _ => true,
    };
    let free = keys.pressed().iter().filter(|(key, modifiers)| is_free(*key, *modifiers));
    for command in free.filter_map(|(key, modifiers)| of_key(*key, *modifiers)) {
        commands.write(command);
        // On a slow machine, the rest of this frame's keys is text for the input line that opens.
        let opens_line = matches!(
            command,
            Command::AskPlace
                | Command::TogglePalette
                | Command::SearchSettings
                | Command::OpenFile
                | Command::SaveAs
                | Command::ImportMap
        );
        if opens_line {
            return;
        }
    }
}

/// Returns true if the tools that shape the land use a key.
fn is_tool_key(key: KeyCode, modifiers: Modifiers) -> bool {
    let is_used = matches!(
        key,
        KeyCode::Digit1
            | KeyCode::Digit2
            | KeyCode::Digit3
            | KeyCode::Digit4
            | KeyCode::Digit5
            | KeyCode::Digit6
            | KeyCode::Digit7
            | KeyCode::Digit8
            | KeyCode::Digit9
            | KeyCode::Digit0
            | KeyCode::Delete
            | KeyCode::BracketLeft
            | KeyCode::BracketRight
            | KeyCode::Enter
            | KeyCode::NumpadEnter
            | KeyCode::Backspace
    );
    !modifiers.ctrl && !modifiers.alt && is_used
}

/// Returns true if a key stays a shortcut while the lab has the keyboard.
fn is_free_in_lab(key: KeyCode, modifiers: Modifiers) -> bool {
    use KeyCode::{Escape, F1, F11, KeyC, KeyH, KeyL, Slash};
    match modifiers.ctrl {
        true => key != KeyC || modifiers.shift,
        false => [KeyL, KeyH, Escape, F1, F11, Slash].contains(&key),
    }
}
