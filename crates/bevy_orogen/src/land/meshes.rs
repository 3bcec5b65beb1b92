//! The pool of chunk meshes.
//!
//! Meshes are reused, because creating a mesh costs more than writing its vertices.

use std::collections::{BTreeMap, HashMap};

use bevy::prelude::*;

/// The smallest reserve of free meshes. In a flight, every frame takes and returns some.
const MIN_RESERVE: usize = 32;
/// For each group of this many used meshes, the reserve has one more mesh.
const USED_PER_RESERVE: usize = 4;

/// The meshes of chunks, used and free.
#[derive(Debug, Default)]
pub struct MeshPool {
    /// Free meshes by age, the oldest first.
    free: BTreeMap<usize, Handle<Mesh>>,
    /// The age of every mesh: the number of meshes created before it.
    ages: HashMap<AssetId<Mesh>, usize>,
    /// The first mesh ever created, which identifies the pool.
    first: Option<AssetId<Mesh>>,
    created: usize,
    requests: usize,
    changes: usize,
}

impl MeshPool {
    /// Takes the oldest free mesh, or creates a mesh.
    ///
    /// The newest meshes stay free. They share a buffer, which can be freed when all of them
    /// are dropped.
    pub fn take(&mut self, make: impl FnOnce() -> Handle<Mesh>) -> Handle<Mesh> {
        self.requests += 1;
        if let Some((_, mesh)) = self.free.pop_first() {
            return mesh;
        }
        let mesh = make();
        self.first.get_or_insert(mesh.id());
        self.ages.insert(mesh.id(), self.created);
        self.created += 1;
        self.changes += 1;
        mesh
    }

    /// Takes a mesh back.
    pub fn give_back(&mut self, mesh: Handle<Mesh>) {
        if let Some(age) = self.ages.get(&mesh.id()) {
            self.free.insert(*age, mesh);
        }
    }

    /// Drops the free meshes beyond [`MeshPool::reserve_count`], the newest first.
    pub fn drop_spare(&mut self) {
        while self.free.len() > self.reserve_count()
            && let Some((_, mesh)) = self.free.pop_last()
        {
            self.ages.remove(&mesh.id());
            self.changes += 1;
        }
    }

    /// The number of free meshes that [`MeshPool::drop_spare`] keeps.
    pub fn reserve_count(&self) -> usize {
        MIN_RESERVE + self.used() / USED_PER_RESERVE
    }

    /// The number of meshes that chunks hold.
    pub fn used(&self) -> usize {
        self.ages.len() - self.free.len()
    }

    /// The number of calls of [`MeshPool::take`].
    pub fn request_count(&self) -> usize {
        self.requests
    }

    /// Every mesh, used or free.
    pub fn all(&self) -> impl Iterator<Item = AssetId<Mesh>> {
        self.ages.keys().copied()
    }

    /// Returns true if the mesh belongs to this pool.
    pub fn has(&self, mesh: AssetId<Mesh>) -> bool {
        self.ages.contains_key(&mesh)
    }

    /// The first mesh ever created.
    ///
    /// It identifies the pool: a new device has a new pool.
    pub fn first(&self) -> Option<AssetId<Mesh>> {
        self.first
    }

    /// The number of meshes created or dropped so far.
    ///
    /// A caller compares it to detect changes.
    pub fn changes(&self) -> usize {
        self.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spare_meshes_are_dropped_and_used_meshes_stay() {
        let mut meshes = Assets::<Mesh>::default();
        let mut pool = MeshPool::default();
        let blank = || Mesh::new(default(), default());
        let mut meshes_in_use: Vec<_> =
            (0..500).map(|_| pool.take(|| meshes.add(blank()))).collect();
        let changes = pool.changes();
        pool.drop_spare();
        assert_eq!((pool.all().count(), pool.changes()), (500, changes), "all are in use");
        // A smaller land comes: some of the oldest meshes are left over, and most of the newest.
        let used = 100;
        let small: Vec<_> = meshes_in_use.drain(10..10 + used).collect();
        meshes_in_use.drain(..).for_each(|mesh| pool.give_back(mesh));
        pool.drop_spare();
        assert_eq!(pool.used(), used);
        assert_eq!(pool.all().count(), used + MIN_RESERVE + used / USED_PER_RESERVE);
        assert!(small.iter().all(|mesh| pool.has(mesh.id())));
        assert!(pool.first().is_some_and(|first| pool.has(first)), "the oldest are kept");
        assert!(pool.changes() > changes);
        let changes = pool.changes();
        pool.drop_spare();
        assert_eq!(pool.changes(), changes, "no more meshes are dropped");
        // Free meshes are used first, the oldest before the others.
        let oldest = pool.first();
        let again = pool.take(|| panic!("there are free meshes"));
        assert_eq!(Some(again.id()), oldest);
    }
}
