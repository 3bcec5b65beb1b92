//! Horizons around the viewer, for the light of the natural style.
//!
//! Horizons are maps that tell how much of the sky and the sun the surrounding land hides. A thread
//! computes them when the land, the viewer's position or the sun changes. New horizons fade in.

pub mod maps;
mod worker;
mod write;

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResourcePlugin;
use bevy::render::{Render, RenderApp, RenderSystems};

use maps::{DrawnHorizon, HorizonMaps};
use worker::{HorizonAnswer, HorizonGround, HorizonWorker, RequestKey};
use write::write_maps;

use super::daylight::is_natural;
use super::material::{ShaderBuffers, TerrainMaterial};
use super::pipelines::{LandMaterials, bind};
use super::quality::Effects;
use super::shader_structs;
use crate::land::origin::RenderOrigin;
use crate::land::pool::BuilderPool;
use crate::land::state::{ShownLand, ViewOverride, WantedScene};
use crate::land::stream::Streaming;
use crate::order::OrogenSet;
use orogen_terrain::horizon::Nest;
use orogen_terrain::shading::direction_to_sun;
use orogen_terrain::view::ViewParams;

/// Requests horizons and hands them to the shaders.
pub(super) struct HorizonPlugin;

impl Plugin for HorizonPlugin {
    fn build(&self, app: &mut App) {
        match HorizonWorker::new(app.world().resource::<BuilderPool>().pending_edits()) {
            Ok(worker) => app.insert_resource(LandHorizons::new(worker)),
            Err(error) => panic!("the system cannot start a thread for horizons: {error}"),
        };
        app.init_resource::<HorizonFade>()
            .init_resource::<DrawnHorizon>()
            .add_plugins(ExtractResourcePlugin::<DrawnHorizon>::default())
            .configure_sets(PostUpdate, HorizonSet.in_set(OrogenSet::Shade))
            .add_systems(PostUpdate, (request, accept_answer, fade).chain().in_set(HorizonSet));
        if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
            render_app.add_systems(Render, write_maps.in_set(RenderSystems::PrepareResources));
        }
    }
}

/// The system set that updates horizons, before the shader parameters.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HorizonSet;

/// The time in which new horizons fade in.
#[derive(Resource, Clone, Copy, Debug)]
pub struct HorizonFade(pub Duration);

impl Default for HorizonFade {
    fn default() -> Self {
        Self(Duration::from_millis(300))
    }
}

/// The shown and the wanted horizons.
#[derive(Resource)]
pub struct LandHorizons {
    worker: HorizonWorker,
    /// The wanted horizons; `None` if horizons are off.
    wanted: Option<RequestKey>,
    shown: Option<Arc<HorizonAnswer>>,
    /// The number of answers so far.
    answer_count: u64,
    /// The progress of the fade since horizons were first shown, from 0 to 1.
    fade_progress: f32,
    /// The weight of the horizons where their heights differ from the shown land's. It is 0 after
    /// an edit, and rises to 1 when new horizons are shown.
    mismatch_weight: f32,
}

impl LandHorizons {
    fn new(worker: HorizonWorker) -> Self {
        Self {
            worker,
            wanted: None,
            shown: None,
            answer_count: 0,
            fade_progress: 0.0,
            mismatch_weight: 0.0,
        }
    }

    /// Returns true if the wanted horizons are shown.
    pub fn is_settled(&self) -> bool {
        let shown_key = self.shown.as_ref().map(|shown| shown.key);
        self.wanted.is_none_or(|key| shown_key == Some(key)) && !self.is_fading()
    }

    /// Returns true while the thread still computes the wanted horizons.
    pub fn is_waiting(&self) -> bool {
        let shown_key = self.shown.as_ref().map(|shown| shown.key);
        self.wanted.is_some_and(|key| shown_key != Some(key)) && !self.worker.has_answer()
    }

    /// The number of answers so far.
    pub(crate) fn answer_count(&self) -> u64 {
        self.answer_count
    }

    /// Returns true while horizons fade in.
    pub fn is_fading(&self) -> bool {
        self.is_shown()
            && self.mismatch_weight.min(self.fade_progress) < 1.0
            && self.is_of_this_land()
    }

    /// Sets a callback that the thread calls when an answer is ready.
    pub fn wake_with(&self, wake: impl Fn() + Send + 'static) {
        self.worker.wake_with(wake);
    }

    fn is_shown(&self) -> bool {
        self.wanted.is_some() && self.shown.as_ref().is_some_and(|answer| !answer.sides.is_empty())
    }

    fn is_of_this_land(&self) -> bool {
        let wanted = self.wanted.map(|key| key.ground.revision);
        wanted == self.shown.as_ref().map(|answer| answer.key.ground.revision)
    }

    /// The shader parameters of the horizons.
    pub fn uniform(&self, origin: RenderOrigin, effects: &Effects) -> shader_structs::Horizon {
        let Some(answer) = self.shown.as_ref().filter(|_| self.is_shown()) else {
            return default();
        };
        let nest = &answer.key.ground.nest;
        let [x, z] = nest.centre_m;
        let centre = origin.local([x, 0.0, z]);
        shader_structs::Horizon {
            centre_x: centre.x,
            centre_z: centre.z,
            finest_m: nest.finest_m as f32,
            texels: nest.texels as f32,
            levels: nest.levels as u32,
            sides: answer.sides.len() as u32,
            fade_progress: self.fade_progress,
            mismatch_weight: self.mismatch_weight,
            top_m: answer.top_m,
            mirror_steps: effects.mirror_steps,
        }
    }
}

/// Requests the horizons of the shown land.
fn request(
    wanted: Res<WantedScene>,
    view_override: Res<ViewOverride>,
    shown: Res<ShownLand>,
    streaming: Res<Streaming>,
    effects: Res<Effects>,
    mut horizons: ResMut<LandHorizons>,
) {
    let view = view_override.0.as_ref().unwrap_or(&wanted.0.view.params);
    let key = wanted_key(&shown, &streaming, view, &effects);
    if horizons.wanted == key {
        return;
    }
    horizons.wanted = key;
    let shown_key = horizons.shown.as_ref().map(|shown| shown.key);
    let Some(key) = key.filter(|key| shown_key != Some(*key)) else { return };
    let lands = shown.current.iter().chain(&shown.second);
    horizons.worker.request(key, lands.cloned().collect());
}

/// The key of the wanted horizons; `None` if they would not be visible.
fn wanted_key(
    shown: &ShownLand,
    streaming: &Streaming,
    view: &ViewParams,
    effects: &Effects,
) -> Option<RequestKey> {
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
    let ground = HorizonGround {
        revision: shown.revision,
        sides: 1 + usize::from(shown.second.is_some()),
        nest: Nest::around(position_m, reach_m, effects.horizon_texels),
    };
    Some(RequestKey { ground, to_sun: direction_to_sun(view) })
}

/// Accepts an answer. If the textures have another size, as on a new graphics device, creates textures
/// of the answer's size.
fn accept_answer(
    mut horizons: ResMut<LandHorizons>,
    mut drawn: ResMut<DrawnHorizon>,
    mut buffers: ResMut<ShaderBuffers>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<TerrainMaterial>>,
    (land, water, roads): LandMaterials,
) {
    if let Some(answer) = horizons.bypass_change_detection().worker.newest() {
        let answer = Arc::new(answer);
        horizons.shown = Some(answer.clone());
        horizons.answer_count += 1;
        drawn.0 = Some(answer);
    }
    let Some(answer) = &horizons.shown else { return };
    let nest = &answer.key.ground.nest;
    let size = [nest.texels, nest.levels * answer.sides.len().max(1)];
    if buffers.horizon.size != size {
        buffers.horizon = HorizonMaps::new(&mut images, size);
        bind(&buffers, [&land.0, &water.0, &roads.0], &mut materials);
    }
}

/// Sets the weights of horizons. Old horizons lose their weight at once where the land has changed;
/// new horizons fade in.
fn fade(time: Res<Time<Real>>, duration: Res<HorizonFade>, mut horizons: ResMut<LandHorizons>) {
    let step = match duration.0.is_zero() {
        true => 1.0,
        false => time.delta_secs() / duration.0.as_secs_f32(),
    };
    let (fade_progress, mismatch_weight) = match (horizons.is_shown(), horizons.is_of_this_land()) {
        (false, _) => (0.0, 0.0),
        (true, false) => (horizons.fade_progress, 0.0),
        (true, true) => {
            ((horizons.fade_progress + step).min(1.0), (horizons.mismatch_weight + step).min(1.0))
        }
    };
    if (horizons.fade_progress, horizons.mismatch_weight) != (fade_progress, mismatch_weight) {
        (horizons.fade_progress, horizons.mismatch_weight) = (fade_progress, mismatch_weight);
    }
}
