//! Bevy: the land as chunk entities, its material, the camera, pictures.

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

#[cfg(feature = "studio")]
pub mod area_frame;
pub mod bench_styles;
pub mod build;
pub mod camera;
pub mod capture;
pub mod command;
#[cfg(feature = "studio")]
pub mod contour_labels;
pub mod daylight;
pub mod display;
#[cfg(feature = "studio")]
pub mod export;
#[cfg(feature = "studio")]
pub mod idle;
pub mod land;
pub mod look;
#[cfg(feature = "studio")]
pub mod look_commands;
pub mod material;
#[cfg(feature = "studio")]
pub mod orbit;
pub mod origin;
pub mod pool;
pub mod quality;
#[cfg(feature = "studio")]
pub mod settings;
pub mod stream;
pub mod uniform;
#[cfg(feature = "studio")]
pub mod waves;
#[cfg(feature = "studio")]
pub mod window;

/// The order of a frame, written once: edits, the build that they ask for, the uniform; then Bevy's asset events and
/// transforms, so that an edit reaches the render world in the frame that made it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrogenSet {
    Edit,
    Build,
    Shade,
}

/// The terrain for any Bevy app: the land of [`land::WantedScene`], streamed and shaded.
#[derive(Default)]
pub struct TerrainPlugin {
    /// Threads that build; `None` for as many as there are cores.
    pub threads: Option<usize>,
}

impl Plugin for TerrainPlugin {
    fn build(&self, app: &mut App) {
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
