//! Draws pictures without a window.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bevy::app::{AppLabel, SubApps};
use bevy::camera::RenderTarget;
use bevy::log::{Level, LogPlugin, tracing_subscriber};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{PollType, TextureFormat};
use bevy::render::renderer::RenderDevice;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use crossbeam_channel::{Receiver, Sender, bounded};
use image::RgbaImage;
use wgpu::DeviceType;

use super::error::HeadlessError;
use super::machine::thread_time;
use super::one_thread::OneThreadPlugin;
use super::shot::ShotPlugin;
use super::unused::WithoutUnusedPlugin;
use crate::plugin::TerrainPlugin;
use crate::plugin::camera::eye::Eye;
use crate::plugin::camera::pose::Pose;
use crate::plugin::camera::{LandCamera, land_camera};
use crate::plugin::land::origin::{self, RenderOrigin};
use crate::plugin::land::pool::BuilderPool;
use crate::plugin::land::state::{
    ChunkIndex, CoarseFirst, NetworkOverride, SecondLand, ShownLand, WantedScene,
};
use crate::plugin::land::stream::{ChunksPerFrame, MAX_CHUNKS, Streaming};
use crate::plugin::look::colour::BACKGROUND;
use crate::plugin::look::horizon::{HorizonFade, LandHorizons};
use crate::plugin::look::normals::{NormalTiles, TilesAtOnce};
use crate::plugin::look::pipelines::PipelinesAtOnce;
use crate::plugin::recovery::RecoveryPlugin;
use crate::plugin::scatter::{self, ScatterTiles};
use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// The largest side of a tile in pixels. Every driver supports it.
pub const MAX_TILE: u32 = 8192;

/// The largest side of a picture in pixels. Large pictures are drawn in tiles.
pub const MAX_PICTURE: u32 = 16_384;

/// The longest time without progress before a build counts as failed. The largest bounded land
/// takes a minute on one slow core.
pub const SETTLE_PATIENCE: Duration = Duration::from_secs(300);

/// The kind of device that a driver draws on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// A graphics device.
    Device,
    /// The processor. All drivers of this machine are software drivers.
    Software,
}

/// Finds a driver that can draw.
///
/// # Errors
/// [`HeadlessError::NoDriver`].
pub fn find_driver() -> Result<Driver, HeadlessError> {
    let backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY);
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapters = bevy::tasks::block_on(instance.enumerate_adapters(backends));
    if adapters.is_empty() {
        return Err(HeadlessError::NoDriver);
    }
    let is_software = |adapter: &wgpu::Adapter| adapter.get_info().device_type == DeviceType::Cpu;
    Ok(if adapters.iter().all(is_software) { Driver::Software } else { Driver::Device })
}

/// The app without a window. It has the same plugins as the program. The caller runs its frames,
/// and reads pictures from an image.
pub struct Headless {
    apps: SubApps,
    target: Handle<Image>,
    pictures: (Sender<RgbaImage>, Receiver<RgbaImage>),
}

/// The processor time of a frame: of the main world and of the render world.
#[derive(Clone, Copy, Debug)]
pub struct FrameTimes {
    pub main: Duration,
    /// The extraction into the render world, and the render schedule.
    pub render: Duration,
}

impl Headless {
    /// Creates an app that draws pictures of `size` pixels. `extend` adds plugins before the app
    /// starts.
    ///
    /// # Errors
    /// If there is no driver to draw with.
    pub fn new(
        size: UVec2,
        threads: Option<usize>,
        extend: impl FnOnce(&mut App),
    ) -> Result<Self, HeadlessError> {
        headless_app(size, |app| {
            app.add_plugins((TerrainPlugin { threads, ..default() }, RecoveryPlugin, ShotPlugin));
            // No user waits for the land, so do not build a coarse version first.
            app.insert_resource(CoarseFirst(None));
            extend(app);
        })
    }

    /// The main world.
    pub fn world(&mut self) -> &mut World {
        self.apps.main.world_mut()
    }

    /// The render world.
    pub fn render_world(&self) -> Option<&World> {
        self.apps.sub_apps.get(&bevy::render::RenderApp.intern()).map(|app| app.world())
    }

    /// Runs one frame and waits until it is drawn.
    pub fn update(&mut self) {
        self.apps.update();
        self.wait_for_driver();
    }

    fn wait_for_driver(&self) {
        // If the device is lost, Bevy's recovery reports it.
        let device = self.apps.main.world().resource::<RenderDevice>();
        if let Err(error) =
            device.wgpu_device().poll(PollType::Wait { submission_index: None, timeout: None })
        {
            error!("waiting for the driver failed: {error}");
        }
    }

    /// Like [`Headless::update`], and returns the processor time of this thread. All systems run on
    /// it.
    pub fn update_timed(&mut self) -> FrameTimes {
        let now = || thread_time().unwrap_or_default();
        let start = now();
        self.apps.main.run_default_schedule();
        let middle = now();
        for sub_app in self.apps.sub_apps.values_mut() {
            sub_app.extract(self.apps.main.world_mut());
            sub_app.update();
        }
        self.apps.main.world_mut().clear_trackers();
        let end = now();
        self.wait_for_driver();
        FrameTimes { main: middle - start, render: end - middle }
    }

    /// Sets the wanted scene. [`Headless::settle`] waits until its land is built.
    pub fn want(&mut self, scene: Scene) {
        self.world().resource_mut::<WantedScene>().0 = scene;
    }

    /// Runs frames until the wanted land is complete within the camera's view.
    ///
    /// # Errors
    /// If the land cannot be built, or makes no progress for [`SETTLE_PATIENCE`].
    pub fn settle(&mut self) -> Result<(), HeadlessError> {
        self.settle_within(SETTLE_PATIENCE)
    }

    /// Like [`Headless::settle`], with the limit `patience` instead of [`SETTLE_PATIENCE`].
    ///
    /// # Errors
    /// The same as [`Headless::settle`].
    pub fn settle_within(&mut self, patience: Duration) -> Result<(), HeadlessError> {
        // These frames are not drawn, because a software driver may take seconds for each.
        let was_drawing = self.set_drawing(false);
        let old_limit =
            std::mem::replace(&mut self.world().resource_mut::<ChunksPerFrame>().0, MAX_CHUNKS);
        self.set_tiles_at_once(true);
        let settled = self.run_until_settled(patience);
        self.set_tiles_at_once(false);
        self.world().resource_mut::<ChunksPerFrame>().0 = old_limit;
        self.set_drawing(was_drawing);
        settled
    }

    /// Makes frames accept all finished tiles of normals at once, or not. An app without the plugin's
    /// look makes no tiles.
    fn set_tiles_at_once(&mut self, at_once: bool) {
        if let Some(mut tiles) = self.world().get_resource_mut::<TilesAtOnce>() {
            tiles.0 = at_once;
        }
    }

    fn run_until_settled(&mut self, patience: Duration) -> Result<(), HeadlessError> {
        let (mut last_progress, mut progressed_at) = (self.progress(), Instant::now());
        loop {
            while self.is_waiting_for_threads() && progressed_at.elapsed() <= patience {
                std::thread::sleep(Duration::from_millis(1));
            }
            self.update();
            let world = self.apps.main.world();
            let shown = world.resource::<ShownLand>();
            if let Some(problem) = &shown.problem {
                return Err(problem.clone().into());
            }
            let wanted = &world.resource::<WantedScene>().0;
            if shown.shows(wanted)
                && shown.shows_second_land(world.resource::<SecondLand>())
                && shown.has_network(world.resource::<NetworkOverride>(), wanted)
                && world.resource::<Streaming>().is_settled()
                && world.get_resource().is_none_or(NormalTiles::is_complete)
                && world.get_resource().is_none_or(LandHorizons::is_settled)
                && scatter::is_settled(world)
            {
                return Ok(());
            }
            let progress = self.progress();
            if progress != last_progress {
                (last_progress, progressed_at) = (progress, Instant::now());
            } else if progressed_at.elapsed() > patience {
                return Err(HeadlessError::Stalled(patience));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns true while other threads work and frames would change nothing.
    ///
    /// The threads build chunks or normals. Once all chunks are complete, they also build horizons
    /// and plants. While horizons and plants wait for more land, only a frame can start that land,
    /// so this returns false.
    fn is_waiting_for_threads(&self) -> bool {
        let world = self.apps.main.world();
        let is_settled = world.resource::<Streaming>().is_settled()
            && !world.resource::<BuilderPool>().is_running()
            && !world.resource::<ShownLand>().is_sketch;
        world.resource::<BuilderPool>().builds_chunks()
            || world.get_resource().is_some_and(NormalTiles::is_at_work)
            || is_settled
                && (scatter::is_at_work(world)
                    || world.get_resource().is_some_and(LandHorizons::is_waiting))
    }

    /// Returns numbers that change when the build makes progress: the shown revision, and the
    /// number of chunks and plant tiles.
    fn progress(&self) -> (u64, usize) {
        let world = self.apps.main.world();
        let tiles = world.get_resource::<ScatterTiles>().map_or(0, ScatterTiles::count);
        (world.resource::<ShownLand>().revision, world.resource::<ChunkIndex>().0.len() + tiles)
    }

    /// Places the camera as the view of the wanted scene says.
    pub fn place_camera(&mut self) {
        let Scene { recipe, view } = self.world().resource::<WantedScene>().0.clone();
        // `settle` reports a recipe that cannot be built.
        let Ok(surface) = Surface::new(&recipe) else { return };
        let eye = Pose::of_view(&view.camera, &surface).eye_above(&surface);
        self.place_eye(&eye);
    }

    /// Places the camera at `eye` instead of the scene's view.
    pub fn place_eye(&mut self, eye: &Eye) {
        // With a new rendering origin, the picture does not depend on earlier places.
        origin::move_to(
            self.world(),
            RenderOrigin::for_viewer([eye.position_m.x, eye.position_m.z]),
        );
        let transform = eye.transform(*self.world().resource::<RenderOrigin>());
        let mut cameras =
            self.apps.main.world_mut().query_filtered::<&mut Transform, With<LandCamera>>();
        for mut camera in cameras.iter_mut(self.apps.main.world_mut()) {
            *camera = transform;
        }
    }

    /// Draws a picture of the wanted scene.
    ///
    /// # Errors
    /// If the land cannot be built, or the driver gives no picture within many frames.
    pub fn picture(&mut self) -> Result<RgbaImage, HeadlessError> {
        self.place_camera();
        self.settle()?;
        // In this frame the shader parameters are written, and the panel, if the picture shows it, lays
        // itself out.
        self.update();
        self.exposed_frame()
    }

    /// Draws the next frame, even if its land is not complete.
    ///
    /// # Errors
    /// If the driver gives no picture within many frames.
    pub fn frame(&mut self) -> Result<RgbaImage, HeadlessError> {
        self.request_picture();
        self.await_picture()
    }

    /// Requests a copy of the next frame's picture.
    fn request_picture(&mut self) {
        let sender = self.pictures.0.clone();
        let target = self.target.clone();
        self.world().spawn(Screenshot::image(target)).observe(
            move |captured: On<ScreenshotCaptured>| {
                if let Ok(picture) = captured.image.clone().try_into_dynamic() {
                    let _ = sender.try_send(picture.to_rgba8());
                }
            },
        );
    }

    fn await_picture(&mut self) -> Result<RgbaImage, HeadlessError> {
        for _ in 0..100 {
            self.update();
            if let Ok(picture) = self.pictures.1.try_recv() {
                return Ok(picture);
            }
        }
        Err(HeadlessError::NoPicture)
    }

    /// Like [`Headless::frame`], but does not draw the frames that only wait for the driver to
    /// return the picture.
    pub(super) fn single_frame(&mut self) -> Result<RgbaImage, HeadlessError> {
        self.set_drawing(true);
        self.request_picture();
        self.update();
        self.set_drawing(false);
        let picture = self.await_picture();
        self.set_drawing(true);
        picture
    }

    /// Switches drawing on or off, and returns the old state. A frame without drawing still does
    /// all other work.
    pub(super) fn set_drawing(&mut self, is_on: bool) -> bool {
        let world = self.world();
        let mut cameras = world.query_filtered::<&mut Camera, With<LandCamera>>();
        let mut was_drawing = false;
        for mut camera in cameras.iter_mut(world) {
            was_drawing |= std::mem::replace(&mut camera.is_active, is_on);
        }
        was_drawing
    }
}

/// True once an app without a window has set the logger of the process.
static HAS_LOGGER: AtomicBool = AtomicBool::new(false);

/// Creates an app with a camera and without a window. `extend` adds the rest.
///
/// # Errors
/// If there is no driver to draw with.
pub fn headless_app(size: UVec2, extend: impl FnOnce(&mut App)) -> Result<Headless, HeadlessError> {
    find_driver()?;
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(WindowPlugin {
            primary_window: None,
            exit_condition: ExitCondition::DontExit,
            ..default()
        })
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
        // Pipelining would show an edit one frame later.
        .disable::<PipelinedRenderingPlugin>()
        .disable::<WinitPlugin>();
    app.add_plugins(WithoutUnusedPlugin);
    // A process has one logger; setting it twice would log an error.
    app.add_plugins(match HAS_LOGGER.swap(true, Ordering::Relaxed) {
        false => plugins.set(log_plugin()),
        true => plugins.disable::<LogPlugin>(),
    });
    let target = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(target);
    // A picture needs no fade when horizons appear.
    app.insert_resource(ClearColor(BACKGROUND)).insert_resource(HorizonFade(Duration::ZERO));
    app.insert_resource(PipelinesAtOnce(true));
    app.world_mut().spawn((land_camera(), RenderTarget::Image(target.clone().into())));
    extend(&mut app);
    app.add_plugins(OneThreadPlugin);
    app.finish();
    app.cleanup();
    Ok(Headless { apps: std::mem::take(app.sub_apps_mut()), target, pictures: bounded(1) })
}

/// Returns the logger of the engine, which prints warnings to standard error. The program prints
/// its own messages.
pub fn log_plugin() -> LogPlugin {
    LogPlugin {
        level: Level::WARN,
        // Without this filter, warnings about a software driver, or a desktop without dialogs,
        // would appear at every start.
        filter: "wgpu=error,naga=warn,bevy_render::renderer=error,bevy_egui=error,rfd=off"
            .to_owned(),
        // By default, the layer panics if it cannot write to standard error.
        fmt_layer: |_| {
            let layer = tracing_subscriber::fmt::Layer::default().with_writer(std::io::stderr);
            Some(Box::new(layer.log_internal_errors(false)))
        },
        ..default()
    }
}
