//! Threads for work beside the frames. In a browser, which lets programs start no threads, the work runs in the frames.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::land::lock::lock;

/// True if the system lets the program start threads. Browsers do not.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Without threads, the least and the most time after which a frame begins no more low-priority work.
const FRAME_MICROS: [u64; 2] = [8_000, 2_000_000];

/// This time in microseconds: a quarter of the last frame's, so that slow pictures are soon complete.
static WORK_MICROS: AtomicU64 = AtomicU64::new(FRAME_MICROS[0]);

/// If the system has no threads, follows the time of frames, and gives the land the browser's clock.
pub(crate) fn plugin(app: &mut App) {
    if !HAS_THREADS {
        static START: OnceLock<Instant> = OnceLock::new();
        orogen_terrain::clock::provide(|| START.get_or_init(Instant::now).elapsed());
        app.add_systems(First, |time: Res<Time<Real>>| {
            let quarter = time.delta().as_micros() as u64 / 4;
            let [least, most] = FRAME_MICROS;
            WORK_MICROS.store(quarter.clamp(least, most), Ordering::Relaxed);
        });
    }
}

type Task = Box<dyn FnOnce() + Send>;

/// A pool of threads, or a list of tasks that the frames run.
pub(crate) struct Threads {
    /// `None` if the system has no threads.
    pool: Option<ThreadPool>,
    /// Tasks for [`Threads::run_waiting`].
    waiting: Mutex<Vec<Task>>,
}

impl Threads {
    /// Starts `count` threads, or one per core if it is 0.
    ///
    /// # Errors
    /// If the system cannot start the threads.
    pub fn new(name: &'static str, count: usize) -> Result<Self, ThreadPoolBuildError> {
        let start = || {
            let builder = ThreadPoolBuilder::new().num_threads(count);
            builder.thread_name(move |i| format!("{name}-{i}")).build()
        };
        let pool = HAS_THREADS.then(start).transpose()?;
        Ok(Self { pool, waiting: Mutex::default() })
    }

    /// The number of threads, at least 1.
    pub fn count(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Runs a task on a thread, or in the next call of [`Threads::run_waiting`].
    pub fn spawn(&self, task: impl FnOnce() + Send + 'static) {
        match &self.pool {
            Some(pool) => pool.spawn(task),
            None => lock(&self.waiting).push(Box::new(task)),
        }
    }

    /// Runs a task on the threads and waits for it.
    pub fn install<R: Send>(&self, task: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(task),
            None => task(),
        }
    }

    /// Runs the tasks that wait, if there are no threads. The caller must hold no lock that a task
    /// takes.
    pub fn run_waiting(&self) {
        let tasks = if HAS_THREADS { vec![] } else { std::mem::take(&mut *lock(&self.waiting)) };
        tasks.into_iter().for_each(|task| task());
    }
}

/// Waits for a message, at most `timeout`. Without threads, no message can come meanwhile.
pub(crate) fn receive<T>(from: &Receiver<T>, timeout: Duration) -> Result<T, RecvTimeoutError> {
    if HAS_THREADS {
        return from.recv_timeout(timeout);
    }
    from.try_recv().map_err(|error| match error {
        TryRecvError::Empty => RecvTimeoutError::Timeout,
        TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
    })
}

/// The time for low-priority work: without end on a thread, short in a frame.
pub(crate) struct WorkTime(Option<Instant>);

impl WorkTime {
    /// The time from now.
    pub fn start() -> Self {
        Self((!HAS_THREADS).then(Instant::now))
    }

    /// Returns true if there is time to begin more work.
    pub fn is_left(&self) -> bool {
        let limit = Duration::from_micros(WORK_MICROS.load(Ordering::Relaxed));
        self.0.is_none_or(|start| start.elapsed() < limit)
    }
}
