//! Why the program without a window draws or measures nothing.

use std::time::Duration;

use bevy::asset::InvalidGenerationError;
use rayon::ThreadPoolBuildError;

use crate::noise::NoiseError;
use crate::plugin::land::error::LandError;
use crate::terrain::scene::SceneError;

/// Says what to install when no driver can draw.
const NO_DRIVER: &str = "there is no Vulkan driver to draw with; install your graphics card's, or the software one: \
     mesa-vulkan-drivers (Debian, Ubuntu, Fedora) or vulkan-swrast (Arch)";

/// Why there is no picture or no measurement.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeadlessError {
    /// No driver can draw.
    #[error("{text}", text = NO_DRIVER)]
    NoDriver,
    /// The land cannot be built.
    #[error(transparent)]
    Land(#[from] LandError),
    /// Choices of the recipe that exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// Nothing new came of the land for so long.
    #[error(
        "the land was not built: nothing new came of it for {} s; make it smaller (world.extent_chunks, \
         distance.horizon_km), or try again when the machine has less to do",
        .0.as_secs_f64()
    )]
    Stalled(Duration),
    /// Many frames were drawn, and none came back.
    #[error("the driver gave no picture")]
    NoPicture,
    /// An edit that a measurement makes.
    #[error(transparent)]
    Edit(#[from] SceneError),
    /// The system gives no threads.
    #[error(transparent)]
    Threads(#[from] ThreadPoolBuildError),
    /// A mesh that is to be replaced is gone.
    #[error(transparent)]
    Mesh(#[from] InvalidGenerationError),
}
