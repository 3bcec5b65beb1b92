//! Keys with the modifiers that must be held.

use bevy::prelude::KeyCode;

use super::Shortcut;

pub(super) const fn key(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: false }
}

pub(super) const fn ctrl(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: true, shift: false }
}

pub(super) const fn ctrl_shift(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: true, shift: true }
}

pub(super) const fn shift(key: KeyCode) -> Shortcut {
    Shortcut { key, ctrl: false, shift: true }
}
