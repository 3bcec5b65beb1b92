//! Draws the land at a lower resolution.
//!
//! The land is drawn into the upper left part of the camera's texture, which is then stretched over
//! the whole picture before other content is drawn.

use bevy::camera::MainPassResolutionOverride;
use bevy::core_pipeline::{Core3d, Core3dSystems, FullscreenShader};
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_component::{ExtractComponent, ExtractComponentPlugin};
use bevy::render::render_resource::binding_types::{sampler, texture_2d, uniform_buffer};
use bevy::render::render_resource::{
    BindGroupEntries, BindGroupLayoutDescriptor, BindGroupLayoutEntries, BufferInitDescriptor,
    BufferUsages, CachedRenderPipelineId, ColorTargetState, ColorWrites, FilterMode, FragmentState,
    Operations, PipelineCache, RenderPassColorAttachment, RenderPassDescriptor,
    RenderPipelineDescriptor, Sampler, SamplerBindingType, SamplerDescriptor, ShaderStages,
    SpecializedRenderPipeline, SpecializedRenderPipelines, TextureFormat, TextureSampleType,
};
use bevy::render::renderer::{RenderContext, RenderDevice, ViewQuery};
use bevy::render::view::{ExtractedView, ViewTarget};
use bevy::render::{Render, RenderApp, RenderStartup, RenderSystems};

use super::shaders::STRETCH;

/// Divides width and height of a camera's picture by this factor.
///
/// The picture is then stretched to its full size.
#[derive(Component, ExtractComponent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolutionDivisor(pub u32);

/// Draws the cameras with [`ResolutionDivisor`] at low resolution.
pub(super) struct ScalePlugin;

impl Plugin for ScalePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ExtractComponentPlugin::<ResolutionDivisor>::default());
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<SpecializedRenderPipelines<StretchPipeline>>()
            .add_systems(RenderStartup, make_pipeline)
            .add_systems(Render, prepare.in_set(RenderSystems::PrepareViews))
            .add_systems(Core3d, stretch.in_set(Core3dSystems::EarlyPostProcess));
    }
}

#[derive(Resource)]
struct StretchPipeline {
    layout: BindGroupLayoutDescriptor,
    sampler: Sampler,
    vertex: FullscreenShader,
}

impl SpecializedRenderPipeline for StretchPipeline {
    /// The format of the camera's texture.
    type Key = TextureFormat;

    fn specialize(&self, format: Self::Key) -> RenderPipelineDescriptor {
        let target = ColorTargetState { format, blend: None, write_mask: ColorWrites::ALL };
        RenderPipelineDescriptor {
            label: Some("stretch".into()),
            layout: vec![self.layout.clone()],
            vertex: self.vertex.to_vertex_state(),
            fragment: Some(FragmentState {
                shader: STRETCH,
                targets: vec![Some(target)],
                ..default()
            }),
            ..default()
        }
    }
}

fn make_pipeline(device: Res<RenderDevice>, vertex: Res<FullscreenShader>, mut commands: Commands) {
    let entries = (
        texture_2d(TextureSampleType::Float { filterable: true }),
        sampler(SamplerBindingType::Filtering),
        uniform_buffer::<f32>(false),
    );
    commands.insert_resource(StretchPipeline {
        layout: BindGroupLayoutDescriptor::new(
            "stretch",
            &BindGroupLayoutEntries::sequential(ShaderStages::FRAGMENT, entries),
        ),
        sampler: device.create_sampler(&SamplerDescriptor {
            mag_filter: FilterMode::Linear,
            min_filter: FilterMode::Linear,
            ..default()
        }),
        vertex: vertex.clone(),
    });
}

/// The pipeline that stretches a picture, and the factor.
#[derive(Component)]
struct Stretch(CachedRenderPipelineId, u32);

/// Reduces a camera's resolution as soon as the stretching pipeline is compiled.
fn prepare(
    cameras: Query<(
        Entity,
        &ExtractedCamera,
        &ExtractedView,
        Option<&ResolutionDivisor>,
        Has<Stretch>,
    )>,
    pipeline: Res<StretchPipeline>,
    cache: Res<PipelineCache>,
    mut pipelines: ResMut<SpecializedRenderPipelines<StretchPipeline>>,
    mut commands: Commands,
) {
    for (entity, camera, view, divisor, is_stretched) in &cameras {
        // This requests the pipeline early, so that it is compiled before the first draft.
        let id = pipelines.specialize(&cache, &pipeline, view.target_format);
        let mut camera_commands = commands.entity(entity);
        let Some(ResolutionDivisor(divisor)) = divisor else {
            if is_stretched {
                camera_commands.remove::<(MainPassResolutionOverride, Stretch)>();
            }
            continue;
        };
        let Some(size) = camera.physical_viewport_size else { continue };
        if cache.get_render_pipeline(id).is_some() {
            // The shader computes the size of the part in the same way.
            let part = size.map(|side| side.div_ceil(*divisor));
            camera_commands.insert((MainPassResolutionOverride(part), Stretch(id, *divisor)));
        }
    }
}

fn stretch(
    view: ViewQuery<(&ViewTarget, &Stretch)>,
    pipeline: Res<StretchPipeline>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let (target, Stretch(id, divisor)) = view.into_inner();
    let Some(compiled) = cache.get_render_pipeline(*id) else { return };
    let textures = target.post_process_write();
    let divisor = context.render_device().create_buffer_with_data(&BufferInitDescriptor {
        label: Some("stretch"),
        contents: bytemuck::bytes_of(&(*divisor as f32)),
        usage: BufferUsages::UNIFORM,
    });
    let divisor = divisor.as_entire_buffer_binding();
    let group = context.render_device().create_bind_group(
        "stretch",
        &cache.get_bind_group_layout(&pipeline.layout),
        &BindGroupEntries::sequential((textures.source, &pipeline.sampler, divisor)),
    );
    let mut pass = context.command_encoder().begin_render_pass(&RenderPassDescriptor {
        label: Some("stretch"),
        color_attachments: &[Some(RenderPassColorAttachment {
            view: textures.destination,
            depth_slice: None,
            resolve_target: None,
            ops: Operations::default(),
        })],
        depth_stencil_attachment: None,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    pass.set_pipeline(compiled);
    pass.set_bind_group(0, &group, &[]);
    pass.draw(0..3, 0..1);
}
