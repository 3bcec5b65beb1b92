//! What the window does for a driver that draws on the processor, and whose memory is the program's.

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

/// The size of blocks of the driver's memory, in bytes. Blocks that the processor sees, which are all of a software
/// driver's, have half of this: 32 MiB.
const BLOCK_BYTES: u64 = 64 << 20;

/// The driver's memory is taken in blocks of one size, that of the largest buffer of vertices. A block goes back when
/// nothing lies in it, and a thing of a few kilobytes keeps a whole one: larger blocks go back later. Smaller ones come
/// from heaps of the C library, where the driver's own things lie between them and leave gaps. What is as large as this
/// is always asked of the system (`DEFAULT_MMAP_THRESHOLD_MAX` of glibc).
pub fn blocks_of_one_size() -> WgpuSettings {
    let sizes = BLOCK_BYTES..BLOCK_BYTES;
    let memory_hints = MemoryHints::Manual { suballocated_device_memory_block_size: sizes };
    WgpuSettings { memory_hints, ..default() }
}

/// How long the pieces may take that a frame draws of a sharp picture: what is clicked in the meantime waits for it.
pub const LONGEST_PIECE: Duration = Duration::from_millis(80);

/// The longest that a frame waits for the one before.
const PATIENCE: Duration = Duration::from_secs(2);

/// Has a frame wait until the one before is drawn. A driver keeps what is still to be drawn in lists of its own, one
/// for each pass that waits, of up to 36 MB (`LP_SCENE_MAX_SIZE` of Mesa's llvmpipe). It never gives a list back, so
/// there are to be few: those of one frame. Nothing is lost by it: the processor that would begin the next frame is the
/// one that draws this one.
pub fn one_frame_at_a_time(app: &mut App) {
    if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
        render_app.add_systems(Render, wait.in_set(RenderSystems::Cleanup));
    }
}

fn wait(device: Res<RenderDevice>) {
    let drawn = PollType::Wait { submission_index: None, timeout: Some(PATIENCE) };
    // A device that is lost is seen to elsewhere, and a frame that takes long is not waited for.
    let _ = device.wgpu_device().poll(drawn);
}
