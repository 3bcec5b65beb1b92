//! Pipelines that copy a picture from one texture to another.
//!
//! They copy the mean colour of each pixel's samples, the depth, or both.

use bevy::core_pipeline::FullscreenShader;
use bevy::prelude::*;
use bevy::render::render_resource::binding_types::{
    texture_2d, texture_2d_multisampled, texture_depth_2d, texture_depth_2d_multisampled,
    uniform_buffer,
};
use bevy::render::render_resource::{
    BindGroup, BindGroupEntry, BindGroupLayoutDescriptor, BindGroupLayoutEntryBuilder,
    BindingResource, BufferInitDescriptor, BufferUsages, CachedRenderPipelineId, ColorTargetState,
    ColorWrites, CompareFunction, DepthStencilState, FragmentState, MultisampleState,
    PipelineCache, RenderPipelineDescriptor, ShaderStages, SpecializedRenderPipeline,
    SpecializedRenderPipelines, TextureFormat, TextureSampleType, TextureView,
};
use bevy::render::renderer::RenderDevice;

use crate::look::shaders::TAKE_OVER;

/// The depth format of Bevy's cameras.
pub(super) const DEPTH: TextureFormat = TextureFormat::Depth32Float;

/// The kind of a copy, which selects the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CopyKind {
    /// The format of the target's colours, if colours are copied.
    pub colour: Option<TextureFormat>,
    /// Samples per pixel of the source.
    pub source_samples: u32,
    /// Samples per pixel of the target.
    pub target_samples: u32,
    /// True if depth is copied.
    pub copies_depth: bool,
    /// True to copy only pixels on which something is drawn, judged by the first sample.
    pub only_drawn: bool,
}

/// The pipelines of all kinds of copies used so far.
#[derive(Resource)]
pub(super) struct CopyPipelines {
    vertex: FullscreenShader,
    specialized: SpecializedRenderPipelines<CopyPipeline>,
}

/// Describes a pipeline for Bevy.
struct CopyPipeline(FullscreenShader);

pub(super) fn make_copy_pipelines(vertex: Res<FullscreenShader>, mut commands: Commands) {
    commands.insert_resource(CopyPipelines {
        vertex: vertex.clone(),
        specialized: SpecializedRenderPipelines::default(),
    });
}

impl CopyPipelines {
    pub fn get(&mut self, cache: &PipelineCache, key: CopyKind) -> CachedRenderPipelineId {
        self.specialized.specialize(cache, &CopyPipeline(self.vertex.clone()), key)
    }
}

impl CopyKind {
    /// The layout of the bindings: colours if they are copied, depth, and the copied fraction.
    fn layout(self) -> BindGroupLayoutDescriptor {
        let is_multisampled = self.source_samples > 1;
        let unfiltered = TextureSampleType::Float { filterable: false };
        let colour = match is_multisampled {
            true => texture_2d_multisampled(unfiltered),
            false => texture_2d(unfiltered),
        };
        let depth = match is_multisampled {
            true => texture_depth_2d_multisampled(),
            false => texture_depth_2d(),
        };
        let all: Vec<BindGroupLayoutEntryBuilder> = self
            .colour
            .map(|_| colour)
            .into_iter()
            .chain([depth, uniform_buffer::<Vec2>(false)])
            .collect();
        let entries = all
            .into_iter()
            .enumerate()
            .map(|(i, entry)| entry.build(i as u32, ShaderStages::FRAGMENT))
            .collect::<Vec<_>>();
        BindGroupLayoutDescriptor::new("take over", &entries)
    }
}

/// The source of a copy.
pub(super) struct CopySource<'a> {
    pub colour: Option<&'a TextureView>,
    pub depth: &'a TextureView,
    /// The copied fraction of width and height, from the upper left corner.
    pub fraction: Vec2,
}

impl CopyKind {
    /// Creates the bindings for a source.
    pub fn bind(
        self,
        device: &RenderDevice,
        cache: &PipelineCache,
        source: &CopySource,
    ) -> BindGroup {
        let fraction = device.create_buffer_with_data(&BufferInitDescriptor {
            label: Some("fraction"),
            contents: bytemuck::bytes_of(&source.fraction.to_array()),
            usage: BufferUsages::UNIFORM,
        });
        let views = source.colour.into_iter().chain([source.depth]);
        let resources = views
            .map(|view| BindingResource::TextureView(view))
            .chain([fraction.as_entire_binding()]);
        let entries: Vec<_> = resources
            .enumerate()
            .map(|(i, resource)| BindGroupEntry { binding: i as u32, resource })
            .collect();
        device.create_bind_group(
            "take over",
            &cache.get_bind_group_layout(&self.layout()),
            &entries,
        )
    }
}

impl SpecializedRenderPipeline for CopyPipeline {
    type Key = CopyKind;

    fn specialize(&self, key: CopyKind) -> RenderPipelineDescriptor {
        let mut shader_defs = vec![];
        if key.colour.is_some() {
            shader_defs.push("COLOUR".into());
        }
        if key.source_samples > 1 {
            shader_defs.push("MULTISAMPLED".into());
        }
        if key.copies_depth {
            shader_defs.push("DEPTH".into());
        }
        if key.only_drawn {
            shader_defs.push("ONLY_DRAWN".into());
        }
        let target =
            |format| ColorTargetState { format, blend: None, write_mask: ColorWrites::ALL };
        RenderPipelineDescriptor {
            label: Some("take over".into()),
            layout: vec![key.layout()],
            vertex: self.0.to_vertex_state(),
            fragment: Some(FragmentState {
                shader: TAKE_OVER,
                shader_defs,
                targets: key.colour.map(|format| Some(target(format))).into_iter().collect(),
                ..default()
            }),
            depth_stencil: key.copies_depth.then(|| DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(true),
                depth_compare: Some(CompareFunction::Always),
                stencil: default(),
                bias: default(),
            }),
            multisample: MultisampleState { count: key.target_samples, ..default() },
            ..default()
        }
    }
}
