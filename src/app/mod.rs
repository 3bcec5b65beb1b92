//! Bevy: the land as chunk entities, its material, the camera, pictures.

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

#[cfg(feature = "studio")]
pub mod area_frame;
pub mod bench;
pub mod bench_styles;
pub mod build;
pub mod camera;
pub mod capture;
#[cfg(feature = "studio")]
pub mod clipboard;
pub mod command;
#[cfg(feature = "studio")]
pub mod contour_labels;
pub mod daylight;
pub mod display;
#[cfg(feature = "studio")]
pub mod export;
pub mod eye;
pub mod fly;
#[cfg(feature = "studio")]
pub mod framing;
#[cfg(feature = "studio")]
pub mod idle;
#[cfg(feature = "studio")]
pub mod keys;
pub mod land;
pub mod look;
#[cfg(feature = "studio")]
pub mod look_commands;
pub mod material;
#[cfg(feature = "studio")]
pub mod new_land;
#[cfg(feature = "studio")]
pub mod opening;
#[cfg(feature = "studio")]
pub mod orbit;
pub mod origin;
pub mod pool;
pub mod quality;
pub mod recovery;
#[cfg(feature = "studio")]
pub mod roam;
#[cfg(feature = "studio")]
pub mod settings;
pub mod stream;
pub mod terrain;
#[cfg(feature = "studio")]
pub mod travel;
pub mod uniform;
pub mod upload;
pub mod walk;
#[cfg(feature = "studio")]
pub mod waves;
#[cfg(feature = "studio")]
pub mod window;

pub use capture::land_camera;
pub use terrain::Terrain;

/// The order of a frame, written once: edits, the build that they ask for, the uniform; then Bevy's asset events and
/// transforms, so that an edit reaches the render world in the frame that made it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrogenSet {
    Edit,
    Build,
    Shade,
}

/// The terrain for any Bevy app: a recipe's land, shaded, streamed around the entity that is marked as
/// [`origin::TerrainViewer`] (one without a parent; of several the first). [`land_camera`] spawns a camera that is one.
///
/// * [`Terrain`] answers any system's questions for heights and normals.
/// * [`stream::ChunkSeen`] messages tell which chunks came to be seen and which went.
/// * [`land::WantedScene`] holds the recipe and the look: a system that changes them changes the land.
/// * When the viewer is far from the rendering origin, the origin moves to it. The plugin moves chunks and viewer; an observer of
///   [`origin::OriginShifted`] moves the rest.
#[derive(Default)]
pub struct TerrainPlugin {
    /// What is shown first, unless the app has a [`land::WantedScene`] already.
    pub scene: Scene,
    /// Threads that build; `None` for as many as there are cores.
    pub threads: Option<usize>,
}

impl TerrainPlugin {
    /// Shows a recipe's land.
    pub fn new(recipe: Recipe) -> Self {
        Self { scene: Scene { recipe, ..Scene::default() }, threads: None }
    }
}

impl Plugin for TerrainPlugin {
    fn build(&self, app: &mut App) {
        if !app.world().contains_resource::<land::WantedScene>() {
            app.insert_resource(land::WantedScene(self.scene.clone()));
        }
        app.configure_sets(
            PostUpdate,
            (OrogenSet::Edit, OrogenSet::Build, OrogenSet::Shade)
                .chain()
                .before(AssetEventSystems)
                .before(VisibilitySystems::VisibilityPropagate)
                .before(TransformSystems::Propagate),
        )
        .add_plugins((
            material::TerrainMaterialPlugin,
            look::LookPlugin,
            land::LandPlugin { threads: self.threads },
        ));
    }
}
