//! Applies the plan in the render world: a camera draws nothing if its picture stays, and skips its
//! usual passes if its picture is drawn in pieces.

use std::time::Instant;

use bevy::camera::CameraOutputMode;
use bevy::core_pipeline::{Core3d, Core3dSystems};
use bevy::ecs::schedule::ScheduleLabel;
use bevy::pbr::ViewLightEntities;
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::extract_component::ExtractComponentPlugin;
use bevy::render::render_resource::{PipelineCache, StoreOp};
use bevy::render::renderer::CurrentView;
use bevy::render::{ExtractSchedule, Render, RenderApp, RenderSystems};

use super::filter::{DrawnItems, Filter};
use super::pieces::PictureInProgress;
use super::state::{Draws, FrameStart, KeptPicture, Picture, Plan, Progress, ShowsPicture};

/// Makes cameras follow the plan.
pub(super) struct PlanPlugin;

/// The schedule of a camera whose picture stays. It is empty.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct KeepPicture;

impl Plugin for PlanPlugin {
    fn build(&self, app: &mut App) {
        let progress = app.world().resource::<Picture>().progress.clone();
        app.add_plugins(ExtractComponentPlugin::<KeptPicture>::default());
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .insert_resource(progress)
            .init_resource::<Plan>()
            .add_schedule(Schedule::new(KeepPicture))
            .configure_sets(Core3d, Core3dSystems::MainPass.run_if(draws_at_once))
            .add_systems(
                Render,
                (rest, follow, hold_shadows)
                    .chain()
                    .after(RenderSystems::Prepare)
                    .before(RenderSystems::Render),
            )
            .init_resource::<FrameStart>()
            .add_systems(ExtractSchedule, |mut began: ResMut<FrameStart>| began.0 = Instant::now())
            .add_systems(Render, finish_whole.in_set(RenderSystems::PostCleanup));
    }
}

/// Returns true if the running camera draws its picture at once.
fn draws_at_once(
    plan: Res<Plan>,
    view: Option<Res<CurrentView>>,
    kept: Query<(), With<KeptPicture>>,
) -> bool {
    let is_kept = view.is_some_and(|view| kept.contains(view.0));
    !is_kept || plan.draws == Draws::Whole
}

/// A camera that shows the picture and writes nothing into the window draws nothing.
fn rest(mut cameras: Query<&mut ExtractedCamera, With<ShowsPicture>>) {
    for mut camera in &mut cameras {
        if matches!(camera.output_mode, CameraOutputMode::Skip) {
            camera.schedule = KeepPicture.intern();
        }
    }
}

fn follow(plan: Res<Plan>, mut cameras: Query<&mut ExtractedCamera, With<KeptPicture>>) {
    for mut camera in &mut cameras {
        match plan.draws {
            Draws::Whole => {}
            Draws::Nothing => camera.schedule = KeepPicture.intern(),
            // Pieces are copied into the kept picture by themselves.
            Draws::Pieces(_) => camera.output_mode = CameraOutputMode::Skip,
        }
    }
}

/// Keeps drawn shadow maps for later pieces.
fn hold_shadows(
    plan: Res<Plan>,
    work: Res<PictureInProgress>,
    filter: Res<Filter>,
    cameras: Query<&ViewLightEntities, With<KeptPicture>>,
    shadows: Query<&bevy::pbr::ShadowView>,
) {
    let holds = matches!(plan.draws, Draws::Pieces(_)) && work.has_begun(plan.number);
    filter.set(if holds { DrawnItems::Nothing } else { DrawnItems::All });
    if !holds {
        return;
    }
    for shadow in cameras.iter().flat_map(|lights| &lights.lights).flat_map(|it| shadows.get(*it)) {
        // The first request for the attachment clears it.
        let _ = shadow.depth_attachment.get_attachment(StoreOp::Store);
    }
}

/// A picture that was drawn at once is whole if all its pipelines were there.
fn finish_whole(
    plan: Res<Plan>,
    progress: Res<Progress>,
    pipelines: Res<PipelineCache>,
    began: Res<FrameStart>,
) {
    if plan.draws != Draws::Whole {
        return;
    }
    progress.count_picture(began.0.elapsed());
    if pipelines.waiting_pipelines().next().is_none() {
        progress.finish(plan.number);
    }
}
