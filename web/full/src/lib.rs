//! The full picture of the web page: the Bevy plugin on WebGPU, in a canvas of the page.
//!
//! The page makes a `Full`, gives it the scene, the camera, the size of the canvas and the chunks that
//! its workers build, and asks for frames. The crate is empty on other systems than WebAssembly.
#![cfg(target_arch = "wasm32")]

mod app;
mod canvas;
mod chunk;
mod problem;

use bevy::app::PluginsState;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowResized};
use bevy_orogen::camera::eye::Eye;
use bevy_orogen::draft::Draft;
use bevy_orogen::land::fed::{self, FedView};
use bevy_orogen::land::state::{WantedScene, levels};
use orogen_terrain::preset::Preset;
use orogen_terrain::{Scene, share};
use wasm_bindgen::prelude::*;

/// The largest number of chunks of endless land, as in the page's core.
const MAX_CHUNKS: usize = 420;

/// The full picture in a canvas.
#[wasm_bindgen]
pub struct Full {
    app: App,
    /// The code of the shown chunks' scene, and the scene.
    shown: (String, Scene),
    /// True once a frame has run. Before, the app has no material for chunks.
    is_open: bool,
}

#[wasm_bindgen]
impl Full {
    /// Prepares the picture of a scene in the canvas whose attribute `data-raw-handle` is `canvas`, of
    /// `width` × `height` pixels. `is_slow` is true for software that draws.
    ///
    /// # Errors
    /// One line that says why the scene cannot be opened.
    #[wasm_bindgen(constructor)]
    pub fn new(
        canvas: u32,
        width: u32,
        height: u32,
        scene: &str,
        is_slow: bool,
    ) -> Result<Self, JsError> {
        problem::keep_panics();
        let shown = (scene.to_owned(), read(scene)?);
        let size = UVec2::new(width, height).max(UVec2::ONE);
        let app = app::new(canvas, size, shown.1.clone(), is_slow)?;
        Ok(Self { app, shown, is_open: false })
    }

    /// Takes the light and the colours of a scene: a preset, a share code, or the text of a recipe. Its
    /// land comes by [`Full::show`].
    ///
    /// # Errors
    /// One line that says why the text is no scene.
    pub fn open(&mut self, scene: &str) -> Result<(), JsError> {
        let scene = read(scene)?;
        self.app.world_mut().resource_mut::<WantedScene>().0 = scene;
        Ok(())
    }

    /// Takes the meshes of a chunk, the answer of a worker; [`Full::show`] places it.
    ///
    /// # Errors
    /// If the bytes are no chunk.
    pub fn chunk(&mut self, level: f64, x: f64, z: f64, bytes: &[u8]) -> Result<(), JsError> {
        let chunk = chunk::read(chunk::key([level, x, z]), bytes);
        let is_given = chunk.is_some_and(|chunk| fed::give(self.app.world_mut(), chunk));
        is_given.then_some(()).ok_or_else(|| JsError::new("the vertices of a chunk are incomplete"))
    }

    /// Shows the chunks `leaves` of a scene, and forgets all that are not in `kept`. A key of a chunk is
    /// its level, x and z.
    ///
    /// # Errors
    /// One line that says why the scene has no land.
    pub fn show(&mut self, scene: &str, leaves: &[f64], kept: &[f64]) -> Result<(), JsError> {
        if self.shown.0 != scene {
            self.shown = (scene.to_owned(), read(scene)?);
        }
        let scene = &self.shown.1;
        let levels = levels(&scene.recipe, &scene.view.params);
        let view = FedView {
            scene,
            levels: levels.map(|levels| levels.limit_chunks(MAX_CHUNKS)),
            leaves: &chunk::keys(leaves),
            kept: &chunk::keys(kept),
        };
        Ok(fed::show(self.app.world_mut(), &view)?)
    }

    /// Moves the eye to a place in the world in metres. Angles are in radians: the azimuth of the view, and
    /// its angle above the horizon.
    pub fn look(&mut self, x: f64, y: f64, z: f64, yaw: f64, pitch: f64) {
        let mut eye = Eye { position_m: [x, y, z].into(), ..Eye::default() };
        eye.turn(yaw, pitch);
        if [x, y, z, eye.yaw_rad, eye.pitch_rad].into_iter().all(f64::is_finite) {
            app::place_camera(&mut self.app, &eye);
        }
    }

    /// Draws quick, coarse pictures while something moves.
    pub fn draft(&mut self, is_draft: bool) {
        self.app.world_mut().insert_resource(Draft(is_draft));
    }

    /// Takes the size of the canvas in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = UVec2::new(width, height).max(UVec2::ONE);
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
        let Ok((window, mut row)) = windows.single_mut(world) else { return };
        if row.physical_size() == size {
            return;
        }
        row.resolution.set_physical_resolution(size.x, size.y);
        let [width, height] = [row.width(), row.height()];
        world.write_message(WindowResized { window, width, height });
    }

    /// Draws a frame. Until the graphics device is open it draws nothing.
    pub fn frame(&mut self) {
        match self.app.plugins_state() {
            PluginsState::Adding => {}
            PluginsState::Ready => {
                self.app.finish();
                self.app.cleanup();
            }
            PluginsState::Finished | PluginsState::Cleaned => {
                self.app.update();
                self.is_open = true;
            }
        }
    }

    /// The state of the picture as JSON.
    pub fn state(&self) -> String {
        let mut state = app::state(&self.app);
        state["is_open"] = self.is_open.into();
        state.to_string()
    }
}

/// The message of the panic or of the graphics device's error that ended the picture; empty while the picture
/// is drawn.
#[wasm_bindgen]
pub fn problem() -> String {
    problem::text()
}

fn read(text: &str) -> Result<Scene, JsError> {
    let fail = |error: &dyn std::fmt::Display| JsError::new(&error.to_string());
    let scene = match Preset::find(text) {
        Some(preset) => preset.scene().map_err(|error| fail(&error))?,
        None if text.contains('=') && !share::is_code(text) => {
            Scene::from_toml(text).map_err(|error| fail(&error))?
        }
        None => share::decode(text).map_err(|error| fail(&error))?,
    };
    scene.validate().map_err(|error| fail(&error))?;
    Ok(scene)
}
