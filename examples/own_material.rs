//! A Bevy app that draws the land with the app's own material, sun and camera.

use bevy::prelude::*;
use orogen::plugin::prelude::*;

fn main() {
    let clay =
        StandardMaterial { base_color: Color::srgb(0.7, 0.5, 0.4), reflectance: 0.1, ..default() };
    App::new()
        .insert_resource(ClearColor(Color::srgb(0.6, 0.75, 0.9)))
        .add_plugins((
            DefaultPlugins,
            TerrainPlugin { look: Look::None, ..TerrainPlugin::new(Recipe::default()) },
            ChunkMaterialPlugin(clay),
        ))
        .add_systems(Startup, set_up)
        .run();
}

fn set_up(mut commands: Commands) {
    let eye = Transform::from_xyz(0.0, 400.0, 0.0).looking_to(Vec3::new(1.0, -0.3, 0.3), Vec3::Y);
    commands.spawn((Camera3d::default(), TerrainViewer, eye));
    let sunlight = Transform::default().looking_to(Vec3::new(1.0, -0.6, -0.4), Vec3::Y);
    commands.spawn((DirectionalLight::default(), sunlight));
}
