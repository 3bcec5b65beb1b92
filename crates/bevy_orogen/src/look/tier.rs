//! Quality: how much of the natural style a machine draws, as a person asks for it. Never the
//! land's shape.

use serde::{Deserialize, Serialize};

use orogen_noise::choice::choices;

choices! {
    /// How much the natural style may cost.
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
    /// The quality that a person asks for.
    pub enum Quality: "quality" {
        /// What suits the graphics adapter.
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

/// Effects that a person has switched by themselves, whatever the tier says.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Switches {
    /// Shadows of the sun.
    pub shadows: Option<bool>,
    /// Whether water moves while nothing else does.
    pub waves_move: Option<bool>,
    /// Whether clouds are solid; else they are sheets.
    pub solid_clouds: Option<bool>,
    /// Whether clouds move while nothing else does.
    pub clouds_move: Option<bool>,
    /// Whether a pixel has several samples.
    pub smooth_edges: Option<bool>,
    /// Octaves of detail that the mesh is too coarse for, from 0 to [`MAX_OCTAVES`].
    pub octaves: Option<u32>,
}

/// The most octaves of detail that are worth drawing.
pub const MAX_OCTAVES: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_qualities_are_those_of_the_tiers() {
        let tiers: Vec<_> = Tier::ALL.iter().map(|tier| (tier.name, tier.doc)).collect();
        let qualities: Vec<_> =
            Quality::ALL.iter().map(|quality| (quality.name, quality.doc)).collect();
        assert_eq!(qualities[1..], tiers);
    }
}
