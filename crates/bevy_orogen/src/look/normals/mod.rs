//! Fine normals: square tiles of normals finer than the mesh.
//!
//! This module chooses the tiles for the picture, and drops tiles of old lands.

mod slots;
mod tile_maker;
mod upload;

use std::collections::HashSet;
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::renderer::RenderDevice;

use self::slots::{LandSide, LandTile, NormalSlots};
use self::tile_maker::TileMaker;
use self::upload::NormalUploadPlugin;
pub(crate) use self::upload::NormalWrites;
use super::material::ShaderBuffers;
use super::quality::Effects;
use super::rebind::rebind;
use super::shader_structs::Normals;
use super::tile_buffers::{TileBuffers, WINDOW};
use crate::land::origin::{RenderOrigin, TerrainViewer};
use crate::land::pool::BuilderPool;
use crate::land::state::{BuiltLand, ShownLand};
use crate::land::stream::Streaming;
use crate::land::unchanged_areas::SampledAreas;
use crate::order::OrogenSet;
use orogen_terrain::lod::Viewer;
use orogen_terrain::marks::SampledArea;
use orogen_terrain::normals::{
    MAX_REACH, Pyramid, TILE_BYTES, TileKey, TileReach, Wedge, side_m, texel_m,
};
use orogen_terrain::param::Stage;

/// The time in which a new tile fades in, in seconds.
const FADE_S: f32 = 0.3;
/// The largest number of tiles that a frame accepts, about 4 MiB, and the longest time that this takes.
const MAX_TILES_PER_FRAME: usize = 64;
const MAX_TIME_PER_FRAME: Duration = Duration::from_millis(2);
/// The angle by which a resting camera must turn before tiles are chosen again.
const SAME_VIEW_RAD: f64 = 0.02;
/// The margin on each side of the camera's view, for turns.
const MARGIN_RAD: f64 = 0.06;
/// If a corner of the view looks up or down more steeply than this (the sine of its elevation),
/// tiles in all directions are chosen.
const STEEP: f64 = 0.9;
/// The largest step of a tile's opacity in a frame, however long the frame.
const LARGEST_STEP: f32 = 0.34;
/// The lens that the reaches of the quality tiers assume: tan(45° / 2), for a field of view of 45°.
const TIER_LENS: f64 = 0.414;
/// The value of [`Normals::coarsest_by_distance`] that does not limit the level by distance.
const NO_LIMIT: f32 = 1e9;

/// Builds and shows tiles of fine normals.
pub(super) struct NormalsPlugin;

impl Plugin for NormalsPlugin {
    fn build(&self, app: &mut App) {
        SampledAreas::add(app, sampled_areas);
        app.init_resource::<NormalTiles>()
            .init_resource::<TilesAtOnce>()
            .add_plugins(NormalUploadPlugin)
            .add_systems(
                PostUpdate,
                (resize_buffers.run_if(has_wrong_size), update_tiles)
                    .chain()
                    .after(OrogenSet::AdjustHeight)
                    .before(OrogenSet::Shade),
            );
    }
}

/// True to accept any number of tiles per frame and to skip their fade.
///
/// Still pictures set it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TilesAtOnce(pub bool);

/// The tiles of fine normals for the shown lands.
#[derive(Resource, Default)]
pub struct NormalTiles {
    slots: Option<NormalSlots>,
    /// The buffers that contain the tiles.
    buffers: Option<TileBuffers>,
    maker: TileMaker,
    /// The lands to which the tiles belong: the wanted land and the second land of a divider.
    lands: [Option<BuiltLand>; 2],
    revision: u64,
    view: Option<TileView>,
    wanted: Vec<LandTile>,
    /// The tiles of `wanted`, as a set.
    wanted_set: HashSet<LandTile>,
    failed: HashSet<LandTile>,
    missing: usize,
    is_fading: bool,
}

/// The view for which tiles are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TileView {
    pyramid: Pyramid,
    viewer: Viewer,
    wedge: Option<Wedge>,
}

impl NormalTiles {
    /// Returns true if the picture has all its tiles, and no tile is fading in.
    pub fn is_complete(&self) -> bool {
        self.missing == 0 && !self.is_fading
    }

    /// Returns true while threads build tiles.
    pub fn is_at_work(&self) -> bool {
        self.maker.is_at_work()
    }

    /// The shader parameters of the tiles.
    pub(super) fn uniform(&self, origin: RenderOrigin) -> Normals {
        let Some(TileView { pyramid, viewer, .. }) = &self.view else { return Normals::default() };
        let [x, z] = [0, 1].map(|i| (viewer.position_m[i] - origin.0[i]) as f32);
        let side_m = side_m(0, pyramid.finest_m);
        let [finest, coarsest] = pyramid.levels.map(i32::from);
        let is_bounded = pyramid.full_cover_level < pyramid.levels[1];
        Normals {
            viewer: Vec3::new(x, viewer.height_m as f32, z),
            reach_m: (pyramid.reach.ahead * side_m) as f32,
            side_octave: side_m.log2().round() as i32,
            finest,
            coarsest,
            coarsest_by_distance: match is_bounded {
                true => f32::from(pyramid.full_cover_level),
                false => NO_LIMIT,
            },
        }
    }

    /// Drops the tiles of a land whose shape has changed.
    fn follow_lands(&mut self, shown: &ShownLand) {
        if self.revision == shown.revision {
            return;
        }
        let old_revision = std::mem::replace(&mut self.revision, shown.revision);
        let lands = [&shown.current, &shown.second];
        let is_same = |side: usize| match (&self.lands[side], lands[side]) {
            (Some(old), Some(new)) => {
                old.rebuild_stage(new).is_none_or(|stage| stage > Stage::Shape)
            }
            (None, None) => true,
            _ => false,
        };
        let is_unchanged = [0, 1].map(is_same);
        if is_unchanged == [true; 2] {
            return;
        }
        let finest_m = self.view.as_ref().map_or(1.0, |view| view.pyramid.finest_m);
        if let Some(slots) = &mut self.slots {
            let is_kept = |(side, key): &LandTile| {
                let samples = sampled_area(key, finest_m);
                is_unchanged[usize::from(*side)]
                    || *side == 0 && shown.unchanged_areas.contain(old_revision, &samples)
            };
            slots.retain(is_kept);
        }
        self.lands = lands.map(Clone::clone);
        let surfaces = lands.map(|land| land.as_ref().map(|land| land.surface.land().clone()));
        self.maker.set_lands(surfaces);
        self.failed.clear();
        self.view = None;
    }

    /// Chooses the tiles for a view, and drops tiles that are neither chosen nor near.
    fn choose(&mut self, view: TileView, room: u16) {
        let is_same_view = |old: &TileView| {
            let turned = match (old.wedge, view.wedge) {
                (Some(old), Some(new)) => {
                    let cosine = (0..2).map(|i| old.towards[i] * new.towards[i]).sum::<f64>();
                    cosine.min(1.0).acos() + (old.half_rad - new.half_rad).abs()
                }
                (None, None) => 0.0,
                _ => f64::INFINITY,
            };
            old.pyramid == view.pyramid && old.viewer == view.viewer && turned < SAME_VIEW_RAD
        };
        if self.view.as_ref().is_some_and(is_same_view) {
            return;
        }
        self.view = Some(view);
        let keys = view.pyramid.needed_tiles(&view.viewer, view.wedge);
        let sides: Vec<LandSide> =
            (0..2u8).filter(|side| self.lands[usize::from(*side)].is_some()).collect();
        let tiles = keys.iter().flat_map(|key| sides.iter().map(move |side| (*side, *key)));
        self.wanted = tiles.take(usize::from(room)).collect();
        self.wanted_set = self.wanted.iter().copied().collect();
        let (wanted, finest_m) = (&self.wanted_set, view.pyramid.finest_m);
        let is_near = |tile: &LandTile| {
            let (_, key) = tile;
            let side_m = side_m(key.level, finest_m);
            let [x, z] = view.viewer.position_m.map(|m| (m / side_m).floor() as i64);
            let distance = (key.x - x).abs().max((key.z - z).abs());
            // Tiles within this distance do not share an entry of the shaders' table.
            distance < WINDOW as i64 / 2
        };
        if let Some(slots) = &mut self.slots {
            slots.retain(|tile| wanted.contains(tile) || is_near(tile));
        }
    }

    /// Accepts finished tiles. Returns their slots and texels.
    fn accept_finished(&mut self, at_once: bool) -> Vec<(u16, Vec<u32>)> {
        let Some(slots) = &mut self.slots else { return vec![] };
        let max_count = if at_once { usize::MAX } else { MAX_TILES_PER_FRAME };
        let max_time = if at_once { Duration::MAX } else { MAX_TIME_PER_FRAME };
        let start = Instant::now();
        let opacity = if at_once { 1.0 } else { 0.0 };
        let mut accepted = vec![];
        while accepted.len() < max_count && start.elapsed() < max_time {
            let Some(made) = self.maker.next() else { break };
            let Some(texels) = made.texels else {
                error!("making normals of {:?} panicked", made.tile.1);
                self.failed.insert(made.tile);
                continue;
            };
            if self.wanted_set.contains(&made.tile) && !slots.has(&made.tile) {
                let slot = slots.take(made.tile, opacity, &self.wanted_set);
                accepted.extend(slot.map(|slot| (slot, texels)));
            }
        }
        accepted
    }

    /// Counts missing tiles, and requests them if the builder threads are idle.
    fn request(&mut self, builder: &BuilderPool) {
        let Some(slots) = &self.slots else { return };
        let is_missing = |tile: &&LandTile| !slots.has(tile) && !self.failed.contains(tile);
        let missing: Vec<LandTile> = self.wanted.iter().filter(is_missing).copied().collect();
        self.missing = missing.len();
        if builder.allows_idle_work() {
            self.maker.request(builder, &missing);
        }
    }
}

/// The samples of a tile, with the border that its normals need.
fn sampled_area(key: &TileKey, finest_m: f64) -> SampledArea {
    let side_m = side_m(key.level, finest_m);
    let low_m = [key.x, key.z].map(|i| i as f64 * side_m);
    SampledArea {
        corners_m: [low_m.map(|m| m - 0.125 * side_m), low_m.map(|m| m + 1.125 * side_m)],
        spacing_m: texel_m(key.level, finest_m),
        band_limit_m: side_m,
    }
}

/// The samples of all tiles of the first land.
fn sampled_areas(world: &World) -> Vec<SampledArea> {
    let tiles = world.resource::<NormalTiles>();
    let (Some(slots), Some(view)) = (&tiles.slots, &tiles.view) else { return vec![] };
    let of_first_land = slots.tiles().filter(|(side, _)| *side == 0);
    of_first_land.map(|(_, key)| sampled_area(key, view.pyramid.finest_m)).collect()
}

/// Returns true if the buffers do not have the number of tiles of the quality tier.
fn has_wrong_size(
    effects: Res<Effects>,
    device: Res<RenderDevice>,
    buffers: Res<ShaderBuffers>,
) -> bool {
    max_tiles(&effects, &device) != buffers.normal_slots()
}

/// Creates buffers with room for the tiles of the tier.
fn resize_buffers(world: &mut World) {
    let device = world.resource::<RenderDevice>().clone();
    let slots = max_tiles(world.resource::<Effects>(), &device);
    let buffers = world.resource::<ShaderBuffers>().with_normal_slots(&device, slots);
    rebind(world, buffers);
}

/// The number of tiles in a tier, within the device's limits for a buffer.
fn max_tiles(effects: &Effects, device: &RenderDevice) -> u16 {
    let limits = device.limits();
    let bytes = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
    let fitting = bytes / TILE_BYTES as u64;
    fitting.min(u64::from(effects.normals.slots)).max(1) as u16
}

/// Updates the tiles for land, viewer and camera: chooses, accepts, fades and requests them.
fn update_tiles(
    shown: Res<ShownLand>,
    streaming: Res<Streaming>,
    builder: Res<BuilderPool>,
    buffers: Res<ShaderBuffers>,
    effects: Res<Effects>,
    at_once: Res<TilesAtOnce>,
    time: Res<Time<Real>>,
    viewers: Query<(&Transform, &Projection), With<TerrainViewer>>,
    mut tiles: ResMut<NormalTiles>,
    mut writes: ResMut<NormalWrites>,
) {
    let tiles = tiles.bypass_change_detection();
    let old_id = tiles.buffers.as_ref().map(|buffers| buffers.tiles.id());
    if old_id != Some(buffers.normals.tiles.id()) {
        // The new buffers contain no tiles yet.
        let maker = std::mem::take(&mut tiles.maker);
        *tiles = NormalTiles { maker, ..default() };
        tiles.slots = Some(NormalSlots::new(buffers.normals.slots));
        tiles.buffers = Some(buffers.normals.clone());
    }
    tiles.follow_lands(&shown);
    let Some(surface) = shown.surface() else { return };
    let viewer = viewers.iter().next();
    let reach = reach(effects.normals.reach, viewer.map(|(_, lens)| lens));
    let pyramid = Pyramid::new(surface.spacing_m(), shown.levels, surface.bounds_m(), reach);
    let wedge = viewer.and_then(|(eye, lens)| wedge(eye, lens));
    let view = TileView { pyramid, viewer: streaming.viewer, wedge };
    tiles.choose(view, buffers.normals.slots);
    let accepted = tiles.accept_finished(at_once.0);
    let step = if at_once.0 { 1.0 } else { (time.delta_secs() / FADE_S).min(LARGEST_STEP) };
    let Some(slots) = &mut tiles.slots else { return };
    tiles.is_fading = slots.fade_in(step) && !at_once.0;
    let pages = slots.take_stale_pages();
    if !accepted.is_empty() || !pages.is_empty() {
        writes.buffers = Some(buffers.normals.clone());
        writes.tiles.extend(accepted);
        writes.pages.extend(pages);
    }
    tiles.request(&builder);
}

/// The reach of tiles for a lens. A longer lens needs fine tiles at a larger distance.
fn reach(tier_reach: TileReach, lens: Option<&Projection>) -> TileReach {
    let Some(Projection::Perspective(lens)) = lens else { return tier_reach };
    let magnification = TIER_LENS / f64::from((0.5 * lens.fov).tan());
    let ahead = tier_reach.ahead * magnification.max(1.0);
    TileReach { ahead: ahead.min(MAX_REACH.max(tier_reach.ahead)), ..tier_reach }
}

/// The wedge of the ground plane that a camera sees; `None` for all directions.
fn wedge(eye: &Transform, projection: &Projection) -> Option<Wedge> {
    let Projection::Perspective(lens) = projection else { return None };
    let up = (0.5 * lens.fov).tan();
    let right = up * lens.aspect_ratio;
    let forward = eye.forward().as_dvec3();
    let length = forward.x.hypot(forward.z);
    let towards = [forward.x / length, forward.z / length];
    let mut half_rad = 0.0f64;
    for corner in [[right, up], [right, -up], [-right, up], [-right, -up]] {
        let ray = eye.rotation * Vec3::new(corner[0], corner[1], -1.0).normalize();
        let ray = ray.as_dvec3();
        let flat = ray.x.hypot(ray.z);
        let cosine = (ray.x * towards[0] + ray.z * towards[1]) / flat;
        if ray.y.abs() > STEEP || cosine <= 0.0 || flat.is_nan() {
            return None;
        }
        half_rad = half_rad.max(cosine.min(1.0).acos());
    }
    let has_heading = length > 1e-3;
    has_heading.then_some(Wedge { towards, half_rad: half_rad + MARGIN_RAD })
}
