//! Handles commands about the panel: its contents, its side, its text size.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::state::UiState;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::data::{Settings, TEXT_SCALES, Theme, WindowSide};
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::keys_of;
use crate::studio::panel::inputs::search_id;
use crate::studio::ui::{menu, tab};

/// Adds the system that handles these commands.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit));
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut settings: ResMut<KeptSettings>,
    mut state: ResMut<UiState>,
    mut notice: ResMut<Notice>,
    mut contexts: EguiContexts,
) {
    for command in commands.read() {
        let mut changed = settings.0.clone();
        if let Some((kind, text)) = change(&mut changed, *command) {
            notice.replace(kind, text);
        }
        if settings.0 != changed {
            settings.0 = changed;
        }
        match command {
            Command::TogglePanel => {
                state.panel = !state.panel;
                if !state.panel {
                    notice.replace("panel", format!("{} shows the panel", keys_of(*command)));
                }
            }
            Command::SearchSettings | Command::FocusPanel => {
                state.panel = true;
                let Ok(context) = contexts.ctx_mut() else { continue };
                match command {
                    Command::FocusPanel => tab::enter_or_leave(context),
                    _ => context.memory_mut(|memory| memory.request_focus(search_id())),
                }
            }
            Command::OpenMenu => {
                if let Ok(context) = contexts.ctx_mut() {
                    menu::request(context);
                }
            }
            _ => {}
        }
    }
}

/// Applies a command to the settings. Returns the notice (kind, text) to show, if any.
fn change(settings: &mut Settings, command: Command) -> Option<(&'static str, String)> {
    match command {
        Command::ToggleAllSettings => settings.all_settings = !settings.all_settings,
        Command::ToggleTheme => {
            settings.theme = settings.theme.next();
            let name = match settings.theme {
                Theme::System => "system",
                Theme::Dark => "dark",
                Theme::Light => "light",
            };
            return Some(("theme", format!("theme: {name}")));
        }
        Command::TogglePanelSide => {
            settings.panel_side = settings.panel_side.other();
            let name = if settings.panel_side == WindowSide::Left { "left" } else { "right" };
            return Some(("side", format!("the panel is on the {name}")));
        }
        Command::ToggleGuides => settings.guides = !settings.guides,
        Command::ScaleUp | Command::ScaleDown | Command::ScaleReset => {
            let step = if command == Command::ScaleUp { 1.1 } else { 1.0 / 1.1 };
            let [smallest, largest] = TEXT_SCALES;
            settings.text_scale = match command {
                Command::ScaleReset => 1.0,
                _ => (settings.text_scale * step).clamp(smallest, largest),
            };
            return Some(("scale", format!("text: {:.0} %", 100.0 * settings.text_scale)));
        }
        _ => {}
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panel_commands_change_the_settings_and_give_notices() {
        let mut settings = Settings::default();
        let mut press = |command| {
            let notice = change(&mut settings, command).map(|(_, text)| text);
            (settings.clone(), notice)
        };
        assert!(press(Command::ToggleAllSettings).0.all_settings);
        assert_eq!(press(Command::ToggleTheme).1.as_deref(), Some("theme: dark"));
        assert_eq!(press(Command::TogglePanelSide).0.panel_side, WindowSide::Left);
        assert!(press(Command::ToggleGuides).0.guides && !press(Command::ToggleGuides).0.guides);
        let (larger, notice) = press(Command::ScaleUp);
        assert!(larger.text_scale > 1.0 && notice.as_deref() == Some("text: 110 %"));
        assert_eq!(press(Command::ScaleReset).0.text_scale, 1.0);
        (0..40).for_each(|_| _ = press(Command::ScaleDown));
        let (smallest, notice) = press(Command::Undo);
        assert_eq!((smallest.text_scale, notice), (TEXT_SCALES[0], None));
    }
}
