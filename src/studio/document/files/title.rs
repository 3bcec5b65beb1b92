//! The window's title: what is open, with a mark while it is not saved.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::plugin::land::state::WantedScene;
use crate::studio::document::state::Document;

/// Keeps the title.
pub fn follow(
    document: Res<Document>,
    wanted: Res<WantedScene>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    let title = of(&document.name(), Document::is_changed(&document, &wanted.0));
    for mut window in &mut windows {
        if window.title != title {
            window.title.clone_from(&title);
        }
    }
}

fn of(name: &str, is_changed: bool) -> String {
    // What a file is called may hold what a title cannot.
    let name = crate::text::shown(name);
    format!("Orogen – {name}{}", if is_changed { " •" } else { "" })
}
