//! What the places of widgets are known by (see [`place_of`](crate::studio::ui::shared::place_of)).

use bevy_egui::egui::Id;

/// What the place of a parameter's widget is known by, or of a sign that has a name.
pub fn widget_id(key: &str) -> Id {
    Id::new(("parameter", key))
}

/// What the place of a parameter's typed number is known by.
pub fn number_id(key: &str) -> Id {
    Id::new(("number of", key))
}
