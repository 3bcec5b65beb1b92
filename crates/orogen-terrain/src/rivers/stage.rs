//! Caches blocks of one kind of data of a network.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::cells::Block;

/// A cache of the blocks of one stage. The first thread that requests a block makes it, and other threads
/// wait for it. Making a block starts no other threads, so a thread never waits for itself.
pub struct StageBlocks<T, K = Block>(Mutex<Blocks<T, K>>);

struct Blocks<T, K> {
    slots: HashMap<K, Slot<T>>,
    limit: usize,
    /// The number of requests so far.
    requests: u64,
}

struct Slot<T> {
    block: Arc<OnceLock<T>>,
    /// The number of its last request.
    last: u64,
}

impl<T, K: Copy + Eq + Hash> StageBlocks<T, K> {
    /// Creates a stage that keeps at most `limit` blocks.
    pub fn new(limit: usize) -> Self {
        Self(Mutex::new(Blocks { slots: HashMap::new(), limit, requests: 0 }))
    }

    /// Returns a block, which `make` creates if it is not in the cache.
    pub fn get(&self, block: K, make: impl FnOnce() -> T) -> Arc<OnceLock<T>> {
        let slot = self.slot(block);
        slot.get_or_init(make);
        slot
    }

    fn slot(&self, block: K) -> Arc<OnceLock<T>> {
        let mut blocks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Blocks { slots, limit, requests } = &mut *blocks;
        *requests += 1;
        if slots.len() >= *limit && !slots.contains_key(&block) {
            drop_oldest(slots);
        }
        let slot = slots.entry(block).or_insert_with(|| Slot { block: Arc::default(), last: 0 });
        slot.last = *requests;
        slot.block.clone()
    }
}

impl<T, K: Copy + Eq + Hash> StageBlocks<Arc<T>, K> {
    /// Returns a shared block, which `make` creates if it is not in the cache.
    pub fn get_arc(&self, block: K, make: impl FnOnce() -> Arc<T>) -> Arc<T> {
        self.get(block, make).get().expect("it was made").clone()
    }
}

/// Drops the half of the blocks that were not requested for the longest time. A block has the same
/// bits when it is made again.
fn drop_oldest<T, K>(slots: &mut HashMap<K, Slot<T>>) {
    let mut ages: Vec<u64> = slots.values().map(|slot| slot.last).collect();
    let middle = ages.len() / 2;
    let (_, oldest_kept, _) = ages.select_nth_unstable(middle);
    let oldest_kept = *oldest_kept;
    slots.retain(|_, slot| slot.last >= oldest_kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_keeps_the_blocks_of_the_latest_requests() {
        let stage = StageBlocks::new(100);
        for column in 0..1000 {
            stage.get(Block([column, 0]), || column);
            stage.get(Block([0, 1]), || -1);
            assert!(stage.0.lock().unwrap().slots.len() <= 100);
        }
        let mut made = 0;
        for block in [Block([999, 0]), Block([0, 1]), Block([0, 0])] {
            stage.get(block, || {
                made += 1;
                0
            });
        }
        assert_eq!(made, 1, "the oldest block alone is made again");
    }
}
