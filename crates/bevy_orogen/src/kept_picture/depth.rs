//! The depth of the kept picture (the cached image of the land).
//!
//! With it, the land hides objects that another camera draws behind it.

use bevy::camera::{MainPassResolutionOverride, NormalizedRenderTarget};
use bevy::core_pipeline::{Core3d, Core3dSystems};
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_resource::{
    Extent3d, LoadOp, Operations, PipelineCache, RenderPassDepthStencilAttachment,
    RenderPassDescriptor, StoreOp, Texture, TextureDescriptor, TextureDimension, TextureFormat,
    TextureUsages, TextureView,
};
use bevy::render::renderer::{RenderContext, RenderDevice, ViewQuery};
use bevy::render::view::ViewDepthTexture;
use bevy::render::{Render, RenderApp, RenderStartup, RenderSystems};

use super::resolve::{self, CopyKind, CopyPipelines, CopySource, DEPTH};
use super::state::{DrawnPart, FramePlan, KeptPicture, ShowsPicture};

/// Copies the depth of a picture that one frame draws whole. A picture drawn in pieces needs no
/// copy, because each piece writes its own depth.
pub(super) struct DepthPlugin;

impl Plugin for DepthPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<KeptDepth>()
            .add_systems(RenderStartup, (resolve::make_copy_pipelines, forget))
            .add_systems(Render, resize_texture.in_set(RenderSystems::PrepareResources))
            .add_systems(
                Core3d,
                copy_depth.after(Core3dSystems::MainPass).before(Core3dSystems::EarlyPostProcess),
            );
    }
}

/// The texture with the depth of the kept picture.
#[derive(Resource, Default)]
pub(super) struct KeptDepth(Option<(Texture, TextureView)>);

impl KeptDepth {
    pub fn view(&self) -> Option<&TextureView> {
        self.0.as_ref().map(|(_, view)| view)
    }
}

/// Drops the texture of a lost device.
fn forget(mut kept: ResMut<KeptDepth>) {
    *kept = KeptDepth::default();
}

fn resize_texture(
    device: Res<RenderDevice>,
    cameras: Query<&ExtractedCamera, With<KeptPicture>>,
    mut kept: ResMut<KeptDepth>,
) {
    let Some(size) = cameras.iter().find_map(|camera| camera.physical_target_size) else { return };
    if kept.0.as_ref().is_some_and(|(texture, _)| texture.size() == extent(size)) {
        return;
    }
    let texture = attachment_texture(&device, "kept depth", size, 1, DEPTH);
    let view = texture.create_view(&default());
    kept.0 = Some((texture, view));
}

/// Creates a texture of `size` pixels for drawing into and for reading in a shader.
pub(super) fn attachment_texture(
    device: &RenderDevice,
    label: &'static str,
    size: UVec2,
    samples: u32,
    format: TextureFormat,
) -> Texture {
    device.create_texture(&TextureDescriptor {
        label: Some(label),
        size: extent(size),
        mip_level_count: 1,
        sample_count: samples,
        dimension: TextureDimension::D2,
        format,
        usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    })
}

pub(super) fn extent(size: UVec2) -> Extent3d {
    Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 }
}

/// The image into which a camera draws; `None` if it draws into a window.
pub(super) fn target_image(camera: &ExtractedCamera) -> Option<&Handle<Image>> {
    match camera.target.as_ref()? {
        NormalizedRenderTarget::Image(image) => Some(&image.handle),
        _ => None,
    }
}

/// A depth attachment that `load` clears or loads.
pub(super) fn depth_attachment(
    view: &TextureView,
    load: LoadOp<f32>,
) -> RenderPassDepthStencilAttachment<'_> {
    RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(Operations { load, store: StoreOp::Store }),
        stencil_ops: None,
    }
}

fn copy_depth(
    view: ViewQuery<
        (&ViewDepthTexture, &ExtractedCamera, Option<&MainPassResolutionOverride>),
        With<KeptPicture>,
    >,
    plan: Res<FramePlan>,
    shows: Query<&ShowsPicture>,
    kept: Res<KeptDepth>,
    mut pipelines: ResMut<CopyPipelines>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let (depth, camera, resolution) = view.into_inner();
    let is_wanted = shows.iter().any(|shows| shows.with_depth);
    let (Some(kept), DrawnPart::Whole, true) = (kept.view(), plan.draws, is_wanted) else { return };
    let samples = depth.texture.sample_count();
    let key = CopyKind {
        colour: None,
        source_samples: samples,
        target_samples: 1,
        copies_depth: true,
        only_drawn: false,
    };
    let id = pipelines.get(&cache, key);
    let Some(pipeline) = cache.get_render_pipeline(id) else { return };
    // A draft has fewer pixels and fills only the upper left part of its texture.
    let fraction = match (resolution, camera.physical_target_size) {
        (Some(resolution), Some(size)) => resolution.0.as_vec2() / size.as_vec2(),
        _ => Vec2::ONE,
    };
    let source = CopySource { colour: None, depth: depth.view(), fraction };
    let group = key.bind(context.render_device(), &cache, &source);
    let mut pass = context.command_encoder().begin_render_pass(&RenderPassDescriptor {
        label: Some("kept depth"),
        color_attachments: &[],
        depth_stencil_attachment: Some(depth_attachment(kept, LoadOp::Clear(0.0))),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.draw(0..3, 0..1);
}
