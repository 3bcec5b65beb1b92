//! Scenes: a recipe and a view of its land. Files and presets contain scenes; `--set` changes them.
//!
//! The file format is TOML: `version`, an optional text `view`, and one table per group of
//! parameters. The reader starts from the defaults of the version, applies the text `view`, and then
//! applies the tables. Their order in the file does not matter. A key in a table (such as `[look]`)
//! therefore overrides the same key in the text `view`. A written file contains every key, with
//! explanations ([`Scene::to_toml`]) or without ([`Scene::to_plain_toml`]).

use std::ops::Range;
use std::sync::LazyLock;

use toml::de::{DeTable, DeValue};

use crate::address::AddressRow;
use crate::edit_file;
use crate::layer_file;
use crate::param::{Document, Param, ParamError, Value};
use crate::quantity;
use crate::recipe::{NoiseLayer, RECIPE_VERSION, Recipe};
use crate::recipe_text::{self, is_noise_group};
pub use crate::scene_error::SceneError;
use crate::toml_text::{integer, located, nearest, read_row_value};
use crate::view::{View, ViewParams};

/// A recipe and a view of its land.
///
/// ```
/// use orogen_terrain::Scene;
///
/// let mut scene = Scene::default();
/// scene.set_text("world.sea_level_m", "25 ft")?;
/// assert_eq!(Scene::from_toml(&scene.to_toml())?, scene);
/// # Ok::<(), orogen_terrain::scene::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The recipe of the land.
    pub recipe: Recipe,
    /// The view: camera, light, style and overlay.
    pub view: View,
}

impl Scene {
    /// Sets a parameter of the recipe or the view from text.
    ///
    /// Numbers may have units, arithmetic and a decimal comma: `25 ft`, `3*250`, `1,5`.
    ///
    /// # Errors
    /// Returns an error for an unknown key (the error names the most similar key), a wrong type, or
    /// a value out of range.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), SceneError> {
        let key = current_key(key);
        if is_part_address(key) {
            return super::address::set_text(&mut self.recipe, key, text);
        }
        if let Some(param) = Recipe::param(key) {
            self.check_single_layer(key)?;
            return Ok(set_with_units(param, &mut self.recipe, text)?);
        }
        if let Some(param) = ViewParams::param(key) {
            return Ok(set_with_units(param, &mut self.view.params, text)?);
        }
        Err(unknown_key(key, &all_keys()))
    }

    /// Reads a parameter of the recipe or the view.
    ///
    /// ```
    /// use orogen_terrain::{Scene, param::Value};
    ///
    /// let mut scene = Scene::default();
    /// scene.set_text("world.sea_level_m", "12")?;
    /// assert_eq!(scene.value("world.sea_level_m")?, Value::Number(12.0));
    /// # Ok::<(), orogen_terrain::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error for an unknown key, as [`Scene::set_text`] does.
    pub fn value(&self, key: &str) -> Result<Value, SceneError> {
        let key = current_key(key);
        if is_part_address(key) {
            return super::address::value(&self.recipe, key);
        }
        if let Some(param) = Recipe::param(key) {
            self.check_single_layer(key)?;
            return Ok((param.get)(&self.recipe));
        }
        match ViewParams::param(key) {
            Some(param) => Ok((param.get)(&self.view.params)),
            None => Err(unknown_key(key, &all_keys())),
        }
    }

    /// Returns an error if a key of a noise layer does not say which of several layers it means.
    fn check_single_layer(&self, key: &str) -> Result<(), SceneError> {
        let layers = &self.recipe.layers;
        if layers.len() == 1 || NoiseLayer::param(key).is_none() {
            return Ok(());
        }
        let numbers = layers.iter().map(|layer| layer.id).collect();
        Err(SceneError::WhichLayer { key: key.to_owned(), numbers })
    }

    /// Sets the parameter with this key, which must exist in the recipe or the view.
    fn set_value(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
        match (Recipe::param(key), ViewParams::param(key)) {
            (Some(param), _) => param.set(&mut self.recipe, value),
            (None, Some(param)) => param.set(&mut self.view.params, value),
            (None, None) => unreachable!("keys are looked up before their values are read"),
        }
    }

    /// Returns an error if some parameter values cannot be combined.
    pub fn validate(&self) -> Result<(), SceneError> {
        Ok(self.recipe.validate()?)
    }

    /// The defaults of a version of the file format.
    ///
    /// The defaults of an older version are stored in its file `default.toml`. A parameter that is
    /// missing there is newer than the version. It has its current default, which turns the new
    /// feature off.
    ///
    /// The defaults of the current version are in the parameter tables. A test compares them with
    /// files in `tests/recipes`: `v3/default.toml` has the defaults of the scene, `parts.toml` and
    /// `parts-NAME.toml` have the defaults of layers, operations and masks.
    ///
    /// To change a default, make a new version:
    ///
    /// 1. Before the change, add share codes that depend on the old default to `tests/recipes/codes`.
    /// 2. Set [`RECIPE_VERSION`] to 4, and change the default.
    /// 3. Add a match arm below that reads the file of version 3, like the arm of version 2.
    /// 4. Add the key with its old default to each older `default.toml` that leaves it out.
    /// 5. Give the presets version 4, and add the key to every preset whose land it changes.
    ///    [`Preset::scene_of_version`](crate::preset::Preset::scene_of_version) reads the same text
    ///    with the defaults of the older version.
    /// 6. Add a folder `tests/recipes/v4`.
    pub fn defaults_of(version: u32) -> Self {
        static FIRST: LazyLock<Scene> =
            LazyLock::new(|| read_defaults(1, include_str!("../tests/recipes/v1/default.toml")));
        static SECOND: LazyLock<Scene> =
            LazyLock::new(|| read_defaults(2, include_str!("../tests/recipes/v2/default.toml")));
        match version {
            1 => FIRST.clone(),
            2 => SECOND.clone(),
            _ => Self::default(),
        }
    }

    /// Reads a scene from the text of a file.
    ///
    /// A key that the file leaves out gets the default of the file's version. Tables override the
    /// text `view`.
    ///
    /// # Errors
    /// Returns an error that gives the line, the column, the problem and the allowed values.
    pub fn from_toml(text: &str) -> Result<Self, SceneError> {
        let error_at = |span: Range<usize>, problem: SceneError| located(text, span.start, problem);
        let parsed = DeTable::parse(text)
            .map_err(|e| error_at(e.span().unwrap_or_default(), syntax_error(&e)))?;
        let mut entries: Vec<_> = parsed.get_ref().iter().collect();
        // Sorting makes the order in the file irrelevant: `version` replaces the whole scene, then
        // `view` applies, and tables override it.
        entries.sort_by_key(|(key, _)| match key.get_ref().as_ref() {
            "version" => 0,
            "view" => 1,
            "layer" => 2,
            _ => 3,
        });
        let has_layers = entries.iter().any(|(key, _)| key.get_ref() == "layer");
        let mut scene = Self::default();
        for (key, value) in entries {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("version", number) => {
                    let version =
                        read_version(number).map_err(|problem| error_at(value.span(), problem))?;
                    scene = Self::defaults_of(version);
                }
                ("view", DeValue::String(view)) => {
                    scene.view.patch(view).map_err(|e| error_at(value.span(), e.into()))?;
                }
                ("view", other) => {
                    return Err(error_at(value.span(), SceneError::ViewType(other.type_str())));
                }
                ("layer", _) => scene.recipe.layers = layer_file::read_layers(value, text)?,
                ("operation", _) => {
                    scene.recipe.operations = layer_file::read_operations(value, "", text)?;
                }
                ("edit", _) if has_layers => {
                    return Err(error_at(key.span(), SceneError::OutsideLayer("edit".to_owned())));
                }
                ("edit", _) => {
                    scene.recipe.base_mut().edits = edit_file::read_edits(value, "", text)?;
                }
                (group, DeValue::Table(_)) if has_layers && is_noise_group(group) => {
                    let problem = SceneError::OutsideLayer(group.to_owned());
                    return Err(error_at(key.span(), problem));
                }
                (group, DeValue::Table(_)) if !group_names().contains(&group) => {
                    return Err(error_at(key.span(), unknown_key(group, &group_names())));
                }
                (group, DeValue::Table(table)) => read_group(&mut scene, group, table, text)?,
                (name, _) if group_names().contains(&name) => {
                    return Err(error_at(value.span(), SceneError::Group(name.to_owned())));
                }
                (name, _) => return Err(error_at(key.span(), unknown_key(name, &top_names()))),
            }
        }
        scene.validate()?;
        Ok(scene)
    }

    /// Writes a file with every key and its explanation, range and default.
    pub fn to_toml(&self) -> String {
        recipe_text::write_scene(&self.recipe, &self.view, true)
    }

    /// Writes a file with every key, without explanations.
    ///
    /// It is used in the metadata of pictures and heightmaps, on the clipboard, and by programs.
    pub fn to_plain_toml(&self) -> String {
        recipe_text::write_scene(&self.recipe, &self.view, false)
    }
}

/// Reads the defaults of an older version from its file.
fn read_defaults(version: u32, text: &str) -> Scene {
    // With its version, the file would be a patch over the defaults that it gives.
    let text = text.replacen(&format!("version = {version}\n"), "", 1);
    Scene::from_toml(&text).expect("a test reads it")
}

/// Returns true for the address of a parameter in a layer, an operation or a mask.
fn is_part_address(key: &str) -> bool {
    ["layer.", "operation.", "rivers.mask.", "erosion.mask.", "plants.mask."]
        .iter()
        .any(|prefix| key.starts_with(prefix))
}

/// Sets a parameter from text, which may have units and arithmetic.
fn set_with_units<D>(param: &Param<D>, document: &mut D, text: &str) -> Result<(), ParamError> {
    let value = quantity::parse_given(text, &param.kind, param.unit, &(param.get)(document));
    param.set(document, value.map_err(|problem| param.error(problem))?)
}

fn read_version(value: &DeValue) -> Result<u32, SceneError> {
    match value.as_integer().and_then(integer) {
        Some(v) if (1..=i64::from(RECIPE_VERSION)).contains(&v) => Ok(v as u32),
        Some(v) if v > i64::from(RECIPE_VERSION) => Err(SceneError::NewerVersion(v)),
        _ => Err(SceneError::UnknownVersion),
    }
}

fn read_group(
    scene: &mut Scene,
    group: &str,
    table: &DeTable,
    text: &str,
) -> Result<(), SceneError> {
    for (name, value) in table {
        let key = format!("{group}.{}", name.get_ref());
        let masks = match &*key {
            "rivers.mask" => Some(&mut scene.recipe.rivers_masks),
            "erosion.mask" => Some(&mut scene.recipe.erosion_masks),
            "plants.mask" => Some(&mut scene.recipe.plants_masks),
            _ => None,
        };
        if let Some(masks) = masks {
            *masks = layer_file::read_masks(value, &format!("{group}."), text)?;
            continue;
        }
        let key = current_key(&key).to_owned();
        let Some(row) = row_of(&key) else {
            return Err(located(text, name.span().start, unknown_key(&key, &all_keys())));
        };
        let outcome =
            read_row_value(&row, value, text).and_then(|value| scene.set_value(&key, value));
        outcome.map_err(|e| located(text, value.span().start, e.into()))?;
    }
    Ok(())
}

/// The current name of a key. Version 1 called the world's seed `noise.seed`.
fn current_key(key: &str) -> &str {
    if key == "noise.seed" { "world.seed" } else { key }
}

/// The table row of a key in the recipe or the view.
fn row_of(key: &str) -> Option<AddressRow> {
    let in_recipe = Recipe::param(key).map(|param| param.row(param.key));
    in_recipe.or_else(|| ViewParams::param(key).map(|param| param.row(param.key)))
}

fn all_keys() -> Vec<&'static str> {
    Recipe::params()
        .iter()
        .map(|p| p.key)
        .chain(ViewParams::params().iter().map(|p| p.key))
        // This key of version 1 is still accepted.
        .chain(["noise.seed"])
        .collect()
}

fn group_names() -> Vec<&'static str> {
    Recipe::groups().iter().chain(ViewParams::groups()).map(|(name, _)| *name).collect()
}

fn top_names() -> Vec<&'static str> {
    ["version", "view", "layer", "operation", "edit"].into_iter().chain(group_names()).collect()
}

/// The error for an unknown key; it names the most similar known key.
fn unknown_key(key: &str, known: &[&'static str]) -> SceneError {
    SceneError::UnknownKey { key: key.to_owned(), nearest: nearest(key, known) }
}

/// Puts a parser's message on one line.
fn syntax_error(error: &toml::de::Error) -> SceneError {
    SceneError::Toml(error.message().replace('\n', ", "))
}

#[cfg(test)]
mod tests;
