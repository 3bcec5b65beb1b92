//! Writes the textures of horizons to the graphics card, in the render world.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{Extent3d, TexelCopyBufferLayout};
use bevy::render::renderer::RenderQueue;
use bevy::render::texture::GpuImage;

use super::maps::DrawnHorizon;
use super::worker::HorizonAnswer;
use crate::look::material::ShaderBuffers;
use orogen_terrain::horizon::Texels;

/// The content that was written last, and the texture that it was written to.
#[derive(Default)]
pub(super) struct LastHorizon {
    light: Option<Handle<Image>>,
    answer: Option<Arc<HorizonAnswer>>,
}

/// Writes the textures if they are new or their content has changed.
pub(super) fn write_maps(
    drawn: Option<Res<DrawnHorizon>>,
    buffers: Option<Res<ShaderBuffers>>,
    images: Res<RenderAssets<GpuImage>>,
    queue: Res<RenderQueue>,
    mut written: Local<LastHorizon>,
) {
    let (Some(drawn), Some(buffers)) = (drawn, buffers) else { return };
    let Some(answer) = &drawn.0 else { return };
    let maps = &buffers.horizon;
    let is_same = written.answer.as_ref().is_some_and(|old| Arc::ptr_eq(old, answer));
    if is_same && written.light.as_ref() == Some(&maps.light) {
        return;
    }
    let (Some(light), Some(ground)) = (images.get(&maps.light), images.get(&maps.ground)) else {
        return;
    };
    let levels = answer.sides.iter().flat_map(|side| &side.levels);
    for (layer, Texels { light: lights, ground: grounds }) in levels.enumerate() {
        write(&queue, light, layer, bytemuck::cast_slice(lights));
        write(&queue, ground, layer, bytemuck::cast_slice(grounds));
    }
    *written = LastHorizon { light: Some(maps.light.clone()), answer: Some(answer.clone()) };
}

fn write(queue: &RenderQueue, image: &GpuImage, layer: usize, bytes: &[u8]) {
    let size = Extent3d { depth_or_array_layers: 1, ..image.texture_descriptor.size };
    let mut to = image.texture.as_image_copy();
    to.origin.z = layer as u32;
    let row = bytes.len() as u32 / size.height;
    let layout =
        TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
    queue.write_texture(to, bytes, layout, size);
}
