//! Crash reports: text files next to the settings that help to find a bug.
//!
//! [`watch`] writes a report whenever a thread panics. At the next start, the program finds the
//! report with [`newest`], shows it to the user, and calls [`StoredReport::dismiss`], so that it shows
//! each report once.

use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use super::atomic;
use super::program::PROGRAM;
use orogen_noise::grid::Level;
use orogen_terrain::scene::Scene;

/// The number of reports to keep. Older reports are deleted.
const MAX_REPORTS: usize = 10;

/// The longest panic message that the window shows, in characters.
const MAX_MESSAGE_CHARS: usize = 200;

/// The parts of a report's file name: the prefix, the suffix of a new report, and the suffix of a
/// report that the user has seen.
const PREFIX: &str = "fault-";
const NEW_SUFFIX: &str = ".txt";
const SEEN_SUFFIX: &str = ".seen.txt";

/// The state of the program that goes into a report.
#[derive(Default)]
struct ReportState {
    scene: Option<Scene>,
    adapter: Option<String>,
}

static STATE: Mutex<ReportState> = Mutex::new(ReportState { scene: None, adapter: None });

/// Records the current scene. A report contains its recipe.
pub fn note_scene(scene: &Scene) {
    STATE.lock().unwrap_or_else(PoisonError::into_inner).scene = Some(scene.clone());
}

/// Records the graphics adapter and its driver for a report.
pub fn note_adapter(adapter: &str) {
    STATE.lock().unwrap_or_else(PoisonError::into_inner).adapter = Some(adapter.to_owned());
}

/// Installs a panic hook that writes a report into `folder` and prints its path.
///
/// The previous hook still runs.
pub fn watch(folder: PathBuf) {
    let previous_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        previous_hook(panic);
        let line = match write(&folder, &text(panic, &Backtrace::force_capture())) {
            Ok(path) => format!(
                "this is a bug in Orogen; a report with the recipe is in `{}`",
                path.display()
            ),
            Err(error) => format!(
                "this is a bug in Orogen; no report could be written to `{}`: {}",
                folder.display(),
                super::file_error::reason(&error)
            ),
        };
        orogen_noise::text::say(&line);
    }));
}

/// Formats a report.
fn text(panic: &PanicHookInfo<'_>, trace: &Backtrace) -> String {
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let thread = std::thread::current();
    // The panicking thread may hold the lock, so this does not wait for it.
    let (scene, adapter) = match STATE.try_lock() {
        Ok(state) => (state.scene.as_ref().map(Scene::to_plain_toml), state.adapter.clone()),
        Err(_) => (None, None),
    };
    let mut text = format!(
        "A crash report of {PROGRAM}. It contains no names except those in the recipe and the \
         backtrace.\n\n\
         fault      {}\n\
         place      {place}\n\
         thread     {}\n\
         system     {} {}, {:?}\n\
         adapter    {}\n",
        message.unwrap_or("without a message"),
        thread.name().unwrap_or("without a name"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Level::best(),
        adapter.as_deref().unwrap_or("none in use"),
    );
    let recipe = scene.as_deref().unwrap_or("# none in use\n");
    let _ = write!(text, "\n---- recipe ----\n{recipe}\n---- backtrace ----\n{trace}\n");
    text
}

/// Writes a report atomically under a unique name.
fn write(folder: &Path, text: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let name = format!("{PREFIX}{:020}-{}{NEW_SUFFIX}", now.as_nanos(), std::process::id());
    let path = folder.join(name);
    let written = atomic::write_bytes(&path, text);
    written.map_err(|error| io::Error::other(error.to_string()))?;
    for old in reports(folder).into_iter().skip(MAX_REPORTS) {
        let _ = fs::remove_file(old);
    }
    Ok(path)
}

/// Lists the reports of a folder, newest first.
fn reports(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_report = |name: &str| name.starts_with(PREFIX) && name.ends_with(NEW_SUFFIX);
    let mut paths: Vec<_> = entries
        .filter(|entry| entry.file_name().to_str().is_some_and(is_report))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths.reverse();
    paths
}

/// A report that the user has not seen yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReport {
    /// The path of the report.
    pub path: PathBuf,
    /// The text of the report.
    pub text: String,
}

/// Returns the newest report of a folder that the user has not seen yet.
pub fn newest(folder: &Path) -> Option<StoredReport> {
    let is_new = |path: &PathBuf| !path.to_string_lossy().ends_with(SEEN_SUFFIX);
    let path = reports(folder).into_iter().find(is_new)?;
    let text = fs::read_to_string(&path).ok()?;
    Some(StoredReport { path, text })
}

impl StoredReport {
    /// Returns the panic message on one line.
    pub fn fault(&self) -> String {
        let line = self.text.lines().find_map(|line| line.strip_prefix("fault "));
        let message = line.unwrap_or_default().trim();
        if message.chars().count() <= MAX_MESSAGE_CHARS {
            return message.to_owned();
        }
        message.chars().take(MAX_MESSAGE_CHARS).chain(['…']).collect()
    }

    /// Marks this report and all older reports as seen, by renaming them.
    ///
    /// Returns the new path.
    ///
    /// # Errors
    /// If a rename fails.
    pub fn dismiss(self) -> io::Result<PathBuf> {
        let seen_path = |path: &Path| {
            let name = path.to_string_lossy();
            let start = name.strip_suffix(NEW_SUFFIX).filter(|_| !name.ends_with(SEEN_SUFFIX));
            start.map(|start| PathBuf::from(format!("{start}{SEEN_SUFFIX}")))
        };
        let folder = self.path.parent().unwrap_or(Path::new("."));
        for path in reports(folder).into_iter().filter(|path| *path <= self.path) {
            if let Some(name) = seen_path(&path) {
                fs::rename(path, name)?;
            }
        }
        Ok(seen_path(&self.path).unwrap_or(self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_shown_once_and_old_ones_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("orogen");
        assert_eq!(newest(&folder), None, "there is no folder yet");
        for n in 0..MAX_REPORTS + 5 {
            write(&folder, &format!("fault {n}")).unwrap();
        }
        assert_eq!(reports(&folder).len(), MAX_REPORTS);
        let report = newest(&folder).unwrap();
        assert_eq!(report.text, format!("fault {}", MAX_REPORTS + 4));
        let seen = report.dismiss().unwrap();
        assert_eq!(fs::read_to_string(seen).unwrap(), format!("fault {}", MAX_REPORTS + 4));
        assert_eq!(newest(&folder), None);
        assert_eq!(reports(&folder).len(), MAX_REPORTS, "reports that were shown stay");
        write(&folder, "another").unwrap();
        assert_eq!(newest(&folder).unwrap().text, "another");
    }

    #[test]
    fn a_deleted_folder_is_created_again() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("orogen");
        write(&folder, "fault 1").unwrap();
        let report = newest(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(report.dismiss().is_ok(), "there is no report left to rename");
        write(&folder, "fault 2").unwrap();
        assert_eq!(newest(&folder).unwrap().text, "fault 2");
    }

    #[test]
    fn the_fault_is_one_short_line() {
        let report = |text: &str| StoredReport { path: "a.txt".into(), text: text.to_owned() };
        let lines = "A report.\n\nfault      a chunk of no size\nplace      a.rs:1\n";
        assert_eq!(report(lines).fault(), "a chunk of no size");
        assert_eq!(report("").fault(), "");
        let long = format!("fault      {}\n", "é".repeat(MAX_MESSAGE_CHARS + 7));
        assert_eq!(report(&long).fault(), format!("{}…", "é".repeat(MAX_MESSAGE_CHARS)));
    }

    #[test]
    fn a_folder_without_write_access_is_an_error() {
        assert!(write(Path::new("/proc/self/orogen"), "fault").is_err());
    }
}
