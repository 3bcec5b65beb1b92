//! A scene is a recipe and a view: what a file holds, what a preset is, what `--set` changes.
//!
//! The file is TOML: `version`, an optional `view` text, and one table a group. Reading patches the
//! defaults of its version: the view's text first, then the tables, wherever they stand, so that a
//! key of a table (`[look]`, `[light]`) beats what the text says or leaves out. Writing states
//! every key.

use std::fmt::Write as _;
use std::ops::Range;

use toml::de::{DeInteger, DeTable, DeValue};

use crate::terrain::layer_file;
use crate::terrain::param::{Document, ParamError, ParamKind, Value, ValueError};
use crate::terrain::recipe::{NoiseLayer, RECIPE_VERSION, Recipe};
pub use crate::terrain::scene_error::SceneError;
use crate::terrain::view::{View, ViewError, ViewParams};

/// A recipe and how one looks at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What makes the land.
    pub recipe: Recipe,
    /// How one looks at it.
    pub view: View,
}

impl Scene {
    /// Sets one parameter of recipe or view by its key.
    ///
    /// # Errors
    /// For an unknown key (with the nearest one), a value of the wrong type or out of range.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), SceneError> {
        let key = today(key);
        if let Some(address) = key.strip_prefix("layer.") {
            return super::address::set_text(&mut self.recipe.layers, address, text);
        }
        if let Some(param) = Recipe::param(key) {
            self.check_layer(key)?;
            return Ok(param.set_text(&mut self.recipe, text)?);
        }
        if let Some(param) = ViewParams::param(key) {
            return Ok(param.set_text(&mut self.view.params, text)?);
        }
        Err(unknown_key(key, &all_keys()))
    }

    /// A layer's key without a layer is that of the only one.
    fn check_layer(&self, key: &str) -> Result<(), SceneError> {
        let layers = &self.recipe.layers;
        if layers.len() == 1 || NoiseLayer::param(key).is_none() {
            return Ok(());
        }
        let numbers = layers.iter().map(|layer| layer.id).collect();
        Err(SceneError::WhichLayer { key: key.to_owned(), numbers })
    }

    /// Sets one parameter of recipe or view by its key, to a typed value.
    fn set_value(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
        match (Recipe::param(key), ViewParams::param(key)) {
            (Some(param), _) => param.set(&mut self.recipe, value),
            (None, Some(param)) => param.set(&mut self.view.params, value),
            (None, None) => unreachable!("keys are looked up before their values are read"),
        }
    }

    /// Checks what no single parameter shows: choices that exclude each other.
    pub fn validate(&self) -> Result<(), SceneError> {
        Ok(self.recipe.validate()?)
    }

    /// Reads a scene from the text of a file, as a patch over the defaults of its version. The text
    /// of `view` is a whole view, which a key of a table then patches.
    ///
    /// # Errors
    /// Say the line and the column, what is wrong there and what is allowed.
    pub fn from_toml(text: &str) -> Result<Self, SceneError> {
        let at = |span: Range<usize>, problem: SceneError| located(text, span.start, problem);
        let parsed =
            DeTable::parse(text).map_err(|e| at(e.span().unwrap_or_default(), syntax(&e)))?;
        let mut scene = Self::default();
        let mut entries: Vec<_> = parsed.get_ref().iter().collect();
        // Whatever the order in the file, or of the letters: what the file is, then the view as a
        // whole, then single keys.
        entries.sort_by_key(|(key, _)| match key.get_ref().as_ref() {
            "version" => 0,
            "view" => 1,
            "layer" => 2,
            _ => 3,
        });
        let has_layers = entries.iter().any(|(key, _)| key.get_ref() == "layer");
        for (key, value) in entries {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("version", value_of_key) => {
                    read_version(value_of_key).map_err(|problem| at(value.span(), problem))?;
                }
                ("view", DeValue::String(view)) => {
                    scene.view = view.parse().map_err(|e: ViewError| at(value.span(), e.into()))?;
                }
                ("view", other) => {
                    return Err(at(value.span(), SceneError::ViewType(other.type_str())));
                }
                ("layer", layers) => {
                    scene.recipe.layers = layer_file::read(layers, text)
                        .map_err(|problem| placed(problem, text, value.span().start))?;
                }
                (group, DeValue::Table(_)) if has_layers && is_of_layer(group) => {
                    let problem = SceneError::OutsideLayer(group.to_owned());
                    return Err(at(key.span(), problem));
                }
                (group, DeValue::Table(_)) if !group_names().contains(&group) => {
                    return Err(at(key.span(), unknown_key(group, &group_names())));
                }
                (group, DeValue::Table(table)) => read_group(&mut scene, group, table, text)?,
                (name, _) if group_names().contains(&name) => {
                    return Err(at(value.span(), SceneError::Group(name.to_owned())));
                }
                (name, _) => return Err(at(key.span(), unknown_key(name, &top_names()))),
            }
        }
        scene.validate()?;
        Ok(scene)
    }

    /// The scene as the text of a file, every key stated.
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "version = {RECIPE_VERSION}\nview = {}\n",
            toml::Value::from(self.view.to_string())
        );
        write_groups(&mut text, &self.recipe, "", |group| !is_of_layer(group));
        layer_file::write(&mut text, &self.recipe.layers);
        text
    }
}

/// Writes groups as tables, their names behind a prefix.
pub(super) fn write_groups<D: Document>(
    text: &mut String,
    document: &D,
    prefix: &str,
    is_wanted: impl Fn(&str) -> bool,
) {
    for (group, _) in D::groups().iter().filter(|(group, _)| is_wanted(group)) {
        let _ = write!(text, "\n[{prefix}{group}]\n");
        write_params(text, document, group);
    }
}

/// Writes the parameters of a group, a line each.
pub(super) fn write_params<D: Document>(text: &mut String, document: &D, group: &str) {
    {
        for param in D::params().iter().filter(|p| p.group() == group) {
            let value = match (param.get)(document) {
                Value::Number(x) => toml::Value::Float(x),
                Value::Integer(i) => toml::Value::Integer(i),
                Value::Toggle(on) => toml::Value::Boolean(on),
                Value::Choice(name) => toml::Value::String(name.to_owned()),
                Value::Text(text) => toml::Value::String(text),
                // As text of the shortest f32 digits, so that 0.29 is written 0.29.
                Value::Colour(rgb) => toml::Value::Array(
                    rgb.iter()
                        .map(|c| toml::Value::Float(c.to_string().parse().unwrap_or(0.0)))
                        .collect(),
                ),
                Value::Curve(points) => toml::Value::Array(
                    points.iter().map(|p| p.map(toml::Value::Float).to_vec().into()).collect(),
                ),
            };
            let _ = writeln!(text, "{} = {value}", param.name());
        }
    }
}

fn read_version(value: &DeValue) -> Result<(), SceneError> {
    match value.as_integer().and_then(integer) {
        Some(v) if (1..=i64::from(RECIPE_VERSION)).contains(&v) => Ok(()),
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
        let key = today(&key).to_owned();
        let Some((kind, mut allowed)) = kind_of(&key) else {
            return Err(located(text, name.span().start, unknown_key(&key, &all_keys())));
        };
        // A quoted "on" will do, too, but this is how a file says it.
        if kind == ParamKind::Toggle {
            allowed = "true or false".to_owned();
        }
        let source = text.get(value.span()).unwrap_or_default();
        let set = match typed_value(kind, value.get_ref(), source) {
            Ok(value) => scene.set_value(&key, value),
            Err(problem) => Err(ParamError { key, problem, allowed }),
        };
        set.map_err(|e| located(text, value.span().start, e.into()))?;
    }
    Ok(())
}

/// A key as it is today: the seed of the world was the noise's in version 1.
fn today(key: &str) -> &str {
    if key == "noise.seed" { "world.seed" } else { key }
}

/// Whether a group is one of a layer's.
fn is_of_layer(group: &str) -> bool {
    NoiseLayer::groups().iter().any(|(name, _)| *name == group)
}

/// An error with its place in the file, if it has none yet.
fn placed(problem: SceneError, text: &str, offset: usize) -> SceneError {
    match problem {
        SceneError::At { .. } => problem,
        problem => located(text, offset, problem),
    }
}

/// The kind of the parameter of a key, and its allowed values in words.
fn kind_of(key: &str) -> Option<(ParamKind, String)> {
    let of_recipe = Recipe::param(key).map(|param| (param.kind, param.allowed()));
    of_recipe.or_else(|| ViewParams::param(key).map(|param| (param.kind, param.allowed())))
}

/// The value of a kind that a TOML value stands for; `source` is how the file writes it.
pub(super) fn typed_value(
    kind: ParamKind,
    value: &DeValue,
    source: &str,
) -> Result<Value, ValueError> {
    let wrong = || match source.trim() {
        "" => ValueError::TomlType(value.type_str()),
        source => ValueError::Type(source.to_owned()),
    };
    let is_number = matches!(kind, ParamKind::Number { .. } | ParamKind::Integer { .. });
    match (kind, value) {
        (ParamKind::Toggle, DeValue::Boolean(on)) => Ok(Value::Toggle(*on)),
        (ParamKind::Toggle | ParamKind::Colour, DeValue::String(text)) => kind.parse(text),
        (ParamKind::Text { .. } | ParamKind::Choice(_), DeValue::String(text)) => {
            Ok(Value::Text(text.to_string()))
        }
        (ParamKind::Text { .. }, DeValue::Integer(i)) => {
            integer(i).map(Value::Integer).ok_or_else(|| ValueError::BeyondToml(source.to_owned()))
        }
        (_, DeValue::Integer(i)) if is_number || matches!(kind, ParamKind::Choice(_)) => {
            integer(i).map(Value::Integer).ok_or_else(|| ValueError::Range(source.to_owned()))
        }
        (_, DeValue::Float(_)) if is_number || matches!(kind, ParamKind::Choice(_)) => {
            number(value).map(Value::Number).ok_or_else(wrong)
        }
        (ParamKind::Colour, DeValue::Array(items)) => {
            let numbers: Option<Vec<f32>> =
                items.iter().map(|item| number(item.get_ref()).map(|x| x as f32)).collect();
            let three = numbers.and_then(|numbers| numbers.try_into().ok());
            three.map(Value::Colour).ok_or_else(|| ValueError::NotThreeNumbers(source.to_owned()))
        }
        (ParamKind::Curve { .. }, DeValue::Array(items)) => {
            let point = |item: &DeValue| match item.as_array().map(|p| &**p) {
                Some([x, y]) => Some([number(x.get_ref())?, number(y.get_ref())?]),
                _ => None,
            };
            items
                .iter()
                .map(|item| point(item.get_ref()))
                .collect::<Option<_>>()
                .map(Value::Curve)
                .ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

pub(super) fn integer(value: &DeInteger) -> Option<i64> {
    i64::from_str_radix(value.as_str(), value.radix()).ok()
}

fn number(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Float(x) => x.as_str().parse().ok(),
        DeValue::Integer(i) => integer(i).map(|i| i as f64),
        _ => None,
    }
}

fn all_keys() -> Vec<&'static str> {
    Recipe::params()
        .iter()
        .map(|p| p.key)
        .chain(ViewParams::params().iter().map(|p| p.key))
        // As version 1 has it, and people type it.
        .chain(["noise.seed"])
        .collect()
}

fn group_names() -> Vec<&'static str> {
    Recipe::groups().iter().chain(ViewParams::groups()).map(|(name, _)| *name).collect()
}

fn top_names() -> Vec<&'static str> {
    ["version", "view", "layer"].into_iter().chain(group_names()).collect()
}

/// The error of a key that is none of those known.
fn unknown_key(key: &str, known: &[&'static str]) -> SceneError {
    SceneError::UnknownKey { key: key.to_owned(), nearest: nearest(key, known) }
}

/// A parser's words on one line.
fn syntax(error: &toml::de::Error) -> SceneError {
    SceneError::Toml(error.message().replace('\n', ", "))
}

/// The most similar of the names, if any is similar enough to be what was meant.
pub fn nearest<'a>(wanted: &str, names: &[&'a str]) -> Option<&'a str> {
    let last = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    // A bare `octaves` means `fractal.octaves`.
    if let Some(name) = names.iter().find(|name| last(name) == wanted) {
        return Some(name);
    }
    let scored = names.iter().map(|&name| (strsim::jaro_winkler(wanted, name), name));
    scored
        .filter(|(score, _)| *score > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

pub(super) fn located(text: &str, offset: usize, problem: SceneError) -> SceneError {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    SceneError::At { line, column, problem: Box::new(problem) }
}

#[cfg(test)]
mod tests;
