//! The land in the world: the scene that is wanted, the revision that is shown, and the swap from one to the next.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::camera::visibility::NoAutoAabb;
use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};

use super::OrogenSet;
use super::build::{Builder, Built, BuiltChunk, Job};
use super::material::{TerrainMaterial, TerrainUniform};
use crate::terrain::chunk::{CHUNK_CELLS, ChunkKey, square};
use crate::terrain::heightfield::ChunkField;
use crate::terrain::land::Land;
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
    /// Numbers the revisions from 1.
    pub revision: u64,
    /// From the edit that started the revision to its swap.
    pub edit_duration: Duration,
    pub triangles: usize,
    /// Why the wanted scene cannot be built, if it cannot.
    pub problem: Option<String>,
}

impl ShownLand {
    /// Whether the meshes shown are those of a recipe.
    pub fn shows(&self, wanted: &Recipe) -> bool {
        self.stage_to(wanted).is_none()
    }

    /// The earliest stage that has to run before a recipe's meshes are shown.
    fn stage_to(&self, wanted: &Recipe) -> Option<Stage> {
        match &self.current {
            Some((recipe, _)) => recipe.dirty_stage(wanted).filter(|stage| *stage < Stage::Shade),
            None => Some(Stage::Sample),
        }
    }
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
}

/// The one material of all chunks.
#[derive(Resource)]
struct LandMaterial(Handle<TerrainMaterial>);

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
            .insert_resource(BuildPatience(Duration::from_millis(25)))
            .add_plugins(ExtractResourcePlugin::<RenderedRevision>::default())
            .add_systems(Startup, add_material)
            .add_systems(PostUpdate, (build_wanted.in_set(OrogenSet::Build), write_uniform.in_set(OrogenSet::Shade)));
    }
}

fn add_material(mut commands: Commands, mut materials: ResMut<Assets<TerrainMaterial>>) {
    let material = materials.add(TerrainMaterial { uniform: TerrainUniform::default() });
    commands.insert_resource(LandMaterial(material));
}

/// Lands what is finished, then starts what is wanted: one revision runs, one is wanted, and a started one always lands.
fn build_wanted(world: &mut World) {
    let patience = world.resource::<BuildPatience>().0;
    let finished = world.resource_mut::<Builder>().finish(Duration::ZERO);
    if let Some(built) = finished {
        land(world, built);
    }
    if world.resource::<Builder>().is_running() {
        return;
    }
    if let Some(job) = next_job(world) {
        let recipe = job.recipe.clone();
        world.resource_mut::<Latch>().started = Some((recipe, Instant::now()));
        world.resource_mut::<Builder>().start(job);
        let finished = world.resource_mut::<Builder>().finish(patience);
        if let Some(built) = finished {
            land(world, built);
        }
    }
}

/// The job that makes the shown land the wanted one; `None` if it is already.
fn next_job(world: &mut World) -> Option<Job> {
    let wanted = &world.resource::<WantedScene>().0.recipe;
    match &world.resource::<Latch>().failed {
        Some(failed) if failed == wanted => return None,
        Some(_) => {
            world.resource_mut::<Latch>().failed = None;
            world.resource_mut::<ShownLand>().problem = None;
        }
        None => {}
    }
    let wanted = &world.resource::<WantedScene>().0.recipe;
    let shown = world.resource::<ShownLand>();
    let stage = shown.stage_to(wanted)?;
    let known_noise = (stage > Stage::Sample).then(|| known_noise(world, wanted)).flatten();
    Some(Job { revision: shown.revision + 1, recipe: wanted.clone(), known_noise })
}

fn known_noise(world: &World, recipe: &Recipe) -> Option<Vec<Arc<ChunkField>>> {
    let index = &world.resource::<ChunkIndex>().0;
    let noise = |key: ChunkKey| world.get::<ChunkNoise>(*index.get(&key)?).map(|n| n.0.clone());
    square(recipe.world.extent_chunks).into_iter().map(noise).collect()
}

/// Swaps a finished revision in, all of it at once.
fn land(world: &mut World, built: Result<Built, String>) {
    let started = world.resource_mut::<Latch>().started.take();
    match built {
        Ok(built) => {
            world.resource_mut::<Latch>().failed = None;
            swap(world, built);
            if let Some((_, since)) = started {
                world.resource_mut::<ShownLand>().edit_duration = since.elapsed();
            }
        }
        Err(problem) => {
            error!("{problem}");
            world.resource_mut::<Latch>().failed = started.map(|(recipe, _)| recipe);
            world.resource_mut::<ShownLand>().problem = Some(problem);
        }
    }
}

fn swap(world: &mut World, built: Built) {
    let mut old = std::mem::take(&mut world.resource_mut::<ChunkIndex>().0);
    let material = world.resource::<LandMaterial>().0.clone();
    let mut index = HashMap::with_capacity(built.chunks.len());
    let spacing_m = built.land.spacing_m();
    for chunk in built.chunks {
        let entity = old.remove(&chunk.key);
        index.insert(chunk.key, place_chunk(world, entity, chunk, spacing_m, &material));
    }
    for entity in old.into_values() {
        world.despawn(entity);
    }
    let mut shown = world.resource_mut::<ShownLand>();
    shown.revision = built.revision;
    shown.triangles = index.len() * 2 * CHUNK_CELLS * CHUNK_CELLS;
    shown.problem = None;
    shown.current = Some((built.recipe, built.land));
    world.resource_mut::<ChunkIndex>().0 = index;
    world.resource_mut::<RenderedRevision>().0 = built.revision;
}

/// Gives an entity the chunk's mesh, in place where it has one; a new entity if none is at hand.
fn place_chunk(
    world: &mut World,
    entity: Option<Entity>,
    chunk: BuiltChunk,
    spacing_m: f64,
    material: &Handle<TerrainMaterial>,
) -> Entity {
    let BuiltChunk { key, noise, mesh, aabb } = chunk;
    let [x, z] = key.origin_m(spacing_m);
    let parts = (aabb, ChunkNoise(noise), Transform::from_xyz(x as f32, 0.0, z as f32));
    let known = entity.and_then(|entity| Some((entity, world.get::<Mesh3d>(entity)?.0.clone())));
    let mut meshes = world.resource_mut::<Assets<Mesh>>();
    let Some((entity, handle)) = known else {
        let mesh = Mesh3d(meshes.add(mesh));
        return world.spawn((Chunk(key), mesh, MeshMaterial3d(material.clone()), NoAutoAabb, parts)).id();
    };
    if let Err(error) = meshes.insert(&handle, mesh) {
        unreachable!("a handle that is held keeps its slot: {error}");
    }
    world.entity_mut(entity).insert(parts);
    entity
}

/// Writes the uniform when it differs: all that a colour or the sun costs.
fn write_uniform(
    wanted: Res<WantedScene>,
    shown: Res<ShownLand>,
    material: Res<LandMaterial>,
    mut materials: ResMut<Assets<TerrainMaterial>>,
) {
    let Some((recipe, _)) = &shown.current else { return };
    let uniform = TerrainUniform::new(recipe, &wanted.0.recipe, &wanted.0.view.params);
    if materials.get(&material.0).is_some_and(|m| m.uniform != uniform)
        && let Some(mut material) = materials.get_mut(&material.0)
    {
        material.uniform = uniform;
    }
}
