//! The land in the world: the scene that is wanted, the revision that is shown, and the swap from one to the next.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::camera::visibility::NoAutoAabb;
use bevy::mesh::MeshTag;
use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};

use super::OrogenSet;
use super::build::{BuildProbe, Built, BuiltChunk, Job};
use super::look::LandMaterial;
use super::origin::{self, TerrainViewer, WorldOrigin};
use super::pool::Builder;
use super::stream::{self, ChunkSeen, Streaming, TakenAFrame};
use super::upload::{ChunkMeshes, UploadPlugin};
use crate::terrain::chunk::{CHUNK_CELLS, ChunkKey, square};
use crate::terrain::heightfield::ChunkField;
use crate::terrain::land::Land;
use crate::terrain::lod::{Levels, Selection, Viewer};
use crate::terrain::param::{Document, Stage};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;

/// The scene as the newest edit wants it. Whoever edits compares first and assigns then.
#[derive(Resource, Clone, Debug, Default)]
pub struct WantedScene(pub Scene);

/// The land that is on the screen.
#[derive(Resource, Default)]
pub struct ShownLand {
    /// Recipe and height function of the meshes shown; `None` until the first revision has landed.
    pub current: Option<(Recipe, Land)>,
    /// The levels of an endless land; `None` for a bounded one.
    pub levels: Option<Levels>,
    /// Numbers the revisions from 1.
    pub revision: u64,
    /// From the edit that started the revision to its swap.
    pub edit_duration: Duration,
    /// Of that, sampling and meshing.
    pub build_duration: Duration,
    pub triangles: usize,
    /// Why the wanted scene cannot be built, if it cannot.
    pub problem: Option<String>,
}

impl ShownLand {
    /// Whether the meshes shown are those of a scene: of its recipe, out to its horizon.
    pub fn shows(&self, wanted: &Scene) -> bool {
        self.stage_to(wanted).is_none()
    }

    /// The earliest stage that has to run before a scene's meshes are shown.
    fn stage_to(&self, wanted: &Scene) -> Option<Stage> {
        let Some((recipe, _)) = &self.current else { return Some(Stage::Sample) };
        let levels = (self.levels != wanted_levels(wanted)).then_some(Stage::Mesh);
        recipe.dirty_stage(&wanted.recipe).filter(|stage| *stage < Stage::Shade).into_iter().chain(levels).min()
    }
}

/// The levels that a scene wants; `None` if its land is bounded.
fn wanted_levels(scene: &Scene) -> Option<Levels> {
    stream::levels(&scene.recipe, scene.view.params.distance.horizon_km)
}

/// The number of the revision whose meshes a frame draws, as the render world sees it.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq, ExtractResource)]
pub struct RenderedRevision(pub u64);

/// A chunk of the land.
#[derive(Component, Clone, Copy, Debug)]
pub struct Chunk(pub ChunkKey);

/// The chunk's noise before shaping, kept for edits of later stages.
#[derive(Component, Clone)]
pub struct ChunkNoise(pub Arc<ChunkField>);

/// Which entity holds which chunk.
#[derive(Resource, Default)]
pub struct ChunkIndex(pub HashMap<ChunkKey, Entity>);

/// How long a frame may wait for a revision that it started, so that most edits are seen in the frame that made them.
#[derive(Resource)]
pub struct BuildPatience(pub Duration);

/// The latch: the edit that the running job builds, and when it was made.
#[derive(Resource, Default)]
struct Latch {
    started: Option<(Recipe, Instant)>,
    /// The recipe that could not be built, so that it is not tried again every frame.
    failed: Option<Recipe>,
    /// The next revision is waited for, however long it takes: land that was seen must not be missing.
    must_land: bool,
}

/// How long a frame waits for land that must not be missing.
const LONG: Duration = Duration::from_secs(10);

/// Builds the wanted land and swaps it in.
pub struct LandPlugin {
    /// Threads that build; `None` for as many as there are cores.
    pub threads: Option<usize>,
}

impl Plugin for LandPlugin {
    fn build(&self, app: &mut App) {
        match Builder::new(self.threads) {
            Ok(builder) => app.insert_resource(builder),
            Err(error) => panic!("the system gives no threads to build the land with: {error}"),
        };
        app.init_resource::<WantedScene>()
            .init_resource::<ShownLand>()
            .init_resource::<RenderedRevision>()
            .init_resource::<ChunkIndex>()
            .init_resource::<Latch>()
            .init_resource::<WorldOrigin>()
            .init_resource::<Streaming>()
            .init_resource::<TakenAFrame>()
            .init_resource::<BuildProbe>()
            .add_message::<ChunkSeen>()
            .insert_resource(BuildPatience(Duration::from_millis(25)))
            .add_plugins((ExtractResourcePlugin::<RenderedRevision>::default(), UploadPlugin))
            .add_systems(PostUpdate, build_wanted.in_set(OrogenSet::Build));
    }
}

/// Lands what is finished, then starts what is wanted: one revision runs, one is wanted, and a started one always lands.
/// Between revisions chunks stream in around the viewer.
fn build_wanted(world: &mut World, viewers: &mut QueryState<&Transform, With<TerrainViewer>>) {
    let local = viewers.iter(world).next().map_or(Vec3::ZERO, |transform| transform.translation);
    let position_m = world.resource::<WorldOrigin>().world_m(local);
    origin::follow(world, [position_m[0], position_m[2]]);
    let patience = world.resource::<BuildPatience>().0;
    let finished = world.resource_mut::<Builder>().finish(Duration::ZERO);
    let mut landed = finished.is_some();
    if let Some(built) = finished {
        land(world, built, position_m);
    }
    if !world.resource::<Builder>().is_running()
        && let Some(job) = next_job(world, position_m)
    {
        let recipe = job.recipe.clone();
        world.resource_mut::<Latch>().started = Some((recipe, Instant::now()));
        world.resource_mut::<Builder>().start(job);
        let must_land = std::mem::take(&mut world.resource_mut::<Latch>().must_land);
        let patience = if must_land { LONG } else { patience };
        let finished = world.resource_mut::<Builder>().finish(patience);
        landed |= finished.is_some();
        if let Some(built) = finished {
            land(world, built, position_m);
        }
    }
    if let Some((recipe, land)) = &world.resource::<ShownLand>().current {
        let viewer = stream::viewer(recipe, land, position_m);
        if recipe.world.bounded {
            let mut streaming = world.resource_mut::<Streaming>();
            if streaming.viewer != viewer {
                streaming.viewer = viewer;
            }
            return;
        }
        // A revision that has just landed has all that is seen; what is not has time until this frame's other work is done. In
        // a drag the next edit would throw it away.
        let may_build = !landed && !world.resource::<Builder>().is_running();
        stream::stream(world, viewer, may_build);
    }
}

/// Takes all land out of the world, and what is being built; the next frame builds it anew, and waits for it.
pub(super) fn clear(world: &mut World) {
    world.resource_mut::<Builder>().abandon();
    let chunks = std::mem::take(&mut world.resource_mut::<ChunkIndex>().0);
    chunks.into_iter().for_each(|(key, entity)| remove_chunk(world, key, entity));
    let mut shown = world.resource_mut::<ShownLand>();
    shown.current = None;
    shown.problem = None;
    // Chunks that are still on their way are not of the next revision.
    shown.revision += 1;
    *world.resource_mut::<Latch>() = Latch { must_land: true, ..Latch::default() };
}

/// The job that makes the shown land the wanted one; `None` if it is already.
fn next_job(world: &mut World, position_m: [f64; 3]) -> Option<Job> {
    let wanted = &world.resource::<WantedScene>().0.recipe;
    match &world.resource::<Latch>().failed {
        Some(failed) if failed == wanted => return None,
        Some(_) => {
            world.resource_mut::<Latch>().failed = None;
            world.resource_mut::<ShownLand>().problem = None;
        }
        None => {}
    }
    let wanted = &world.resource::<WantedScene>().0;
    let shown = world.resource::<ShownLand>();
    let stage = shown.stage_to(wanted)?;
    let levels = wanted_levels(wanted);
    let recipe = wanted.recipe.clone();
    let keys = match &levels {
        Some(levels) => levels.ideal(&viewer_of(&recipe, position_m)),
        None => square(recipe.world.extent_chunks),
    };
    let index = &world.resource::<ChunkIndex>().0;
    let known = |key: &ChunkKey| world.get::<ChunkNoise>(*index.get(key)?).map(|noise| noise.0.clone());
    let keep = stage > Stage::Sample;
    let chunks = keys.into_iter().map(|key| (key, if keep { known(&key) } else { None })).collect();
    let probe = world.resource::<BuildProbe>().clone();
    let staging = world.resource::<ChunkMeshes>().staging.clone();
    Some(Job { revision: shown.revision + 1, recipe, levels, chunks, staging, probe })
}

/// The viewer of a land; of one that cannot be built any, for the job will say so.
fn viewer_of(recipe: &Recipe, position_m: [f64; 3]) -> Viewer {
    Land::new(recipe).map(|land| stream::viewer(recipe, &land, position_m)).unwrap_or_default()
}

/// Swaps a finished revision in, all of it at once.
fn land(world: &mut World, built: Result<Built, String>, position_m: [f64; 3]) {
    let started = world.resource_mut::<Latch>().started.take();
    match built {
        Ok(built) => {
            world.resource_mut::<Latch>().failed = None;
            swap(world, built, position_m);
            if let Some((_, since)) = started {
                world.resource_mut::<ShownLand>().edit_duration = since.elapsed();
            }
        }
        Err(problem) => {
            world.resource_mut::<Latch>().failed = started.map(|(recipe, _)| recipe);
            world.resource_mut::<ShownLand>().problem = Some(problem);
        }
    }
}

fn swap(world: &mut World, built: Built, position_m: [f64; 3]) {
    let mut old = std::mem::take(&mut world.resource_mut::<ChunkIndex>().0);
    let Built { revision, recipe, levels, ground, chunks, duration } = built;
    let mut shown = world.resource_mut::<ShownLand>();
    shown.revision = revision;
    shown.triangles = chunks.len() * 2 * CHUNK_CELLS * CHUNK_CELLS;
    shown.build_duration = duration;
    shown.problem = None;
    shown.levels = levels;
    shown.current = Some((recipe.clone(), ground.land.clone()));
    let selection = levels.map(|levels| Selection::new(levels, chunks.iter().map(|chunk| chunk.key)));
    for chunk in chunks {
        let entity = old.remove(&chunk.key);
        place_chunk(world, entity, chunk, Visibility::Inherited);
    }
    for (key, entity) in old {
        remove_chunk(world, key, entity);
    }
    if let Some(selection) = &selection {
        stream::show(world, selection);
    }
    let viewer = stream::viewer(&recipe, &ground.land, position_m);
    world.resource_mut::<Streaming>().reset(selection, ground, viewer, &recipe);
    world.resource_mut::<RenderedRevision>().0 = revision;
}

/// Gives an entity the chunk's vertices, in place where it has a mesh; a new entity if none is at hand.
pub(super) fn place_chunk(world: &mut World, entity: Option<Entity>, chunk: BuiltChunk, visibility: Visibility) {
    let BuiltChunk { key, noise, vertices, aabb } = chunk;
    let spacing_m = world.resource::<ShownLand>().current.as_ref().map_or(1.0, |(_, land)| land.spacing_m());
    let [x, z] = key.origin_m(spacing_m);
    let place = Transform::from_translation(world.resource::<WorldOrigin>().local([x, 0.0, z]));
    let known = entity.and_then(|entity| Some((entity, world.get::<Mesh3d>(entity)?.id())));
    let (entity, mesh) = match known {
        Some((entity, mesh)) => {
            // What stays as it is, is not marked as changed: all that is marked goes through the render world again.
            let mut chunk = world.entity_mut(entity);
            let set = |mut place_now: Mut<Transform>| _ = place_now.set_if_neq(place);
            chunk.get_mut::<Transform>().into_iter().for_each(set);
            chunk.get_mut::<Visibility>().into_iter().for_each(|mut now| _ = now.set_if_neq(visibility));
            chunk.insert((aabb, ChunkNoise(noise)));
            (entity, mesh)
        }
        None => {
            let mesh = world.resource_scope(|world, mut meshes: Mut<Assets<Mesh>>| {
                world.resource_mut::<ChunkMeshes>().take(&mut meshes)
            });
            let id = mesh.id();
            let material = MeshMaterial3d(world.resource::<LandMaterial>().0.clone());
            if visibility != Visibility::Hidden {
                world.write_message(ChunkSeen::Shown(key));
            }
            let parts = (aabb, ChunkNoise(noise), place, visibility);
            (world.spawn((Chunk(key), Mesh3d(mesh), material, MeshTag::default(), NoAutoAabb, parts)).id(), id)
        }
    };
    world.resource_mut::<ChunkMeshes>().write(mesh, vertices);
    world.resource_mut::<ChunkIndex>().0.insert(key, entity);
}

/// Takes a chunk out of the world; its mesh goes back to the pool.
pub(super) fn remove_chunk(world: &mut World, key: ChunkKey, entity: Entity) {
    stream::hide(world, key, entity);
    let mesh = world.get::<Mesh3d>(entity).map(|mesh| mesh.0.clone());
    world.despawn(entity);
    mesh.into_iter().for_each(|mesh| world.resource_mut::<ChunkMeshes>().give_back(mesh));
}
