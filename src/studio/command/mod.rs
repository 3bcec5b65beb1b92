//! command.

pub mod chords;
pub mod gestures;
pub mod kinds;
pub mod table;
