//! Short constructors for shortcuts, and for rows of the command table.

use bevy::prelude::KeyCode;

use super::kinds::{Command, CommandRow, Shortcut};
use crate::terrain::look::Overlay;

pub(super) const fn key(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: false, alt: false }
}

pub(super) const fn ctrl(code: KeyCode) -> Shortcut {
    Shortcut { ctrl: true, ..key(code) }
}

pub(super) const fn ctrl_shift(code: KeyCode) -> Shortcut {
    Shortcut { shift: true, ..ctrl(code) }
}

pub(super) const fn shift(code: KeyCode) -> Shortcut {
    Shortcut { shift: true, ..key(code) }
}

pub(super) const fn alt(code: KeyCode) -> Shortcut {
    Shortcut { alt: true, ..key(code) }
}

/// A row of the command table. `keys` are its shortcuts in words, for display.
pub(super) const fn row(
    command: Command,
    name: &'static str,
    shortcuts: &'static [Shortcut],
    keys: &'static str,
    doc: &'static str,
) -> CommandRow {
    CommandRow { command, name, shortcuts, keys, doc }
}

/// A row of a command that has no keys.
pub(super) const fn keyless(command: Command, name: &'static str, doc: &'static str) -> CommandRow {
    row(command, name, &[], "", doc)
}

/// A row of a command that shows a view of the land.
pub(super) const fn view(
    overlay: Overlay,
    name: &'static str,
    shortcuts: &'static [Shortcut],
    keys: &'static str,
    doc: &'static str,
) -> CommandRow {
    row(Command::View(overlay), name, shortcuts, keys, doc)
}
