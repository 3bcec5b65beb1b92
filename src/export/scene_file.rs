//! Reading a scene from any file that holds one: a recipe in TOML, or what the program itself wrote.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use super::atomic::reason;
use super::embed::load_scene;
use super::source;
use crate::terrain::scene::{Scene, SceneError};

/// The largest recipe file that is read: what is longer is something else.
const MAX_BYTES: u64 = 1 << 20;

/// Loads the scene of a file: of a PNG, EXR or JSON of the program's by what it embedded, of any other file as a recipe.
///
/// # Errors
/// One line: which file, where in it, what is wrong, what is allowed.
pub fn load(path: &Path) -> Result<Scene, String> {
    let fail = |what: &str| format!("cannot read `{}`: {what}", path.display());
    let file = source::open(path).map_err(|why| fail(&why))?;
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png" | "exr" | "json") => load_scene(BufReader::new(file)).map_err(|e| fail(&e.to_string())),
        _ => load_recipe(path, file),
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
