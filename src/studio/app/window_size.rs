//! The window's size, and full screen.

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};

use super::settings::file::KeptSettings;
use crate::plugin::order::OrogenSet;
use crate::studio::command::kinds::Command;

/// Switches full screen, and stores the window's size for the next start.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (handle_commands.in_set(OrogenSet::Edit), remember_size));
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
) {
    for _ in commands.read().filter(|command| **command == Command::ToggleFullScreen) {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            _ => WindowMode::Windowed,
        };
    }
}

/// Stores the window's size for the next start.
fn remember_size(
    mut settings: ResMut<KeptSettings>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
) {
    let Some(window) = window.filter(|window| window.mode == WindowMode::Windowed) else { return };
    let (width, height) = (window.resolution.physical_width(), window.resolution.physical_height());
    if (width, height) != (settings.width, settings.height) && width > 0 && height > 0 {
        (settings.width, settings.height) = (width, height);
    }
}
