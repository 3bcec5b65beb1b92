//! Finds the command of a key, and the keys of a command.

use std::borrow::Cow;

use bevy::prelude::KeyCode;

use super::gestures::GESTURES;
use super::kinds::{Command, Shortcut};
use super::table::COMMANDS;
use crate::studio::app::keys::Modifiers;
use crate::terrain::bookmark::BOOKMARKS;

/// The digit keys of the bookmarks. Alone they go to a bookmark; with Ctrl they store the view in
/// it.
const DIGITS: [KeyCode; BOOKMARKS as usize] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// Returns the keys of a command in words, or an empty text if it has no keys.
pub fn keys_of(command: Command) -> Cow<'static, str> {
    match command {
        Command::GoBookmark(number) => number.to_string().into(),
        Command::SetBookmark(number) => format!("Ctrl+{number}").into(),
        _ => COMMANDS.iter().find(|row| row.command == command).map_or("", |row| row.keys).into(),
    }
}

/// Appends the keys of a command to the text of a button or tooltip.
pub fn with_keys(text: &str, command: Command) -> String {
    match &*keys_of(command) {
        "" => text.to_owned(),
        keys => format!("{text} ({keys})"),
    }
}

/// Returns the list of keys, gestures first: (keys, what they do).
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
    let with_keys = COMMANDS.iter().filter(|row| !row.keys.is_empty());
    GESTURES.iter().copied().chain(with_keys.map(|row| (row.keys, row.doc)))
}

/// Returns the command of a pressed key, if key and modifiers form a shortcut.
pub fn of_key(key: KeyCode, modifiers: Modifiers) -> Option<Command> {
    if modifiers.system {
        return None;
    }
    let Modifiers { ctrl, shift, alt, .. } = modifiers;
    let pressed = Shortcut { key, ctrl, shift, alt };
    let digit = DIGITS.iter().zip(1..).find(|(digit, _)| **digit == key && !shift && !alt);
    let bookmark = digit.map(|(_, number)| match ctrl {
        true => Command::SetBookmark(number),
        false => Command::GoBookmark(number),
    });
    let row = COMMANDS.iter().find(|row| row.shortcuts.contains(&pressed));
    bookmark.or_else(|| row.map(|row| row.command))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::look::Overlay;

    #[test]
    fn no_two_commands_share_a_shortcut() {
        let all: Vec<_> = COMMANDS
            .iter()
            .flat_map(|row| row.shortcuts.iter().map(move |s| (s, row.name)))
            .collect();
        for (i, (shortcut, name)) in all.iter().enumerate() {
            for (other, other_name) in &all[i + 1..] {
                assert_ne!(shortcut, other, "{name} and {other_name}");
            }
            assert!(
                shortcut.shift || shortcut.alt || !DIGITS.contains(&shortcut.key),
                "{name} and a bookmark"
            );
        }
    }

    #[test]
    fn every_command_has_one_row_with_a_sentence() {
        for (i, row) in COMMANDS.iter().enumerate() {
            assert!(
                row.shortcuts.is_empty() == row.keys.is_empty() && row.doc.ends_with('.'),
                "{}",
                row.name
            );
            assert!(
                COMMANDS[i + 1..].iter().all(|other| other.command != row.command),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn every_view_has_a_key() {
        for overlay in Overlay::ALL {
            assert!(!keys_of(Command::View(overlay.value)).is_empty(), "{}", overlay.name);
        }
    }

    #[test]
    fn digits_go_to_bookmarks_and_store_them() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::default() };
        assert_eq!(of_key(KeyCode::Digit7, Modifiers::default()), Some(Command::GoBookmark(7)));
        assert_eq!(of_key(KeyCode::Digit7, ctrl), Some(Command::SetBookmark(7)));
        assert_eq!(of_key(KeyCode::Digit7, Modifiers { alt: true, ..ctrl }), None);
        assert_eq!(of_key(KeyCode::Digit7, Modifiers { shift: true, ..ctrl }), None);
    }

    #[test]
    fn modifiers_must_match() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::default() };
        assert_eq!(of_key(KeyCode::KeyZ, Modifiers::default()), None);
        assert_eq!(of_key(KeyCode::KeyZ, ctrl), Some(Command::Undo));
        assert_eq!(of_key(KeyCode::KeyZ, Modifiers { shift: true, ..ctrl }), Some(Command::Redo));
        assert_eq!(of_key(KeyCode::KeyZ, Modifiers { system: true, ..ctrl }), None);
        let alt = Modifiers { alt: true, ..Modifiers::default() };
        assert_eq!(of_key(KeyCode::ArrowLeft, alt), Some(Command::ViewBack));
        assert_eq!(of_key(KeyCode::ArrowRight, alt), Some(Command::ViewForward));
        assert_eq!(of_key(KeyCode::KeyF, alt), None, "Alt and a letter are the system's");
    }
}
