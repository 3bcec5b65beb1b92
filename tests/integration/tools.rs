//! What the topics share: the program as a subprocess, folders of their own, one drawn test at a
//! time.

#[cfg(feature = "studio")]
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
#[cfg(feature = "studio")]
use std::process::{Child, Stdio};
use std::process::{Command, Output};
#[cfg(feature = "studio")]
#[cfg(feature = "studio")]
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(feature = "studio")]
use std::time::{Duration, Instant};

/// The program.
pub fn orogen() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_orogen"));
    // Without this folder libraries of a display complain on standard error.
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        program.env("XDG_RUNTIME_DIR", std::env::temp_dir());
    }
    program
}

/// Runs the program in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    orogen().args(arguments).current_dir(folder).output().expect("the program starts")
}

/// A folder that is removed with its value.
pub struct Scratch(
    pub PathBuf,
    #[allow(dead_code, reason = "removes the folder with its value")] tempfile::TempDir,
);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let mut builder = tempfile::Builder::new();
        let folder = builder.prefix(&format!("orogen-{name}-")).tempdir();
        let folder = folder.expect("the temporary folder can be written");
        Self(folder.path().to_owned(), folder)
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<_> = entries
            .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// The text of the scene that a picture holds.
#[cfg(feature = "studio")]
pub fn scene_in(picture: &Path) -> String {
    let file = std::fs::File::open(picture).expect("the picture is there");
    let reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("a PNG");
    let chunk = reader
        .info()
        .utf8_text
        .iter()
        .find(|chunk| chunk.keyword == orogen::export::embed::SCENE_KEY);
    chunk.expect("the picture holds its scene").get_text().expect("text")
}

/// How many times as long as a quiet machine a busy one may take.
#[cfg(feature = "studio")]
const BUSY: u64 = 5;

/// Waits until something holds, on a quiet machine for so many seconds.
#[cfg(feature = "studio")]
pub fn wait_for<T>(what: &str, seconds: u64, mut look: impl FnMut() -> Option<T>) -> T {
    let seconds = BUSY * seconds;
    let until = Instant::now() + Duration::from_secs(seconds);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < until, "{what} did not come within {seconds} s");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A display of 1280 × 720 that nobody sees, its picture in a file of a folder; it closes with its
/// value.
#[cfg(feature = "studio")]
pub struct Display {
    server: Child,
    pub name: String,
}

#[cfg(feature = "studio")]
impl Display {
    pub fn new(folder: &Path) -> Self {
        // The server takes a free number and says it once it listens. It does not begin anew when
        // its last client goes, which would refuse a window that is opened in that moment.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x720x24", "-noreset"])
            .args(["-nolisten", "tcp", "-fbdir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed; scripts/test sees to it");
        let mut number = String::new();
        let said = server.stdout.take().expect("its output");
        BufReader::new(said).read_line(&mut number).expect("the display's number");
        let name = format!(":{}", number.trim());
        assert_ne!(name, ":", "the server found no display");
        Self { server, name }
    }
}

#[cfg(feature = "studio")]
impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Software drivers share two cores: whoever draws holds this.
#[cfg(feature = "studio")]
pub fn drawing() -> MutexGuard<'static, ()> {
    static DRAWING: Mutex<()> = Mutex::new(());
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}
