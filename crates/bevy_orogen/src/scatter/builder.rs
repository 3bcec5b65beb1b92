//! The background thread that builds tiles of plants, nearest first. Where the system has no
//! threads, the frames build them.
//!
//! A new request replaces the tiles that wait, so the thread starts no tile of an old land.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use bevy::prelude::*;
use crossbeam_channel::{Receiver, Sender, unbounded};

use super::meshes::reach;
use crate::land::lock::lock;
use crate::land::pending_edits::PendingEdits;
use crate::land::pool::BuilderPool;
use crate::look::plants::{INSTANCES_PER_SLOT, PlantInstance};
use crate::threads::{HAS_THREADS, WorkTime};
use orogen_terrain::scatter::shapes::VARIANTS;
use orogen_terrain::scatter::{Family, LandSquare, Plant, PlantKind, Scatter};

/// The key of a tile of one family of plants. `x` and `z` count tiles from the world's origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlantTileKey {
    pub family: Family,
    pub x: i64,
    pub z: i64,
}

impl PlantTileKey {
    /// The side of the tiles of a family, in metres.
    pub fn side_m(family: Family) -> f64 {
        match family {
            Family::Trees | Family::Boulders => 128.0,
            Family::Reeds => 64.0,
            Family::Tufts => 16.0,
        }
    }

    /// The square of ground that the tile covers.
    pub fn square(self) -> LandSquare {
        let side_m = Self::side_m(self.family);
        LandSquare { corner_m: [self.x, self.z].map(|c| c as f64 * side_m), side_m }
    }
}

/// Plants of one shape in a tile, at most [`INSTANCES_PER_SLOT`].
pub(super) struct PlantGroup {
    pub kind: PlantKind,
    pub variant: u32,
    pub plants: Vec<PlantInstance>,
    /// The corners of the plants' bounding box, relative to the tile's corner.
    pub low: Vec3,
    pub high: Vec3,
}

/// A tile that has been built.
pub(super) struct BuiltTile {
    pub generation: u64,
    pub key: PlantTileKey,
    pub groups: Vec<PlantGroup>,
}

#[derive(Default)]
struct TileQueue {
    /// The tiles to build. The nearest is last, so that it is popped first.
    pending: Vec<PlantTileKey>,
    scatter: Option<Arc<Scatter>>,
    generation: u64,
    is_building: bool,
    /// True if the thread must end.
    is_stopped: bool,
}

type SharedQueue = Arc<(Mutex<TileQueue>, Condvar)>;

/// The thread's queue and the receiver of its finished tiles.
#[derive(Resource)]
pub(super) struct TileBuilder {
    queue: SharedQueue,
    built: Receiver<BuiltTile>,
    /// What the frames need to build tiles; `None` if a thread builds them.
    in_frames: Option<(Arc<PendingEdits>, Sender<BuiltTile>)>,
}

impl FromWorld for TileBuilder {
    fn from_world(world: &mut World) -> Self {
        let edits = world.resource::<BuilderPool>().pending_edits();
        let queue = SharedQueue::default();
        let (send, built) = unbounded();
        if !HAS_THREADS {
            return Self { queue, built, in_frames: Some((edits, send)) };
        }
        let thread_queue = queue.clone();
        let thread = std::thread::Builder::new().name("orogen-plants".to_owned());
        if let Err(error) = thread.spawn(move || build_requested(&thread_queue, &edits, &send)) {
            error!("plants are missing: the system cannot start a thread for them: {error}");
        }
        Self { queue, built, in_frames: None }
    }
}

impl Drop for TileBuilder {
    fn drop(&mut self) {
        lock(&self.queue.0).is_stopped = true;
        self.queue.1.notify_all();
    }
}

impl TileBuilder {
    /// Requests tiles, sorted from near to far. They replace all earlier requests.
    pub fn request(&self, generation: u64, scatter: &Arc<Scatter>, keys: &[PlantTileKey]) {
        let mut queue = lock(&self.queue.0);
        queue.pending = keys.iter().rev().copied().collect();
        (queue.generation, queue.scatter) = (generation, Some(scatter.clone()));
        drop(queue);
        self.queue.1.notify_all();
    }

    /// The next finished tile, if any.
    pub fn next(&self) -> Option<BuiltTile> {
        self.built.try_recv().ok()
    }

    /// Builds tiles for a short time, if the system has no threads and no edit is in progress.
    pub fn build_waiting(&self) {
        let Some((edits, send)) = &self.in_frames else { return };
        let time = WorkTime::start();
        while time.is_left() && !edits.is_active() {
            let mut queue = lock(&self.queue.0);
            let next = queue.pending.pop().zip(queue.scatter.clone());
            let generation = queue.generation;
            drop(queue);
            let Some((key, scatter)) = next else { return };
            let groups = plant_groups(&scatter, key);
            // Sending cannot fail, because this owns the receiver.
            let _ = send.send(BuiltTile { generation, key, groups });
        }
    }

    /// Returns true if a tile is being built or waits to be built.
    pub fn is_busy(&self) -> bool {
        let queue = lock(&self.queue.0);
        queue.is_building || !queue.pending.is_empty()
    }
}

/// Builds requested tiles until the [`TileBuilder`] is dropped. It starts no tile while an edit is
/// in progress.
fn build_requested(shared: &SharedQueue, edits: &PendingEdits, send: &Sender<BuiltTile>) {
    let (queue, wake) = &**shared;
    loop {
        while edits.is_active() && !lock(queue).is_stopped {
            std::thread::sleep(Duration::from_millis(1));
        }
        let mut locked = lock(queue);
        let (key, scatter, generation) = loop {
            if locked.is_stopped {
                return;
            }
            let next = locked.pending.pop().zip(locked.scatter.clone());
            if let Some((key, scatter)) = next {
                locked.is_building = true;
                break (key, scatter, locked.generation);
            }
            locked.is_building = false;
            locked = match wake.wait(locked) {
                Ok(locked) => locked,
                Err(poisoned) => poisoned.into_inner(),
            };
        };
        drop(locked);
        // If the build of a tile panics, the tile stays empty and the thread goes on.
        let build = AssertUnwindSafe(|| plant_groups(&scatter, key));
        let groups = catch_unwind(build).unwrap_or_default();
        if send.send(BuiltTile { generation, key, groups }).is_err() {
            return;
        }
    }
}

/// Groups the plants of a tile by shape. If a shape has more plants than a slot holds, it has
/// several groups.
fn plant_groups(scatter: &Scatter, key: PlantTileKey) -> Vec<PlantGroup> {
    let square = key.square();
    let plants = scatter.plants(key.family, square);
    let mut groups = vec![];
    for row in PlantKind::ALL.iter().filter(|row| row.family == key.family) {
        for variant in 0..VARIANTS {
            let has_shape =
                |plant: &&Plant| plant.kind == row.kind && plant.word % VARIANTS == variant;
            let with_shape: Vec<&Plant> = plants.iter().filter(has_shape).collect();
            let slots = with_shape.chunks(INSTANCES_PER_SLOT);
            groups.extend(slots.map(|slot| plant_group(row.kind, variant, slot, square)));
        }
    }
    groups
}

fn plant_group(kind: PlantKind, variant: u32, plants: &[&Plant], square: LandSquare) -> PlantGroup {
    let [x_m, z_m] = square.corner_m;
    let mut group =
        PlantGroup { kind, variant, plants: vec![], low: Vec3::INFINITY, high: Vec3::NEG_INFINITY };
    for plant in plants {
        let [x, y, z] = plant.place_m;
        let foot = Vec3::new((x - x_m) as f32, y as f32, (z - z_m) as f32);
        // Blades of grass and the dark ground rise and fall with the slope.
        let [reach, steepness] = [reach(kind), plant.slope[0].hypot(plant.slope[1])];
        let margin = Vec3::new(reach, reach * steepness + 0.1, reach) * plant.size_m;
        group.low = group.low.min(foot - margin);
        group.high = group.high.max(foot + margin + 1.2 * plant.size_m * Vec3::Y);
        group.plants.push(PlantInstance {
            foot: foot.to_array(),
            size_m: plant.size_m,
            yaw_rad: plant.yaw_rad,
            tint: plant.tint,
            random: (plant.word >> 8) as f32 / 16_777_216.0,
            slope: plant.slope,
            sunk: plant.sunk,
            padding: 0.0,
        });
    }
    group
}
