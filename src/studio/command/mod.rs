//! Commands of keys, buttons and menus. `kinds` lists them; `table` has their names and keys.

pub mod chords;
pub mod gestures;
pub mod kinds;
pub mod lookup;
pub mod table;
