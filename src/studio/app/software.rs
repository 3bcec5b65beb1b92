//! Settings for a software driver, which draws on the processor and in main memory.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::render_resource::PollType;
use bevy::render::renderer::{RenderAdapterInfo, RenderDevice};
use bevy::render::settings::{MemoryHints, WgpuFeatures, WgpuSettings};
use bevy::render::{Render, RenderApp, RenderSystems};
use wgpu::DeviceType;

/// Returns true if the processor draws in place of a graphics card.
pub fn is_software_driver(adapter: Option<Res<RenderAdapterInfo>>) -> bool {
    adapter.is_some_and(|adapter| adapter.device_type == DeviceType::Cpu)
}

/// The size of the driver's memory blocks, in bytes. wgpu halves it for blocks that the processor
/// can write, which on a software driver are all blocks: 32 MiB.
const BLOCK_BYTES: u64 = 64 << 20;

/// Returns the settings of wgpu for a software driver.
///
/// The driver allocates memory in blocks of one size: the size of the largest vertex buffer. A block
/// is freed only when it is empty, and a few kilobytes keep it alive, so larger blocks would be freed
/// later. Smaller blocks would come from the heap of the C library, where they would be fragmented
/// by the driver's own allocations. Blocks of this size always come from the operating system
/// (`DEFAULT_MMAP_THRESHOLD_MAX` of glibc).
///
/// Without indirect drawing, Bevy culls on the processor. Otherwise it would compile compute
/// shaders for culling before the first frame, and run them on the same processor.
pub fn software_driver() -> WgpuSettings {
    let sizes = BLOCK_BYTES..BLOCK_BYTES;
    let memory_hints = MemoryHints::Manual { suballocated_device_memory_block_size: sizes };
    let disabled_features = Some(WgpuFeatures::INDIRECT_FIRST_INSTANCE);
    WgpuSettings { memory_hints, disabled_features, ..default() }
}

/// The longest time that a frame draws pieces of a sharp picture. Clicks wait for that long.
pub const LONGEST_PIECE: Duration = Duration::from_millis(80);

/// The longest time that a frame waits for the previous frame.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Makes each frame wait until the previous frame is drawn.
///
/// Mesa's llvmpipe allocates a list of up to 36 MB for each render pass in the queue
/// (`LP_SCENE_MAX_SIZE`) and never frees it. With the wait, only the passes of one frame are in the
/// queue. The wait costs no time, because the same processor draws this frame and prepares the
/// next.
pub fn one_frame_at_a_time(app: &mut App) {
    if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
        render_app.add_systems(Render, wait_for_frame.in_set(RenderSystems::Cleanup));
    }
}

fn wait_for_frame(device: Res<RenderDevice>) {
    let drawn = PollType::Wait { submission_index: None, timeout: Some(MAX_WAIT) };
    // `RecoveryPlugin` handles a lost device, and a timeout is no error, so the result is ignored.
    let _ = device.wgpu_device().poll(drawn);
}
