//! Runs all systems on the thread that updates their world.

use bevy::app::SubApps;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::{ExtractSchedule, Render};

/// Makes every schedule of the main and the render world run its systems on one thread.
///
/// Bevy's usual executor wakes a thread for each ready system, which takes longer than most systems
/// run: switching threads was a quarter of the processor time of an edit. Work for several threads,
/// such as building land, is split by its own code.
pub(crate) struct OneThreadPlugin;

impl Plugin for OneThreadPlugin {
    fn build(&self, _: &mut App) {}

    // At this point all other plugins have added their schedules, and the render world is still
    // accessible.
    fn finish(&self, app: &mut App) {
        run_on_one_thread(app.sub_apps_mut());
    }
}

fn run_on_one_thread(apps: &mut SubApps) {
    for app in apps.iter_mut() {
        let Some(mut schedules) = app.world_mut().get_resource_mut::<Schedules>() else { continue };
        for (_, schedule) in schedules.iter_mut() {
            // On macOS this schedule creates the window's surface, which must happen on the main
            // thread. The usual executor moves that system there.
            if cfg!(target_os = "macos") && schedule.label() == Render.intern() {
                continue;
            }
            schedule.set_executor(SingleThreadedExecutor::new());
        }
        // The render world applies its commands later, while the main world continues.
        if let Some(extract) = schedules.get_mut(ExtractSchedule) {
            extract.set_apply_final_deferred(false);
        }
    }
}
