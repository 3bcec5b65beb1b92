//! The reasons why a land cannot be built.

use orogen_noise::NoiseError;
use orogen_terrain::chunk::ChunkKey;

/// The reason why a land, or a part of it, cannot be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LandError {
    /// The recipe has choices that exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
    /// The build panicked twice: at first, and when it was tried again.
    #[error("building the land failed; this is a bug, see the log")]
    Panicked,
    /// The build of this chunk panicked twice: at first, and when it was tried again.
    #[error("building a part of the land failed twice; this is a bug, see the log")]
    ChunkPanicked(ChunkKey),
    /// The thread that built the land ended without a result.
    #[error("the thread that built the land ended early")]
    ThreadEnded,
}
