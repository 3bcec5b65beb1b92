//! A thread that paints thumbnails of scenes, one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::terrain::scene::Scene;
use crate::terrain::thumbnail::thumbnail;

/// The RGBA pixels of a thumbnail, row by row.
pub type PaintedPicture = Vec<[u8; 4]>;

/// Paints sets of scenes. A new set cancels the rest of the older set.
///
/// Each set has a number, its generation.
pub struct ScenePainter {
    wanted: Sender<(u32, usize, Scene)>,
    painted: Receiver<(u32, usize, PaintedPicture)>,
    newest: Arc<AtomicU32>,
}

impl ScenePainter {
    /// Starts a painter for pictures of this width and height, in pixels. Returns `None` if the
    /// system refuses a thread.
    pub fn new(name: &str, [width, height]: [usize; 2]) -> Option<Self> {
        let (wanted, requests) = unbounded::<(u32, usize, Scene)>();
        let (answers, painted) = unbounded();
        let newest = Arc::new(AtomicU32::new(0));
        let current = newest.clone();
        let paint = move || {
            for (generation, index, scene) in requests {
                if generation != current.load(Ordering::Relaxed) {
                    continue;
                }
                let picture = thumbnail(&scene, width, height);
                if answers.send((generation, index, picture)).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name(name.to_owned()).spawn(paint).ok()?;
        Some(Self { wanted, painted, newest })
    }

    /// Requests the pictures of a set: (index in the set, scene).
    pub fn ask(&self, generation: u32, scenes: impl IntoIterator<Item = (usize, Scene)>) {
        self.newest.store(generation, Ordering::Relaxed);
        for (index, scene) in scenes {
            // If the thread has ended, no picture will come, so the error is ignored.
            let _ = self.wanted.send((generation, index, scene));
        }
    }

    /// Takes the finished pictures of a set: (index in the set, picture).
    pub fn take(&self, generation: u32) -> impl Iterator<Item = (usize, PaintedPicture)> {
        let painted = self.painted.try_iter().filter(move |(number, ..)| *number == generation);
        painted.map(|(_, index, picture)| (index, picture))
    }
}
