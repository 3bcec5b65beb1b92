//! Detects changes of the picture, and plans what each frame draws.
//!
//! A system compares the values that a picture depends on with the last frame's. Data written straight
//! into buffers of the graphics card has no value in memory to compare, so each of these writes counts as
//! a change.

use std::sync::Arc;

use bevy::camera::primitives::Aabb;
use bevy::camera::visibility::VisibleEntities;
use bevy::camera::{ImageRenderTarget, RenderTarget, SubCameraView};
use bevy::ecs::system::SystemParam;
use bevy::mesh::MeshTag;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResourcePlugin;
use bevy::render::renderer::RenderDevice;

use super::screen_boxes::{PictureCamera, ScreenBoxes};
use super::state::{DrawnPart, FramePlan, KeptPicture, PictureState, PieceTimeLimit};
use crate::draft::Draft;
use crate::land::state::ShownLand;
use crate::land::upload::ChunkMeshes;
use crate::look::horizon::LandHorizons;
use crate::look::material::{DomeMaterial, ShaderNumbers, TerrainMaterial};
use crate::look::normals::NormalWrites;
use crate::look::pipelines::CompilingCount;
use crate::look::plants::PlantMaterial;
use crate::look::quality::Effects;
use crate::look::shader_structs::TerrainUniform;
use crate::look::water_sheets::WaterSheet;

/// Gives each changed picture a new number.
pub(super) struct ChangesPlugin;

/// The system set, in `Last`, that detects changes.
///
/// Systems after it know whether the picture has changed.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DetectPictureChanges;

impl Plugin for ChangesPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PictureState>()
            .init_resource::<PieceTimeLimit>()
            .init_resource::<FramePlan>()
            .add_plugins(ExtractResourcePlugin::<FramePlan>::default())
            .add_systems(Last, detect_changes.in_set(DetectPictureChanges));
    }
}

/// The values that a picture depends on.
#[derive(Clone, Debug, PartialEq)]
struct PictureInputs {
    revision: u64,
    uniform: TerrainUniform,
    sky: u64,
    horizons: u64,
    effects: Effects,
    draft: Draft,
    eye: GlobalTransform,
    clip_from_view: Mat4,
    sub_view: Option<SubCameraView>,
    size: Option<UVec2>,
    target: Option<ImageRenderTarget>,
    samples: Msaa,
    clear: Color,
    visible: Vec<Entity>,
}

impl PictureInputs {
    /// The values without late parts: normals, horizons, plants, and the list of visible entities.
    /// These appear some frames after the land.
    fn without_late_parts(&self) -> Self {
        let uniform = TerrainUniform {
            normals: default(),
            horizon: default(),
            plants: default(),
            ..self.uniform
        };
        Self { uniform, horizons: 0, visible: vec![], ..self.clone() }
    }
}

/// If only late parts have changed, the next draft waits for this multiple of the last draft's
/// duration, so that drawing does not delay the work on those parts.
const LATE_WAIT_FACTOR: u32 = 4;

/// The first frame that may draw a picture, counted from 1, if pictures are drawn in pieces.
const FIRST_PICTURE_FRAME: u32 = 4;

/// Changes of a picture that cannot be found by comparing values.
#[derive(SystemParam)]
struct UncomparedWrites<'w, 's> {
    chunks: Option<Res<'w, ChunkMeshes>>,
    normals: Option<Res<'w, NormalWrites>>,
    device: Option<Res<'w, RenderDevice>>,
    compiling: Option<Res<'w, CompilingCount>>,
    land: MessageReader<'w, 's, AssetEvent<TerrainMaterial>>,
    dome: MessageReader<'w, 's, AssetEvent<DomeMaterial>>,
    plants: MessageReader<'w, 's, AssetEvent<PlantMaterial>>,
    entities: Query<
        'w,
        's,
        (),
        (
            With<Mesh3d>,
            Or<(
                Changed<GlobalTransform>,
                Changed<MeshTag>,
                Changed<Mesh3d>,
                Changed<InheritedVisibility>,
            )>,
        ),
    >,
}

impl UncomparedWrites<'_, '_> {
    fn has_any(&mut self) -> bool {
        let materials =
            self.land.read().count() + self.dome.read().count() + self.plants.read().count();
        materials > 0
            || !self.entities.is_empty()
            || self.chunks.as_ref().is_some_and(|chunks| chunks.has_writes())
            || self.normals.as_ref().is_some_and(|normals| normals.has_any())
            || self.device.as_ref().is_some_and(|device| device.is_changed())
            || self.compiling.as_ref().is_some_and(|compiling| compiling.count() > 0)
    }
}

/// The values and decisions of earlier frames.
#[derive(Default)]
struct EarlierFrames {
    inputs: Option<PictureInputs>,
    was_written: bool,
    /// True if something has changed since the picture got its number.
    is_stale: bool,
    /// When the picture got its number.
    numbered_at: Option<Instant>,
    /// The number of frames so far, including this frame.
    frame_count: u32,
    /// The number of the picture whose screen rectangles are in the plan.
    boxes_number: u64,
}

type CameraParts<'w> =
    (&'w Camera, &'w RenderTarget, &'w GlobalTransform, &'w Msaa, &'w VisibleEntities);

type DrawnEntities<'w, 's> =
    Query<'w, 's, (Entity, &'static Aabb, &'static GlobalTransform, Has<WaterSheet>), With<Mesh3d>>;

fn detect_changes(
    cameras: Query<CameraParts, With<KeptPicture>>,
    (numbers, horizons): (Res<ShaderNumbers>, Option<Res<LandHorizons>>),
    (effects, draft, clear): (Res<Effects>, Res<Draft>, Res<ClearColor>),
    pieces: Res<PieceTimeLimit>,
    mut writes: UncomparedWrites,
    entities: DrawnEntities,
    shown: Res<ShownLand>,
    mut earlier: Local<EarlierFrames>,
    mut picture: ResMut<PictureState>,
    mut plan: ResMut<FramePlan>,
) {
    let Ok((camera, target, eye, samples, visible)) = cameras.single() else { return };
    let inputs = PictureInputs {
        revision: shown.revision,
        uniform: numbers.uniform,
        sky: numbers.sky_version,
        horizons: horizons.map_or(0, |horizons| horizons.answer_count()),
        effects: *effects,
        draft: *draft,
        eye: *eye,
        clip_from_view: camera.clip_from_view(),
        sub_view: camera.sub_camera_view,
        size: camera.physical_target_size(),
        target: image_of(target),
        samples: *samples,
        clear: clear.0,
        visible: visible.get(std::any::TypeId::of::<Mesh3d>()).to_vec(),
    };
    // The frame after the last write also draws, because the render world may store some data one
    // frame late.
    let is_written = writes.has_any();
    let is_requested = std::mem::take(&mut picture.bypass_change_detection().is_requested);
    let has_changed = earlier.inputs.as_ref() != Some(&inputs)
        || is_written
        || earlier.was_written
        || is_requested;
    earlier.was_written = is_written;
    earlier.is_stale |= has_changed;
    let changes_only_late_parts = draft.0
        && pieces.0.is_some()
        && !is_requested
        && earlier.inputs.as_ref().map(PictureInputs::without_late_parts)
            == Some(inputs.without_late_parts());
    let must_wait = changes_only_late_parts
        && earlier.numbered_at.is_some_and(|numbered_at| {
            numbered_at.elapsed() < (1 + LATE_WAIT_FACTOR) * picture.draw_duration()
        });
    earlier.inputs = Some(inputs);
    let picture = picture.bypass_change_detection();
    let plan = &mut *plan;
    if earlier.is_stale && !must_wait {
        (earlier.is_stale, earlier.numbered_at) = (false, Some(Instant::now()));
        picture.number += 1;
        plan.number = picture.number;
    }
    earlier.frame_count = earlier.frame_count.saturating_add(1);
    plan.draws = match pieces.0 {
        // The driver may take seconds to compile the land's shaders, so the panels appear first.
        Some(_) if earlier.frame_count < FIRST_PICTURE_FRAME => DrawnPart::Nothing,
        _ if picture.is_complete() => DrawnPart::Nothing,
        Some(time_limit) if !draft.0 => DrawnPart::Pieces(time_limit),
        _ => DrawnPart::Whole,
    };
    if earlier.boxes_number != plan.number && matches!(plan.draws, DrawnPart::Pieces(_)) {
        earlier.boxes_number = plan.number;
        let sea_m = shown.surface().map(|surface| surface.sea_level_m() as f32);
        let visible = earlier.inputs.as_ref().map_or(&[][..], |inputs| &inputs.visible);
        plan.boxes = Arc::new(screen_boxes(camera, eye, visible, &entities, sea_m));
    }
}

fn image_of(target: &RenderTarget) -> Option<ImageRenderTarget> {
    match target {
        RenderTarget::Image(image) => Some(image.clone()),
        _ => None,
    }
}

fn screen_boxes(
    camera: &Camera,
    eye: &GlobalTransform,
    visible: &[Entity],
    entities: &DrawnEntities,
    sea_m: Option<f32>,
) -> ScreenBoxes {
    let Some(size) = camera.physical_target_size() else { return ScreenBoxes::default() };
    let picture_camera = PictureCamera {
        clip_from_world: camera.clip_from_view() * eye.to_matrix().inverse(),
        eye: eye.translation(),
        size,
    };
    let screen_box = |entity: &Entity| {
        let (entity, aabb, world_from_local, is_sheet) = entities.get(*entity).ok()?;
        let mut aabb = *aabb;
        if let (true, Some(sea_m)) = (is_sheet, sea_m) {
            // The water over a chunk is at sea level, but its box is a copy of the chunk's.
            let (low, high) = (Vec3::from(aabb.min()), Vec3::from(aabb.max()));
            aabb = Aabb::from_min_max(low.with_y(low.y.min(sea_m)), high.with_y(high.y.max(sea_m)));
        }
        Some((entity, picture_camera.screen_box(&aabb, world_from_local)?))
    };
    ScreenBoxes(visible.iter().filter_map(screen_box).collect())
}
