//! Settings of the machine, not of the land: kept in the user's configuration folder.

use std::path::PathBuf;

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::quality::{Quality, Switches};
use crate::export::atomic;

/// What the program remembers of this machine.
#[derive(Resource, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
pub struct Settings {
    /// The window's size in physical pixels.
    pub width: u32,
    pub height: u32,
    /// What of the natural style is drawn.
    pub quality: Quality,
    pub effects: Switches,
}

impl Default for Settings {
    fn default() -> Self {
        Self { width: 1280, height: 720, quality: Quality::Auto, effects: Switches::default() }
    }
}

impl Settings {
    /// What was saved last, or the defaults where nothing readable was.
    pub fn load() -> Self {
        let text = Self::path().and_then(|path| std::fs::read_to_string(path).ok());
        let settings: Self = text.and_then(|text| toml::from_str(&text).ok()).unwrap_or_default();
        let side = |n: u32, least| n.clamp(least, 16384);
        Self { width: side(settings.width, 320), height: side(settings.height, 200), ..settings }
    }

    /// Saves them for the next start.
    ///
    /// # Errors
    /// If there is no configuration folder or it cannot be written.
    pub fn save(&self) -> Result<(), String> {
        let path = Self::path().ok_or("there is no configuration folder")?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
        }
        let text = toml::to_string(self).map_err(|e| e.to_string())?;
        atomic::write(&path, |file| Ok(std::io::Write::write_all(file, text.as_bytes())?))
    }

    fn path() -> Option<PathBuf> {
        Some(dirs::config_dir()?.join("orogen").join("settings.toml"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_their_file() {
        let effects = Switches { shadows: Some(false), octaves: Some(5), ..Default::default() };
        let settings = Settings { width: 900, height: 500, quality: Quality::High, effects };
        let text = toml::to_string(&settings).unwrap();
        assert_eq!(toml::from_str(&text), Ok(settings), "{text}");
        assert_eq!(toml::from_str("width = 1280\nheight = 720\n"), Ok(Settings::default()), "an older program's file");
    }
}
