//! The queue of exports. One export runs at a time, others wait, and those that have ended stay
//! listed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::Resource;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};

use super::task::TaskError;

/// A function, callable from any thread, that makes an idle window draw a frame.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The maximum number of ended exports in the list. The oldest are removed.
const MAX_ENDED: usize = 20;

/// The times between two wake-ups of the window while an export runs: while the list is visible,
/// and while it is hidden.
const VISIBLE_INTERVAL: Duration = Duration::from_millis(250);
const HIDDEN_INTERVAL: Duration = Duration::from_secs(2);

/// An export that waits in the queue.
pub trait ExportTask: Send + Sync {
    /// Starts the export on a thread or in a process, which may call `wake` when it ends.
    ///
    /// # Errors
    /// If the system cannot start a thread or a process, or the export is invalid.
    fn start(self: Box<Self>, wake: Wake) -> Result<Box<dyn RunningExport>, TaskError>;
}

/// An export that runs.
pub trait RunningExport: Send + Sync {
    /// Returns the fraction of the work that is done, from 0 to 1.
    fn fraction_done(&self) -> f64;
    /// Estimates the time left, or returns `None` until 1 % is done. `elapsed` is the time
    /// since the start.
    fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let fraction = self.fraction_done();
        (fraction > 0.01).then(|| elapsed.mul_f64((1.0 - fraction).max(0.0) / fraction))
    }
    /// Tells the export to end soon and to leave no partial file.
    fn cancel(&mut self);
    /// Returns the result once the export has ended, and `None` until then.
    fn poll(&mut self) -> Option<Result<Finished, TaskError>>;
}

/// The result of an export that succeeded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finished {
    /// The sentence for the notice.
    pub line: String,
    /// The first file that was written.
    pub file: Option<PathBuf>,
    /// The lines of import settings that the user types into the engine.
    pub card: Option<Vec<String>>,
}

enum QueuedState {
    Waiting(Box<dyn ExportTask>),
    Running {
        running: Box<dyn RunningExport>,
        started_at: Instant,
        is_cancelled: bool,
        /// The sender of the pulse's channel. Dropping it stops the thread that wakes the window.
        _pulse: Sender<()>,
    },
    Done(Finished),
    Failed(String),
    Cancelled(String),
}

/// The state of an export, as its row in the list shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportStatus {
    /// The export waits for those before it.
    Waiting,
    /// The fraction of the work that is done, from 0 to 1, and the estimated time left.
    Running(f64, Option<Duration>),
    /// The user cancelled the export, which has not ended yet.
    Cancelling,
    /// The sentence about the result, and the first file.
    Done(String, Option<PathBuf>),
    /// The reason for the failure.
    Failed(String),
    /// The sentence about the files.
    Cancelled(String),
}

struct QueueEntry {
    id: u64,
    name: String,
    /// All files that the export writes.
    files: Vec<PathBuf>,
    state: QueuedState,
}

/// The exports since the program started, except those removed from the list.
#[derive(Resource, Default)]
pub struct ExportQueue {
    entries: Vec<QueueEntry>,
    last_id: u64,
    wake: Option<Wake>,
    is_visible: Arc<AtomicBool>,
}

/// A notice about an export that has ended, with a file whose folder the notice can open.
pub type EndNotice = (String, Option<PathBuf>);

impl ExportQueue {
    /// Adds an export to the end of the queue and returns its number. `name` appears in the list,
    /// and `files` are all files that it will write.
    pub fn add(&mut self, name: String, files: Vec<PathBuf>, task: Box<dyn ExportTask>) -> u64 {
        self.last_id += 1;
        let files = files.iter().map(|file| super::task::absolute(file)).collect();
        let state = QueuedState::Waiting(task);
        self.entries.push(QueueEntry { id: self.last_id, name, files, state });
        let ended = self.entries.iter().filter(|entry| entry.has_ended()).count();
        if ended > MAX_ENDED
            && let Some(oldest) = self.entries.iter().position(QueueEntry::has_ended)
        {
            self.entries.remove(oldest);
        }
        self.last_id
    }

    /// Returns the file in `files` that an unfinished export will write too, or `None`.
    pub fn conflicting_file(&self, files: &[PathBuf]) -> Option<PathBuf> {
        let under_way = self.entries.iter().filter(|entry| !entry.has_ended());
        let queued_files: Vec<_> = under_way.flat_map(|entry| &entry.files).collect();
        // The main file has the shortest name: the names of the other files append an extension.
        let new_files = files.iter().map(|file| super::task::absolute(file));
        new_files
            .filter(|file| queued_files.contains(&file))
            .min_by_key(|file| file.as_os_str().len())
    }

    /// Sets the function that wakes the window.
    pub fn set_wake(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    /// Returns the function that wakes the window.
    pub fn wake(&self) -> Wake {
        self.wake.clone().unwrap_or_else(|| Arc::new(|| ()))
    }

    /// Tells the queue if its list is visible, which decides how often it wakes the window.
    pub fn set_visible(&self, is_visible: bool) {
        self.is_visible.store(is_visible, Ordering::Relaxed);
    }

    /// Returns the number of exports that run or wait.
    pub fn count_unfinished(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.has_ended()).count()
    }

    /// Returns the rows of the list, oldest first: number, name and state.
    pub fn rows(&self) -> impl Iterator<Item = (u64, &str, ExportStatus)> {
        self.entries.iter().map(|entry| (entry.id, &*entry.name, entry.status()))
    }

    /// Returns the import settings that a finished export gave, if it has any.
    pub fn card(&self, id: u64) -> Option<&[String]> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        match &entry.state {
            QueuedState::Done(finished) => finished.card.as_deref(),
            _ => None,
        }
    }

    /// Cancels an export, which then leaves no partial file.
    pub fn cancel(&mut self, id: u64) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.id == id) {
            entry.cancel();
        }
    }

    /// Cancels all unfinished exports.
    pub fn cancel_all(&mut self) {
        self.entries.iter_mut().for_each(QueueEntry::cancel);
    }

    /// Removes an export from the list if it has ended.
    pub fn remove(&mut self, id: u64) {
        self.entries.retain(|entry| entry.id != id || !entry.has_ended());
    }

    /// Removes all ended exports from the list.
    pub fn clear(&mut self) {
        self.entries.retain(|entry| !entry.has_ended());
    }

    /// Collects the result of an export that has ended, and starts the next. Call it in each frame.
    /// Returns the notices for the user.
    pub fn poll(&mut self) -> Vec<EndNotice> {
        let mut notices: Vec<_> = self.entries.iter_mut().filter_map(QueueEntry::poll).collect();
        while !self.entries.iter().any(|entry| matches!(entry.state, QueuedState::Running { .. })) {
            let (wake, is_visible) = (self.wake(), self.is_visible.clone());
            let is_waiting =
                |entry: &&mut QueueEntry| matches!(entry.state, QueuedState::Waiting(_));
            let Some(next) = self.entries.iter_mut().find(is_waiting) else { break };
            notices.extend(next.start(wake, is_visible));
        }
        notices
    }
}

impl QueueEntry {
    fn has_ended(&self) -> bool {
        !matches!(self.state, QueuedState::Waiting(_) | QueuedState::Running { .. })
    }

    /// Starts the export. Returns a notice if it cannot start.
    fn start(&mut self, wake: Wake, is_visible: Arc<AtomicBool>) -> Option<EndNotice> {
        let placeholder = QueuedState::Failed(String::new());
        let QueuedState::Waiting(task) = std::mem::replace(&mut self.state, placeholder) else {
            return None;
        };
        let started =
            pulse(wake.clone(), is_visible).and_then(|pulse| Ok((pulse, task.start(wake)?)));
        match started {
            Ok((_pulse, running)) => {
                let (started_at, is_cancelled) = (Instant::now(), false);
                self.state = QueuedState::Running { running, started_at, is_cancelled, _pulse };
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
        let (state, notice) = match running.poll()? {
            Ok(finished) => {
                let notice = (finished.line.clone(), finished.file.clone());
                (QueuedState::Done(finished), notice)
            }
            Err(error) => {
                let line = error.to_string();
                let state =
                    if error.is_cancelled() { QueuedState::Cancelled } else { QueuedState::Failed };
                (state(line.clone()), (line, None))
            }
        };
        self.state = state;
        Some(notice)
    }

    fn status(&self) -> ExportStatus {
        match &self.state {
            QueuedState::Waiting(_) => ExportStatus::Waiting,
            QueuedState::Running { is_cancelled: true, .. } => ExportStatus::Cancelling,
            QueuedState::Running { running, started_at, .. } => ExportStatus::Running(
                running.fraction_done(),
                running.time_left(started_at.elapsed()),
            ),
            QueuedState::Done(finished) => {
                ExportStatus::Done(finished.line.clone(), finished.file.clone())
            }
            QueuedState::Failed(line) => ExportStatus::Failed(line.clone()),
            QueuedState::Cancelled(line) => ExportStatus::Cancelled(line.clone()),
        }
    }
}

/// Starts the pulse: a thread that wakes the window at intervals until the returned sender is
/// dropped.
fn pulse(wake: Wake, is_visible: Arc<AtomicBool>) -> Result<Sender<()>, TaskError> {
    let (stop, stopped) = bounded::<()>(0);
    std::thread::Builder::new().name("orogen-pulse".to_owned()).spawn(move || {
        let mut since_wake = Duration::ZERO;
        while stopped.recv_timeout(VISIBLE_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            since_wake += VISIBLE_INTERVAL;
            if is_visible.load(Ordering::Relaxed) || since_wake >= HIDDEN_INTERVAL {
                since_wake = Duration::ZERO;
                wake();
            }
        }
    })?;
    Ok(stop)
}

/// Formats a number of bytes in kB, MB or GB.
pub fn format_bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// Formats a duration, rounded up to whole seconds, minutes or hours.
pub fn format_duration(duration: Duration) -> String {
    match duration.as_secs_f64() {
        s if s < 1.0 => "a second".to_owned(),
        s if s < 100.0 => format!("{:.0} s", s.ceil()),
        s if s < 6000.0 => format!("{:.0} min", (s / 60.0).ceil()),
        s => format!("{:.0} h", (s / 3600.0).ceil()),
    }
}

/// Returns the folder that contains a file.
pub fn folder(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new("/"))
}
