//! A Bevy app in which the camera flies over the land, and chunks load around the camera.

use bevy::prelude::*;
use orogen::plugin::prelude::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, TerrainPlugin::new(Recipe::default())))
        .add_systems(Startup, |mut commands: Commands| _ = commands.spawn(land_camera()))
        .add_systems(Update, fly)
        .run();
}

fn fly(time: Res<Time>, terrain: Terrain, mut viewer: Single<&mut Transform, With<TerrainViewer>>) {
    let ahead = viewer.translation + Vec3::X * 80.0 * time.delta_secs();
    let ground = terrain.height(ahead).unwrap_or(0.0).max(terrain.sea_level().unwrap_or(0.0));
    **viewer = Transform::from_translation(ahead.with_y(ground + 120.0))
        .looking_to(Vec3::new(1.0, -0.2, 0.3), Vec3::Y);
}
