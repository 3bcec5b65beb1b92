//! The textures of horizons.
//!
//! Each level is a layer; the levels of a second land (right of a divider) follow the levels of the
//! first.

use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResource;
use bevy::render::render_resource::{
    Extent3d, TextureDimension, TextureFormat, TextureViewDescriptor, TextureViewDimension,
};

use super::worker::HorizonAnswer;

/// The textures that materials bind.
#[derive(Clone, Debug)]
pub struct HorizonMaps {
    /// Heights, shadows and visible sky; see
    /// [`Texels::light`](orogen_terrain::horizon::Texels::light).
    pub light: Handle<Image>,
    /// Direct and reflected light; see [`Texels::ground`](orogen_terrain::horizon::Texels::ground).
    pub ground: Handle<Image>,
    /// The number of texels on a side, and the number of layers.
    pub size: [usize; 2],
}

impl HorizonMaps {
    /// Creates textures without data.
    pub fn new(images: &mut Assets<Image>, size: [usize; 2]) -> Self {
        let mut add = |format| {
            let [side, layers] = size.map(|n| n as u32);
            // With one layer, a software driver would compile another variant of the shader, for
            // seconds.
            let layers = layers.max(2);
            let size = Extent3d { width: side, height: side, depth_or_array_layers: layers };
            let usage = RenderAssetUsages::RENDER_WORLD;
            let mut image = Image::new_uninit(size, TextureDimension::D2, format, usage);
            image.sampler = ImageSampler::linear();
            // The shader expects an array, for any number of layers.
            image.texture_view_descriptor = Some(TextureViewDescriptor {
                dimension: Some(TextureViewDimension::D2Array),
                ..default()
            });
            images.add(image)
        };
        let light = add(TextureFormat::Rgba16Float);
        Self { light, ground: add(TextureFormat::Rgba8Unorm), size }
    }

    /// The smallest textures, for the time before there is data.
    pub fn none(images: &mut Assets<Image>) -> Self {
        Self::new(images, [1, 1])
    }
}

/// The content to write into the textures.
#[derive(Resource, ExtractResource, Clone, Default)]
pub(super) struct DrawnHorizon(pub Option<Arc<HorizonAnswer>>);
