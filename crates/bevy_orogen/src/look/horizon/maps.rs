//! The textures that shaders read horizons from: a layer a level, those of the land beside after
//! those of the land.

use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResource;
use bevy::render::render_resource::{
    Extent3d, TextureDimension, TextureFormat, TextureViewDescriptor, TextureViewDimension,
};

use super::worker::Found;

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
            // A software driver compiles shaders of a second kind for an array of one layer, for seconds.
            let layers = layers.max(2);
            let size = Extent3d { width: side, height: side, depth_or_array_layers: layers };
            let usage = RenderAssetUsages::RENDER_WORLD;
            let mut image = Image::new_uninit(size, TextureDimension::D2, format, usage);
            image.sampler = ImageSampler::linear();
            // One layer alone would count as no array.
            image.texture_view_descriptor = Some(TextureViewDescriptor {
                dimension: Some(TextureViewDimension::D2Array),
                ..default()
            });
            images.add(image)
        };
        let light = add(TextureFormat::Rgba16Float);
        Self { light, ground: add(TextureFormat::Rgba8Unorm), size }
    }

    /// As small as can be, until there is something to hold.
    pub fn none(images: &mut Assets<Image>) -> Self {
        Self::new(images, [1, 1])
    }
}

/// What the textures are to hold.
#[derive(Resource, ExtractResource, Clone, Default)]
pub(super) struct DrawnHorizon(pub Option<Arc<Found>>);
