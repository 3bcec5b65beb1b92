//! The builder threads.
//!
//! They build one revision at a time, and between revisions the chunks that stream in.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::prelude::*;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use rayon::prelude::*;

use super::build::{BuiltRevision, RevisionJob};
use super::chunk_builder::{BuiltChunk, ChunkBuilder};
use super::error::LandError;
use super::lock::lock;
use super::pending_edits::PendingEdits;
use crate::threads::{HAS_THREADS, Threads, receive};
use orogen_terrain::chunk::ChunkKey;

/// Workers stop when this many finished chunks wait for the main thread. The longer a chunk waits,
/// the more likely it is obsolete before it is used. Without threads, a frame builds this many.
const MAX_BACKLOG: usize = if HAS_THREADS { 64 } else { 4 };

/// The result of building a streamed chunk.
pub struct StreamedChunk {
    /// The revision to which the chunk belongs.
    pub revision: u64,
    /// The level and position of the chunk.
    pub key: ChunkKey,
    /// The chunk; `None` if its build panicked.
    pub chunk: Option<BuiltChunk>,
}

/// The chunks that workers must build, and the land that they belong to.
#[derive(Default)]
struct ChunkQueue {
    /// The chunks to build. The nearest is last, so that it is popped first.
    pending: Vec<ChunkKey>,
    chunk_builder: Option<Arc<ChunkBuilder>>,
    revision: u64,
    /// The number of threads that take chunks from this queue now.
    workers: usize,
}

/// A permit for low-priority work on the builder threads.
///
/// The work must check it every few milliseconds, and stop when it is no longer granted.
#[derive(Clone, Default)]
pub struct IdlePermit {
    pending_edits: Arc<PendingEdits>,
    queue: Arc<Mutex<ChunkQueue>>,
}

impl IdlePermit {
    /// Returns true if low-priority work may run.
    pub fn is_granted(&self) -> bool {
        !self.pending_edits.is_active() && lock(&self.queue).pending.is_empty()
    }
}

/// The running build of a revision.
struct RunningRevision {
    built: Receiver<Result<BuiltRevision, LandError>>,
    is_cancelled: Arc<AtomicBool>,
}

/// The builder threads and their work.
#[derive(Resource)]
pub struct BuilderPool {
    pool: Threads,
    running: Option<RunningRevision>,
    idle_permit: IdlePermit,
    queue: Arc<Mutex<ChunkQueue>>,
    streamed: (Sender<StreamedChunk>, Receiver<StreamedChunk>),
    /// Chunks that are being built, or wait in `streamed`.
    busy: Arc<Mutex<HashSet<ChunkKey>>>,
}

impl BuilderPool {
    /// Starts `threads` threads, or one per core if it is `None`.
    ///
    /// # Errors
    /// If the system cannot start the threads.
    pub fn new(threads: Option<usize>) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = Threads::new("orogen-build", threads.unwrap_or(0))?;
        let idle_permit = IdlePermit::default();
        Ok(Self {
            pool,
            running: None,
            queue: idle_permit.queue.clone(),
            idle_permit,
            streamed: unbounded(),
            busy: Arc::default(),
        })
    }

    /// Returns true while a revision is being built.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The record of unfinished edits, for which low-priority threads wait.
    pub fn pending_edits(&self) -> Arc<PendingEdits> {
        self.idle_permit.pending_edits.clone()
    }

    /// Starts a revision and stops streaming.
    ///
    /// Only one revision may run: the caller checks [`BuilderPool::is_running`] first. A build that
    /// panics is tried once more.
    pub fn start(&mut self, job: RevisionJob) {
        self.idle_permit.pending_edits.begin();
        lock(&self.queue).pending.clear();
        // Chunks that streamed in but are not yet used belong to the old land.
        while self.next_streamed().is_some() {}
        let (send, built) = bounded(1);
        self.running = Some(RunningRevision { built, is_cancelled: job.is_cancelled.clone() });
        self.pool.spawn(move || {
            let run = |job: RevisionJob| catch_unwind(AssertUnwindSafe(|| job.run()));
            let built = run(job.clone()).or_else(|_| {
                error!("the build of the land panicked; it is tried once more");
                run(job)
            });
            let built = built.unwrap_or(Err(LandError::Panicked));
            // The receiver is gone if the revision was cancelled or the program ends.
            let _ = send.send(built);
        });
    }

    /// Cancels the running revision, and all chunks that wait to be built.
    pub fn cancel(&mut self) {
        let running = self.running.take();
        running.into_iter().for_each(|running| running.is_cancelled.store(true, Ordering::Relaxed));
        self.idle_permit.pending_edits.cancel();
        lock(&self.queue).pending.clear();
    }

    /// Waits for the running revision, at most `timeout`.
    ///
    /// Returns `None` if it is still unfinished, or if no revision is running.
    pub fn finish(&mut self, timeout: Duration) -> Option<Result<BuiltRevision, LandError>> {
        let running = self.running.as_ref()?;
        self.pool.run_waiting();
        let built = match receive(&running.built, timeout) {
            Ok(built) => built,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Err(LandError::ThreadEnded),
        };
        self.running = None;
        self.idle_permit.pending_edits.finish();
        Some(built)
    }

    /// Makes low-priority work wait until the next revision is finished or cancelled.
    pub fn expect_revision(&self) {
        self.idle_permit.pending_edits.begin();
    }

    /// The number of builder threads.
    pub fn threads(&self) -> usize {
        self.pool.count()
    }

    /// Returns true if low-priority work may run.
    pub fn allows_idle_work(&self) -> bool {
        self.idle_permit.is_granted()
    }

    /// Runs the low-priority work of this frame, if the system has no threads. The caller must hold
    /// no lock that the work takes.
    pub fn run_waiting(&self) {
        self.pool.run_waiting();
    }

    /// Runs low-priority work on a builder thread; see [`IdlePermit`].
    pub fn spawn(&self, task: impl FnOnce(&IdlePermit) + Send + 'static) {
        let idle_permit = self.idle_permit.clone();
        self.pool.spawn(move || task(&idle_permit));
    }

    /// Builds chunks on all threads and waits for them.
    ///
    /// A chunk whose build panics is left out.
    pub fn build_now(&self, chunk_builder: &ChunkBuilder, keys: &[ChunkKey]) -> Vec<BuiltChunk> {
        let build = |&key: &ChunkKey| {
            catch_unwind(AssertUnwindSafe(|| chunk_builder.sample_and_build(key))).ok()
        };
        self.pool.install(|| keys.par_iter().filter_map(build).collect())
    }

    /// Replaces the list of chunks to build by `keys`, sorted from near to far.
    pub fn stream(&mut self, revision: u64, chunk_builder: &Arc<ChunkBuilder>, keys: &[ChunkKey]) {
        let mut queue = lock(&self.queue);
        if queue.revision != revision {
            lock(&self.busy).clear();
        }
        (queue.revision, queue.chunk_builder) = (revision, Some(chunk_builder.clone()));
        let busy = lock(&self.busy);
        queue.pending = keys.iter().rev().filter(|key| !busy.contains(key)).copied().collect();
        drop(busy);
        let threads = self.pool.count();
        while queue.workers < threads.min(queue.pending.len()) {
            queue.workers += 1;
            let (queue, busy, send) =
                (self.queue.clone(), self.busy.clone(), self.streamed.0.clone());
            self.pool.spawn(move || build_queued(&queue, &busy, &send));
        }
        drop(queue);
        self.pool.run_waiting();
    }

    /// The next finished chunk, if any.
    ///
    /// A chunk of another revision is obsolete.
    pub fn next_streamed(&mut self) -> Option<StreamedChunk> {
        let streamed = self.streamed.1.try_recv().ok()?;
        if lock(&self.queue).revision == streamed.revision {
            lock(&self.busy).remove(&streamed.key);
        }
        Some(streamed)
    }

    /// Returns true while threads build streamed chunks.
    ///
    /// The threads stop when the list is empty, or when too many finished chunks wait to be used.
    pub fn builds_chunks(&self) -> bool {
        lock(&self.queue).workers > 0
    }

    /// Returns true while streamed chunks wait to be built, are being built, or wait to be used.
    pub fn is_streaming(&self) -> bool {
        let queue = lock(&self.queue);
        queue.workers > 0 || !queue.pending.is_empty() || !self.streamed.1.is_empty()
    }
}

/// Builds chunks, nearest first, until the list is empty or too many finished chunks wait to be used.
fn build_queued(
    queue: &Mutex<ChunkQueue>,
    busy: &Mutex<HashSet<ChunkKey>>,
    send: &Sender<StreamedChunk>,
) {
    loop {
        let (key, chunk_builder, revision) = {
            let mut queue = lock(queue);
            let next = if send.len() < MAX_BACKLOG { queue.pending.pop() } else { None };
            let (Some(key), Some(chunk_builder)) = (next, queue.chunk_builder.clone()) else {
                queue.workers -= 1;
                return;
            };
            lock(busy).insert(key);
            (key, chunk_builder, queue.revision)
        };
        let chunk = catch_unwind(AssertUnwindSafe(|| chunk_builder.sample_and_build(key))).ok();
        let _ = send.send(StreamedChunk { revision, key, chunk });
    }
}
