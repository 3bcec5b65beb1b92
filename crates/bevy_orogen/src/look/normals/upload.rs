//! Uploads tiles of fine normals and their table to the graphics card.

use bevy::prelude::*;
use bevy::render::renderer::RenderQueue;
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};

use crate::look::tile_buffers::TileBuffers;
use orogen_terrain::normals::TILE_BYTES;

/// The tiles and parts of the table to write in this frame.
#[derive(Resource, Default)]
pub(crate) struct NormalWrites {
    /// The buffers to write into.
    pub buffers: Option<TileBuffers>,
    /// The texels of tiles, each with the slot of its tile.
    pub tiles: Vec<(u16, Vec<u32>)>,
    /// Parts of the table, each with the index of its first word.
    pub pages: Vec<(usize, Vec<u32>)>,
}

impl NormalWrites {
    /// Returns true if there is something to write.
    pub(crate) fn has_any(&self) -> bool {
        self.buffers.is_some()
    }
}

/// Writes tiles in the render world.
pub(super) struct NormalUploadPlugin;

impl Plugin for NormalUploadPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<NormalWrites>();
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<NormalWrites>()
            .add_systems(ExtractSchedule, take_writes)
            .add_systems(Render, write.in_set(RenderSystems::PrepareResources));
    }
}

/// Takes the writes of this frame. Discards earlier writes for other buffers, for example for a lost
/// device.
fn take_writes(mut main: ResMut<MainWorld>, mut writes: ResMut<NormalWrites>) {
    let Some(mut wanted) = main.get_resource_mut::<NormalWrites>() else { return };
    let wanted = std::mem::take(wanted.bypass_change_detection());
    let id = |writes: &NormalWrites| writes.buffers.as_ref().map(|buffers| buffers.tiles.id());
    if id(&wanted).is_none() {
        return;
    }
    if id(&writes) != id(&wanted) {
        *writes = NormalWrites { buffers: wanted.buffers, ..default() };
    }
    writes.tiles.extend(wanted.tiles);
    writes.pages.extend(wanted.pages);
}

fn write(mut writes: ResMut<NormalWrites>, queue: Res<RenderQueue>) {
    let Some(buffers) = writes.buffers.take() else { return };
    for (slot, texels) in writes.tiles.drain(..) {
        let offset = u64::from(slot) * TILE_BYTES as u64;
        queue.write_buffer(&buffers.tiles, offset, bytemuck::cast_slice(&texels));
    }
    for (first_word, words) in writes.pages.drain(..) {
        let offset = (first_word * size_of::<u32>()) as u64;
        queue.write_buffer(&buffers.table, offset, bytemuck::cast_slice(&words));
    }
}
