//! Shared helpers: the program as a subprocess, temporary folders, apps without a window.

#[cfg(feature = "studio")]
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
#[cfg(feature = "studio")]
use std::process::{Child, Stdio};
use std::process::{Command, Output};
#[cfg(feature = "studio")]
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(feature = "studio")]
use std::time::{Duration, Instant};

#[cfg(feature = "studio")]
use bevy::prelude::{App, UVec2};
#[cfg(feature = "studio")]
use orogen::headless::capture::Headless;
#[cfg(feature = "studio")]
use orogen::terrain::scene::Scene;

/// Returns a command that runs the program.
pub fn orogen() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_orogen"));
    // Without this folder display libraries write warnings to standard error.
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        program.env("XDG_RUNTIME_DIR", std::env::temp_dir());
    }
    program
}

/// Runs the program in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    orogen().args(arguments).current_dir(folder).output().expect("the program starts")
}

/// Runs the program in a folder with the words of a command line.
pub fn run_line(folder: &Path, line: &str) -> Output {
    run(folder, &line.split(' ').collect::<Vec<_>>())
}

/// Returns the standard output of the program.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the standard error of the program.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Checks that the program succeeded; returns its standard output.
pub fn expect_success(output: &Output, what: &str) -> String {
    assert_eq!(output.status.code(), Some(0), "{what}: {}", stderr(output));
    stdout(output)
}

/// Runs a command line that must succeed; returns its standard output.
pub fn run_ok(folder: &Path, line: &str) -> String {
    expect_success(&run_line(folder, line), line)
}

/// Checks that the program refused with exit code 2 and one line that has all the words.
pub fn expect_refusal(output: &Output, what: &str, words: &[&str]) {
    let line = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{what}: {line}");
    assert!(line.lines().count() == 1 && line.starts_with("orogen: "), "{what}: {line}");
    let has_all = words.iter().all(|word| line.contains(word));
    assert!(has_all, "{what} should say {words:?}: {line}");
}

/// Runs command lines that must be refused, each with words of the refusal. They must print only
/// that and leave the folder unchanged.
pub fn expect_refusals(scratch: &ScratchFolder, cases: &[(&str, &[&str])]) {
    let before = scratch.names();
    for (line, words) in cases {
        let output = run_line(&scratch.0, line);
        expect_refusal(&output, line, words);
        assert!(output.stdout.is_empty(), "{line}");
        assert_eq!(scratch.names(), before, "{line} left something behind");
    }
}

/// Sends a signal such as `-INT` to a program.
#[cfg(unix)]
pub fn send(child: &std::process::Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success(), "{signal}");
}

/// A temporary folder, removed when dropped.
pub struct ScratchFolder(
    pub PathBuf,
    #[allow(dead_code, reason = "removes the folder with its value")] tempfile::TempDir,
);

impl ScratchFolder {
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

/// Returns the text of the scene inside a picture.
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

/// Returns the default scene with some parameters changed, seen from a camera.
#[cfg(feature = "studio")]
pub fn scene_with(changes: &[(&str, &str)], camera: &str) -> Scene {
    let mut scene = Scene::default();
    change(&mut scene, changes);
    scene.view.camera = camera.parse().expect("a camera");
    scene
}

/// Returns an endless land in the course's style that is built quickly.
#[cfg(feature = "studio")]
pub fn plain_scene(camera: &str) -> Scene {
    let changes = [
        ("look.style", "course"),
        ("world.spacing_m", "4"),
        ("distance.horizon_km", "3"),
        ("fractal.octaves", "5"),
    ];
    scene_with(&changes, camera)
}

/// Changes parameters of a scene.
#[cfg(feature = "studio")]
pub fn change(scene: &mut Scene, changes: &[(&str, &str)]) {
    for (key, value) in changes {
        scene.set_text(key, value).unwrap_or_else(|error| panic!("{key} = {value}: {error}"));
    }
}

/// The number of threads that build land in [`settled`].
#[cfg(feature = "studio")]
pub const BUILDERS: usize = 2;

/// Returns an app without a window that shows the complete land of a scene.
#[cfg(feature = "studio")]
pub fn settled(size: UVec2, scene: &Scene, extend: impl FnOnce(&mut App)) -> Headless {
    let mut headless = Headless::new(size, Some(BUILDERS), extend).expect("a driver to draw with");
    headless.want(scene.clone());
    headless.place_camera();
    headless.settle().expect("the land is built");
    headless
}

/// Returns the mean difference of two pictures of one size, on a scale of 0 to 255. It covers all
/// channels, including alpha if there is one.
#[cfg(feature = "studio")]
pub fn mean_difference(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len(), "pictures of one size");
    let sum: u64 = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.len() as f64
}

/// Returns the luminance of a colour: the weighted sum of its channels.
#[cfg(feature = "studio")]
pub fn luminance([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Returns the mean of values; 0 if there are no values.
#[cfg(feature = "studio")]
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / f64::max(count, 1.0)
}

/// Returns why a picture shows no land: it is flat or dark, or more than the share `max_black` of
/// its pixels is black. Returns `None` if it has contrast.
#[cfg(feature = "studio")]
pub fn contrast_fault(picture: &image::RgbaImage, max_black: f64) -> Option<String> {
    let channels = |p: &image::Rgba<u8>| [p.0[0], p.0[1], p.0[2]].map(f64::from);
    let light: Vec<f64> = picture.pixels().map(|p| luminance(channels(p))).collect();
    let low = light.iter().copied().fold(255.0, f64::min);
    let high = light.iter().copied().fold(0.0, f64::max);
    let average = mean(light.iter().copied());
    // NaN is drawn black.
    let black = picture.pixels().filter(|p| p.0[..3] == [0, 0, 0]).count();
    if high - low <= 10.0 {
        Some(format!("flat: from {low} to {high}"))
    } else if average <= 8.0 {
        Some(format!("dark: {average} on average"))
    } else if black as f64 > max_black * light.len() as f64 {
        Some(format!("{black} black pixels"))
    } else {
        None
    }
}

/// The allowed slowdown of a busy machine.
#[cfg(feature = "studio")]
const BUSY_SLOWDOWN: u64 = 5;

/// Waits until `poll` returns a value, for at most `seconds` on an idle machine.
#[cfg(feature = "studio")]
pub fn wait_for<T>(what: &str, seconds: u64, mut poll: impl FnMut() -> Option<T>) -> T {
    let seconds = BUSY_SLOWDOWN * seconds;
    let deadline = Instant::now() + Duration::from_secs(seconds);
    loop {
        if let Some(found) = poll() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what} did not come within {seconds} s");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A virtual display of 1280 × 720 with its picture in a file; closed when dropped.
#[cfg(feature = "studio")]
pub struct Display {
    server: Child,
    pub name: String,
}

#[cfg(feature = "studio")]
impl Display {
    pub fn new(folder: &Path) -> Self {
        // The server chooses a free number and prints it when ready. `-noreset` keeps it alive when
        // its last client leaves.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x720x24", "-noreset"])
            .args(["-nolisten", "tcp", "-fbdir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is missing; scripts/test installs it");
        let mut number = String::new();
        let stdout = server.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut number).expect("the display's number");
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

/// Returns a lock for tests that draw. They run one at a time, because software drivers use the
/// processor.
#[cfg(feature = "studio")]
pub fn drawing() -> MutexGuard<'static, ()> {
    static DRAWING: Mutex<()> = Mutex::new(());
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}
