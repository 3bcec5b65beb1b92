//! Screenshots of the land without panels. The pictures of the user's presets are screenshots too.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;

use super::presets::portrait::{self, Portrait};
use crate::headless::png::{next_screenshot, write_png};
use crate::plugin::draft::Draft;
use crate::plugin::kept_picture::PictureState;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::camera::rig::Rig;
use crate::studio::command::kinds::Command;
use crate::studio::panel::state::UiState;

/// Adds the screenshot command.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (take_screenshot, handle_commands).chain().in_set(OrogenSet::Edit));
}

/// Takes the screenshot in the first frame that shows the complete land without panels.
fn take_screenshot(
    mut state: ResMut<UiState>,
    mut was_hidden: Local<bool>,
    picture: Option<Res<PictureState>>,
    mut portrait: ResMut<Portrait>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let is_complete = picture.is_none_or(|picture| picture.is_complete());
    if *was_hidden && is_complete {
        let mut picture = commands.spawn(Screenshot::primary_window());
        match portrait.screenshot_path.take() {
            Some(path) => picture.observe(portrait::save(path)),
            None => picture.observe(save_screenshot),
        };
        state.hidden_for_picture = false;
    }
    if state.hidden_for_picture {
        redraw.write(RequestRedraw);
    }
    *was_hidden = state.hidden_for_picture;
}

/// Hides the panels for a screenshot once the land is drawn complete and in full resolution.
fn handle_commands(
    mut commands: MessageReader<Command>,
    mut is_wanted: Local<bool>,
    (picture, draft): (Option<Res<PictureState>>, Res<Draft>),
    mut state: ResMut<UiState>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    *is_wanted |= commands.read().any(|command| *command == Command::Screenshot);
    if *is_wanted {
        let is_sharp = !draft.0 && picture.is_none_or(|picture| picture.is_complete());
        if is_sharp && !state.hidden_for_picture {
            *is_wanted = false;
            state.hidden_for_picture = true;
        }
        redraw.write(RequestRedraw);
    }
}

fn save_screenshot(
    captured: On<ScreenshotCaptured>,
    wanted: Res<WantedScene>,
    rig: Single<&Rig>,
    mut notice: ResMut<Notice>,
) {
    let mut scene = wanted.0.clone();
    scene.view.camera = rig.goal().view();
    let path = next_screenshot(&screenshot_folder());
    let saved = match captured.image.clone().try_into_dynamic() {
        Ok(picture) => write_png(&picture.to_rgba8(), &scene, &path).map_err(|e| e.to_string()),
        Err(error) => Err(format!("cannot read the screenshot: {error}")),
    };
    match saved {
        Ok(()) => notice.say_about_file(format!("saved {}", path.display()), &path),
        Err(error) => notice.say(error),
    }
}

/// Returns the user's picture folder, or the current folder if the system has no picture folder.
pub fn screenshot_folder() -> PathBuf {
    dirs::picture_dir()
        .filter(|folder| folder.is_dir())
        .or_else(|| std::env::current_dir().ok())
        .unwrap_or_default()
}
