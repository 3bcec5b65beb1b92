//! Systems that run on the thread which updates their world.

use bevy::app::SubApps;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::{ExtractSchedule, Render};

/// Has every schedule of both worlds run its systems on one thread. Bevy's usual executor wakes another
/// thread for each system that is ready, and most systems of a frame take less time than that: of an
/// edit, a quarter of the processor's time was the system's switching. What is worth several threads
/// splits its own work, as the land's builders do, and loops over many entities.
pub(crate) struct OneThreadPlugin;

impl Plugin for OneThreadPlugin {
    fn build(&self, _: &mut App) {}

    // Schedules that other plugins add are there by now, and the render world is still at hand.
    fn finish(&self, app: &mut App) {
        run_on_one_thread(app.sub_apps_mut());
    }
}

fn run_on_one_thread(apps: &mut SubApps) {
    for app in apps.iter_mut() {
        let Some(mut schedules) = app.world_mut().get_resource_mut::<Schedules>() else { continue };
        for (_, schedule) in schedules.iter_mut() {
            // There it makes a window's surface, which only the main thread may; the usual executor
            // sends that back from the thread that renders.
            if cfg!(target_os = "macos") && schedule.label() == Render.intern() {
                continue;
            }
            schedule.set_executor(SingleThreadedExecutor::new());
        }
        // The render world applies its own commands, when the main world goes on.
        if let Some(extract) = schedules.get_mut(ExtractSchedule) {
            extract.set_apply_final_deferred(false);
        }
    }
}
