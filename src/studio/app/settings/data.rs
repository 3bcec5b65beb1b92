//! Settings of the machine, not of the land: their data and their text.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::plugin::look::quality::{Quality, Switches};

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
    /// How far randomising changes a land, from 0 (its seed alone) to 1.
    pub strength: f64,
    /// How far variations differ from their land, from 0 (its seed alone) to 1.
    pub variation: f64,
    /// Whether the panels are dark or light.
    pub theme: Theme,
    /// At which side of the window the panel is.
    pub panel_side: Side,
    /// Whether the panel shows all settings, not only those that come first.
    pub all_settings: bool,
    /// Addresses and groups of parameters that stay as they are when the land is randomised.
    pub locks: BTreeSet<String>,
    /// The hints that were followed, which do not come again.
    pub hints: BTreeSet<String>,
    /// Whether lines show a picture's thirds and its horizon.
    pub guides: bool,
    /// Whether a software driver draws the land as fine while it moves as at rest.
    pub sharp_while_moving: bool,
    /// The share of the time that water and clouds which move may take for drawing, from 0.05 to 1.
    pub moving_share: f32,
    /// The lab's share of what the panel leaves of the window's width.
    pub lab_share: f32,
    /// The figure of the lab that was seen last.
    pub lab: LabPlace,
}

/// Where one is in the lab.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub struct LabPlace {
    /// The figure's name; empty for none.
    pub figure: String,
    /// Its step, from 0.
    pub step: usize,
}

/// The lab's share at first: figures have room beside the panel in a window of 1,280 points.
const LAB_SHARE: f32 = 0.56;

/// The smallest and the largest share of the lab.
pub const LAB_SHARES: [f32; 2] = [0.25, 0.75];

/// Whether the panels are dark or light.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the window system says; dark where it says nothing.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

impl Theme {
    /// The one after it.
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
pub enum Side {
    /// The left.
    Left,
    /// The right.
    #[default]
    Right,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The smallest and the largest share of time for water and clouds that move.
pub const MOVING_SHARES: [f32; 2] = [0.05, 1.0];

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
            strength: 0.0,
            variation: 0.3,
            theme: Theme::System,
            panel_side: Side::Right,
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

    /// Whether a parameter stays as it is: it is locked, or a group that it is in.
    pub fn is_locked(&self, address: &str) -> bool {
        let ends = address.match_indices('.').map(|(end, _)| end).chain([address.len()]);
        ends.into_iter().any(|end| self.locks.contains(&address[..end]))
    }

    fn within_range(self) -> Self {
        let side = |n: u32, least| n.clamp(least, 16384);
        let share = |x: f64| if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 };
        let within = |x: f32, [least, most]: [f32; 2], default: f32| {
            if x.is_finite() { x.clamp(least, most) } else { default }
        };
        Self {
            width: side(self.width, 320),
            height: side(self.height, 200),
            text_scale: within(self.text_scale, TEXT_SCALES, 1.0),
            lab_share: within(self.lab_share, LAB_SHARES, LAB_SHARE),
            moving_share: within(self.moving_share, MOVING_SHARES, 0.5),
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
                panel_side: Side::Left,
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

    #[test]
    fn what_is_in_a_locked_group_is_locked() {
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
