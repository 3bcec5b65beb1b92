//! The interface through which evaluators read the samples that the chunks of a revision share.

use std::sync::Arc;

use super::kept_samples::KeptField;
use super::parts::MaskedPart;
use super::places::Places;
use super::planes::Planes;
use crate::chunk::ChunkKey;

/// Samples that the chunks of a revision share.
pub(crate) trait Shared {
    /// Samples a noise on a grid of a chunk; `None` for landforms and heightmaps.
    fn sampled(&self, request: SampleRequest) -> Option<Planes>;

    /// Samples a source at any places.
    fn sampled_at(&self, source: usize, places: &Places<'_>, slopes: bool) -> Planes;

    /// The heights of the land below a part on a grid of a chunk; `None` if the revision does not
    /// have the chunk.
    fn below(&self, tile: BelowTile) -> Option<Arc<[f32]>>;

    /// Shares the heights of a tile with the chunks around it.
    fn share_below(&self, tile: BelowTile, heights_m: &[f32]);

    /// The samples of a chunk that the chunks around it have already made.
    fn fields_of(&self, chunk: ChunkKey) -> Vec<KeptField>;
}

/// The shared samples, and the chunk of the revision that reads them.
#[derive(Clone, Copy)]
pub(crate) struct SharedSamples<'a> {
    pub all: &'a dyn Shared,
    pub chunk: ChunkKey,
    /// The chunk's index in the revision.
    pub index: usize,
}

/// A request for samples of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SampleRequest {
    /// The chunk's index in the revision.
    pub chunk_index: usize,
    pub source: usize,
    /// The grid: 0 is the fine grid, 1 the coarse grid.
    pub slot: usize,
    pub slopes: bool,
    /// True if the samples are for the erosion's guide.
    pub guide: bool,
}

/// The land below a part, on a grid of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BelowTile {
    pub part: MaskedPart,
    pub chunk: ChunkKey,
    pub slot: usize,
    pub guide: bool,
}
