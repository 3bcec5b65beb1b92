//! The commands that change how the land looks: view, style and mood.

use bevy::prelude::*;
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::camera::state::InputOwner;
use crate::studio::command::kinds::Command;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::look::Style;
use crate::terrain::mood::MOODS;
use crate::terrain::view::ViewParams;

/// Adds the commands that change the look, and keeps Tab for them.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit)).add_systems(
        PreUpdate,
        keep_tab.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
    );
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
) {
    for command in commands.read() {
        let mut view = wanted.0.view.params.clone();
        change(&mut view, *command);
        if let Some((kind, text)) = notice_for(&view, *command) {
            notice.replace(kind, text);
        }
        if view != wanted.0.view.params {
            wanted.0.view.params = view;
        }
    }
}

/// Returns the notice that tells the user what a command changed: its key and its text.
fn notice_for(view: &ViewParams, command: Command) -> Option<(&'static str, String)> {
    Some(match command {
        Command::View(overlay) => {
            ("view", format!("display: {}", title(overlay.name()).to_lowercase()))
        }
        Command::NextStyle => ("style", format!("style: {}", title(view.look.style.name()))),
        Command::NextMood => {
            let mood = MOODS.iter().find(|mood| mood.is_applied_to(view))?;
            ("mood", format!("mood: {}", mood.title.to_lowercase()))
        }
        _ => return None,
    })
}

/// Hides presses of Tab from egui, because Tab changes the style. While the user types in a field,
/// egui gets them.
fn keep_tab(owner: Res<InputOwner>, mut inputs: Query<&mut EguiInput>) {
    if owner.panel_has_keyboard {
        return;
    }
    for mut input in &mut inputs {
        input.events.retain(|event| !matches!(event, egui::Event::Key { key: egui::Key::Tab, .. }));
    }
}

/// Applies a command to the view. Commands that are not about the look change nothing.
fn change(view: &mut ViewParams, command: Command) {
    match command {
        Command::View(overlay) => view.look.overlay = overlay,
        Command::NextStyle => {
            view.look.style = match view.look.style {
                Style::Natural => Style::Course,
                Style::Course => Style::Natural,
            };
        }
        Command::NextMood => {
            let next = MOODS
                .iter()
                .position(|mood| mood.is_applied_to(view))
                .map_or(0, |i| (i + 1) % MOODS.len());
            MOODS[next].apply(view);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::look::Overlay;

    #[test]
    fn the_mood_command_cycles_through_all_moods() {
        let mut view = ViewParams::default();
        view.light.sun_elevation_deg = 33.0;
        let moods: Vec<_> = (0..=MOODS.len())
            .map(|_| {
                change(&mut view, Command::NextMood);
                MOODS.iter().find(|mood| mood.is_applied_to(&view)).map(|mood| mood.slug)
            })
            .collect();
        let expected: Vec<_> =
            MOODS.iter().chain(&MOODS[..1]).map(|mood| Some(mood.slug)).collect();
        assert_eq!(moods, expected);
    }

    #[test]
    fn style_commands_alternate_and_view_commands_set_the_view() {
        let (mut view, default) = (ViewParams::default(), ViewParams::default());
        change(&mut view, Command::View(Overlay::Slope));
        assert_eq!(view.look.overlay, Overlay::Slope);
        change(&mut view, Command::NextStyle);
        assert_ne!(view.look.style, default.look.style);
        change(&mut view, Command::NextStyle);
        change(&mut view, Command::View(Overlay::Shaded));
        change(&mut view, Command::Undo);
        assert_eq!(view, default);
    }

    #[test]
    fn changes_by_keys_show_a_notice() {
        let mut view = ViewParams::default();
        let mut press = |command| {
            change(&mut view, command);
            notice_for(&view, command).map(|(_, text)| text)
        };
        assert_eq!(press(Command::View(Overlay::Slope)).as_deref(), Some("display: slope"));
        assert_eq!(press(Command::NextStyle).as_deref(), Some("style: Classroom (Phong)"));
        assert!(press(Command::NextMood).is_some_and(|text| text.starts_with("mood: ")));
        assert_eq!(press(Command::Undo), None);
    }
}
