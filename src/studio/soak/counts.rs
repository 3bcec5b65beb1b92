//! What may not grow while the window is used: counted each minute in one and the same state.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bevy::ecs::entity::Entities;
use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy_egui::EguiContext;

use crate::headless::machine::written_mib;
use crate::plugin::land::state::ChunkIndex;
use crate::plugin::land::upload::ChunkMeshes;

/// Minutes in which pools find their size.
pub const WARM_UP: usize = 5;
/// How much a count may grow after these, and how much slower a frame may be.
const MOST_GROWTH: f64 = 0.02;
const MOST_SLOWING: f64 = 0.05;

/// Names and whether the columns that follow may grow, in the order of [`Counts::held`].
const HELD: [&str; 9] = [
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

/// What the program holds, and how long a frame takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Entities of both worlds, chunks, pipelines, meshes, images, buffers that the driver copies
    /// from, threads; the last is memory in MiB, without mapped files.
    pub held: [f64; HELD.len()],
    pub frame: Duration,
    /// What was done until then.
    pub deeds: u32,
}

/// How many entities and pipelines the render world has.
#[derive(Resource, Clone, Default)]
pub struct Rendered(Arc<[AtomicUsize; 2]>);

pub fn watch_render_world(app: &mut App) {
    let rendered = Rendered::default();
    app.insert_resource(rendered.clone());
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    render_app
        .insert_resource(rendered)
        .add_systems(Render, count.in_set(RenderSystems::PostCleanup));
}

fn count(entities: &Entities, pipelines: Res<PipelineCache>, rendered: Res<Rendered>) {
    let counts = [entities.count_spawned() as usize, pipelines.pipelines().count()];
    rendered.0.iter().zip(counts).for_each(|(to, from)| to.store(from, Ordering::Relaxed));
}

impl Counts {
    pub fn of(world: &World, frame: Duration, deeds: u32) -> Self {
        let pool = world.resource::<ChunkMeshes>();
        let [rendered, pipelines] =
            world.resource::<Rendered>().0.each_ref().map(|count| count.load(Ordering::Relaxed));
        let held = [
            world.entities().count_spawned() as usize,
            rendered,
            world.resource::<ChunkIndex>().0.len(),
            pipelines,
            world.resource::<Assets<Mesh>>().len(),
            world.resource::<Assets<Image>>().len(),
            pool.staging.held() + pool.pool().all().count(),
            std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count),
        ];
        let memory = written_mib().unwrap_or_default();
        let all = held.into_iter().map(|count| count as f64).chain([memory]);
        let mut counts = Self { held: [0.0; HELD.len()], frame, deeds };
        counts.held.iter_mut().zip(all).for_each(|(to, from)| *to = from);
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        for (name, count) in HELD.iter().zip(self.held) {
            write!(to, "{name} {count:.0}, ")?;
        }
        let frame_ms = 1000.0 * self.frame.as_secs_f64();
        write!(to, "median frame {frame_ms:.1} ms, {} deeds", self.deeds)
    }
}

/// What is there, where something may have grown: the panel's textures, all threads, and how many
/// entities have which component.
pub fn names(world: &mut World) -> [String; 3] {
    let mut contexts = world.query::<&mut EguiContext>();
    let mut textures: Vec<String> = contexts
        .iter_mut(world)
        .flat_map(|mut context| {
            let manager = context.get_mut().tex_manager();
            let manager = manager.read();
            manager.allocated().map(|(_, texture)| texture.name.clone()).collect::<Vec<_>>()
        })
        .collect();
    textures.sort_unstable();
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    let mut threads: Vec<String> = tasks.filter_map(name).map(|n| n.trim().to_owned()).collect();
    threads.sort_unstable();
    [("textures", textures), ("threads", threads), ("entities", components(world))]
        .map(|(what, names)| format!("{what}: {}", names.join(", ")))
}

fn components(world: &World) -> Vec<String> {
    let mut counts = BTreeMap::<String, u32>::new();
    for archetype in world.archetypes().iter() {
        for component in archetype.components() {
            let Some(info) = world.components().get_info(*component) else { continue };
            *counts.entry(info.name().shortname().to_string()).or_default() += archetype.len();
        }
    }
    // What is there once is a resource, as a rule.
    let told = counts.into_iter().filter(|(_, count)| *count > 1);
    told.map(|(name, count)| format!("{name} {count}")).collect()
}

/// What has grown since the first minutes, a line each; frames only where the machine does nothing
/// else meanwhile.
pub fn growth(minutes: &[Counts], judges_frames: bool) -> Vec<String> {
    let (first, later) = minutes.split_at(minutes.len().min(WARM_UP));
    let Some(last) = later.last() else { return vec![] };
    let most = |of: &dyn Fn(&Counts) -> f64| first.iter().map(of).fold(0.0, f64::max);
    let grown = |name: &str, before: f64, now: f64, allowed: f64| {
        (now > before * (1.0 + allowed)).then(|| {
            format!("{name}: {now:.1} at the end, at most {before:.1} in the first minutes")
        })
    };
    let held = HELD.iter().enumerate().filter_map(|(place, name)| {
        grown(name, most(&|counts| counts.held[place]), last.held[place], MOST_GROWTH)
    });
    let frame_ms = |counts: &Counts| 1000.0 * counts.frame.as_secs_f64();
    let frames = grown("median frame", most(&frame_ms), frame_ms(last), MOST_SLOWING);
    held.chain(frames.filter(|_| judges_frames)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_after_the_first_minutes_is_told() {
        let minute = |count: f64, frame: f64| Counts {
            held: [count; HELD.len()],
            frame: Duration::from_secs_f64(frame / 1000.0),
            deeds: 0,
        };
        let mut minutes: Vec<_> = [90.0, 95.0, 100.0, 98.0, 99.0].map(|n| minute(n, 10.0)).into();
        assert!(growth(&minutes, true).is_empty(), "there is no later minute");
        minutes.push(minute(101.9, 10.4));
        assert!(growth(&minutes, true).is_empty());
        minutes.push(minute(102.1, 10.6));
        let told = growth(&minutes, true);
        assert_eq!(told.len(), HELD.len() + 1, "{told:?}");
        assert!(told[0].starts_with("entities: 102.1"), "{told:?}");
        assert_eq!(growth(&minutes, false).len(), HELD.len());
        // What was more for a while and is less again is no growth.
        minutes.push(minute(99.0, 10.0));
        assert!(growth(&minutes, true).is_empty());
    }
}
