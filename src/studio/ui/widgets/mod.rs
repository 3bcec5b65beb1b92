//! The rows in which the panel shows parameters, and their widgets.

pub mod choice;
pub mod colour;
pub mod display_scale;
pub mod gutter;
pub mod ids;
pub mod number_field;
pub mod plain;
pub mod reading;
pub mod row;
pub mod row_facts;
pub mod typed_text;
