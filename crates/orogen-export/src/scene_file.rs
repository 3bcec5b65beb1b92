//! Reading a scene from any file that holds one: a recipe in TOML, or what the program itself
//! wrote.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::atomic::folder;
use super::beside::{self, Beside};
use super::embed::{LoadError, load_scene_from_file};
use super::file_error::FileProblem;
use super::format::Format;
use super::heightmap;
use super::mesh::MeshFormat;
use super::source;
use orogen_terrain::scene::{Scene, SceneError};

/// The largest recipe file that is read: what is longer is something else.
const MAX_BYTES: u64 = 1 << 20;

/// A file that no scene can be loaded from: which one, where in it and why, on one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFileError {
    /// It cannot be read, or holds no scene.
    #[error("cannot read `{}`: {problem}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: SceneFileProblem,
    },
    /// A recipe that is wrong somewhere.
    #[error("{}:{line}:{column}: {problem}", .path.display())]
    At {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// In characters, counted from 1.
        column: usize,
        /// What is wrong there.
        problem: Box<SceneError>,
    },
    /// A recipe that is wrong as a whole.
    #[error("{}: {problem}", .path.display())]
    Whole {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: SceneError,
    },
}

/// Why a file gives no scene.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFileProblem {
    /// It cannot be opened.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// What the program embeds in its files is missing or damaged.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A file of nothing but samples, without the JSON that an export writes beside it.
    #[error("it holds no land itself, and there is no JSON of it beside it, `{}`", .0.display())]
    NoJson(PathBuf),
    /// A recipe that is no text.
    #[error("it is no text; a recipe is a TOML file")]
    NotText,
    /// A recipe that is far too long.
    #[error("it is over 1 MiB long; a recipe is a short TOML file")]
    TooLong,
}

impl SceneFileError {
    fn read(path: &Path, problem: impl Into<SceneFileProblem>) -> Self {
        Self::Read { path: path.to_owned(), problem: problem.into() }
    }
}

/// The ends of the names of recipes, and of heights and pictures that lead to their scene.
pub fn endings() -> Vec<&'static str> {
    let heights = Format::ALL.iter().flat_map(|row| row.value.extensions()).copied();
    ["toml"].into_iter().chain(heights).chain(["json"]).collect()
}

/// Whether a name ends as those of files do that hold a scene, or lie beside a JSON that does.
pub fn is_file_name(name: &str) -> bool {
    let path = Path::new(name);
    let is = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    is("toml") || is("json") || has_json(path)
}

/// Whether files of this name have a JSON beside them that holds their scene.
fn has_json(path: &Path) -> bool {
    Format::of_path(path).is_some() || MeshFormat::of_path(path).is_some()
}

/// Loads the scene of a file, and the heightmaps that lie beside it; those that are missing are told
/// by [`missing`](orogen_terrain::heightmap::missing).
///
/// Of a PNG, EXR or JSON of the program's the scene is what it embedded, of raw samples and TIFF what
/// the JSON beside it says; any other file is a recipe.
///
/// # Errors
/// One line: which file, where in it, what is wrong, what is allowed.
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
        _ if has_json(path) => load_beside(path),
        _ => load_recipe(path, file),
    }
}

/// The scene of a file that holds none itself.
fn load_beside(path: &Path) -> Result<Scene, SceneFileError> {
    let json = beside::path_of(path);
    match Beside::of(path) {
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
