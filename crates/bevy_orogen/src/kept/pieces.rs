//! Draws a picture in pieces, between frames: rectangles of it, each from the nearest things to the
//! furthest, until the time of a frame's pieces is used up. A rectangle that is drawn replaces what
//! the kept picture has there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::camera::ClearColorConfig;
use bevy::core_pipeline::core_3d::{AlphaMask3d, Opaque3d, Transparent3d};
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_phase::{
    TrackedRenderPass, ViewBinnedRenderPhases, ViewSortedRenderPhases,
};
use bevy::render::render_resource::{
    CommandEncoderDescriptor, LoadOp, Operations, PipelineCache, PollType,
    RenderPassColorAttachment, RenderPassDescriptor, RenderPipeline, StoreOp, Texture,
    TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::render::texture::GpuImage;
use bevy::render::view::{ExtractedView, RetainedViewEntity, ViewDepthTexture};
use bevy::render::{Render, RenderApp, RenderStartup, RenderSystems};

use super::boxes::Boxes;
use super::depth::{KeptDepth, depth_attachment, extent, target_image};
use super::filter::{Filter, Wanted};
use super::plan::Began;
use super::resolve::{From, TakeOver, TakeOverPipelines};
use super::state::{Draws, KeptPicture, PieceTimes, Plan, Progress};

/// Draws pieces.
pub(super) struct PiecesPlugin;

impl Plugin for PiecesPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<Work>()
            .add_systems(RenderStartup, |mut work: ResMut<Work>| *work = Work::default())
            // What the window shows is on the screen by now.
            .add_systems(Render, draw.in_set(RenderSystems::Cleanup));
    }
}

/// The sides of a piece in pixels: two blocks of llvmpipe's rasteriser, one for each of two cores.
const PIECE: UVec2 = UVec2::new(128, 64);

/// Of so many layers a piece is drawn, the nearest first: what they hide costs little then.
const LAYERS: usize = 6;

/// A frame's pieces are not fewer than what takes this share of their time.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The picture that is being drawn.
#[derive(Resource, Default)]
pub(super) struct Work {
    number: u64,
    pieces: Vec<URect>,
    next: usize,
    colour: Option<(TextureView, Texture)>,
    /// How long the piece before took.
    last: Duration,
}

impl Work {
    /// Whether pieces of a picture have been drawn, and with them its shadow maps.
    pub fn has_begun(&self, number: u64) -> bool {
        self.number == number && self.next > 0
    }
}

/// The rectangles of a picture, from its middle outwards.
fn cut(size: UVec2) -> Vec<URect> {
    let counts = UVec2::new(size.x.div_ceil(PIECE.x), size.y.div_ceil(PIECE.y));
    let piece = |x: u32, y: u32| {
        let min = UVec2::new(x, y) * PIECE;
        URect { min, max: (min + PIECE).min(size) }
    };
    let mut pieces: Vec<_> =
        (0..counts.y).flat_map(|y| (0..counts.x).map(move |x| piece(x, y))).collect();
    let away = |piece: &URect| {
        let middle = (piece.min + piece.max).as_vec2() - size.as_vec2();
        (middle / size.as_vec2()).length()
    };
    pieces.sort_by(|a, b| away(a).total_cmp(&away(b)));
    pieces
}

/// Ranges of distances, from near to far, in which there are as many of a piece's things each.
fn layers(boxes: &Boxes, pixels: URect) -> Vec<(f32, f32)> {
    let mut distances: Vec<f32> = boxes
        .0
        .values()
        .filter(|place| !place.pixels.intersect(pixels).is_empty())
        .map(|place| place.distance)
        .collect();
    distances.sort_by(f32::total_cmp);
    distances.dedup();
    let step = distances.len().div_ceil(LAYERS).max(1);
    let mut low = f32::NEG_INFINITY;
    let mut layers = vec![];
    for last in distances.chunks(step).filter_map(|chunk| chunk.last()) {
        layers.push((low, *last));
        low = last.next_up();
    }
    layers.push((low, f32::INFINITY));
    layers
}

/// What pieces are drawn with.
struct Target<'w> {
    entity: Entity,
    view: RetainedViewEntity,
    colour: TextureView,
    depth: &'w ViewDepthTexture,
    clear: LinearRgba,
    image: TextureView,
    kept_depth: TextureView,
    resolve: (RenderPipeline, bevy::render::render_resource::BindGroup),
}

fn draw(world: &mut World) {
    let plan = world.resource::<Plan>().clone();
    let Draws::Pieces(longest) = plan.draws else { return };
    world.resource_scope(|world, mut work: Mut<Work>| {
        world.resource_scope(|world, mut pipelines: Mut<TakeOverPipelines>| {
            draw_some(world, &mut work, &mut pipelines, &plan, longest);
        });
    });
}

type Views<'w> = (Entity, &'w ExtractedCamera, &'w ExtractedView, &'w ViewDepthTexture, &'w Msaa);

fn draw_some(
    world: &mut World,
    work: &mut Work,
    pipelines: &mut TakeOverPipelines,
    plan: &Plan,
    longest: Duration,
) {
    let mut views = world.query_filtered::<Views, With<KeptPicture>>();
    let world: &World = world;
    let Ok((entity, camera, view, depth, samples)) = views.single(world) else { return };
    let Some(size) = camera.physical_target_size else { return };
    let device = world.resource::<RenderDevice>();
    if work.number != plan.number {
        *work = Work {
            number: plan.number,
            pieces: cut(size),
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
    let key = TakeOver {
        colour: Some(image.texture_descriptor.format),
        from_samples: samples.samples(),
        to_samples: 1,
    };
    let id = pipelines.get(cache, key);
    let Some(pipeline) = cache.get_render_pipeline(id) else { return };
    let from = From { colour: Some(&colour), depth: depth.view(), share: Vec2::ONE };
    let group = key.bind(device, cache, &from);
    let target = Target {
        entity,
        view: view.retained_view_entity,
        colour: colour.clone(),
        depth,
        clear: clear_colour(camera, world.resource::<ClearColor>()),
        image: image.texture_view.clone(),
        kept_depth: kept_depth.clone(),
        resolve: (pipeline.clone(), group),
    };
    let start = Instant::now();
    let mut times = PieceTimes {
        pieces: 0,
        left: 0,
        before: world.resource::<Began>().0.elapsed(),
        took: Duration::ZERO,
        longest: Duration::ZERO,
    };
    while let Some(pixels) = work.pieces.get(work.next).copied() {
        let began = Instant::now();
        target.draw(world, &plan.boxes, pixels, work.next == 0);
        work.next += 1;
        work.last = began.elapsed();
        times.pieces += 1;
        times.longest = times.longest.max(work.last);
        if start.elapsed() + work.last > longest {
            break;
        }
    }
    world.resource::<Filter>().set(Wanted::All);
    times.took = start.elapsed();
    times.left = work.pieces.len() - work.next;
    let progress = world.resource::<Progress>();
    progress.count_pieces(times);
    if work.next == work.pieces.len() {
        progress.finish(plan.number);
        work.colour = None;
    }
}

/// The texture that pieces are drawn into; the camera's own cannot be bound.
fn colour_texture(
    known: &mut Option<(TextureView, Texture)>,
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
    if let Some((view, _)) = known.as_ref().filter(|(_, texture)| fits(texture)) {
        return view.clone();
    }
    let texture = device.create_texture(&TextureDescriptor {
        label: Some("pieces"),
        size: extent(size),
        mip_level_count: 1,
        sample_count: samples,
        dimension: TextureDimension::D2,
        format,
        usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    let view = texture.create_view(&default());
    *known = Some((view.clone(), texture));
    view
}

fn clear_colour(camera: &ExtractedCamera, usual: &ClearColor) -> LinearRgba {
    match camera.clear_color {
        ClearColorConfig::Custom(colour) => colour.into(),
        _ => usual.0.into(),
    }
}

impl Target<'_> {
    /// Draws a rectangle and waits until it is in the kept picture.
    fn draw(&self, world: &World, boxes: &Arc<Boxes>, pixels: URect, is_first: bool) {
        let (device, queue) = (world.resource::<RenderDevice>(), world.resource::<RenderQueue>());
        let mut encoder =
            device.create_command_encoder(&CommandEncoderDescriptor { label: Some("piece") });
        {
            let clear: wgpu::Color = self.clear.into();
            let load = if is_first { LoadOp::Clear(clear) } else { LoadOp::Load };
            let far = if is_first { LoadOp::Clear(0.0) } else { LoadOp::Load };
            let pass = encoder.begin_render_pass(&RenderPassDescriptor {
                label: Some("piece"),
                color_attachments: &[Some(attachment(&self.colour, load))],
                depth_stencil_attachment: Some(depth_attachment(self.depth.view(), far)),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            let mut pass = TrackedRenderPass::new(device, pass);
            scissor(pixels, |x, y, w, h| pass.set_scissor_rect(x, y, w, h));
            self.draw_phases(world, &mut pass, boxes, pixels);
        }
        {
            let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
                label: Some("piece taken over"),
                color_attachments: &[Some(attachment(&self.image, LoadOp::Load))],
                depth_stencil_attachment: Some(depth_attachment(&self.kept_depth, LoadOp::Load)),
                timestamp_writes: None,
                occlusion_query_set: None,
                multiview_mask: None,
            });
            scissor(pixels, |x, y, w, h| pass.set_scissor_rect(x, y, w, h));
            pass.set_pipeline(&self.resolve.0);
            pass.set_bind_group(0, &self.resolve.1, &[]);
            pass.draw(0..3, 0..1);
        }
        queue.submit([encoder.finish()]);
        let drawn = PollType::Wait { submission_index: None, timeout: Some(LONGEST_WAIT) };
        // A device that is lost is seen to elsewhere.
        let _ = device.wgpu_device().poll(drawn);
    }

    fn draw_phases<'w>(
        &self,
        world: &'w World,
        pass: &mut TrackedRenderPass<'w>,
        boxes: &Arc<Boxes>,
        pixels: URect,
    ) {
        let opaque = world.resource::<ViewBinnedRenderPhases<Opaque3d>>().get(&self.view);
        let masked = world.resource::<ViewBinnedRenderPhases<AlphaMask3d>>().get(&self.view);
        let transparent = world.resource::<ViewSortedRenderPhases<Transparent3d>>().get(&self.view);
        let filter = world.resource::<Filter>();
        let part = |low: f32, high: f32| Wanted::Part {
            boxes: boxes.clone(),
            pixels,
            distance: low..=high,
        };
        let mut problems = vec![];
        for (low, high) in layers(boxes, pixels) {
            filter.set(part(low, high));
            problems.extend(opaque.and_then(|it| it.render(pass, world, self.entity).err()));
        }
        filter.set(part(f32::NEG_INFINITY, f32::INFINITY));
        problems.extend(masked.and_then(|it| it.render(pass, world, self.entity).err()));
        problems.extend(transparent.and_then(|it| it.render(pass, world, self.entity).err()));
        problems
            .iter()
            .for_each(|problem| error!("a piece of the picture is not whole: {problem}"));
    }
}

fn attachment(view: &TextureView, load: LoadOp<wgpu::Color>) -> RenderPassColorAttachment<'_> {
    let ops = Operations { load, store: StoreOp::Store };
    RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops }
}

fn scissor(pixels: URect, set: impl FnOnce(u32, u32, u32, u32)) {
    set(pixels.min.x, pixels.min.y, pixels.width(), pixels.height());
}

#[cfg(test)]
mod tests {
    use super::super::boxes::Place;
    use super::*;

    #[test]
    fn pieces_cover_every_pixel_once_and_begin_in_the_middle() {
        for size in [UVec2::new(1280, 720), UVec2::new(1, 1), UVec2::new(641, 363)] {
            let pieces = cut(size);
            let area: u32 = pieces.iter().map(|piece| piece.width() * piece.height()).sum();
            assert_eq!(area, size.x * size.y);
            let overlaps = |a: &URect, b: &URect| !a.intersect(*b).is_empty();
            for (i, piece) in pieces.iter().enumerate() {
                assert!(!pieces[i + 1..].iter().any(|other| overlaps(piece, other)));
            }
            let middle = (size.as_vec2() / 2.0).as_uvec2();
            let is_there = pieces[..pieces.len().min(4)].iter().any(|it| it.contains(middle));
            assert!(is_there, "{pieces:?}");
        }
    }

    #[test]
    fn layers_hold_every_distance_once() {
        let place = |distance| Place { pixels: URect::new(0, 0, 9, 9), distance };
        let places = (0..40u32).map(|i| (Entity::from_raw_u32(i + 1).unwrap(), place(i as f32)));
        let boxes = Boxes(places.collect());
        let layers = layers(&boxes, URect::new(0, 0, 64, 64));
        assert!(layers.len() <= LAYERS + 1);
        for i in 0..40 {
            let distance = i as f32;
            let holds = layers.iter().filter(|(low, high)| (*low..=*high).contains(&distance));
            assert_eq!(holds.count(), 1, "{distance}");
        }
        assert_eq!(layers.last().map(|(_, high)| *high), Some(f32::INFINITY));
    }
}
