//! The theme of the window system.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowTheme, WindowThemeChanged};
use bevy_egui::egui;

/// Follows the theme of the window system.
#[derive(SystemParam)]
pub struct SystemTheme<'w, 's> {
    changes: MessageReader<'w, 's, WindowThemeChanged>,
    changed: Local<'s, Option<WindowTheme>>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl SystemTheme<'_, '_> {
    /// Returns the theme of the window system, if it reports one.
    pub fn get(&mut self) -> Option<egui::Theme> {
        if let Some(change) = self.changes.read().last() {
            *self.changed = Some(change.theme);
        }
        let at_start = self.window.single().ok().and_then(|window| window.window_theme);
        self.changed.or(at_start).map(|theme| match theme {
            WindowTheme::Light => egui::Theme::Light,
            WindowTheme::Dark => egui::Theme::Dark,
        })
    }
}
