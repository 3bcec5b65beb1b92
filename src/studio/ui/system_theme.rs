//! The theme that the window system asks for.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowTheme, WindowThemeChanged};
use bevy_egui::egui;

/// What the window system says of its theme.
#[derive(SystemParam)]
pub struct SystemTheme<'w, 's> {
    changes: MessageReader<'w, 's, WindowThemeChanged>,
    changed: Local<'s, Option<WindowTheme>>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl SystemTheme<'_, '_> {
    /// The theme that the window system asks for, if it says.
    pub fn get(&mut self) -> Option<egui::Theme> {
        if let Some(change) = self.changes.read().last() {
            *self.changed = Some(change.theme);
        }
        let at_first = self.window.single().ok().and_then(|window| window.window_theme);
        self.changed.or(at_first).map(|theme| match theme {
            WindowTheme::Light => egui::Theme::Light,
            WindowTheme::Dark => egui::Theme::Dark,
        })
    }
}
