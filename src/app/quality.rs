//! Quality: what of the natural style a machine draws. Never the land's shape.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use wgpu::DeviceType;

use crate::noise::choice::choices;

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
            Tier::Medium => Self { cascades: 3, shadow_texels: 2048, shadow_far_m: 2000.0, octaves: 3, ..low },
            Tier::High => Self { cascades: 4, shadow_texels: 2048, shadow_far_m: 3000.0, octaves: 4, ..low },
            Tier::Ultra => {
                Self { cascades: 4, shadow_texels: 4096, shadow_far_m: 4000.0, octaves: 6, waves_move: true, ..low }
            }
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
