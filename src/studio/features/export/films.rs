//! Draws pictures and films for the window. A second process of this program draws a copy of the
//! scene, so that the user can go on editing.
//!
//! [`FilmChoices::start`] starts the process, and each frame of the window polls its state with
//! [`FilmProcess::poll`]. Dropping a [`FilmProcess`] ends the process, which then leaves no partial
//! file.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::film_process::FilmProcess;
pub use crate::export::film::{FilmFormat, GIF_FPS, MAX_FPS};
use crate::export::film::{MAX_FRAMES, MAX_SIDE};
use crate::export::{FileError, heightmap};
pub use crate::headless::capture::MAX_PICTURE;
pub use crate::headless::still::Content;
use crate::plugin::look::quality::Tier;
use crate::terrain::scene::Scene;

/// The kinds of pictures and films.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FilmKind {
    /// A still picture, with up to [`MAX_PICTURE`] pixels a side.
    Picture {
        /// The content: colours, depth or materials.
        content: Content,
    },
    /// A film in which the camera circles around its focus.
    Turntable {
        /// The number of turns; negative in the other direction.
        turns: f64,
    },
    /// A film in which the camera flies along the scene's bookmarks, in their order.
    Flight,
}

/// The choices for a picture or a film.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmChoices {
    pub kind: FilmKind,
    /// The width and height in pixels.
    pub size: [u32; 2],
    /// The length of a film in seconds. A picture ignores it.
    pub seconds: f64,
    /// The number of frames per second. A GIF allows only those in [`GIF_FPS`].
    pub fps: u32,
    /// The file format of a film. A picture's format follows from its content.
    pub format: FilmFormat,
    /// True if the sky is transparent.
    pub transparent: bool,
    /// The quality of the natural style, from low to ultra.
    pub quality: Tier,
    /// The file to write. The files of a sequence append a number to this name.
    pub out: PathBuf,
    /// True if the process may replace existing files.
    pub replace: bool,
}

impl Default for FilmChoices {
    /// Returns the film that `orogen turntable` makes by default: one turn in eight seconds.
    fn default() -> Self {
        Self {
            kind: FilmKind::Turntable { turns: 1.0 },
            size: [1280, 720],
            seconds: 8.0,
            fps: 25,
            format: FilmFormat::Webp,
            transparent: false,
            quality: Tier::High,
            out: PathBuf::new(),
            replace: false,
        }
    }
}

/// The reason why a picture or film cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The length is out of range.
    #[error(
        "a film has 1 to {MAX_FRAMES} frames; change the length ({0} s) or the frames a second ({1})"
    )]
    Length(f64, u32),
    /// The size is out of range.
    #[error("a side can have 1 to {0} pixels; change the size")]
    Size(u32),
    /// A flight has fewer than two bookmarks.
    #[error("a flight needs at least two bookmarks; set them with Ctrl and a number")]
    Bookmarks,
    /// The scene file cannot be written.
    #[error("cannot write the scene for the drawing process: {0}")]
    Scene(#[from] io::Error),
    /// The heightmaps of the layers cannot be copied.
    #[error(transparent)]
    Maps(#[from] FileError),
    /// The second process does not start.
    #[error("cannot start the drawing process: {0}")]
    Program(io::Error),
}

impl FilmChoices {
    /// Returns the number of frames, which is 1 for a picture.
    pub fn frames(&self) -> u32 {
        match self.kind {
            FilmKind::Picture { .. } => 1,
            _ => (self.seconds * f64::from(self.fps)).round().max(1.0) as u32,
        }
    }

    /// Checks the choices, before a process starts.
    ///
    /// # Errors
    /// The first choice out of its range, as a line that tells the user the allowed values.
    pub fn check(&self, scene: &Scene) -> Result<(), StartError> {
        let is_still = matches!(self.kind, FilmKind::Picture { .. });
        let max_side = if is_still { MAX_PICTURE } else { MAX_SIDE };
        if self.size.iter().any(|side| !(1..=max_side).contains(side)) {
            return Err(StartError::Size(max_side));
        }
        let has_valid_length = self.seconds > 0.0 && (1..=MAX_FRAMES).contains(&self.frames());
        if !is_still && !has_valid_length {
            return Err(StartError::Length(self.seconds, self.fps));
        }
        if self.kind == FilmKind::Flight && scene.view.bookmarks.iter().count() < 2 {
            return Err(StartError::Bookmarks);
        }
        Ok(())
    }

    /// Starts a process that draws the scene with the camera of its view.
    ///
    /// # Errors
    /// The reason why the process cannot start. Later errors come from [`FilmProcess::poll`] as
    /// [`FilmState::Failed`](super::film_process::FilmState::Failed).
    pub fn start(&self, scene: &Scene) -> Result<FilmProcess, StartError> {
        self.start_program(&std::env::current_exe().map_err(StartError::Program)?, scene)
    }

    /// Starts a given program instead of this one. For tests.
    #[doc(hidden)]
    pub fn start_program(&self, program: &Path, scene: &Scene) -> Result<FilmProcess, StartError> {
        self.check(scene)?;
        let folder = tempfile::Builder::new().prefix("orogen-film-").tempdir()?;
        let recipe = folder.path().join("scene.toml");
        std::fs::write(&recipe, scene.to_plain_toml())?;
        heightmap::copy_to_folder(&scene.recipe, folder.path())?;
        FilmProcess::start(program, &self.arguments(&recipe), folder).map_err(StartError::Program)
    }

    /// Returns the command line of the process.
    fn arguments(&self, recipe: &Path) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        let command = match self.kind {
            FilmKind::Picture { .. } => "render",
            FilmKind::Turntable { .. } => "turntable",
            FilmKind::Flight => "flight",
        };
        words.extend([command.into(), recipe.into(), "--out".into(), self.out.clone().into()]);
        let [width, height] = self.size;
        let mut flag = |name: &str, value: String| words.push(format!("--{name}={value}").into());
        flag("size", format!("{width}x{height}"));
        flag("quality", self.quality.name().to_owned());
        match self.kind {
            FilmKind::Picture { content } => flag("pass", content.name().to_owned()),
            FilmKind::Turntable { turns } => flag("turns", turns.to_string()),
            FilmKind::Flight => {}
        }
        if !matches!(self.kind, FilmKind::Picture { .. }) {
            flag("seconds", self.seconds.to_string());
            flag("fps", self.fps.to_string());
            flag("format", self.format.name().to_owned());
        }
        words.push("--progress-lines".into());
        words.extend(self.transparent.then(|| "--transparent".into()));
        words.extend(self.replace.then(|| "--force".into()));
        words
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::studio::features::export::film_process::FilmState;

    fn wait_for(running: &mut FilmProcess) -> FilmState {
        let begun = Instant::now();
        loop {
            match running.poll() {
                FilmState::Running => {
                    assert!(begun.elapsed() < Duration::from_secs(60), "it hangs")
                }
                state => return state,
            }
            std::thread::yield_now();
        }
    }

    /// Writes a shell script and returns its path.
    #[cfg(unix)]
    fn program(folder: &Path, line: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join("program");
        std::fs::write(&path, format!("#!/bin/sh\n{line}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        path
    }

    #[cfg(unix)]
    fn started(line: &str) -> (FilmProcess, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let film = FilmChoices { out: folder.path().join("a.webp"), ..FilmChoices::default() };
        let program = program(folder.path(), line);
        (film.start_program(&program, &Scene::default()).unwrap(), folder)
    }

    #[cfg(unix)]
    #[test]
    fn progress_and_errors_come_from_the_output_of_the_process() {
        let (mut running, _folder) = started("echo 0 4; echo 3 4; echo nonsense; exit 0");
        assert_eq!(wait_for(&mut running), FilmState::Done);
        running.poll();
        let (mut failing, _folder) = started("echo 'orogen: no driver' >&2; exit 2");
        assert_eq!(wait_for(&mut failing), FilmState::Failed("no driver".to_owned()));
        assert_eq!(failing.poll(), FilmState::Failed("no driver".to_owned()));
        let (mut silent, _folder) = started("kill -9 $$");
        assert!(
            matches!(wait_for(&mut silent), FilmState::Failed(line) if line.contains("ended early"))
        );
    }

    #[cfg(unix)]
    #[test]
    fn cancelling_closes_the_input_of_the_process() {
        let (mut running, _folder) = started("echo 1 9; cat >/dev/null; exit 130");
        let begun = Instant::now();
        while running.progress().is_none() {
            assert_eq!(running.poll(), FilmState::Running);
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
        assert_eq!(running.progress(), Some([1, 9]));
        running.cancel();
        assert_eq!(wait_for(&mut running), FilmState::Cancelled);
    }

    #[test]
    fn impossible_films_are_refused_before_the_start() {
        let scene = Scene::default();
        let film = FilmChoices { out: "a.webp".into(), ..FilmChoices::default() };
        assert!(film.check(&scene).is_ok());
        let refused = [
            (FilmChoices { size: [0, 10], ..film.clone() }, "1 to 8192"),
            (FilmChoices { seconds: 0.0, ..film.clone() }, "frames"),
            (FilmChoices { seconds: f64::NAN, ..film.clone() }, "frames"),
            (FilmChoices { seconds: 1e9, ..film.clone() }, "frames"),
            (FilmChoices { kind: FilmKind::Flight, ..film.clone() }, "two bookmarks"),
        ];
        for (film, words) in refused {
            let line = film.check(&scene).unwrap_err().to_string();
            assert!(line.contains(words), "{line}");
        }
        let content = Content::Picture;
        let still = FilmChoices { kind: FilmKind::Picture { content }, size: [16384; 2], ..film };
        assert!(still.check(&scene).is_ok() && still.frames() == 1);
    }
}
