//! The open document: the source of the scene, and the scene when it was opened or saved.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::terrain::address::AddressRow;
use crate::terrain::param::Value;
use crate::terrain::preset::Preset;
use crate::terrain::scene::Scene;
use crate::terrain::values;

/// The source of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SceneSource {
    /// The land of the program before any file or preset is opened.
    #[default]
    Factory,
    /// A preset of the program or of the user, with its title.
    Preset(String),
    /// A file.
    File(PathBuf),
    /// A share code or a pasted text.
    Text,
}

/// True while a gesture on the land changes the scene, such as a stroke. The history adds a step
/// when the gesture ends.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LandGesture(pub bool);

/// The open document. The window's title shows its name, and resets return to its values.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct OpenDocument {
    pub source: SceneSource,
    /// The scene when it was last opened or saved.
    pub baseline: Scene,
}

impl OpenDocument {
    /// Creates a document from a source and a scene.
    pub fn new(source: SceneSource, baseline: Scene) -> Self {
        Self { source, baseline }
    }

    /// Creates a document of one of the program's presets.
    pub fn preset(preset: &Preset, baseline: Scene) -> Self {
        Self::new(SceneSource::Preset(preset.title.to_owned()), baseline)
    }

    /// Returns the document of the preset that has the recipe of a scene. If no preset has it,
    /// returns a document without a name.
    pub fn of_scene(scene: &Scene) -> Self {
        let has_same_recipe = |preset: &&Preset| {
            preset.scene().is_ok_and(|preset_scene| preset_scene.recipe == scene.recipe)
        };
        match crate::terrain::preset::PRESETS.iter().find(has_same_recipe) {
            Some(preset) => Self::preset(preset, scene.clone()),
            None => Self::new(SceneSource::Factory, scene.clone()),
        }
    }

    /// Returns the name, such as `Alps` or `valley.toml`.
    pub fn name(&self) -> String {
        match &self.source {
            SceneSource::Factory => "Untitled".to_owned(),
            SceneSource::Preset(title) => title.clone(),
            SceneSource::File(path) => {
                path.file_name().unwrap_or_default().to_string_lossy().into()
            }
            SceneSource::Text => "Shared land".to_owned(),
        }
    }

    /// Returns true if a scene differs from the opened or saved scene. The camera's pose does not
    /// count.
    pub fn is_changed(&self, scene: &Scene) -> bool {
        let [was, is] = [&self.baseline, scene];
        was.recipe != is.recipe
            || was.view.params != is.view.params
            || was.view.bookmarks != is.view.bookmarks
    }

    /// Returns the value of a parameter when the document was opened or saved. `None` if its
    /// address did not exist then, or belonged to another kind of parameter.
    pub fn opened_value(&self, address: &str, row: &AddressRow) -> Option<Value> {
        let was = values::at(&self.baseline, address)?;
        let is_same = (was.row.kind, was.row.doc) == (row.kind, row.doc);
        is_same.then_some(was.value)
    }

    /// Returns the value that a reset sets: the value when the document was opened or saved. If that
    /// is the present value, or missing, a reset sets the factory default.
    pub fn reset_value(
        &self,
        address: &str,
        row: &AddressRow,
        now: &Value,
        factory: &Value,
    ) -> Value {
        reset_value(now, self.opened_value(address, row).as_ref(), factory)
    }
}

/// Returns the value that a reset sets, as [`OpenDocument::reset_value`] describes it.
pub fn reset_value(now: &Value, opened: Option<&Value>, factory: &Value) -> Value {
    opened.filter(|opened| *opened != now).unwrap_or(factory).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::layer::LayerKind;
    use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
    use crate::terrain::values::{SceneValue, at};

    fn reset_in(
        document: &OpenDocument,
        scene: &mut Scene,
        address: &str,
        factory: Value,
    ) -> Value {
        let SceneValue { row, value, .. } = at(scene, address).expect("the address");
        let to = document.reset_value(address, &row, &value, &factory);
        scene.set_text(address, &to.to_string()).expect("in range");
        to
    }

    #[test]
    fn a_reset_restores_the_opened_value_and_then_the_default() {
        let mut opened = Scene::default();
        opened.recipe.base_mut().shape.height_m = 900.0;
        opened.view.params.light.ambient = 0.5;
        let document = OpenDocument::new(SceneSource::Factory, opened.clone());
        for (address, was, factory) in [
            ("shape.height_m", 900.0, 600.0),
            ("layer.1.shape.height_m", 900.0, 600.0),
            ("light.ambient", 0.5, 0.22),
            ("layer.1.opacity", 1.0, 1.0),
        ] {
            let mut scene = opened.clone();
            scene.set_text(address, "0.7").unwrap();
            let mut reset = || reset_in(&document, &mut scene, address, Value::Number(factory));
            assert_eq!(reset(), Value::Number(was), "{address}");
            assert_eq!(reset(), Value::Number(factory), "{address}");
        }
    }

    #[test]
    fn parts_missing_in_the_opened_land_reset_to_their_defaults() {
        let mut opened = Scene::default();
        let listed = |kind| ListedOperation::new(1, Operation::new(kind));
        opened.recipe.operations = vec![listed(OperationKind::Plateau)];
        let document = OpenDocument::new(SceneSource::Factory, opened.clone());
        let mut scene = opened;
        scene.recipe.layers.add(0, LayerKind::named("noise").unwrap());
        scene.recipe.operations = vec![listed(OperationKind::ValleyFloor)];
        for address in ["layer.2.shape.height_m", "operation.1.height_m"] {
            scene.set_text(address, "77").unwrap();
            let to = reset_in(&document, &mut scene, address, Value::Number(5.0));
            assert_eq!(to, Value::Number(5.0), "{address}");
        }
    }
}
