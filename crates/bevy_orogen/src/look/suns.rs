//! The sun, and a second one for the second land, so that its shadows come from its own ground.

use bevy::camera::visibility::RenderLayers;
use bevy::light::VolumetricLight;
use bevy::prelude::*;

use crate::camera::LandCamera;
use crate::land::chunks::BESIDE_LAYER;
use crate::land::state::ShownLand;
use crate::order::OrogenSet;

/// A directional light that is the sun.
#[derive(Component)]
pub(super) struct Sun;

/// A sun without shadows.
pub(super) fn sun() -> impl Bundle {
    (Sun, DirectionalLight { shadow_maps_enabled: false, ..default() })
}

/// Shows the second land, with the shadows of its own sun.
pub(super) struct BesidePlugin;

impl Plugin for BesidePlugin {
    fn build(&self, app: &mut App) {
        // The sun's direction is set in the same frame.
        app.add_systems(PostUpdate, follow.after(OrogenSet::Build).before(OrogenSet::Shade));
    }
}

/// The sun of the land beside.
#[derive(Component)]
struct SunBeside;

fn follow(
    shown: Res<ShownLand>,
    suns: Query<Entity, With<SunBeside>>,
    cameras: Query<Entity, With<LandCamera>>,
    mut commands: Commands,
) {
    let has_sun = !suns.is_empty();
    if shown.beside.is_some() == has_sun {
        return;
    }
    for camera in &cameras {
        match has_sun {
            true => _ = commands.entity(camera).remove::<RenderLayers>(),
            false => {
                let layers = RenderLayers::from_layers(&[0, BESIDE_LAYER]);
                commands.entity(camera).insert(layers);
            }
        }
    }
    if has_sun {
        suns.iter().for_each(|sun| commands.entity(sun).despawn());
        return;
    }
    // Shaders tell the suns apart by their order; Bevy puts volumetric lights last. There is no fog
    // for it to light.
    let layer = RenderLayers::layer(BESIDE_LAYER);
    commands.spawn((sun(), SunBeside, VolumetricLight, layer));
}
