//! Commands: what keys, buttons and menus can do. `kinds` lists them, `table` gives their names and
//! keys.

pub mod chords;
pub mod gestures;
pub mod kinds;
pub mod lookup;
pub mod table;
