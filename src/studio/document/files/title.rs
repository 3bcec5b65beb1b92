//! The window's title: the document's name, with a mark for unsaved changes.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::plugin::land::state::WantedScene;
use crate::studio::document::state::OpenDocument;

/// Updates the window's title.
pub fn update(
    document: Res<OpenDocument>,
    wanted: Res<WantedScene>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let title = title_of(&document.name(), OpenDocument::is_changed(&document, &wanted.0));
    for mut window in &mut windows {
        if window.title != title {
            window.title.clone_from(&title);
        }
    }
}

fn title_of(name: &str, is_changed: bool) -> String {
    // File names can contain control characters.
    let name = crate::text::sanitise(name);
    format!("Orogen – {name}{}", if is_changed { " •" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::title_of;

    #[test]
    fn a_title_names_what_is_open_and_marks_what_is_not_saved() {
        assert_eq!(title_of("Alps", false), "Orogen – Alps");
        assert_eq!(title_of("valley.toml", true), "Orogen – valley.toml •");
        assert_eq!(title_of("a\nb", false), "Orogen – a\\nb");
    }
}
