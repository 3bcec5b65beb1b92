//! The sums of strokes that a chunk keeps between edits of the recipe.

use std::sync::Arc;

use crate::hands::{Mark, StrokeSums};

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

/// The sums of the most of the first of these strokes, on a grid, and true if they are those of all.
pub(super) fn longest(
    kept: &[KeptStrokes],
    slot: usize,
    strokes: &[&Mark],
) -> Option<(Arc<StrokeSums>, bool)> {
    let is_start = |kept: &&KeptStrokes| {
        let start = strokes.get(..kept.strokes.len()).filter(|_| kept.sums[slot].is_some());
        start.is_some_and(|start| kept.strokes.iter().eq(start.iter().copied()))
    };
    let found = kept.iter().filter(is_start).max_by_key(|kept| kept.strokes.len())?;
    Some((found.sums[slot].clone()?, found.strokes.len() == strokes.len()))
}
