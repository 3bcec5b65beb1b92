//! Commands: what keys, buttons and menus do, each declared once.

pub mod chords;
pub mod gestures;
pub mod kinds;
pub mod lookup;
pub mod table;
