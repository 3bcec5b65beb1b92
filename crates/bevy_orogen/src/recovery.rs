//! A graphics device that is lost (a driver's reset, a sleeping laptop) and found again: all that
//! lay on it is made anew, the revision of the land among it.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::RenderStartup;
use bevy::render::error_handler::{ErrorType, RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::render_resource::PollType;
use bevy::render::renderer::RenderDevice;

use super::land::coarse::forget_drawn;
use super::land::revision;
use super::land::upload::{ChunkMeshes, forget_writes};
use super::look::clouds::renew_noise;
use super::look::material::ShaderBuffers;
use super::look::rebind::rebind;

/// So many losses within so long a time are not worth another try.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LossPatience {
    /// How many.
    pub losses: usize,
    /// Within how long.
    pub within: Duration,
}

impl Default for LossPatience {
    fn default() -> Self {
        Self { losses: 5, within: Duration::from_secs(60) }
    }
}

/// Makes the app outlive its graphics device. Bevy's own handler, which this one takes the place
/// of, ends the app.
pub struct RecoveryPlugin;

impl Plugin for RecoveryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Losses>()
            .init_resource::<LossPatience>()
            .insert_resource(RenderErrorHandler(handle))
            .add_systems(First, (notice_loss, rebuild.run_if(device_is_another)).chain());
        if let Some(render_app) = app.get_sub_app_mut(bevy::render::RenderApp) {
            render_app.add_systems(RenderStartup, (forget_writes, forget_drawn));
        }
    }
}

/// When devices were lost.
#[derive(Resource, Default)]
struct Losses(Vec<Instant>);

fn handle(lost: &RenderError, main: &mut World, _render: &mut World) -> RenderErrorPolicy {
    if matches!(lost.ty, ErrorType::DeviceLost) {
        let patience = *main.resource::<LossPatience>();
        let losses = &mut main.resource_mut::<Losses>().0;
        losses.retain(|at| at.elapsed() < patience.within);
        losses.push(Instant::now());
        if losses.len() < patience.losses {
            return RenderErrorPolicy::Recover(default());
        }
    }
    error!("{}", last_words(&lost.ty, &lost.description));
    main.write_message(AppExit::error());
    RenderErrorPolicy::StopRendering
}

/// Why the program ends, and what to do.
fn last_words(kind: &ErrorType, description: &str) -> String {
    match kind {
        ErrorType::OutOfMemory => "the graphics memory is full; start again with a lower quality, \
                                   a nearer horizon or a smaller window, or close other programs"
            .to_owned(),
        ErrorType::DeviceLost => format!(
            "the graphics device was lost again and again ({}); `orogen doctor` says which one",
            one_line(description)
        ),
        _ => format!("the graphics driver failed: {}", one_line(description)),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Has the driver say at once that the device is lost: what draws a frame on a lost one panics.
fn notice_loss(device: Option<Res<RenderDevice>>) {
    let Some(device) = device else { return };
    // It says so to whoever waits for a loss; that nothing is to be waited for is no news.
    let _ = device.wgpu_device().poll(PollType::Poll);
}

/// Whether the device has been replaced since the frame before. (Devices cannot be compared: each
/// has its own numbering.)
fn device_is_another(device: Option<Res<RenderDevice>>, mut known: Local<bool>) -> bool {
    let Some(device) = device else { return false };
    std::mem::replace(&mut *known, true) && device.is_changed()
}

/// Makes everything anew that lay on a device which is no more.
fn rebuild(world: &mut World) {
    let device = world.resource::<RenderDevice>().clone();
    warn!("the graphics device was lost; the land is built again on a new one");
    revision::clear(world);
    world.insert_resource(ChunkMeshes::new(&device));
    renew_noise(&mut world.resource_mut::<Assets<Image>>());
    let normals = world.resource::<ShaderBuffers>().room_for_normals();
    let buffers = ShaderBuffers::new(&device, normals, &mut world.resource_mut::<Assets<Image>>());
    rebind(world, buffers);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::message::Messages;

    use super::*;

    /// What becomes of errors, one after the other, and how often the app was asked to end.
    fn handled(errors: impl IntoIterator<Item = ErrorType>) -> (Vec<bool>, usize) {
        let mut main = World::new();
        main.init_resource::<Losses>();
        main.init_resource::<LossPatience>();
        main.init_resource::<Messages<AppExit>>();
        let recovers = |ty| {
            let error = RenderError { ty, description: "a\nb".to_owned(), source: None };
            let policy = handle(&error, &mut main, &mut World::new());
            matches!(policy, RenderErrorPolicy::Recover(_))
        };
        (errors.into_iter().map(recovers).collect(), main.resource::<Messages<AppExit>>().len())
    }

    #[test]
    fn a_lost_device_is_replaced_and_one_that_is_lost_for_ever_is_not() {
        let losses = (0..6).map(|_| ErrorType::DeviceLost);
        assert_eq!(handled(losses), (vec![true, true, true, true, false, false], 2));
    }

    #[test]
    fn memory_that_is_full_ends_the_app_with_one_line_that_says_what_to_do() {
        assert_eq!(handled([ErrorType::OutOfMemory]), (vec![false], 1));
        for kind in [ErrorType::OutOfMemory, ErrorType::Validation, ErrorType::DeviceLost] {
            let line = last_words(&kind, "first\n  second");
            assert_eq!(line.lines().count(), 1, "{line}");
        }
        let line = last_words(&ErrorType::OutOfMemory, "");
        assert!(line.contains("lower quality") && line.contains("horizon"), "{line}");
    }
}
