//! The visible chunks. They approach the ideal selection ([`Levels::ideal`]) as chunks become
//! ready, and never leave a hole.
//!
//! Three invariants hold after every step: the visible chunks tile the plane, each of them is
//! ready, and touching chunks differ by at most one level. Two kinds of steps keep them. Four ready
//! children replace their parent if no neighbour is coarser than the parent. A ready parent
//! replaces four visible children if no neighbour would then be two levels finer.
//!
//! In the current and in the ideal selection, touching chunks differ by at most one level. So
//! coarse splits never wait for finer splits, and fine merges never wait for coarser merges. The
//! selection therefore reaches the ideal once all chunks are ready, except in one case: with a
//! short horizon and a fast flight, a root may come into sight next to chunks that are much finer,
//! so it cannot be added. Then the whole ideal selection is built and replaces the visible chunks
//! at once.

use std::collections::HashSet;

use super::neighbours::{DIRECTIONS, Neighbours};
use super::{BUILD_RANGE_FACTOR, Levels, Viewer};
use crate::chunk::ChunkKey;

/// The visible chunks.
///
/// ```
/// use orogen_terrain::lod::{Levels, Selection, Viewer};
///
/// let (levels, viewer) = (Levels::new(1.0, 16_000.0), Viewer::default());
/// let mut selection = Selection::new(levels, levels.ideal(&viewer));
/// assert!(!selection.advance(&viewer, |_| true), "an ideal selection does not change");
/// ```
#[derive(Clone, Debug)]
pub struct Selection {
    levels: Levels,
    leaves: HashSet<ChunkKey>,
    /// The roots above the leaves.
    roots: HashSet<ChunkKey>,
}

impl Selection {
    /// Starts with an ideal selection or no chunks, which satisfy the invariants.
    pub fn new(levels: Levels, leaves: impl IntoIterator<Item = ChunkKey>) -> Self {
        let leaves: HashSet<_> = leaves.into_iter().collect();
        let roots = leaves.iter().map(|key| key.ancestor(levels.coarsest())).collect();
        Self { levels, leaves, roots }
    }

    /// The levels of the selection.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The visible chunks.
    pub fn leaves(&self) -> &HashSet<ChunkKey> {
        &self.leaves
    }

    /// Returns true if a root is covered by visible chunks.
    pub fn has_root(&self, root: ChunkKey) -> bool {
        self.roots.contains(&root)
    }

    /// Moves towards the ideal selection as far as ready chunks allow.
    ///
    /// Returns true if anything changed.
    pub fn advance(&mut self, viewer: &Viewer, is_ready: impl Fn(ChunkKey) -> bool) -> bool {
        let mut changed = self.change_roots(viewer, &is_ready);
        for level in 0..self.levels.coarsest() {
            changed |= self.merge_level(level, viewer, &is_ready);
        }
        for level in (1..=self.levels.coarsest()).rev() {
            changed |= self.split_level(level, viewer, &is_ready);
        }
        if self.is_stuck(viewer) {
            let ideal = self.levels.ideal(viewer);
            if ideal.iter().all(|&key| is_ready(key)) {
                *self = Self::new(self.levels, ideal);
                changed = true;
            }
        }
        changed
    }

    /// The needed chunks that are not built yet, nearest first.
    ///
    /// If there are more than `limit`, it returns at most `limit` of them: only roots, and parents
    /// of visible chunks, which free memory when they replace their children.
    pub fn missing(
        &self,
        viewer: &Viewer,
        needed: &HashSet<ChunkKey>,
        limit: usize,
        is_built: impl Fn(ChunkKey) -> bool,
    ) -> Vec<ChunkKey> {
        let mut missing: Vec<_> = needed.iter().copied().filter(|&key| !is_built(key)).collect();
        self.levels.sort_nearest_first(viewer, &mut missing);
        if missing.len() > limit {
            let coarsest = self.levels.coarsest();
            missing.retain(|key| key.level == coarsest || self.leaves.contains(&key.children()[0]));
            missing.truncate(limit);
        }
        missing
    }

    /// The chunks that the next steps need in addition to the visible chunks.
    ///
    /// They are roots that come into sight, children of chunks that are or soon will be too coarse,
    /// and parents of chunks that are too fine.
    pub fn needed(&self, viewer: &Viewer) -> HashSet<ChunkKey> {
        let roots = self
            .levels
            .roots(viewer, BUILD_RANGE_FACTOR)
            .into_iter()
            .filter(|root| !self.has_root(*root));
        let mut needed: HashSet<_> = roots.collect();
        if self.is_stuck(viewer) {
            needed.extend(self.levels.ideal(viewer));
        }
        for &leaf in &self.leaves {
            if self.levels.is_too_coarse(viewer, leaf, BUILD_RANGE_FACTOR) {
                needed.extend(leaf.children());
            }
            let parent = leaf.parent();
            let is_too_fine = leaf.level < self.levels.coarsest()
                && !self.levels.is_too_coarse(viewer, parent, 1.0);
            if is_too_fine && parent.children().iter().all(|child| self.leaves.contains(child)) {
                needed.insert(parent);
            }
        }
        needed
    }

    /// The coarser and finer neighbours of a visible chunk.
    pub fn neighbours(&self, key: ChunkKey) -> Neighbours {
        let mut bits = Neighbours::default();
        for (i, direction) in DIRECTIONS.into_iter().enumerate() {
            let next = key.neighbour(direction);
            if self.leaves.contains(&next) {
                continue;
            }
            if self.is_under_a_leaf(next) {
                bits.coarser |= 1 << i;
            } else if touching_children(next, direction).any(|child| self.leaves.contains(&child)) {
                bits.finer |= 1 << i;
            }
        }
        bits
    }

    /// Returns true if a root in sight cannot be added, because a neighbour would be two levels finer.
    fn is_stuck(&self, viewer: &Viewer) -> bool {
        self.levels
            .roots(viewer, 1.0)
            .into_iter()
            .any(|root| !self.has_root(root) && !self.can_be_a_leaf(root))
    }

    /// Drops roots out of sight and adds ready roots that come into sight.
    fn change_roots(&mut self, viewer: &Viewer, is_ready: &impl Fn(ChunkKey) -> bool) -> bool {
        let (levels, before) = (self.levels, self.roots.len());
        self.roots.retain(|&root| levels.is_in_sight(viewer, root, 1.0));
        let mut changed = self.roots.len() != before;
        if changed {
            let roots = &self.roots;
            self.leaves.retain(|leaf| roots.contains(&leaf.ancestor(levels.coarsest())));
        }
        for root in levels.roots(viewer, 1.0) {
            if !self.has_root(root) && is_ready(root) && self.can_be_a_leaf(root) {
                self.roots.insert(root);
                self.leaves.insert(root);
                changed = true;
            }
        }
        changed
    }

    /// Replaces chunks of a level by their parents where they are too fine.
    fn merge_level(
        &mut self,
        level: u8,
        viewer: &Viewer,
        is_ready: &impl Fn(ChunkKey) -> bool,
    ) -> bool {
        let north_west_children =
            self.leaves.iter().filter(|k| k.level == level && k.x % 2 == 0 && k.z % 2 == 0);
        let parents: Vec<_> = north_west_children.map(|key| key.parent()).collect();
        let mut changed = false;
        for parent in parents {
            let is_due = !self.levels.is_too_coarse(viewer, parent, 1.0) && is_ready(parent);
            let children = parent.children();
            if is_due
                && children.iter().all(|c| self.leaves.contains(c))
                && self.can_be_a_leaf(parent)
            {
                children.iter().for_each(|child| _ = self.leaves.remove(child));
                self.leaves.insert(parent);
                changed = true;
            }
        }
        changed
    }

    /// Replaces chunks of a level by their children where they are too coarse.
    fn split_level(
        &mut self,
        level: u8,
        viewer: &Viewer,
        is_ready: &impl Fn(ChunkKey) -> bool,
    ) -> bool {
        let leaves: Vec<_> = self.leaves.iter().copied().filter(|k| k.level == level).collect();
        let mut changed = false;
        for leaf in leaves {
            let is_due = self.levels.is_too_coarse(viewer, leaf, 1.0)
                && leaf.children().into_iter().all(is_ready);
            if is_due && !DIRECTIONS.iter().any(|&d| self.is_under_a_leaf(leaf.neighbour(d))) {
                self.leaves.remove(&leaf);
                self.leaves.extend(leaf.children());
                changed = true;
            }
        }
        changed
    }

    /// Returns true if no neighbour of a chunk would be two levels finer.
    fn can_be_a_leaf(&self, key: ChunkKey) -> bool {
        let allows_leaf = |&direction: &[i64; 2]| {
            let next = key.neighbour(direction);
            if self.leaves.contains(&next) || !self.has_root(next.ancestor(self.levels.coarsest()))
            {
                return true;
            }
            self.is_under_a_leaf(next)
                || touching_children(next, direction).all(|child| self.leaves.contains(&child))
        };
        DIRECTIONS.iter().all(allows_leaf)
    }

    fn is_under_a_leaf(&self, key: ChunkKey) -> bool {
        (key.level + 1..=self.levels.coarsest())
            .any(|level| self.leaves.contains(&key.ancestor(level)))
    }
}

/// The children of a neighbour that touch the original chunk: two, or one at a corner.
fn touching_children(key: ChunkKey, [dx, dz]: [i64; 2]) -> impl Iterator<Item = ChunkKey> {
    let touches = move |child: &ChunkKey| {
        // A neighbour in the east touches the chunk with its western children.
        let (east, south) = (child.x & 1, child.z & 1);
        (dx == 0 || east == i64::from(dx < 0)) && (dz == 0 || south == i64::from(dz < 0))
    };
    key.children().into_iter().filter(touches)
}
