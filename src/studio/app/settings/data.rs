//! Settings that belong to the machine, not to a land, and their TOML form.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::plugin::look::quality::{Quality, Switches};

/// The user's settings on this machine.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(default)]
pub struct Settings {
    /// The width of the window, in physical pixels.
    pub width: u32,
    /// The height of the window, in physical pixels.
    pub height: u32,
    /// True if frames are drawn all the time, not only when something changes.
    pub draw_continuously: bool,
    /// The scale of the panels' text, from 0.6 to 2.5.
    pub text_scale: f32,
    /// True if a start without arguments opens the last session.
    pub restore_session: bool,
    /// Recently opened files, the newest first.
    pub recent: Vec<String>,
    /// Groups of the panel that the user has folded (false) or unfolded (true).
    pub groups: BTreeMap<String, bool>,
    /// The quality of the natural style.
    pub quality: Quality,
    /// Effects that the user has switched individually.
    pub effects: Switches,
    /// The strength of randomising, from 0 (changes only the seed) to 1.
    pub strength: f64,
    /// The strength of variations, from 0 (changes only the seed) to 1.
    pub variation: f64,
    /// The theme of the panels.
    pub theme: Theme,
    /// The side of the window that has the panel.
    pub panel_side: WindowSide,
    /// True if the panel shows all settings, not only the most important ones.
    pub all_settings: bool,
    /// Parameters and groups that randomising leaves unchanged.
    pub locks: BTreeSet<String>,
    /// Names of the hints that the user has followed; they do not appear again.
    pub hints: BTreeSet<String>,
    /// True if lines mark the picture's thirds and the horizon.
    pub guides: bool,
    /// True if a software driver draws sharp pictures during motion too, not drafts.
    pub sharp_while_moving: bool,
    /// The share of the time for drawing moving water and clouds, from 0.05 to 1.
    pub moving_share: f32,
    /// The lab's share of the width that the panel leaves free.
    pub lab_share: f32,
    /// The figure that the lab showed last.
    pub lab: LabPlace,
}

/// A figure of the lab, and the step at which it is.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct LabPlace {
    /// The figure's name; empty if no figure was shown.
    pub figure: String,
    /// The step, from 0.
    pub step: usize,
}

/// The lab's default share of the width. With it, figures fit next to the panel in a window 1280
/// points wide.
const LAB_SHARE: f32 = 0.56;

/// The smallest and the largest value of [`Settings::lab_share`].
pub const LAB_SHARES: [f32; 2] = [0.25, 0.75];

/// The theme of the panels: dark, light, or as in the window system.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// The theme of the window system, or dark if the system reports no theme.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

impl Theme {
    /// The next theme in the cycle.
    pub fn next(self) -> Self {
        match self {
            Self::System => Self::Dark,
            Self::Dark => Self::Light,
            Self::Light => Self::System,
        }
    }
}

/// A side of the window.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum WindowSide {
    /// The left.
    Left,
    /// The right.
    #[default]
    Right,
}

impl WindowSide {
    /// The opposite side.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The smallest and the largest value of [`Settings::moving_share`].
pub const MOVING_SHARES: [f32; 2] = [0.05, 1.0];

/// The smallest and the largest value of [`Settings::text_scale`].
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
            strength: 0.0,
            variation: 0.3,
            theme: Theme::System,
            panel_side: WindowSide::Right,
            all_settings: false,
            locks: BTreeSet::new(),
            hints: BTreeSet::new(),
            guides: false,
            sharp_while_moving: false,
            moving_share: 0.5,
            lab_share: LAB_SHARE,
            lab: LabPlace::default(),
        }
    }
}

/// The error of a text that is not a valid settings file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct SettingsTextError(String);

impl Settings {
    /// Reads settings from TOML. Missing keys get their defaults, unknown keys are ignored, and
    /// numbers are clamped.
    ///
    /// # Errors
    /// If the text is not TOML or a value has the wrong type; the message is one line.
    pub fn from_toml(text: &str) -> Result<Self, SettingsTextError> {
        let settings: Self = toml::from_str(text)
            .map_err(|error| SettingsTextError(error.message().replace('\n', ", ")))?;
        Ok(settings.within_range())
    }

    /// Writes the settings as TOML.
    pub fn to_toml(&self) -> String {
        match toml::to_string(self) {
            Ok(text) => text,
            Err(error) => unreachable!("numbers, switches and names are TOML: {error}"),
        }
    }

    /// Returns true if a parameter, or one of the groups that contain it, is locked.
    pub fn is_locked(&self, address: &str) -> bool {
        let ends = address.match_indices('.').map(|(end, _)| end).chain([address.len()]);
        ends.into_iter().any(|end| self.locks.contains(&address[..end]))
    }

    fn within_range(self) -> Self {
        let side = |n: u32, min| n.clamp(min, 16384);
        let share = |x: f64| if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 };
        let in_range = |x: f32, [min, max]: [f32; 2], default: f32| {
            if x.is_finite() { x.clamp(min, max) } else { default }
        };
        Self {
            width: side(self.width, 320),
            height: side(self.height, 200),
            text_scale: in_range(self.text_scale, TEXT_SCALES, 1.0),
            lab_share: in_range(self.lab_share, LAB_SHARES, LAB_SHARE),
            moving_share: in_range(self.moving_share, MOVING_SHARES, 0.5),
            strength: share(self.strength),
            variation: share(self.variation),
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
                theme: Theme::Light,
                panel_side: WindowSide::Left,
                all_settings: open,
                locks: BTreeSet::from(["layer.2.noise".to_owned()]),
                hints: BTreeSet::from(["drag".to_owned()]),
                guides: true,
                sharp_while_moving: true,
                moving_share: 0.25,
                lab_share: 0.375,
                lab: LabPlace { figure: "cell".to_owned(), step: 3 },
                strength: 0.25,
                variation: 0.5,
            };
            prop_assert_eq!(Settings::from_toml(&settings.to_toml()), Ok(settings));
        }

        #[test]
        fn any_text_is_refused_or_gives_values_in_range(text in "(?s).{0,100}", width: i64, scale: f32) {
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

    #[test]
    fn keys_of_a_locked_group_are_locked() {
        let locks = ["layer.2.noise", "shape.height_m"].map(str::to_owned);
        let settings = Settings { locks: BTreeSet::from(locks), ..Settings::default() };
        for (address, locked) in [
            ("layer.2.noise.frequency", true),
            ("layer.2.noise", true),
            ("layer.2.noises.frequency", false),
            ("layer.1.noise.frequency", false),
            ("shape.height_m", true),
            ("shape.exponent", false),
            ("", false),
        ] {
            assert_eq!(settings.is_locked(address), locked, "{address}");
        }
    }
}
