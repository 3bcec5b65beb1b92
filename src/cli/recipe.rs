//! Where a scene comes from: a file or a preset.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{Error, suggest_recipe};
use crate::export::atomic::reason;
use crate::export::load_scene_from_file;
use crate::terrain::preset::{PRESETS, Preset};
use crate::terrain::scene::{Scene, SceneError};

/// The largest recipe file that is read: what is longer is something else.
const MAX_BYTES: u64 = 1 << 20;

/// Ends of names of files that hold a scene beside other things: exports, screenshots, and the JSON beside exports.
const EXPORTED: [&str; 3] = [".png", ".exr", ".json"];

/// Loads the scene of a RECIPE argument: a file if the name holds a `/` or ends in .toml, .png, .exr or .json, else a preset.
///
/// # Errors
/// One line: which name, where in the file, what is wrong, what is allowed.
pub fn load(name: &str) -> Result<Scene, Error> {
    if EXPORTED.iter().any(|end| name.to_ascii_lowercase().ends_with(end)) {
        return load_scene_from_file(Path::new(name)).map_err(|e| Error(format!("cannot read `{name}`: {e}")));
    }
    if name.contains('/') || name.ends_with(".toml") {
        return load_file(Path::new(name));
    }
    match Preset::find(name) {
        Some(preset) => preset.scene().map_err(|e| Error(format!("the preset `{name}`: {e}"))),
        None => {
            let slugs: Vec<_> = PRESETS.iter().map(|p| p.slug).collect();
            let hint = match suggest_recipe(name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a file's name holds a `/` or ends in .toml, .png, .exr or .json.".to_owned(),
            };
            Err(Error(format!("there is no preset `{name}`; {hint} Presets: {}", slugs.join(", "))))
        }
    }
}

fn load_file(path: &Path) -> Result<Scene, Error> {
    let shown = path.display();
    let fail = |what: &str| Error(format!("cannot read `{shown}`: {what}"));
    if path.is_dir() {
        return Err(fail("it is a folder; name a recipe file in it"));
    }
    let file = File::open(path).map_err(|e| fail(&reason(&e)))?;
    let mut text = String::new();
    let read = file.take(MAX_BYTES + 1).read_to_string(&mut text);
    match read {
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
        SceneError::At { line, column, problem } => Error(format!("{shown}:{line}:{column}: {problem}")),
        other => Error(format!("{shown}: {other}")),
    })
}
