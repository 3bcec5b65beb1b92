//! Settings of the machine, not of the land: their data and their text.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::quality::{Quality, Switches};

/// What the program remembers of this machine.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
pub struct Settings {
    /// The window's width in physical pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Whether frames are made without end, not only when something changes.
    pub draw_continuously: bool,
    /// The size of the panel's text against its default, from 0.6 to 2.5.
    pub text_scale: f32,
    /// Whether a start without arguments opens what was open last.
    pub restore_session: bool,
    /// The files that were open last, the newest first.
    pub recent: Vec<String>,
    /// Groups of the panel that were folded (false) or unfolded (true) by hand.
    pub groups: BTreeMap<String, bool>,
    /// How much of the natural style is drawn.
    pub quality: Quality,
    /// What of it was switched by itself.
    pub effects: Switches,
    /// Addresses of parameters, and names of groups, that randomising leaves alone.
    pub locks: BTreeSet<String>,
    /// How far randomising and breeding change a land, from 0 (its seed alone) to 1.
    pub strength: f64,
}

/// The smallest and the largest text.
pub const TEXT_SCALES: [f32; 2] = [0.6, 2.5];

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 720,
            draw_continuously: false,
            text_scale: 1.0,
            restore_session: true,
            recent: vec![],
            groups: BTreeMap::new(),
            quality: Quality::Auto,
            effects: Switches::default(),
            locks: BTreeSet::new(),
            strength: 0.0,
        }
    }
}

/// A text that is no settings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct SettingsTextError(String);

impl Settings {
    /// Reads them from the text of a file. Keys that it lacks have their defaults, unknown ones
    /// pass, and numbers are brought into range.
    ///
    /// # Errors
    /// If it is no TOML, or a value is of the wrong type: what is wrong, in one line.
    pub fn from_toml(text: &str) -> Result<Self, SettingsTextError> {
        let settings: Self = toml::from_str(text)
            .map_err(|error| SettingsTextError(error.message().replace('\n', ", ")))?;
        Ok(settings.within_range())
    }

    /// They as the text of a file.
    pub fn to_toml(&self) -> String {
        match toml::to_string(self) {
            Ok(text) => text,
            Err(error) => unreachable!("numbers, switches and names are TOML: {error}"),
        }
    }

    fn within_range(self) -> Self {
        let side = |n: u32, least| n.clamp(least, 16384);
        let [smallest, largest] = TEXT_SCALES;
        let scale = if self.text_scale.is_finite() {
            self.text_scale.clamp(smallest, largest)
        } else {
            1.0
        };
        Self {
            width: side(self.width, 320),
            height: side(self.height, 200),
            text_scale: scale,
            strength: if self.strength.is_finite() { self.strength.clamp(0.0, 1.0) } else { 0.0 },
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn settings_within_range_survive_their_text(
            size in (320u32..=16384, 200u32..=16384),
            text_scale in TEXT_SCALES[0]..=TEXT_SCALES[1],
            (group, open, octaves) in ("(?s).{0,20}", any::<bool>(), any::<Option<u32>>()),
        ) {
            let settings = Settings {
                width: size.0,
                height: size.1,
                text_scale,
                draw_continuously: open,
                restore_session: open,
                recent: vec![group.clone()],
                groups: BTreeMap::from([(group, open)]),
                quality: Quality::High,
                effects: Switches { octaves, ..Switches::default() },
                ..Settings::default()
            };
            prop_assert_eq!(Settings::from_toml(&settings.to_toml()), Ok(settings));
        }

        #[test]
        fn any_text_is_read_into_range_or_refused(text in "(?s).{0,100}", width: i64, scale: f32) {
            let lines = format!("width = {width}\ntext_scale = {scale}\n");
            for text in [text, lines] {
                let Ok(settings) = Settings::from_toml(&text) else { continue };
                prop_assert!((320..=16384).contains(&settings.width), "{settings:?}");
                prop_assert!(
                    (TEXT_SCALES[0]..=TEXT_SCALES[1]).contains(&settings.text_scale),
                    "{settings:?}"
                );
            }
        }
    }
}
