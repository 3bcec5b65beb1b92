//! Checks of the graphics driver.

use std::time::Instant;

use bevy::math::UVec2;

use super::Check;
use crate::cli::error::Error;
use crate::cli::render::{RenderOptions, draw};
use crate::headless::error::NO_DRIVER;
use crate::terrain::scene::Scene;

const ONE_COLOUR: &str =
    "the driver draws only one colour; update it, or choose another with WGPU_ADAPTER_NAME";

/// Lists the adapters, and draws a small picture.
pub fn checks() -> Vec<Check> {
    vec![check_adapters(), check_picture()]
}

fn check_adapters() -> Check {
    let backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY);
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapters = bevy::tasks::block_on(instance.enumerate_adapters(backends));
    let lines: Vec<_> = adapters.iter().map(describe).collect();
    let result = match lines.is_empty() {
        true => Err(Error(NO_DRIVER.to_owned())),
        false => Ok(lines.join("; ")),
    };
    Check { name: "graphics", result }
}

/// Describes an adapter: its driver, and its features that speed up drawing.
fn describe(adapter: &wgpu::Adapter) -> String {
    let info = adapter.get_info();
    let has = |feature, name: &'static str| adapter.features().contains(feature).then_some(name);
    let features: Vec<_> = [
        has(wgpu::Features::INDIRECT_FIRST_INSTANCE, "indirect drawing"),
        has(wgpu::Features::MULTI_DRAW_INDIRECT_COUNT, "counted indirect drawing"),
        has(wgpu::Features::TIMESTAMP_QUERY, "timestamps"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let features =
        if features.is_empty() { "no optional features".to_owned() } else { features.join(", ") };
    format!(
        "{} ({:?}, {}), driver {} {}; textures of {}², storage buffers of {} MiB; {features}",
        info.name,
        info.device_type,
        info.backend,
        info.driver,
        info.driver_info,
        adapter.limits().max_texture_dimension_2d,
        adapter.limits().max_storage_buffer_binding_size >> 20,
    )
}

/// Draws a small picture. If the driver works, the picture has more than one colour.
fn check_picture() -> Check {
    let start = Instant::now();
    let options = RenderOptions { size: UVec2::new(160, 90), ..RenderOptions::default() };
    let result = match draw(&Scene::default(), options) {
        Err(error) => Err(error),
        Ok(picture) => {
            let first = picture.get_pixel(0, 0);
            match picture.pixels().any(|pixel| pixel != first) {
                true => Ok(format!("160 × 90 pixels in {:.1} s", start.elapsed().as_secs_f64())),
                false => Err(Error(ONE_COLOUR.to_owned())),
            }
        }
    };
    Check { name: "picture", result }
}
