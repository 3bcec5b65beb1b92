//! Horizons around the viewer, for the natural style's light: asked for on a thread whenever the
//! land, the viewer's place or the sun is another, and faded in.

pub mod maps;
mod worker;
mod write;

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResourcePlugin;
use bevy::render::{Render, RenderApp, RenderSystems};

use maps::{DrawnHorizon, HorizonMaps};
use worker::{Found, Ground, Key, Worker};
use write::write_maps;

use super::chunk_material::ChunkMaterial;
use super::daylight::is_natural;
use super::material::{ShaderBuffers, TerrainMaterial};
use super::pipelines::{WaterMaterial, bind};
use super::quality::Effects;
use super::structs;
use crate::land::origin::WorldOrigin;
use crate::land::pool::Builder;
use crate::land::state::{ShownLand, ShownView, WantedScene};
use crate::land::stream::Streaming;
use crate::order::OrogenSet;
use orogen_terrain::horizon::Nest;
use orogen_terrain::shading::direction_to_sun;
use orogen_terrain::view::ViewParams;

/// Finds horizons and hands them to the shaders.
pub(super) struct HorizonPlugin;

impl Plugin for HorizonPlugin {
    fn build(&self, app: &mut App) {
        match Worker::new(app.world().resource::<Builder>().rush()) {
            Ok(worker) => app.insert_resource(Horizons::new(worker)),
            Err(error) => panic!("the system gives no thread to find horizons with: {error}"),
        };
        app.init_resource::<HorizonFade>()
            .init_resource::<DrawnHorizon>()
            .add_plugins(ExtractResourcePlugin::<DrawnHorizon>::default())
            .configure_sets(PostUpdate, HorizonSet.in_set(OrogenSet::Shade))
            .add_systems(PostUpdate, (ask, take, fade).chain().in_set(HorizonSet));
        if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
            render_app.add_systems(Render, write_maps.in_set(RenderSystems::PrepareResources));
        }
    }
}

/// Horizons are brought up to the frame; what shaders read follows.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HorizonSet;

/// How long new horizons take to fade in.
#[derive(Resource, Clone, Copy, Debug)]
pub struct HorizonFade(pub Duration);

impl Default for HorizonFade {
    fn default() -> Self {
        Self(Duration::from_millis(300))
    }
}

/// The horizons that are seen, and those that are wanted.
#[derive(Resource)]
pub struct Horizons {
    worker: Worker,
    /// `None` where none are to be seen.
    wanted: Option<Key>,
    shown: Option<Arc<Found>>,
    /// How often others have come.
    taken: u64,
    /// How far they have faded in.
    share: f32,
    /// How far they count as those of the land that is seen: 0 from its edit on, and then rising.
    fresh: f32,
}

impl Horizons {
    fn new(worker: Worker) -> Self {
        Self { worker, wanted: None, shown: None, taken: 0, share: 0.0, fresh: 0.0 }
    }

    /// Whether all that is wanted is seen.
    pub fn is_settled(&self) -> bool {
        let shown = self.shown.as_ref().map(|shown| shown.key);
        self.wanted.is_none_or(|key| shown == Some(key)) && !self.is_fading()
    }

    /// Whether an answer is awaited, and none has come.
    pub fn is_waiting(&self) -> bool {
        let shown = self.shown.as_ref().map(|shown| shown.key);
        self.wanted.is_some_and(|key| shown != Some(key)) && !self.worker.has_found()
    }

    /// How often others have come.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// Whether each frame shows more of them.
    pub fn is_fading(&self) -> bool {
        self.is_shown() && self.fresh.min(self.share) < 1.0 && self.is_of_this_land()
    }

    /// Has something called, on a thread, when a frame would show others.
    pub fn wake_with(&self, wake: impl Fn() + Send + 'static) {
        self.worker.wake_with(wake);
    }

    fn is_shown(&self) -> bool {
        self.wanted.is_some() && self.shown.as_ref().is_some_and(|found| !found.sides.is_empty())
    }

    fn is_of_this_land(&self) -> bool {
        let wanted = self.wanted.map(|key| key.ground.revision);
        wanted == self.shown.as_ref().map(|found| found.key.ground.revision)
    }

    /// What shaders read of them.
    pub fn numbers(&self, origin: WorldOrigin, effects: &Effects) -> structs::Horizon {
        let Some(found) = self.shown.as_ref().filter(|_| self.is_shown()) else { return default() };
        let nest = &found.key.ground.nest;
        let [x, z] = nest.centre_m;
        let centre = origin.local([x, 0.0, z]);
        structs::Horizon {
            centre_x: centre.x,
            centre_z: centre.z,
            finest_m: nest.finest_m as f32,
            texels: nest.texels as f32,
            levels: nest.levels as u32,
            sides: found.sides.len() as u32,
            share: self.share,
            fresh: self.fresh,
            top_m: found.top_m,
            mirror_steps: effects.mirror_steps,
        }
    }
}

/// Wants the horizons of what is seen.
fn ask(
    wanted: Res<WantedScene>,
    instead: Res<ShownView>,
    shown: Res<ShownLand>,
    streaming: Res<Streaming>,
    effects: Res<Effects>,
    mut horizons: ResMut<Horizons>,
) {
    let view = instead.0.as_ref().unwrap_or(&wanted.0.view.params);
    let key = key(&shown, &streaming, view, &effects);
    if horizons.wanted == key {
        return;
    }
    horizons.wanted = key;
    let known = horizons.shown.as_ref().map(|shown| shown.key);
    let Some(key) = key.filter(|key| known != Some(*key)) else { return };
    let lands = shown.current.iter().chain(&shown.beside);
    horizons.worker.want(key, lands.map(|land| land.surface.clone()).collect());
}

/// What is to be found; `None` where nothing of it would be seen.
fn key(
    shown: &ShownLand,
    streaming: &Streaming,
    view: &ViewParams,
    effects: &Effects,
) -> Option<Key> {
    if !is_natural(view) || effects.horizon_texels == 0 {
        return None;
    }
    let surface = shown.surface()?;
    let position_m = streaming.viewer.position_m;
    let reach_m = match surface.bounds_m() {
        None => 1000.0 * view.distance.horizon_km,
        Some([low, high]) => position_m
            .map(|c| (c - low).abs().max((c - high).abs()))
            .into_iter()
            .fold(0.0, f64::max),
    };
    let ground = Ground {
        revision: shown.revision,
        sides: 1 + usize::from(shown.beside.is_some()),
        nest: Nest::around(position_m, reach_m, effects.horizon_texels),
    };
    Some(Key { ground, towards: direction_to_sun(view) })
}

/// Takes over what was found, and has textures of its size. A new graphics device has none.
fn take(
    mut horizons: ResMut<Horizons>,
    mut drawn: ResMut<DrawnHorizon>,
    mut buffers: ResMut<ShaderBuffers>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<TerrainMaterial>>,
    (land, water): (Res<ChunkMaterial<TerrainMaterial>>, Res<WaterMaterial>),
) {
    if let Some(found) = horizons.bypass_change_detection().worker.newest() {
        let found = Arc::new(found);
        horizons.shown = Some(found.clone());
        horizons.taken += 1;
        drawn.0 = Some(found);
    }
    let Some(found) = &horizons.shown else { return };
    let nest = &found.key.ground.nest;
    let size = [nest.texels, nest.levels * found.sides.len().max(1)];
    if buffers.horizon.size != size {
        buffers.horizon = HorizonMaps::new(&mut images, size);
        bind(&buffers, [&land.0, &water.0], &mut materials);
    }
}

/// Old horizons lose their say at once where the land is another; new ones gain it over a while.
fn fade(time: Res<Time<Real>>, length: Res<HorizonFade>, mut horizons: ResMut<Horizons>) {
    let step = match length.0.is_zero() {
        true => 1.0,
        false => time.delta_secs() / length.0.as_secs_f32(),
    };
    let (share, fresh) = match (horizons.is_shown(), horizons.is_of_this_land()) {
        (false, _) => (0.0, 0.0),
        (true, false) => (horizons.share, 0.0),
        (true, true) => ((horizons.share + step).min(1.0), (horizons.fresh + step).min(1.0)),
    };
    if (horizons.share, horizons.fresh) != (share, fresh) {
        (horizons.share, horizons.fresh) = (share, fresh);
    }
}
