//! Builds revisions of the land and swaps them in.
//!
//! A revision is one complete build of the land after an edit. Only one revision is built at a
//! time; meanwhile the newest edit waits. A finished revision replaces the shown land as a whole.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResourcePlugin;

use super::build::{BuiltRevision, RevisionContent, RevisionJob, TimeBudget};
use super::chunk_builder::BuildProbe;
use super::chunk_limit::{ChunkLimit, LimitedHorizon};
use super::chunks::{place_chunk, remove_chunk, remove_twin};
use super::coarse::CoarsePlugin;
use super::edit_reach::EditReach;
use super::error::LandError;
use super::fed::{self, FedLand};
use super::origin::{self, RenderOrigin, TerrainViewer};
use super::pool::BuilderPool;
use super::state::{
    BuildPatience, BuiltLand, ChunkIndex, ChunkLayers, ChunkVisibilityChanged, CoarseFirst,
    DividerPosition, NetworkOverride, RecipeOverride, RenderedRevision, SecondChunk, SecondLand,
    ShownLand, ShownMask, ViewOverride, WantedScene, levels, wanted_levels,
};
use super::stream::{self, ChunksPerFrame, Streaming};
use super::unchanged_areas::{SampledAreas, UnchangedAreas};
use super::upload::{ChunkMeshes, ChunkUploadPlugin};
use crate::order::OrogenSet;
use orogen_terrain::chunk::{CHUNK_CELLS, ChunkKey, square};
use orogen_terrain::lod::{Selection, Viewer};
use orogen_terrain::recipe::Recipe;
use orogen_terrain::scene::Scene;
use orogen_terrain::surface::Surface;

/// The state of the running build and of the last finished build.
#[derive(Resource, Default)]
struct BuildState {
    /// The recipe of the running build, and when the build started.
    started: Option<(Recipe, Instant)>,
    /// True if the running build replaces a sketch that is shown.
    replaces_sketch: bool,
    /// When the last revision was finished.
    last_finished: Option<Instant>,
    /// The recipe whose build failed last. It is not built again until the wanted recipe differs.
    failed: Option<Recipe>,
    /// True if the frame must wait up to [`MAX_WAIT`] for the next revision, because there is no
    /// land to show meanwhile.
    must_wait: bool,
}

impl BuildState {
    /// Returns true if no revision has finished for a while. Only then is a sketch replaced. During
    /// a drag, the next edit would cancel that build, and then wait until the builder threads have
    /// finished their current chunks.
    fn is_calm(&self) -> bool {
        self.last_finished.is_none_or(|time| time.elapsed() > CALM_TIME)
    }
}

/// The time after a finished revision from which [`BuildState::is_calm`] returns true.
const CALM_TIME: Duration = Duration::from_millis(200);

/// The longest wait of a frame when there is no land to show meanwhile.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Builds the land of [`WantedScene`] and swaps it in.
pub struct LandPlugin {
    /// The number of builder threads; `None` for one per core.
    pub threads: Option<usize>,
}

impl Plugin for LandPlugin {
    fn build(&self, app: &mut App) {
        match BuilderPool::new(self.threads) {
            Ok(builder) => app.insert_resource(builder),
            Err(error) => panic!("the system cannot start threads to build the land: {error}"),
        };
        app.init_resource::<WantedScene>()
            .init_resource::<RecipeOverride>()
            .init_resource::<ViewOverride>()
            .init_resource::<SecondLand>()
            .init_resource::<NetworkOverride>()
            .init_resource::<DividerPosition>()
            .init_resource::<ShownMask>()
            .insert_resource(ShownLand { chunk_limit: ChunkLimit::from_environment(), ..default() })
            .init_resource::<RenderedRevision>()
            .init_resource::<ChunkIndex>()
            .init_resource::<BuildState>()
            .init_resource::<RenderOrigin>()
            .init_resource::<Streaming>()
            .init_resource::<ChunksPerFrame>()
            .init_resource::<BuildProbe>()
            .init_resource::<CoarseFirst>()
            .init_resource::<SampledAreas>()
            .add_message::<ChunkVisibilityChanged>()
            .insert_resource(BuildPatience(Duration::from_millis(25)))
            .add_plugins((
                ExtractResourcePlugin::<RenderedRevision>::default(),
                ChunkUploadPlugin,
                CoarsePlugin,
            ))
            .add_systems(
                PostUpdate,
                (
                    build_wanted.run_if(not(resource_exists::<FedLand>)),
                    fed::follow.run_if(resource_exists::<FedLand>),
                )
                    .in_set(OrogenSet::Build),
            );
    }
}

/// Swaps in a finished revision, then starts the next if the wanted land differs. A build is
/// cancelled only if it replaces a sketch. Between revisions, chunks stream in around the viewer.
fn build_wanted(world: &mut World, viewers: &mut QueryState<&Transform, With<TerrainViewer>>) {
    let local = viewers.iter(world).next().map_or(Vec3::ZERO, |transform| transform.translation);
    let position_m = world.resource::<RenderOrigin>().world_m(local);
    origin::follow(world, [position_m[0], position_m[2]]);
    let patience = world.resource::<BuildPatience>().0;
    let finished = world.resource_mut::<BuilderPool>().finish(Duration::ZERO);
    let mut has_finished = finished.is_some();
    if let Some(built) = finished {
        accept(world, built, position_m);
    }
    if is_obsolete(world) {
        world.resource_mut::<BuilderPool>().cancel();
        world.resource_mut::<BuildState>().started = None;
    }
    if !world.resource::<BuilderPool>().is_running() {
        close_second_land(world);
    }
    if !world.resource::<BuilderPool>().is_running()
        && let Some(job) = next_job(world, position_m)
    {
        let recipe = job.content.recipe.clone();
        let mut build = world.resource_mut::<BuildState>();
        build.started = Some((recipe, Instant::now()));
        build.replaces_sketch = job.budget.is_some_and(|budget| !budget.may_sketch);
        world.resource_mut::<BuilderPool>().start(job);
        let must_wait = std::mem::take(&mut world.resource_mut::<BuildState>().must_wait);
        let patience = if must_wait { MAX_WAIT } else { patience };
        let finished = world.resource_mut::<BuilderPool>().finish(patience);
        has_finished |= finished.is_some();
        if let Some(built) = finished {
            accept(world, built, position_m);
        }
    }
    let shown = world.resource::<ShownLand>();
    if let Some(BuiltLand { recipe, surface, .. }) = &shown.current {
        let viewer = stream::viewer(surface, position_m);
        // The edges of streamed chunks would not match the edges of sketched chunks.
        if recipe.world.bounded || shown.is_sketch {
            let mut streaming = world.resource_mut::<Streaming>();
            if streaming.viewer != viewer {
                streaming.viewer = viewer;
            }
            return;
        }
        // A new revision already has all visible chunks. Streaming starts in a later frame, because
        // during a drag the next edit would discard the streamed chunks.
        let may_build = !has_finished && !world.resource::<BuilderPool>().is_running();
        stream::stream(world, viewer, may_build);
    }
}

/// Removes all chunks and cancels builds. The next frame builds the land again and waits for it.
pub(crate) fn clear(world: &mut World) {
    world.resource_mut::<BuilderPool>().cancel();
    let chunks = std::mem::take(&mut world.resource_mut::<ChunkIndex>().0);
    chunks.into_iter().for_each(|(key, entity)| remove_chunk(world, key, entity));
    let mut shown = world.resource_mut::<ShownLand>();
    (shown.current, shown.second) = (None, None);
    shown.problem = None;
    // Chunks of the old land may still arrive; the new number marks them as obsolete.
    shown.revision += 1;
    *world.resource_mut::<BuildState>() = BuildState { must_wait: true, ..BuildState::default() };
}

/// Removes the second land if it is no longer wanted. This needs no build.
fn close_second_land(world: &mut World) {
    if world.resource::<SecondLand>().0.is_some() || world.resource::<ShownLand>().second.is_none()
    {
        return;
    }
    let chunks: Vec<_> = world.resource::<ChunkIndex>().0.values().copied().collect();
    chunks.into_iter().for_each(|chunk| remove_twin(world, chunk));
    world.resource_mut::<Streaming>().forget_second_land();
    let mut shown = world.resource_mut::<ShownLand>();
    shown.second = None;
    shown.revision += 1;
    let revision = shown.revision;
    world.resource_mut::<RenderedRevision>().0 = revision;
}

/// Returns true if the running build replaces a sketch whose land is no longer wanted. Edits
/// cancel no other builds.
fn is_obsolete(world: &World) -> bool {
    world.resource::<BuildState>().replaces_sketch
        && world.resource::<BuilderPool>().is_running()
        && !shows_wanted(world, &wanted_scene(world))
}

/// Returns true if the wanted land is shown, in full or as a sketch.
fn shows_wanted(world: &World, wanted: &Scene) -> bool {
    let shown = world.resource::<ShownLand>();
    shown.weighted_part == world.resource::<ShownMask>().weighted_part(wanted)
        && shown.shows_second_land(world.resource::<SecondLand>())
        && shown.has_network(world.resource::<NetworkOverride>(), wanted)
        && shown.shows(wanted)
}

/// Returns the build that leads to the wanted land; `None` if nothing must be built.
fn next_job(world: &mut World, position_m: [f64; 3]) -> Option<RevisionJob> {
    let wanted = &wanted_scene(world);
    match &world.resource::<BuildState>().failed {
        Some(failed) if *failed == wanted.recipe => return None,
        Some(_) => {
            world.resource_mut::<BuildState>().failed = None;
            world.resource_mut::<ShownLand>().problem = None;
        }
        None => {}
    }
    let wanted = &wanted_scene(world);
    let shown = world.resource::<ShownLand>();
    let weighted_part = world.resource::<ShownMask>().weighted_part(wanted);
    let second = world.resource::<SecondLand>();
    let is_shown = shows_wanted(world, wanted);
    if is_shown && !(shown.is_sketch && world.resource::<BuildState>().is_calm()) {
        return None;
    }
    let chunk_limit = shown.chunk_limit;
    let unlimited = levels(&wanted.recipe, &wanted.view.params);
    let limited_horizon = unlimited.and_then(|levels| chunk_limit.limited_horizon(levels));
    let levels = wanted_levels(wanted, chunk_limit);
    let recipe = wanted.recipe.clone();
    let (keys, budget) = match &levels {
        Some(levels) => {
            let viewer = viewer_of(&recipe, position_m);
            let limit = world.resource::<CoarseFirst>().0;
            let budget = |limit| TimeBudget { limit, viewer, may_sketch: !is_shown };
            (levels.ideal(&viewer), limit.map(budget))
        }
        None => (square(recipe.world.extent_chunks), None),
    };
    let index = &world.resource::<ChunkIndex>().0;
    let reach = EditReach::new(world, wanted, (&levels, weighted_part));
    let (unchanged, keys): (Vec<_>, Vec<_>) = keys
        .into_iter()
        .partition(|key| reach.as_ref().is_some_and(|reach| reach.leaves_unchanged(world, *key)));
    let old_samples =
        |key: &ChunkKey| world.get::<ChunkLayers>(*index.get(key)?).map(|layers| layers.0.clone());
    let old_twin_samples =
        |key: &ChunkKey| Some((*key, world.get::<SecondChunk>(*index.get(key)?)?.samples.clone()));
    let content = RevisionContent {
        revision: shown.revision + 1,
        network_recipe: world.resource::<NetworkOverride>().network_recipe(&recipe).cloned(),
        recipe,
        second: second.0.clone(),
        weighted_part,
        levels,
    };
    let job = RevisionJob {
        content,
        old_twin_samples: keys.iter().filter_map(old_twin_samples).collect(),
        chunks: keys.into_iter().map(|key| (key, old_samples(&key))).collect(),
        unchanged,
        reach,
        staging: world.resource::<ChunkMeshes>().staging.clone(),
        probe: world.resource::<BuildProbe>().clone(),
        budget,
        is_cancelled: Arc::default(),
    };
    note_horizon(world, limited_horizon);
    Some(job)
}

/// Records the horizon that the memory budget allows, and logs it when it changes.
fn note_horizon(world: &mut World, horizon: Option<LimitedHorizon>) {
    let previous =
        std::mem::replace(&mut world.resource_mut::<ShownLand>().limited_horizon, horizon);
    if let Some(limited) = horizon.filter(|_| previous != horizon) {
        warn!("{limited}");
    }
}

/// The scene whose land is to be shown: the wanted scene, with the recipe of [`RecipeOverride`] if
/// there is one.
fn wanted_scene(world: &World) -> Cow<'_, Scene> {
    let wanted = &world.resource::<WantedScene>().0;
    match &world.resource::<RecipeOverride>().0 {
        None => Cow::Borrowed(wanted),
        Some(recipe) => Cow::Owned(Scene { recipe: recipe.clone(), view: wanted.view.clone() }),
    }
}

/// The viewer of a recipe's land. For an invalid recipe this is the default viewer; the build
/// reports the error.
fn viewer_of(recipe: &Recipe, position_m: [f64; 3]) -> Viewer {
    Surface::new(recipe).map(|surface| stream::viewer(&surface, position_m)).unwrap_or_default()
}

/// Swaps in a finished revision as a whole, or records its error.
fn accept(world: &mut World, built: Result<BuiltRevision, LandError>, position_m: [f64; 3]) {
    let started = world.resource_mut::<BuildState>().started.take();
    match built {
        Ok(built) => {
            let mut build = world.resource_mut::<BuildState>();
            (build.failed, build.last_finished) = (None, Some(Instant::now()));
            swap(world, built, position_m);
            if let Some((_, since)) = started {
                world.resource_mut::<ShownLand>().edit_duration = since.elapsed();
            }
        }
        Err(problem) => {
            world.resource_mut::<BuildState>().failed = started.map(|(recipe, _)| recipe);
            let mut shown = world.resource_mut::<ShownLand>();
            shown.problem = Some(problem);
            // A sketch gets no more chunks now that its full build has failed, so the land counts
            // as settled.
            if shown.is_sketch {
                world.resource_mut::<Streaming>().give_up();
            }
        }
    }
}

/// Replaces the shown land by a finished revision, in one frame.
fn swap(world: &mut World, built: BuiltRevision, position_m: [f64; 3]) {
    let mut old = std::mem::take(&mut world.resource_mut::<ChunkIndex>().0);
    let BuiltRevision { content, chunk_builder, mut chunks, is_sketch, duration, .. } = built;
    let RevisionContent { revision, recipe, network_recipe, second, weighted_part, levels } =
        content;
    // If an unchanged chunk was removed during the build, it is built here.
    let exists = |key: &ChunkKey| old.contains_key(key);
    let (unchanged, removed): (Vec<_>, Vec<_>) = built.unchanged.into_iter().partition(exists);
    chunks.extend(removed.into_iter().map(|key| chunk_builder.sample_and_build(key)));
    let built_land = |recipe: Recipe, network_recipe: Option<Recipe>, surface: &Surface| {
        BuiltLand { recipe, network_recipe, surface: surface.clone() }
    };
    let mut shown = world.resource_mut::<ShownLand>();
    shown.revision = revision;
    shown.is_sketch = is_sketch;
    let count = chunks.len() + unchanged.len();
    shown.triangles = count * 2 * CHUNK_CELLS * CHUNK_CELLS;
    shown.build_duration = duration;
    shown.problem = None;
    shown.levels = levels;
    shown.weighted_part = weighted_part;
    shown.unchanged_areas = UnchangedAreas::new(revision - 1, &built.unchanged_areas);
    shown.current = Some(built_land(recipe.clone(), network_recipe, &chunk_builder.surface));
    let second = second.zip(chunk_builder.second.as_ref());
    shown.second = second.map(|(recipe, surface)| built_land(recipe, None, surface));
    let keys: Vec<_> =
        chunks.iter().map(|chunk| chunk.key).chain(unchanged.iter().copied()).collect();
    let selection = levels.map(|levels| Selection::new(levels, keys));
    for key in unchanged {
        let entity = old.remove(&key);
        let kept = entity.map(|entity| (key, entity));
        world.resource_mut::<ChunkIndex>().0.extend(kept);
    }
    for chunk in chunks {
        let entity = old.remove(&chunk.key);
        place_chunk(world, entity, chunk, Visibility::Inherited);
    }
    for (key, entity) in old {
        remove_chunk(world, key, entity);
    }
    match &selection {
        Some(selection) => stream::show(world, selection),
        None => stream::clear_neighbours(world),
    }
    let viewer = stream::viewer(&chunk_builder.surface, position_m);
    world.resource_mut::<Streaming>().reset(selection, chunk_builder, viewer, &recipe);
    if is_sketch {
        world.resource::<BuilderPool>().expect_revision();
    }
    world.resource_mut::<RenderedRevision>().0 = revision;
}
