//! Applies the plan of each frame to the cameras in the render world.
//!
//! If the kept picture (the cached image of the land) is still valid, its camera draws nothing. If
//! it is to be drawn in pieces, its camera skips the main pass, because the module `pieces` draws
//! the same items after the window's frame.

use bevy::camera::CameraOutputMode;
use bevy::core_pipeline::{Core3d, Core3dSystems};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::pbr::ViewLightEntities;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_component::ExtractComponentPlugin;
use bevy::render::render_resource::{PipelineCache, StoreOp};
use bevy::render::renderer::CurrentView;
use bevy::render::{ExtractSchedule, Render, RenderApp, RenderSystems};

use super::filter::DrawFilter;
use super::pieces::PictureInProgress;
use super::state::{
    DrawnPart, FramePlan, FrameStart, KeptPicture, PictureState, RenderProgress, ShowsPicture,
};

/// Applies the plan to the cameras.
pub(super) struct PlanPlugin;

/// An empty schedule: a camera that runs it draws nothing.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DrawNothing;

impl Plugin for PlanPlugin {
    fn build(&self, app: &mut App) {
        let progress = app.world().resource::<PictureState>().progress.clone();
        app.add_plugins(ExtractComponentPlugin::<KeptPicture>::default());
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .insert_resource(progress)
            .init_resource::<FramePlan>()
            .add_schedule(Schedule::new(DrawNothing))
            .configure_sets(Core3d, Core3dSystems::MainPass.run_if(runs_main_pass))
            .add_systems(
                Render,
                (skip_idle_cameras, apply_plan, keep_shadows)
                    .chain()
                    .after(RenderSystems::Prepare)
                    .before(RenderSystems::Render),
            )
            .init_resource::<FrameStart>()
            .add_systems(ExtractSchedule, |mut start: ResMut<FrameStart>| start.0 = Instant::now())
            .add_systems(Render, finish_whole.in_set(RenderSystems::PostCleanup));
    }
}

/// Returns true if the camera that is being drawn should run its main pass: it is not the camera of
/// the kept picture, or this frame draws the whole kept picture.
fn runs_main_pass(
    plan: Res<FramePlan>,
    view: Option<Res<CurrentView>>,
    kept: Query<(), With<KeptPicture>>,
) -> bool {
    let is_kept = view.is_some_and(|view| kept.contains(view.0));
    !is_kept || plan.draws == DrawnPart::Whole
}

/// Makes a camera with [`ShowsPicture`] draw nothing while its output is not written to the window.
fn skip_idle_cameras(mut cameras: Query<&mut ExtractedCamera, With<ShowsPicture>>) {
    for mut camera in &mut cameras {
        if matches!(camera.output_mode, CameraOutputMode::Skip) {
            camera.schedule = DrawNothing.intern();
        }
    }
}

/// Applies the frame's plan to the camera of the kept picture.
fn apply_plan(plan: Res<FramePlan>, mut cameras: Query<&mut ExtractedCamera, With<KeptPicture>>) {
    for mut camera in &mut cameras {
        match plan.draws {
            DrawnPart::Whole => {}
            DrawnPart::Nothing => camera.schedule = DrawNothing.intern(),
            // Each piece copies its own pixels into the kept picture, so the camera must not
            // overwrite them.
            DrawnPart::Pieces(_) => camera.output_mode = CameraOutputMode::Skip,
        }
    }
}

/// Keeps the shadow maps of a picture's first piece for its later pieces.
fn keep_shadows(
    plan: Res<FramePlan>,
    work: Res<PictureInProgress>,
    filter: Res<DrawFilter>,
    cameras: Query<&ViewLightEntities, With<KeptPicture>>,
    shadows: Query<&bevy::pbr::ShadowView>,
) {
    let keeps_shadows = matches!(plan.draws, DrawnPart::Pieces(_)) && work.has_begun(plan.number);
    filter.keep_shadows(keeps_shadows);
    if !keeps_shadows {
        return;
    }
    for shadow in
        cameras.iter().flat_map(|lights| &lights.lights).flat_map(|light| shadows.get(*light))
    {
        // Bevy clears a map at the first request for its attachment in a frame, and loads it at later
        // requests. This call makes the first request, so that the shadow pass only loads the map.
        let _ = shadow.depth_attachment.get_attachment(StoreOp::Store);
    }
}

/// Records that a picture was drawn in one frame. It is complete only if no pipeline was still
/// being compiled, because Bevy skips items whose pipeline is missing.
fn finish_whole(
    plan: Res<FramePlan>,
    progress: Res<RenderProgress>,
    pipelines: Res<PipelineCache>,
    start: Res<FrameStart>,
) {
    if plan.draws != DrawnPart::Whole {
        return;
    }
    progress.record_picture(start.0.elapsed());
    if pipelines.waiting_pipelines().next().is_none() {
        progress.finish(plan.number);
    }
}
