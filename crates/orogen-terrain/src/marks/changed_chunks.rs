//! The chunks that an edit of marks changes.

use std::collections::HashMap;

use super::reach::{ReachArea, reach_with_network};
use crate::chunk::ChunkKey;
use crate::recipe::Recipe;

/// The chunks that an edit of marks may change. Coarser levels have wider margins.
///
/// ```
/// use orogen_terrain::Recipe;
/// use orogen_terrain::chunk::ChunkKey;
/// use orogen_terrain::marks::{ChangedChunks, Tool, ToolKind};
///
/// let before = Recipe::default();
/// let mut after = before.clone();
/// after.draw(None, Tool::new(ToolKind::Brush), "32,32".parse()?)?;
/// let changed = ChangedChunks::new(&before, &after, [0], 1.0).expect("only marks differ");
/// assert!(changed.may_contain(ChunkKey { level: 0, x: 0, z: 0 }));
/// assert!(!changed.may_contain(ChunkKey { level: 0, x: 40, z: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ChangedChunks {
    areas: HashMap<u8, ReachArea>,
    finest_m: f64,
}

impl ChangedChunks {
    /// Compares two recipes at the levels of chunks. `finest_m` is the finest spacing in metres. Rivers of
    /// the two lands must have the same network. Returns `None` if any chunk may change; see
    /// [`reach_with_network`].
    pub fn new(
        old: &Recipe,
        new: &Recipe,
        levels: impl IntoIterator<Item = u8>,
        finest_m: f64,
    ) -> Option<Self> {
        let area = |level: u8| {
            // A chunk also has samples at twice its spacing.
            let key = ChunkKey { level: level + 1, x: 0, z: 0 };
            Some((level, reach_with_network(old, new, key.spacing_m(finest_m))?))
        };
        let areas = levels.into_iter().map(area).collect::<Option<_>>()?;
        Some(Self { areas, finest_m })
    }

    /// Returns true if the edit may change a chunk. Always true for a level that was not compared.
    pub fn may_contain(&self, key: ChunkKey) -> bool {
        let (low_m, side_m) = (key.origin_m(self.finest_m), key.side_m(self.finest_m));
        // The border of the coarser grid, and one more sample for normals.
        let border_m = 4.0 * key.spacing_m(self.finest_m);
        let around_m = [low_m.map(|m| m - border_m), low_m.map(|m| m + side_m + border_m)];
        self.areas.get(&key.level).is_none_or(|area| area.touches(&around_m))
    }
}
