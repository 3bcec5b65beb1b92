//! Errors of drawing and measuring without a window.

use std::time::Duration;

use bevy::asset::InvalidGenerationError;
use rayon::ThreadPoolBuildError;

use crate::noise::NoiseError;
use crate::plugin::land::error::LandError;
use crate::terrain::scene::SceneError;

/// The message of a machine without a driver.
#[cfg(not(target_os = "linux"))]
pub(crate) const NO_DRIVER: &str =
    "there is no driver to draw with; install the driver of your graphics card";
/// The message of a machine without a driver.
#[cfg(target_os = "linux")]
pub(crate) const NO_DRIVER: &str = "there is no Vulkan driver to draw with; install the driver of your graphics card, or a software driver: \
     mesa-vulkan-drivers (Debian, Ubuntu, Fedora) or vulkan-swrast (Arch)";

/// Errors of drawing and measuring without a window.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeadlessError {
    /// No driver can draw.
    #[error("{text}", text = NO_DRIVER)]
    NoDriver,
    /// The land cannot be built.
    #[error(transparent)]
    Land(#[from] LandError),
    /// The recipe has choices that exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The build of the land made no progress for this time.
    #[error(
        "the land was not built: it made no progress for {} s; make it smaller (world.extent_chunks, \
         distance.horizon_km), or try again when the machine is less busy",
        .0.as_secs_f64()
    )]
    Stalled(Duration),
    /// The driver returned no picture within many frames.
    #[error("the driver returned no picture; update it, or choose another with WGPU_ADAPTER_NAME")]
    NoPicture,
    /// A measurement made an invalid edit.
    #[error(transparent)]
    Edit(#[from] SceneError),
    /// The system cannot start threads.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
    /// A measurement replaced a mesh that does not exist.
    #[error(transparent)]
    Mesh(#[from] InvalidGenerationError),
}
