//! Recovery from a lost graphics device, for example after a driver reset.
//!
//! All resources of the device are created again, and the land is built again.

use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::render::RenderStartup;
use bevy::render::error_handler::{ErrorType, RenderError, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::render_resource::PollType;
use bevy::render::renderer::RenderDevice;

use super::land::coarse::forget_indices;
use super::land::revision;
use super::land::upload::{ChunkMeshes, forget_writes};
use super::look::clouds::renew_noise;
use super::look::material::ShaderBuffers;
use super::look::rebind::rebind;

/// The number of device losses within a period that makes recovery give up.
#[derive(Resource, Clone, Copy, Debug)]
pub struct LossLimit {
    /// The number of losses; the last of them ends the app.
    pub losses: usize,
    /// The length of the period.
    pub period: Duration,
}

impl Default for LossLimit {
    fn default() -> Self {
        Self { losses: 5, period: Duration::from_secs(60) }
    }
}

/// Makes the app survive the loss of its graphics device.
///
/// It replaces Bevy's handler of render errors, which ends the app.
pub struct RecoveryPlugin;

impl Plugin for RecoveryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Losses>()
            .init_resource::<LossLimit>()
            .insert_resource(RenderErrorHandler(handle_error))
            .add_systems(First, (notice_loss, rebuild.run_if(is_device_replaced)).chain());
        if let Some(render_app) = app.get_sub_app_mut(bevy::render::RenderApp) {
            render_app.add_systems(RenderStartup, (forget_writes, forget_indices));
        }
    }
}

/// The times of the recent losses.
#[derive(Resource, Default)]
struct Losses(Vec<Instant>);

fn handle_error(error: &RenderError, main: &mut World, _render: &mut World) -> RenderErrorPolicy {
    if matches!(error.ty, ErrorType::DeviceLost) {
        let limit = *main.resource::<LossLimit>();
        let losses = &mut main.resource_mut::<Losses>().0;
        losses.retain(|time| time.elapsed() < limit.period);
        losses.push(Instant::now());
        if losses.len() < limit.losses {
            return RenderErrorPolicy::Recover(default());
        }
    }
    error!("{}", exit_message(&error.ty, &error.description));
    main.write_message(AppExit::error());
    RenderErrorPolicy::StopRendering
}

/// The message that is logged before the app ends: the reason and a remedy.
fn exit_message(kind: &ErrorType, description: &str) -> String {
    match kind {
        ErrorType::OutOfMemory => "the graphics memory is full; start again with a lower quality, \
                                   a nearer horizon or a smaller window, or close other programs"
            .to_owned(),
        ErrorType::DeviceLost => format!(
            "the graphics device was lost repeatedly ({}); update its driver, or start the app again",
            one_line(description)
        ),
        _ => format!("the graphics driver failed: {}", one_line(description)),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Polls the device, so that a loss is reported before this frame draws. Drawing on a lost device
/// would panic.
fn notice_loss(device: Option<Res<RenderDevice>>) {
    let Some(device) = device else { return };
    // The error handler receives the loss; the result of the poll itself is irrelevant.
    let _ = device.wgpu_device().poll(PollType::Poll);
}

/// Returns true if the device has been replaced since the last frame. Two devices cannot be
/// compared: each counts its resources on its own, so their ids coincide.
fn is_device_replaced(device: Option<Res<RenderDevice>>, mut has_device: Local<bool>) -> bool {
    let Some(device) = device else { return false };
    std::mem::replace(&mut *has_device, true) && device.is_changed()
}

/// Creates all resources of the lost device again on the new device.
fn rebuild(world: &mut World) {
    let device = world.resource::<RenderDevice>().clone();
    warn!("the graphics device was lost; the land is built again on a new one");
    revision::clear(world);
    world.insert_resource(ChunkMeshes::new(&device));
    renew_noise(&mut world.resource_mut::<Assets<Image>>());
    let normals = world.resource::<ShaderBuffers>().normal_slots();
    let buffers = ShaderBuffers::new(&device, normals, &mut world.resource_mut::<Assets<Image>>());
    rebind(world, buffers);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::message::Messages;

    use super::*;

    /// Handles errors in turn; returns the decisions and the number of exit requests.
    fn handle_errors(errors: impl IntoIterator<Item = ErrorType>) -> (Vec<bool>, usize) {
        let mut main = World::new();
        main.init_resource::<Losses>();
        main.init_resource::<LossLimit>();
        main.init_resource::<Messages<AppExit>>();
        let recovers = |ty| {
            let error = RenderError { ty, description: "a\nb".to_owned(), source: None };
            let policy = handle_error(&error, &mut main, &mut World::new());
            matches!(policy, RenderErrorPolicy::Recover(_))
        };
        (errors.into_iter().map(recovers).collect(), main.resource::<Messages<AppExit>>().len())
    }

    #[test]
    fn recovery_gives_up_after_repeated_losses() {
        let losses = (0..6).map(|_| ErrorType::DeviceLost);
        assert_eq!(handle_errors(losses), (vec![true, true, true, true, false, false], 2));
    }

    #[test]
    fn full_graphics_memory_ends_the_app_with_one_line_and_a_remedy() {
        assert_eq!(handle_errors([ErrorType::OutOfMemory]), (vec![false], 1));
        for kind in [ErrorType::OutOfMemory, ErrorType::Validation, ErrorType::DeviceLost] {
            let line = exit_message(&kind, "first\n  second");
            assert_eq!(line.lines().count(), 1, "{line}");
        }
        let line = exit_message(&ErrorType::OutOfMemory, "");
        assert!(line.contains("lower quality") && line.contains("horizon"), "{line}");
    }
}
