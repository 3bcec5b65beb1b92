//! Switches the land's materials to the pipelines that the picture needs.
//!
//! Bevy does not draw a mesh while its pipeline compiles. So the old pipeline stays in use while an
//! invisible sample of the land makes Bevy compile the new pipeline.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::mesh::MeshTag;
use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};

use super::chunk_material::ChunkMaterial;
use super::material::{ShaderBuffers, ShaderNumbers, TerrainMaterial};
use super::pipeline_variant::PipelineVariant;
use super::quality::Effects;
use crate::draft::Draft;
use crate::land::roads::RoadSheet;
use crate::land::state::Chunk;
use crate::order::OrogenSet;

/// The material that all water shares.
#[derive(Resource, Clone)]
pub struct WaterMaterial(pub Handle<TerrainMaterial>);

/// The material that all roads share.
#[derive(Resource, Clone)]
pub struct RoadMaterial(pub Handle<TerrainMaterial>);

/// True to switch pipelines at once, for apps that compile them synchronously.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct PipelinesAtOnce(pub bool);

/// Forces a variant of the land's pipelines.
///
/// `None` selects the variant that the picture needs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixedVariant(pub Option<PipelineVariant>);

/// The number of pipelines that Bevy is compiling, shared with the render world.
#[derive(Resource, Clone, Default)]
pub(crate) struct CompilingCount(Arc<AtomicUsize>);

impl CompilingCount {
    /// The number in the last frame that was drawn.
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The system set that chooses pipelines.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PipelinesSet;

pub(super) struct PipelinesPlugin;

impl Plugin for PipelinesPlugin {
    fn build(&self, app: &mut App) {
        let compiling = CompilingCount::default();
        app.insert_resource(compiling.clone())
            .init_resource::<PipelinesAtOnce>()
            .init_resource::<FixedVariant>()
            .init_resource::<NextPipelines>()
            .configure_sets(
                PostUpdate,
                PipelinesSet.after(OrogenSet::Shade).before(AssetEventSystems),
            )
            .add_systems(PostUpdate, switch_pipelines.in_set(PipelinesSet));
        if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
            render_app
                .insert_resource(compiling)
                .add_systems(Render, count_compiling.in_set(RenderSystems::Cleanup));
        }
    }
}

fn count_compiling(pipelines: Res<PipelineCache>, compiling: Res<CompilingCount>) {
    compiling.0.store(pipelines.waiting_pipelines().count(), Ordering::Relaxed);
}

/// The state of switching: the next variant while it compiles.
#[derive(Resource, Default)]
pub struct NextPipelines {
    next: Option<NextVariant>,
    /// The number of frames with land, counted until the first pipelines are compiled.
    frames: u32,
    has_begun: bool,
}

impl NextPipelines {
    /// Returns true while the land waits for a pipeline.
    pub fn is_waiting(&self) -> bool {
        self.next.is_some() || self.frames > 0 && !self.has_begun
    }

    /// Counts a frame. Returns true until the first land is visible.
    ///
    /// Until then, pipelines are switched at once, because the first pipeline would draw the default
    /// style, unlit.
    fn count_first_frames(&mut self, has_land: bool, is_quiet: bool) -> bool {
        if has_land && !self.has_begun {
            self.frames += 1;
            self.has_begun =
                is_quiet && self.frames > COUNT_DELAY_FRAMES || self.frames > MAX_FRAMES;
        }
        !self.has_begun
    }
}

struct NextVariant {
    variant: PipelineVariant,
    /// Invisible samples of land, water and roads, which make Bevy compile the pipelines.
    samples: Vec<Entity>,
    frames: u32,
}

/// New pipelines are included in [`CompilingCount`] after at most this number of frames.
const COUNT_DELAY_FRAMES: u32 = 4;
/// The largest number of frames to wait for a compilation.
const MAX_FRAMES: u32 = 2000;
/// The distance of samples. There, f32 rounds all corners of a sample to one point.
const OUT_OF_SIGHT_M: f32 = 1e12;

/// The materials of the land, of its water and of its roads.
pub(super) type LandMaterials<'w> =
    (Res<'w, ChunkMaterial<TerrainMaterial>>, Res<'w, WaterMaterial>, Res<'w, RoadMaterial>);

/// Switches the materials once their pipelines are compiled.
fn switch_pipelines(
    numbers: Res<ShaderNumbers>,
    (effects, draft): (Res<Effects>, Res<Draft>),
    (at_once, fixed, compiling): (Res<PipelinesAtOnce>, Res<FixedVariant>, Res<CompilingCount>),
    buffers: Res<ShaderBuffers>,
    (land, water, roads): LandMaterials,
    mut next: ResMut<NextPipelines>,
    mut materials: ResMut<Assets<TerrainMaterial>>,
    (chunks, sheets): (Query<&Mesh3d, With<Chunk>>, Query<(), With<RoadSheet>>),
    mut commands: Commands,
) {
    let wanted = PipelineVariant::of(&numbers.uniform, &effects);
    let wanted = fixed.0.unwrap_or(if draft.0 { wanted.drafted() } else { wanted });
    let is_drawn = materials.get(&land.0).is_some_and(|material| material.variant == wanted);
    let next = next.bypass_change_detection();
    let is_quiet = compiling.count() == 0;
    let is_first = next.count_first_frames(!chunks.is_empty(), is_quiet);
    if let Some(old) = next.next.take_if(|next| is_drawn || next.variant != wanted) {
        old.samples.into_iter().for_each(|sample| commands.entity(sample).despawn());
    }
    if is_drawn {
        return;
    }
    let is_compiled = match &mut next.next {
        _ if at_once.0 || is_first => true,
        Some(next) => {
            next.frames += 1;
            is_quiet && next.frames > COUNT_DELAY_FRAMES || next.frames > MAX_FRAMES
        }
        None => match chunks.iter().next() {
            // Without land, nothing can disappear while a pipeline compiles.
            None => true,
            Some(mesh) => {
                let has_roads = wanted.shows_roads() && !sheets.is_empty();
                let for_roads = has_roads.then_some(wanted.on_roads());
                let variants = [wanted, wanted.on_water()].into_iter().chain(for_roads);
                let samples: Vec<_> = variants
                    .map(|variant| {
                        let material = materials.add(buffers.terrain(variant));
                        commands.spawn(sample(mesh.clone(), material)).id()
                    })
                    .collect();
                // Water and roads cast no shadow, so their samples need no shadow pipeline.
                for sample in &samples[1..] {
                    commands.entity(*sample).insert(NotShadowCaster);
                }
                next.next = Some(NextVariant { variant: wanted, samples, frames: 0 });
                false
            }
        },
    };
    if is_compiled {
        let for_roads = (&roads.0, wanted.on_roads());
        for (handle, variant) in [(&land.0, wanted), (&water.0, wanted.on_water()), for_roads] {
            if let Some(mut material) = materials.get_mut(handle) {
                material.variant = variant;
            }
        }
    }
}

/// An invisible sample: a chunk's mesh, far away.
fn sample(mesh: Mesh3d, material: Handle<TerrainMaterial>) -> impl Bundle {
    let place = Transform::from_xyz(OUT_OF_SIGHT_M, 0.0, OUT_OF_SIGHT_M);
    (mesh, MeshMaterial3d(material), MeshTag(0), place, NoFrustumCulling)
}

/// Binds `buffers` to all materials of the land.
pub(super) fn bind(
    buffers: &ShaderBuffers,
    handles: [&Handle<TerrainMaterial>; 3],
    materials: &mut Assets<TerrainMaterial>,
) {
    for handle in handles {
        if let Some(mut material) = materials.get_mut(handle) {
            *material = buffers.terrain(material.variant);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_land_waits_for_its_first_pipelines_only_once() {
        let mut pipelines = NextPipelines::default();
        assert!(pipelines.count_first_frames(false, true) && !pipelines.is_waiting());
        for _ in 0..COUNT_DELAY_FRAMES {
            assert!(pipelines.count_first_frames(true, true) && pipelines.is_waiting());
        }
        assert!(
            pipelines.count_first_frames(true, false) && pipelines.is_waiting(),
            "they compile"
        );
        assert!(!pipelines.count_first_frames(true, true) && !pipelines.is_waiting());
        assert!(
            !pipelines.count_first_frames(true, false)
                && !pipelines.count_first_frames(false, true)
        );
    }
}
