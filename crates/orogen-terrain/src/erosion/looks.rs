//! Named sets of erosion parameters.

use crate::layer::Layer;
use crate::recipe::{ErosionGroup, NoiseLayer, Recipe};
use orogen_noise::choice::choices;

choices! {
    /// A named look of eroded land.
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
    /// The parameters of the look, chosen by eye.
    ///
    /// The guide's landforms have the width `width_m`, and its peaks and valleys lie `reach_m` from
    /// its middle height. Other heights keep their defaults.
    pub fn parameters(self, width_m: f64, reach_m: f64) -> ErosionGroup {
        let mut group = self.for_unit_width();
        // Half the depth of the widest gullies: less makes a step behind the shore
        group.inland_m = (0.5 * group.strength * group.gully_m * width_m).min(2000.0);
        group.gully_m *= width_m;
        group.reach_m = reach_m;
        group
    }

    /// The values for landforms 1 m wide.
    ///
    /// Offset and level together set the land's heights. With offset 1 and level 0.5, valleys
    /// hardly move and peaks rise by the gullies' depth, so little land drowns.
    fn for_unit_width(self) -> ErosionGroup {
        let alpine = ErosionGroup {
            gully_m: 0.42,
            strength: 0.19,
            branching: 0.75,
            detail: 1.4,
            octaves: 7,
            gain: 0.5,
            ridge_rounding: 0.2,
            crease_rounding: 0.0,
            onset: 0.8,
            branch_onset: 0.8,
            straightness: 0.7,
            offset: 1.0,
            level: 0.5,
            ..ErosionGroup::default()
        };
        // Level ground keeps its height in these looks
        let level = ErosionGroup { offset: 0.0, level: 1.0, ..alpine.clone() };
        match self {
            Self::Alpine => alpine,
            // Wider than in nature: narrower gullies look like combed hair
            Self::Badlands => ErosionGroup {
                gully_m: 0.2,
                strength: 0.17,
                branching: 0.65,
                detail: 1.7,
                octaves: 6,
                gain: 0.52,
                ridge_rounding: 0.1,
                crease_rounding: 0.0,
                onset: 0.3,
                branch_onset: 0.8,
                straightness: 0.6,
                ..level
            },
            Self::Canyon => ErosionGroup {
                gully_m: 0.3,
                strength: 0.18,
                branching: 0.7,
                detail: 1.0,
                octaves: 6,
                gain: 0.42,
                ridge_rounding: 0.15,
                crease_rounding: 0.4,
                onset: 1.0,
                branch_onset: 0.8,
                straightness: 0.6,
                ..level
            },
            Self::RoundedHills => ErosionGroup {
                gully_m: 0.45,
                strength: 0.06,
                branching: 0.7,
                detail: 1.3,
                octaves: 4,
                gain: 0.42,
                // With more rounding, dropping detail at a distance would move the land
                ridge_rounding: 0.4,
                crease_rounding: 0.2,
                onset: 0.2,
                branch_onset: 0.6,
                straightness: 0.35,
                ..level
            },
            Self::OldHighlands => ErosionGroup {
                strength: 0.12,
                branching: 0.65,
                detail: 1.5,
                gain: 0.45,
                ridge_rounding: 0.5,
                crease_rounding: 0.2,
                onset: 0.35,
                branch_onset: 0.6,
                straightness: 0.5,
                ..level
            },
            Self::Massif => ErosionGroup {
                gully_m: 0.6,
                strength: 0.17,
                octaves: 8,
                ridge_rounding: 0.3,
                crease_rounding: 0.0,
                onset: 1.0,
                branch_onset: 0.8,
                level: 0.55,
                ..alpine
            },
            Self::Volcano => ErosionGroup {
                gully_m: 0.24,
                strength: 0.15,
                branching: 0.5,
                detail: 1.5,
                gain: 0.48,
                ridge_rounding: 0.15,
                crease_rounding: 0.1,
                onset: 0.4,
                branch_onset: 0.8,
                ..level
            },
        }
    }
}

impl Recipe {
    /// Sets the erosion to a look, with gullies scaled to the land's widest landforms.
    pub fn erode(&mut self, look: ErosionLook) {
        let guides = || self.layers.visible().filter(|layer| layer.is_guide());
        let noises = guides().filter_map(Layer::as_noise).map(NoiseLayer::feature_size_m);
        let width_m = noises.fold(0.0, f64::max);
        let width_m = if width_m > 0.0 { width_m } else { self.base().feature_size_m() };
        let height_m = guides().map(Layer::height_m).fold(0.0, f64::max).max(1.0);
        let ErosionGroup { shore_m, roughness, .. } = self.erosion;
        let mut group = look.parameters(width_m, 0.6 * height_m);
        (group.on, group.shore_m, group.roughness) = (true, shore_m, roughness);
        // Very wide or very low land can push these parameters out of their ranges.
        group.gully_m = group.gully_m.clamp(10.0, 100_000.0);
        group.reach_m = group.reach_m.clamp(1.0, 16_000.0);
        group.inland_m = group.inland_m.clamp(0.1, 2000.0);
        self.erosion = group;
    }
}
