//! Draws a picture in pieces, after the window's frame has been presented.
//!
//! The nearest entities come first. Drawing stops when the time limit of the frame is used up. Each
//! piece replaces its part of the kept picture, the cached image of the land.

use std::sync::Arc;
use std::time::Duration;

use bevy::camera::ClearColorConfig;
use bevy::core_pipeline::core_3d::{AlphaMask3d, Opaque3d, Transparent3d};
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_phase::{
    TrackedRenderPass, ViewBinnedRenderPhases, ViewSortedRenderPhases,
};
use bevy::render::render_resource::{
    BindGroup, CommandEncoderDescriptor, LoadOp, Operations, PipelineCache, PollType,
    RenderPassColorAttachment, RenderPassDescriptor, RenderPipeline, StoreOp, Texture,
    TextureFormat, TextureView,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::texture::GpuImage;
use bevy::render::view::{ExtractedView, RetainedViewEntity, ViewDepthTexture};
use bevy::render::{Render, RenderApp, RenderStartup, RenderSystems};

use super::depth::{KeptDepth, attachment_texture, depth_attachment, extent, target_image};
use super::filter::{DrawFilter, DrawnItems};
use super::queue::{PicturePiece, PieceDraws, PieceQueue};
use super::resolve::{CopyKind, CopyPipelines, CopySource};
use super::screen_boxes::ScreenBoxes;
use super::state::{DrawnPart, FramePlan, FrameStart, KeptPicture, PieceTimes, RenderProgress};

/// Draws pieces.
pub(super) struct PiecesPlugin;

impl Plugin for PiecesPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<PictureInProgress>()
            .add_systems(RenderStartup, |mut work: ResMut<PictureInProgress>| {
                *work = PictureInProgress::default()
            })
            // In this set the window's frame has been presented.
            .add_systems(Render, draw.in_set(RenderSystems::Cleanup));
    }
}

/// The longest wait for the graphics card to draw a piece.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// The picture that is being drawn in pieces.
#[derive(Resource, Default)]
pub(super) struct PictureInProgress {
    number: u64,
    queue: PieceQueue,
    has_begun: bool,
    colour: Option<(TextureView, Texture)>,
}

impl PictureInProgress {
    /// Returns true if a piece of this picture, and with it the shadow maps, has been drawn.
    pub fn has_begun(&self, number: u64) -> bool {
        self.number == number && self.has_begun
    }
}

/// The textures and pipelines that all pieces of a picture use.
struct PieceTarget<'w> {
    entity: Entity,
    view: RetainedViewEntity,
    colour: TextureView,
    depth: &'w ViewDepthTexture,
    clear: LinearRgba,
    image: TextureView,
    kept_depth: TextureView,
    /// The pipelines that copy a piece into the kept picture: only the pixels drawn so far, or all
    /// pixels.
    resolve: [RenderPipeline; 2],
    source: BindGroup,
}

fn draw(world: &mut World) {
    let plan = world.resource::<FramePlan>().clone();
    let DrawnPart::Pieces(time_limit) = plan.draws else { return };
    world.resource_scope(|world, mut work: Mut<PictureInProgress>| {
        world.resource_scope(|world, mut pipelines: Mut<CopyPipelines>| {
            draw_pieces(world, &mut work, &mut pipelines, &plan, time_limit);
        });
    });
}

type Views<'w> = (Entity, &'w ExtractedCamera, &'w ExtractedView, &'w ViewDepthTexture, &'w Msaa);

fn draw_pieces(
    world: &mut World,
    work: &mut PictureInProgress,
    pipelines: &mut CopyPipelines,
    plan: &FramePlan,
    time_limit: Duration,
) {
    let mut views = world.query_filtered::<Views, With<KeptPicture>>();
    let world: &World = world;
    let Ok((entity, camera, view, depth, samples)) = views.single(world) else { return };
    let Some(size) = camera.physical_target_size else { return };
    let device = world.resource::<RenderDevice>();
    if work.number != plan.number {
        let pace = work.queue.pace;
        *work = PictureInProgress {
            number: plan.number,
            queue: PieceQueue::new(&plan.boxes, size, pace),
            colour: work.colour.take(),
            ..default()
        };
    }
    let images = world.resource::<RenderAssets<GpuImage>>();
    let image = target_image(camera).and_then(|handle| images.get(handle));
    let kept_depth = world.resource::<KeptDepth>().view();
    let (Some(image), Some(kept_depth)) = (image, kept_depth) else { return };
    let format = view.target_format;
    let colour = colour_texture(&mut work.colour, device, size, samples.samples(), format);
    let cache = world.resource::<PipelineCache>();
    let key = CopyKind {
        colour: Some(image.texture_descriptor.format),
        source_samples: samples.samples(),
        target_samples: 1,
        copies_depth: true,
        only_drawn: true,
    };
    let ids = [key, CopyKind { only_drawn: false, ..key }].map(|key| pipelines.get(cache, key));
    let [Some(resolve_drawn), Some(resolve_all)] = ids.map(|id| cache.get_render_pipeline(id))
    else {
        return;
    };
    let source = CopySource { colour: Some(&colour), depth: depth.view(), fraction: Vec2::ONE };
    let source = key.bind(device, cache, &source);
    let target = PieceTarget {
        entity,
        view: view.retained_view_entity,
        colour: colour.clone(),
        depth,
        clear: clear_colour(camera, world.resource::<ClearColor>()),
        image: image.texture_view.clone(),
        kept_depth: kept_depth.clone(),
        resolve: [resolve_drawn.clone(), resolve_all.clone()],
        source,
    };
    let start = Instant::now();
    let mut times = PieceTimes {
        pieces: 0,
        remaining: 0,
        until_first: world.resource::<FrameStart>().0.elapsed(),
        total: Duration::ZERO,
        longest: Duration::ZERO,
    };
    while let Some(piece) = work.queue.next(time_limit) {
        let began = Instant::now();
        target.draw(world, &plan.boxes, &piece, !work.has_begun);
        work.has_begun = true;
        let took = began.elapsed();
        work.queue.pace.adapt(&piece, took);
        times.pieces += 1;
        times.longest = times.longest.max(took);
        if start.elapsed() + took > time_limit {
            break;
        }
    }
    world.resource::<DrawFilter>().set(DrawnItems::All);
    times.total = start.elapsed();
    times.remaining = work.queue.remaining_count();
    let progress = world.resource::<RenderProgress>();
    progress.record_pieces(times);
    if times.remaining == 0 {
        progress.finish(plan.number);
        work.colour = None;
    }
}

/// The texture into which pieces are drawn. The camera's own texture cannot be bound in a shader.
fn colour_texture(
    cached: &mut Option<(TextureView, Texture)>,
    device: &RenderDevice,
    size: UVec2,
    samples: u32,
    format: TextureFormat,
) -> TextureView {
    let fits = |texture: &Texture| {
        texture.size() == extent(size)
            && texture.sample_count() == samples
            && texture.format() == format
    };
    if let Some((view, _)) = cached.as_ref().filter(|(_, texture)| fits(texture)) {
        return view.clone();
    }
    let texture = attachment_texture(device, "pieces", size, samples, format);
    let view = texture.create_view(&default());
    *cached = Some((view.clone(), texture));
    view
}

fn clear_colour(camera: &ExtractedCamera, default_colour: &ClearColor) -> LinearRgba {
    match camera.clear_color {
        ClearColorConfig::Custom(colour) => colour.into(),
        _ => default_colour.0.into(),
    }
}

impl PieceTarget<'_> {
    /// Draws a piece, copies it into the kept picture, and waits until the graphics card has
    /// finished.
    fn draw(&self, world: &World, boxes: &Arc<ScreenBoxes>, piece: &PicturePiece, is_first: bool) {
        let (device, queue) = (world.resource::<RenderDevice>(), world.resource::<RenderQueue>());
        let mut encoder =
            device.create_command_encoder(&CommandEncoderDescriptor { label: Some("piece") });
        let is_empty = piece.pixels.is_empty();
        if is_first || !is_empty {
            let clear: wgpu::Color = self.clear.into();
            let colour_load = if is_first { LoadOp::Clear(clear) } else { LoadOp::Load };
            let depth_load = if is_first { LoadOp::Clear(0.0) } else { LoadOp::Load };
            let pass = encoder.begin_render_pass(&RenderPassDescriptor {
                label: Some("piece"),
                color_attachments: &[Some(attachment(&self.colour, colour_load))],
                depth_stencil_attachment: Some(depth_attachment(self.depth.view(), depth_load)),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            let mut pass = TrackedRenderPass::new(device, pass);
            if !is_empty {
                scissor(piece.pixels, |x, y, w, h| pass.set_scissor_rect(x, y, w, h));
                self.draw_phases(world, &mut pass, boxes, piece);
            }
        }
        if !is_empty {
            let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
                label: Some("piece taken over"),
                color_attachments: &[Some(attachment(&self.image, LoadOp::Load))],
                depth_stencil_attachment: Some(depth_attachment(&self.kept_depth, LoadOp::Load)),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            scissor(piece.pixels, |x, y, w, h| pass.set_scissor_rect(x, y, w, h));
            // Until the last piece, pixels whose first sample is undrawn keep the old picture. The
            // last piece copies all pixels.
            let is_last = matches!(piece.draws, PieceDraws::Nothing);
            pass.set_pipeline(&self.resolve[usize::from(is_last)]);
            pass.set_bind_group(0, &self.source, &[]);
            pass.draw(0..3, 0..1);
        }
        queue.submit([encoder.finish()]);
        let wait = PollType::Wait { submission_index: None, timeout: Some(MAX_WAIT) };
        // If the device is lost, recovery handles it.
        let _ = device.wgpu_device().poll(wait);
    }

    fn draw_phases<'w>(
        &self,
        world: &'w World,
        pass: &mut TrackedRenderPass<'w>,
        boxes: &Arc<ScreenBoxes>,
        piece: &PicturePiece,
    ) {
        let opaque = world.resource::<ViewBinnedRenderPhases<Opaque3d>>().get(&self.view);
        let filter = world.resource::<DrawFilter>();
        let mut problems = vec![];
        match &piece.draws {
            PieceDraws::Entities(entities) => {
                filter.set(DrawnItems::These(entities.clone()));
                problems
                    .extend(opaque.and_then(|phase| phase.render(pass, world, self.entity).err()));
            }
            PieceDraws::Others => {
                let masked = world.resource::<ViewBinnedRenderPhases<AlphaMask3d>>();
                let transparent = world.resource::<ViewSortedRenderPhases<Transparent3d>>();
                filter.set(DrawnItems::Others(boxes.clone()));
                problems
                    .extend(opaque.and_then(|phase| phase.render(pass, world, self.entity).err()));
                filter.set(DrawnItems::All);
                let masked = masked.get(&self.view);
                problems
                    .extend(masked.and_then(|phase| phase.render(pass, world, self.entity).err()));
                let transparent = transparent.get(&self.view);
                problems.extend(
                    transparent.and_then(|phase| phase.render(pass, world, self.entity).err()),
                );
            }
            PieceDraws::Nothing => {}
        }
        problems
            .iter()
            .for_each(|problem| error!("a piece of the picture is incomplete: {problem}"));
    }
}

fn attachment(view: &TextureView, load: LoadOp<wgpu::Color>) -> RenderPassColorAttachment<'_> {
    let ops = Operations { load, store: StoreOp::Store };
    RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops }
}

fn scissor(pixels: URect, set: impl FnOnce(u32, u32, u32, u32)) {
    set(pixels.min.x, pixels.min.y, pixels.width(), pixels.height());
}
