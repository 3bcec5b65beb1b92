//! The ids under which the positions of widgets are stored.
//!
//! See [`place_of`](crate::studio::ui::shared::place_of).

use bevy_egui::egui::Id;

/// Returns the id of a parameter's widget, or of a named icon.
pub fn widget_id(key: &str) -> Id {
    Id::new(("parameter", key))
}

/// Returns the id of a parameter's number field.
pub fn number_id(key: &str) -> Id {
    Id::new(("number of", key))
}
