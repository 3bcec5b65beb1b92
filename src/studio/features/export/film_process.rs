//! The process that draws a picture or a film for the window.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError, unbounded};
use tempfile::TempDir;

/// The time in which a cancelled process may clean up before it is killed.
const CLEANUP_TIME: Duration = Duration::from_secs(3);

/// The maximum number of bytes to read from the start of the process's error output.
const MAX_ERROR_BYTES: u64 = 10_000;

/// The state of the process that draws.
#[derive(Clone, Debug, PartialEq)]
pub enum FilmState {
    /// The process runs; see [`FilmProcess::progress`].
    Running,
    /// The process has written the file, or all files of a sequence.
    Done,
    /// The process has failed. The line says why.
    Failed(String),
    /// The process was cancelled and has left no partial file.
    Cancelled,
}

/// The process that draws. It may have ended.
pub struct FilmProcess {
    child: Child,
    /// The pipe to the standard input of the process. The process ends when the pipe is closed.
    input: Option<ChildStdin>,
    /// The lines of the process's output, which report its progress.
    lines: Receiver<String>,
    /// The start of the error output, which arrives once the process has ended.
    error_output: Receiver<String>,
    progress: Option<[u64; 2]>,
    /// The time of the first report with finished parts, and their number. Estimates of the rest
    /// start here, because before this the process builds the land.
    first_report: Option<(Instant, u64)>,
    end_state: Option<FilmState>,
    _folder: TempDir,
}

impl FilmProcess {
    /// Starts a program that draws. `folder` has its input files, and is deleted at the end.
    ///
    /// # Errors
    /// The program or a thread that reads its output does not start.
    pub fn start(program: &Path, arguments: &[OsString], folder: TempDir) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // The variable makes a window write its state to standard error. The process has no
            // window.
            .env_remove("OROGEN_TRACE")
            .spawn()?;
        let (send, lines) = unbounded();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        // Two threads read the process's output, so that the window never waits for it. They end
        // with the process.
        if let Some(stdout) = stdout {
            let read = move || {
                let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
                lines.all(|line| send.send(line).is_ok());
            };
            std::thread::Builder::new().name("orogen-film".to_owned()).spawn(read)?;
        }
        let (send, error_output) = unbounded();
        if let Some(stderr) = stderr {
            let read = move || {
                let mut bytes = Vec::new();
                let _ = stderr.take(MAX_ERROR_BYTES).read_to_end(&mut bytes);
                let _ = send.send(String::from_utf8_lossy(&bytes).into_owned());
            };
            std::thread::Builder::new().name("orogen-film-words".to_owned()).spawn(read)?;
        }
        Ok(Self {
            input: child.stdin.take(),
            child,
            lines,
            error_output,
            progress: None,
            first_report: None,
            end_state: None,
            _folder: folder,
        })
    }

    /// Returns the state of the process, without waiting. Call it in each frame.
    pub fn poll(&mut self) -> FilmState {
        while let Ok(line) = self.lines.try_recv() {
            let mut numbers = line.split(' ').map_while(|word| word.parse().ok());
            if let (Some(done), Some(total)) = (numbers.next(), numbers.next()) {
                self.progress = Some([done, total]);
                if done > 0 && self.first_report.is_none() {
                    self.first_report = Some((Instant::now(), done));
                }
            }
        }
        if let Some(state) = &self.end_state {
            return state.clone();
        }
        let was_cancelled = self.input.is_none();
        let state = match self.child.try_wait() {
            Ok(None) => return FilmState::Running,
            Ok(Some(status)) if status.success() => FilmState::Done,
            Ok(Some(_)) if was_cancelled => FilmState::Cancelled,
            Ok(Some(status)) => match self.error_output.try_recv() {
                Ok(text) => FilmState::Failed(last_line(&text, &status.to_string())),
                // The process has ended, but the thread has still to read its error output.
                Err(TryRecvError::Empty) => return FilmState::Running,
                Err(TryRecvError::Disconnected) => {
                    FilmState::Failed(last_line("", &status.to_string()))
                }
            },
            Err(error) => FilmState::Failed(format!("lost the drawing process: {error}")),
        };
        self.end_state = Some(state.clone());
        state
    }

    /// Returns the number of parts done and the number of all parts. The parts are frames of a film
    /// or tiles of a picture. `None` until the first report.
    pub fn progress(&self) -> Option<[u64; 2]> {
        self.progress
    }

    /// Returns the fraction of the work that is done, from 0 to 1.
    pub fn fraction_done(&self) -> f64 {
        self.progress.map_or(0.0, |[done, total]| done as f64 / total.max(1) as f64)
    }

    /// Estimates the time left, or returns `None` until two reports have shown progress.
    pub fn time_left(&self) -> Option<Duration> {
        let ([done, total], (since, first_done)) = (self.progress?, self.first_report?);
        let parts = done.checked_sub(first_done).filter(|parts| *parts > 0)?;
        Some(since.elapsed().mul_f64((total - done.min(total)) as f64 / parts as f64))
    }

    /// Tells the process to end and to leave no partial file. [`FilmProcess::poll`] returns
    /// [`FilmState::Cancelled`] once the process has ended.
    pub fn cancel(&mut self) {
        self.input = None;
    }
}

impl Drop for FilmProcess {
    /// Ends the process. Waits for its clean-up, and kills it after three seconds.
    fn drop(&mut self) {
        self.cancel();
        let start = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) && start.elapsed() < CLEANUP_TIME {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the last line that the process wrote as an error, or else its exit status.
fn last_line(error_output: &str, status: &str) -> String {
    let line = error_output.lines().map(str::trim).rfind(|line| !line.is_empty());
    line.map_or_else(
        || format!("the drawing process ended early ({status})"),
        |line| line.trim_start_matches("orogen: ").to_owned(),
    )
}
