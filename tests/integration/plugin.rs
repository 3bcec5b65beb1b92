//! The terrain plugin in another Bevy app: viewer, queries, messages.

use std::collections::HashSet;

use bevy::ecs::message::Messages;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use orogen::headless::capture::{Headless, headless_app};
use orogen::plugin::land::stream::Streaming;
use orogen::plugin::look::material::{DomeMaterial, TerrainMaterial};
use orogen::plugin::prelude::*;
use orogen::terrain::{ChunkKey, Land, Surface};

use crate::tools::{drawing, scene_with};

fn recipe() -> Recipe {
    let mut recipe = Recipe::default();
    recipe.world.seed = "plugin".to_owned();
    recipe
}

/// Returns an app with the plugin and a viewer without a camera. It draws nothing.
fn app() -> (Headless, Entity) {
    let mut app = headless_app(UVec2::new(64, 36), |app| {
        app.add_plugins(TerrainPlugin::new(recipe()));
    })
    .expect("a driver to draw with");
    let world = app.world();
    let cameras: Vec<_> = world.query_filtered::<Entity, With<Camera>>().iter(world).collect();
    cameras.into_iter().for_each(|camera| _ = world.despawn(camera));
    world.resource_mut::<WantedScene>().0.set_text("distance.horizon_km", "2").unwrap();
    let viewer = world.spawn((TerrainViewer, Transform::from_xyz(300.0, 500.0, -200.0))).id();
    app.settle().expect("land");
    (app, viewer)
}

/// Updates the set of visible chunks from the messages.
fn follow(
    app: &mut Headless,
    cursor: &mut bevy::ecs::message::MessageCursor<ChunkVisibilityChanged>,
    visible: &mut HashSet<ChunkKey>,
) {
    for message in cursor.read(app.world().resource::<Messages<ChunkVisibilityChanged>>()) {
        match message {
            ChunkVisibilityChanged::Shown(key) => {
                assert!(visible.insert(*key), "{key:?} is shown twice")
            }
            ChunkVisibilityChanged::Hidden(key) => {
                assert!(visible.remove(key), "{key:?} is hidden and was not shown")
            }
        }
    }
}

#[test]
fn any_system_can_query_heights_and_normals() {
    let _drawing = drawing();
    let (mut app, _) = app();
    let land = Land::new(&recipe()).unwrap();
    let mut state = SystemState::<Terrain>::new(app.world());
    // The rendering origin has moved: positions are relative to it.
    orogen::plugin::land::origin::move_to(app.world(), RenderOrigin([4096.0, -2048.0]));
    let terrain = state.get(app.world()).unwrap();
    for [x, z] in [[0.0f32, 0.0], [12.5, -700.0], [-333.0, 90.0]] {
        let at = Vec3::new(x, 9.0, z);
        let world = [f64::from(x) + 4096.0, f64::from(z) - 2048.0];
        assert_eq!(terrain.height(at), Some(land.height_m(world, 1.0) as f32));
        let normal = terrain.normal(at).unwrap();
        assert!((normal.length() - 1.0).abs() < 1e-5 && normal.y > 0.0);
        // A step along the slope rises as the normal predicts.
        let rise =
            |step: Vec3| terrain.height(at + step).unwrap() - terrain.height(at - step).unwrap();
        for step in [Vec3::X, Vec3::Z] {
            let expected = -2.0 * normal.dot(step) / normal.y;
            assert!((rise(step) - expected).abs() < 0.01, "{} {expected}", rise(step));
        }
    }
    assert_eq!(terrain.sea_level(), Some(recipe().world.sea_level_m as f32));
}

#[test]
fn land_streams_around_the_viewer_and_sends_messages() {
    let _drawing = drawing();
    let (mut app, viewer) = app();
    assert_eq!(
        app.world().resource::<ShownLand>().current.as_ref().expect("land").recipe,
        recipe()
    );
    // From here on only messages update the set.
    let mut cursor =
        app.world().resource::<Messages<ChunkVisibilityChanged>>().get_cursor_current();
    let mut visible =
        app.world().resource::<Streaming>().selection.as_ref().expect("endless").leaves().clone();
    for step in 0..12 {
        let mut place = app.world().get_mut::<Transform>(viewer).expect("the viewer");
        place.translation.x += 150.0 * step as f32;
        // Every frame, because messages last for two.
        loop {
            app.update();
            follow(&mut app, &mut cursor, &mut visible);
            if app.world().resource::<Streaming>().is_settled() {
                break;
            }
        }
        let streaming = app.world().resource::<Streaming>();
        let leaves = streaming.selection.as_ref().expect("endless").leaves();
        assert_eq!(&visible, leaves, "step {step}");
    }
    assert!(!visible.is_empty());
}

/// Returns the correlation of pairs, from −1 to 1.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let mean = pairs.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    let sums = pairs.iter().fold([0.0; 3], |[ab, aa, bb], p| {
        let (a, b) = (p.0 - mean.0, p.1 - mean.1);
        [ab + a * b, aa + a * a, bb + b * b]
    });
    sums[0] / (sums[1] * sums[2]).sqrt()
}

#[test]
fn another_material_is_lit_by_the_light_of_the_app_alone() {
    let _drawing = drawing();
    let to_light = Vec3::new(-0.7, 0.6, 0.4).normalize();
    let clay = StandardMaterial {
        base_color: Color::linear_rgb(0.3, 0.6, 0.1),
        perceptual_roughness: 1.0,
        reflectance: 0.0,
        ..default()
    };
    let mut app = headless_app(UVec2::new(320, 180), |app| {
        let land = TerrainPlugin { look: Look::None, ..default() };
        app.add_plugins((land, ChunkMaterialPlugin(clay)));
        let light = DirectionalLight { illuminance: 2500.0, ..default() };
        app.world_mut().spawn((light, Transform::default().looking_to(-to_light, Vec3::Y)));
    })
    .expect("a driver to draw with");
    let changes = [
        ("world.seed", "plugin"),
        ("world.bounded", "on"),
        ("world.extent_chunks", "4"),
        ("world.sea_level_m", "-1000"),
    ];
    let scene = scene_with(&changes, "0,88,200");
    app.want(scene.clone());
    let picture = app.picture().expect("a picture");

    // The plugin's look is absent.
    let world = app.world();
    let count = |world: &mut World| world.query::<&DirectionalLight>().iter(world).count();
    assert_eq!(count(world), 1, "the app's own light and no other");
    let terrain_materials = world.query::<&MeshMaterial3d<TerrainMaterial>>().iter(world).count();
    let domes = world.query::<&MeshMaterial3d<DomeMaterial>>().iter(world).count();
    assert_eq!([terrain_materials, domes], [0; 2]);
    let chunks = world.query::<&Chunk>().iter(world).count();
    let other =
        world.query::<(&Chunk, &MeshMaterial3d<OnChunks<StandardMaterial>>)>().iter(world).count();
    assert!(chunks == other && chunks > 0, "{other} of {chunks} chunks have the material");

    // Slopes that face the light must be bright.
    let surface = Surface::new(&scene.recipe).unwrap();
    let origin = *world.resource::<RenderOrigin>();
    let (camera, eye) = world
        .query_filtered::<(&Camera, &GlobalTransform), With<LandCamera>>()
        .single(world)
        .unwrap();
    let mut pairs = vec![];
    for i in 0..400 {
        let at = [f64::from(i % 20) * 6.0 - 57.0, f64::from(i / 20) * 4.0 - 38.0];
        let position = origin.local([at[0], surface.bed_m(at), at[1]]);
        let Ok(pixel) = camera.world_to_viewport(eye, position) else { continue };
        let rgba = picture.get_pixel(pixel.x as u32, pixel.y as u32).0;
        let linear = Color::srgb_u8(rgba[0], rgba[1], rgba[2]).to_linear();
        assert!(linear.green > linear.red && linear.red > linear.blue, "{linear:?} at {at:?}");
        let normal = Vec3::from(surface.normal(at).map(|c| c as f32));
        pairs.push((f64::from(linear.green), f64::from(normal.dot(to_light).max(0.0))));
    }
    assert!(pairs.len() > 300, "{} places are in the picture", pairs.len());
    let similarity = correlation(&pairs);
    assert!(similarity > 0.95, "the correlation of light and slope is {similarity}");
}
