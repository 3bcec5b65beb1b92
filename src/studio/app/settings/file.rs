//! The settings file in the user's configuration folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::data::Settings;
use crate::export::file_error::reason;
use crate::studio::app::idle::DrawContinuously;
use crate::studio::app::notice::Notice;
use crate::studio::document::files::kept_text::{self, KeptTextError};
use crate::studio::document::files::set_aside;

/// The current settings, which are saved when they change.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct KeptSettings(pub Settings);

impl Settings {
    /// Loads the settings of this machine. If the file cannot be read, returns the defaults and a
    /// notice.
    pub fn load() -> (Self, Option<String>) {
        path().map_or_else(Default::default, |path| Self::load_from(&path))
    }

    /// Loads settings from a file. A missing file gives the defaults without a notice.
    pub fn load_from(path: &Path) -> (Self, Option<String>) {
        let problem = match std::fs::read_to_string(path) {
            Ok(text) => match Self::from_toml(&text) {
                Ok(settings) => return (settings, None),
                Err(error) => error.to_string(),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => return Default::default(),
            Err(error) => reason(&error),
        };
        let notice = format!(
            "the settings in `{}` cannot be read ({problem}), so the defaults are used",
            path.display()
        );
        (Self::default(), Some(set_aside::set_aside_and_report(path, &notice)))
    }

    /// Saves the settings in the user's configuration folder, for the next start.
    ///
    /// # Errors
    /// If there is no configuration folder, or the file cannot be written.
    pub fn save(&self) -> Result<(), SettingsError> {
        self.save_to(&path().ok_or(SettingsError::NoFolder)?)
    }

    /// Saves the settings as a file. If that fails, the old file stays intact.
    ///
    /// # Errors
    /// If the folder cannot be made or the file cannot be written.
    pub fn save_to(&self, path: &Path) -> Result<(), SettingsError> {
        Ok(kept_text::save(path, &self.to_toml())?)
    }
}

/// The reason why the settings are not saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The system has no configuration folder.
    #[error("there is no configuration folder to save the settings in")]
    NoFolder,
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] KeptTextError),
}

fn path() -> Option<PathBuf> {
    Some(dirs::config_dir()?.join("orogen").join("settings.toml"))
}

/// Holds the settings.
pub struct SettingsPlugin;

impl Plugin for SettingsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<KeptSettings>();
    }
}

/// Applies settings, and saves them half a second after the last change.
pub fn plugin(app: &mut App) {
    app.add_systems(Last, (apply_settings, save_when_rested));
}

fn apply_settings(settings: Res<KeptSettings>, mut continuously: ResMut<DrawContinuously>) {
    continuously.set_if_neq(DrawContinuously(settings.draw_continuously));
}

/// The settings in the file, and changed settings with the time of their last change.
#[derive(Default)]
struct Saved {
    settings: Option<Settings>,
    pending: Option<(Settings, Instant)>,
    /// True if the last attempt to save failed.
    has_failed: bool,
}

/// The action that the settings file needs now.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NextAction {
    /// The file is up to date.
    Rest,
    /// The settings are still changing.
    Wait,
    /// The file has to be written.
    Save,
}

impl Saved {
    /// Returns the action for now; `is_ending` is true when the program ends. After a failed
    /// attempt it tries again at the next change and at the end, because the folder may exist by
    /// then.
    fn next_action(&mut self, settings: &Settings, is_ending: bool) -> NextAction {
        let in_file = self.settings.get_or_insert_with(|| settings.clone());
        if *in_file == *settings {
            self.pending = None;
            return if self.has_failed && is_ending { NextAction::Save } else { NextAction::Rest };
        }
        let changed_at = match &self.pending {
            Some((pending, changed_at)) if pending == settings => *changed_at,
            _ => Instant::now(),
        };
        self.pending = Some((settings.clone(), changed_at));
        if changed_at.elapsed() > Duration::from_millis(500) || is_ending {
            NextAction::Save
        } else {
            NextAction::Wait
        }
    }

    /// Records the result of an attempt to save.
    fn note(&mut self, settings: &Settings, has_failed: bool) {
        (self.settings, self.has_failed) = (Some(settings.clone()), has_failed);
    }
}

/// Saves settings after half a second without changes, and when the window closes.
fn save_when_rested(
    settings: Res<KeptSettings>,
    mut saved: Local<Saved>,
    mut exits: MessageReader<AppExit>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let next_action = saved.next_action(&settings.0, exits.read().next().is_some());
    if next_action == NextAction::Wait {
        // The settings are saved in a later frame, so request one.
        redraw.write(RequestRedraw);
    }
    if next_action == NextAction::Save {
        let written = settings.save();
        saved.note(&settings.0, written.is_err());
        if let Err(problem) = written {
            notice.say(problem.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_that_failed_is_tried_again_at_the_end() {
        let mut saved = Saved::default();
        let (first, second) = (Settings::default(), Settings { width: 800, ..default() });
        assert_eq!(saved.next_action(&first, true), NextAction::Rest, "nothing has changed");
        assert_eq!(saved.next_action(&second, false), NextAction::Wait);
        assert_eq!(saved.next_action(&second, true), NextAction::Save);
        saved.note(&second, true);
        assert_eq!(
            saved.next_action(&second, false),
            NextAction::Rest,
            "the failure is reported once"
        );
        assert_eq!(saved.next_action(&second, true), NextAction::Save);
        saved.note(&second, false);
        assert_eq!(saved.next_action(&second, true), NextAction::Rest);
    }

    #[test]
    fn a_damaged_file_gives_one_line_and_the_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        assert_eq!(
            Settings::load_from(&path),
            (Settings::default(), None),
            "a missing file is not an error"
        );
        let damaged_texts = ["width = \"wide\"", "quality = \"best\"", "[", "width = -4", "\u{0}"];
        for (n, damaged) in (1..).zip(damaged_texts) {
            std::fs::write(&path, damaged).unwrap();
            let (settings, notice) = Settings::load_from(&path);
            let notice = notice.expect("a line");
            assert_eq!(settings, Settings::default());
            assert!(notice.contains("settings.toml") && !notice.contains('\n'), "{notice}");
            let bad = folder.path().join(format!("settings.toml.bad-{n}"));
            assert!(notice.contains(&bad.display().to_string()), "{notice}");
            assert_eq!(std::fs::read_to_string(bad).unwrap(), damaged, "the file is renamed");
            assert!(!path.exists());
        }
        std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
        assert!(Settings::load_from(&path).1.is_some(), "the file is not text");
        std::fs::write(&path, "width = 900\n").unwrap();
        let older = Settings { width: 900, ..default() };
        assert_eq!(
            Settings::load_from(&path),
            (older, None),
            "keys that the file lacks get their defaults"
        );
        std::fs::write(&path, "width = 1\ntext_scale = 99.0\nlater = true\n").unwrap();
        let (settings, notice) = Settings::load_from(&path);
        assert_eq!(
            (settings.width, settings.text_scale, notice),
            (320, 2.5, None),
            "values are clamped, unknown keys ignored"
        );
    }
}
