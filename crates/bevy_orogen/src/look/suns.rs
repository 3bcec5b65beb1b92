//! The sun, and a second sun for the land right of a divider.
//!
//! With a sun of its own, each land casts shadows only on itself.

use bevy::camera::visibility::RenderLayers;
use bevy::light::VolumetricLight;
use bevy::prelude::*;

use crate::camera::LandCamera;
use crate::land::chunks::SECOND_LAND_LAYER;
use crate::land::state::ShownLand;
use crate::order::OrogenSet;

/// Marks a directional light as a sun.
#[derive(Component)]
pub(super) struct Sun;

/// The components of a sun. Its shadows are switched on later.
pub(super) fn sun() -> impl Bundle {
    (Sun, DirectionalLight { shadow_maps_enabled: false, ..default() })
}

/// Shows the second land of a divider, lit by a sun of its own.
pub(super) struct SecondLandPlugin;

impl Plugin for SecondLandPlugin {
    fn build(&self, app: &mut App) {
        // `OrogenSet::Shade` sets the new sun's direction in the same frame.
        app.add_systems(
            PostUpdate,
            update_second_sun.after(OrogenSet::Build).before(OrogenSet::Shade),
        );
    }
}

/// Marks the sun of the second land.
#[derive(Component)]
struct SecondSun;

fn update_second_sun(
    shown: Res<ShownLand>,
    suns: Query<Entity, With<SecondSun>>,
    cameras: Query<Entity, With<LandCamera>>,
    mut commands: Commands,
) {
    let has_sun = !suns.is_empty();
    if shown.second.is_some() == has_sun {
        return;
    }
    for camera in &cameras {
        match has_sun {
            true => _ = commands.entity(camera).remove::<RenderLayers>(),
            false => {
                let layers = RenderLayers::from_layers(&[0, SECOND_LAND_LAYER]);
                commands.entity(camera).insert(layers);
            }
        }
    }
    if has_sun {
        suns.iter().for_each(|sun| commands.entity(sun).despawn());
        return;
    }
    // Shaders tell the two suns apart by their order. Bevy puts volumetric lights last, so the second
    // sun is a volumetric light. This has no other effect, because there is no volumetric fog.
    let layer = RenderLayers::layer(SECOND_LAND_LAYER);
    commands.spawn((sun(), SecondSun, VolumetricLight, layer));
}
