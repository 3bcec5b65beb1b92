//! Keys with the modifiers that must be held, and rows of the table.

use bevy::prelude::KeyCode;

use super::kinds::{Command, CommandRow, Shortcut};
use crate::terrain::look::Overlay;

pub(super) const fn key(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: false, alt: false }
}

pub(super) const fn ctrl(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: true, shift: false, alt: false }
}

pub(super) const fn ctrl_shift(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: true, shift: true, alt: false }
}

pub(super) const fn shift(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: true, alt: false }
}

pub(super) const fn alt(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: false, alt: true }
}

pub(super) const fn row(
    command: Command,
    name: &'static str,
    shortcuts: &'static [Shortcut],
    keys: &'static str,
    doc: &'static str,
) -> CommandRow {
    CommandRow { command, name, shortcuts, keys, doc }
}

pub(super) const fn view(
    overlay: Overlay,
    name: &'static str,
    shortcuts: &'static [Shortcut],
    keys: &'static str,
    doc: &'static str,
) -> CommandRow {
    row(Command::View(overlay), name, shortcuts, keys, doc)
}
