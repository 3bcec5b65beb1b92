//! Reading a scene from any file that holds one: a recipe in TOML, or what the program itself
//! wrote.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::atomic::reason;
use super::beside::{self, Beside};
use super::load_scene_from_file;
use super::options::Format;
use super::source;
use crate::terrain::scene::{Scene, SceneError};

/// The largest recipe file that is read: what is longer is something else.
const MAX_BYTES: u64 = 1 << 20;

/// Whether a name ends as those of files do that hold a scene, or lie beside a JSON that does.
pub fn is_file_name(name: &str) -> bool {
    let path = Path::new(name);
    let is = |ending: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    is("toml") || is("json") || Format::of_path(path).is_some()
}

/// Loads the scene of a file: of a PNG, EXR or JSON of the program's by what it embedded, of raw
/// samples and TIFF by the JSON beside it, of any other file as a recipe.
///
/// # Errors
/// One line: which file, where in it, what is wrong, what is allowed.
pub fn load(path: &Path) -> Result<Scene, String> {
    let fail = |what: &str| format!("cannot read `{}`: {what}", path.display());
    let file = source::open(path).map_err(|why| fail(&why))?;
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png" | "exr" | "json") => {
            load_scene_from_file(path).map_err(|e| fail(&e.to_string()))
        }
        _ if Format::of_path(path).is_some() => load_beside(path),
        _ => load_recipe(path, file),
    }
}

/// The scene of a file that holds none itself.
fn load_beside(path: &Path) -> Result<Scene, String> {
    let fail = |what: &str| format!("cannot read `{}`: {what}", path.display());
    let json = beside::path_of(path);
    match Beside::of(path) {
        Some(_) => load_scene_from_file(&json)
            .map_err(|e| format!("cannot read `{}`: {e}", json.display())),
        None => Err(fail(&format!(
            "it holds no land itself, and there is no JSON of it beside it, `{}`",
            json.display()
        ))),
    }
}

fn load_recipe(path: &Path, file: File) -> Result<Scene, String> {
    let shown = path.display();
    let fail = |what: &str| format!("cannot read `{shown}`: {what}");
    let mut text = String::new();
    match file.take(MAX_BYTES + 1).read_to_string(&mut text) {
        Err(e) if e.kind() == std::io::ErrorKind::InvalidData => {
            return Err(fail("it is no text; a recipe is a TOML file"));
        }
        Err(e) => return Err(fail(&reason(&e))),
        Ok(bytes) if bytes as u64 > MAX_BYTES => {
            return Err(fail("it is over 1 MiB long; a recipe is a short TOML file"));
        }
        Ok(_) => {}
    }
    Scene::from_toml(&text).map_err(|e| match e {
        SceneError::At { line, column, problem } => format!("{shown}:{line}:{column}: {problem}"),
        other => format!("{shown}: {other}"),
    })
}
