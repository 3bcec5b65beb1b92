//! The queue of exports: one runs, others wait, and ended ones stay listed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::Resource;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};

use super::task::TaskError;

/// A function that wakes the idle window.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The maximum number of ended exports in the list.
const MOST_ENDED: usize = 20;

/// How often a running export wakes the window, with the list visible and hidden.
const SEEN: Duration = Duration::from_millis(250);
const UNSEEN: Duration = Duration::from_secs(2);

/// An export that waits in the queue.
pub trait Task: Send + Sync {
    /// Starts the export on a thread or in a process. It may call `wake` when it ends.
    ///
    /// # Errors
    /// If the system gives no thread or process.
    fn start(self: Box<Self>, wake: Wake) -> Result<Box<dyn RunningExport>, TaskError>;
}

/// An export that runs.
pub trait RunningExport: Send + Sync {
    /// Returns the share that is done, from 0 to 1.
    fn share(&self) -> f64;
    /// Estimates the time left from the time so far. `None` while there is too little progress.
    fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let share = self.share();
        (share > 0.01).then(|| elapsed.mul_f64((1.0 - share).max(0.0) / share))
    }
    /// Asks the export to end soon and to leave no partial file.
    fn cancel(&mut self);
    /// Returns the result once the export has ended.
    fn poll(&mut self) -> Option<Result<Finished, TaskError>>;
}

/// The result of an export.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finished {
    /// A sentence for the notice.
    pub line: String,
    /// The first file.
    pub file: Option<PathBuf>,
    /// The import settings to type into the engine.
    pub card: Option<Vec<String>>,
}

enum QueuedState {
    Waiting(Box<dyn Task>),
    Running {
        running: Box<dyn RunningExport>,
        since: Instant,
        is_cancelled: bool,
        /// Dropping it stops the thread that wakes the window.
        _pulse: Sender<()>,
    },
    Done(Finished),
    Failed(String),
    Cancelled(String),
}

/// The state of an export, for its row in the list.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportStatus {
    /// The export waits for others.
    Waiting,
    /// The share that is done, and the time left.
    Running(f64, Option<Duration>),
    /// The export is about to end.
    Cancelling,
    /// The sentence and the first file.
    Done(String, Option<PathBuf>),
    /// The reason why it failed.
    Failed(String),
    /// The reason, with the state of the files.
    Cancelled(String),
}

struct QueueEntry {
    id: u64,
    name: String,
    /// All files that the export writes.
    files: Vec<PathBuf>,
    state: QueuedState,
}

/// All exports since the program started.
#[derive(Resource, Default)]
pub struct ExportQueue {
    entries: Vec<QueueEntry>,
    count: u64,
    wake: Option<Wake>,
    is_seen: Arc<AtomicBool>,
}

/// A notice about an ended export, and the file whose folder the user can open.
pub type EndNotice = (String, Option<PathBuf>);

impl ExportQueue {
    /// Adds an export at the end of the queue and returns its number. `name` is for the list, and
    /// `files` are all files that it writes.
    pub fn add(&mut self, name: String, files: Vec<PathBuf>, task: Box<dyn Task>) -> u64 {
        self.count += 1;
        let files = files.iter().map(|file| super::task::absolute(file)).collect();
        let state = QueuedState::Waiting(task);
        self.entries.push(QueueEntry { id: self.count, name, files, state });
        let ended = self.entries.iter().filter(|entry| entry.has_ended()).count();
        if ended > MOST_ENDED
            && let Some(oldest) = self.entries.iter().position(QueueEntry::has_ended)
        {
            self.entries.remove(oldest);
        }
        self.count
    }

    /// Returns one of these files that an unfinished export also writes.
    pub fn writes(&self, files: &[PathBuf]) -> Option<PathBuf> {
        let under_way = self.entries.iter().filter(|entry| !entry.has_ended());
        let theirs: Vec<_> = under_way.flat_map(|entry| &entry.files).collect();
        // The shortest name is the main file, because files beside it add an ending.
        let taken = files.iter().map(|file| super::task::absolute(file));
        taken.filter(|file| theirs.contains(&file)).min_by_key(|file| file.as_os_str().len())
    }

    /// Sets the function that wakes the window.
    pub fn wake_by(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    /// Returns the function that wakes the window.
    pub fn wake(&self) -> Wake {
        self.wake.clone().unwrap_or_else(|| Arc::new(|| ()))
    }

    /// Notes whether the list is visible.
    pub fn see(&self, is_seen: bool) {
        self.is_seen.store(is_seen, Ordering::Relaxed);
    }

    /// Returns the number of unfinished exports.
    pub fn under_way(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.has_ended()).count()
    }

    /// Returns the rows of the list in order: number, name, state.
    pub fn rows(&self) -> impl Iterator<Item = (u64, &str, ExportStatus)> {
        self.entries.iter().map(|entry| (entry.id, &*entry.name, entry.status()))
    }

    /// Returns the import settings of a finished export.
    pub fn card(&self, id: u64) -> Option<&[String]> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        match &entry.state {
            QueuedState::Done(finished) => finished.card.as_deref(),
            _ => None,
        }
    }

    /// Cancels an export. It leaves no partial file.
    pub fn cancel(&mut self, id: u64) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.id == id) {
            entry.cancel();
        }
    }

    /// Cancels all exports.
    pub fn cancel_all(&mut self) {
        self.entries.iter_mut().for_each(QueueEntry::cancel);
    }

    /// Removes an ended export from the list.
    pub fn remove(&mut self, id: u64) {
        self.entries.retain(|entry| entry.id != id || !entry.has_ended());
    }

    /// Removes all ended exports from the list.
    pub fn clear(&mut self) {
        self.entries.retain(|entry| !entry.has_ended());
    }

    /// Takes the result of an ended export and starts the next one. Returns the notices.
    pub fn poll(&mut self) -> Vec<EndNotice> {
        let mut said: Vec<_> = self.entries.iter_mut().filter_map(QueueEntry::poll).collect();
        while !self.entries.iter().any(|entry| matches!(entry.state, QueuedState::Running { .. })) {
            let (wake, is_seen) = (self.wake(), self.is_seen.clone());
            let is_waiting =
                |entry: &&mut QueueEntry| matches!(entry.state, QueuedState::Waiting(_));
            let Some(next) = self.entries.iter_mut().find(is_waiting) else { break };
            said.extend(next.start(wake, is_seen));
        }
        said
    }
}

impl QueueEntry {
    fn has_ended(&self) -> bool {
        !matches!(self.state, QueuedState::Waiting(_) | QueuedState::Running { .. })
    }

    /// Starts the export. Returns a notice if that fails.
    fn start(&mut self, wake: Wake, is_seen: Arc<AtomicBool>) -> Option<EndNotice> {
        let nothing = QueuedState::Failed(String::new());
        let QueuedState::Waiting(task) = std::mem::replace(&mut self.state, nothing) else {
            return None;
        };
        let started = pulse(wake.clone(), is_seen).and_then(|pulse| Ok((pulse, task.start(wake)?)));
        match started {
            Ok((_pulse, running)) => {
                let (since, is_cancelled) = (Instant::now(), false);
                self.state = QueuedState::Running { running, since, is_cancelled, _pulse };
                None
            }
            Err(error) => {
                self.state = QueuedState::Failed(error.to_string());
                Some((error.to_string(), None))
            }
        }
    }

    fn cancel(&mut self) {
        match &mut self.state {
            QueuedState::Waiting(_) => {
                self.state = QueuedState::Cancelled("cancelled; nothing was written".to_owned());
            }
            QueuedState::Running { running, is_cancelled, .. } => {
                running.cancel();
                *is_cancelled = true;
            }
            _ => {}
        }
    }

    fn poll(&mut self) -> Option<EndNotice> {
        let QueuedState::Running { running, .. } = &mut self.state else { return None };
        let (state, said) = match running.poll()? {
            Ok(finished) => {
                let said = (finished.line.clone(), finished.file.clone());
                (QueuedState::Done(finished), said)
            }
            Err(error) => {
                let line = error.to_string();
                let state =
                    if error.is_cancelled() { QueuedState::Cancelled } else { QueuedState::Failed };
                (state(line.clone()), (line, None))
            }
        };
        self.state = state;
        Some(said)
    }

    fn status(&self) -> ExportStatus {
        match &self.state {
            QueuedState::Waiting(_) => ExportStatus::Waiting,
            QueuedState::Running { is_cancelled: true, .. } => ExportStatus::Cancelling,
            QueuedState::Running { running, since, .. } => {
                ExportStatus::Running(running.share(), running.time_left(since.elapsed()))
            }
            QueuedState::Done(finished) => {
                ExportStatus::Done(finished.line.clone(), finished.file.clone())
            }
            QueuedState::Failed(line) => ExportStatus::Failed(line.clone()),
            QueuedState::Cancelled(line) => ExportStatus::Cancelled(line.clone()),
        }
    }
}

/// Starts a thread that wakes the window until the returned sender is dropped.
fn pulse(wake: Wake, is_seen: Arc<AtomicBool>) -> Result<Sender<()>, TaskError> {
    let (stop, stopped) = bounded::<()>(0);
    std::thread::Builder::new().name("orogen-pulse".to_owned()).spawn(move || {
        let mut unseen = Duration::ZERO;
        while stopped.recv_timeout(SEEN) == Err(RecvTimeoutError::Timeout) {
            unseen += SEEN;
            if is_seen.load(Ordering::Relaxed) || unseen >= UNSEEN {
                unseen = Duration::ZERO;
                wake();
            }
        }
    })?;
    Ok(stop)
}

/// Formats a number of bytes.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// Formats a time, rounded up. The shortest is a second.
pub fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 1.0 => "a second".to_owned(),
        s if s < 100.0 => format!("{:.0} s", s.ceil()),
        s if s < 6000.0 => format!("{:.0} min", (s / 60.0).ceil()),
        s => format!("{:.0} h", (s / 3600.0).ceil()),
    }
}

/// Returns the folder of a file.
pub fn folder(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new("/"))
}
