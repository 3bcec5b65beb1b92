//! Procedural terrain for any Bevy app, streamed around a viewer.
//!
//! The app gives a recipe: all parameters that make the land and its colours. [`TerrainPlugin`]
//! builds and draws the land; start there. The modules:
//!
//! * `land` builds the land, and `look` draws it.
//! * `scatter` places plants.
//! * `kept_picture` caches the drawn picture.
//! * `draft` lowers the resolution while something moves.
//! * `recovery` builds everything again on a new graphics device.
//! * `camera` has the camera that shows the land, and `order` the order of systems.

use bevy::prelude::*;

use orogen_terrain::recipe::Recipe;
use orogen_terrain::scene::Scene;

pub mod camera;
pub mod draft;
pub mod kept_picture;
pub mod land;
pub mod look;
pub mod order;
pub mod prelude;
pub mod recovery;
pub mod scatter;
mod threads;

pub use camera::land_camera;
pub use land::terrain::Terrain;
pub use order::OrogenSet;

/// Adds a recipe's land to a Bevy app and streams it around a viewer.
///
/// ```no_run
/// use bevy::prelude::*;
/// use bevy_orogen::prelude::*;
///
/// App::new()
///     .add_plugins((DefaultPlugins, TerrainPlugin::new(Recipe::default())))
///     .add_systems(Startup, |mut commands: Commands| _ = commands.spawn(land_camera()))
///     .run();
/// ```
///
/// The viewer is the first entity that has a [`land::origin::TerrainViewer`]; it must have no
/// parent. [`land_camera`] returns the components of a camera that is a viewer.
///
/// * [`Terrain`] is a system parameter with heights and normals.
/// * [`land::state::ChunkVisibilityChanged`] messages report chunks that appear and disappear.
/// * [`land::state::WantedScene`] holds the recipe and the view. The land follows whenever a system
///   changes them.
/// * [`TerrainPlugin::look`] decides which of material, plants, sun and sky the plugin adds.
/// * When the viewer is far from the rendering origin, the origin moves to it. The plugin moves
///   chunks and viewers by the same shift; an observer of [`land::origin::OriginShifted`] must move
///   everything else.
#[derive(Default)]
pub struct TerrainPlugin {
    /// The scene at the start. It is ignored if the app already has a [`land::state::WantedScene`].
    pub scene: Scene,
    /// The number of threads that build the land; `None` for one per core.
    pub threads: Option<usize>,
    /// Selects which of material, plants, sun and sky the plugin adds.
    pub look: Look,
}

/// Selects which of material, plants, sun and sky the plugin adds.
///
/// The plugin never spawns a camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The land's own material, its plants, its sun and its sky.
    #[default]
    Whole,
    /// The land's own material and its plants. The app adds the background, and lights if the land
    /// is to receive shadows.
    Material,
    /// Nothing. The app may add a [`look::chunk_material::ChunkMaterialPlugin`] to draw the chunks
    /// with a material of its own.
    None,
}

impl TerrainPlugin {
    /// Shows a recipe's land with the default view and look.
    pub fn new(recipe: Recipe) -> Self {
        Self { scene: Scene { recipe, ..Scene::default() }, ..Self::default() }
    }
}

impl Plugin for TerrainPlugin {
    fn build(&self, app: &mut App) {
        if !app.world().contains_resource::<land::state::WantedScene>() {
            app.insert_resource(land::state::WantedScene(self.scene.clone()));
        }
        order::chain(app);
        app.add_systems(PostUpdate, camera::set_field_of_view.in_set(OrogenSet::Place));
        app.add_plugins((
            threads::plugin,
            draft::DraftPlugin,
            look::material::TerrainMaterialPlugin,
            look::ShaderNumbersPlugin,
            land::revision::LandPlugin { threads: self.threads },
        ));
        if self.look != Look::None {
            app.add_plugins((look::LandMaterialPlugin, scatter::ScatterPlugin));
        }
        if self.look == Look::Whole {
            app.add_plugins(look::LookPlugin);
        }
    }
}

/// Compiles the examples of the crate's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
