//! The textures of horizons: one layer per level, those of the second land after those of the
//! first.

use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResource;
use bevy::render::render_resource::{
    Extent3d, TextureDimension, TextureFormat, TextureViewDescriptor, TextureViewDimension,
};

use super::worker::Answer;

/// The textures, which materials bind.
#[derive(Clone, Debug)]
pub struct HorizonMaps {
    /// See [`Texels::light`](orogen_terrain::horizon::Texels::light).
    pub light: Handle<Image>,
    /// See [`Texels::ground`](orogen_terrain::horizon::Texels::ground).
    pub ground: Handle<Image>,
    /// Texels on a side, and layers.
    pub size: [usize; 2],
}

impl HorizonMaps {
    /// New textures that hold nothing yet.
    pub fn new(images: &mut Assets<Image>, size: [usize; 2]) -> Self {
        let mut add = |format| {
            let [side, layers] = size.map(|n| n as u32);
            // For an array of one layer a software driver would compile another kind of shader, for
            // seconds.
            let layers = layers.max(2);
            let size = Extent3d { width: side, height: side, depth_or_array_layers: layers };
            let usage = RenderAssetUsages::RENDER_WORLD;
            let mut image = Image::new_uninit(size, TextureDimension::D2, format, usage);
            image.sampler = ImageSampler::linear();
            // A single layer would not count as an array.
            image.texture_view_descriptor = Some(TextureViewDescriptor {
                dimension: Some(TextureViewDimension::D2Array),
                ..default()
            });
            images.add(image)
        };
        let light = add(TextureFormat::Rgba16Float);
        Self { light, ground: add(TextureFormat::Rgba8Unorm), size }
    }

    /// The smallest textures, before there is any data.
    pub fn none(images: &mut Assets<Image>) -> Self {
        Self::new(images, [1, 1])
    }
}

/// The wanted content of the textures.
#[derive(Resource, ExtractResource, Clone, Default)]
pub(super) struct DrawnHorizon(pub Option<Arc<Answer>>);
