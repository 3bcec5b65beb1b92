//! Measures the time of a whole picture with the graphics card's own clock.
//!
//! A time measured on the processor would cover only the submission of commands.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use bevy::core_pipeline::{Core3d, Core3dSystems};
use bevy::prelude::*;
use bevy::render::render_resource::{Buffer, BufferDescriptor, BufferUsages, MapMode};
use bevy::render::renderer::{CurrentView, RenderContext, RenderDevice, RenderQueue};
use bevy::render::{Render, RenderApp, RenderStartup, RenderSystems};

use super::state::{DrawnPart, FramePlan, KeptPicture, RenderProgress};

/// Measures pictures that are drawn in one frame.
pub(super) struct ClockPlugin;

impl Plugin for ClockPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_resource::<Clock>()
            .add_systems(RenderStartup, set_up)
            .add_systems(
                Core3d,
                (begin.before(Core3dSystems::Prepass), end.after(Core3dSystems::PostProcess))
                    .run_if(draws_whole_picture),
            )
            .add_systems(Render, read.in_set(RenderSystems::Cleanup));
    }
}

/// The size of two time stamps of 8 bytes.
const BYTES: u64 = 16;

/// State: no picture is being measured.
const FREE: u8 = 0;
/// State: the command for the first time stamp is encoded.
const BEGUN: u8 = 1;
/// State: the commands are encoded that write both time stamps and copy them to the readable
/// buffer.
const ENCODED: u8 = 2;
/// State: the readable buffer is being mapped.
const MAPPING: u8 = 3;

/// The time stamps of a picture; `None` if the device cannot write time stamps between passes.
#[derive(Resource, Default)]
struct Clock(Option<Stamps>);

struct Stamps {
    query_set: wgpu::QuerySet,
    resolved: Buffer,
    readable: Buffer,
    /// The length of a tick of the device's clock, in nanoseconds.
    tick_ns: f32,
    state: Arc<AtomicU8>,
}

impl Stamps {
    fn new(device: &RenderDevice, queue: &RenderQueue) -> Option<Self> {
        let needed =
            wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS;
        if !device.features().contains(needed) {
            return None;
        }
        let buffer = |usage| {
            let label = Some("times of a picture");
            device.create_buffer(&BufferDescriptor {
                label,
                size: BYTES,
                usage,
                mapped_at_creation: false,
            })
        };
        let query_set = device.wgpu_device().create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("times of a picture"),
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        Some(Self {
            query_set,
            resolved: buffer(BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC),
            readable: buffer(BufferUsages::COPY_DST | BufferUsages::MAP_READ),
            tick_ns: queue.get_timestamp_period(),
            state: default(),
        })
    }

    /// Changes the state from `from` to `to`. Returns true if it was `from`.
    fn advance(&self, from: u8, to: u8) -> bool {
        self.state.compare_exchange(from, to, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

fn set_up(device: Res<RenderDevice>, queue: Res<RenderQueue>, mut clock: ResMut<Clock>) {
    clock.0 = Stamps::new(&device, &queue);
}

fn draws_whole_picture(
    plan: Res<FramePlan>,
    view: Option<Res<CurrentView>>,
    kept: Query<(), With<KeptPicture>>,
) -> bool {
    plan.draws == DrawnPart::Whole && view.is_some_and(|view| kept.contains(view.0))
}

fn begin(clock: Res<Clock>, mut context: RenderContext) {
    if let Some(stamps) = clock.0.as_ref().filter(|stamps| stamps.advance(FREE, BEGUN)) {
        context.command_encoder().write_timestamp(&stamps.query_set, 0);
    }
}

fn end(clock: Res<Clock>, mut context: RenderContext) {
    let Some(stamps) = clock.0.as_ref().filter(|stamps| stamps.advance(BEGUN, ENCODED)) else {
        return;
    };
    let encoder = context.command_encoder();
    encoder.write_timestamp(&stamps.query_set, 1);
    encoder.resolve_query_set(&stamps.query_set, 0..2, &stamps.resolved, 0);
    encoder.copy_buffer_to_buffer(&stamps.resolved, 0, &stamps.readable, 0, BYTES);
}

/// Maps the time stamps of a measured picture; a later frame receives them.
fn read(clock: Res<Clock>, progress: Res<RenderProgress>) {
    let Some(stamps) = clock.0.as_ref().filter(|stamps| stamps.advance(ENCODED, MAPPING)) else {
        return;
    };
    let (readable, state) = (stamps.readable.clone(), stamps.state.clone());
    let (progress, tick_ns) = (progress.clone(), stamps.tick_ns);
    stamps.readable.slice(..).map_async(MapMode::Read, move |result| {
        // If the device is lost, mapping fails and the times are dropped.
        if result.is_ok() {
            let duration = elapsed(&readable.slice(..).get_mapped_range(), tick_ns);
            readable.unmap();
            progress.record_device_time(duration);
        }
        state.store(FREE, Ordering::Relaxed);
    });
}

/// The time between two stamps, each a count of ticks in 8 bytes.
fn elapsed(bytes: &[u8], tick_ns: f32) -> Duration {
    let ticks_at = |offset: usize| {
        bytes
            .get(offset..offset + 8)
            .and_then(|stamp| stamp.try_into().ok())
            .map_or(0, u64::from_le_bytes)
    };
    let ticks = ticks_at(8).saturating_sub(ticks_at(0));
    Duration::from_nanos((ticks as f64 * f64::from(tick_ns)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_become_a_time_that_is_zero_if_the_clock_goes_back() {
        let bytes = |from: u64, to: u64| [from.to_le_bytes(), to.to_le_bytes()].concat();
        assert_eq!(elapsed(&bytes(1000, 3000), 1.5), Duration::from_micros(3));
        assert_eq!(elapsed(&bytes(3000, 1000), 1.0), Duration::ZERO);
        assert_eq!(elapsed(&[], 1.0), Duration::ZERO);
    }
}
