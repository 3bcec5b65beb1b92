//! Writes the indices of the tiles of a GLB.

use rayon::prelude::*;

use super::glb_json::GlbContents;
use crate::pipe::Pipe;
use crate::stream::WriteError;

/// Rows of indices that a thread makes at once.
const INDEX_ROWS: usize = 64;

/// Sends the indices of all shapes of tiles.
pub(super) fn fill_indices(contents: &GlbContents, pipe: &Pipe) -> Result<(), WriteError> {
    for (shape, _) in &contents.shapes {
        if !contents.has_u32_indices {
            let indices: Vec<u16> = shape.all_indices().iter().map(|i| *i as u16).collect();
            let mut bytes: Vec<u8> = bytemuck::cast_slice(&indices).to_vec();
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            pipe.send(bytes)?;
            continue;
        }
        let rows = shape.size[1] - 1;
        let batch_rows = INDEX_ROWS * rayon::current_num_threads();
        for first in (0..rows).step_by(batch_rows) {
            let end = usize::min(first + batch_rows, rows);
            let pieces = (first..end).into_par_iter().step_by(INDEX_ROWS).map(|first| {
                let end = usize::min(first + INDEX_ROWS, end);
                let mut indices = Vec::with_capacity((end - first) * 6 * shape.size[0]);
                (first..end).for_each(|row| shape.row_indices(row, &mut indices));
                bytemuck::cast_slice(&indices).to_vec()
            });
            pipe.send_all(pieces)?;
        }
    }
    Ok(())
}
