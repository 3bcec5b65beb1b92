//! The terrain for any Bevy app: a recipe's land, streamed around a viewer, with a material and a
//! light of its own.
//!
//! `land` builds it, `look` draws it, `scatter` places plants, `kept` keeps its picture, and
//! `recovery` rebuilds it on a new device.

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

pub use camera::land_camera;
pub use land::terrain::Terrain;
pub use order::OrogenSet;

/// The terrain for any Bevy app: a recipe's land, shaded, streamed around the entity that is marked
/// as [`land::origin::TerrainViewer`] (one without a parent; of several the first). [`land_camera`]
/// spawns a camera that is one.
///
/// * [`Terrain`] answers any system's questions for heights and normals.
/// * [`land::state::ChunkSeen`] messages report chunks that appear and disappear.
/// * [`land::state::WantedScene`] holds the recipe and the look: a system that changes them changes
///   the land.
/// * [`TerrainPlugin::look`] selects the plugin's own material, sun and sky.
/// * When the viewer is far from the rendering origin, the origin moves to it. The plugin moves
///   chunks and viewer; an observer of [`land::origin::OriginShifted`] moves the rest.
#[derive(Default)]
pub struct TerrainPlugin {
    /// The first scene, unless the app has a [`land::state::WantedScene`] already.
    pub scene: Scene,
    /// The number of builder threads; `None` for one per core.
    pub threads: Option<usize>,
    /// The look that it adds to the land.
    pub look: Look,
}

/// The look that the plugin adds to the land. It never spawns a camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// The land's own material, its sun and its sky.
    #[default]
    Whole,
    /// The land's own material. The app brings the background, and a light if the land is to lie
    /// in shadows.
    Material,
    /// Nothing. A [`look::chunk_material::ChunkMaterialPlugin`] draws the chunks with another
    /// material.
    None,
}

impl TerrainPlugin {
    /// Shows a recipe's land.
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
        app.add_systems(PostUpdate, camera::put_lens.in_set(OrogenSet::Follow));
        app.add_plugins((
            draft::DraftPlugin,
            look::material::TerrainMaterialPlugin,
            look::NumbersPlugin,
            land::revision::LandPlugin { threads: self.threads },
        ));
        if self.look != Look::None {
            app.add_plugins((look::OwnMaterialPlugin, scatter::ScatterPlugin));
        }
        if self.look == Look::Whole {
            app.add_plugins(look::LookPlugin);
        }
    }
}

/// The example of the page that a package has.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
