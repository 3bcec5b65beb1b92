//! Values of the parameters that look like something.

use super::parameters::ErosionGroup;
use crate::noise::choice::choices;

choices! {
    /// What eroded land looks like.
    pub enum ErosionLook: "look of erosion" {
        /// Sharp ridges with spurs on both sides, and deep valleys.
        Alpine = "alpine",
        /// Bare slopes that are cut all over by narrow gullies.
        Badlands = "badlands",
        /// Walls with few gullies below edges that stay sharp.
        Canyon = "canyon",
        /// Hills with round backs and shallow dells.
        RoundedHills = "rounded-hills",
        /// Old mountains, worn down to broad backs between wide valleys.
        OldHighlands = "old-highlands",
        /// A few great ridges that run down from one height.
        Massif = "massif",
        /// Straight gullies down all sides of a cone.
        Volcano = "volcano",
    }
}

impl ErosionLook {
    /// The values for a guide whose landforms are so wide and reach so far above and below their
    /// middle. Heights of middle and shore are the defaults.
    pub fn parameters(self, width_m: f64, reach_m: f64) -> ErosionGroup {
        let (gully, strength, branching, detail, ridge, crease, onset, octaves) = match self {
            Self::Alpine => (0.3, 0.22, 0.55, 1.5, 0.1, 0.0, 0.8, 6),
            Self::Badlands => (0.1, 0.2, 0.8, 3.0, 0.1, 0.0, 0.33, 5),
            Self::Canyon => (0.2, 0.15, 0.5, 0.7, 0.0, 0.4, 0.8, 5),
            Self::RoundedHills => (0.35, 0.1, 0.4, 1.0, 0.8, 0.6, 0.8, 3),
            Self::OldHighlands => (0.35, 0.14, 0.5, 1.2, 0.5, 0.3, 0.6, 5),
            Self::Massif => (0.4, 0.23, 0.55, 1.7, 0.1, 0.0, 0.8, 6),
            Self::Volcano => (0.15, 0.1, 0.34, 1.5, 0.2, 0.1, 0.4, 5),
        };
        ErosionGroup {
            gully_m: gully * width_m,
            strength,
            branching,
            detail,
            octaves,
            ridge_rounding: ridge,
            crease_rounding: crease,
            onset,
            reach_m,
            ..ErosionGroup::default()
        }
    }
}
