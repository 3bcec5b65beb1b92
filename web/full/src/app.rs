//! The Bevy app: the terrain plugin, and a camera that the page moves.

use std::time::Duration;

use bevy::app::PanicHandlerPlugin;
use bevy::light::PointLightShadowMap;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::error_handler::RenderErrorHandler;
use bevy::window::{ExitCondition, WindowResolution};
use bevy_orogen::TerrainPlugin;
use bevy_orogen::camera::eye::Eye;
use bevy_orogen::camera::{LandCamera, land_camera};
use bevy_orogen::draft::DraftDivisor;
use bevy_orogen::land::fed::FedLand;
use bevy_orogen::land::origin::RenderOrigin;
use bevy_orogen::land::state::{ChunkIndex, ShownLand, WantedScene};
use bevy_orogen::look::colour::BACKGROUND;
use bevy_orogen::look::horizon::{HorizonFade, LandHorizons};
use bevy_orogen::look::normals::{NormalTiles, TilesAtOnce};
use bevy_orogen::look::quality::{Effects, Tier};
use orogen_terrain::Scene;
use serde_json::{Value as Json, json};
use wasm_bindgen::JsError;

use crate::{canvas, problem};

/// An app that draws a scene in a canvas of this size in pixels. A slow device draws edges of one sample,
/// and nothing fades in, because that would need several pictures.
///
/// # Errors
/// If the app gets no window.
pub fn new(canvas: u32, size: UVec2, scene: Scene, is_slow: bool) -> Result<App, JsError> {
    let window = Window { resolution: WindowResolution::new(size.x, size.y), ..Window::default() };
    let plugins = DefaultPlugins
        .set(WindowPlugin {
            primary_window: Some(window),
            exit_condition: ExitCondition::DontExit,
            close_when_requested: false,
            ..default()
        })
        .set(LogPlugin {
            level: Level::WARN,
            // It always says that the graphics library's state is unknown.
            filter: "wgpu=error,naga=warn,bevy_render::renderer=error".to_owned(),
            ..default()
        })
        // The page shows the message.
        .disable::<PanicHandlerPlugin>();
    let mut app = App::new();
    app.add_plugins(plugins)
        .insert_resource(ClearColor(BACKGROUND))
        .insert_resource(PointLightShadowMap { size: 1 })
        .insert_resource(RenderErrorHandler(problem::stop))
        .insert_resource(WantedScene(scene))
        .init_resource::<FedLand>()
        .add_plugins(TerrainPlugin::default())
        .insert_resource(Effects::of(if is_slow { Tier::Low } else { Tier::Medium }));
    if is_slow {
        app.insert_resource(Effects { samples: 1, ..Effects::of(Tier::Low) })
            .insert_resource(DraftDivisor(4))
            .insert_resource(TilesAtOnce(true))
            .insert_resource(HorizonFade(Duration::ZERO));
    }
    canvas::connect(&mut app, canvas)?;
    app.world_mut().spawn(land_camera());
    Ok(app)
}

/// Places the camera.
pub fn place_camera(app: &mut App, eye: &Eye) {
    let world = app.world_mut();
    let transform = eye.transform(*world.resource::<RenderOrigin>());
    let mut cameras = world.query_filtered::<&mut Transform, With<LandCamera>>();
    cameras.iter_mut(world).for_each(|mut camera| _ = camera.set_if_neq(transform));
}

/// The state of the picture, for the page.
pub fn state(app: &App) -> Json {
    let world = app.world();
    let Some(shown) = world.get_resource::<ShownLand>() else { return json!({}) };
    let horizons = world.get_resource::<LandHorizons>().is_some_and(LandHorizons::is_settled);
    let normals = world.get_resource::<NormalTiles>().is_some_and(NormalTiles::is_complete);
    json!({
        "revision": shown.revision,
        "chunks": world.get_resource::<ChunkIndex>().map_or(0, |index| index.0.len()),
        "triangles": shown.triangles,
        "is_settled": horizons && normals,
        "settled": { "horizons": horizons, "normals": normals },
        "problem": shown.problem.as_ref().map(|problem| problem.to_string()),
    })
}
