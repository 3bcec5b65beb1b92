//! Reads a scene from a recipe in TOML or from a file that this program wrote.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::atomic::folder;
use super::embed::{LoadError, load_scene_from_file};
use super::file_error::FileProblem;
use super::format::Format;
use super::heightmap;
use super::mesh::MeshFormat;
use super::sidecar::{self, Sidecar};
use super::source;
use orogen_terrain::scene::{Scene, SceneError};

/// The largest recipe file to read, in bytes. Thousands of long marks need most of it.
const MAX_BYTES: u64 = 16 << 20;

/// Why a file gave no scene.
///
/// The message gives the file, the position and the reason on one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFileError {
    /// The file cannot be read, or holds no scene.
    #[error("cannot read `{}`: {problem}", .path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        problem: SceneFileProblem,
    },
    /// The recipe has an error at this position.
    #[error("{}:{line}:{column}: {problem}", .path.display())]
    At {
        /// The path of the file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column in characters, counted from 1.
        column: usize,
        /// The error at that position.
        problem: Box<SceneError>,
    },
    /// The recipe is invalid, but no single position is wrong.
    #[error("{}: {problem}", .path.display())]
    Whole {
        /// The path of the file.
        path: PathBuf,
        /// The error.
        problem: SceneError,
    },
}

/// Why a file holds no readable scene.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFileProblem {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The embedded scene is missing or damaged.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The file holds only samples, and the JSON that an export writes next to it is missing.
    #[error("it contains no scene, and its JSON `{}` is missing", .0.display())]
    NoJson(PathBuf),
    /// The recipe is not text.
    #[error("it is not text; a recipe is a TOML file")]
    NotText,
    /// The recipe is too long.
    #[error("it is over 16 MiB long; a recipe is a shorter TOML file")]
    TooLong,
}

impl SceneFileError {
    fn read(path: &Path, problem: impl Into<SceneFileProblem>) -> Self {
        Self::Read { path: path.to_owned(), problem: problem.into() }
    }
}

/// The file extensions of recipes, exported heights and JSON files.
pub fn endings() -> Vec<&'static str> {
    let heights = Format::ALL.iter().flat_map(|row| row.value.extensions()).copied();
    ["toml"].into_iter().chain(heights).chain(["json"]).collect()
}

/// Returns true if files of this name lead to a scene.
///
/// The scene is in the file itself or in its JSON.
pub fn is_file_name(name: &str) -> bool {
    let path = Path::new(name);
    let ends_in =
        |ending: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending));
    ends_in("toml") || ends_in("json") || has_json(path)
}

/// Returns true if files of this name have their scene in their JSON.
fn has_json(path: &Path) -> bool {
    Format::of_path(path).is_some() || MeshFormat::of_path(path).is_some()
}

/// Loads the scene of a file, and the heightmaps in the file's folder.
///
/// [`missing`](orogen_terrain::heightmap::missing) lists heightmaps that could not be found.
///
/// PNG, EXR and JSON files contain their scene. For raw samples, TIFF and meshes, the JSON next to
/// the file contains it. Any other file is read as a recipe.
///
/// # Errors
/// The error is one line that names the file, the position, the problem and the allowed values.
///
/// ```
/// use orogen_export::scene_file;
/// use orogen_terrain::Scene;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("land.toml");
/// std::fs::write(&path, Scene::default().to_plain_toml())?;
/// assert_eq!(scene_file::load(&path)?, Scene::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load(path: &Path) -> Result<Scene, SceneFileError> {
    let scene = load_scene(path)?;
    heightmap::load(&scene.recipe, folder(path));
    Ok(scene)
}

fn load_scene(path: &Path) -> Result<Scene, SceneFileError> {
    let file = source::open(path).map_err(|e| SceneFileError::read(path, e))?;
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png" | "exr" | "json") => {
            load_scene_from_file(path).map_err(|e| SceneFileError::read(path, e))
        }
        _ if has_json(path) => load_from_sidecar(path),
        _ => load_recipe(path, file),
    }
}

/// Loads the scene from the JSON of a file.
fn load_from_sidecar(path: &Path) -> Result<Scene, SceneFileError> {
    let json = sidecar::path_of(path);
    match Sidecar::of(path) {
        Some(_) => load_scene_from_file(&json).map_err(|e| SceneFileError::read(&json, e)),
        None => Err(SceneFileError::read(path, SceneFileProblem::NoJson(json))),
    }
}

fn load_recipe(path: &Path, file: File) -> Result<Scene, SceneFileError> {
    let fail = |problem| SceneFileError::read(path, problem);
    let mut text = String::new();
    match file.take(MAX_BYTES + 1).read_to_string(&mut text) {
        Err(e) if e.kind() == std::io::ErrorKind::InvalidData => {
            return Err(fail(SceneFileProblem::NotText));
        }
        Err(e) => return Err(SceneFileError::read(path, FileProblem::from(e))),
        Ok(bytes) if bytes as u64 > MAX_BYTES => {
            return Err(fail(SceneFileProblem::TooLong));
        }
        Ok(_) => {}
    }
    let path = path.to_owned();
    Scene::from_toml(&text).map_err(|error| match error {
        SceneError::At { line, column, problem } => {
            SceneFileError::At { path, line, column, problem }
        }
        problem => SceneFileError::Whole { path, problem },
    })
}
