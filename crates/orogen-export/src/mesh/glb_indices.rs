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
        let at_a_time = INDEX_ROWS * rayon::current_num_threads();
        for first in (0..rows).step_by(at_a_time) {
            let last = usize::min(first + at_a_time, rows);
            let pieces = (first..last).into_par_iter().step_by(INDEX_ROWS).map(|first| {
                let last = usize::min(first + INDEX_ROWS, last);
                let mut indices = Vec::with_capacity((last - first) * 6 * shape.size[0]);
                (first..last).for_each(|row| shape.row_indices(row, &mut indices));
                bytemuck::cast_slice(&indices).to_vec()
            });
            pipe.send_all(pieces)?;
        }
    }
    Ok(())
}
