//! The user's choices of quality and effects. They never change the land.

use serde::{Deserialize, Serialize};

use orogen_noise::choice::choices;

choices! {
    /// The cost of the natural style.
    pub enum Tier: "quality" {
        /// For software drivers and integrated graphics.
        Low = "low",
        /// Shadows to 2 km, more detail.
        Medium = "medium",
        /// Sharp shadows to 3 km.
        High = "high",
        /// The finest shadows and detail, and water that moves.
        Ultra = "ultra",
    }
}

choices! {
    /// The quality that the user chooses.
    pub enum Quality: "quality" {
        /// The tier that suits the graphics adapter.
        Auto = "auto",
        /// For software drivers and integrated graphics.
        Low = "low",
        /// Shadows to 2 km, more detail.
        Medium = "medium",
        /// Sharp shadows to 3 km.
        High = "high",
        /// The finest shadows and detail, and water that moves.
        Ultra = "ultra",
    }
}

impl Serialize for Quality {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Quality {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Effects that the user has switched on or off.
///
/// `None` leaves the setting of the tier.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Switches {
    /// Shadows of the sun.
    pub shadows: Option<bool>,
    /// True if water moves even in an otherwise still picture.
    pub waves_move: Option<bool>,
    /// True for solid clouds, false for sheets.
    pub solid_clouds: Option<bool>,
    /// True if clouds move even in an otherwise still picture.
    pub clouds_move: Option<bool>,
    /// True for 4 samples per pixel, false for 1.
    pub smooth_edges: Option<bool>,
    /// The number of octaves of detail finer than the mesh, from 0 to [`MAX_OCTAVES`].
    pub octaves: Option<u32>,
}

/// The largest useful number of octaves of detail.
pub const MAX_OCTAVES: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualities_have_the_names_of_the_tiers() {
        let tiers: Vec<_> = Tier::ALL.iter().map(|tier| (tier.name, tier.doc)).collect();
        let qualities: Vec<_> =
            Quality::ALL.iter().map(|quality| (quality.name, quality.doc)).collect();
        assert_eq!(qualities[1..], tiers);
    }
}
