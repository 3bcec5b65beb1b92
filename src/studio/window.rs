//! Builds the window from its plugins and runs it.

use std::time::Duration;

use bevy::diagnostic::FrameTimeDiagnosticsPlugin;
use bevy::light::PointLightShadowMap;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::window::WindowResolution;

use crate::headless::capture::{Driver, log_plugin};
use crate::headless::one_thread::OneThreadPlugin;
use crate::headless::unused::WithoutUnusedPlugin;
use crate::plugin::TerrainPlugin;
use crate::plugin::draft::DraftDivisor;
use crate::plugin::kept_picture::PieceTimeLimit;
use crate::plugin::land::state::WantedScene;
use crate::plugin::look::colour::BACKGROUND;
use crate::plugin::look::horizon::HorizonFade;
use crate::plugin::look::normals::TilesAtOnce;
use crate::plugin::look::pipelines::PipelinesAtOnce;
use crate::plugin::recovery::RecoveryPlugin;
use crate::studio::app;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::data::Settings;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::app::shaders::ShaderHelperPlugin;
use crate::studio::app::software::LONGEST_PIECE;
use crate::studio::app::software::one_frame_at_a_time;
use crate::studio::app::software::software_driver;
use crate::studio::camera;
use crate::studio::camera::state::Journey;
use crate::studio::document;
use crate::studio::document::state::OpenDocument;
use crate::studio::features;
use crate::studio::panel::draw::UiPlugin;
use crate::studio::panel::{commands, quality};
use crate::terrain::scene::Scene;

/// Opens the window on a scene and returns when the user closes it.
///
/// `notice` is the first notice shown over the land, and `extend` adds to the app before it starts.
pub fn run(
    scene: Scene,
    document: OpenDocument,
    settings: Settings,
    notice: Option<String>,
    driver: Driver,
    extend: impl FnOnce(&mut App),
) -> AppExit {
    let is_software = driver == Driver::Software;
    let mut app = App::new();
    let window = Window {
        title: "Orogen".to_owned(),
        name: Some("orogen".to_owned()),
        resolution: WindowResolution::new(settings.width, settings.height),
        ..default()
    };
    let plugins = DefaultPlugins
        // Bevy must not close the window by itself: the program may first ask about unsaved
        // changes.
        .set(WindowPlugin {
            primary_window: Some(window),
            close_when_requested: false,
            ..default()
        })
        // Drafts (coarse pictures while something moves) and sharp pictures use different
        // pipelines. On a software driver, a frame waits until its pipeline is compiled; otherwise
        // the frame would show no land.
        .set(RenderPlugin {
            synchronous_pipeline_compilation: is_software,
            render_creation: if is_software { software_driver() } else { default() }.into(),
            ..default()
        })
        .set(log_plugin());
    app.add_plugins(WithoutUnusedPlugin)
        .add_plugins(match is_software {
            // With pipelined rendering, a frame starts while the previous frame is still drawn. A
            // software driver draws for so long that the frame would miss the clicks of that time.
            true => plugins.disable::<PipelinedRenderingPlugin>(),
            false => plugins,
        })
        .insert_resource(ClearColor(BACKGROUND))
        // The scene has no point lights, but Bevy allocates a shadow map of 24 MB for them by default.
        .insert_resource(PointLightShadowMap { size: 1 })
        .insert_resource(Journey::Jump(scene.view.camera))
        .insert_resource(WantedScene(scene))
        .insert_resource(document)
        .insert_resource(KeptSettings(settings))
        .add_plugins((TerrainPlugin::default(), UiPlugin, FrameTimeDiagnosticsPlugin::default()))
        .add_plugins((app::plugin, RecoveryPlugin, camera::plugin, document::plugin))
        .add_plugins((features::plugin, commands::plugin, quality::plugin))
        .add_plugins((app::picture::plugin, ShaderHelperPlugin));
    if is_software {
        one_frame_at_a_time(&mut app);
        app.insert_resource(PieceTimeLimit(Some(LONGEST_PIECE)))
            .insert_resource(PipelinesAtOnce(true));
        // The first draft has a quarter of the window's width and height, so that it appears soon.
        app.insert_resource(DraftDivisor(4));
        // Fading in new normals or horizons would need several pictures, which are slow here.
        app.insert_resource(TilesAtOnce(true)).insert_resource(HorizonFade(Duration::ZERO));
    }
    if let Some(notice) = notice {
        app.world_mut().resource_mut::<Notice>().say(notice);
    }
    extend(&mut app);
    app.add_plugins(OneThreadPlugin);
    app.run()
}
