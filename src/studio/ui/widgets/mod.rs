//! Rows of parameters and their widgets.

pub mod choice;
pub mod colour;
pub mod field;
pub mod gutter;
pub mod ids;
pub mod known;
pub mod plain;
pub mod reading;
pub mod row;
pub mod scale;
pub mod typed;
