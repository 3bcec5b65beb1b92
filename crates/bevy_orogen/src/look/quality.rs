//! Quality: the effects of the natural style that this machine draws.
//!
//! Quality never changes the land.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::view::NoIndirectDrawing;
use wgpu::DeviceType;

pub use super::tier::{MAX_OCTAVES, Quality, Switches, Tier};
use crate::camera::LandCamera;
use orogen_terrain::normals::TileReach;

impl Quality {
    /// The tier for a graphics adapter.
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

/// The enabled effects and their settings.
///
/// A tier sets all of them; the user's switches override single effects.
///
/// ```
/// use bevy_orogen::look::quality::{Effects, Tier};
///
/// let effects = Effects { waves_move: true, ..Effects::of(Tier::High) };
/// assert!(effects.shadows && effects.waves_move);
/// ```
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Effects {
    /// Shadows of the sun.
    pub shadows: bool,
    /// The number of shadow cascades.
    pub cascades: usize,
    /// The side of each shadow map, in texels.
    pub shadow_texels: usize,
    /// The largest distance at which shadows are drawn, in metres.
    pub shadow_far_m: f32,
    /// Fine normals: normals finer than the mesh.
    pub normals: FineNormals,
    /// The side of the horizon maps in texels; 0 switches them off.
    ///
    /// They give the visible share of the sky, distant shadows and mirrored mountains.
    pub horizon_texels: usize,
    /// The number of ray-march steps of a reflection in water.
    pub mirror_steps: u32,
    /// The number of octaves of detail finer than the mesh.
    pub octaves: u32,
    /// True if water moves even in an otherwise still picture.
    pub waves_move: bool,
    /// The number of ray-march steps through low clouds; 0 draws them as sheets.
    pub cloud_steps: u32,
    /// True if clouds move even in an otherwise still picture.
    pub clouds_move: bool,
    /// Samples per pixel, 1 or 4.
    pub samples: u32,
    /// The distance up to which trees have detailed shapes, in metres.
    pub plants_near_m: f32,
    /// The distance up to which trees have shapes, in metres.
    ///
    /// Beyond it, woods are drawn on the ground.
    pub plants_far_m: f32,
    /// The distance up to which tufts of grass are drawn, in metres.
    pub tufts_m: f32,
    /// True if plants cast shadows.
    pub plant_shadows: bool,
}

/// The reach and the number of tiles of fine normals.
///
/// A tile takes [`TILE_BYTES`](orogen_terrain::normals::TILE_BYTES), 66 KiB: 512 tiles take 33 MiB,
/// 1536 take 99.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FineNormals {
    /// The reach, in sides of tiles.
    pub reach: TileReach,
    /// The largest number of tiles, for both lands of a divider together.
    pub slots: u16,
}

/// The number of ray-march steps at which clouds look solid.
const SOLID_STEPS: u32 = 96;

impl Effects {
    /// The effects of a tier.
    pub fn of(tier: Tier) -> Self {
        let low = Self {
            shadows: true,
            cascades: 2,
            shadow_texels: 1024,
            shadow_far_m: 1500.0,
            normals: FineNormals { reach: TileReach { ahead: 4.5, around: 1.5 }, slots: 512 },
            horizon_texels: 256,
            mirror_steps: 10,
            octaves: 2,
            waves_move: false,
            cloud_steps: 0,
            clouds_move: false,
            samples: 4,
            plants_near_m: 0.0,
            plants_far_m: 250.0,
            tufts_m: 0.0,
            plant_shadows: false,
        };
        match tier {
            Tier::Low => low,
            Tier::Medium => Self {
                cascades: 3,
                shadow_texels: 2048,
                shadow_far_m: 2000.0,
                octaves: 3,
                mirror_steps: 14,
                cloud_steps: 72,
                plants_near_m: 90.0,
                plants_far_m: 550.0,
                tufts_m: 30.0,
                plant_shadows: true,
                ..low
            },
            Tier::High => Self {
                cascades: 4,
                shadow_texels: 2048,
                shadow_far_m: 3000.0,
                octaves: 4,
                normals: FineNormals { reach: TileReach { ahead: 9.0, around: 2.25 }, slots: 1536 },
                horizon_texels: 512,
                mirror_steps: 18,
                cloud_steps: SOLID_STEPS,
                plants_near_m: 150.0,
                plants_far_m: 850.0,
                tufts_m: 45.0,
                plant_shadows: true,
                ..low
            },
            Tier::Ultra => Self {
                cascades: 4,
                shadow_texels: 4096,
                shadow_far_m: 4000.0,
                normals: FineNormals { reach: TileReach { ahead: 9.0, around: 4.5 }, slots: 1536 },
                horizon_texels: 512,
                mirror_steps: 28,
                octaves: 6,
                waves_move: true,
                cloud_steps: 128,
                clouds_move: true,
                plants_near_m: 300.0,
                plants_far_m: 1400.0,
                tufts_m: 80.0,
                plant_shadows: true,
                ..low
            },
        }
    }
}

impl Effects {
    /// A copy with the user's switches applied.
    pub fn with(self, switches: &Switches) -> Self {
        let samples = switches.smooth_edges.map(|smooth| if smooth { 4 } else { 1 });
        let cloud_steps = switches.solid_clouds.map(|solid| match (solid, self.cloud_steps) {
            (false, _) => 0,
            (true, 0) => SOLID_STEPS,
            (true, steps) => steps,
        });
        Self {
            shadows: switches.shadows.unwrap_or(self.shadows),
            cloud_steps: cloud_steps.unwrap_or(self.cloud_steps),
            clouds_move: switches.clouds_move.unwrap_or(self.clouds_move),
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

/// Makes the land's camera draw without indirect commands.
///
/// Some drivers handle indirect commands incorrectly.
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
    fn a_higher_tier_draws_at_least_as_much() {
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
            let [coarse, fine] = [pair[0].normals, pair[1].normals];
            assert!(coarse.reach.ahead <= fine.reach.ahead && coarse.slots <= fine.slots);
            assert!(
                pair[0].plants_near_m <= pair[1].plants_near_m
                    && pair[0].plants_far_m <= pair[1].plants_far_m
                    && pair[0].tufts_m <= pair[1].tufts_m
            );
            assert!(pair[0].waves_move <= pair[1].waves_move && pair[0].octaves <= MAX_OCTAVES);
            assert!(
                pair[0].clouds_move <= pair[1].clouds_move
                    && pair[0].cloud_steps <= pair[1].cloud_steps
            );
        }
    }

    #[test]
    fn a_switch_changes_only_its_effect() {
        let medium = Effects::of(Tier::Medium);
        assert_eq!(medium.with(&Switches::default()), medium);
        let switched =
            medium.with(&Switches { shadows: Some(false), smooth_edges: Some(false), ..default() });
        assert_eq!(switched, Effects { shadows: false, samples: 1, ..medium });
        let clouds = |tier, solid| {
            let switches = Switches { solid_clouds: Some(solid), ..default() };
            Effects::of(tier).with(&switches).cloud_steps
        };
        assert_eq!((clouds(Tier::Ultra, false), clouds(Tier::Ultra, true)), (0, 128));
        assert_eq!((clouds(Tier::Low, false), clouds(Tier::Low, true)), (0, SOLID_STEPS));
        assert_eq!(medium.with(&Switches { octaves: Some(99), ..default() }).octaves, MAX_OCTAVES);
    }

    #[test]
    fn without_a_known_adapter_the_quality_is_medium() {
        assert_eq!(Quality::Auto.tier(None), Tier::Medium);
    }
}
