//! Quality: what of the natural style a machine draws. Never the land's shape.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::view::NoIndirectDrawing;
use wgpu::DeviceType;

use crate::plugin::camera::LandCamera;
pub use crate::terrain::quality::{MAX_OCTAVES, Quality, Switches, Tier};

impl Quality {
    /// The tier that it comes to on an adapter.
    pub fn tier(self, adapter: Option<&RenderAdapterInfo>) -> Tier {
        match self {
            Self::Auto => adapter.map_or(Tier::Medium, tier_of),
            Self::Low => Tier::Low,
            Self::Medium => Tier::Medium,
            Self::High => Tier::High,
            Self::Ultra => Tier::Ultra,
        }
    }
}

/// The effects that are drawn; a tier sets them all, and each can be switched by itself.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Effects {
    /// Shadows of the sun.
    pub shadows: bool,
    /// How many maps they are drawn in, from near to far.
    pub cascades: usize,
    /// The side of each map, in texels.
    pub shadow_texels: usize,
    /// Where they end.
    pub shadow_far_m: f32,
    /// Octaves of detail that the mesh is too coarse for.
    pub octaves: u32,
    /// Whether water moves while nothing else does.
    pub waves_move: bool,
    /// Samples a pixel, 1 or 4.
    pub samples: u32,
}

impl Effects {
    /// What a tier draws.
    pub fn of(tier: Tier) -> Self {
        let low = Self {
            shadows: true,
            cascades: 2,
            shadow_texels: 1024,
            shadow_far_m: 1500.0,
            octaves: 2,
            waves_move: false,
            samples: 4,
        };
        match tier {
            Tier::Low => low,
            Tier::Medium => {
                Self { cascades: 3, shadow_texels: 2048, shadow_far_m: 2000.0, octaves: 3, ..low }
            }
            Tier::High => {
                Self { cascades: 4, shadow_texels: 2048, shadow_far_m: 3000.0, octaves: 4, ..low }
            }
            Tier::Ultra => Self {
                cascades: 4,
                shadow_texels: 4096,
                shadow_far_m: 4000.0,
                octaves: 6,
                waves_move: true,
                ..low
            },
        }
    }
}

impl Effects {
    /// These effects, but for what was switched by itself.
    pub fn with(self, switches: &Switches) -> Self {
        let samples = switches.smooth_edges.map(|smooth| if smooth { 4 } else { 1 });
        Self {
            shadows: switches.shadows.unwrap_or(self.shadows),
            waves_move: switches.waves_move.unwrap_or(self.waves_move),
            samples: samples.unwrap_or(self.samples),
            octaves: switches.octaves.unwrap_or(self.octaves).min(MAX_OCTAVES),
            ..self
        }
    }
}

impl Default for Effects {
    fn default() -> Self {
        Self::of(Tier::Medium)
    }
}

/// The tier that suits a graphics adapter.
pub fn tier_of(adapter: &RenderAdapterInfo) -> Tier {
    match adapter.device_type {
        DeviceType::DiscreteGpu => Tier::High,
        DeviceType::VirtualGpu => Tier::Medium,
        DeviceType::IntegratedGpu | DeviceType::Cpu | DeviceType::Other => Tier::Low,
    }
}

/// Has the camera draw without indirect commands, which some drivers get wrong.
pub fn draw_directly(app: &mut App) {
    let mark =
        |mut commands: Commands,
         cameras: Query<Entity, (With<LandCamera>, Without<NoIndirectDrawing>)>| {
            cameras.iter().for_each(|camera| _ = commands.entity(camera).insert(NoIndirectDrawing));
        };
    app.add_systems(First, mark);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_draws_no_less_than_the_one_below_it() {
        let tiers: Vec<_> = Tier::ALL.iter().map(|tier| Effects::of(tier.value)).collect();
        for pair in tiers.windows(2) {
            assert!(
                pair[0] != pair[1]
                    && pair[0].octaves <= pair[1].octaves
                    && pair[0].samples <= pair[1].samples
            );
            assert!(
                pair[0].shadow_far_m <= pair[1].shadow_far_m
                    && pair[0].shadow_texels <= pair[1].shadow_texels
            );
            assert!(pair[0].waves_move <= pair[1].waves_move && pair[0].octaves <= MAX_OCTAVES);
        }
    }

    #[test]
    fn a_switch_changes_its_effect_and_nothing_else() {
        let medium = Effects::of(Tier::Medium);
        assert_eq!(medium.with(&Switches::default()), medium);
        let switched =
            medium.with(&Switches { shadows: Some(false), smooth_edges: Some(false), ..default() });
        assert_eq!(switched, Effects { shadows: false, samples: 1, ..medium });
        assert_eq!(medium.with(&Switches { octaves: Some(99), ..default() }).octaves, MAX_OCTAVES);
    }

    #[test]
    fn without_a_known_adapter_the_quality_is_the_middle_one() {
        assert_eq!(Quality::Auto.tier(None), Tier::Medium);
    }
}
