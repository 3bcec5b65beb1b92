//! Counts everything that must not grow while the window is in use.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::ecs::entity::Entities;
use bevy::prelude::*;
use bevy::render::render_resource::{PipelineCache, PipelineDescriptor};
use bevy::render::renderer::RenderDevice;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::shader::ShaderDefVal;
use bevy_egui::EguiContext;

use orogen::headless::machine::written_mib;
use orogen::plugin::land::state::ChunkIndex;
use orogen::plugin::land::upload::ChunkMeshes;

/// The number of first minutes, in which pools may still grow to their size.
pub const WARM_UP: usize = 5;
/// The largest allowed growth after these minutes, as a share: of a count, and of the frame time.
const MAX_GROWTH: f64 = 0.02;
const MAX_SLOWDOWN: f64 = 0.05;

/// The names of the counts, in the order of [`Counts::values`].
const COUNT_NAMES: [&str; 9] = [
    "entities",
    "rendered",
    "chunks",
    "pipelines",
    "meshes",
    "images",
    "buffers",
    "threads",
    "memory",
];

/// The counts at the end of a minute, and the frame time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Entities of the main and of the render world, chunks, pipelines, meshes, images, staging
    /// buffers, threads, and memory in MiB without mapped files.
    pub values: [f64; COUNT_NAMES.len()],
    /// Graphics memory in MiB: of buffers and textures, and of the driver's blocks that contain
    /// them.
    pub graphics_mib: [f64; 2],
    pub frame: Duration,
    /// The number of actions so far.
    pub actions: u32,
}

/// The render world's number of entities, and its pipelines' descriptions in order of creation.
#[derive(Resource, Clone, Default)]
pub struct Rendered(Arc<Mutex<(usize, Vec<String>)>>);

pub fn watch_render_world(app: &mut App) {
    let rendered = Rendered::default();
    app.insert_resource(rendered.clone());
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    render_app
        .insert_resource(rendered)
        .add_systems(Render, count.in_set(RenderSystems::PostCleanup));
}

fn count(entities: &Entities, cache: Res<PipelineCache>, rendered: Res<Rendered>) {
    let mut rendered = rendered.0.lock().unwrap_or_else(PoisonError::into_inner);
    let (count, pipelines) = &mut *rendered;
    *count = entities.count_spawned() as usize;
    let known = pipelines.len();
    pipelines.extend(cache.pipelines().skip(known).map(|pipeline| describe(&pipeline.descriptor)));
}

/// Describes a pipeline: its label, samples per pixel and shader definitions.
fn describe(descriptor: &PipelineDescriptor) -> String {
    let (label, samples, defs) = match descriptor {
        PipelineDescriptor::RenderPipelineDescriptor(render) => {
            let fragment = render.fragment.as_ref().map(|fragment| &fragment.shader_defs);
            let defs = fragment.unwrap_or(&render.vertex.shader_defs);
            (&render.label, render.multisample.count, defs)
        }
        PipelineDescriptor::ComputePipelineDescriptor(compute) => {
            (&compute.label, 1, &compute.shader_defs)
        }
    };
    let names = defs.iter().map(|def| match def {
        ShaderDefVal::Bool(name, true) => name.clone(),
        ShaderDefVal::Bool(name, false) => format!("{name}=off"),
        ShaderDefVal::Int(name, value) => format!("{name}={value}"),
        ShaderDefVal::UInt(name, value) => format!("{name}={value}"),
    });
    let names: Vec<_> = names.collect();
    let label = label.as_deref().unwrap_or("without a name");
    format!("{label}, samples {samples} [{}]", names.join(" "))
}

impl Counts {
    pub fn of(world: &World, frame: Duration, actions: u32) -> Self {
        let pool = world.resource::<ChunkMeshes>();
        let rendered = world.resource::<Rendered>().0.lock();
        let rendered = rendered.unwrap_or_else(PoisonError::into_inner);
        let values = [
            world.entities().count_spawned() as usize,
            rendered.0,
            world.resource::<ChunkIndex>().0.len(),
            rendered.1.len(),
            world.resource::<Assets<Mesh>>().len(),
            world.resource::<Assets<Image>>().len(),
            pool.staging.buffer_count() + pool.pool().all().count(),
            std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count),
        ];
        let memory = written_mib().unwrap_or_default();
        let all = values.into_iter().map(|count| count as f64).chain([memory]);
        let report = world.resource::<RenderDevice>().wgpu_device().generate_allocator_report();
        let bytes = report
            .map_or([0; 2], |report| [report.total_allocated_bytes, report.total_reserved_bytes]);
        let graphics_mib = bytes.map(|bytes| bytes as f64 / f64::from(1 << 20));
        let mut counts = Self { values: [0.0; COUNT_NAMES.len()], graphics_mib, frame, actions };
        counts.values.iter_mut().zip(all).for_each(|(to, from)| *to = from);
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        for (name, count) in COUNT_NAMES.iter().zip(self.values) {
            write!(to, "{name} {count:.0}, ")?;
        }
        let [graphics_mib, blocks_mib] = self.graphics_mib;
        write!(to, "graphics {graphics_mib:.0} in blocks of {blocks_mib:.0}, ")?;
        let frame_ms = 1000.0 * self.frame.as_secs_f64();
        write!(to, "median frame {frame_ms:.1} ms, {} actions", self.actions)
    }
}

/// Names that show what grew: the panel's textures, threads, components with their numbers of
/// entities, and pipelines.
pub struct Names([Vec<String>; 4]);

impl Names {
    pub fn of(world: &mut World) -> Self {
        let mut contexts = world.query::<&mut EguiContext>();
        let textures = contexts
            .iter_mut(world)
            .flat_map(|mut context| {
                let manager = context.get_mut().tex_manager();
                let manager = manager.read();
                manager.allocated().map(|(_, texture)| texture.name.clone()).collect::<Vec<_>>()
            })
            .collect();
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
        let threads = tasks.filter_map(name).map(|name| name.trim().to_owned()).collect();
        let entities = components(world);
        let rendered = world.resource::<Rendered>().0.lock();
        let pipelines = rendered.unwrap_or_else(PoisonError::into_inner).1.clone();
        Self([textures, threads, entities, pipelines])
    }

    /// The names that are new since `before`, in a line for each kind.
    pub fn since(&self, before: &Self) -> Vec<String> {
        let kinds = ["textures", "threads", "entities", "pipelines"];
        let new = self.0.iter().zip(&before.0).map(|(now, before)| {
            let mut known = before.clone();
            let is_new = |name: &&String| {
                let place = known.iter().position(|old| old == *name);
                place.map(|place| known.swap_remove(place)).is_none()
            };
            now.iter().filter(is_new).cloned().collect::<Vec<_>>()
        });
        let lines = kinds.into_iter().zip(new).filter(|(_, new)| !new.is_empty());
        lines.map(|(kind, new)| format!("new {kind}: {}", new.join(", "))).collect()
    }
}

/// Lists blocks of the driver's memory that are less than half used, with the largest allocation in
/// each.
pub fn idle_blocks(world: &World) -> Option<String> {
    let report = world.resource::<RenderDevice>().wgpu_device().generate_allocator_report()?;
    let lines = report.blocks.iter().filter_map(|block| {
        let allocations = report.allocations.get(block.allocations.clone())?;
        let used: u64 = allocations.iter().map(|allocation| allocation.size).sum();
        let largest = allocations.iter().max_by_key(|allocation| allocation.size)?;
        let [used, size, largest_kib] = [used, block.size, largest.size].map(|bytes| bytes >> 10);
        let name =
            if largest.name.is_empty() { "an allocation without a name" } else { &largest.name };
        (2 * used < size).then(|| format!("{used} of {size} KiB ({name} {largest_kib})"))
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then(|| format!("blocks that are mostly free: {}", lines.join(", ")))
}

fn components(world: &World) -> Vec<String> {
    let mut counts = BTreeMap::<String, u32>::new();
    for archetype in world.archetypes().iter() {
        for component in archetype.components() {
            let Some(info) = world.components().get_info(*component) else { continue };
            *counts.entry(info.name().shortname().to_string()).or_default() += archetype.len();
        }
    }
    // A component with one entity is usually a resource.
    let lines = counts.into_iter().filter(|(_, count)| *count > 1);
    lines.map(|(name, count)| format!("{name} {count}")).collect()
}

/// A line for each count that has grown since the first minutes. Includes the frame time only if
/// `judges_frames`.
pub fn growth(minutes: &[Counts], judges_frames: bool) -> Vec<String> {
    let (first, later) = minutes.split_at(minutes.len().min(WARM_UP));
    let Some(last) = later.last() else { return vec![] };
    let max_before = |value: &dyn Fn(&Counts) -> f64| first.iter().map(value).fold(0.0, f64::max);
    let grown = |name: &str, before: f64, now: f64, allowed: f64| {
        (now > before * (1.0 + allowed)).then(|| {
            format!("{name}: {now:.1} at the end, at most {before:.1} in the first minutes")
        })
    };
    let grown_counts = COUNT_NAMES.iter().enumerate().filter_map(|(place, name)| {
        grown(name, max_before(&|counts| counts.values[place]), last.values[place], MAX_GROWTH)
    });
    let frame_ms = |counts: &Counts| 1000.0 * counts.frame.as_secs_f64();
    let frames = grown("median frame", max_before(&frame_ms), frame_ms(last), MAX_SLOWDOWN);
    grown_counts.chain(frames.filter(|_| judges_frames)).collect()
}
