//! Settings for a software driver, which draws on the processor and uses the program's memory.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::render_resource::PollType;
use bevy::render::renderer::{RenderAdapterInfo, RenderDevice};
use bevy::render::settings::{MemoryHints, WgpuSettings};
use bevy::render::{Render, RenderApp, RenderSystems};
use wgpu::DeviceType;

/// Returns whether the processor draws in place of a graphics card.
pub fn is_software_driver(adapter: Option<Res<RenderAdapterInfo>>) -> bool {
    adapter.is_some_and(|adapter| adapter.device_type == DeviceType::Cpu)
}

/// The size of the driver's memory blocks, in bytes. Blocks visible to the processor, which are all
/// blocks of a software driver, have half of it: 32 MiB.
const BLOCK_BYTES: u64 = 64 << 20;

/// Allocates the driver's memory in blocks of one size, that of the largest vertex buffer.
///
/// A block is freed when it is empty, and a few kilobytes keep it alive, so larger blocks are freed
/// later. Smaller blocks would come from the heap of the C library, where allocations of the driver
/// fragment them. Blocks of this size always come from the system (`DEFAULT_MMAP_THRESHOLD_MAX` of
/// glibc).
pub fn blocks_of_one_size() -> WgpuSettings {
    let sizes = BLOCK_BYTES..BLOCK_BYTES;
    let memory_hints = MemoryHints::Manual { suballocated_device_memory_block_size: sizes };
    WgpuSettings { memory_hints, ..default() }
}

/// The longest time per frame for pieces of a sharp picture. Clicks wait meanwhile.
pub const LONGEST_PIECE: Duration = Duration::from_millis(80);

/// The longest wait of a frame for the previous one.
const PATIENCE: Duration = Duration::from_secs(2);

/// Makes each frame wait until the previous one is drawn.
///
/// The driver keeps a list of up to 36 MB for each waiting pass (`LP_SCENE_MAX_SIZE` of Mesa's
/// llvmpipe) and never frees it. Waiting limits the lists to those of one frame. It costs no time,
/// because the same processor draws this frame and starts the next.
pub fn one_frame_at_a_time(app: &mut App) {
    if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
        render_app.add_systems(Render, wait.in_set(RenderSystems::Cleanup));
    }
}

fn wait(device: Res<RenderDevice>) {
    let drawn = PollType::Wait { submission_index: None, timeout: Some(PATIENCE) };
    // A lost device is handled elsewhere, and a timeout is no error.
    let _ = device.wgpu_device().poll(drawn);
}
