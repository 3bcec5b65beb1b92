//! The terrain as another Bevy app uses it: a plugin, a viewer, questions, messages.

use std::collections::HashSet;

use bevy::ecs::message::Messages;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use orogen::headless::capture::{Headless, headless_app};
use orogen::plugin::land::origin::{TerrainViewer, WorldOrigin};
use orogen::plugin::land::state::ChunkSeen;
use orogen::plugin::land::state::{ShownLand, WantedScene};
use orogen::plugin::land::stream::Streaming;
use orogen::plugin::{Terrain, TerrainPlugin};
use orogen::terrain::{ChunkKey, Land, Recipe};

use crate::tools::drawing;

fn recipe() -> Recipe {
    let mut recipe = Recipe::default();
    recipe.noise.seed = "plugin".to_owned();
    recipe
}

/// An app with the plugin and a viewer that is no camera; nothing is drawn.
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

/// Keeps the set of seen chunks as the messages have it.
fn follow(
    app: &mut Headless,
    cursor: &mut bevy::ecs::message::MessageCursor<ChunkSeen>,
    seen: &mut HashSet<ChunkKey>,
) {
    for message in cursor.read(app.world().resource::<Messages<ChunkSeen>>()) {
        match message {
            ChunkSeen::Shown(key) => assert!(seen.insert(*key), "{key:?} is shown twice"),
            ChunkSeen::Hidden(key) => {
                assert!(seen.remove(key), "{key:?} is hidden and was not shown")
            }
        }
    }
}

#[test]
fn any_system_can_ask_for_heights_and_normals() {
    let _drawing = drawing();
    let (mut app, _) = app();
    let land = Land::new(&recipe()).unwrap();
    let mut state = SystemState::<Terrain>::new(app.world());
    // The origin is far from the world's: positions are the rendering's.
    orogen::plugin::land::origin::move_to(app.world(), WorldOrigin([4096.0, -2048.0]));
    let terrain = state.get(app.world()).unwrap();
    for [x, z] in [[0.0f32, 0.0], [12.5, -700.0], [-333.0, 90.0]] {
        let at = Vec3::new(x, 9.0, z);
        let world = [f64::from(x) + 4096.0, f64::from(z) - 2048.0];
        assert_eq!(terrain.height(at), Some(land.height_m(world, 1.0) as f32));
        let normal = terrain.normal(at).unwrap();
        assert!((normal.length() - 1.0).abs() < 1e-5 && normal.y > 0.0);
        // A step along the slope goes up as the normal says.
        let up =
            |step: Vec3| terrain.height(at + step).unwrap() - terrain.height(at - step).unwrap();
        for step in [Vec3::X, Vec3::Z] {
            let expected = -2.0 * normal.dot(step) / normal.y;
            assert!((up(step) - expected).abs() < 0.01, "{} {expected}", up(step));
        }
    }
    assert_eq!(terrain.sea_level(), Some(recipe().world.sea_level_m as f32));
}

#[test]
fn land_streams_around_the_viewer_and_messages_tell_of_it() {
    let _drawing = drawing();
    let (mut app, viewer) = app();
    assert_eq!(
        app.world().resource::<ShownLand>().current.as_ref().expect("land").recipe,
        recipe()
    );
    // From here on messages alone tell.
    let mut cursor = app.world().resource::<Messages<ChunkSeen>>().get_cursor_current();
    let mut seen =
        app.world().resource::<Streaming>().selection.as_ref().expect("endless").leaves().clone();
    for step in 0..12 {
        let mut place = app.world().get_mut::<Transform>(viewer).expect("the viewer");
        place.translation.x += 150.0 * step as f32;
        // A frame at a time: messages last for two.
        loop {
            app.update();
            follow(&mut app, &mut cursor, &mut seen);
            if app.world().resource::<Streaming>().is_settled() {
                break;
            }
        }
        let streaming = app.world().resource::<Streaming>();
        let leaves = streaming.selection.as_ref().expect("endless").leaves();
        assert_eq!(&seen, leaves, "step {step}");
    }
    assert!(!seen.is_empty());
}
