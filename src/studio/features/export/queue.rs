//! The queue of exports: one runs, those behind it wait, and what has ended stays to be read.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::Resource;
use crossbeam_channel::{RecvTimeoutError, Sender, bounded};

use super::task::TaskError;

/// Wakes a window that rests.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// So many that have ended are kept in the list.
const MOST_ENDED: usize = 20;

/// How often the window is woken while an export runs: where its progress is seen, and elsewhere.
const SEEN: Duration = Duration::from_millis(250);
const UNSEEN: Duration = Duration::from_secs(2);

/// An export that waits for its turn.
pub trait Task: Send + Sync {
    /// Starts it beside the window; `wake` is called when it has ended, if it can tell.
    ///
    /// # Errors
    /// If it cannot be started.
    fn start(self: Box<Self>, wake: Wake) -> Result<Box<dyn Running>, TaskError>;
}

/// An export that runs.
pub trait Running: Send + Sync {
    /// The share that is done, from 0 to 1.
    fn share(&self) -> f64;
    /// About how long it will still take, after so long; none until that can be told.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let share = self.share();
        (share > 0.01).then(|| elapsed.mul_f64((1.0 - share).max(0.0) / share))
    }
    /// Asks it to end soon, leaving no half file.
    fn cancel(&mut self);
    /// What it has come to, once it has ended.
    fn poll(&mut self) -> Option<Result<Finished, TaskError>>;
}

/// What an export has come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finished {
    /// A sentence.
    pub line: String,
    /// Its first file.
    pub file: Option<PathBuf>,
    /// The numbers to type in the engine for which it was.
    pub card: Option<Vec<String>>,
}

enum State {
    Waiting(Box<dyn Task>),
    Running {
        running: Box<dyn Running>,
        since: Instant,
        is_cancelled: bool,
        /// What wakes the window meanwhile ends with it.
        _pulse: Sender<()>,
    },
    Done(Finished),
    Failed(String),
    Cancelled(String),
}

/// What a row of the list shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// Others come first.
    Waiting,
    /// The share that is done, and the time that is left.
    Running(f64, Option<Duration>),
    /// It is about to end.
    Cancelling,
    /// A sentence, and the first file.
    Done(String, Option<PathBuf>),
    /// Why it could not.
    Failed(String),
    /// What is left of it.
    Cancelled(String),
}

struct Entry {
    id: u64,
    name: String,
    /// All that it writes.
    files: Vec<PathBuf>,
    state: State,
}

/// All exports of this start.
#[derive(Resource, Default)]
pub struct ExportQueue {
    entries: Vec<Entry>,
    count: u64,
    wake: Option<Wake>,
    is_seen: Arc<AtomicBool>,
}

/// What is said of an export that has ended: a line, and the file whose folder can be shown.
pub type Said = (String, Option<PathBuf>);

impl ExportQueue {
    /// Adds an export behind all others: its name in the list, and all files that it writes.
    pub fn add(&mut self, name: String, files: Vec<PathBuf>, task: Box<dyn Task>) -> u64 {
        self.count += 1;
        let files = files.iter().map(|file| super::task::absolute(file)).collect();
        let state = State::Waiting(task);
        self.entries.push(Entry { id: self.count, name, files, state });
        let ended = self.entries.iter().filter(|entry| entry.has_ended()).count();
        if ended > MOST_ENDED
            && let Some(oldest) = self.entries.iter().position(Entry::has_ended)
        {
            self.entries.remove(oldest);
        }
        self.count
    }

    /// One of these files that an export writes which has not ended yet.
    pub fn writes(&self, files: &[PathBuf]) -> Option<PathBuf> {
        let under_way = self.entries.iter().filter(|entry| !entry.has_ended());
        let theirs: Vec<_> = under_way.flat_map(|entry| &entry.files).collect();
        // Files beside another have its name and more.
        let taken = files.iter().map(|file| super::task::absolute(file));
        taken.filter(|file| theirs.contains(&file)).min_by_key(|file| file.as_os_str().len())
    }

    /// How a window that rests is woken.
    pub fn wake_by(&mut self, wake: Wake) {
        self.wake = Some(wake);
    }

    /// What wakes it.
    pub fn wake(&self) -> Wake {
        self.wake.clone().unwrap_or_else(|| Arc::new(|| ()))
    }

    /// Whether somebody looks at the list.
    pub fn see(&self, is_seen: bool) {
        self.is_seen.store(is_seen, Ordering::Relaxed);
    }

    /// How many have not ended.
    pub fn under_way(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.has_ended()).count()
    }

    /// The rows of the list, in order: number, name, state.
    pub fn rows(&self) -> impl Iterator<Item = (u64, &str, Shown)> {
        self.entries.iter().map(|entry| (entry.id, &*entry.name, entry.shown()))
    }

    /// The numbers that an export has come to which has ended.
    pub fn card(&self, id: u64) -> Option<&[String]> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        match &entry.state {
            State::Done(finished) => finished.card.as_deref(),
            _ => None,
        }
    }

    /// Ends an export that waits or runs, leaving no partial file.
    pub fn cancel(&mut self, id: u64) {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.id == id) {
            entry.cancel();
        }
    }

    /// Ends all.
    pub fn cancel_all(&mut self) {
        self.entries.iter_mut().for_each(Entry::cancel);
    }

    /// Takes an export that has ended off the list.
    pub fn remove(&mut self, id: u64) {
        self.entries.retain(|entry| entry.id != id || !entry.has_ended());
    }

    /// Takes all that have ended off the list.
    pub fn clear(&mut self) {
        self.entries.retain(|entry| !entry.has_ended());
    }

    /// Takes the result of an export that has ended, and starts the next one; what is to be said.
    pub fn poll(&mut self) -> Vec<Said> {
        let mut said: Vec<_> = self.entries.iter_mut().filter_map(Entry::poll).collect();
        while !self.entries.iter().any(|entry| matches!(entry.state, State::Running { .. })) {
            let (wake, is_seen) = (self.wake(), self.is_seen.clone());
            let is_waiting = |entry: &&mut Entry| matches!(entry.state, State::Waiting(_));
            let Some(next) = self.entries.iter_mut().find(is_waiting) else { break };
            said.extend(next.start(wake, is_seen));
        }
        said
    }
}

impl Entry {
    fn has_ended(&self) -> bool {
        !matches!(self.state, State::Waiting(_) | State::Running { .. })
    }

    /// What is to be said if it cannot be started.
    fn start(&mut self, wake: Wake, is_seen: Arc<AtomicBool>) -> Option<Said> {
        let nothing = State::Failed(String::new());
        let State::Waiting(task) = std::mem::replace(&mut self.state, nothing) else { return None };
        let started = pulse(wake.clone(), is_seen).and_then(|pulse| Ok((pulse, task.start(wake)?)));
        match started {
            Ok((_pulse, running)) => {
                let (since, is_cancelled) = (Instant::now(), false);
                self.state = State::Running { running, since, is_cancelled, _pulse };
                None
            }
            Err(error) => {
                self.state = State::Failed(error.to_string());
                Some((error.to_string(), None))
            }
        }
    }

    fn cancel(&mut self) {
        match &mut self.state {
            State::Waiting(_) => {
                self.state = State::Cancelled("cancelled; nothing was written".to_owned());
            }
            State::Running { running, is_cancelled, .. } => {
                running.cancel();
                *is_cancelled = true;
            }
            _ => {}
        }
    }

    fn poll(&mut self) -> Option<Said> {
        let State::Running { running, .. } = &mut self.state else { return None };
        let (state, said) = match running.poll()? {
            Ok(finished) => {
                let said = (finished.line.clone(), finished.file.clone());
                (State::Done(finished), said)
            }
            Err(error) => {
                let line = error.to_string();
                let state = if error.is_cancelled() { State::Cancelled } else { State::Failed };
                (state(line.clone()), (line, None))
            }
        };
        self.state = state;
        Some(said)
    }

    fn shown(&self) -> Shown {
        match &self.state {
            State::Waiting(_) => Shown::Waiting,
            State::Running { is_cancelled: true, .. } => Shown::Cancelling,
            State::Running { running, since, .. } => {
                Shown::Running(running.share(), running.left(since.elapsed()))
            }
            State::Done(finished) => Shown::Done(finished.line.clone(), finished.file.clone()),
            State::Failed(line) => Shown::Failed(line.clone()),
            State::Cancelled(line) => Shown::Cancelled(line.clone()),
        }
    }
}

/// Wakes the window again and again, until what it gives is dropped.
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

/// A number of bytes in words.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// A time in words; none is too short to be told.
pub fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 1.0 => "a second".to_owned(),
        s if s < 100.0 => format!("{:.0} s", s.ceil()),
        s if s < 6000.0 => format!("{:.0} min", (s / 60.0).ceil()),
        s => format!("{:.0} h", (s / 3600.0).ceil()),
    }
}

/// The folder of a file.
pub fn folder(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new("/"))
}
