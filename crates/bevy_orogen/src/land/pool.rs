//! The builder threads: they build one revision at a time, and between revisions the chunks that
//! stream in.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bevy::prelude::*;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use rayon::prelude::*;

use super::build::{BuiltChunk, BuiltRevision, ChunkBuilder, RevisionJob};
use super::error::LandError;
use super::lock::lock;
use super::pending_edits::PendingEdits;
use orogen_terrain::chunk::ChunkKey;

/// Workers stop while this many finished chunks wait, because they may be obsolete by then.
const BACKLOG: usize = 64;

/// A chunk that has streamed in, or that panicked.
pub struct Streamed {
    /// The revision that it belongs to.
    pub revision: u64,
    /// Which chunk it is.
    pub key: ChunkKey,
    /// `None` if building it panicked.
    pub chunk: Option<BuiltChunk>,
}

/// The chunks to stream. Workers take the nearest.
#[derive(Default)]
struct ChunkQueue {
    /// Nearest last.
    open: Vec<ChunkKey>,
    chunk_builder: Option<Arc<ChunkBuilder>>,
    revision: u64,
    workers: usize,
}

/// Tells low-priority work on the builder threads whether it may run. Such work checks this every
/// few milliseconds and stops when land is needed.
#[derive(Clone, Default)]
pub struct IdlePermit {
    rush: Arc<PendingEdits>,
    queue: Arc<Mutex<ChunkQueue>>,
}

impl IdlePermit {
    /// Returns true if low-priority work may run.
    pub fn is_there(&self) -> bool {
        !self.rush.is_on() && lock(&self.queue).open.is_empty()
    }
}

/// A running revision.
struct RunningRevision {
    built: Receiver<Result<BuiltRevision, LandError>>,
    given_up: Arc<AtomicBool>,
}

/// The pool of builder threads.
#[derive(Resource)]
pub struct Builder {
    pool: rayon::ThreadPool,
    running: Option<RunningRevision>,
    leisure: IdlePermit,
    queue: Arc<Mutex<ChunkQueue>>,
    streamed: (Sender<Streamed>, Receiver<Streamed>),
    /// Chunks that are being built.
    busy: Arc<Mutex<HashSet<ChunkKey>>>,
}

impl Builder {
    /// A pool of as many threads as the machine has cores, or as many as asked for.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(threads: Option<usize>) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0))
            .thread_name(|i| format!("orogen-build-{i}"))
            .build()?;
        let leisure = IdlePermit::default();
        Ok(Self {
            pool,
            running: None,
            queue: leisure.queue.clone(),
            leisure,
            streamed: unbounded(),
            busy: Arc::default(),
        })
    }

    /// Returns true while a revision is being built.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The state that makes low-priority threads wait for edits.
    pub fn rush(&self) -> Arc<PendingEdits> {
        self.leisure.rush.clone()
    }

    /// Starts a revision and stops streaming. Only one runs at a time: the caller asks
    /// [`Builder::is_running`] first. A build that panics is tried once more.
    pub fn start(&mut self, job: RevisionJob) {
        self.leisure.rush.begin();
        lock(&self.queue).open.clear();
        // Finished chunks belong to the old land.
        while self.next_streamed().is_some() {}
        let (send, built) = bounded(1);
        self.running = Some(RunningRevision { built, given_up: job.given_up.clone() });
        self.pool.spawn(move || {
            let run = |job: RevisionJob| catch_unwind(AssertUnwindSafe(|| job.run()));
            let built = run(job.clone()).or_else(|_| {
                error!("building the land panicked; trying it once more");
                run(job)
            });
            let built = built.unwrap_or(Err(LandError::Panicked));
            // The receiver is gone only when the program ends.
            let _ = send.send(built);
        });
    }

    /// Cancels the running revision and the streaming chunks.
    pub fn abandon(&mut self) {
        let running = self.running.take();
        running.into_iter().for_each(|it| it.given_up.store(true, Ordering::Relaxed));
        self.leisure.rush.give_up();
        lock(&self.queue).open.clear();
    }

    /// Waits up to `patience` for the running revision; `None` if it is unfinished, or if none is
    /// running.
    pub fn finish(&mut self, patience: Duration) -> Option<Result<BuiltRevision, LandError>> {
        let built = match self.running.as_ref()?.built.recv_timeout(patience) {
            Ok(built) => built,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Err(LandError::ThreadEnded),
        };
        self.running = None;
        self.leisure.rush.land();
        Some(built)
    }

    /// Makes low-priority work wait until the next revision is finished or cancelled.
    pub fn expect_more(&self) {
        self.leisure.rush.begin();
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Returns true if low-priority work may run.
    pub fn has_leisure(&self) -> bool {
        self.leisure.is_there()
    }

    /// Runs low-priority work on a builder thread; see [`IdlePermit`].
    pub fn spawn(&self, task: impl FnOnce(&IdlePermit) + Send + 'static) {
        let leisure = self.leisure.clone();
        self.pool.spawn(move || task(&leisure));
    }

    /// Builds chunks that this frame needs, while the caller waits. A chunk that panics is left
    /// out.
    pub fn build_now(&self, chunk_builder: &ChunkBuilder, keys: &[ChunkKey]) -> Vec<BuiltChunk> {
        let build = |&key: &ChunkKey| {
            catch_unwind(AssertUnwindSafe(|| chunk_builder.sample_and_build(key))).ok()
        };
        self.pool.install(|| keys.par_iter().filter_map(build).collect())
    }

    /// Replaces the chunks to stream; the nearest come first.
    pub fn stream(&mut self, revision: u64, chunk_builder: &Arc<ChunkBuilder>, keys: &[ChunkKey]) {
        let mut queue = lock(&self.queue);
        if queue.revision != revision {
            lock(&self.busy).clear();
        }
        (queue.revision, queue.chunk_builder) = (revision, Some(chunk_builder.clone()));
        let busy = lock(&self.busy);
        queue.open = keys.iter().rev().filter(|key| !busy.contains(key)).copied().collect();
        drop(busy);
        let threads = self.pool.current_num_threads();
        while queue.workers < threads.min(queue.open.len()) {
            queue.workers += 1;
            let (queue, busy, send) =
                (self.queue.clone(), self.busy.clone(), self.streamed.0.clone());
            self.pool.spawn(move || work(&queue, &busy, &send));
        }
    }

    /// The next finished chunk, if any. A chunk of another revision is obsolete.
    pub fn next_streamed(&mut self) -> Option<Streamed> {
        let streamed = self.streamed.1.try_recv().ok()?;
        if lock(&self.queue).revision == streamed.revision {
            lock(&self.busy).remove(&streamed.key);
        }
        Some(streamed)
    }

    /// Returns true while threads build streaming chunks. They stop when none is wanted, or when
    /// many wait.
    pub fn builds_chunks(&self) -> bool {
        lock(&self.queue).workers > 0
    }

    /// Returns true while chunks are wanted, being built or waiting.
    pub fn is_streaming(&self) -> bool {
        let queue = lock(&self.queue);
        queue.workers > 0 || !queue.open.is_empty() || !self.streamed.1.is_empty()
    }
}

/// Builds the nearest chunks until none is wanted.
fn work(queue: &Mutex<ChunkQueue>, busy: &Mutex<HashSet<ChunkKey>>, send: &Sender<Streamed>) {
    loop {
        let (key, chunk_builder, revision) = {
            let mut queue = lock(queue);
            let next = if send.len() < BACKLOG { queue.open.pop() } else { None };
            let (Some(key), Some(chunk_builder)) = (next, queue.chunk_builder.clone()) else {
                queue.workers -= 1;
                return;
            };
            lock(busy).insert(key);
            (key, chunk_builder, queue.revision)
        };
        let chunk = catch_unwind(AssertUnwindSafe(|| chunk_builder.sample_and_build(key))).ok();
        let _ = send.send(Streamed { revision, key, chunk });
    }
}
