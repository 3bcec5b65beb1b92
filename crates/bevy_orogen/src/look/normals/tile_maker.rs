//! Builds tiles of fine normals on the builder threads while these are idle.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::slots::LandTile;
use crate::land::lock::lock;
use crate::land::pool::{BuilderPool, IdlePermit};
use crate::threads::WorkTime;
use orogen_terrain::land::Land;
use orogen_terrain::normals;

/// The result of building a tile.
pub struct MadeTile {
    pub tile: LandTile,
    /// The texels; `None` if the build panicked.
    pub texels: Option<Vec<u32>>,
    /// The version of the lands to which the tile belongs.
    pub version: u64,
}

/// The wanted tiles, and the lands to which they belong.
#[derive(Default)]
struct WantedTiles {
    /// The tiles to build. The most urgent is last, so that it is popped first.
    pending: Vec<LandTile>,
    busy: HashSet<LandTile>,
    /// The lands on the two sides of the divider.
    lands: [Option<Land>; 2],
    version: u64,
    workers: usize,
}

impl WantedTiles {
    /// Notes that a tile is no longer being built.
    fn end(&mut self, tile: LandTile, version: u64) {
        if version == self.version {
            self.busy.remove(&tile);
        }
    }
}

/// Builds tiles on the builder threads.
pub struct TileMaker {
    queue: Arc<Mutex<WantedTiles>>,
    made: (Sender<MadeTile>, Receiver<MadeTile>),
}

impl Default for TileMaker {
    fn default() -> Self {
        Self { queue: Arc::default(), made: unbounded() }
    }
}

impl TileMaker {
    /// Replaces the lands. Tiles of the old lands are dropped.
    pub fn set_lands(&mut self, lands: [Option<Land>; 2]) {
        let mut queue = lock(&self.queue);
        queue.version += 1;
        queue.lands = lands;
        queue.pending.clear();
        queue.busy.clear();
    }

    /// Replaces the list of wanted tiles by `tiles`, with the most urgent first.
    pub fn request(&mut self, builder: &BuilderPool, tiles: &[LandTile]) {
        let mut queue = lock(&self.queue);
        let pending =
            tiles.iter().rev().filter(|tile| !queue.busy.contains(tile)).copied().collect();
        queue.pending = pending;
        while queue.workers < builder.threads().min(queue.pending.len()) {
            queue.workers += 1;
            let (queue, send) = (self.queue.clone(), self.made.0.clone());
            builder.spawn(move |idle_permit| build_queued(&queue, &send, idle_permit));
        }
        drop(queue);
        builder.run_waiting();
    }

    /// The next finished tile of the current lands, if any.
    pub fn next(&mut self) -> Option<MadeTile> {
        loop {
            let made = self.made.1.try_recv().ok()?;
            let mut queue = lock(&self.queue);
            queue.end(made.tile, made.version);
            if made.version == queue.version {
                return Some(made);
            }
        }
    }

    /// Returns true while threads build tiles.
    pub fn is_at_work(&self) -> bool {
        lock(&self.queue).workers > 0
    }
}

/// Builds the most urgent tiles until the list is empty or the threads are needed for land.
fn build_queued(queue: &Mutex<WantedTiles>, send: &Sender<MadeTile>, idle_permit: &IdlePermit) {
    let time = WorkTime::start();
    loop {
        let (tile, land, version) = {
            let mut queue = lock(queue);
            let may_begin = time.is_left() && idle_permit.is_granted();
            let next = if may_begin { queue.pending.pop() } else { None };
            let land = next.and_then(|(side, _)| queue.lands[usize::from(side)].clone());
            let (Some(tile), Some(land)) = (next, land) else {
                queue.workers -= 1;
                return;
            };
            queue.busy.insert(tile);
            (tile, land, queue.version)
        };
        let make = || normals::tile_while(&land, tile.1, || idle_permit.is_granted());
        let texels = match catch_unwind(AssertUnwindSafe(make)) {
            Ok(Some(texels)) => Some(texels),
            // The tile was interrupted, and will be requested again.
            Ok(None) => {
                lock(queue).end(tile, version);
                continue;
            }
            Err(_) => None,
        };
        let _ = send.send(MadeTile { tile, texels, version });
    }
}
