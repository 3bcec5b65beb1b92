//! The thread that places plants: the nearest tiles first, and none of an old land.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use bevy::prelude::*;
use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::land::lock::lock;
use crate::land::pending_edits::PendingEdits;
use crate::land::pool::Builder;
use crate::look::plants::{INSTANCES_A_SLOT, PlantInstance};
use orogen_terrain::scatter::shapes::VARIANTS;
use orogen_terrain::scatter::{Family, Kind, Plant, Scatter, Square};

/// A tile of a family: a square of the world by whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TileKey {
    pub family: Family,
    pub x: i64,
    pub z: i64,
}

impl TileKey {
    /// The side of a family's tiles, in metres.
    pub fn side_m(family: Family) -> f64 {
        match family {
            Family::Trees | Family::Boulders => 128.0,
            Family::Tufts => 16.0,
        }
    }

    /// The square of the tile.
    pub fn square(self) -> Square {
        let side_m = Self::side_m(self.family);
        Square { corner_m: [self.x, self.z].map(|c| c as f64 * side_m), side_m }
    }
}

/// Plants of one shape that lie in one slot.
pub(super) struct Group {
    pub kind: Kind,
    pub variant: u32,
    pub plants: Vec<PlantInstance>,
    /// The corners of their bounding box, relative to the tile's corner.
    pub low: Vec3,
    pub high: Vec3,
}

/// A tile that has been built.
pub(super) struct BuiltTile {
    pub generation: u64,
    pub key: TileKey,
    pub groups: Vec<Group>,
}

#[derive(Default)]
struct TileQueue {
    /// Nearest last.
    open: Vec<TileKey>,
    scatter: Option<Arc<Scatter>>,
    generation: u64,
    is_at_work: bool,
    is_over: bool,
}

type Shared = Arc<(Mutex<TileQueue>, Condvar)>;

/// The thread and its requests.
#[derive(Resource)]
pub(super) struct TileBuilder {
    queue: Shared,
    built: Receiver<BuiltTile>,
}

impl FromWorld for TileBuilder {
    fn from_world(world: &mut World) -> Self {
        let rush = world.resource::<Builder>().rush();
        let queue = Shared::default();
        let (send, built) = unbounded();
        let own = queue.clone();
        let thread = std::thread::Builder::new().name("orogen-plants".to_owned());
        if let Err(error) = thread.spawn(move || work(&own, &rush, &send)) {
            error!("plants are missing: the system gives no thread for them: {error}");
        }
        Self { queue, built }
    }
}

impl Drop for TileBuilder {
    fn drop(&mut self) {
        lock(&self.queue.0).is_over = true;
        self.queue.1.notify_all();
    }
}

impl TileBuilder {
    /// Replaces the requested tiles; the nearest come first.
    pub fn want(&self, generation: u64, scatter: &Arc<Scatter>, keys: &[TileKey]) {
        let mut queue = lock(&self.queue.0);
        queue.open = keys.iter().rev().copied().collect();
        (queue.generation, queue.scatter) = (generation, Some(scatter.clone()));
        drop(queue);
        self.queue.1.notify_all();
    }

    /// The next finished tile, if any.
    pub fn next(&self) -> Option<BuiltTile> {
        self.built.try_recv().ok()
    }

    /// Returns true if tiles wait to be built.
    pub fn is_busy(&self) -> bool {
        let queue = lock(&self.queue.0);
        queue.is_at_work || !queue.open.is_empty()
    }
}

fn work(shared: &Shared, rush: &PendingEdits, send: &Sender<BuiltTile>) {
    let (queue, wakes) = &**shared;
    loop {
        while rush.is_on() && !lock(queue).is_over {
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut waiting = lock(queue);
        let (key, scatter, generation) = loop {
            if waiting.is_over {
                return;
            }
            let next = waiting.open.pop().zip(waiting.scatter.clone());
            if let Some((key, scatter)) = next {
                waiting.is_at_work = true;
                break (key, scatter, waiting.generation);
            }
            waiting.is_at_work = false;
            waiting = match wakes.wait(waiting) {
                Ok(waiting) => waiting,
                Err(poisoned) => poisoned.into_inner(),
            };
        };
        drop(waiting);
        // A tile that panics becomes empty.
        let groups = catch_unwind(AssertUnwindSafe(|| groups(&scatter, key))).unwrap_or_default();
        if send.send(BuiltTile { generation, key, groups }).is_err() {
            return;
        }
    }
}

/// The plants of a tile, grouped by shape into slots.
fn groups(scatter: &Scatter, key: TileKey) -> Vec<Group> {
    let square = key.square();
    let plants = scatter.plants(key.family, square);
    let mut groups = vec![];
    for row in Kind::ALL.iter().filter(|row| row.family == key.family) {
        for variant in 0..VARIANTS {
            let is_of = |plant: &&Plant| plant.kind == row.kind && plant.word % VARIANTS == variant;
            let own: Vec<&Plant> = plants.iter().filter(is_of).collect();
            let parts = own.chunks(INSTANCES_A_SLOT);
            groups.extend(parts.map(|part| group(row.kind, variant, part, square)));
        }
    }
    groups
}

fn group(kind: Kind, variant: u32, plants: &[&Plant], square: Square) -> Group {
    let [x_m, z_m] = square.corner_m;
    let mut group =
        Group { kind, variant, plants: vec![], low: Vec3::INFINITY, high: Vec3::NEG_INFINITY };
    for plant in plants {
        let [x, y, z] = plant.place_m;
        let foot = Vec3::new((x - x_m) as f32, y as f32, (z - z_m) as f32);
        let around = Vec3::new(0.6, 0.1, 0.6) * plant.size_m;
        group.low = group.low.min(foot - around);
        group.high = group.high.max(foot + around + 1.2 * plant.size_m * Vec3::Y);
        group.plants.push(PlantInstance {
            foot: foot.to_array(),
            size_m: plant.size_m,
            yaw_rad: plant.yaw_rad,
            tint: plant.tint,
            random: (plant.word >> 8) as f32 / 16_777_216.0,
        });
    }
    group
}
