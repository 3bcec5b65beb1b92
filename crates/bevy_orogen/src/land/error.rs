//! Why a land cannot be built.

use orogen_noise::NoiseError;
use orogen_terrain::chunk::ChunkKey;

/// Why a land cannot be built, or a part of it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LandError {
    /// Choices of the recipe that exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The build panicked, and once more when it was tried again.
    #[error("building the land failed; this is a bug, see the log")]
    Panicked,
    /// A chunk's build panicked, and once more when it was tried again.
    #[error("building a part of the land failed twice; this is a bug, see the log")]
    ChunkPanicked(ChunkKey),
    /// The thread that built it is gone.
    #[error("the thread that built the land ended early")]
    ThreadEnded,
}
