//! A graphics device that is lost (a driver's reset, a sleeping laptop) and found again: all that
//! lay on it is made anew, the revision of the land among it.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::RenderStartup;
use bevy::render::error_handler::{ErrorType, RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::renderer::RenderDevice;

use super::land::coarse::forget_drawn;
use super::land::revision;
use super::land::upload::{ChunkMeshes, forget_writes};
use super::look::chunk_material::ChunkMaterial;
use super::look::material::{DomeMaterial, ShaderBuffers, TerrainMaterial};

/// So many losses within so long a time are not worth another try.
const LOSSES: usize = 5;
const WITHIN: Duration = Duration::from_secs(60);

/// Makes the app outlive its graphics device. Bevy's own handler, which this one takes the place
/// of, ends the app.
pub struct RecoveryPlugin;

impl Plugin for RecoveryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Losses>()
            .insert_resource(RenderErrorHandler(handle))
            .add_systems(First, rebuild.run_if(device_is_another));
        if let Some(render_app) = app.get_sub_app_mut(bevy::render::RenderApp) {
            render_app.add_systems(RenderStartup, (forget_writes, forget_drawn));
        }
    }
}

/// When devices were lost.
#[derive(Resource, Default)]
struct Losses(Vec<Instant>);

fn handle(lost: &RenderError, main: &mut World, _render: &mut World) -> RenderErrorPolicy {
    if matches!(lost.ty, ErrorType::DeviceLost) {
        let losses = &mut main.resource_mut::<Losses>().0;
        losses.retain(|at| at.elapsed() < WITHIN);
        losses.push(Instant::now());
        if losses.len() < LOSSES {
            return RenderErrorPolicy::Recover(default());
        }
    }
    error!("the graphics driver failed: {}", lost.description);
    main.write_message(AppExit::error());
    RenderErrorPolicy::StopRendering
}

/// Whether the device has been replaced since the frame before. (Devices cannot be compared: each
/// has its own numbering.)
fn device_is_another(device: Option<Res<RenderDevice>>, mut known: Local<bool>) -> bool {
    let Some(device) = device else { return false };
    std::mem::replace(&mut *known, true) && device.is_changed()
}

/// Makes everything anew that lay on a device which is no more.
fn rebuild(world: &mut World) {
    let device = world.resource::<RenderDevice>().clone();
    warn!("the graphics device was lost; the land is built again on a new one");
    revision::clear(world);
    world.insert_resource(ChunkMeshes::new(&device));
    let buffers = ShaderBuffers::new(&device);
    // Another material than the land's own binds the new buffers by itself.
    let own = world.get_resource::<ChunkMaterial<TerrainMaterial>>().map(|land| land.0.id());
    own.into_iter().for_each(|land| put(world, land, buffers.terrain()));
    let domes: Vec<_> =
        world.query::<&MeshMaterial3d<DomeMaterial>>().iter(world).map(|dome| dome.id()).collect();
    domes.into_iter().for_each(|dome| put(world, dome, buffers.dome()));
    world.insert_resource(buffers);
}

fn put<M: Asset>(world: &mut World, id: AssetId<M>, material: M) {
    if let Err(error) = world.resource_mut::<Assets<M>>().insert(id, material) {
        unreachable!("a handle that is held keeps its slot: {error}");
    }
}
