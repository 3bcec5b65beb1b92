//! The text form of recovery and session files.
//!
//! It contains the scene, the camera's pose, the document and the undo history.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::export::{FileProblem, heightmap};
use crate::studio::document::history::file_form::{FiledSource, KeptHistory};
use crate::studio::document::history::states::History;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::terrain::scene::{Scene, SceneError};
use crate::terrain::view::{Camera, ViewError};

/// The version of this program. Undo steps are read only from files of the same version.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// An open land with its document and its undo history, to be written to a file.
#[derive(Clone, Debug)]
pub struct KeptLand {
    pub scene: Scene,
    /// The pose of the camera, which may differ from the camera in the scene.
    pub pose: Camera,
    pub document: OpenDocument,
    pub history: History,
    /// The time at which the land was written.
    pub written_at: SystemTime,
}

/// The TOML form of the file.
#[derive(Serialize, Deserialize)]
struct Filed {
    program: String,
    at_unix_s: u64,
    pose: String,
    source: FiledSource,
    scene: String,
    baseline: String,
    #[serde(default)]
    history: Option<KeptHistory>,
    /// The paths of heightmaps by their hash. A recipe finds heightmaps in its own folder, which
    /// this file is not in.
    #[serde(default)]
    heightmaps: BTreeMap<String, PathBuf>,
}

/// The reason why no land can be read from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeptLandError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The text is not TOML, or has other keys.
    #[error("{0}")]
    Toml(String),
    /// The scene cannot be read.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The camera pose cannot be read.
    #[error(transparent)]
    Pose(#[from] ViewError),
}

impl KeptLand {
    /// Writes the land as text.
    pub fn to_text(&self) -> String {
        let mut heightmaps = heightmap::sources(&self.document.baseline.recipe);
        heightmaps.extend(heightmap::sources(&self.scene.recipe));
        let since = self.written_at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let filed = Filed {
            program: PROGRAM.to_owned(),
            at_unix_s: since.as_secs(),
            pose: self.pose.to_string(),
            source: (&self.document.source).into(),
            scene: self.scene.to_toml(),
            baseline: self.document.baseline.to_toml(),
            history: Some(self.history.to_kept()),
            heightmaps,
        };
        match toml::to_string(&filed) {
            Ok(text) => text,
            Err(error) => unreachable!("texts and numbers are TOML: {error}"),
        }
    }

    /// Reads the land of a file.
    ///
    /// # Errors
    /// If the file cannot be read or has another form.
    pub fn read(path: &Path) -> Result<Self, KeptLandError> {
        let text = std::fs::read_to_string(path).map_err(FileProblem::from)?;
        Self::from_text(&text)
    }

    /// Reads a land from text and loads its heightmaps. Undo steps of another version of the
    /// program are dropped, because only the form of scenes is stable.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn from_text(text: &str) -> Result<Self, KeptLandError> {
        let toml = |error: toml::de::Error| error.message().replace('\n', ", ");
        let filed: Filed =
            toml::from_str(text).map_err(|error| KeptLandError::Toml(toml(error)))?;
        let scene = Scene::from_toml(&filed.scene)?;
        let baseline = Scene::from_toml(&filed.baseline)?;
        let kept = filed.history.filter(|_| filed.program == PROGRAM);
        let history = kept.map(KeptHistory::history).transpose()?.unwrap_or_default();
        let written_at = SystemTime::UNIX_EPOCH + Duration::from_secs(filed.at_unix_s.min(1 << 40));
        let document = OpenDocument::new(filed.source.into(), baseline);
        let recipe_path = match &document.source {
            SceneSource::File(path) => Some(&**path),
            _ => None,
        };
        for recipe in [&scene.recipe, &document.baseline.recipe] {
            heightmap::load_from(recipe, &filed.heightmaps, recipe_path);
        }
        Ok(Self { scene, pose: filed.pose.parse()?, document, history, written_at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::preset::Preset;

    fn land() -> KeptLand {
        let preset = Preset::find("alps").unwrap();
        let baseline = preset.scene().unwrap();
        let document = OpenDocument::preset(preset, baseline.clone());
        let mut history = History::default();
        history.settle_with_document(&baseline, &document);
        let mut scene = baseline;
        for metres in [1.5, 2.5] {
            scene.recipe.world.sea_level_m = metres;
            history.settle_with_document(&scene, &document);
        }
        let pose = Camera { distance_m: 321.5, ..scene.view.camera };
        let written_at = SystemTime::UNIX_EPOCH + Duration::from_secs(7);
        KeptLand { scene, pose, document, history, written_at }
    }

    #[test]
    fn a_land_and_its_steps_survive_the_text_form() {
        let land = land();
        let mut again = KeptLand::from_text(&land.to_text()).unwrap();
        assert_eq!((&again.scene, &again.document), (&land.scene, &land.document));
        assert_eq!((again.written_at, again.pose), (land.written_at, land.pose));
        let back = again.history.undo(&again.scene, None).unwrap();
        assert_eq!(back.scene.recipe.world.sea_level_m, 1.5);
        assert_eq!(again.history.go(0, None).unwrap().scene, land.document.baseline);
        for source in
            [SceneSource::Factory, SceneSource::Text, SceneSource::File("/a/b.toml".into())]
        {
            let mut land = land.clone();
            land.document.source = source;
            let again = KeptLand::from_text(&land.to_text()).unwrap();
            assert_eq!(again.document, land.document);
        }
    }

    #[test]
    fn a_land_finds_its_heightmaps_by_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("far hill.asc");
        // No other test uses these samples, because all tests share the heightmaps that are loaded.
        let text = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2\n3 86.125\n";
        std::fs::write(&path, text).unwrap();
        let kept = {
            let map = heightmap::describe(&path).unwrap();
            let mut land = land();
            let layers = &land.scene.recipe.layers;
            land.scene.recipe.layers = heightmap::insert_below(layers, &map, &map.choices).unwrap();
            land.to_text()
        };
        assert!(kept.contains(&path.display().to_string()), "the text contains the full path");
        let moved = kept.replace(&path.display().to_string(), "/gone/far hill.asc");
        let again = KeptLand::from_text(&kept).unwrap();
        assert_eq!(crate::terrain::heightmap::missing(&again.scene.recipe), []);
        let again = KeptLand::from_text(&moved).unwrap();
        assert_eq!(again.scene.recipe.layers.len(), land().scene.recipe.layers.len() + 1);
    }

    #[test]
    fn steps_of_another_version_are_dropped_and_damage_gives_an_error() {
        let text = land().to_text();
        let older = text.replacen(PROGRAM, "0.0.1", 1);
        let read = KeptLand::from_text(&older).unwrap();
        assert_eq!((read.scene, read.history.steps()), (land().scene, 0));
        let newer = text.replacen("version = 3", "version = 99", 1);
        let line = KeptLand::from_text(&newer).unwrap_err().to_string();
        assert!(line.contains("newer Orogen"), "{line}");
        for bad in ["", "[", "scene = 3", &text[..text.len() / 2]] {
            let line = KeptLand::from_text(bad).unwrap_err().to_string();
            assert!(!line.is_empty() && !line.contains('\n'), "{line}");
        }
    }
}
