//! The list of layers, and the rows of the selected layer.

pub mod actions;
pub mod add;
pub mod curve;
pub mod groups;
pub mod icons;
pub mod list;
pub mod list_state;
pub mod marks;
pub mod masks;
pub mod part;
pub mod parts;
pub mod picture;
pub mod reorder;
pub mod row_menu;
pub mod rows;
pub mod thumbnail;
