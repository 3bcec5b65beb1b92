//! Where a scene comes from: a file, a share code or a preset.

use std::path::Path;

use super::{Error, suggest_recipe};
use crate::export::scene_file;
use crate::terrain::heightmap;
use crate::terrain::preset::{PRESETS, Preset};
use crate::terrain::scene::Scene;
use crate::terrain::share;
use crate::text::{say, shown};

/// Whether a RECIPE argument is a file's name.
pub fn is_file(name: &str) -> bool {
    name.contains('/') || scene_file::is_file_name(name)
}

/// Says what of a scene is not there, and gives it back.
fn told(scene: Scene) -> Scene {
    heightmap::missing(&scene.recipe).iter().for_each(|missing| say(&format!("note: {missing}")));
    scene
}

/// Loads the scene of a RECIPE argument: a file if the name holds a `/` or has a file's ending, else
/// what a share code says, else a preset, in a version of its land.
///
/// # Errors
/// One line: which name, where in the file, what is wrong, what is allowed.
pub fn load(name: &str, version: u32) -> Result<Scene, Error> {
    if is_file(name) {
        return Ok(told(scene_file::load(Path::new(name))?));
    }
    if share::is_code(name) {
        return Ok(told(share::decode(name)?));
    }
    match Preset::find(name) {
        Some(preset) => match preset.scene_of_version(version) {
            Some(scene) => scene.map_err(|e| Error(format!("the preset `{name}`: {e}"))),
            None => Err(Error(format!("the preset `{name}` has no version {version}"))),
        },
        None => {
            let slugs: Vec<_> = PRESETS.iter().map(|p| p.slug).collect();
            let hint = match suggest_recipe(name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a file's name holds a `/` or ends in .toml, .png, .exr, .tif, .r16, .r32, .raw or .json, \
                         and a share code begins with orogen1-."
                    .to_owned(),
            };
            Err(Error(format!(
                "there is no preset `{}`; {hint} Presets: {}",
                shown(name),
                slugs.join(", ")
            )))
        }
    }
}
