//! A Bevy app in which each click on the land digs a crater, while the app runs.

use bevy::prelude::*;
use orogen::plugin::prelude::*;
use orogen::terrain::marks::{Brush, MarkPath, Tool};

/// The radius of the pit, in metres.
const RADIUS_M: f64 = 60.0;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, TerrainPlugin::new(Recipe::default())))
        .add_systems(Startup, set_up)
        .add_systems(Update, dig.run_if(resource_exists::<ShownLand>))
        .run();
}

fn set_up(mut commands: Commands) {
    let eye = Transform::from_xyz(0.0, 500.0, 900.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((land_camera(), eye));
}

fn dig(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform), With<LandCamera>>,
    origin: Res<RenderOrigin>,
    shown: Res<ShownLand>,
    mut wanted: ResMut<WantedScene>,
) -> Result {
    let (camera, transform) = *camera;
    let (true, Some(pixel), Some(surface)) =
        (buttons.just_pressed(MouseButton::Left), window.cursor_position(), shown.surface())
    else {
        return Ok(());
    };
    let ray = camera.viewport_to_world(transform, pixel)?;
    let Some([x, _, z]) = surface.pick(&world_ray(ray, *origin)) else { return Ok(()) };
    // A wide, low wall, and a pit inside it.
    for (height_m, radius_m) in [(12.0, 1.6 * RADIUS_M), (-45.0, RADIUS_M)] {
        let stroke = Tool::Brush(Brush { height_m, radius_m, ..Brush::default() });
        let path = MarkPath::from_points_m(&[[x, z]], radius_m)?;
        wanted.0.recipe.draw(None, stroke, path)?;
    }
    Ok(())
}
