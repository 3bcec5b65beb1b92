//! Leaves out parts of the engine that the land never uses, so that the program starts sooner.

use bevy::asset::uuid_handle;
use bevy::core_pipeline::tonemapping::TonemappingLuts;
use bevy::light::cluster::GlobalClusterSettings;
use bevy::prelude::*;

/// Leaves out the tables of tone mapping and the compute shaders of point lights.
///
/// Add it before the engine's own plugins.
pub(crate) struct WithoutUnusedPlugin;

/// A handle that no image has. The engine binds an empty texture in its place.
const NO_IMAGE: Handle<Image> = uuid_handle!("5b0f0f4e-9a55-4a2b-8a0e-3f2c1d6a7b7f");

impl Plugin for WithoutUnusedPlugin {
    fn build(&self, app: &mut App) {
        // The land's shaders map tones themselves. The engine would unpack three tables.
        app.insert_resource(TonemappingLuts {
            blender_filmic: NO_IMAGE,
            agx: NO_IMAGE,
            tony_mc_mapface: NO_IMAGE,
        });
    }

    // The engine's plugins insert these settings in `finish`, which runs before.
    fn cleanup(&self, app: &mut App) {
        // The only light is the sun. Compute shaders that sort point lights would be compiled
        // before the first frame; without lights the processor has nothing to sort.
        if let Some(mut clusters) = app.world_mut().get_resource_mut::<GlobalClusterSettings>() {
            clusters.gpu_clustering = None;
        }
    }
}
