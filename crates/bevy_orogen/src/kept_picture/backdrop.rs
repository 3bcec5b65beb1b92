//! Draws the kept picture behind another camera's content.
//!
//! The kept picture is the cached image of the land. If the camera wants it, the picture's depth is
//! copied, too.

use bevy::core_pipeline::{Core3d, Core3dSystems};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_component::ExtractComponentPlugin;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{PipelineCache, RenderPassDescriptor, StoreOp};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::texture::GpuImage;
use bevy::render::view::{ExtractedView, ViewDepthTexture, ViewTarget};

use super::depth::{KeptDepth, target_image};
use super::resolve::{CopyKind, CopyPipelines, CopySource};
use super::state::{DrawnPart, FramePlan, KeptPicture, RenderProgress, ShowsPicture};

/// Draws the kept picture in cameras with [`ShowsPicture`].
pub(super) struct BackdropPlugin;

impl Plugin for BackdropPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ExtractComponentPlugin::<ShowsPicture>::default());
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app.add_systems(Core3d, draw_backdrop.in_set(Core3dSystems::Prepass));
    }
}

fn draw_backdrop(
    view: ViewQuery<(&ViewTarget, &ViewDepthTexture, &ExtractedView, &Msaa, &ShowsPicture)>,
    cameras: Query<&ExtractedCamera, With<KeptPicture>>,
    (plan, progress): (Res<FramePlan>, Res<RenderProgress>),
    images: Res<RenderAssets<GpuImage>>,
    depth: Res<KeptDepth>,
    mut pipelines: ResMut<CopyPipelines>,
    cache: Res<PipelineCache>,
    mut context: RenderContext,
) {
    let (target, view_depth, extracted, samples, shows) = view.into_inner();
    let has_depth = shows.with_depth;
    let key = CopyKind {
        colour: Some(extracted.target_format),
        source_samples: 1,
        target_samples: samples.samples(),
        copies_depth: has_depth,
        only_drawn: false,
    };
    // This requests the pipeline early, so that it is compiled before the first picture.
    let id = pipelines.get(&cache, key);
    let image = cameras.iter().find_map(target_image).and_then(|handle| images.get(handle));
    let (Some(image), Some(depth)) = (image, depth.view()) else { return };
    // Until the first picture is drawn, the camera's background stays visible, unless this frame draws
    // the whole picture.
    if progress.drawn_count() == 0 && plan.draws != DrawnPart::Whole {
        return;
    }
    let Some(pipeline) = cache.get_render_pipeline(id) else { return };
    let source = CopySource { colour: Some(&image.texture_view), depth, fraction: Vec2::ONE };
    let group = key.bind(context.render_device(), &cache, &source);
    let mut pass = context.command_encoder().begin_render_pass(&RenderPassDescriptor {
        label: Some("kept picture"),
        color_attachments: &[Some(target.get_color_attachment())],
        depth_stencil_attachment: has_depth.then(|| view_depth.get_attachment(StoreOp::Store)),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.draw(0..3, 0..1);
}
