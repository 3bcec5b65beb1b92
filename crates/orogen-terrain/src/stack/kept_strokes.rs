//! The sums of strokes that a chunk caches between edits of the recipe.

use std::sync::Arc;

use crate::marks::{Mark, StrokeSums};

/// The strokes of a layer of marks near a chunk, and their sums on the chunk's fine grid and on its
/// coarse grid; `None` if they were not needed.
#[derive(Clone)]
pub(crate) struct KeptStrokes {
    pub strokes: Arc<[Mark]>,
    pub sums: [Option<Arc<StrokeSums>>; 2],
}

impl KeptStrokes {
    /// The memory use in bytes.
    pub fn bytes(&self) -> usize {
        let sums = self.sums.iter().flatten().map(|sums| sums.bytes());
        size_of_val(&*self.strokes) + sums.sum::<usize>()
    }
}

/// Finds the cached sums on a grid for the longest prefix of these strokes. Also returns true if the
/// prefix is the whole list.
pub(super) fn longest_prefix(
    kept: &[KeptStrokes],
    slot: usize,
    strokes: &[&Mark],
) -> Option<(Arc<StrokeSums>, bool)> {
    let is_prefix = |kept: &&KeptStrokes| {
        let prefix = strokes.get(..kept.strokes.len()).filter(|_| kept.sums[slot].is_some());
        prefix.is_some_and(|prefix| kept.strokes.iter().eq(prefix.iter().copied()))
    };
    let found = kept.iter().filter(is_prefix).max_by_key(|kept| kept.strokes.len())?;
    Some((found.sums[slot].clone()?, found.strokes.len() == strokes.len()))
}
