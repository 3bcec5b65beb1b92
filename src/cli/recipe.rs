//! Loads the scene of a RECIPE argument: a file, a share code or a preset.

use std::path::{Path, PathBuf};

use super::error::Error;
use crate::export::scene_file;
use crate::terrain::heightmap;
use crate::terrain::nearest;
use crate::terrain::preset::{PRESETS, Preset};
use crate::terrain::scene::Scene;
use crate::terrain::share;
use crate::text::{sanitise, say};

/// Returns true if a RECIPE argument is a file name.
pub fn is_file(name: &str) -> bool {
    name.contains(std::path::is_separator) || scene_file::is_file_name(name)
}

/// Returns the path of the file that a recipe argument names, if it names a file.
pub fn file(name: &str) -> Option<PathBuf> {
    is_file(name).then(|| name.into())
}

/// Prints a note for each missing heightmap of a scene, and returns the scene.
fn report_missing(scene: Scene) -> Scene {
    heightmap::missing(&scene.recipe).iter().for_each(|missing| say(&format!("note: {missing}")));
    scene
}

/// Loads the scene of a RECIPE argument.
///
/// The name is a file if it contains a `/` or has a known extension. Otherwise it is a share code
/// or, failing that, a preset in the given version.
///
/// # Errors
/// The error is one line that names the file, the position, the problem and the allowed values.
pub fn load(name: &str, version: u32) -> Result<Scene, Error> {
    if is_file(name) {
        return Ok(report_missing(scene_file::load(Path::new(name))?));
    }
    if share::is_code(name) {
        return Ok(report_missing(share::decode(name)?));
    }
    match Preset::find(name) {
        Some(preset) => match preset.scene_of_version(version) {
            Some(scene) => scene.map_err(|e| Error(format!("the preset `{name}`: {e}"))),
            None => Err(Error(format!("the preset `{name}` has no version {version}"))),
        },
        None => Err(unknown(name, [])),
    }
}

/// Returns true if a RECIPE argument cannot be loaded: it is not a preset, and has neither the form
/// of a file name nor of a share code.
pub fn is_unknown(name: &str) -> bool {
    !is_file(name) && !share::is_code(name) && Preset::find(name).is_none()
}

/// Returns the error for an unknown preset. It suggests the nearest preset or command.
pub fn unknown<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Error {
    let slugs: Vec<_> = PRESETS.iter().map(|p| p.slug).collect();
    let known: Vec<_> = slugs.iter().copied().chain(others).collect();
    let hint = match nearest(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a file's name contains a `/` or ends in .toml, .png, .exr, .tif, .r16, .r32, .raw or .json, \
                 and a share code begins with orogen1-."
            .to_owned(),
    };
    let (name, slugs) = (sanitise(name), slugs.join(", "));
    Error(format!("there is no preset `{name}`; {hint} Presets: {slugs}"))
}
